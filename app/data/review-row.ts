import { COLUMNS, QUESTIONS_WITH_COLUMN } from "./review-columns";
import { type Answers, readAnswers } from "~/domain/questions";
import type { ReviewSubmission } from "~/domain/submission";

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

/** The answers of a row, from the columns of the specification and from `answers`. */
export function answersOfRow(row: Readonly<Record<string, unknown>>): Answers {
  const others = typeof row.answers === "object" ? row.answers : null;
  return readAnswers({ ...others, ...Object.fromEntries(Object.entries(row).filter(([key]) => hasColumn(key))) });
}

function hasColumn(key: string): boolean {
  return (QUESTIONS_WITH_COLUMN as readonly string[]).includes(key);
}
