import { characterCount, isBlank, plainLine } from "./plain-text";
import { MAX_LENGTHS } from "./review-texts";
import type { NamedHome } from "./similar-home";

/**
 * Returns the home or place that a link to the form names (write-path.ts); null if nothing is left. Links are untrusted: names are
 * cleaned like typed text, and names that are too long are dropped. (spec 10)
 */
export function homeToReview(searchParams: URLSearchParams): NamedHome | null {
  const propertyName = line(searchParams.get("property"), MAX_LENGTHS.propertyName);
  const locality = line(searchParams.get("locality"), MAX_LENGTHS.locality);
  const city = line(searchParams.get("city"), MAX_LENGTHS.city);
  return propertyName + locality + city === "" ? null : { propertyName, locality, city };
}

/** Returns the cleaned text, or "" if it is too long. Checks the length before cleaning, too, because cleaning long texts is slow. */
function line(text: string | null, maxLength: number): string {
  if (text === null || text.length > 4 * maxLength || isBlank(text)) return "";
  const cleaned = plainLine(text);
  return characterCount(cleaned) > maxLength ? "" : cleaned;
}
