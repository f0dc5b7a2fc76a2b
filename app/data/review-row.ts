import { type Answers, type QuestionKey, readAnswers } from "~/domain/questions";
import type { ReviewSubmission } from "~/domain/submission";

/** The columns of a review, and what they are called above `data`. (spec 3) */
const REVIEW_COLUMNS = {
  id: "id",
  property_id: "propertyId",
  property_name: "propertyName",
  locality: "locality",
  city: "city",
  move_in_date: "moveInDate",
  rating: "rating",
  review_text: "comment",
  email: "email",
  display_name: "displayName",
  created_on: "publishedOn",
  verified: "verified",
  reported: "reported",
  reported_issues: "reportedIssues",
  follow_ups: "followUps",
  reply: "reply",
  proof_urls: "proofUrls",
  answers: "answers",
} as const;
type Columns = typeof REVIEW_COLUMNS;
const FIELDS = new Map<string, string>(Object.entries(REVIEW_COLUMNS));

/** What a row says, by the names above `data`; columns that are not a review's are left out. */
export function reviewFields<Row extends object>(row: Row): { [C in keyof Row & keyof Columns as Columns[C]]: Row[C] } {
  const fields: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(row)) {
    const field = FIELDS.get(column);
    if (field !== undefined) fields[field] = value;
  }
  return fields as never;
}

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
  const hasPhotos = submission.proofUrls !== null && submission.proofUrls.length > 0;
  const given = new Map<string, unknown>(Object.entries({ ...submission, verified: hasPhotos }));
  const row = Object.entries(REVIEW_COLUMNS).map(([column, field]) => [column, given.get(field)] as const);
  const answered = Object.entries(answers);
  const inColumns = answered
    .filter(([key]) => hasColumn(key))
    .map(([key, answer]) => [key, BOOLEANS[answer] ?? answer]);
  const others = answered.filter(([key]) => !hasColumn(key));
  return {
    ...Object.fromEntries(row.filter(([, value]) => value !== undefined && value !== "")),
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
