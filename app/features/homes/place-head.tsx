import type { ReactNode } from "react";

interface PlaceHeadProps {
  breadcrumb?: ReactNode;
  title: ReactNode;
  intro: string;
  children: ReactNode;
}

/** The page of a place under its title. */
export function PlaceHead({ breadcrumb, title, intro, children }: PlaceHeadProps) {
  return (
    <div className="mx-auto w-full max-w-wide px-4 pt-2 pb-16 sm:px-6 sm:pt-4">
      <header className="threshold mb-6 pb-4">
        {breadcrumb}
        <h1 className={`text-3xl wrap-anywhere sm:text-4xl ${breadcrumb ? "" : "pt-4 sm:pt-6"}`}>{title}</h1>
        <p className="mt-1.5 max-w-prose text-ink-muted">{intro}</p>
      </header>
      {children}
    </div>
  );
}
