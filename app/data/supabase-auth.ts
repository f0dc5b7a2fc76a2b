import type { AuthChangeEvent, GoTrueClient, Session } from "@supabase/auth-js";
import { followStored, readStored } from "./browser-storage";
import { sessionStore } from "./session-store";

export const SESSION_STORAGE_KEY = "gharsach-auth";

let client: Promise<GoTrueClient> | null = null;
let loadedClient: GoTrueClient | null = null;
const waitingForClient = new Set<(client: GoTrueClient) => void>();

/** Returns whether this browser stores a session, expired or not. Needs no account client, so readers never download it. (spec 3) */
export function hasStoredSession(): boolean {
  return readStored("localStorage", SESSION_STORAGE_KEY) !== null;
}

/**
 * Returns the page's account client, downloaded at the first call. The client checks the session every 30 s, refreshes it within
 * three checks of its expiry, and backs off exponentially from 200 ms. Throws if the site has no accounts or the download fails;
 * the next call retries. (spec 7, 9)
 */
export function authClient(): Promise<GoTrueClient> {
  client ??= loadClient().catch((error: unknown) => {
    client = null;
    throw error;
  });
  return client;
}

/**
 * Calls the listener with the current session and after every change in any tab. Without a stored session, calls it at once with
 * null and downloads the client only at a sign-in. Returns a function that unsubscribes. (spec 4)
 */
export function followSession(listener: (event: AuthChangeEvent, session: Session | null) => void): () => void {
  let unsubscribe = () => {};
  function attach(loaded: GoTrueClient) {
    const { subscription } = loaded.onAuthStateChange((event, session) => listener(event, session)).data;
    unsubscribe = () => subscription.unsubscribe();
  }
  // Pages work without the client; logging in retries the download.
  function load() {
    authClient().catch(() => listener("INITIAL_SESSION", null));
  }

  if (loadedClient) {
    attach(loadedClient);
  } else {
    waitingForClient.add(attach);
    if (client || hasStoredSession()) load();
    else listener("INITIAL_SESSION", null);
  }
  // Once loaded, auth-js listens to other tabs.
  const stopFollowing = followStored(SESSION_STORAGE_KEY, () => {
    if (!loadedClient && hasStoredSession()) load();
  });

  return () => {
    waitingForClient.delete(attach);
    stopFollowing();
    unsubscribe();
  };
}

async function loadClient(): Promise<GoTrueClient> {
  const code = await import("./auth-client");
  const loaded = code.newAuthClient({ storageKey: SESSION_STORAGE_KEY, storage: sessionStore, autoRefreshToken: true });
  loadedClient = loaded;
  for (const attach of waitingForClient) attach(loaded);
  waitingForClient.clear();
  return loaded;
}
