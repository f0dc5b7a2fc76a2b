import { readStoredJson, writeStored } from "./browser-storage";

/**
 * The link that opened a page: an unverified token, a link that the account service has verified, a link that it refused (with its
 * error code), or none.
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
 * Parses the URL of a link in an email: `?token_hash=…&type=…`; `#error_code=…` (also in the query); or, for a project's default emails
 * after verification, `#access_token=…` or `?code=…`. Ignores error texts and sessions in the URL, because URLs are untrusted. (spec 4)
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

/** Removes tokens from the URL, and so from history, screenshots and Referer headers. */
export function hideEmailLink(): void {
  window.history.replaceState(window.history.state, "", window.location.pathname);
}

/** Stores an unused token for reloads of its page in this tab. (spec 2) */
export function storeEmailToken(page: string, { tokenHash, type }: EmailToken): void {
  writeStored("sessionStorage", STORAGE_KEY, JSON.stringify({ page, tokenHash, type }));
}

/** Returns the unused token that opened this page in this tab, or null. Ignores malformed storage. (spec 2) */
export function storedEmailToken(page: string): EmailToken | null {
  const stored = (readStoredJson("sessionStorage", STORAGE_KEY) ?? {}) as Record<string, unknown>;
  const type = EMAIL_TOKEN_TYPES.find((known) => known === stored.type);
  if (!type || stored.page !== page || typeof stored.tokenHash !== "string" || stored.tokenHash === "") return null;
  return { tokenHash: stored.tokenHash, type };
}

/** Removes the token once it was used or is not needed. */
export function removeStoredEmailToken(): void {
  writeStored("sessionStorage", STORAGE_KEY, null);
}
