import { z } from "zod";
import type { Database } from "~/data/database";
import { answerOf, visitorRest } from "~/data/rest";
import type { TopReviewer } from "~/domain/top-reviewers";

// Only loaders import this file, so that zod stays on the server.

const topReviewerList = z.array(z.object({ label: z.string(), count: z.int().positive() }));

/**
 * Who published most reviews in India's current calendar month, at most ten, the first in front. Throws a
 * DatabaseFailure when they cannot be read. (spec 7, 9)
 */
export async function topReviewers(database: Extract<Database, { kind: "supabase" }>): Promise<TopReviewer[]> {
  const rest = await visitorRest(database);
  return topReviewerList.parse(answerOf(await rest.rpc("top_reviewers")));
}
