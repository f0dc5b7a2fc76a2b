import { setCacheBypassCookie } from "./cache-bypass-cookie";
import { callAsSignedIn as call } from "./signed-in-call";
import type { GrievanceOutcome } from "~/domain/grievance";
import type { PropertyName } from "~/domain/property-group";
import type { ListedGrievance, ListedReply, MyReview } from "~/domain/my-review";

// What authors ask and do about their own reviews and account. Each call throws an Error with a sentence for the visitor when it is
// refused or does not arrive. For the browser only; an answer is not checked with zod, whose code would weigh more than the page.

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
  /** The newest 50 of each, with the first page. */
  replies: ListedReply[];
  grievances: ListedGrievance[];
}

/** A page of the signed-in author's reviews, newest first; with the first, their replies and grievances. (spec 11) */
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

/** Deletes the name and the e-mail of a review, for good. */
export function makeAnonymous(reviewId: string): Promise<MyReview> {
  return change("make_my_review_anonymous", { review_id: reviewId });
}

/** Takes a review off the site; it can be brought back for 30 days. */
export function withdrawReview(reviewId: string): Promise<MyReview> {
  return change("withdraw_my_review", { review_id: reviewId });
}

/** Ends the withdrawal of a review. */
export function bringBackReview(reviewId: string): Promise<MyReview> {
  return change("bring_back_my_review", { review_id: reviewId });
}

/** Adds a dated text to a review, a new answer to whether the deposit came back, or both. Once more with the same adds nothing. */
export function addFollowUp(reviewId: string, text: string, depositBack: string): Promise<MyReview> {
  return change("add_follow_up", { review_id: reviewId, follow_up: text, deposit_back: depositBack });
}

/** A review of one's own as far as its publication needs it; null where it cannot be read. */
export async function publishedReview(reviewId: string): Promise<PublishedReview | null> {
  const review = await call<PublishedReview | { hidden: true } | null>("my_review", { review_id: reviewId });
  return review && "propertyId" in review ? review : null;
}

/** Wants, or wants no more, an e-mail in 60 days that asks whether the deposit came back. Resolves to its day. */
export function remindOfDeposit(reviewId: string, isWanted: boolean): Promise<string | null> {
  return call("remind_of_deposit", { review_id: reviewId, is_wanted: isWanted });
}

/** All that is kept about the signed-in person, as JSON to read. */
export async function exportMyData(): Promise<string> {
  return JSON.stringify(await call<object>("export_my_data"), null, 2);
}

/** Deletes the account of a user who has just logged in, with its reviews or without: they stay without a name then. */
export async function deleteAccount(withReviews: boolean): Promise<void> {
  await call("delete_my_account", { with_reviews: withReviews });
  setCacheBypassCookie();
}

async function change(name: string, args: Record<string, string>): Promise<MyReview> {
  const review = await call<MyReview>(name, args);
  setCacheBypassCookie();
  return review;
}
