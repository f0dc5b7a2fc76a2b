import type { GoTrueClient } from "@supabase/auth-js";
import { readStoredJson } from "./browser-storage";
import { tabSessionStore } from "./session-store";

const STORAGE_KEY = "gharsach-link";

let client: Promise<GoTrueClient> | null = null;

/**
 * The account client for what the link of an e-mail opens. It is kept in this tab, apart from who is signed in: the sender of a link would
 * otherwise choose the account in which a visitor writes. Throws when the client cannot be downloaded; the next call tries again.
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

/** Whether a link was opened in this tab and has not been used for a password yet. */
export function hasLinkSession(): boolean {
  return tabSessionStore.getItem(STORAGE_KEY) !== null;
}

/** Returns the email of the account whose link was opened in this tab, "" if it is not known. */
export function linkSessionEmail(): string {
  const { user } = (readStoredJson("sessionStorage", STORAGE_KEY) ?? {}) as { user?: { email?: unknown } };
  return typeof user?.email === "string" ? user.email : "";
}

/** Removes it from this tab; the account service does not hear of it. */
export function forgetLinkSession(): void {
  tabSessionStore.removeItem(STORAGE_KEY);
}
