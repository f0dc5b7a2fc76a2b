import type { FieldProblem, SubmissionField, SubmissionForm } from "~/domain/submission";

/** What every part of the form works on. */
export interface FieldsProps {
  form: SubmissionForm;
  /** The messages that stand beside their fields. */
  errors: FieldProblem[];
  change: (changes: Partial<SubmissionForm>) => void;
}

/** The message to show beside a field; of the issues, beside one row. */
export function messageFor(errors: FieldProblem[], field: SubmissionField, issueId?: string): string | undefined {
  return errors.find((error) => error.field === field && error.issueId === issueId)?.message;
}
