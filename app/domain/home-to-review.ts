import { characterCount, isBlank, plainLine } from "./plain-text";
import { MAX_LENGTHS } from "./review-fields";
import type { NamedHome } from "./similar-home";

/**
 * The home that a link to the form names: ?property=…&locality=…&city=…. Anybody may have written it, so it is cleaned like
 * what visitors type; a locality or city that is too long is left out. Null where it has no name or too long a one. (spec 10)
 */
export function homeToReview(searchParams: URLSearchParams): NamedHome | null {
  const propertyName = line(searchParams.get("property"), MAX_LENGTHS.propertyName);
  const locality = line(searchParams.get("locality"), MAX_LENGTHS.locality);
  const city = line(searchParams.get("city"), MAX_LENGTHS.city);
  return propertyName === "" ? null : { propertyName, locality, city };
}

/** Limited before cleaning, too, which takes time. */
function line(text: string | null, maxLength: number): string {
  if (text === null || text.length > 4 * maxLength || isBlank(text)) return "";
  const cleaned = plainLine(text);
  return characterCount(cleaned) > maxLength ? "" : cleaned;
}
