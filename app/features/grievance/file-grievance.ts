import { visitorBackend } from "~/data/visitor-backend";
import { checkGrievance, type GrievanceEntry, type GrievanceField, pageOfGrievance } from "~/domain/grievance-check";
import type { GrievanceGround, GrievanceWriter } from "~/domain/grievance";
import { plainLine, plainText } from "~/domain/plain-text";
import { FIELD_MESSAGES } from "./grievance-wording";

/** The errors beside the fields. */
export type FieldMessages = Partial<Record<GrievanceField, string>>;

export type FilingOutcome =
  | { outcome: "incomplete"; messages: FieldMessages }
  | { outcome: "filed" }
  | { outcome: "too-many-attempts"; sentence: string };

/**
 * Validates a grievance and files it. The secret makes retries idempotent. Throws an Error with a message if the grievance cannot
 * be filed. (spec 11)
 */
export async function fileGrievance(entry: GrievanceEntry, secret: string, origin: string): Promise<FilingOutcome> {
  const problems = Object.entries(checkGrievance(entry)) as [GrievanceField, string][];
  if (problems.length > 0) {
    const messages = problems.map(([field, problem]) => [
      field,
      (FIELD_MESSAGES[field] as Record<string, string>)[problem] ?? "",
    ]);
    return { outcome: "incomplete", messages: Object.fromEntries(messages) as FieldMessages };
  }
  const actions = await visitorBackend().actions();
  const result = await actions.fileGrievance({
    secret,
    writer: entry.writer as GrievanceWriter,
    ground: entry.ground as GrievanceGround,
    page: pageOfGrievance(entry.page, origin),
    words: plainText(entry.words),
    email: plainLine(entry.email),
  });
  return result === "filed" ? { outcome: "filed" } : result;
}
