import type { ReactNode } from "react";

interface PlaceHeadProps {
  breadcrumb?: ReactNode;
  title: ReactNode;
  intro: string;
  /** A button beside the intro. */
  action?: ReactNode;
  children: ReactNode;
}

/** The frame of a page of places, with its title. */
export function PlaceHead({ breadcrumb, title, intro, action, children }: PlaceHeadProps) {
  return (
    <div className="mx-auto w-full max-w-wide px-4 pt-2 pb-16 sm:px-6 sm:pt-4">
      <header className="threshold mb-6 pb-4">
        {breadcrumb}
        <h1 className={`text-3xl wrap-anywhere sm:text-4xl ${breadcrumb ? "" : "pt-4 sm:pt-6"}`}>{title}</h1>
        <div className="mt-1.5 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <p className="max-w-prose text-ink-muted">{intro}</p>
          {action}
        </div>
      </header>
      {children}
    </div>
  );
}
