import type { GrievanceGround, GrievanceOutcome } from "./grievance";
import type { ReplyState } from "./reply";
import type { Answers } from "./questions";
import type { FollowUp } from "./follow-up";
import { MAX_FOLLOW_UPS, newDepositAnswers } from "./follow-up-check";

/** The state of an author's own review. Must match private.my_review_json in the database. */
type ReviewState = "public" | "flagged" | "uncounted" | "hidden" | "withdrawn";

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
  /** The original answers. A later answer about the deposit is in `followUps`. */
  answers: Answers;
  /** Dates are in India, YYYY-MM-DD. */
  publishedOn: string;
  followUps: FollowUp[];
  state: ReviewState;
  /** Whether the author removed name and email, which cannot be undone. */
  isAnonymous: boolean;
  /** When a withdrawn review is deleted. */
  erasedOn: string | null;
  /** When the reminder of an unpaid deposit is sent; null if the author asked for none. */
  reminderOn: string | null;
  /** Why an operator hid it, with the clause of the review policy; null if none did. */
  hidden: { reason: string | null; clause: string | null } | null;
  /** Why it is not counted, with the clause of the review policy; null if it is counted. */
  uncounted: { reason: string | null; clause: string | null } | null;
  /** Whether its author may publish a corrected review of the home, which replaces this hidden one. */
  isReplaceable: boolean;
}

/** An author's own reply in the account's list. */
export interface ListedReply {
  reviewId: string;
  /** Null if the review is no longer shown. */
  propertyName: string | null;
  state: ReplyState;
  createdOn: string;
}

/** A visitor's own grievance in the account's list. */
export interface ListedGrievance {
  ticket: string;
  secret: string;
  ground: GrievanceGround;
  /** Unix milliseconds. */
  receivedAt: number;
  state: "received" | "acknowledged" | GrievanceOutcome;
}

/** Returns whether a follow-up can be added: readers see the review, and a text or an answer is still possible. */
export function canAddFollowUp(review: Pick<MyReview, "state" | "followUps" | "answers">): boolean {
  const hasRoom = review.followUps.filter(({ depositBack }) => !depositBack).length < MAX_FOLLOW_UPS;
  const isShown = review.state === "public" || review.state === "flagged" || review.state === "uncounted";
  return isShown && (hasRoom || Object.keys(newDepositAnswers(review)).length > 0);
}
