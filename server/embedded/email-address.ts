import { domainToASCII } from "node:url";

/**
 * One plain address. Mail programs read comments, brackets and lists in it (`(1)asha@example.in`), so that one mailbox
 * would have any number of accounts.
 */
const PLAIN_EMAIL = /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+@[a-z\d-]+(?:\.[a-z\d-]+)+$/u;
const MAX_LENGTH = 254;

/** The one way in which the address of a mailbox is written here: capital letters, fullwidth ones and umlauts have several. */
export function normalEmail(text: string): string {
  const address = text.normalize("NFKC").trim().toLowerCase().normalize("NFKC");
  const at = address.lastIndexOf("@");
  return at < 0 ? address : `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`;
}

/**
 * The same for all addresses of one mailbox: without a +tag, and without the dots of Gmail. For limits alone. Must match
 * private.mailbox_key in the database.
 */
export function mailboxKey(address: string): string {
  const [, name = "", domain = ""] = /^(.+?)(?:\+.*)?@([^@]*?)\.*$/.exec(address) ?? [];
  return /^g(?:oogle)?mail\.com$/.test(domain) ? `${name.replaceAll(".", "")}@gmail.com` : `${name}@${domain}`;
}

/** What is wrong with an address that has been normalised, in the words of Supabase Auth; null when nothing is. */
export function faultOfEmail(address: string): string | null {
  if (address.length > MAX_LENGTH) return "An email address is too long";
  return PLAIN_EMAIL.test(address) ? null : "Unable to validate email address: invalid format";
}
