import { plainLine } from "./plain-text";

export const ANONYMOUS = "Anonymous";

/**
 * The name a review carries: the part of the e-mail before the first '@', or Anonymous when there is none. (spec 2)
 * Must match private.display_name in the database, which has the last word.
 */
export function displayName(email: string | null | undefined): string {
  const [name = ""] = plainLine(email ?? "").split("@");
  return plainLine(name.replace(/[\u200c\u200d]/g, "")) || ANONYMOUS;
}
