import type { Session } from "@supabase/auth-js";
import { forgetSession } from "./accounts";
import { authClient } from "./supabase-auth";
import { withTimeout } from "./time-limit";

/**
 * Runs a request that needs a session, with its access token. When the request answers "refused" although there is a
 * session, its token is renewed and the request runs once more: the clock of the device may be wrong, or the token was
 * taken back. Answers "session-expired" when there is no session left; this browser has then forgotten it, and the page
 * knows. Throws when the account service does not answer, and whatever the request throws. (spec 6, 7)
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
  // By its date the session may still seem good; kept, it would only be refused again.
  await orUnreachable(forgetSession());
  return "session-expired";
}

/**
 * The access token of the signed-in user, refreshed when it is about to expire, or null. Throws when it has to be
 * refreshed and the account service does not answer: the request it is for must not go out as an anonymous one. (spec 7)
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
