import { AuthClient, type GoTrueClient, type GoTrueClientOptions } from "@supabase/auth-js";
import { browserDatabase } from "~/data/database";
import { ANSWER_TIMEOUT_MS } from "~/data/time-limit";

export { isAuthRetryableFetchError } from "@supabase/auth-js";

/**
 * A client of this site's account service. Throws when this site has no accounts. Imported when it is needed: most visitors
 * never sign in.
 */
export function newAuthClient(
  keeping: Required<Pick<GoTrueClientOptions, "storageKey" | "persistSession" | "autoRefreshToken">>,
): GoTrueClient {
  const database = browserDatabase();
  if (database.kind === "browser") throw new Error("Accounts are unavailable: this site has no database.");
  return new AuthClient({
    url: `${database.url}/auth/v1`,
    headers: { apikey: database.publishableKey },
    ...keeping,
    // The two pages that e-mails link to read their own addresses.
    detectSessionInUrl: false,
    flowType: "implicit",
    fetch: (input, init) => fetch(input, { ...init, signal: init?.signal ?? AbortSignal.timeout(ANSWER_TIMEOUT_MS) }),
  });
}
