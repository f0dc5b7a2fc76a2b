import type { PageBackend } from "~/data/page-backend";
import { topReviewers } from "~/data/reviews";
import type { TopReviewer } from "~/domain/top-reviewers";
import { KEPT_IN_BROWSER } from "./kept-in-browser";

export type TopReviewers = TopReviewer[] | "failed";

/** This month's reviewers for Home. A failure is returned, not thrown: the page is more than them. */
export async function loadTopReviewers(backend: PageBackend): Promise<TopReviewers | typeof KEPT_IN_BROWSER> {
  try {
    return await backend.read(topReviewers, KEPT_IN_BROWSER);
  } catch (error) {
    console.error(`The top reviewers could not be read: ${error instanceof Error ? error.message : "unknown"}`);
    return "failed";
  }
}
