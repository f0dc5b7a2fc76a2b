import { type MouseEvent, type ReactNode, useCallback, useEffect, useState } from "react";
import { ButtonLink } from "~/ui/button";
import { useFetcher, useLocation } from "react-router";
import { ownWrites } from "~/data/cache-bypass-cookie";
import { isLoadFailure, type LoadFailure } from "./load-more-reviews";

/**
 * Links to the next page, for visitors without JavaScript and for new tabs. A plain click with JavaScript loads the next page into
 * this one.
 */
export function MoreLink({
  to,
  more: { isLoading, failure, load },
  className = "",
  children,
}: {
  to: string;
  more: Pick<More<object>, "isLoading" | "failure" | "load">;
  className?: string | undefined;
  children: ReactNode;
}) {
  function loadHere(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (!isLoading) load();
  }

  return (
    <div className={`more-link col-span-full flex flex-col items-center gap-2 ${className}`}>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {failure && `Error loading reviews: ${failure}`}
      </p>
      <ButtonLink
        to={to}
        rel="next"
        prefetch="none"
        variant="secondary"
        aria-disabled={isLoading || undefined}
        onClick={loadHere}
      >
        {isLoading ? "Loading reviews..." : children}
      </ButtonLink>
    </div>
  );
}

export interface More<List> {
  /** Null until it is loaded. */
  list: List | null;
  /** Whether the visitor came back to a list that was loaded before. */
  isRestored: boolean;
  isLoading: boolean;
  failure: string | null;
  load: () => void;
}

/** The maximum number of cached lists, for all history entries together. */
const CACHE_SIZE = 50;
const cache = new Map<string, { list: object; ownWrites: number }>();

/**
 * Returns the next page of the list at this URL, once loaded. Caches it per history entry, so that back and forward restore the
 * length of the list and the scroll position. Changes by this browser make it stale. A new document starts with the first page.
 */
export function useMore<List extends object>(address: string): More<List> {
  const fetcher = useFetcher<List | LoadFailure>();
  const { load: loadFrom } = fetcher;
  const load = useCallback(() => void loadFrom(address), [loadFrom, address]);
  const { key } = useLocation();
  const cacheKey = `${key} ${address}`;
  const loaded = fetcher.data as List | LoadFailure | undefined;
  const fetched = loaded && !isLoadFailure(loaded) ? loaded : null;
  const [last, setLast] = useState(() => cachedList(cacheKey) as List | null);
  if (fetched && fetched !== last) setLast(fetched);
  // Keep the last list visible during a reload and after a failed one.
  const list = fetched ?? last;

  useEffect(() => {
    if (list) cacheList(cacheKey, list);
  }, [cacheKey, list]);

  return {
    list,
    isRestored: fetched === null && last !== null,
    isLoading: fetcher.state !== "idle",
    failure: loaded && isLoadFailure(loaded) ? loaded.failure : null,
    load,
  };
}

function cachedList(cacheKey: string): object | null {
  const found = cache.get(cacheKey);
  return found?.ownWrites === ownWrites() ? found.list : null;
}

function cacheList(cacheKey: string, list: object): void {
  cache.delete(cacheKey);
  cache.set(cacheKey, { list, ownWrites: ownWrites() });
  const [oldest] = cache.keys();
  if (cache.size > CACHE_SIZE && oldest !== undefined) cache.delete(oldest);
}
