import { useCallback, useEffect, useState } from "react";
import { failureMessage } from "./change-review";
import { myReviews } from "~/data/my-reviews";
import type { MyReview } from "~/domain/my-review";

interface Loaded {
  reviews: MyReview[];
  /** The cursor of the next page. */
  next: string | null;
  isLoading: boolean;
  /** Why the last page did not come; empty when it did. */
  failure: string;
}

const NOTHING: Loaded = { reviews: [], next: null, isLoading: true, failure: "" };

/** The signed-in author's reviews, read page by page in the browser: no server and no cache ever holds them. */
export function useMyReviews() {
  const [loaded, setLoaded] = useState(NOTHING);

  const load = useCallback(async (after: string | null) => {
    setLoaded((before) => ({ ...before, isLoading: true, failure: "" }));
    const page = await read(after);
    setLoaded(({ reviews, next }) => {
      if ("failure" in page) return { reviews, next, isLoading: false, failure: page.failure };
      const known = new Set(reviews.map(({ id }) => id));
      const added = page.reviews.filter(({ id }) => !known.has(id));
      return { reviews: [...reviews, ...added], next: page.next, isLoading: false, failure: "" };
    });
  }, []);

  useEffect(() => {
    void load(null);
  }, [load]);

  const replace = useCallback((changed: MyReview) => {
    setLoaded((before) => ({
      ...before,
      reviews: before.reviews.map((review) => (review.id === changed.id ? changed : review)),
    }));
  }, []);

  return { ...loaded, load, replace };
}

async function read(after: string | null): Promise<{ reviews: MyReview[]; next: string | null } | { failure: string }> {
  try {
    const page = await myReviews(after);
    return page === "session-expired" ? { failure: "Your session has ended. Please log in again." } : page;
  } catch (error) {
    return { failure: failureMessage(error) };
  }
}
