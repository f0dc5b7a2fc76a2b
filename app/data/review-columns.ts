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
