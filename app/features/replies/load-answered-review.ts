import { data } from "react-router";
import type { PageBackend } from "~/data/page-backend";
import { reviewInContext } from "~/data/reviews";
import type { Review } from "~/domain/review";

/** The review that an address asks to answer; null on a site without a database. Throws 404 where it is not shown. (spec 11) */
export function loadAnsweredReview(reviewId: string, backend: PageBackend): Promise<Review | null> {
  return backend.read(async (database) => {
    const [review] = (await reviewInContext(database, reviewId))?.reviews ?? [];
    if (!review) throw data("There is no such review.", { status: 404 });
    return review;
  }, null);
}
