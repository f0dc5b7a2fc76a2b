import { visitorBackend } from "~/data/visitor-backend";
import type { StartReviews } from "./read-start-reviews";

/**
 * What Home shows of the reviews when a browser asks for it. Home does not wait for them, and reviews that cannot be
 * reached are said to be so: the page is more than them.
 */
export function loadStartReviews(loadFromServer: () => Promise<StartReviews>) {
  const loaded: Promise<StartReviews> = visitorBackend()
    .readReviews(loadFromServer, loadHere)
    .catch(() => ({ recent: "failed", top: "failed", cities: "failed" }));
  return {
    recent: loaded.then(({ recent }) => recent),
    top: loaded.then(({ top }) => top),
    cities: loaded.then(({ cities }) => cities),
  };
}

async function loadHere(): Promise<StartReviews> {
  const { loadLocalRecentReviews, loadLocalTopReviewers } = await import("./load-local-reviews");
  return { recent: loadLocalRecentReviews(), top: loadLocalTopReviewers(new Date()), cities: [] };
}
