import { z } from "zod";
import type { Database } from "./database";
import { read } from "./reviews";
import { GRIEVANCE_GROUNDS, type GrievanceGround } from "~/domain/grievance";
import type { EmptySearches, TransparencyMonth } from "~/domain/transparency";

// Only loaders import this file, so zod stays on the server.

const count = z.int().nonnegative();
const seconds = z.number().nullable();
const month = z.object({
  month: z.string().regex(/^\d{4}-\d\d$/),
  published: count,
  reportedReviews: count,
  reports: count,
  hidden: count,
  hiddenByClause: z.record(z.string(), count),
  shownAgain: count,
  cleared: count,
  // Months that 1.0.0 closed lack these four.
  burstsChecked: count.default(0),
  burstsGenuine: count.default(0),
  notCounted: count.default(0),
  countedAgain: count.default(0),
  repliesPublished: count,
  repliesRefused: count,
  authorsLookedUp: count,
  // Months that 1.0.0 closed lack it.
  rulesReminders: count.default(0),
  grievances: count,
  grievancesByGround: z.partialRecord(z.enum(Object.keys(GRIEVANCE_GROUNDS) as GrievanceGround[]), count),
  times: z
    .object({
      decided: count,
      acknowledgeMedianSeconds: seconds,
      acknowledgeSlowestSeconds: seconds,
      acknowledgedInTime: count,
      acknowledgedLate: count,
      decideMedianSeconds: seconds,
      decideSlowestSeconds: seconds,
      decidedInTime: count,
      decidedLate: count,
    })
    .nullable(),
}) satisfies z.ZodType<TransparencyMonth>;

const place = z.object({ city: z.string(), locality: z.string().nullable(), count }) satisfies z.ZodType<EmptySearches>;

/**
 * Returns all months with a publication, report or decision, newest first, and where 20 searches or more found nothing in three months, most
 * first. Throws a DatabaseFailure. (spec 10, 11)
 */
export async function transparencyFigures(database: Database) {
  const [months, searches] = await Promise.all([
    read(database, z.array(month), "transparency"),
    read(database, z.array(place), "empty_searches"),
  ]);
  return { months, searches };
}
