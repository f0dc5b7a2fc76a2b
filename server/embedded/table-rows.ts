import { z } from "zod";

// `@supabase/lite` puts a list or an object into a text column the way JavaScript prints it ("[object Object]"), takes
// any text for yes or no, and fails with a fault of its own where a date or a list of texts is expected. PostgREST
// refuses all of these. Rules about the values are the database's.

/** NUL and halves of characters cannot be stored. */
const text = z.string().refine((value) => value.isWellFormed() && !value.includes("\0"));
const plainValue = z.union([text, z.number(), z.boolean(), z.null()]);

const review = z
  .object({
    would_recommend: z.boolean().nullish(),
    move_out_intent: z.boolean().nullish(),
    move_in_date: text.nullish(),
    created_at: text.nullish(),
    hidden_at: text.nullish(),
    proof_urls: z.union([text, z.array(z.union([text, z.null()]))]).nullish(),
    // A list of objects of texts. Much deeper ones break the parsers on their way.
    reported_issues: z
      .unknown()
      .optional()
      .refine((value) => isShallow(value, 4)),
  })
  .catchall(plainValue);
const flat = z.record(z.string(), plainValue);
const report = z.object({ created_at: text.nullish() }).catchall(plainValue);

const waitlistEntry = z.strictObject({ name: text.nullish(), email: text.nullish() });

// A list could ask about hundreds of addresses at once, and leave no trace: one that fails is not kept.
const ONE_AT_A_TIME: readonly string[] = ["referral_waitlist"];

const ROWS = { reviews: review, review_reports: report, referral_waitlist: waitlistEntry };

/** What visitors may write to; everything else is only read or out of their reach. */
export type WritableTable = keyof typeof ROWS;

export function isWritableTable(table: string): table is WritableTable {
  return Object.hasOwn(ROWS, table);
}

/** Whether a request body is a row of this table, or a list of rows, with values of the kinds that its columns take. */
export function areRows(table: WritableTable, json: string): boolean {
  const body = parsed(json);
  const rows: unknown[] = Array.isArray(body) ? body : [body];
  if (rows.length > 1 && ONE_AT_A_TIME.includes(table)) return false;
  return rows.every((row) => ROWS[table].safeParse(row).success && Object.keys(row as object).length > 0);
}

/** Whether a request body holds the arguments of one call: plain values by their names, or nothing. */
export function areArguments(json: string): boolean {
  return json === "" || flat.safeParse(parsed(json)).success;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1));
}
