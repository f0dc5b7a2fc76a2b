import { setCacheBypassCookie } from "./cache-bypass-cookie";
import { reviewFields } from "./review-row";
import { callAsSignedIn as call } from "./signed-in-call";
import type { GrievanceGround, GrievanceOutcome } from "~/domain/grievance";
import type { ListedComplaint, ListedReply, MyReview, ReviewState } from "~/domain/my-review";
import type { ReplyState } from "~/domain/reply";

// What authors ask and do about their own reviews and account. Each call throws an Error with a sentence for the visitor when it is
// refused or does not arrive. For the browser only; an answer is not checked with zod, whose code would weigh more than the page.

interface Row {
  id: string;
  property_id: string;
  property_name: string;
  locality: string | null;
  city: string;
  rating: number;
  review_text: string;
  display_name: string;
  created_on: string;
  follow_ups: { text: string; created_on: string }[];
  state: ReviewState;
  is_anonymous: boolean;
  erased_on: string | null;
  hidden: MyReview["hidden"];
}

interface PageRow {
  reviews: Row[];
  next: string | null;
  /** Only the first page has these two. */
  replies?: { review_id: string; property_name: string | null; state: ReplyState; created_on: string }[];
  complaints?: {
    ticket: string;
    secret: string;
    ground: GrievanceGround;
    received_at: string;
    is_acknowledged: boolean;
    outcome: GrievanceOutcome | null;
  }[];
}

export interface MyReviewsPage {
  reviews: MyReview[];
  /** The cursor of the next page. */
  next: string | null;
  /** The newest 50 of each, with the first page. */
  replies: ListedReply[];
  complaints: ListedComplaint[];
}

/** A page of the signed-in author's reviews, newest first; with the first, their replies and complaints. (spec 11) */
export async function myReviews(after: string | null): Promise<MyReviewsPage | "session-expired"> {
  const page = await call<PageRow>("my_reviews", { after });
  if (page === "session-expired") return page;
  const { replies = [], complaints = [] } = page;
  return {
    reviews: page.reviews.map(toMyReview),
    next: page.next,
    replies: replies.map((reply) => ({
      reviewId: reply.review_id,
      propertyName: reply.property_name,
      state: reply.state,
      createdOn: reply.created_on,
    })),
    complaints: complaints.map(({ received_at, is_acknowledged, outcome, ...complaint }) => ({
      ...complaint,
      receivedAt: Date.parse(received_at),
      state: outcome ?? (is_acknowledged ? "acknowledged" : "received"),
    })),
  };
}

/** Deletes the name and the e-mail of a review, for good. */
export function makeAnonymous(reviewId: string): Promise<MyReview | "session-expired"> {
  return change("make_my_review_anonymous", { review_id: reviewId });
}

/** Takes a review off the site; it can be brought back for 30 days. */
export function withdrawReview(reviewId: string): Promise<MyReview | "session-expired"> {
  return change("withdraw_my_review", { review_id: reviewId });
}

/** Ends the withdrawal of a review. */
export function bringBackReview(reviewId: string): Promise<MyReview | "session-expired"> {
  return change("bring_back_my_review", { review_id: reviewId });
}

/** Adds a dated text to a review. Once more with the same text adds nothing. */
export function addFollowUp(reviewId: string, text: string): Promise<MyReview | "session-expired"> {
  return change("add_follow_up", { review_id: reviewId, follow_up: text });
}

/** All that is kept about the signed-in person, as JSON to read. */
export async function exportMyData(): Promise<{ json: string } | "session-expired"> {
  const kept = await call<object>("export_my_data");
  return kept === "session-expired" ? kept : { json: JSON.stringify(kept, null, 2) };
}

/** Deletes the account of a user who has just logged in, with its reviews or without: they stay without a name then. */
export async function deleteAccount(withReviews: boolean): Promise<"deleted" | "session-expired"> {
  const deleted = await call<boolean>("delete_my_account", { with_reviews: withReviews });
  if (deleted === "session-expired") return deleted;
  setCacheBypassCookie();
  return "deleted";
}

async function change(name: string, args: Record<string, string>): Promise<MyReview | "session-expired"> {
  const row = await call<Row>(name, args);
  if (row === "session-expired") return row;
  setCacheBypassCookie();
  return toMyReview(row);
}

function toMyReview({ state, is_anonymous, erased_on, hidden, ...row }: Row): MyReview {
  const { followUps, ...fields } = reviewFields(row);
  return {
    ...fields,
    followUps: followUps.map(({ text, created_on }) => ({ text, addedOn: created_on })),
    state,
    isAnonymous: is_anonymous,
    erasedOn: erased_on,
    hidden,
  };
}
