import type { QuestionKey } from "~/domain/questions";
import type { ReviewSubmission } from "~/domain/submission";

// The part of the table `reviews` that visitors fill. Node runs this file unbundled (server/embedded/calls.ts imports it), so it may import
// types only.

/** Maps the field names used above `data` to columns. (spec 3) */
export const COLUMNS = {
  id: "id",
  propertyName: "property_name",
  locality: "locality",
  city: "city",
  moveInDate: "move_in_date",
  rating: "rating",
  comment: "review_text",
  email: "email",
  reportedIssues: "reported_issues",
  proofUrls: "proof_urls",
} as const satisfies Record<Exclude<keyof ReviewSubmission, "answers">, string>;

/** Questions that each have a column. All other answers are in the column `answers`. (spec 3) */
export const QUESTIONS_WITH_COLUMN: readonly QuestionKey[] = [
  "property_type",
  "duration",
  "would_recommend",
  "move_out_intent",
  "how_issues_reported",
  "issue_resolution_status",
  "management_response_time",
];

/** Columns store yes and no as booleans. */
const BOOLEANS: Record<string, boolean> = { true: true, false: false };

/** Returns the row to insert, without empty values. (spec 5) */
export function rowToInsert({ answers, ...submission }: ReviewSubmission): Record<string, unknown> {
  const row = Object.entries(submission).map(([field, value]) => [COLUMNS[field as keyof typeof COLUMNS], value]);
  const answered = Object.entries(answers);
  const inColumns = answered
    .filter(([key]) => hasColumn(key))
    .map(([key, answer]) => [key, BOOLEANS[answer] ?? answer]);
  const others = answered.filter(([key]) => !hasColumn(key));
  return {
    ...Object.fromEntries(row.filter(([, value]) => value !== "")),
    verified: (submission.proofUrls ?? []).length > 0,
    ...Object.fromEntries(inColumns),
    ...(others.length > 0 && { answers: Object.fromEntries(others) }),
  };
}

export function hasColumn(key: string): boolean {
  return (QUESTIONS_WITH_COLUMN as readonly string[]).includes(key);
}
