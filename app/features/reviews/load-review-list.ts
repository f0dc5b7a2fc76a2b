import { data } from "react-router";
import type { Database } from "~/data/database";
import { DatabaseFailure } from "~/data/database-failure";
import type { PageBackend } from "~/data/page-backend";
import { browseProperties, propertyPage, reviewCities, reviewInContext } from "~/data/reviews";
import { KEPT_IN_BROWSER } from "./kept-in-browser";
import { readReviewList, type ReviewList } from "./read-review-list";
import { withListedCity } from "./with-listed-city";

/** The list that an address asks for, from the database. */
export function loadReviewList(url: URL, backend: PageBackend): Promise<ReviewList | typeof KEPT_IN_BROWSER> {
  return backend.read((database) => listFrom(database, url), KEPT_IN_BROWSER);
}

async function listFrom(database: Database, url: URL): Promise<ReviewList> {
  try {
    return await readReviewList(withListedCity(url), {
      browseProperties: (query, after) => browseProperties(database, query, after),
      propertyPage: (propertyId, query, after) => propertyPage(database, propertyId, query, after),
      reviewInContext: (reviewId) => reviewInContext(database, reviewId),
      reviewCities: () => reviewCities(database),
    });
  } catch (error) {
    if (!(error instanceof DatabaseFailure)) throw error;
    // An invalid cursor is a fault of the address; only what is ours to mend belongs in the log.
    if (error.status === 400) throw data(error.message, { status: 400 });
    console.error(`The reviews could not be read: ${error.message}`);
    throw data(error.message, { status: 503 });
  }
}
