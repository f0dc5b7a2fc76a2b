import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { type ReviewQuery, reviewQueryString } from "~/domain/review-query";
import { isLoadFailure, type LoadFailure } from "./load-more-reviews";
import type { ReviewList } from "./read-review-list";
import { MoreLink } from "./more-link";
import { PropertySection } from "./property-section";

/** Loads the next page of properties when its link comes near, shows it, and goes on from there. */
export function MoreProperties({
  query,
  after,
  shownKeys,
}: {
  query: ReviewQuery;
  after: string;
  shownKeys: ReadonlySet<string>;
}) {
  const fetcher = useFetcher<ReviewList | LoadFailure>();
  const { load } = fetcher;
  const end = useRef<HTMLDivElement>(null);
  const address = `/reviews${reviewQueryString(query, { after })}`;

  useEffect(() => {
    if (!end.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        // Once: after a failure the visitor decides when to try again.
        observer.disconnect();
        void load(address);
      },
      { rootMargin: "800px 0px" },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [address, load]);

  if (!fetcher.data || isLoadFailure(fetcher.data)) {
    return (
      <div ref={end}>
        <MoreLink
          to={address}
          isLoading={fetcher.state !== "idle"}
          failure={fetcher.data?.failure ?? null}
          onLoad={() => void load(address)}
        >
          Show more properties
        </MoreLink>
      </div>
    );
  }
  const { groups, next } = fetcher.data;
  return (
    <>
      {groups
        .filter((group) => !shownKeys.has(group.key))
        .map((group, place) => (
          <PropertySection key={group.key} group={group} query={query} place={place} />
        ))}
      {next && (
        <MoreProperties
          query={query}
          after={next}
          shownKeys={new Set([...shownKeys, ...groups.map((group) => group.key)])}
        />
      )}
    </>
  );
}
