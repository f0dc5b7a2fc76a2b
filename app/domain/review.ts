import type { FollowUp } from "./follow-up";
import type { Answers } from "./questions";
import type { Reply } from "./reply";
import type { Texts } from "./review-fields";

export interface ReportedIssue {
  id: string;
  description: string;
  /** One of SEVERITIES; older rows may hold another word or none. */
  severity?: string | null | undefined;
}

/** A published review as every visitor sees it: nothing in it names its author but the display name. (spec 3) */
export interface Review extends Texts {
  id: string;
  propertyId: string;
  /** A whole number from 1 to 5. */
  rating: number;
  /** The day in India, YYYY-MM-DD. The time of day stays in the database: it could tell who wrote the review. */
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
  /** In the order of `proofUrls`; without them the photos themselves are shown. */
  proofThumbnailUrls?: string[] | null;
}

export const RECENT_REVIEW_COUNT = 3;

/** Shown in place of an empty comment. (spec 2) */
export const NO_COMMENT = "No detailed comment provided.";

/** The last day in India on which a review earns the early-reviewer badge. (spec 9) */
export const EARLY_REVIEWER_CUTOFF = "2025-06-30";

/** Whether a review published on this day, YYYY-MM-DD, carries the 'Verified Early Reviewer' badge. (spec 2) */
export function isEarlyReviewer(publishedOn: string): boolean {
  return publishedOn <= EARLY_REVIEWER_CUTOFF;
}

/** The issues a card shows: none when the first one says that there are none. (spec 2) */
export function visibleIssues<T extends Pick<ReportedIssue, "description">>(issues: readonly T[]): readonly T[] {
  const first = issues[0];
  return first && saysNoIssues(first.description) ? [] : issues;
}

/** "Nil", "No issues", "None", "No", "N/A" or "-", whatever its case. Must match private.facts_of in the database. (spec 2, 5) */
export function saysNoIssues(description: string): boolean {
  return /^\s*(nil|no issues?|none|no|n\/?a|-)\.?\s*$/i.test(description);
}

/** The element id of a review on every page that lists it. (spec 2) */
export function reviewAnchor(id: string): string {
  return `review-${id}`;
}

/** The address that jumps to one review. (spec 2) */
export function reviewPath(id: string): string {
  return `/reviews#${reviewAnchor(id)}`;
}
