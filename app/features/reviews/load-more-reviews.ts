import { isRouteErrorResponse } from "react-router";
import { failureSentence } from "~/data/connection-lost";
import { visitorBackend } from "~/data/visitor-backend";
import type { KEPT_IN_BROWSER } from "./kept-in-browser";
import type { ReviewList } from "./read-review-list";
import type { StartReviews } from "./read-start-reviews";

export interface LoadFailure {
  failure: string;
  /** Trying the same address again would fail again. */
  isAddressWrong: boolean;
}

/**
 * What the browser loads. A failure is returned, not thrown: the search form keeps what was typed, and a list on screen stays
 * when only its next page failed.
 */
export async function loadMoreReviews(
  url: URL,
  loadFromServer: () => Promise<ReviewList | typeof KEPT_IN_BROWSER>,
): Promise<ReviewList | LoadFailure | typeof KEPT_IN_BROWSER> {
  try {
    return await visitorBackend().readReviews(loadFromServer, () => loadHere(url));
  } catch (error) {
    return loadFailure(error);
  }
}

export function isLoadFailure(loaded: object): loaded is LoadFailure {
  return "failure" in loaded;
}

/** What was loaded, or why it could not be. Redirects and pages that do not exist are left to the router. */
export async function orLoadFailure<Loaded>(load: () => Promise<Loaded>): Promise<Loaded | LoadFailure> {
  try {
    return await load();
  } catch (error) {
    if (error instanceof Response || (isRouteErrorResponse(error) && error.status === 404)) throw error;
    return loadFailure(error);
  }
}

async function loadHere(url: URL): Promise<ReviewList> {
  const { loadLocalReviewList } = await import("./load-local-reviews");
  return loadLocalReviewList(url);
}

/** What Home shows of the reviews when a browser asks for it. What cannot be reached costs Home only itself. */
export function loadStartReviews(loadFromServer: () => Promise<StartReviews>): Promise<StartReviews> {
  return visitorBackend()
    .readReviews(loadFromServer, async () => (await import("./load-local-reviews")).loadLocalStartReviews(new Date()))
    .catch(() => ({ recent: "failed", top: "failed", cities: "failed", totals: "failed" }));
}

/** What a thrown value says to a visitor, and whether the address they came by is at fault. */
export function loadFailure(error: unknown): LoadFailure {
  return {
    failure: failureSentence(error),
    isAddressWrong: typeof error === "object" && error !== null && "status" in error && error.status === 400,
  };
}
