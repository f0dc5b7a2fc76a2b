import { characterCount, isBlank, plainLine } from "./plain-text";
import { MAX_LENGTHS } from "./review-texts";
import type { NamedHome } from "./similar-home";

/**
 * Parses the home or place that a link to the form names (write-path.ts). Links are untrusted: it cleans names like typed text and
 * drops those that are too long. Returns null if nothing is left. (spec 10)
 */
export function homeToReview(searchParams: URLSearchParams): NamedHome | null {
  const propertyName = line(searchParams.get("property"), MAX_LENGTHS.propertyName);
  const locality = line(searchParams.get("locality"), MAX_LENGTHS.locality);
  const city = line(searchParams.get("city"), MAX_LENGTHS.city);
  return propertyName + locality + city === "" ? null : { propertyName, locality, city };
}

/** Checks the length before cleaning, too: cleaning long texts is slow. */
function line(text: string | null, maxLength: number): string {
  if (text === null || text.length > 4 * maxLength || isBlank(text)) return "";
  const cleaned = plainLine(text);
  return characterCount(cleaned) > maxLength ? "" : cleaned;
}
