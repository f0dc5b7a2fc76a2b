import { isRouteErrorResponse } from "react-router";
import { failureSentence } from "~/data/connection-lost";
import { visitorBackend } from "~/data/visitor-backend";
import type { ReviewList } from "./read-review-list";
import type { StartReviews } from "./read-start-reviews";

export interface LoadFailure {
  failure: string;
  /** A retry of the same URL would fail again. */
  isAddressWrong: boolean;
}

/**
 * Loads a list in the browser. Returns a failure instead of throwing it: the search form keeps its text, and a visible list stays if
 * only its next page failed.
 */
export async function loadReviewListInBrowser(
  url: URL,
  loadFromServer: () => Promise<ReviewList | null>,
): Promise<ReviewList | LoadFailure | null> {
  try {
    return await (visitorBackend().servesReviews ? loadFromServer() : loadHere(url));
  } catch (error) {
    return loadFailure(error);
  }
}

export function isLoadFailure(loaded: object): loaded is LoadFailure {
  return "failure" in loaded;
}

/** Resolves to the data or the failure. Rethrows redirects and 404s, which the router handles. */
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

/** Loads Home's reviews in the browser. If that fails, the rest of Home still shows. */
export async function loadStartReviews(loadFromServer: () => Promise<StartReviews>): Promise<StartReviews> {
  try {
    if (visitorBackend().servesReviews) return await loadFromServer();
    const { loadLocalStartReviews } = await import("./load-local-reviews");
    return loadLocalStartReviews(new Date());
  } catch {
    return { recent: "failed", top: "failed", cities: "failed", totals: "failed", deposits: "failed" };
  }
}

/** Returns the message for a thrown value, and whether the URL is wrong. */
export function loadFailure(error: unknown): LoadFailure {
  return {
    failure: failureSentence(error),
    isAddressWrong: typeof error === "object" && error !== null && "status" in error && error.status === 400,
  };
}
