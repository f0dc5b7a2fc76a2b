import type { AuthChangeEvent, GoTrueClient, Session } from "@supabase/auth-js";
import { followStored, readStored } from "./browser-storage";
import { sessionStore } from "./session-store";

/** Where the session of this browser is kept, in local storage. */
export const SESSION_STORAGE_KEY = "gharsach-auth";

let client: Promise<GoTrueClient> | null = null;
let loadedClient: GoTrueClient | null = null;
const waitingForClient = new Set<(client: GoTrueClient) => void>();

/**
 * Whether a session is stored in this browser, expired or not. Answers without the account client, so that a visitor who
 * never signed in does not download it. (spec 3)
 */
export function hasStoredSession(): boolean {
  return readStored("localStorage", SESSION_STORAGE_KEY) !== null;
}

/**
 * The one account client of this page, downloaded at the first call. It checks the session every 30 s, refreshes it
 * within three checks of its end, and backs off from 200 ms, doubling, all by itself. Throws when this site has no
 * accounts or the client cannot be downloaded; the next call tries again. (spec 7, 9)
 */
export function authClient(): Promise<GoTrueClient> {
  client ??= loadClient().catch((error: unknown) => {
    client = null;
    throw error;
  });
  return client;
}

/**
 * Calls the listener with the session as it is now and at every change, in this tab and in others. Without a stored
 * session the answer is immediate, and the client is downloaded only at a sign-in. Returns how to stop. (spec 4)
 */
export function followSession(listener: (event: AuthChangeEvent, session: Session | null) => void): () => void {
  let unsubscribe = () => {};
  function attach(loaded: GoTrueClient) {
    const { subscription } = loaded.onAuthStateChange((event, session) => listener(event, session)).data;
    unsubscribe = () => subscription.unsubscribe();
  }
  // Pages can be read without the client; logging in retries the download.
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
  // Once the client is loaded, auth-js follows the other tabs by itself.
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
