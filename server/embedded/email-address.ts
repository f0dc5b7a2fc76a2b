import { domainToASCII } from "node:url";

/** Matches one plain address: with comments, brackets and lists such as `(1)asha@example.in` a mailbox could have any number of accounts. */
const PLAIN_EMAIL = /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+@[a-z\d-]+(?:\.[a-z\d-]+)+$/u;
const MAX_LENGTH = 254;

/** Returns the canonical spelling of an address: in lower case, with normal letters (NFKC) and an ASCII domain. */
export function normalEmail(text: string): string {
  const address = text.normalize("NFKC").trim().toLowerCase().normalize("NFKC");
  const at = address.lastIndexOf("@");
  return at < 0 ? address : `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`;
}

/** Returns a key that all addresses of a mailbox share: without +tag and Gmail's dots. For limits only. Must match private.mailbox_key. */
export function mailboxKey(address: string): string {
  const [, name = "", domain = ""] = /^(.+?)(?:\+.*)?@([^@]*?)\.*$/.exec(address) ?? [];
  return /^g(?:oogle)?mail\.com$/.test(domain) ? `${name.replaceAll(".", "")}@gmail.com` : `${name}@${domain}`;
}

/** Returns the problem of a normalized address, in Supabase Auth's words, or null. */
export function faultOfEmail(address: string): string | null {
  if (address.length > MAX_LENGTH) return "An email address is too long";
  return PLAIN_EMAIL.test(address) ? null : "Unable to validate email address: invalid format";
}
