import { FieldPlace } from "./field-focus";
import type { FieldsProps } from "./fields-props";
import { choiceOf } from "./form-fields";
import { FormSection } from "./form-section";
import { memoFields } from "./memo-fields";
import { IssueFields } from "./issue-fields";
import { CHOICES, type ChoiceField } from "~/domain/review-fields";
import { Button } from "~/ui/button";
import { optionsOf, RadioGroupField } from "~/ui/radio-group-field";

/** The issues, and what the landlord or manager did about them. */
function ManagementFieldsSection(fields: FieldsProps) {
  return (
    <FormSection title="Reported Issues & Management Response">
      <IssueFields {...fields} />
      <ClearableChoice {...fields} field="howIssuesReported" label="How did you report issues?" />
      <ClearableChoice {...fields} field="issueResolutionStatus" label="Were the issues resolved?" />
      <ClearableChoice {...fields} field="managementResponseTime" label="How quickly did the management respond?" />
    </FormSection>
  );
}

interface ClearableChoiceProps extends FieldsProps {
  field: ChoiceField;
  label: string;
}

/** An optional question. Radio buttons cannot be unchecked, hence the button that clears them. */
function ClearableChoice({ field, label, form, change }: ClearableChoiceProps) {
  return (
    <FieldPlace field={field}>
      <div className="grid gap-1">
        <RadioGroupField
          label={label}
          name={field}
          options={optionsOf(CHOICES[field])}
          value={form[field]}
          onValueChange={(value) => change(choiceOf(field, value))}
        />
        {form[field] !== "" && (
          <Button
            type="button"
            variant="ghost"
            size="sm"
            className="justify-self-start"
            aria-label={`Clear the answer to: ${label}`}
            onClick={(event) => {
              const group = event.currentTarget.parentElement;
              change({ [field]: "" });
              // The button is about to be removed; the focus must not go with it.
              group?.querySelector("input")?.focus();
            }}
          >
            Clear answer
          </Button>
        )}
      </div>
    </FieldPlace>
  );
}

export const ManagementFields = memoFields(ManagementFieldsSection, [
  "issues",
  "howIssuesReported",
  "issueResolutionStatus",
  "managementResponseTime",
]);
