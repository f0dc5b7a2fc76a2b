export interface ReportedIssue {
  id: string;
  description: string;
  /** One of SEVERITIES; older rows may hold another word or none. */
  severity: string | null;
}

/** A published review as every visitor sees it: nothing in it names its author but the display name. (spec 3) */
export interface Review {
  id: string;
  propertyId: string;
  propertyName: string;
  locality: string | null;
  city: string;
  propertyType: string | null;
  /** A whole number from 1 to 5. */
  rating: number;
  comment: string;
  /** The day in India, YYYY-MM-DD. The time of day stays in the database: it could tell who wrote the review. */
  publishedOn: string;
  displayName: string;
  verified: boolean;
  reported: boolean;
  reportedIssues: ReportedIssue[];
  wouldRecommend: boolean | null;
  moveOutIntent: boolean | null;
  /** YYYY-MM-DD */
  moveInDate: string | null;
  duration: string | null;
  howIssuesReported: string | null;
  issueResolutionStatus: string | null;
  managementResponseTime: string | null;
  proofUrls: string[];
  /** Small pictures of the photos, in the same order; without them the photos themselves have to do. */
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

/** The issues a card shows: none when the first one says that there are none ('Nil', 'No issues'). (spec 2) */
export function visibleIssues<T extends Pick<ReportedIssue, "description">>(issues: readonly T[]): readonly T[] {
  const first = issues[0];
  return first && saysNoIssues(first.description) ? [] : issues;
}

/** "Nil" or "No issues", whatever its case. (spec 2, 5) */
export function saysNoIssues(description: string): boolean {
  return ["nil", "no issues"].includes(description.trim().toLowerCase());
}

/** The badge style of a severity, whatever its case; unknown and missing ones are outlined like minor ones. (spec 2) */
export function severityVariant(severity: string | null | undefined): "destructive" | "secondary" | "outline" {
  switch (severity?.trim().toLowerCase()) {
    case "critical":
    case "major":
      return "destructive";
    case "moderate":
      return "secondary";
    default:
      return "outline";
  }
}

/** The element id of a review on the list page. (spec 2) */
export function reviewAnchor(id: string): string {
  return `review-${id}`;
}

/** The address that jumps to one review. (spec 2) */
export function reviewPath(id: string): string {
  return `/reviews#${reviewAnchor(id)}`;
}
