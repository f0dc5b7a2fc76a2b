import { AccountError, forgetSession, isConnectionFailure } from "./accounts";
import { authClient, currentAccessToken } from "./supabase-auth";
import { inTime } from "./time-limit";

/**
 * Runs a request that needs a session, with its access token. When the request answers "refused" although there is a
 * session, its token is renewed and the request runs once more: the clock of the device may be wrong, or the token was
 * taken back. Answers "session-expired" when there is no session left; this browser has then forgotten it, and the page
 * knows. Throws when the account service does not answer, and whatever the request throws. (spec 6, 7)
 */
export async function asSignedIn<Answer>(
  request: (accessToken: string) => Promise<Answer | "refused">,
): Promise<Answer | "session-expired"> {
  const token = await answered(currentAccessToken());
  if (!token) return "session-expired";
  const first = await request(token);
  if (first !== "refused") return first;

  const renewed = await answered(renewedToken());
  const second = renewed ? await request(renewed) : "refused";
  if (second !== "refused") return second;
  // By its date the session may still seem good; kept, it would only be refused again.
  await answered(forgetSession());
  return "session-expired";
}

/** Whether a request, or the code it needs, got no answer: the failure itself or what caused it says so. (spec 8) */
export function isConnectionLost(failure: unknown): boolean {
  if (!(failure instanceof Error)) return false;
  const { status } = failure as { status?: unknown };
  const isOwn = isConnectionFailure(new AccountError(failure.message, typeof status === "number" ? status : undefined));
  return isOwn || isConnectionLost(failure.cause);
}

async function renewedToken(): Promise<string | null> {
  const auth = await authClient();
  const { data, error } = await inTime(auth.refreshSession(), "The account service did not answer in time.");
  if (data.session) return data.session.access_token;
  const { isAuthRetryableFetchError } = await import("~/data/auth-client");
  if (isAuthRetryableFetchError(error)) throw error;
  return null;
}

async function answered<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (failure) {
    throw new Error("The account service could not be reached.", { cause: failure });
  }
}
