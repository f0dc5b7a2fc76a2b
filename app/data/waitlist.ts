import { browserDatabase } from "~/data/database";
import { answerOf, DatabaseFailure, tooMany, type TooMany, visitorRest, UNIQUE_VIOLATION } from "~/data/rest";
import type { WaitlistEntry } from "~/domain/waitlist";

/**
 * Adds somebody to the referral waitlist. Resolves to false when the e-mail is in it already, and to what to tell the
 * visitor when too many entries came from them. Throws when the database refuses the entry or cannot be reached. For the
 * browser only. (spec 3, 7, 8)
 */
export async function insertWaitlistEntry({ name, email }: WaitlistEntry): Promise<boolean | TooMany> {
  const database = browserDatabase();
  if (database.kind === "browser") throw new DatabaseFailure("Database connection is required.", 0, "");
  // Whoever is signed in may enter any address: no session goes with it.
  const rest = await visitorRest(database);
  const result = await rest.from("referral_waitlist").insert({ name, email });
  if (result.error?.code === UNIQUE_VIOLATION) return false;
  try {
    answerOf(result);
  } catch (failure) {
    const refusal = tooMany(failure);
    if (refusal) return refusal;
    throw failure;
  }
  return true;
}
