import { characterCount, isBlank, plainLine } from "./plain-text";
import { MAX_LENGTHS } from "./review-fields";
import type { NamedHome } from "./similar-home";

/**
 * The home or the place that a link to the form names, see write-path.ts. Anybody may have written it, so it is cleaned like what
 * visitors type, and a text that is too long is left out. Null where nothing is left. (spec 10)
 */
export function homeToReview(searchParams: URLSearchParams): NamedHome | null {
  const propertyName = line(searchParams.get("property"), MAX_LENGTHS.propertyName);
  const locality = line(searchParams.get("locality"), MAX_LENGTHS.locality);
  const city = line(searchParams.get("city"), MAX_LENGTHS.city);
  return propertyName + locality + city === "" ? null : { propertyName, locality, city };
}

/** Limited before cleaning, too, which takes time. */
function line(text: string | null, maxLength: number): string {
  if (text === null || text.length > 4 * maxLength || isBlank(text)) return "";
  const cleaned = plainLine(text);
  return characterCount(cleaned) > maxLength ? "" : cleaned;
}
