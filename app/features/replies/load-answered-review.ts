import { data } from "react-router";
import { DatabaseFailure } from "~/data/database-failure";
import type { PageBackend } from "~/data/page-backend";
import { reviewInContext } from "~/data/reviews";
import type { Review } from "~/domain/review";

/**
 * The review that an address asks to answer; null on a site without a database. Throws 404 where it is not shown, and 503 where
 * it cannot be read. (spec 11)
 */
export async function loadAnsweredReview(reviewId: string, backend: PageBackend): Promise<Review | null> {
  try {
    return await backend.read(async (database) => {
      const [review] = (await reviewInContext(database, reviewId))?.reviews ?? [];
      if (!review) throw data("There is no such review.", { status: 404 });
      return review;
    }, null);
  } catch (error) {
    if (!(error instanceof DatabaseFailure)) throw error;
    console.error(`The review to answer could not be read: ${error.message}`);
    throw data(error.message, { status: 503 });
  }
}
