import { type Answers, type QuestionKey, readAnswers } from "~/domain/questions";
import type { ReviewSubmission } from "~/domain/submission";

/** The columns that the form sends, and what they are called above `data`. (spec 3) */
const COLUMNS = {
  id: "id",
  property_name: "propertyName",
  locality: "locality",
  city: "city",
  move_in_date: "moveInDate",
  rating: "rating",
  review_text: "comment",
  email: "email",
  reported_issues: "reportedIssues",
  proof_urls: "proofUrls",
} as const satisfies Record<string, keyof ReviewSubmission>;

/** The questions that have a column of their own: those of the specification. Yes and no are booleans there. (spec 3) */
const QUESTIONS_WITH_COLUMN: readonly QuestionKey[] = [
  "property_type",
  "duration",
  "would_recommend",
  "move_out_intent",
  "how_issues_reported",
  "issue_resolution_status",
  "management_response_time",
];
const BOOLEANS: Record<string, boolean> = { true: true, false: false };

/** The row to insert: what was not answered or filled in is left out. (spec 5) */
export function rowToInsert({ answers, ...submission }: ReviewSubmission): Record<string, unknown> {
  const row = Object.entries(COLUMNS).map(([column, field]) => [column, submission[field]]);
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

/** The answers of a row, from the columns of the specification and from `answers`. */
export function answersOfRow(row: Readonly<Record<string, unknown>>): Answers {
  const others = typeof row.answers === "object" ? row.answers : null;
  return readAnswers({ ...others, ...Object.fromEntries(Object.entries(row).filter(([key]) => hasColumn(key))) });
}

function hasColumn(key: string): boolean {
  return (QUESTIONS_WITH_COLUMN as readonly string[]).includes(key);
}
