import { type ComponentProps, type ReactNode, useId } from "react";
import { fieldMessage } from "./submission-wording";
import type { SubmissionForm } from "~/domain/submission";
import type { FieldProblem, SubmissionField } from "~/domain/submission-check";
import { type IdentifyingDetail, identifyingDetails } from "~/domain/identifying-details";
import { Card } from "~/ui/card";
import { Link } from "~/ui/link";
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

/** Details of other people. A flat number is the author's own. */
const DETAILS_OF_OTHERS: Partial<Record<IdentifyingDetail, string>> = {
  "phone number": "phone number",
  "email address": "email address",
  person: "name",
};

const ANY_OF = new Intl.ListFormat("en-IN", { type: "disjunction" });

/**
 * Warns below a field that its text may break rule 2.2 or identify the author. The text is checked on this device only and never refused.
 */
export function IdentifyingHint({ text }: { text: string }) {
  const details = identifyingDetails(text);
  const ofOthers = details.flatMap((detail) => DETAILS_OF_OTHERS[detail] ?? []);
  return (
    <output className="grid gap-1 border-l-4 border-warning pl-3 text-sm text-ink empty:border-0 not-empty:mt-2">
      {ofOthers.length > 0 && (
        <span>
          Another person’s {ANY_OF.format(ofOthers)} is against{" "}
          <Link to="/review-policy" target="_blank" className="link">
            rule 2.2
          </Link>
          , and the review may be taken down: write “the manager”.
        </span>
      )}
      {details.includes("flat number") && <span>Your flat or room number may tell the owner who you are.</span>}
    </output>
  );
}
