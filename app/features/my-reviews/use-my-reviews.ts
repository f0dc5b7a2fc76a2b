import { useCallback, useEffect, useState } from "react";
import { failureSentence } from "~/data/connection-lost";
import { myReviews, type MyReviewsPage } from "~/data/my-reviews";
import type { MyReview } from "~/domain/my-review";

interface Loaded extends MyReviewsPage {
  isLoading: boolean;
  /** Why the last page did not come; empty when it did. */
  failure: string;
}

const LOADING: Loaded = { reviews: [], next: null, replies: [], grievances: [], isLoading: true, failure: "" };

/** What the signed-in person wrote, read page by page in the browser: no server and no cache ever holds them. */
export function useMyReviews() {
  const [loaded, setLoaded] = useState(LOADING);

  useEffect(() => {
    let isShown = true;
    void read(null).then((page) => isShown && setLoaded((before) => withPage(before, page)));
    return () => {
      isShown = false;
    };
  }, []);

  async function loadMore() {
    setLoaded((before) => ({ ...before, isLoading: true, failure: "" }));
    const page = await read(loaded.next);
    setLoaded((before) => withPage(before, page));
  }

  const replace = useCallback((changed: MyReview) => {
    setLoaded((before) => ({
      ...before,
      reviews: before.reviews.map((review) => (review.id === changed.id ? changed : review)),
    }));
  }, []);

  return { ...loaded, loadMore, replace };
}

async function read(after: string | null): Promise<MyReviewsPage | { failure: string }> {
  try {
    return await myReviews(after);
  } catch (error) {
    return { failure: failureSentence(error) };
  }
}

function withPage(before: Loaded, page: MyReviewsPage | { failure: string }): Loaded {
  if ("failure" in page) return { ...before, isLoading: false, failure: page.failure };
  return {
    reviews: [...before.reviews, ...page.reviews],
    next: page.next,
    replies: [...before.replies, ...page.replies],
    grievances: [...before.grievances, ...page.grievances],
    isLoading: false,
    failure: "",
  };
}
