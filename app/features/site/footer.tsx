import { Link } from "~/ui/link";
import { Logo } from "./logo";

const CONTACT = "mailto:hello@gharsach.in";

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
            <FooterLink to="/homes">Homes by city</FooterLink>
            <FooterLink to="/about">About</FooterLink>
            <FooterLink to="/review-policy">Review Policy</FooterLink>
            <li>
              <a href={CONTACT} className={LOOK}>
                Contact
              </a>
            </li>
            <FooterLink to="/terms">Terms</FooterLink>
            <FooterLink to="/privacy">Privacy</FooterLink>
            <FooterLink to="/grievance">Complaints</FooterLink>
            <FooterLink to="/transparency">Transparency</FooterLink>
          </ul>
        </nav>
      </div>
    </footer>
  );
}

const LOOK =
  "flex min-h-target min-w-target items-center px-2 text-sm text-ink underline decoration-line-strong underline-offset-4 hover:decoration-ink hover:decoration-2";

function FooterLink({ to, children }: { to: string; children: string }) {
  return (
    <li>
      <Link to={to} className={LOOK}>
        {children}
      </Link>
    </li>
  );
}
