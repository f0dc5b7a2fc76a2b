import type { ReactNode } from "react";
import { Link, NavLink } from "~/ui/link";
import { Logo } from "./logo";

interface HeaderProps {
  siteName: string;
  /** The account menu, or links to log in and sign up. */
  account: ReactNode;
  canSubmit: boolean;
  /** The link to the visitor's shortlist. */
  shortlist?: ReactNode;
  /** Whether the account is still unknown. Until it is known, the hint of the inline script decides which links show. */
  isLoading?: boolean;
}

/**
 * The header of every page. The links have separate rows where they do not fit beside the name, on a phone in smaller type if four do
 * not fit, so that no menu and no script is needed.
 */
export function Header({ siteName, account, shortlist, canSubmit, isLoading = false }: HeaderProps) {
  return (
    <header className="threshold bg-paper">
      <div className="mx-auto grid max-w-wide grid-cols-[fit-content(44%)_1fr] items-center gap-x-2 px-4 pt-1 sm:px-6 lg:grid-cols-[auto_1fr_auto] lg:gap-x-6 lg:pt-0">
        <Link
          to="/"
          className="flex min-h-target max-w-full items-center gap-2.5 justify-self-start py-1 text-ink no-underline lg:py-3"
        >
          <Logo className="h-9 w-8 shrink-0" />
          {/* Truncated with large text. On a phone a long name has two lines. */}
          <span
            className={`${siteName.length > 12 ? "line-clamp-2 text-sm sm:text-xl" : "truncate text-xl"} font-display leading-tight font-bold max-[21rem]:sr-only`}
          >
            {siteName}
          </span>
        </Link>
        <div className="col-span-full row-start-2 border-t border-line md:flex md:flex-wrap md:gap-x-3 lg:col-span-1 lg:col-start-2 lg:row-start-1 lg:border-t-0">
          <nav aria-label="Main">
            <ul className={LINKS}>
              <NavItem to="/">Home</NavItem>
              <NavItem to="/reviews">Reviews</NavItem>
              {(canSubmit || isLoading) && (
                <NavItem to="/submit-review" className={canSubmit ? "" : "hidden in-data-session-hint:block"}>
                  Submit Review
                </NavItem>
              )}
              <NavItem to="/blog">Blog</NavItem>
            </ul>
          </nav>
          {/* On a phone the touch targets of the two rows overlap a little, so that the page begins higher. */}
          <nav aria-label="Homes and deposits" className="border-line max-md:-mt-1.5 md:border-l md:pl-3">
            <ul className={`${LINKS} md:[&_a]:text-sm`}>
              <NavItem to="/homes">By city</NavItem>
              <NavItem to="/deposits">Deposits</NavItem>
              <NavItem to="/compare">Compare</NavItem>
            </ul>
          </nav>
        </div>
        {/* On wide screens as wide as the menu with a long email, so that nothing moves when it loads. */}
        <div className="col-start-2 row-start-1 flex min-h-target min-w-0 items-center justify-end lg:col-start-3 lg:min-w-64 xl:min-w-72 print:hidden">
          {account}
          {/* Last: the width of the account changes when it is known. */}
          {shortlist}
        </div>
      </div>
    </header>
  );
}

const LINKS = "-mx-2 flex flex-wrap max-[24rem]:-mx-1.5 md:gap-x-1";

function NavItem({ to, className, children }: { to: string; className?: string; children: string }) {
  return (
    <li className={className}>
      <NavLink
        to={to}
        end={to === "/"}
        className="flex min-h-target items-center border-b-3 border-transparent px-2 pt-0.5 text-sm font-semibold max-[24rem]:px-1.5 max-[22rem]:text-xs whitespace-nowrap text-ink-muted no-underline hover:text-ink aria-[current=page]:border-brand aria-[current=page]:text-ink forced-colors:not-aria-[current=page]:border-b-0 sm:text-base lg:max-xl:text-sm xl:px-3"
      >
        {children}
      </NavLink>
    </li>
  );
}
