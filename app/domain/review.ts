import type { FollowUp } from "./follow-up";
import type { Answers } from "./questions";
import type { Reply } from "./reply";
import type { Texts } from "./review-texts";

export interface ReportedIssue {
  id: string;
  description: string;
  /** One of SEVERITIES; older rows may hold another word or none. */
  severity?: string | null | undefined;
}

/** A published review as visitors see it. Only the display name says anything about its author. (spec 3) */
export interface Review extends Texts {
  id: string;
  propertyId: string;
  /** An integer from 1 to 5. */
  rating: number;
  /** The date in India, YYYY-MM-DD. The time of day stays in the database: it could reveal the author. */
  publishedOn: string;
  displayName: string;
  verified: boolean;
  reported: boolean;
  answers: Answers;
  reportedIssues: ReportedIssue[];
  /** In the order in which they were added. */
  followUps: FollowUp[];
  reply: Reply | null;
  /** YYYY-MM-DD */
  moveInDate: string | null;
  proofUrls: string[];
  /** In the order of `proofUrls`; missing if there are no thumbnails, so that the photos themselves are shown. */
  proofThumbnailUrls?: string[] | null;
}

/** A review that is not counted, with the sentence of an operator and the clause of the review policy. */
export interface UncountedReview extends Review {
  because: { reason: string; clause: string };
}

export const RECENT_REVIEW_COUNT = 3;

/** Shown for an empty comment. (spec 2) */
export const NO_COMMENT = "No detailed comment provided.";

/** The last day in India that earns the early-reviewer badge. (spec 9) */
export const EARLY_REVIEWER_CUTOFF = "2025-06-30";

/** Returns whether a review of this day, YYYY-MM-DD, has the 'Verified Early Reviewer' badge. (spec 2) */
export function isEarlyReviewer(publishedOn: string): boolean {
  return publishedOn <= EARLY_REVIEWER_CUTOFF;
}

/** Returns the issues that a card shows: none if the first one says that there are none. (spec 2) */
export function visibleIssues<T extends Pick<ReportedIssue, "description">>(issues: readonly T[]): readonly T[] {
  const first = issues[0];
  return first && saysNoIssues(first.description) ? [] : issues;
}

/** Matches "Nil", "No issues", "None", "No", "N/A" or "-" in any case. Must match private.facts_of in the database. (spec 2, 5) */
export function saysNoIssues(description: string): boolean {
  return /^\s*(nil|no issues?|none|no|n\/?a|-)\.?\s*$/i.test(description);
}

/** Returns the element id of a review on every page. (spec 2) */
export function reviewAnchor(id: string): string {
  return `review-${id}`;
}

/** Returns the URL that scrolls to a review in the list. (spec 2) */
export function reviewPath(id: string): string {
  return `/reviews#${reviewAnchor(id)}`;
}

/** Returns the URL of the page where the owner or manager of the home replies to a review. (spec 11) */
export function answerPath(id: string): string {
  return `/answer/${id}`;
}
