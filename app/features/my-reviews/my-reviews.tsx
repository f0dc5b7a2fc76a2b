import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import type { ReviewAction } from "./review-actions";
import { MyReviewCard } from "./my-review-card";
import { ReviewDialog } from "./review-dialog";
import { MyGrievances, MyReplies } from "./replies-and-grievances";
import { useMyReviews } from "./use-my-reviews";
import { canAddFollowUp, type MyReview } from "~/domain/my-review";
import { Button, ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";

/** One's own reviews, with what can be done about each, replies and grievances. (spec 11) */
export function MyReviews() {
  const loaded = useMyReviews();
  const { reviews, replies, grievances, next, isLoading, failure, loadMore, replace } = loaded;
  const [asked, setAsked] = useState<{ action: ReviewAction; review: MyReview } | null>(null);
  useNamedReview(loaded, (review) => setAsked({ action: "add-follow-up", review }));

  const hasOther = replies.length > 0 || grievances.length > 0;
  return (
    <>
      {(reviews.length > 0 || !hasOther) && (
        <section aria-labelledby="my-reviews" className="grid gap-5">
          <h2 id="my-reviews" className="text-2xl">
            Your reviews
          </h2>
          {reviews.map((review) => (
            <MyReviewCard
              key={review.id}
              review={review}
              onAsk={(action) => setAsked({ action, review })}
              onChange={replace}
            />
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

/** Opens the follow-up of the review that the address names (followUpPath), once it is among those that are loaded. */
function useNamedReview(loaded: ReturnType<typeof useMyReviews>, open: (review: MyReview) => void) {
  const [searchParams] = useSearchParams();
  const named = searchParams.get("review");
  const isOver = useRef(false);
  useEffect(() => {
    const { reviews, next, isLoading, failure, loadMore } = loaded;
    if (named === null || isOver.current || isLoading || failure) return;
    const review = reviews.find(({ id }) => id === named);
    if (!review && next !== null) return void loadMore();
    isOver.current = true;
    if (review && canAddFollowUp(review)) open(review);
  });
}
