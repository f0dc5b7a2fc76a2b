import type { AuthChangeEvent, Session, User } from "@supabase/auth-js";
import { followSession } from "./supabase-auth";

// What every page needs to know of accounts; what account pages do with them is in accounts.ts.

/** The signed-in user. (spec 3) */
export interface AccountUser {
  id: string;
  email: string;
  /** ISO 8601, or null while the e-mail address waits for its confirmation. */
  emailConfirmedAt: string | null;
}

/** Proof for a limited time of who is signed in. (spec 3) */
export interface AccountSession {
  accessToken: string;
  refreshToken: string;
  /** Unix time in seconds at which the access token ends. */
  expiresAt: number;
  tokenType: string;
  /** Null when the stored session does not say whose it is; the account service is asked then. */
  user: AccountUser | null;
}

/** What happened to the session. (spec 4) */
export type SessionEvent = AuthChangeEvent;

/**
 * Calls the listener with the session as it is now and at every change, in this tab and in others. Returns how to
 * stop. (spec 4, 7)
 */
export function subscribeToAuth(listener: (event: SessionEvent, session: AccountSession | null) => void): () => void {
  return followSession((event, session) => listener(event, toSession(session)));
}

/** A user as auth-js has them. */
export function toUser(user: User | null | undefined): AccountUser | null {
  if (!user) return null;
  return { id: user.id, email: user.email ?? "", emailConfirmedAt: user.email_confirmed_at ?? null };
}

/** A session as auth-js has it. */
export function toSession(session: Session | null): AccountSession | null {
  if (!session) return null;
  return {
    accessToken: session.access_token,
    refreshToken: session.refresh_token,
    expiresAt: session.expires_at ?? 0,
    tokenType: session.token_type,
    user: toUser(session.user as User | undefined),
  };
}
