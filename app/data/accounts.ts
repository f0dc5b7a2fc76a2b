import type { AuthError, GoTrueClient, Session } from "@supabase/auth-js";
import { isCaptchaWanted, takeCaptchaToken } from "./captcha";
import { noResponse } from "./connection-lost";
import { type EmailToken, removeStoredEmailToken } from "./email-link";
import { type AccountSession, type AccountUser, toSession, toUser } from "./session";
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

/** The captcha is not solved, or was solved too long ago. */
export const CAPTCHA_FAILED = "captcha_failed";

/** The link belongs to another account than the one that is signed in. */
export const OTHER_ACCOUNT = "other_account";

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
    const options = { emailRedirectTo: confirmationPage(), ...captchaOptions() };
    const { data, error } = await withTimeout(
      auth.signUp({ email: canonicalEmail(email), password, options }),
      NO_ANSWER,
    );
    if (error) return { error: accountError(error) };
    return { user: toUser(data.user), session: toSession(data.session) };
  } catch (error) {
    return { error: accountError(error) };
  }
}

/** Signs a user in; the e-mail address is lower-cased first. Throws an AccountError. (spec 5, 7) */
export async function logIn(email: string, password: string): Promise<void> {
  const credentials = { email: canonicalEmail(email), password };
  await throwOnError(async () =>
    (await authClient()).signInWithPassword({ ...credentials, options: captchaOptions() }),
  );
  // The next person in this tab must not find an unused link.
  removeStoredEmailToken();
}

/**
 * Ends the session, here and on the person's other devices. Throws an AccountError when the service could not be told;
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

/** Removes the session from this browser, whether or not the account service can be told. */
export async function forgetSession(): Promise<void> {
  const auth = await authClientOrThrow();
  await withTimeout(auth.signOut({ scope: "local" }), NO_ANSWER);
}

/** Asks for a mail with a link to set a new password. Throws an AccountError. (spec 7) */
export async function sendPasswordResetEmail(email: string): Promise<void> {
  const redirectTo = `${window.location.origin}/update-password`;
  await throwOnError(async () =>
    (await authClient()).resetPasswordForEmail(canonicalEmail(email), { redirectTo, ...captchaOptions() }),
  );
}

/** Asks for another confirmation mail. Throws an AccountError. */
export async function resendConfirmationEmail(email: string): Promise<void> {
  const mail = { type: "signup", email: canonicalEmail(email) } as const;
  const emailRedirectTo = confirmationPage();
  await throwOnError(async () =>
    (await authClient()).resend({ ...mail, options: { emailRedirectTo, ...captchaOptions() } }),
  );
}

/** Sets the password of the signed-in user, who knows the current one. Throws an AccountError. (spec 7, 11) */
export async function updateUserPassword(newPassword: string, currentPassword?: string): Promise<void> {
  const change = { password: newPassword, ...(currentPassword !== undefined && { current_password: currentPassword }) };
  await throwOnError(async () => (await authClient()).updateUser(change));
}

/**
 * Uses up the link that confirms an e-mail, and signs its owner in. Throws an AccountError: with status 403 for a link that
 * is invalid, used or too old, and with the code OTHER_ACCOUNT where another user is signed in, and stays so. (spec 2)
 */
export function confirmEmail({ tokenHash, type }: EmailToken): Promise<AccountSession | null> {
  return takeOver((auth) => auth.verifyOtp({ token_hash: tokenHash, type }));
}

/**
 * Uses up the link of an e-mail and signs its owner in, replacing any other session. Throws an AccountError: with status
 * 403 for a link that is invalid, used or too old. (spec 2)
 */
export async function verifyEmailLink({ tokenHash, type }: EmailToken): Promise<AccountSession | null> {
  const data = await throwOnError(async () => (await authClient()).verifyOtp({ token_hash: tokenHash, type }));
  return toSession(data.session);
}

/**
 * Takes over the session that the service put into the fragment of an address, as hosted projects do with their own
 * e-mail templates. Throws an AccountError when it is not a valid one, and with the code OTHER_ACCOUNT where another user
 * is signed in, and stays so. (spec 2)
 */
export function setSessionFromFragment(hash: string): Promise<AccountSession | null> {
  const fragment = new URLSearchParams(hash.replace(/^#/, ""));
  const tokens = {
    access_token: fragment.get("access_token") ?? "",
    refresh_token: fragment.get("refresh_token") ?? "",
  };
  return takeOver((auth) => auth.setSession(tokens));
}

/**
 * Signs in the owner of a link. A link never switches a signed-in user to another account: what they write there
 * would be another's, who could tell which review it is.
 */
async function takeOver(
  open: (auth: GoTrueClient) => Promise<{ data: { session: Session | null }; error: AuthError | null }>,
): Promise<AccountSession | null> {
  try {
    const own = await signedInUser();
    if (!own) return toSession((await throwOnError(async () => open(await authClient()))).session);
    const { newAuthClient } = await import("./auth-client");
    const apart = newAuthClient({ storageKey: "gharsach-auth-apart", persistSession: false, autoRefreshToken: false });
    const { session } = await throwOnError(() => open(apart));
    if (!session) return null;
    if (session.user.id === own) {
      return toSession((await throwOnError(async () => (await authClient()).setSession(session))).session);
    }
    // Should this fail, the unused session expires by itself.
    apart.signOut({ scope: "local" }).catch(() => {});
    throw new AccountError("Another account is signed in.", 409, OTHER_ACCOUNT);
  } catch (error) {
    throw accountError(error);
  }
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

/**
 * What shows the service that a person asks; nothing where this site has no such check. Throws, in the service's own word,
 * when the check is not done.
 */
function captchaOptions(): { captchaToken?: string } {
  if (!isCaptchaWanted()) return {};
  const captchaToken = takeCaptchaToken();
  if (captchaToken === null) throw new AccountError("The captcha is not solved.", 400, CAPTCHA_FAILED);
  return { captchaToken };
}

/** Where the links of a project's default letters lead; those of our own templates name the page themselves. */
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
    typeof code === "string" ? code : undefined,
  );
}

// The service stores addresses in lower case: sent as typed, they would let people sign up and never log in.
function canonicalEmail(email: string): string {
  return email.trim().toLowerCase();
}
