import { characterCount } from "./plain-text";

export const MIN_PASSWORD_LENGTH = 6;
/** bcrypt, which hashes passwords here and in hosted projects, reads no further. */
const MAX_PASSWORD_BYTES = 72;

/**
 * Whether a text has the simple form of an e-mail address: text, @, text, dot, text, without spaces, brackets or marks that
 * separate addresses. Must match private.is_email in the database. (spec 5)
 */
export function isEmail(text: string): boolean {
  return /^[^\s@<>()[\]:;,\\"]+@[^\s@<>()[\]:;,\\"]+\.[^\s@<>()[\]:;,\\"]+$/.test(text);
}

/** Whether a new password has enough characters. (spec 5) */
export function isLongEnoughPassword(password: string): boolean {
  return characterCount(password) >= MIN_PASSWORD_LENGTH;
}

/** Whether a new password has an end that would count for nothing: a letter of an Indian script takes three bytes. */
export function isTooLongPassword(password: string): boolean {
  return new TextEncoder().encode(password).length > MAX_PASSWORD_BYTES;
}
