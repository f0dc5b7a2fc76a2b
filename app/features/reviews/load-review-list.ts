import type { PageBackend } from "~/data/page-backend";
import { browseProperties, propertyPage, reviewCities, reviewInContext } from "~/data/reviews";
import { buildReviewList, type ReviewList } from "./read-review-list";

/** Reads the list for a URL from the database; null on a site without one. */
export function loadReviewList(url: URL, backend: PageBackend): Promise<ReviewList | null> {
  return backend.read((database) =>
    buildReviewList(url, {
      browseProperties: (query, after, isExact) => browseProperties(database, query, after, isExact),
      propertyPage: (propertyId, query, after) => propertyPage(database, propertyId, query, after),
      reviewInContext: (reviewId) => reviewInContext(database, reviewId),
      reviewCities: () => reviewCities(database),
    }),
  );
}
