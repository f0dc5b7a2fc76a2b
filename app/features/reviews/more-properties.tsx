import { useEffect, useRef } from "react";
import { type ReviewQuery, reviewQueryString } from "~/domain/review-query";
import { MoreLink } from "./more-link";
import { PropertySection } from "./property-section";
import type { ReviewList } from "./read-review-list";
import { useMore } from "./use-more";

/** Loads the next page of properties when its link is near the screen, and so on. */
export function MoreProperties({
  query,
  after,
  shownKeys,
}: {
  query: ReviewQuery;
  after: string;
  shownKeys: ReadonlySet<string>;
}) {
  const address = `/reviews${reviewQueryString(query, { after })}`;
  const more = useMore<ReviewList>(address);
  const { list, load } = more;
  const end = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!end.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        // Once: after a failure the visitor retries.
        observer.disconnect();
        load();
      },
      { rootMargin: "800px 0px" },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [load]);

  if (!list) {
    return (
      <div ref={end}>
        <MoreLink to={address} more={more}>
          Show more properties
        </MoreLink>
      </div>
    );
  }
  const { groups, next } = list;
  return (
    <>
      {groups
        .filter((group) => !shownKeys.has(group.propertyId))
        .map((group, place) => (
          <PropertySection key={group.propertyId} group={group} query={query} place={place} />
        ))}
      {next && (
        <MoreProperties
          query={query}
          after={next}
          shownKeys={new Set([...shownKeys, ...groups.map((group) => group.propertyId)])}
        />
      )}
    </>
  );
}
