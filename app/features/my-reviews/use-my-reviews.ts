import { useCallback, useEffect, useState } from "react";
import { failureSentence } from "~/data/connection-lost";
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

type Page = { reviews: MyReview[]; next: string | null } | { failure: string };

/** The signed-in author's reviews, read page by page in the browser: no server and no cache ever holds them. */
export function useMyReviews() {
  const [loaded, setLoaded] = useState<Loaded>({ reviews: [], next: null, isLoading: true, failure: "" });

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

async function read(after: string | null): Promise<Page> {
  try {
    const page = await myReviews(after);
    return page === "session-expired" ? { failure: "Your session has ended. Please log in again." } : page;
  } catch (error) {
    return { failure: failureSentence(error) };
  }
}

function withPage({ reviews, next }: Loaded, page: Page): Loaded {
  if ("failure" in page) return { reviews, next, isLoading: false, failure: page.failure };
  return { reviews: [...reviews, ...page.reviews], next: page.next, isLoading: false, failure: "" };
}
