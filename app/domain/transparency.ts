import type { GrievanceGround } from "./grievance";

/** How fast a month's grievances were acknowledged and decided (null without any), and how many in time or late. */
interface GrievanceTimes {
  decided: number;
  acknowledgeMedianSeconds: number | null;
  acknowledgeSlowestSeconds: number | null;
  acknowledgedInTime: number;
  acknowledgedLate: number;
  decideMedianSeconds: number | null;
  decideSlowestSeconds: number | null;
  decidedInTime: number;
  decidedLate: number;
}

/** Numbers of reviews, reports and decisions in a calendar month in India. */
export interface TransparencyMonth {
  /** "2026-11" */
  month: string;
  published: number;
  reportedReviews: number;
  reports: number;
  hidden: number;
  /** By clause number of the review policy; "" for decisions without a clause. */
  hiddenByClause: Record<string, number>;
  shownAgain: number;
  cleared: number;
  /** Bursts of reviews that operators were checking, as the page of the home said. */
  burstsChecked: number;
  /** Bursts of reviews that operators found genuine. */
  burstsGenuine: number;
  /** Reviews that operators decided not to count. */
  notCounted: number;
  countedAgain: number;
  repliesPublished: number;
  repliesRefused: number;
  /** How often an operator looked up an author, mostly for a court. */
  authorsLookedUp: number;
  /** How many reminders of the rules to all accounts began. */
  rulesReminders: number;
  grievances: number;
  grievancesByGround: Partial<Record<GrievanceGround, number>>;
  /** Null without a grievance. */
  times: GrievanceTimes | null;
}

/** A city, or a locality of it, with the number of searches there that found nothing. */
export interface EmptySearches {
  city: string;
  locality: string | null;
  count: number;
}

/** Returns the share in time of those due, from 0 to 1; null if none was due. */
export function shareInTime(inTime: number, late: number): number | null {
  return inTime + late === 0 ? null : inTime / (inTime + late);
}
