import { newUuid } from "~/data/uuid";
import type { SubmissionDraft } from "~/data/submission-draft";
import { emptySubmission, type IssueRow } from "~/domain/submission";

export function blankIssue(): IssueRow {
  return { id: newUuid(), description: "", severity: "" };
}

export function blankDraft(ownerId: string | null, email: string): SubmissionDraft {
  const form = emptySubmission({ email, issueId: newUuid() });
  return { reviewId: newUuid(), ownerId, isAnonymous: false, photoCount: 0, form };
}

/** Only the initial values are in it. */
export function isBlankDraft(draft: SubmissionDraft, email: string): boolean {
  const written = { ...draft.form, issues: draft.form.issues.map((issue) => ({ ...issue, id: "" })) };
  if (draft.isAnonymous || draft.photoCount > 0) return false;
  return JSON.stringify(written) === JSON.stringify(emptySubmission({ email, issueId: "" }));
}
