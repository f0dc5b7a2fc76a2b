import { useState } from "react";
import type { ReviewAction } from "./review-actions";
import { MyReviewCard } from "./my-review-card";
import { ReviewDialog } from "./review-dialog";
import { MyGrievances, MyReplies } from "./replies-and-grievances";
import { useMyReviews } from "./use-my-reviews";
import type { MyReview } from "~/domain/my-review";
import { Button, ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";

/** One's own reviews, with what can be done about each, replies and grievances. (spec 11) */
export function MyReviews() {
  const { reviews, replies, grievances, next, isLoading, failure, loadMore, replace } = useMyReviews();
  const [asked, setAsked] = useState<{ action: ReviewAction; review: MyReview } | null>(null);

  const hasOther = replies.length > 0 || grievances.length > 0;
  return (
    <>
      {(reviews.length > 0 || !hasOther) && (
        <section aria-labelledby="my-reviews" className="grid gap-5">
          <h2 id="my-reviews" className="text-2xl">
            Your reviews
          </h2>
          {reviews.map((review) => (
            <MyReviewCard key={review.id} review={review} onAsk={(action) => setAsked({ action, review })} />
          ))}
          {isLoading && <Notice tone="loading">Loading your reviews...</Notice>}
          {failure && (
            <Notice tone="error" action={<Button onClick={() => void loadMore()}>Try again</Button>}>
              {failure}
            </Notice>
          )}
          {!isLoading && !failure && reviews.length === 0 && (
            <Notice action={<ButtonLink to="/submit-review">Write a review</ButtonLink>}>
              You have no reviews yet. Once you publish one, you can take your name off it here, withdraw it, or add
              what happened later.
            </Notice>
          )}
          {!isLoading && !failure && next !== null && (
            <Button variant="secondary" className="justify-self-start" onClick={() => void loadMore()}>
              Show older reviews
            </Button>
          )}
          <ReviewDialog asked={asked} onClose={() => setAsked(null)} onChange={replace} />
        </section>
      )}
      {replies.length > 0 && <MyReplies replies={replies} />}
      {grievances.length > 0 && <MyGrievances grievances={grievances} />}
    </>
  );
}
