import { useLayoutEffect } from "react";
import { useFetcher } from "react-router";
import { reviewAnchor } from "~/domain/review";
import { type ReviewQuery, reviewQueryString } from "~/domain/review-query";
import { isLoadFailure, type LoadFailure } from "./load-more-reviews";
import type { ReviewList } from "./read-review-list";
import { MoreLink } from "./more-link";
import { ReviewCard } from "./review-card";

/** Offers the rest of one property's reviews and, once asked, shows the next page of them and offers what follows. */
export function MoreReviews({
  propertyId,
  query,
  after,
  shownIds,
  label,
}: {
  propertyId: string;
  query: ReviewQuery;
  /** Null for the first page, which repeats the reviews already shown. */
  after: string | null;
  shownIds: ReadonlySet<string>;
  label: string;
}) {
  const fetcher = useFetcher<ReviewList | LoadFailure>();
  const address = `/reviews${reviewQueryString(query, { property: propertyId, ...(after ? { after } : {}) })}`;
  const page = fetcher.data && !isLoadFailure(fetcher.data) ? fetcher.data : null;
  const reviews = page?.groups[0]?.reviews.filter((review) => !shownIds.has(review.id)) ?? [];
  const firstId = reviews[0]?.id;

  // The link that had the focus gives way to the reviews it asked for.
  useLayoutEffect(() => {
    if (firstId) document.getElementById(reviewAnchor(firstId))?.focus({ preventScroll: true });
  }, [firstId]);

  if (!page) {
    return (
      <div className="col-span-full">
        <MoreLink
          to={address}
          isLoading={fetcher.state !== "idle"}
          failure={fetcher.data && isLoadFailure(fetcher.data) ? fetcher.data.failure : null}
          onLoad={() => void fetcher.load(address)}
        >
          {label}
        </MoreLink>
      </div>
    );
  }
  return (
    <>
      {reviews.map((review) => (
        <ReviewCard key={review.id} review={review} />
      ))}
      {page.next && (
        <MoreReviews
          propertyId={propertyId}
          query={query}
          after={page.next}
          shownIds={new Set([...shownIds, ...reviews.map((review) => review.id)])}
          label="Show more"
        />
      )}
    </>
  );
}
