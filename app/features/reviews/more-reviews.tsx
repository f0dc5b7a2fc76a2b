import { useLayoutEffect } from "react";
import { type Review, reviewAnchor } from "~/domain/review";
import { MoreLink } from "./more-link";
import type { ReviewList } from "./read-review-list";
import { ReviewCard } from "./review-card";
import { useMore } from "./use-more";

/** A page of the reviews of one home. */
export interface HomeReviewPage {
  reviews: Review[];
  /** Where the next page begins; null for the last. */
  next: string | null;
}

interface MoreReviewsProps {
  /** The page of reviews that begins at `after`: of one home, or a list of that property alone. */
  addressOf: (after: string | null) => string;
  /** Null for the first page, which repeats the reviews already shown. */
  after: string | null;
  home: string | null;
  isOnHomePage?: boolean;
  shownIds: ReadonlySet<string>;
  /** Of those already shown, the first that a phone hides until the rest is asked for. */
  firstHiddenId?: string | undefined;
  label?: string | undefined;
  /** Of the link. */
  className?: string;
}

/** Offers the rest of one property's reviews and, once asked, shows the next page of them and offers what follows. */
export function MoreReviews({
  addressOf,
  after,
  home,
  isOnHomePage = false,
  shownIds,
  firstHiddenId,
  label = "Show more reviews",
  className,
}: MoreReviewsProps) {
  const address = addressOf(after);
  const more = useMore<ReviewList | HomeReviewPage>(address);
  const reviews = more.list ? reviewsOf(more.list).filter(({ id }) => !shownIds.has(id)) : [];
  const firstId = more.list && !more.isRestored ? (firstHiddenId ?? reviews[0]?.id) : undefined;

  // The link that had the focus gives way to the reviews it asked for.
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
        <ReviewCard key={review.id} review={review} home={home} isOnHomePage={isOnHomePage} />
      ))}
      {more.list.next !== null && (
        <MoreReviews
          addressOf={addressOf}
          after={more.list.next}
          home={home}
          isOnHomePage={isOnHomePage}
          shownIds={new Set([...shownIds, ...reviews.map(({ id }) => id)])}
        />
      )}
    </>
  );
}

function reviewsOf(page: ReviewList | HomeReviewPage): Review[] {
  return "reviews" in page ? page.reviews : (page.groups[0]?.reviews ?? []);
}
