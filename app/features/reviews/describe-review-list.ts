import { isolated } from "~/domain/plain-text";
import { cityNamed, cityPath, type ReviewQuery } from "~/domain/review-query";

/** The part of a loaded list that its title depends on. */
interface AskedList {
  query: ReviewQuery;
  cities: readonly string[];
  focus: unknown;
}

const ALL_REVIEWS = {
  title: "Rental Reviews",
  description:
    "Browse experiences shared by tenants across India: ratings, what was wrong with a home and whether it was put right.",
  image: "/og/reviews.png",
  canonicalPath: "/reviews",
};

/**
 * Returns the tags for search engines. The whole list and the lists of cities are canonical; other orders, pages and searches
 * point to one of them, without `noindex`, which would contradict the canonical URL.
 */
export function describeReviewList(list: unknown) {
  const city = isAskedList(list) ? cityOfList(list) : null;
  if (city === null) return ALL_REVIEWS;
  return {
    ...ALL_REVIEWS,
    title: `Rental reviews in ${isolated(city)}`,
    description: `What tenants say about homes and landlords in ${isolated(city)}: ratings, what was wrong and whether it was put right.`,
    canonicalPath: cityPath(city),
  };
}

/**
 * Returns the city of the list as its reviews spell it; null if the list has a search or a focus, or if the city has no reviews.
 * Such a city is untrusted input and must not become a title.
 */
function cityOfList({ query, cities, focus }: AskedList): string | null {
  if (query.search !== "" || focus !== null) return null;
  return cityNamed(query.city, cities) ?? null;
}

// Returns whether the data is a list. A list that failed, or that only the browser can read, gets the description of the whole list.
function isAskedList(list: unknown): list is AskedList {
  return typeof list === "object" && list !== null && "query" in list;
}
