import { type ComponentProps, type ReactNode, useId } from "react";
import { fieldMessage } from "./submission-wording";
import type { SubmissionForm } from "~/domain/submission";
import type { FieldProblem, SubmissionField } from "~/domain/submission-check";
import { type IdentifyingDetail, identifyingDetails } from "~/domain/identifying-details";
import { Card } from "~/ui/card";
import { TextField } from "~/ui/text-field";

// What the sections of the form share.

export interface FieldsProps {
  form: SubmissionForm;
  problems: FieldProblem[];
  change: (changes: Partial<SubmissionForm>) => void;
}

/** Returns the message to show beside a field or one row of issues. */
export function messageFor(problems: FieldProblem[], field: SubmissionField, issueId?: string): string | undefined {
  const problem = problems.find((one) => one.field === field && one.issueId === issueId);
  return problem && fieldMessage(problem);
}

interface FormSectionProps {
  title: string;
  intro?: ReactNode;
  children: ReactNode;
}

export function FormSection({ title, intro, children }: FormSectionProps) {
  const headingId = useId();
  return (
    <Card as="section" aria-labelledby={headingId} className="grid gap-5">
      <header className="grid gap-1">
        <h2 id={headingId} className="text-2xl">
          {title}
        </h2>
        {intro && <p className="text-sm text-ink-muted">{intro}</p>}
      </header>
      {children}
    </Card>
  );
}

type TextOf<Form> = { [F in keyof Form]: string extends Form[F] ? F : never }[keyof Form];

type Bound = keyof FieldsProps | "name" | "value" | "error" | "onChange";

interface FormTextFieldProps extends FieldsProps, Omit<ComponentProps<typeof TextField>, Bound> {
  field: TextOf<SubmissionForm>;
}

/** A text field of one line, bound to the form. */
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

const DETAIL_NAMES = {
  "flat number": "a flat or room number",
  "phone number": "a phone number",
  "email address": "an email address",
  person: "a person by name",
} satisfies Record<IdentifyingDetail, string>;

const LIST = new Intl.ListFormat("en-IN");

/** Warns below a field that its text may identify the author. The text is checked on this device only and never refused. */
export function IdentifyingHint({ text }: { text: string }) {
  const details = identifyingDetails(text);
  return (
    <output className="block border-l-4 border-warning pl-3 text-sm text-ink empty:border-0 not-empty:mt-2">
      {details.length > 0 &&
        `This seems to name ${LIST.format(details.map((detail) => DETAIL_NAMES[detail]))}, which may tell who you are. It can stay if you want it to.`}
    </output>
  );
}
