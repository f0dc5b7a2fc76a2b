import type { AuthChangeEvent, Session, User } from "@supabase/auth-js";
import { followSession } from "./supabase-auth";

// The part of accounts that every page needs. Account pages use accounts.ts.

/** The signed-in user. (spec 3) */
export interface AccountUser {
  id: string;
  email: string;
  /** ISO 8601, or null while the email is unconfirmed. */
  emailConfirmedAt: string | null;
}

/** The tokens of a signed-in user. The access token is valid for a limited time. (spec 3) */
export interface AccountSession {
  accessToken: string;
  refreshToken: string;
  /** Unix time in seconds at which the access token expires. */
  expiresAt: number;
  tokenType: string;
  /** Null if the stored session does not name its user; then ask the account service. */
  user: AccountUser | null;
}

/** Events of a session. (spec 4) */
export type SessionEvent = AuthChangeEvent;

/** Calls the listener with the current session and after every change in any tab. Returns a function that unsubscribes. (spec 4, 7) */
export function subscribeToAuth(listener: (event: SessionEvent, session: AccountSession | null) => void): () => void {
  return followSession((event, session) => listener(event, toSession(session)));
}

export function toUser(user: User | null | undefined): AccountUser | null {
  if (!user) return null;
  return { id: user.id, email: user.email ?? "", emailConfirmedAt: user.email_confirmed_at ?? null };
}

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
