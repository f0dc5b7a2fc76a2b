import { readStoredJson, writeStored } from "./browser-storage";

/**
 * What a page was opened with: an unverified token, the service's word that it has verified the link, its refusal with a code (or
 * an empty one), or nothing.
 */
export type EmailLink =
  { kind: "token"; token: EmailToken } | { kind: "checked" } | { kind: "error"; code: string } | { kind: "none" };

export interface EmailToken {
  tokenHash: string;
  type: EmailTokenType;
}

const EMAIL_TOKEN_TYPES = ["signup", "email", "recovery", "invite", "magiclink", "email_change"] as const;
type EmailTokenType = (typeof EMAIL_TOKEN_TYPES)[number];

/** In session storage. */
const STORAGE_KEY = "gharsach-email-link";

/**
 * Parses the address that an e-mail led to: `?token_hash=…&type=…`, `#error_code=…` (the service repeats errors in the query), or what
 * the default e-mails of a project lead to once the service has verified the link: `#access_token=…` or `?code=…`. Anybody can write
 * an address: no words and no session are taken from it. (spec 4)
 */
export function readEmailLink({ search, hash }: { search: string; hash: string }): EmailLink {
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.replace(/^#/, ""));
  for (const params of [fragment, query]) {
    if (params.has("error_description") || params.has("error") || params.has("error_code")) {
      return { kind: "error", code: params.get("error_code") ?? "" };
    }
  }
  const tokenHash = query.get("token_hash");
  const type = EMAIL_TOKEN_TYPES.find((known) => known === query.get("type"));
  if (tokenHash && type) return { kind: "token", token: { tokenHash, type } };
  return query.has("code") || fragment.has("access_token") ? { kind: "checked" } : { kind: "none" };
}

/** Removes tokens from the address bar, and so from history, screenshots and Referer headers. */
export function hideEmailLink(): void {
  window.history.replaceState(window.history.state, "", window.location.pathname);
}

/** Stores an unused token for reloads of its page in this tab, in place of any other. (spec 2) */
export function storeEmailToken(page: string, { tokenHash, type }: EmailToken): void {
  writeStored("sessionStorage", STORAGE_KEY, JSON.stringify({ page, tokenHash, type }));
}

/** The unused token that led this tab to this page, or null. Malformed storage is ignored. (spec 2) */
export function storedEmailToken(page: string): EmailToken | null {
  const stored = (readStoredJson("sessionStorage", STORAGE_KEY) ?? {}) as Record<string, unknown>;
  const type = EMAIL_TOKEN_TYPES.find((known) => known === stored.type);
  if (!type || stored.page !== page || typeof stored.tokenHash !== "string" || stored.tokenHash === "") return null;
  return { tokenHash: stored.tokenHash, type };
}

/** For a token that was used, is invalid, or is no longer needed. */
export function removeStoredEmailToken(): void {
  writeStored("sessionStorage", STORAGE_KEY, null);
}
