import { lazy, Suspense, useEffect, useRef, useState, type Ref } from "react";
import { useLocation } from "react-router";
import { useAuth, useLogOutMark } from "./auth-provider";
import { hasStoredSession } from "~/data/supabase-auth";
import { loginPath } from "~/domain/local-path";
import { ButtonLink } from "~/ui/button";
import { Link } from "~/ui/link";

// Downloaded only for visitors who are logged in.
const loadUserMenu = () => import("./user-menu");
const UserMenu = lazy(async () => ({ default: (await loadUserMenu()).UserMenu }));

/** After this time the account service is assumed to be down. */
const LATE_AFTER_MS = 2_000;

/** The menu of the account, or links to log in and sign up. (spec 2) */
export function AccountMenu() {
  const { user, session, isLoading, hasAccounts } = useAuth();
  const { loggedOutAt, markLogOut } = useLogOutMark();
  const { key, pathname, search, hash } = useLocation();
  const loginLink = useRef<HTMLAnchorElement>(null);
  const hasJustLoggedOut = !user && loggedOutAt === key;
  const placeholder = <Placeholder />;
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

  if (!hasAccounts) return null;
  if (user) {
    return (
      <Suspense fallback={placeholder}>
        <UserMenu user={user} onLeave={() => markLogOut(key)} onStay={() => markLogOut(null)} />
      </Suspense>
    );
  }
  if (session && !isLate) return placeholder;
  const isUnknown = isLoading && !isLate;
  return (
    <>
      {/* The first script of the page knows whether this browser has a session. */}
      {isUnknown && <span className="hidden in-data-session-hint:block noscript:hidden">{placeholder}</span>}
      {/* The server's link omits the page to return to, so that crawlers see one log-in URL. */}
      <LogInLinks
        login={isUnknown ? "/login" : loginPathFrom(pathname, search, hash)}
        loginRef={loginLink}
        className={isUnknown ? "flex in-data-session-hint:hidden noscript:flex" : "flex"}
      />
    </>
  );
}

/**
 * The sign of the menu, a link to the account that works before the menu is there. For the first 300 ms on a skeleton, as wide as the
 * log-in links on a phone. (spec 2)
 */
function Placeholder() {
  return (
    <span className="relative flex w-40 justify-end">
      <span
        aria-hidden="true"
        className="absolute inset-0 animate-[hide_0s_300ms_forwards] rounded-md bg-surface-sunken forced-colors:border"
      />
      <Link
        to="/account"
        aria-label="Your account"
        className="button button-ghost button-sm icon icon-person relative before:size-5"
      />
    </span>
  );
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
      {/* ARRIVAL_SCRIPT changes its URL before hydration. */}
      <ButtonLink
        ref={loginRef}
        to={login}
        suppressHydrationWarning
        variant="ghost"
        size="sm"
        className="max-sm:px-2.5 max-[16rem]:px-1.5"
      >
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
