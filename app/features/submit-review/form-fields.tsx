import type { ComponentProps } from "react";
import { fieldMessage } from "./submission-wording";
import type { SubmissionForm } from "~/domain/submission";
import type { FieldProblem, SubmissionField } from "~/domain/submission-check";
import { TextField } from "~/ui/text-field";

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

type TextOf<Form> = { [F in keyof Form]: string extends Form[F] ? F : never }[keyof Form];

type Bound = keyof FieldsProps | "name" | "value" | "error" | "onChange";

interface FormTextFieldProps extends FieldsProps, Omit<ComponentProps<typeof TextField>, Bound> {
  field: TextOf<SubmissionForm>;
}

/** A field of one line, bound to the form. */
export function FormTextField({ field, form, problems, change, ...props }: FormTextFieldProps) {
  return (
    <TextField
      {...props}
      name={field}
      value={form[field]}
      error={messageFor(problems, field)}
      onChange={(event) => change({ [field]: event.target.value })}
    />
  );
}
