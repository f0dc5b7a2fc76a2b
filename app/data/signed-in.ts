import { authClient, currentAccessToken } from "./supabase-auth";

/**
 * Runs a request that needs a session, with its access token. When the request answers "refused" although there is a
 * session, its token is renewed and the request runs once more: the clock of the device may be wrong, or the token was
 * taken back. Answers "session-expired" when there is no session to renew. Throws when the account service does not
 * answer, and whatever the request throws. (spec 6, 7)
 */
export async function asSignedIn<Answer>(
  request: (accessToken: string) => Promise<Answer | "refused">,
): Promise<Answer | "session-expired"> {
  const token = await answered(currentAccessToken());
  if (!token) return "session-expired";
  const first = await request(token);
  if (first !== "refused") return first;

  const renewed = await answered(renewedToken());
  if (!renewed) return "session-expired";
  const second = await request(renewed);
  return second === "refused" ? "session-expired" : second;
}

// A session that cannot be renewed is forgotten by the account client itself, which tells the page.
async function renewedToken(): Promise<string | null> {
  const auth = await authClient();
  const { data } = await auth.refreshSession();
  return data.session?.access_token ?? null;
}

async function answered<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (failure) {
    throw new Error("The account service could not be reached.", { cause: failure });
  }
}
