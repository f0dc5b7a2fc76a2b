import { Link } from "~/ui/link";
import { Logo } from "./logo";

const COLUMNS = [
  [
    "Homes",
    [
      ["/homes", "Homes by city"],
      ["/reviews", "All reviews"],
      ["/deposits", "Deposits"],
    ],
  ],
  [
    "Rules",
    [
      ["/review-policy", "Review Policy"],
      ["/terms", "Terms"],
      ["/privacy", "Privacy"],
    ],
  ],
  [
    "GharSach",
    [
      ["/about", "About"],
      ["/transparency", "Transparency"],
      ["/grievance", "Complaints"],
      ["mailto:hello@gharsach.in", "Contact"],
    ],
  ],
] as const;

/** The plinth under every page, with the red band that country houses wear at their foot. */
export function Footer() {
  return (
    <footer className="render-near-[15rem] border-t-8 border-brand bg-surface-sunken">
      <div className="mx-auto flex max-w-wide flex-col gap-x-8 gap-y-6 px-4 py-8 sm:px-6 md:flex-row md:justify-between">
        <p className="flex items-center gap-3 self-start text-sm text-ink-muted">
          <Logo className="h-9 w-8 shrink-0" />
          <span>
            <span lang="hi-Latn">Ghar sach</span>: home truth,
            <br />
            told by the people who paid the rent.
          </span>
        </p>
        <div className="grid grid-cols-[repeat(3,auto)] justify-between gap-x-3 sm:justify-start sm:gap-x-12">
          {COLUMNS.map(([name, links]) => (
            <nav key={name} aria-labelledby={`footer-${name}`}>
              <h2 id={`footer-${name}`} className="text-base">
                {name}
              </h2>
              <ul>
                {links.map(([to, label]) => (
                  <li key={to}>
                    <Link to={to} className="footer-link">
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
      </div>
    </footer>
  );
}
