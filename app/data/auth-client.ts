import { AuthClient, type GoTrueClient, type GoTrueClientOptions } from "@supabase/auth-js";
import { projectOfPage } from "./database";
import { sessionStore } from "./session-store";
import { ANSWER_TIMEOUT_MS } from "./time-limit";

export { isAuthRetryableFetchError } from "@supabase/auth-js";

/**
 * A client of this site's account service. Imported when it is needed: most visitors never sign in.
 */
export function newAuthClient(
  keeping: Required<Pick<GoTrueClientOptions, "storageKey" | "persistSession" | "autoRefreshToken">>,
): GoTrueClient {
  const { url, publishableKey } = projectOfPage();
  return new AuthClient({
    url: `${url}/auth/v1`,
    headers: { apikey: publishableKey },
    ...keeping,
    storage: sessionStore,
    // /auth/callback and /update-password, where e-mails lead, read their addresses themselves.
    detectSessionInUrl: false,
    flowType: "implicit",
    fetch: (input, init) => fetch(input, { ...init, signal: init?.signal ?? AbortSignal.timeout(ANSWER_TIMEOUT_MS) }),
  });
}
