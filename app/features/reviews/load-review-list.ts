import type { PageBackend } from "~/data/page-backend";
import { browseProperties, propertyPage, reviewCities, reviewInContext } from "~/data/reviews";
import { KEPT_IN_BROWSER } from "./kept-in-browser";
import { readReviewList, type ReviewList } from "./read-review-list";

/** The list that an address asks for, from the database. */
export function loadReviewList(url: URL, backend: PageBackend): Promise<ReviewList | typeof KEPT_IN_BROWSER> {
  return backend.read(
    (database) =>
      readReviewList(url, {
        browseProperties: (query, after, isExact) => browseProperties(database, query, after, isExact),
        propertyPage: (propertyId, query, after) => propertyPage(database, propertyId, query, after),
        reviewInContext: (reviewId) => reviewInContext(database, reviewId),
        reviewCities: () => reviewCities(database),
      }),
    KEPT_IN_BROWSER,
  );
}
