import { Fragment } from "react";
import { Link } from "./link";

export interface Step {
  label: string;
  path: string;
}

/** The position of this page, with links to the levels above it. */
export function Breadcrumb({ steps }: { steps: Step[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex flex-wrap items-center gap-x-1.5 text-sm text-ink-muted">
        {steps.map(({ label, path }, index) => (
          <Fragment key={path}>
            {index > 0 && (
              <li aria-hidden="true" className="select-none">
                ›
              </li>
            )}
            <li className="min-w-0">
              <Link
                to={path}
                className="inline-flex min-h-8 items-center text-ink-muted underline-offset-4 wrap-anywhere hover:text-ink"
              >
                <bdi>{label}</bdi>
              </Link>
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  );
}
