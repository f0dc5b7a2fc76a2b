import { lazy, Suspense, useEffect, useRef, useState, type Ref } from "react";
import { useLocation } from "react-router";
import { useAuth, useLogOutMark } from "./auth-provider";
import { hasStoredSession } from "~/data/supabase-auth";
import { loginPath } from "~/domain/local-path";
import { ButtonLink } from "~/ui/button";
import { Skeleton } from "~/ui/skeleton";

// The menu is downloaded by those who have one.
const loadUserMenu = () => import("./user-menu");
const UserMenu = lazy(async () => ({ default: (await loadUserMenu()).UserMenu }));

/** As high as whatever comes, and as wide as the ways in on a phone. */
const PLACE = "h-11 w-40";
/** Then the account service is taken to be down. */
const PATIENCE_MS = 2_000;

/** The header's word on who is signed in, and the ways in and out. (spec 2) */
export function AccountMenu() {
  const { user, session, isLoading, hasAccounts } = useAuth();
  const { loggedOutAt, markLogOut } = useLogOutMark();
  const { key, pathname, search, hash } = useLocation();
  const loginLink = useRef<HTMLAnchorElement>(null);
  const hasJustLeft = !user && loggedOutAt === key;
  const place = <Skeleton className={PLACE} />;
  const [isLate, setLate] = useState(false);

  // The visitor can read and log in meanwhile. If the session turns out to be valid, the menu replaces the buttons.
  useEffect(() => {
    const timer = setTimeout(setLate, PATIENCE_MS, true);
    return () => clearTimeout(timer);
  }, []);

  // On its way together with the code that asks whose session it is, not after it.
  useEffect(() => {
    if (hasStoredSession()) loadUserMenu().catch(() => {});
  }, []);

  // The menu takes the focus with it when it goes.
  useEffect(() => {
    if (hasJustLeft) loginLink.current?.focus({ preventScroll: true });
  }, [hasJustLeft]);

  if (isLoading && !isLate) {
    return (
      <>
        <span className="noscript:hidden">
          <Skeleton className={`${PLACE} not-in-data-session-hint:animate-none`} />
        </span>
        {/* Logging in needs scripts, so this link need not return to the page: one address for crawlers, not one for each page. */}
        <WaysIn login="/login" className="hidden noscript:flex" />
      </>
    );
  }
  if (!hasAccounts) return null;
  if (session && !user && !isLate) return place;
  if (user) {
    return (
      <Suspense fallback={place}>
        <UserMenu user={user} onLeave={() => markLogOut(key)} onStay={() => markLogOut(null)} />
      </Suspense>
    );
  }
  return <WaysIn login={loginPathFrom(pathname, search, hash)} loginRef={loginLink} className="flex" />;
}

interface WaysInProps {
  login: string;
  loginRef?: Ref<HTMLAnchorElement>;
  /** The display: without JavaScript the links stand there from the start. */
  className: string;
}

function WaysIn({ login, loginRef, className }: WaysInProps) {
  const { pathname, search } = useLocation();
  return (
    <span className={`items-center gap-1 whitespace-nowrap sm:gap-2 ${className}`}>
      <ButtonLink ref={loginRef} to={login} variant="ghost" size="sm" className="max-sm:px-2.5">
        Login
      </ButtonLink>
      <ButtonLink
        to={{ pathname: "/signup", search: pathname === "/login" || pathname === "/signup" ? search : "" }}
        size="sm"
        className="max-sm:px-2.5"
      >
        Sign Up
      </ButtonLink>
    </span>
  );
}

/** After logging in people come back to the page they are on, or to where the log-in page was to return anyway. */
function loginPathFrom(pathname: string, search: string, hash: string): string {
  if (pathname === "/login" || pathname === "/signup") return loginPath(new URLSearchParams(search).get("next") ?? "/");
  if (pathname === "/update-password") return "/login";
  return loginPath(pathname + search + hash);
}
