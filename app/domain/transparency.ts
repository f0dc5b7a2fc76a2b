import type { GrievanceGround } from "./grievance";

/** How fast complaints of a month were (null while none was), and how many were in time or late. */
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

/** What was published, reported and decided in a month of India's calendar. */
export interface TransparencyMonth {
  /** "2026-11" */
  month: string;
  published: number;
  reportedReviews: number;
  reports: number;
  hidden: number;
  /** By the number of a clause of the review policy; "" for decisions that named none. */
  hiddenByClause: Record<string, number>;
  shownAgain: number;
  cleared: number;
  repliesPublished: number;
  repliesRefused: number;
  /** Whose author an operator looked up, mostly for a court. */
  authorsLookedUp: number;
  grievances: number;
  grievancesByGround: Partial<Record<GrievanceGround, number>>;
  /** Null where there was no complaint. */
  times: GrievanceTimes | null;
}

/** The share in time of those that were due, from 0 to 1; null where none was. */
export function shareInTime(inTime: number, late: number): number | null {
  return inTime + late === 0 ? null : inTime / (inTime + late);
}
