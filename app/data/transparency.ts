import { z } from "zod";
import type { Database } from "./database";
import { read } from "./reviews";
import { GRIEVANCE_GROUNDS, type GrievanceGround } from "~/domain/grievance";
import type { TransparencyMonth } from "~/domain/transparency";

// Only loaders import this file, so that zod stays on the server.

const count = z.int().nonnegative();
const seconds = z.number().nullable();
const months = z.array(
  z.object({
    month: z.string().regex(/^\d{4}-\d\d$/),
    published: count,
    reported_reviews: count,
    reports: count,
    hidden: count,
    hidden_by_clause: z.record(z.string(), count),
    shown_again: count,
    cleared: count,
    replies_published: count,
    replies_refused: count,
    authors_looked_up: count,
    grievances: count,
    grievances_by_ground: z.partialRecord(z.enum(Object.keys(GRIEVANCE_GROUNDS) as GrievanceGround[]), count),
    times: z
      .object({
        decided: count,
        acknowledge_median_seconds: seconds,
        acknowledge_slowest_seconds: seconds,
        acknowledged_in_time: count,
        acknowledged_late: count,
        decide_median_seconds: seconds,
        decide_slowest_seconds: seconds,
        decided_in_time: count,
        decided_late: count,
      })
      .nullable(),
  }),
);

/** All months in which anything was published, reported or decided, the newest first. Throws a DatabaseFailure. (spec 11) */
export async function transparencyMonths(database: Database): Promise<TransparencyMonth[]> {
  const rows = await read(database, months, "transparency");
  return rows.map((row) => ({
    month: row.month,
    published: row.published,
    reportedReviews: row.reported_reviews,
    reports: row.reports,
    hidden: row.hidden,
    hiddenByClause: row.hidden_by_clause,
    shownAgain: row.shown_again,
    cleared: row.cleared,
    repliesPublished: row.replies_published,
    repliesRefused: row.replies_refused,
    authorsLookedUp: row.authors_looked_up,
    grievances: row.grievances,
    grievancesByGround: row.grievances_by_ground,
    times: row.times && {
      decided: row.times.decided,
      acknowledgeMedian: row.times.acknowledge_median_seconds,
      acknowledgeSlowest: row.times.acknowledge_slowest_seconds,
      acknowledgedInTime: row.times.acknowledged_in_time,
      acknowledgedLate: row.times.acknowledged_late,
      decideMedian: row.times.decide_median_seconds,
      decideSlowest: row.times.decide_slowest_seconds,
      decidedInTime: row.times.decided_in_time,
      decidedLate: row.times.decided_late,
    },
  }));
}
