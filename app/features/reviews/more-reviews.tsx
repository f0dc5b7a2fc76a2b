import { useLayoutEffect } from "react";
import { reviewAnchor } from "~/domain/review";
import { type ReviewQuery, reviewQueryString } from "~/domain/review-query";
import { MoreLink } from "./more-link";
import { ReviewCard } from "./review-card";
import type { ReviewList } from "./read-review-list";
import { useMore } from "./use-more";

/** Offers the rest of one property's reviews and, once asked, shows the next page of them and offers what follows. */
export function MoreReviews({
  propertyId,
  home,
  query,
  after,
  shownIds,
  label,
}: {
  propertyId: string;
  home: string | null;
  query: ReviewQuery;
  /** Null for the first page, which repeats the reviews already shown. */
  after: string | null;
  shownIds: ReadonlySet<string>;
  label: string;
}) {
  const address = `/reviews${reviewQueryString(query, { property: propertyId, ...(after ? { after } : {}) })}`;
  const more = useMore<ReviewList>(address);
  const reviews = more.list?.groups[0]?.reviews.filter((review) => !shownIds.has(review.id)) ?? [];
  const firstId = more.isRestored ? undefined : reviews[0]?.id;

  // The link that had the focus gives way to the reviews it asked for.
  useLayoutEffect(() => {
    if (firstId) document.getElementById(reviewAnchor(firstId))?.focus({ preventScroll: true });
  }, [firstId]);

  if (!more.list) {
    return (
      <div className="col-span-full">
        <MoreLink to={address} isLoading={more.isLoading} failure={more.failure} onLoad={more.load}>
          {label}
        </MoreLink>
      </div>
    );
  }
  return (
    <>
      {reviews.map((review) => (
        <ReviewCard key={review.id} review={review} home={home} />
      ))}
      {more.list.next && (
        <MoreReviews
          propertyId={propertyId}
          home={home}
          query={query}
          after={more.list.next}
          shownIds={new Set([...shownIds, ...reviews.map((review) => review.id)])}
          label="Show more"
        />
      )}
    </>
  );
}
