import { Fragment } from "react";
import { cityHomesPath, localityHomesPath } from "~/domain/home";
import { Link } from "~/ui/link";

interface Step {
  label: string;
  path: string;
}

const HOMES: Step = { label: "Homes", path: "/homes" };

/** The way from all homes down to a place: what stands above the page of it. */
export function stepsTo({ city, locality }: { city?: string; locality?: string | null }): Step[] {
  return [
    HOMES,
    ...(city ? [{ label: city, path: cityHomesPath(city) }] : []),
    ...(city && locality ? [{ label: locality, path: localityHomesPath(city, locality) }] : []),
  ];
}

/** Where this page stands, and the ways up from it. */
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
