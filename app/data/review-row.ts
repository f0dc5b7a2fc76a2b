import type { ReviewSubmission } from "~/domain/submission";

/** The row to insert: empty texts are left out, yes, no and "not said" (null) are kept. (spec 5, persistence) */
export function reviewRow(submission: ReviewSubmission): Record<string, unknown> {
  const row = {
    id: submission.id,
    property_name: submission.propertyName,
    locality: submission.locality,
    city: submission.city,
    property_type: submission.propertyType,
    move_in_date: submission.moveInDate,
    duration: submission.duration,
    rating: submission.rating,
    review_text: submission.comment,
    email: submission.email,
    would_recommend: submission.wouldRecommend,
    move_out_intent: submission.moveOutIntent,
    verified: (submission.proofUrls?.length ?? 0) > 0,
    reported_issues: submission.reportedIssues,
    proof_urls: submission.proofUrls,
    how_issues_reported: submission.howIssuesReported,
    issue_resolution_status: submission.issueResolutionStatus,
    management_response_time: submission.managementResponseTime,
  };
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined && value !== ""));
}
