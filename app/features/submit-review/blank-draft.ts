import { newId } from "./new-id";
import type { SubmissionDraft } from "~/data/submission-draft";
import { emptySubmission, type IssueRow } from "~/domain/submission";

export function blankIssue(): IssueRow {
  return { id: newId(), description: "", severity: "" };
}

export function blankDraft(ownerId: string | null, email: string): SubmissionDraft {
  return { reviewId: newId(), ownerId, isAnonymous: false, form: emptySubmission({ email, issueId: newId() }) };
}

/** Only the initial values are in it. */
export function isBlankDraft(draft: SubmissionDraft, email: string): boolean {
  const written = { ...draft.form, issues: draft.form.issues.map((issue) => ({ ...issue, id: "" })) };
  return !draft.isAnonymous && JSON.stringify(written) === JSON.stringify(emptySubmission({ email, issueId: "" }));
}
