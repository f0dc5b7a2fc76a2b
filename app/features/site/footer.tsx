import { Link } from "~/ui/link";
import { Logo } from "./logo";

const COLUMNS = [
  [
    "Homes",
    [
      ["/homes", "Homes by city"],
      ["/reviews", "All reviews"],
      ["/deposits", "Deposits"],
      ["/compare", "Compare homes"],
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

/** The footer of every page, below a red band like the plinth of a country house. */
export function Footer() {
  return (
    <footer className="site-footer">
      <div>
        <p>
          <Logo className="h-9 w-8 shrink-0" />
          <span>
            <span lang="hi-Latn">Ghar sach</span>: home truth,
            <br />
            told by the people who paid the rent.
          </span>
        </p>
        <div>
          {COLUMNS.map(([name, links]) => (
            <nav key={name} aria-labelledby={`footer-${name}`}>
              <h2 id={`footer-${name}`}>{name}</h2>
              <ul>
                {links.map(([to, label]) => (
                  <li key={to}>
                    <Link to={to}>{label}</Link>
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
