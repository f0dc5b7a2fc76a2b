import { type ReactNode, useEffect, useState } from "react";
import { Navigate, useLocation } from "react-router";
import { useAuth, useLogOutMark } from "./auth-provider";
import { ANSWER_TIMEOUT_MS } from "~/data/time-limit";
import { loginPath } from "~/domain/local-path";
import { ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { WithoutScripts } from "~/ui/without-scripts";

/** Shown while the account service does not answer. auth-js retries, and the page continues once it answers. */
function Waiting() {
  const { pathname, search } = useLocation();
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), ANSWER_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isLong) {
    return <Notice tone="loading">One moment, please...</Notice>;
  }
  return (
    <Notice
      tone="error"
      action={
        <ButtonLink to={pathname + search} reloadDocument>
          Try again
        </ButtonLink>
      }
    >
      We cannot reach the account service, so this page does not know who you are. It will continue by itself once the
      service answers. Any draft on this device is kept.
    </Notice>
  );
}

interface RequireSignInProps {
  /** What needs JavaScript, with the verb: "Accounts need". */
  what?: string;
  /** Rendered for visitors who are not signed in, instead of a redirect to the log-in page. */
  fallback?: ReactNode;
  children: ReactNode;
}

/**
 * Shows its children to signed-in visitors. Shows others `fallback`, or sends them to the log-in page, which returns here. On a site
 * without accounts it shows the children to everyone. (spec 2, 6)
 */
export function RequireSignIn({ what = "Publishing a review needs", fallback, children }: RequireSignInProps) {
  const { user, session, isLoading, hasAccounts } = useAuth();
  const { loggedOutAt } = useLogOutMark();
  const { key, pathname, search, hash } = useLocation();

  if (user || !(isLoading || hasAccounts)) return children;
  if (isLoading || session) {
    return (
      <WithoutScripts what={what}>
        {/* As high as the screen, so that the footer does not move. features/site/inline-scripts.ts reads the attribute. */}
        <div className="min-h-svh" data-log-in-first={fallback ? undefined : ""}>
          <Waiting />
        </div>
      </WithoutScripts>
    );
  }
  if (fallback) return fallback;
  // After a chosen log-out the visitor goes to Home.
  return <Navigate to={loggedOutAt === key ? "/" : loginPath(pathname + search + hash)} replace />;
}
