import { useLayoutEffect } from "react";
import { type Review, reviewAnchor } from "~/domain/review";
import { MoreLink, useMore } from "./more-link";
import type { ReviewList } from "./read-review-list";
import { ReviewCard } from "./review-card";

/** A page of the reviews of one home. */
export interface HomeReviewPage {
  reviews: Review[];
  /** The cursor of the next page; null for the last. */
  next: string | null;
}

interface MoreReviewsProps {
  /** Returns the path of a page of reviews, of one home or of one property in a list; `after` is the cursor. */
  addressOf: (after: string | null) => string;
  /** Null for the first page, which repeats the visible reviews. */
  after: string | null;
  home: string | null;
  isOnPageOfHome?: boolean;
  shownIds: ReadonlySet<string>;
  /** The id of the first review that a phone hides until the rest is requested. */
  firstHiddenId?: string | undefined;
  label?: string | undefined;
  className?: string;
}

/** Shows a link to the rest of a property's reviews, then the next page of them and the next link. */
export function MoreReviews({
  addressOf,
  after,
  home,
  isOnPageOfHome = false,
  shownIds,
  firstHiddenId,
  label = "Show more reviews",
  className,
}: MoreReviewsProps) {
  const address = addressOf(after);
  const more = useMore<ReviewList | HomeReviewPage>(address);
  const reviews = more.list ? reviewsOf(more.list).filter(({ id }) => !shownIds.has(id)) : [];
  const firstId = more.list && !more.isRestored ? (firstHiddenId ?? reviews[0]?.id) : undefined;

  // The loaded reviews replace the focused link, so focus the first of them.
  useLayoutEffect(() => {
    if (firstId) document.getElementById(reviewAnchor(firstId))?.focus({ preventScroll: true });
  }, [firstId]);

  if (!more.list) {
    return (
      <MoreLink to={address} more={more} className={className}>
        {label}
      </MoreLink>
    );
  }
  return (
    <>
      {reviews.map((review) => (
        <ReviewCard key={review.id} review={review} home={home} isOnPageOfHome={isOnPageOfHome} />
      ))}
      {more.list.next !== null && (
        <MoreReviews
          addressOf={addressOf}
          after={more.list.next}
          home={home}
          isOnPageOfHome={isOnPageOfHome}
          shownIds={new Set([...shownIds, ...reviews.map(({ id }) => id)])}
        />
      )}
    </>
  );
}

function reviewsOf(page: ReviewList | HomeReviewPage): Review[] {
  return "reviews" in page ? page.reviews : (page.groups[0]?.reviews ?? []);
}
