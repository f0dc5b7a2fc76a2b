import { characterCount } from "./plain-text";

export const MIN_PASSWORD_LENGTH = 6;
/** bcrypt ignores further bytes, in server/embedded and in hosted projects. */
const MAX_PASSWORD_BYTES = 72;

/**
 * Returns whether a text looks like an email address: text, @, text, dot, text, without spaces, brackets or separators of
 * addresses. Must match private.is_email in the database. (spec 5)
 */
export function isEmail(text: string): boolean {
  return /^[^\s@<>()[\]:;,\\"]+@[^\s@<>()[\]:;,\\"]+\.[^\s@<>()[\]:;,\\"]+$/.test(text);
}

/** Returns whether a password has the minimum length, counted in characters. (spec 5) */
export function isLongEnoughPassword(password: string): boolean {
  return characterCount(password) >= MIN_PASSWORD_LENGTH;
}

/** Returns whether a password exceeds the limit of bcrypt, counted in bytes: a letter of an Indian script has three. */
export function isTooLongPassword(password: string): boolean {
  return new TextEncoder().encode(password).length > MAX_PASSWORD_BYTES;
}
