import { setCacheBypassCookie } from "./cache-bypass-cookie";
import { callAsSignedIn as call } from "./signed-in-call";
import type { GrievanceOutcome } from "~/domain/grievance";
import type { PropertyName } from "~/domain/property-group";
import type { ListedGrievance, ListedReply, MyReview } from "~/domain/my-review";

// The calls of authors about their reviews and account. Each throws an Error with a message for the visitor if it fails. For the browser
// only. Responses are not validated: zod would weigh more than the page.

interface Grievance extends Pick<ListedGrievance, "ticket" | "secret" | "ground"> {
  receivedAt: string;
  isAcknowledged: boolean;
  outcome: GrievanceOutcome | null;
}

export interface PublishedReview extends PropertyName {
  /** The answer to whether the deposit came back. */
  depositBack: string | null;
}

export interface MyReviewsPage {
  reviews: MyReview[];
  /** The cursor of the next page. */
  next: string | null;
  /** The newest 50 replies and the newest 50 grievances; both lists are empty after the first page. */
  replies: ListedReply[];
  grievances: ListedGrievance[];
}

/** Returns a page of the author's reviews, newest first; the first page also has their replies and grievances. (spec 11) */
export async function myReviews(after: string | null): Promise<MyReviewsPage> {
  type Answer = Pick<MyReviewsPage, "reviews" | "next"> & { replies?: ListedReply[]; grievances?: Grievance[] };
  const { replies = [], grievances = [], ...page } = await call<Answer>("my_reviews", { after });
  return {
    ...page,
    replies,
    grievances: grievances.map(({ receivedAt, isAcknowledged, outcome, ...grievance }) => ({
      ...grievance,
      receivedAt: Date.parse(receivedAt),
      state: outcome ?? (isAcknowledged ? "acknowledged" : "received"),
    })),
  };
}

/** Deletes name and email of a review. Cannot be undone. */
export function makeAnonymous(reviewId: string): Promise<MyReview> {
  return change("make_my_review_anonymous", { review_id: reviewId });
}

/** Hides a review, which can be brought back for 30 days. */
export function withdrawReview(reviewId: string): Promise<MyReview> {
  return change("withdraw_my_review", { review_id: reviewId });
}

export function bringBackReview(reviewId: string): Promise<MyReview> {
  return change("bring_back_my_review", { review_id: reviewId });
}

/** Adds a dated text to a review, a new answer about the deposit, or both. Idempotent. */
export function addFollowUp(reviewId: string, text: string, depositBack: string): Promise<MyReview> {
  return change("add_follow_up", { review_id: reviewId, follow_up: text, deposit_back: depositBack });
}

/** Returns the home and the deposit answer of a user's own review; null if the review is hidden or does not exist. */
export async function publishedReview(reviewId: string): Promise<PublishedReview | null> {
  const review = await call<PublishedReview | { hidden: true } | null>("my_review", { review_id: reviewId });
  return review && "propertyId" in review ? review : null;
}

/** Requests a reminder in 60 days that asks about the deposit, or cancels it. Returns its day, or null if it is cancelled. */
export function remindOfDeposit(reviewId: string, isWanted: boolean): Promise<string | null> {
  return call("remind_of_deposit", { review_id: reviewId, is_wanted: isWanted });
}

/** Returns everything stored about the signed-in user, as readable JSON. */
export async function exportMyData(): Promise<string> {
  return JSON.stringify(await call<object>("export_my_data"), null, 2);
}

/** Deletes the account of a user who has just logged in. Its reviews are deleted as well, or stay without name and photos. */
export async function deleteAccount(withReviews: boolean): Promise<void> {
  await call("delete_my_account", { with_reviews: withReviews });
  setCacheBypassCookie();
}

async function change(name: string, args: Record<string, string>): Promise<MyReview> {
  const review = await call<MyReview>(name, args);
  setCacheBypassCookie();
  return review;
}
