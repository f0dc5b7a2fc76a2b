import { cityKey } from "./cities";
import type { Review } from "./review";
import type { ReviewQuery } from "./review-query";
import { searchText, searchWords } from "./search";

/**
 * Tells whether a review belongs in the answer: each word of the search is part of its property name, locality, city or
 * comment, it is in the city asked for, both ignoring case and under any name of a city, and it is verified if only such
 * are wanted. `words` are those of the search. (spec 5)
 * browse_properties in the database must agree.
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
