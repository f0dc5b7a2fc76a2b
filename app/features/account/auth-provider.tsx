import { createContext, startTransition, useContext, useEffect, useMemo, useState, type ReactNode } from "react";
import { subscribeToAuth, type AccountSession, type AccountUser } from "~/data/session";

export interface AuthState {
  user: AccountUser | null;
  session: AccountSession | null;
  /** True on the server and until the browser has looked for a session: the server sends every visitor the same page. */
  isLoading: boolean;
  /** Whether visitors of this site can have accounts. */
  hasAccounts: boolean;
}

interface LogOutMark {
  /** The location key of the page on which the visitor chose to log out. */
  loggedOutAt: string | null;
  markLogOut(locationKey: string | null): void;
}

const AuthContext = createContext<AuthState | null>(null);
const LogOutContext = createContext<LogOutMark | null>(null);

/** Provides the session and its user. (spec 4) */
export function AuthProvider({ hasAccounts, children }: { hasAccounts: boolean; children: ReactNode }) {
  const [current, setCurrent] = useState({ session: null as AccountSession | null, isLoading: true });
  const [loggedOutAt, markLogOut] = useState<string | null>(null);

  useEffect(() => {
    const setSession = (session: AccountSession | null) => setCurrent({ session, isLoading: false });
    if (!hasAccounts) {
      startTransition(() => setSession(null));
      return undefined;
    }
    // Every event brings the session that is valid after it.
    return subscribeToAuth((event, session) => {
      // The stored session changes the header. A transition keeps that from delaying hydration.
      if (event === "INITIAL_SESSION") startTransition(() => setSession(session));
      else setSession(session);
    });
  }, [hasAccounts]);

  const { session, isLoading } = current;
  const user = useSameUser(session?.user ?? null);
  const auth = useMemo(() => ({ user, session, isLoading, hasAccounts }), [user, session, isLoading, hasAccounts]);
  const logOutMark = useMemo(() => ({ loggedOutAt, markLogOut }), [loggedOutAt]);
  return (
    <AuthContext value={auth}>
      <LogOutContext value={logOutMark}>{children}</LogOutContext>
    </AuthContext>
  );
}

/** Returns the session, its user and whether they are still loading. Throws outside an AuthProvider. (spec 8) */
export function useAuth(): AuthState {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error("useAuth must be used within an AuthProvider");
  return auth;
}

/**
 * Returns the mark of a chosen log-out: after it, protected pages lead to Home. After an expired session, the log-in returns to the page.
 */
export function useLogOutMark(): LogOutMark {
  const mark = useContext(LogOutContext);
  if (!mark) throw new Error("useLogOutMark must be used within an AuthProvider");
  return mark;
}

/** Returns the same object for an equal user. A refreshed token brings a new user object, which would reset forms. */
function useSameUser(user: AccountUser | null): AccountUser | null {
  const { id, email, emailConfirmedAt } = user ?? { id: null, email: "", emailConfirmedAt: null };
  return useMemo(() => (id === null ? null : { id, email, emailConfirmedAt }), [id, email, emailConfirmedAt]);
}
