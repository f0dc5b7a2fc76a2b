import { lazy, Suspense, useEffect, useRef, useState, type Ref } from "react";
import { useLocation } from "react-router";
import { useAuth, useLogOutMark } from "./auth-provider";
import { hasStoredSession } from "~/data/supabase-auth";
import { loginPath } from "~/domain/local-path";
import { ButtonLink } from "~/ui/button";
import { Skeleton } from "~/ui/skeleton";

// Downloaded only for visitors who are logged in.
const loadUserMenu = () => import("./user-menu");
const UserMenu = lazy(async () => ({ default: (await loadUserMenu()).UserMenu }));

/** The size of the placeholder: as high as the menu and the log-in links, and as wide as the links on a phone. */
const PLACEHOLDER = "h-11 w-40";
/** After this time the account service is assumed to be down. */
const LATE_AFTER_MS = 2_000;

/** The menu of the account, or links to log in and sign up. (spec 2) */
export function AccountMenu() {
  const { user, session, isLoading, hasAccounts } = useAuth();
  const { loggedOutAt, markLogOut } = useLogOutMark();
  const { key, pathname, search, hash } = useLocation();
  const loginLink = useRef<HTMLAnchorElement>(null);
  const hasJustLoggedOut = !user && loggedOutAt === key;
  const placeholder = <Skeleton className={PLACEHOLDER} />;
  const [isLate, setLate] = useState(false);

  // If the service is late, show the links, so that the visitor can log in. If the session turns out to be valid, the menu replaces them.
  useEffect(() => {
    const timer = setTimeout(setLate, LATE_AFTER_MS, true);
    return () => clearTimeout(timer);
  }, []);

  // Downloads the menu in parallel with the code that checks the session.
  useEffect(() => {
    if (hasStoredSession()) loadUserMenu().catch(() => {});
  }, []);

  // The log-out removed the menu, which had the focus. Move the focus to the log-in link.
  useEffect(() => {
    if (hasJustLoggedOut) loginLink.current?.focus({ preventScroll: true });
  }, [hasJustLoggedOut]);

  if (isLoading && !isLate) {
    return (
      <>
        <span className="noscript:hidden">
          <Skeleton className={`${PLACEHOLDER} not-in-data-session-hint:animate-none`} />
        </span>
        {/* The link omits the page to return to, so that crawlers see one log-in URL. Visitors without scripts cannot log in
            anyway. */}
        <LogInLinks login="/login" className="hidden noscript:flex" />
      </>
    );
  }
  if (!hasAccounts) return null;
  if (session && !user && !isLate) return placeholder;
  if (user) {
    return (
      <Suspense fallback={placeholder}>
        <UserMenu user={user} onLeave={() => markLogOut(key)} onStay={() => markLogOut(null)} />
      </Suspense>
    );
  }
  return <LogInLinks login={loginPathFrom(pathname, search, hash)} loginRef={loginLink} className="flex" />;
}

interface LogInLinksProps {
  login: string;
  loginRef?: Ref<HTMLAnchorElement>;
  /** Must include a class that sets `display`. */
  className: string;
}

function LogInLinks({ login, loginRef, className }: LogInLinksProps) {
  const { pathname, search } = useLocation();
  return (
    <span className={`items-center gap-1 whitespace-nowrap sm:gap-2 ${className}`}>
      <ButtonLink ref={loginRef} to={login} variant="ghost" size="sm" className="max-sm:px-2.5 max-[16rem]:px-1.5">
        Login
      </ButtonLink>
      <ButtonLink
        to={{ pathname: "/signup", search: pathname === "/login" || pathname === "/signup" ? search : "" }}
        size="sm"
        className="max-sm:px-2.5 max-[16rem]:px-1.5"
      >
        Sign Up
      </ButtonLink>
    </span>
  );
}

/**
 * Returns the log-in path that leads back to this page, or to the `next` page of the current log-in or sign-up page. On
 * /update-password it has no page to return to.
 */
function loginPathFrom(pathname: string, search: string, hash: string): string {
  if (pathname === "/login" || pathname === "/signup") return loginPath(new URLSearchParams(search).get("next") ?? "/");
  if (pathname === "/update-password") return "/login";
  return loginPath(pathname + search + hash);
}
