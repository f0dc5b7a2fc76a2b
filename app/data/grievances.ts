import { z } from "zod";
import type { Database } from "./database";
import { read } from "./reviews";
import { isUuid } from "./uuid";
import {
  GRIEVANCE_GROUNDS,
  GRIEVANCE_OUTCOMES,
  GRIEVANCE_WRITERS,
  type GrievanceGround,
  type GrievanceOutcome,
  type GrievanceStatus,
  type GrievanceWriter,
} from "~/domain/grievance";

// Only loaders import this file, so zod stays on the server.

const time = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));
const row = z
  .object({
    ticket: z.string(),
    writer: z.enum(Object.keys(GRIEVANCE_WRITERS) as GrievanceWriter[]),
    ground: z.enum(Object.keys(GRIEVANCE_GROUNDS) as GrievanceGround[]),
    page: z.string().nullable(),
    words: z.string().nullable(),
    receivedAt: time,
    acknowledgeBy: time,
    decideBy: time,
    acknowledgedAt: time.nullable(),
    decidedAt: time.nullable(),
    outcome: z.enum(Object.keys(GRIEVANCE_OUTCOMES) as GrievanceOutcome[]).nullable(),
    clause: z.string().nullable(),
    sentence: z.string().nullable(),
  })
  .nullable();

/** Returns the grievance with this secret, or null. Throws a DatabaseFailure. (spec 11) */
export async function grievanceStatus(database: Database, secret: string): Promise<GrievanceStatus | null> {
  if (!isUuid(secret)) return null;
  const found = await read(database, row, "grievance_status", { secret });
  if (!found) return null;
  const { outcome, decidedAt, clause, sentence, ...status } = found;
  const isDecided = outcome !== null && decidedAt !== null;
  return { ...status, decision: isDecided ? { at: decidedAt, outcome, clause, sentence: sentence ?? "" } : null };
}
