import { Link } from "~/ui/link";
import { Logo } from "./logo";

const columns = (siteName: string, contactEmail: string) =>
  [
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
      siteName,
      [
        ["/about", "About"],
        ["/transparency", "Transparency"],
        ["/grievance", "Complaints"],
        [`mailto:${contactEmail}`, "Contact"],
      ],
    ],
  ] as const;

/** The footer of every page, below a red band like the plinth of a country house. */
export function Footer({ siteName, contactEmail }: { siteName: string; contactEmail: string }) {
  return (
    <footer className="site-footer">
      <div>
        <p>
          <Logo className="h-9 w-8 shrink-0" />
          <span>
            {`${siteName}: home truth,`}
            <br />
            told by the people who paid the rent.
          </span>
        </p>
        <div>
          {columns(siteName, contactEmail).map(([name, links], index) => (
            <nav key={index} aria-labelledby={`footer-${index}`}>
              <h2 id={`footer-${index}`}>{name}</h2>
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
