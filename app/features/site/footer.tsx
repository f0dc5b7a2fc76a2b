import { Link } from "~/ui/link";
import { Logo } from "./logo";

const LINKS = [
  ["/homes", "Homes by city"],
  ["/deposits", "Deposits"],
  ["/about", "About"],
  ["/review-policy", "Review Policy"],
  ["mailto:hello@gharsach.in", "Contact"],
  ["/terms", "Terms"],
  ["/privacy", "Privacy"],
  ["/grievance", "Complaints"],
  ["/transparency", "Transparency"],
] as const;

/** The plinth under every page, with the red band that country houses wear at their foot. */
export function Footer() {
  return (
    <footer className="render-near-[15rem] border-t-8 border-brand bg-surface-sunken">
      <div className="mx-auto flex max-w-wide flex-col gap-x-8 gap-y-4 px-4 py-8 sm:px-6 md:flex-row md:items-center md:justify-between">
        <p className="flex items-center gap-3 text-sm text-ink-muted">
          <Logo className="h-9 w-8 shrink-0" />
          <span>
            <span lang="hi-Latn">Ghar sach</span>: home truth,
            <br />
            told by the people who paid the rent.
          </span>
        </p>
        <nav aria-label="Footer">
          <ul className="-mx-2 grid grid-cols-[repeat(3,auto)] justify-start gap-x-2 sm:flex sm:flex-wrap">
            {LINKS.map(([to, label]) => (
              <li key={to}>
                <Link
                  to={to}
                  className="flex min-h-target min-w-target items-center px-2 text-sm text-ink underline decoration-line-strong underline-offset-4 hover:decoration-ink hover:decoration-2"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  );
}
