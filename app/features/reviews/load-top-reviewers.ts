import type { Database } from "~/data/database";
import { topReviewers } from "~/data/top-reviewers";
import type { TopReviewer } from "~/domain/top-reviewers";
import { KEPT_IN_BROWSER } from "./kept-in-browser";

export type TopReviewers = TopReviewer[] | "failed";

/** This month's reviewers for Home. A failure is told, not thrown: the page is more than them. */
export async function loadTopReviewers(database: Database): Promise<TopReviewers | typeof KEPT_IN_BROWSER> {
  // Those reviews live in the visitor's browser, out of the server's reach.
  if (database.kind === "browser") return KEPT_IN_BROWSER;
  try {
    return await topReviewers(database);
  } catch (error) {
    console.error(`The top reviewers could not be read: ${error instanceof Error ? error.message : "unknown"}`);
    return "failed";
  }
}
