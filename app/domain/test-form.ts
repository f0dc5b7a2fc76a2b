import { emptySubmission, type IssueRow, type SubmissionForm } from "./submission";

/** Returns a complete form for tests: without an email, and with one issue that says "Nil". */
export function testForm(changes: Partial<SubmissionForm> = {}): SubmissionForm {
  return {
    ...emptySubmission({ email: "", issueId: "issue-1" }),
    propertyName: "Lakeview Residency",
    locality: "Baner",
    city: "Pune",
    rating: 4,
    comment: "Quiet and airy.",
    issues: [testIssue("issue-1", "Nil")],
    ...changes,
  };
}

export function testIssue(id: string, description: string): IssueRow {
  return { id, description, severity: "" };
}
