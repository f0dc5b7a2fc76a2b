import type { ReactNode } from "react";
import { Link, NavLink } from "~/ui/link";
import { Logo } from "./logo";

interface HeaderProps {
  /** The account menu, or links to log in and sign up. */
  account: ReactNode;
  canSubmit: boolean;
  /** The link to the visitor's shortlist. */
  shortlist?: ReactNode;
  /** Whether the account is still unknown. Until it is known, the hint of the inline script decides which links show. */
  isLoading?: boolean;
}

/**
 * The header of every page. On a phone the links have a separate row, in smaller type if four do not fit, so that no menu and no
 * script is needed.
 */
export function Header({ account, shortlist, canSubmit, isLoading = false }: HeaderProps) {
  return (
    <header className="threshold bg-paper">
      <div className="mx-auto grid max-w-wide grid-cols-[minmax(0,auto)_1fr] items-center gap-x-2 px-4 sm:px-6 lg:grid-cols-[auto_auto_1fr] lg:gap-x-8">
        <Link
          to="/"
          className="flex min-h-target max-w-full items-center gap-2.5 justify-self-start py-2 text-ink no-underline lg:py-3"
        >
          <Logo className="h-9 w-8 shrink-0" />
          {/* Truncated with large text. */}
          <span className="truncate font-display text-xl leading-tight font-bold max-[21rem]:sr-only">GharSach</span>
        </Link>
        <nav
          aria-label="Main"
          className="col-span-full row-start-2 border-t border-line lg:col-span-1 lg:col-start-2 lg:row-start-1 lg:border-t-0"
        >
          <ul className="-mx-2 flex flex-wrap max-[24rem]:-mx-1.5 sm:-mx-3 sm:gap-2 lg:mx-0">
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
        <div className="col-start-2 row-start-1 flex min-h-target min-w-0 items-center justify-end lg:col-start-3">
          {account}
          {/* Last: the width of the account changes when it is known. */}
          {shortlist}
        </div>
      </div>
    </header>
  );
}

function NavItem({ to, className, children }: { to: string; className?: string; children: string }) {
  return (
    <li className={className}>
      <NavLink
        to={to}
        end={to === "/"}
        className="flex min-h-target items-center border-b-3 border-transparent px-2 pt-0.5 text-sm font-semibold max-[24rem]:px-1.5 max-[22rem]:text-xs whitespace-nowrap text-ink-muted no-underline hover:text-ink aria-[current=page]:border-brand aria-[current=page]:text-ink sm:px-3 forced-colors:not-aria-[current=page]:border-b-0 sm:text-base"
      >
        {children}
      </NavLink>
    </li>
  );
}
