import { plainLine } from "./plain-text";

export const ANONYMOUS = "Anonymous";

/**
 * Returns the name that a review shows: the part of the email before the first '@', or Anonymous without an email. The
 * database decides: private.display_name must match. (spec 2)
 */
export function displayName(email: string | null | undefined): string {
  const [name = ""] = plainLine(email ?? "").split("@");
  return plainLine(name.replace(/[\u200c\u200d]/g, "")) || ANONYMOUS;
}
