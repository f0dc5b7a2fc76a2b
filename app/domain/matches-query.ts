import { cityKey } from "./cities";
import type { Review } from "./review";
import type { ReviewQuery } from "./review-query";
import { searchText, searchWords } from "./search";

/**
 * Returns a function that checks whether a review matches: each of `words`, the words of the search, is in its property name,
 * locality, city (any of its names) or comment, ignoring case; the review is about the city; and it is verified if the query asks
 * for that. Must match browse_properties in the database. (spec 5)
 */
export function matcher(
  { search, city, sort }: ReviewQuery,
  words: readonly string[] = searchWords(search),
): (review: Review) => boolean {
  return (review) => {
    if (sort === "verified" && !review.verified) return false;
    if (city !== "" && cityKey(review.city) !== cityKey(city)) return false;
    if (words.length === 0) return true;
    const { propertyName, locality, comment } = review;
    const texts = [[propertyName, locality, review.city].join("\n"), comment].map(searchText);
    return words.every((word) => texts.some((text) => text.includes(word)));
  };
}
