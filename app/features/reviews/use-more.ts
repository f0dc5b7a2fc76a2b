import { useCallback, useEffect, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import { ownWrites } from "~/data/cache-bypass-cookie";
import { isLoadFailure, type LoadFailure } from "./load-more-reviews";
import type { ReviewList } from "./read-review-list";

export interface More {
  /** Null until it is loaded. */
  list: ReviewList | null;
  /** Whether the reader came back to a list that was loaded before. */
  isRestored: boolean;
  isLoading: boolean;
  failure: string | null;
  load: () => void;
}

/** Over all history entries. */
const CACHE_SIZE = 50;
const cache = new Map<string, { list: ReviewList; ownWrites: number }>();

/**
 * The next page of a list at this address, once loaded. It is cached per history entry: after back or forward the list is as
 * long as it was, which restores the scroll position. Publishing or reporting a review makes it stale. A new document
 * begins with the first page.
 */
export function useMore(address: string): More {
  const fetcher = useFetcher<ReviewList | LoadFailure>();
  const { load: loadFrom } = fetcher;
  const load = useCallback(() => void loadFrom(address), [loadFrom, address]);
  const { key } = useLocation();
  const cacheKey = `${key} ${address}`;
  const fetched = fetcher.data && !isLoadFailure(fetcher.data) ? fetcher.data : null;
  const [last, setLast] = useState(() => cachedList(cacheKey));
  if (fetched && fetched !== last) setLast(fetched);
  // Stays on the screen while it is loaded again, and if that fails.
  const list = fetched ?? last;

  useEffect(() => {
    if (list) cacheList(cacheKey, list);
  }, [cacheKey, list]);

  return {
    list,
    isRestored: fetched === null && last !== null,
    isLoading: fetcher.state !== "idle",
    failure: fetcher.data && isLoadFailure(fetcher.data) ? fetcher.data.failure : null,
    load,
  };
}

function cachedList(cacheKey: string): ReviewList | null {
  const found = cache.get(cacheKey);
  return found?.ownWrites === ownWrites() ? found.list : null;
}

function cacheList(cacheKey: string, list: ReviewList): void {
  cache.delete(cacheKey);
  cache.set(cacheKey, { list, ownWrites: ownWrites() });
  const [oldest] = cache.keys();
  if (cache.size > CACHE_SIZE && oldest !== undefined) cache.delete(oldest);
}
