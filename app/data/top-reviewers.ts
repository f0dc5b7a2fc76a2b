import { z } from "zod";
import type { Database } from "~/data/database";
import { answerOf, visitorRest } from "~/data/rest";

// Only loaders import this file, so that zod stays on the server.

/** A place in the list of this month's reviewers. */
export interface TopReviewer {
  /** The part of an e-mail before the @, or `Reviewer N` with N the place; never an e-mail. */
  label: string;
  count: number;
}

const topReviewerList = z.array(z.object({ label: z.string(), count: z.int().positive() }));

/**
 * Who published most reviews in India's current calendar month, at most ten, the first in front. Throws a
 * DatabaseFailure when they cannot be read. (spec 7, 9)
 */
export async function topReviewers(database: Database): Promise<TopReviewer[]> {
  // Those reviews live in the visitor's browser, out of a loader's reach.
  if (database.kind === "browser") return [];
  const rest = await visitorRest(database);
  return topReviewerList.parse(answerOf(await rest.rpc("top_reviewers")));
}
