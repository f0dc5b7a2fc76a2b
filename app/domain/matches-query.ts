import { listedCity, searchSpellings } from "./cities";
import { lowerCase, nameKey } from "./plain-text";
import type { Review } from "./review";
import type { ReviewQuery } from "./review-query";

/**
 * Whether a review belongs in the answer: the search text is part of its property name, locality, comment or city,
 * it is in the city asked for, both ignoring case and under any name of a city, and it is verified if only such are
 * wanted. (spec 5)
 * browse_properties in the database must agree.
 */
export function matchesQuery(review: Review, { search, city, sort }: ReviewQuery): boolean {
  const spellings = searchSpellings(search);
  const fields = [review.propertyName, review.locality ?? "", review.comment, review.city];
  return (
    fields.map(lowerCase).some((field) => spellings.some((text) => field.includes(text))) &&
    (city === "" || cityKey(review.city) === cityKey(city)) &&
    (sort !== "verified" || review.verified)
  );
}

function cityKey(city: string): string {
  return nameKey(listedCity(city) ?? city);
}
