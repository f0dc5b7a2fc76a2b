import { AuthClient, type GoTrueClient } from "@supabase/auth-js";
import { writeStored } from "./browser-storage";
import { projectOfPage } from "./database";
import type { sessionStore } from "./session-store";
import { ANSWER_TIMEOUT_MS } from "./time-limit";

export { isAuthRetryableFetchError } from "@supabase/auth-js";

/** Creates the client of the account service. Imported on demand: most visitors never sign in. */
export function newAuthClient(keeping: {
  storageKey: string;
  storage: typeof sessionStore;
  autoRefreshToken: boolean;
}): GoTrueClient {
  const { url, publishableKey } = projectOfPage();
  const client = new AuthClient({
    url: `${url}/auth/v1`,
    headers: { apikey: publishableKey },
    ...keeping,
    persistSession: true,
    // Ignore tokens in the URL: its author would choose the account in which a visitor writes.
    detectSessionInUrl: false,
    flowType: "implicit",
    fetch: (input, init) => fetch(input, { ...init, signal: init?.signal ?? AbortSignal.timeout(ANSWER_TIMEOUT_MS) }),
  });
  // However a session ends, remove what its account follows (follow-memory.ts).
  client.onAuthStateChange((event) => {
    if (event === "SIGNED_OUT") writeStored("localStorage", "gharsach-follows", null);
  });
  return client;
}
