import type { GrievanceGround, GrievanceOutcome } from "./grievance";
import type { ReplyState } from "./reply";
import type { Answers } from "./questions";
import type { FollowUp } from "./follow-up";
import { MAX_FOLLOW_UPS, newDepositAnswers } from "./follow-up-check";

/** Where a review of one's own stands. Must match private.my_review_json in the migrations. */
type ReviewState = "public" | "flagged" | "hidden" | "withdrawn";

/** A review as its author sees it. (spec 11) */
export interface MyReview {
  id: string;
  propertyId: string;
  propertyName: string;
  locality: string;
  city: string;
  rating: number;
  comment: string;
  displayName: string;
  /** As they were written. */
  answers: Answers;
  /** The day in India, YYYY-MM-DD; so are the others. */
  publishedOn: string;
  followUps: FollowUp[];
  state: ReviewState;
  /** Without a name and an e-mail, for good. */
  isAnonymous: boolean;
  /** Of a withdrawn review: the day on which it goes for good. */
  erasedOn: string | null;
  /** Where the author wants to be reminded of a deposit that is still out: the day of that e-mail. */
  reminderOn: string | null;
  /** Why an operator hid it, in the operator's words, and the clause of the review policy; null where none did. */
  hidden: { reason: string | null; clause: string | null } | null;
}

/** A reply of one's own, as the account lists it. */
export interface ListedReply {
  reviewId: string;
  /** Null where the review is no longer shown. */
  propertyName: string | null;
  state: ReplyState;
  createdOn: string;
}

/** A complaint of one's own, as the account lists it. */
export interface ListedGrievance {
  ticket: string;
  secret: string;
  ground: GrievanceGround;
  /** Unix milliseconds. */
  receivedAt: number;
  state: "received" | "acknowledged" | GrievanceOutcome;
}

/** Whether a follow-up can be added: readers see the review, and there is room for a text or a new answer. */
export function canAddFollowUp(review: Pick<MyReview, "state" | "followUps" | "answers">): boolean {
  const hasRoom = review.followUps.filter(({ depositBack }) => !depositBack).length < MAX_FOLLOW_UPS;
  const isShown = review.state === "public" || review.state === "flagged";
  return isShown && (hasRoom || Object.keys(newDepositAnswers(review)).length > 0);
}
