import type { ReactNode } from "react";

type Width = "prose" | "wide" | "narrow";

interface PageProps {
  title: ReactNode;
  intro?: ReactNode;
  /** Above the title. */
  breadcrumb?: ReactNode;
  /** `narrow` for short forms, `prose` for text, `wide` for lists. */
  width?: Width;
  children?: ReactNode;
}

/** The title of a page and its content. */
export function Page({ title, intro, breadcrumb, width = "wide", children }: PageProps) {
  return (
    <div className={`mx-auto w-full px-4 pt-5 pb-16 sm:px-6 sm:pt-12 ${WIDTHS[width]}`}>
      <header className="threshold mb-4 pb-3 sm:mb-8 sm:pb-5">
        {breadcrumb}
        <h1 className="text-3xl sm:text-4xl">{title}</h1>
        {intro && <p className="mt-1 max-w-prose text-ink-muted sm:mt-2 sm:text-lg">{intro}</p>}
      </header>
      {children}
    </div>
  );
}

const WIDTHS: Record<Width, string> = {
  narrow: "max-w-narrow",
  prose: "max-w-prose",
  wide: "max-w-wide",
};
