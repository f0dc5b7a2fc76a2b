import type { GoTrueClient } from "@supabase/auth-js";
import { noResponse } from "./connection-lost";
import { type EmailToken, removeStoredEmailToken } from "./email-link";
import { forgetLinkSession, linkClient } from "./link-session";
import { type AccountSession, type AccountUser, toSession, toUser } from "./session";
import { markSignUp, removeSignUpMark, signUpMark } from "./sign-up-mark";
import { authClient, hasStoredSession } from "./supabase-auth";
import { withTimeout } from "./time-limit";

/** The account service refused a request or did not respond. */
export class AccountError extends Error {
  override readonly name = "AccountError";
  /** The HTTP status; 0 without a response; undefined if unknown. */
  readonly status: number | undefined;
  /** The service's code: `invalid_credentials`, `email_not_confirmed`. */
  readonly code: string | undefined;

  constructor(message: string, status?: number, code?: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The service requires the current password or a freshly opened link. */
export const CURRENT_PASSWORD_NEEDED = "current_password_required";

/**
 * The result of opening a confirmation link, which confirms the email. "signed-in" also signs this browser in; "password-unknown": the
 * password may be another browser's or missing, and the link's session can set one; "other-account": another account stays signed in here.
 */
export type Confirmation = "signed-in" | "confirmed" | "password-unknown" | "other-account";

const NO_ANSWER = "The account service did not answer in time.";

/** Creates an account. Returns its user and, if no confirmation is needed, a session; or the error, which is not thrown. (spec 4, 7) */
export async function signUp(
  email: string,
  password: string,
): Promise<{ user: AccountUser | null; session: AccountSession | null } | { error: AccountError }> {
  try {
    const auth = await authClient();
    const address = canonicalEmail(email);
    const options = { emailRedirectTo: confirmationPage(), data: { sign_up: markSignUp(address) } };
    const { data, error } = await withTimeout(auth.signUp({ email: address, password, options }), NO_ANSWER);
    if (error) return { error: accountError(error) };
    return { user: toUser(data.user), session: toSession(data.session) };
  } catch (error) {
    return { error: accountError(error) };
  }
}

/** Signs a user in. Lower-cases the email first. Throws an AccountError. (spec 5, 7) */
export async function logIn(email: string, password: string): Promise<void> {
  const credentials = { email: canonicalEmail(email), password };
  await throwOnError(async () => (await authClient()).signInWithPassword(credentials));
  // The next person in this tab must not find an unused link.
  removeStoredEmailToken();
  forgetLinkSession();
  removeSignUpMark();
}

/**
 * Ends the session here and on the user's other devices. Throws an AccountError if the service cannot be reached; the user then stays
 * signed in. (spec 7)
 */
export async function logOut(): Promise<void> {
  try {
    await withTimeout(signOut(await authClient()), NO_ANSWER);
  } catch (error) {
    throw accountError(error);
  }
}

async function signOut(auth: GoTrueClient): Promise<void> {
  const { error } = await auth.signOut();
  if (!error) return;
  // The service had already ended this session: nothing is left to do.
  const { data, error: sessionError } = await auth.getSession();
  if (data.session || sessionError) throw error;
}

/** Removes the session from this browser without calling the account service. */
export async function forgetSession(): Promise<void> {
  const auth = await authClientOrThrow();
  await withTimeout(auth.signOut({ scope: "local" }), NO_ANSWER);
}

/** Requests an email with a link to set a new password. Throws an AccountError. (spec 7) */
export async function sendPasswordResetEmail(email: string): Promise<void> {
  const redirectTo = `${window.location.origin}/update-password`;
  await throwOnError(async () => (await authClient()).resetPasswordForEmail(canonicalEmail(email), { redirectTo }));
}

/** Requests another confirmation email. Throws an AccountError. */
export async function resendConfirmationEmail(email: string): Promise<void> {
  const options = { emailRedirectTo: confirmationPage() };
  await throwOnError(async () =>
    (await authClient()).resend({ type: "signup", email: canonicalEmail(email), options }),
  );
}

/**
 * Sets the password of the signed-in user. The service can require the current password (CURRENT_PASSWORD_NEEDED). Throws an
 * AccountError. (spec 7, 11)
 */
export async function updateUserPassword(newPassword: string, currentPassword?: string): Promise<void> {
  const change = { password: newPassword, ...(currentPassword !== undefined && { current_password: currentPassword }) };
  await throwOnError(async () => (await authClient()).updateUser(change));
}

/**
 * Redeems the link of a confirmation email. Signs in only the browser whose sign-up set the password, and never switches accounts:
 * otherwise the sender of a link could learn what its visitor writes. Throws an AccountError, with status 403 for an invalid, used
 * or expired link. (spec 2, 11)
 */
export async function confirmEmail({ tokenHash, type }: EmailToken): Promise<Confirmation> {
  try {
    const own = await signedInUser();
    const { session } = await throwOnError(async () => (await linkClient()).verifyOtp({ token_hash: tokenHash, type }));
    if (!session) return "confirmed";
    const mark = signUpMark();
    const isSignedUpHere = own === null && mark?.email === session.user.email;
    const { sign_up: signUpId } = session.user.user_metadata as { sign_up?: string };
    // The account stores the id of the sign-up whose password counts. The embedded service removes both if another browser signs up, too.
    if (isSignedUpHere ? signUpId !== mark?.id : own === null && !signUpId) return "password-unknown";
    if (!isSignedUpHere && session.user.id !== own) {
      // If this fails, the unused session expires.
      void endLinkSession("local");
      return own === null ? "confirmed" : "other-account";
    }
    await throwOnError(async () => (await authClient()).setSession(session));
    forgetLinkSession();
    removeSignUpMark();
    return "signed-in";
  } catch (error) {
    throw accountError(error);
  }
}

/**
 * Redeems the link that sets a password and keeps its session in this tab, without signing in. Throws an AccountError, with status 403 for
 * an invalid, used or expired link. (spec 2, 11)
 */
export async function openRecoveryLink({ tokenHash, type }: EmailToken): Promise<void> {
  await throwOnError(async () => (await linkClient()).verifyOtp({ token_hash: tokenHash, type }));
}

/**
 * Sets the password of the account whose link was opened in this tab, and ends all of its sessions. Throws an AccountError if the password
 * is not set. (spec 4, 7, 11)
 */
export async function setPasswordByLink(newPassword: string): Promise<void> {
  const { user } = await throwOnError(async () => (await linkClient()).updateUser({ password: newPassword }));
  await endLinkSession("global");
  // The global sign-out has ended the session of this browser, too, if it is signed in to this account.
  if ((await signedInUser().catch(() => null)) === user?.id) await forgetSession().catch(() => {});
}

async function endLinkSession(scope: "local" | "global"): Promise<void> {
  await withTimeout(
    linkClient().then((link) => link.signOut({ scope })),
    NO_ANSWER,
  ).catch(() => {});
  forgetLinkSession();
}

async function signedInUser(): Promise<string | null> {
  if (!hasStoredSession()) return null;
  const { data } = await withTimeout((await authClient()).getSession(), NO_ANSWER);
  return data.session?.user.id ?? null;
}

/** Returns whether the service refused for good: it is neither busy nor unreachable. (spec 7) */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof AccountError) || error.status === undefined) return false;
  return error.status >= 400 && error.status < 500 && error.status !== 429;
}

