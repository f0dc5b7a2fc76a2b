import type { Database } from "~/data/database";
import { type TopReviewer, topReviewers } from "~/data/top-reviewers";

export type TopReviewers = TopReviewer[] | "failed";

/** This month's reviewers for Home. A failure is told, not thrown: the page is more than them. */
export async function loadTopReviewers(database: Database): Promise<TopReviewers> {
  try {
    return await topReviewers(database);
  } catch (error) {
    console.error(`The top reviewers could not be read: ${error instanceof Error ? error.message : "unknown"}`);
    return "failed";
  }
}
