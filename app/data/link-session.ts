import type { GoTrueClient } from "@supabase/auth-js";
import { readStoredJson } from "./browser-storage";
import { tabSessionStore } from "./session-store";

const STORAGE_KEY = "gharsach-link";

let client: Promise<GoTrueClient> | null = null;

/**
 * Returns the account client for the session of a link in an email. The session stays in this tab, apart from the signed-in
 * account: otherwise the sender of a link would choose the account in which a visitor writes. Throws if the client cannot be
 * downloaded; the next call retries.
 */
export function linkClient(): Promise<GoTrueClient> {
  client ??= import("./auth-client")
    .then(({ newAuthClient }) =>
      newAuthClient({ storageKey: STORAGE_KEY, storage: tabSessionStore, autoRefreshToken: false }),
    )
    .catch((error: unknown) => {
      client = null;
      throw error;
    });
  return client;
}

/** Returns whether a link was opened in this tab and not yet used for a password. */
export function hasLinkSession(): boolean {
  return tabSessionStore.getItem(STORAGE_KEY) !== null;
}

/** Returns the email of the account whose link was opened in this tab, "" if it is unknown. */
export function linkSessionEmail(): string {
  const { user } = (readStoredJson("sessionStorage", STORAGE_KEY) ?? {}) as { user?: { email?: unknown } };
  return typeof user?.email === "string" ? user.email : "";
}

/** Removes the link's session from this tab without calling the account service. */
export function forgetLinkSession(): void {
  tabSessionStore.removeItem(STORAGE_KEY);
}
