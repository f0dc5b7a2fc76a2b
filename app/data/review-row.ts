import type { ReviewSubmission } from "~/domain/submission";

/** The columns of a review, and what they are called above `data`. (spec 3) */
const REVIEW_COLUMNS = {
  id: "id",
  property_id: "propertyId",
  property_name: "propertyName",
  locality: "locality",
  city: "city",
  property_type: "propertyType",
  move_in_date: "moveInDate",
  duration: "duration",
  rating: "rating",
  review_text: "comment",
  email: "email",
  display_name: "displayName",
  created_on: "publishedOn",
  would_recommend: "wouldRecommend",
  move_out_intent: "moveOutIntent",
  verified: "verified",
  reported: "reported",
  reported_issues: "reportedIssues",
  follow_ups: "followUps",
  reply: "reply",
  proof_urls: "proofUrls",
  how_issues_reported: "howIssuesReported",
  issue_resolution_status: "issueResolutionStatus",
  management_response_time: "managementResponseTime",
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

/** The row to insert: empty texts are left out, yes, no and "not said" (null) are kept. (spec 5) */
export function rowToInsert(submission: ReviewSubmission): Record<string, unknown> {
  const hasPhotos = submission.proofUrls !== null && submission.proofUrls.length > 0;
  const given = new Map<string, unknown>(Object.entries({ ...submission, verified: hasPhotos }));
  const row = Object.entries(REVIEW_COLUMNS).map(([column, field]) => [column, given.get(field)] as const);
  return Object.fromEntries(row.filter(([, value]) => value !== undefined && value !== ""));
}
