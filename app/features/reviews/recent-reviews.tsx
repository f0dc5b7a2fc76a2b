import { NO_COMMENT, type Review, reviewPath } from "~/domain/review";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { languageOf } from "~/ui/language-of";
import { Link } from "~/ui/link";
import { Notice } from "~/ui/notice";
import { PlaceName } from "~/ui/place-name";
import { Stars } from "~/ui/star-rating";
import { homeAddress, HomeName } from "./home-link";
import type { StartReviews } from "./read-start-reviews";
import { ReviewsInBrowser } from "./reviews-in-browser";

interface RecentReviewsProps {
  recent: StartReviews["recent"];
  submitTo: string;
}

/** Home's newest reviews. (spec 2, Home) */
export function RecentReviews(props: RecentReviewsProps) {
  return (
    <section aria-labelledby="recent-reviews" className="flex flex-col gap-6">
      <h2 id="recent-reviews" className="text-2xl sm:text-3xl">
        Recent Reviews
      </h2>
      <Recent {...props} />
    </section>
  );
}

function Recent({ recent, submitTo }: RecentReviewsProps) {
  if (!recent) return <ReviewsInBrowser loadingText="Loading recent reviews..." />;
  if (recent === "failed") {
    return <Notice tone="error">Could not load recent reviews. Please try again later.</Notice>;
  }
  if (recent.reviews.length === 0) {
    return (
      <Notice action={<ButtonLink to={submitTo}>Submit a Review</ButtonLink>}>
        No reviews yet. Be the first to share your experience!
      </Notice>
    );
  }
  return (
    <>
      <ul className="grid gap-4 md:grid-cols-3">
        {recent.reviews.map((review) => (
          <li key={review.id}>
            <RecentReview review={review} />
          </li>
        ))}
      </ul>
      {recent.hasMore && (
        <p className="text-center">
          <ButtonLink to="/reviews" variant="secondary">
            See All Reviews
          </ButtonLink>
        </p>
      )}
    </>
  );
}

function RecentReview({ review }: { review: Review }) {
  const titleId = `recent-${review.id}`;
  return (
    <Card as="article" aria-labelledby={titleId} className="flex h-full flex-col gap-3">
      <header className="flex flex-col gap-1">
        <h3 id={titleId} className="text-lg wrap-anywhere">
          <HomeName name={review.propertyName} home={homeAddress(review)} />
        </h3>
        <p className="text-sm text-ink-muted wrap-anywhere">
          <PlaceName locality={review.locality} city={review.city} />
        </p>
        <Stars rating={review.rating} />
      </header>
      <p dir="auto" lang={languageOf(review.comment)} className="line-clamp-3 wrap-anywhere">
        {review.comment.trim() || NO_COMMENT}
      </p>
      <p className="mt-auto -mb-2">
        <Link to={reviewPath(review.id)} className="link inline-flex min-h-target items-center font-semibold">
          View Full Review
          <span className="sr-only">
            {" "}
            of <bdi>{review.propertyName}</bdi>
          </span>
        </Link>
      </p>
    </Card>
  );
}
