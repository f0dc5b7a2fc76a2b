import type { Session } from "@supabase/auth-js";
import { forgetSession } from "./accounts";
import { authClient } from "./supabase-auth";
import { withTimeout } from "./time-limit";

/**
 * Runs a request with the access token of the session. If the request returns "refused", refreshes the token and retries once: the
 * device's clock may be wrong, or the token was revoked. Returns "session-expired" without a session, or if the token cannot be
 * refreshed or is refused again; then removes the session from this browser. Throws if the account service does not respond or the
 * request throws. (spec 6, 7)
 */
export async function asSignedIn<Answer>(
  request: (accessToken: string) => Promise<Answer | "refused">,
): Promise<Answer | "session-expired"> {
  const token = await orUnreachable(currentAccessToken());
  if (!token) return "session-expired";
  const first = await request(token);
  if (first !== "refused") return first;

  const renewed = await orUnreachable(renewedAccessToken());
  const second = renewed ? await request(renewed) : "refused";
  if (second !== "refused") return second;
  // Remove the session: its expiry date may be in the future, and later requests would only be refused again.
  await orUnreachable(forgetSession());
  return "session-expired";
}

/**
 * Returns the access token of the signed-in user, refreshed if it is about to expire, or null. Throws if it cannot be refreshed because the
 * account service does not respond: the request must not be sent anonymously. (spec 7)
 */
export async function currentAccessToken(): Promise<string | null> {
  return tokenOf((await authClient()).getSession());
}

async function renewedAccessToken(): Promise<string | null> {
  return tokenOf((await authClient()).refreshSession());
}

async function tokenOf(answer: Promise<{ data: { session: Session | null }; error: unknown }>): Promise<string | null> {
  const { data, error } = await withTimeout(answer, "The account service did not answer in time.");
  if (data.session) return data.session.access_token;
  const { isAuthRetryableFetchError } = await import("./auth-client");
  if (isAuthRetryableFetchError(error)) throw error;
  return null;
}

async function orUnreachable<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (failure) {
    throw new Error("The account service could not be reached.", { cause: failure });
  }
}
