import type { ReactNode } from "react";
import { Link } from "./link";

interface ReadingColumnsProps {
  /** The headings of the text, with the ids of their elements. */
  headings: readonly { id: string; text: string }[];
  children: ReactNode;
}

/** A long text with a table of contents: beside it on wide screens, otherwise collapsed above it. */
export function ReadingColumns({ headings, children }: ReadingColumnsProps) {
  const hasContents = headings.length > 1;
  return (
    <div className="grid items-start justify-between gap-x-12 lg:grid-cols-[minmax(0,var(--container-measure))_16rem]">
      <div className="min-w-0 max-w-measure">
        {hasContents && (
          <details className="group mb-7 border border-line bg-surface lg:hidden">
            <summary className="flex min-h-target items-center justify-between px-4 font-semibold">
              {CONTENTS}
              <span className="icon icon-chevron text-brand group-open:rotate-180 before:size-5 motion-safe:transition-transform" />
            </summary>
            <nav aria-label={CONTENTS} className="border-t border-line px-4 py-2">
              <Contents headings={headings} />
            </nav>
          </details>
        )}
        {children}
      </div>
      {hasContents && (
        <nav
          aria-labelledby="contents"
          className="sticky top-6 hidden max-h-[calc(100dvh-3rem)] overflow-y-auto border-t-3 border-ink pt-3 lg:block"
        >
          <p id="contents" className="mb-1 font-display text-lg font-bold">
            {CONTENTS}
          </p>
          <Contents headings={headings} />
        </nav>
      )}
    </div>
  );
}

const CONTENTS = "On this page";

function Contents({ headings }: Pick<ReadingColumnsProps, "headings">) {
  return (
    <ol>
      {headings.map(({ id, text }) => (
        <li key={id} className="border-b border-line last:border-b-0">
          {/* A router link, so that back restores the scroll position. */}
          <Link
            to={`#${id}`}
            onClick={() => focusPart(id)}
            className="flex min-h-target items-center py-2 text-sm leading-snug text-ink-muted no-underline hover:text-ink hover:underline"
          >
            {text}
          </Link>
        </li>
      ))}
    </ol>
  );
}

// Focuses a heading, so that the next Tab continues there and not in the table of contents.
function focusPart(id: string) {
  const heading = document.getElementById(id);
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
