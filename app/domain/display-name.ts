export const ANONYMOUS = "Anonymous";

/**
 * The name a review carries: the part of the e-mail before the first '@', or Anonymous when there is none. (spec 2)
 * Must match the trigger that sets reviews.display_name in the database, which has the last word.
 */
export function displayName(email: string | null | undefined): string {
  const [name = ""] = (email ?? "").trim().split("@");
  return name === "" ? ANONYMOUS : name;
}
