import { createContext, startTransition, useContext, useEffect, useMemo, useState, type ReactNode } from "react";
import { subscribeToAuth, type AccountSession, type AccountUser } from "~/data/session";
import { visitorBackend } from "~/data/visitor-backend";

export interface AuthState {
  user: AccountUser | null;
  session: AccountSession | null;
  /** True on the server and until the browser has looked for a session: every visitor gets the same page first. */
  isLoading: boolean;
  /** False on a site without a database, where there are no accounts. */
  isAvailable: boolean;
}

interface LogOutMark {
  /** The visit to a page (its location key) on which the visitor chose to log out. */
  loggedOutAt: string | null;
  markLogOut(locationKey: string | null): void;
}

const AuthContext = createContext<AuthState | null>(null);
const LogOutContext = createContext<LogOutMark | null>(null);

/** Keeps everything under it informed of who is signed in. (spec 4) */
export function AuthProvider({ children }: { children: ReactNode }) {
  const [current, setCurrent] = useState({
    session: null as AccountSession | null,
    isLoading: true,
    isAvailable: true,
  });
  const [loggedOutAt, markLogOut] = useState<string | null>(null);

  // Whatever the event (signed in or out, token refreshed, user updated, password recovery, initial session), it brings
  // the session that holds from now on.
  useEffect(() => {
    function follow(session: AccountSession | null, isAvailable = true) {
      setCurrent({ session, isLoading: false, isAvailable });
    }
    if (!visitorBackend().hasAccounts) {
      startTransition(() => follow(null, false));
      return undefined;
    }
    return subscribeToAuth((event, session) => {
      // The stored session changes the header; hydration must not wait for it.
      if (event === "INITIAL_SESSION") startTransition(() => follow(session));
      else follow(session);
    });
  }, []);

  const { session, isLoading, isAvailable } = current;
  const user = useSameUser(session?.user ?? null);
  const auth = useMemo(() => ({ user, session, isLoading, isAvailable }), [user, session, isLoading, isAvailable]);
  const logOutMark = useMemo(() => ({ loggedOutAt, markLogOut }), [loggedOutAt]);
  return (
    <AuthContext value={auth}>
      <LogOutContext value={logOutMark}>{children}</LogOutContext>
    </AuthContext>
  );
}

/** Who is signed in. Throws outside an AuthProvider. (spec 8) */
export function useAuth(): AuthState {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error("useAuth must be used within an AuthProvider");
  return auth;
}

/** Tells a chosen log-out from a session that ended by itself: only the latter is worth returning from. */
export function useLogOutMark(): LogOutMark {
  const mark = useContext(LogOutContext);
  if (!mark) throw new Error("useLogOutMark must be used within an AuthProvider");
  return mark;
}

/** A refreshed token brings an equal user in a new object; forms that start from the user must not start again. */
function useSameUser(user: AccountUser | null): AccountUser | null {
  const { id, email, emailConfirmedAt } = user ?? { id: null, email: "", emailConfirmedAt: null };
  return useMemo(() => (id === null ? null : { id, email, emailConfirmedAt }), [id, email, emailConfirmedAt]);
}
