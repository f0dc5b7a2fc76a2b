import type { QuestionKey } from "~/domain/questions";
import type { ReviewSubmission } from "~/domain/submission";

// The table `reviews` as far as visitors fill it: what is inserted, what a browser stores, and what the embedded server takes.
// server/embedded/calls.ts imports this file without a build.

/** The columns of what the form sends, by what they are called above `data`. (spec 3) */
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

/** The questions that have a column of their own: those of the specification. (spec 3) */
export const QUESTIONS_WITH_COLUMN: readonly QuestionKey[] = [
  "property_type",
  "duration",
  "would_recommend",
  "move_out_intent",
  "how_issues_reported",
  "issue_resolution_status",
  "management_response_time",
];

/** Yes and no are booleans in columns. */
const BOOLEANS: Record<string, boolean> = { true: true, false: false };

/** The row to insert: what was not answered or filled in is left out. (spec 5) */
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