async function throwOnError<Answer extends { data: unknown; error: unknown }>(
  ask: () => Promise<Answer>,
): Promise<Answer["data"]> {
  try {
    const { data, error } = await withTimeout(ask(), NO_ANSWER);
    if (error) throw error;
    return data;
  } catch (error) {
    throw accountError(error);
  }
}

/** Returns the page to which links in a project's default emails lead. Our own templates name the page themselves. */
function confirmationPage(): string {
  return `${window.location.origin}/auth/callback`;
}

async function authClientOrThrow() {
  try {
    return await authClient();
  } catch (error) {
    throw accountError(error);
  }
}

function accountError(error: unknown): AccountError {
  if (error instanceof AccountError) return error;
  if (!(error instanceof Error)) return new AccountError("");
  const { status, code } = error as { status?: unknown; code?: unknown };
  return new AccountError(
    error.message,
    noResponse(error) ? 0 : typeof status === "number" ? status : undefined,
    typeof code === "string" ? code : CODES_BY_WORDS.find(([words]) => error.message.includes(words))?.[1],
  );
}

/** Maps messages to codes, for versions of the account service before 2024, which send no codes. (spec 8) */
const CODES_BY_WORDS = [
  ["User already registered", "user_already_exists"],
  ["Invalid login credentials", "invalid_credentials"],
  ["Email not confirmed", "email_not_confirmed"],
] as const;

// The service stores emails in lower case: an account signed up with capitals could never log in.
function canonicalEmail(email: string): string {
  return email.trim().toLowerCase();
}
