import { readStoredJson, writeStored } from "./browser-storage";

/**
 * What a page was opened with: an unverified token, a session in the fragment, the service's word that it has verified the
 * link, its refusal, or nothing.
 */
export type EmailLink =
  | { kind: "token"; token: EmailToken }
  | { kind: "session"; hash: string }
  | { kind: "checked" }
  | { kind: "error"; description: string }
  | { kind: "none" };

export interface EmailToken {
  tokenHash: string;
  type: EmailTokenType;
}

const EMAIL_TOKEN_TYPES = ["signup", "email", "recovery", "invite", "magiclink", "email_change"] as const;
type EmailTokenType = (typeof EMAIL_TOKEN_TYPES)[number];

/** In session storage. */
const STORAGE_KEY = "gharsach-email-link";

/** The address is untrusted input: no more than a sentence of it is shown. */
const MAX_DESCRIPTION_LENGTH = 200;

/**
 * Parses the address that an e-mail led to: `?token_hash=…&type=…`, `#access_token=…&refresh_token=…`,
 * `#error_description=…` (the service repeats errors in the query), or `?code=…` of a sign-up that began in another client: the
 * link was valid, the session is not ours. (spec 4)
 */
export function readEmailLink({ search, hash }: { search: string; hash: string }): EmailLink {
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.replace(/^#/, ""));
  for (const params of [fragment, query]) {
    if (params.has("error_description") || params.has("error") || params.has("error_code")) {
      return { kind: "error", description: plainSentence(params.get("error_description") ?? "") };
    }
  }
  if (fragment.get("access_token") && fragment.get("refresh_token")) return { kind: "session", hash };
  const tokenHash = query.get("token_hash");
  const type = EMAIL_TOKEN_TYPES.find((known) => known === query.get("type"));
  if (tokenHash && type) return { kind: "token", token: { tokenHash, type } };
  return query.has("code") ? { kind: "checked" } : { kind: "none" };
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

function plainSentence(text: string): string {
  return text
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, MAX_DESCRIPTION_LENGTH);
}
