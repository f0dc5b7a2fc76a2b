import type { GoTrueClient } from "@supabase/auth-js";
import { noResponse } from "./connection-lost";
import { type EmailToken, removeStoredEmailToken } from "./email-link";
import { forgetLinkSession, linkClient } from "./link-session";
import { type AccountSession, type AccountUser, toSession, toUser } from "./session";
import { markSignUp, removeSignUpMark, signUpMark } from "./sign-up-mark";
import { authClient, hasStoredSession } from "./supabase-auth";
import { withTimeout } from "./time-limit";

/** The account service refused or gave no answer. */
export class AccountError extends Error {
  override readonly name = "AccountError";
  /** The HTTP status, or what it would be for a refusal of our own (400, 409); 0 without a response; else undefined. */
  readonly status: number | undefined;
  /** The service's own word: `invalid_credentials`, `email_not_confirmed`. */
  readonly code: string | undefined;

  constructor(message: string, status?: number, code?: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The service wants the current password, or a link that was opened just now. */
export const CURRENT_PASSWORD_NEEDED = "current_password_required";

/**
 * What the link of a sign-up led to: this browser is signed in; the address is confirmed, and its owner may log in; it is, and the
 * password is another's than this browser's (a link session sets one); or it is, and another account is signed in here, and stays so.
 */
export type Confirmation = "signed-in" | "confirmed" | "password-unknown" | "other-account";

const NO_ANSWER = "The account service did not answer in time.";

/**
 * Creates an account. Resolves to its user and, where no confirmation is needed, a session; to neither in the odd case
 * that the service says nothing; or to the error, which is returned and not thrown. (spec 4, 7)
 */
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

/** Signs a user in; the e-mail address is lower-cased first. Throws an AccountError. (spec 5, 7) */
export async function logIn(email: string, password: string): Promise<void> {
  const credentials = { email: canonicalEmail(email), password };
  await throwOnError(async () => (await authClient()).signInWithPassword(credentials));
  // The next person in this tab must not find an unused link.
  removeStoredEmailToken();
  forgetLinkSession();
  removeSignUpMark();
}

/**
 * Ends the session, here and on the person's other devices. Throws an AccountError when the service could not be reached;
 * the person is still signed in then. (spec 7)
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
  // A session that the service had ended already is gone from this device too: that is what was asked for.
  const { data, error: sessionError } = await auth.getSession();
  if (data.session || sessionError) throw error;
}

/** Removes the session from this browser, whether or not the account service can be reached. */
export async function forgetSession(): Promise<void> {
  const auth = await authClientOrThrow();
  await withTimeout(auth.signOut({ scope: "local" }), NO_ANSWER);
}

/** Asks for an e-mail with a link to set a new password. Throws an AccountError. (spec 7) */
export async function sendPasswordResetEmail(email: string): Promise<void> {
  const redirectTo = `${window.location.origin}/update-password`;
  await throwOnError(async () => (await authClient()).resetPasswordForEmail(canonicalEmail(email), { redirectTo }));
}

/** Asks for another confirmation e-mail. Throws an AccountError. */
export async function resendConfirmationEmail(email: string): Promise<void> {
  const options = { emailRedirectTo: confirmationPage() };
  await throwOnError(async () =>
    (await authClient()).resend({ type: "signup", email: canonicalEmail(email), options }),
  );
}

/** Sets the password of the signed-in user, who knows the current one. Throws an AccountError. (spec 7, 11) */
export async function updateUserPassword(newPassword: string, currentPassword?: string): Promise<void> {
  const change = { password: newPassword, ...(currentPassword !== undefined && { current_password: currentPassword }) };
  await throwOnError(async () => (await authClient()).updateUser(change));
}

/**
 * Uses up the link that confirms an e-mail. It signs in only the browser that signed up, with the password that counts, and moves nobody
 * to another account: what a visitor writes there would be another's, who could tell which review it is. Throws an AccountError: with
 * status 403 for a link that is invalid, used or too old. (spec 2, 11)
 */
export async function confirmEmail({ tokenHash, type }: EmailToken): Promise<Confirmation> {
  try {
    const own = await signedInUser();
    const { session } = await throwOnError(async () => (await linkClient()).verifyOtp({ token_hash: tokenHash, type }));
    if (!session) return "confirmed";
    const mark = signUpMark();
    const isSignedUpHere = own === null && mark?.email === session.user.email;
    const { sign_up: signUpId } = session.user.user_metadata as { sign_up?: string };
    // Without an id nobody's password counts: two browsers signed up with two.
    if (isSignedUpHere ? signUpId !== mark?.id : own === null && !signUpId) return "password-unknown";
    if (!isSignedUpHere && session.user.id !== own) {
      // Should this fail, the unused session expires by itself.
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
 * Uses up the link that sets a password, and keeps what it opens in this tab: nobody is signed in. Throws an AccountError: with status 403
 * for a link that is invalid, used or too old. (spec 2, 11)
 */
export async function openRecoveryLink({ tokenHash, type }: EmailToken): Promise<void> {
  await throwOnError(async () => (await linkClient()).verifyOtp({ token_hash: tokenHash, type }));
}

/**
 * Sets the password of the account whose link was opened in this tab, and ends all its sessions, one that was begun with the old
 * password among them. Throws an AccountError where the password is not set. (spec 4, 7, 11)
 */
export async function setPasswordByLink(newPassword: string): Promise<void> {
  const { user } = await throwOnError(async () => (await linkClient()).updateUser({ password: newPassword }));
  await endLinkSession("global");
  // Its session has ended on the service.
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

/** Whether the service said no for good, and not that it is busy or cannot be reached. (spec 7) */
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

/** Where the links of a project's default e-mails lead; those of our own templates name the page themselves. */
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

/** Of services before 2024, which send no codes. (spec 8) */
const CODES_BY_WORDS = [
  ["User already registered", "user_already_exists"],
  ["Invalid login credentials", "invalid_credentials"],
  ["Email not confirmed", "email_not_confirmed"],
] as const;

// The service stores addresses in lower case: sent as typed, they would let people sign up and never log in.
function canonicalEmail(email: string): string {
  return email.trim().toLowerCase();
}
