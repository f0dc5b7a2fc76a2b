import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router";
import { useAuth, useLogOutMark } from "./auth-provider";
import { loginPath } from "~/domain/local-path";
import { Notice } from "~/ui/notice";

/**
 * Shows its children to people who are signed in and sends everybody else to log in, who then return here. On a site
 * without accounts it shows them to all. (spec 2, 6)
 */
export function RequireSignIn({ children }: { children: ReactNode }) {
  const { user, session, isLoading, isAvailable } = useAuth();
  const { loggedOutAt } = useLogOutMark();
  const { key, pathname, search, hash } = useLocation();

  if (user || !isAvailable) return children;
  if (isLoading || session) {
    return (
      <>
        <noscript>
          <Notice tone="error">
            Publishing a review needs JavaScript. Please switch it on and load this page again.
          </Notice>
        </noscript>
        <Notice tone="loading" className="noscript:hidden">
          One moment, please...
        </Notice>
      </>
    );
  }
  // Who just chose to leave is not asked to come back.
  return <Navigate to={loggedOutAt === key ? "/" : loginPath(pathname + search + hash)} replace />;
}
