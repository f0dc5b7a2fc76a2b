import { useCallback, useEffect, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import { ownChanges } from "~/data/own-change";
import { isLoadFailure, type LoadFailure } from "./load-more-reviews";
import type { ReviewList } from "./read-review-list";

export interface More {
  /** Null until it was asked for and has come. */
  list: ReviewList | null;
  /** Whether the reader had it here before and has come back to it. */
  isKept: boolean;
  isLoading: boolean;
  failure: string | null;
  load: () => void;
}

/** So many continuations, over all places of the history. */
const MOST_KEPT = 50;
const kept = new Map<string, { list: ReviewList; ownChanges: number }>();

/**
 * The continuation of a list at this address, once it is asked for. It is kept for the place in the history: whoever comes
 * back by the browser's buttons finds the list as long as it was, and so the place where they were reading. A change of
 * one's own ends that, since what was read before lacks it. A new document begins with the first page.
 */
export function useMore(address: string): More {
  const fetcher = useFetcher<ReviewList | LoadFailure>();
  const { load: loadFrom } = fetcher;
  const load = useCallback(() => void loadFrom(address), [loadFrom, address]);
  const { key } = useLocation();
  const keptAs = `${key} ${address}`;
  const fetched = fetcher.data && !isLoadFailure(fetcher.data) ? fetcher.data : null;
  const [last, setLast] = useState(() => keptList(keptAs));
  if (fetched && fetched !== last) setLast(fetched);
  // What is on the screen stays, too, when it is asked for again and does not come.
  const list = fetched ?? last;

  useEffect(() => {
    if (list) keep(keptAs, list);
  }, [keptAs, list]);

  return {
    list,
    isKept: fetched === null && last !== null,
    isLoading: fetcher.state !== "idle",
    failure: fetcher.data && isLoadFailure(fetcher.data) ? fetcher.data.failure : null,
    load,
  };
}

function keptList(keptAs: string): ReviewList | null {
  const found = kept.get(keptAs);
  return found?.ownChanges === ownChanges() ? found.list : null;
}

function keep(keptAs: string, list: ReviewList): void {
  kept.delete(keptAs);
  kept.set(keptAs, { list, ownChanges: ownChanges() });
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
}
