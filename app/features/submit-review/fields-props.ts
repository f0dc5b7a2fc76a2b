import { fieldMessage } from "./submission-wording";
import type { SubmissionForm } from "~/domain/submission";
import type { FieldProblem, SubmissionField } from "~/domain/submission-check";

/** What every part of the form works on. */
export interface FieldsProps {
  form: SubmissionForm;
  problems: FieldProblem[];
  change: (changes: Partial<SubmissionForm>) => void;
}

/** The message to show beside a field; of the issues, beside one row. */
export function messageFor(problems: FieldProblem[], field: SubmissionField, issueId?: string): string | undefined {
  const problem = problems.find((one) => one.field === field && one.issueId === issueId);
  return problem && fieldMessage(problem);
}
