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
  repliesPublished: count,
  repliesRefused: count,
  authorsLookedUp: count,
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

/** Returns all months with a publication, report or decision, newest first. Throws a DatabaseFailure. (spec 11) */
function transparencyMonths(database: Database): Promise<TransparencyMonth[]> {
  return read(database, z.array(month), "transparency");
}

const place = z.object({ city: z.string(), locality: z.string().nullable(), count });

/** Returns where 20 searches or more found nothing in three months, most first. Throws a DatabaseFailure. (spec 10) */
function emptySearches(database: Database): Promise<EmptySearches[]> {
  return read(database, z.array(place), "empty_searches");
}

/** Returns all figures of the page and its CSV. Throws a DatabaseFailure. */
export async function transparencyFigures(database: Database) {
  const [months, searches] = await Promise.all([transparencyMonths(database), emptySearches(database)]);
  return { months, searches };
}
