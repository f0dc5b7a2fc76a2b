import { useCallback, useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import type { ReviewAction } from "./review-actions";
import { MyReviewCard } from "./my-review-card";
import { ReviewDialog } from "./review-dialog";
import { MyGrievances, MyReplies } from "./replies-and-grievances";
import { failureSentence } from "~/data/connection-lost";
import { myReviews, type MyReviewsPage } from "~/data/my-reviews";
import { canAddFollowUp, type MyReview } from "~/domain/my-review";
import { Button, ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";

/** The reviews of the account, with actions for each, its replies and its grievances. (spec 11) */
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
              You have no reviews yet. Once you publish one, you can withdraw it here, or add what happened later.
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

/** Opens the follow-up of the review that the URL names (followUpPath), once it is loaded. */
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

interface Loaded extends MyReviewsPage {
  isLoading: boolean;
  /** Why the last page could not be loaded; empty if it was. */
  failure: string;
}

const LOADING: Loaded = { reviews: [], next: null, replies: [], grievances: [], isLoading: true, failure: "" };

/** Loads what the account wrote, page by page, in the browser, so that it is in no cache. */
function useMyReviews() {
  const [loaded, setLoaded] = useState(LOADING);

  useEffect(() => {
    let isShown = true;
    void read(null).then((page) => isShown && setLoaded((before) => withPage(before, page)));
    return () => {
      isShown = false;
    };
  }, []);

  async function loadMore() {
    setLoaded((before) => ({ ...before, isLoading: true, failure: "" }));
    const page = await read(loaded.next);
    setLoaded((before) => withPage(before, page));
  }

  const replace = useCallback((changed: MyReview) => {
    setLoaded((before) => ({
      ...before,
      reviews: before.reviews.map((review) => (review.id === changed.id ? changed : review)),
    }));
  }, []);

  return { ...loaded, loadMore, replace };
}

async function read(after: string | null): Promise<MyReviewsPage | { failure: string }> {
  try {
    return await myReviews(after);
  } catch (error) {
    return { failure: failureSentence(error) };
  }
}

function withPage(before: Loaded, page: MyReviewsPage | { failure: string }): Loaded {
  if ("failure" in page) return { ...before, isLoading: false, failure: page.failure };
  return {
    reviews: [...before.reviews, ...page.reviews],
    next: page.next,
    replies: [...before.replies, ...page.replies],
    grievances: [...before.grievances, ...page.grievances],
    isLoading: false,
    failure: "",
  };
}
