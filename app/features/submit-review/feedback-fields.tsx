import { FieldPlace } from "./field-focus";
import type { FieldsProps } from "./fields-props";
import { FormSection } from "./form-section";
import { memoFields } from "./memo-fields";
import type { YesNoAnswers } from "~/domain/review-fields";
import { RadioGroupField } from "~/ui/radio-group-field";

const YES = "yes";
const NO = "no";
const NOT_SAID = "not-said";
const ANSWERS = [
  { value: YES, label: "Yes" },
  { value: NO, label: "No" },
  { value: NOT_SAID, label: "Prefer not to say" },
];

function FeedbackFieldsSection(fields: FieldsProps) {
  return (
    <FormSection title="Additional Feedback">
      <div className="grid gap-5 sm:grid-cols-2">
        <YesNoQuestion {...fields} field="wouldRecommend" label="Would you recommend it?" />
        <YesNoQuestion {...fields} field="moveOutIntent" label="Do you intend to move out?" />
      </div>
    </FormSection>
  );
}

interface YesNoQuestionProps extends FieldsProps {
  field: keyof YesNoAnswers;
  label: string;
}

function YesNoQuestion({ field, label, form, change }: YesNoQuestionProps) {
  return (
    <FieldPlace field={field}>
      <RadioGroupField
        label={label}
        name={field}
        options={ANSWERS}
        value={toAnswer(form[field])}
        onValueChange={(answer) => change({ [field]: fromAnswer(answer) })}
      />
    </FieldPlace>
  );
}

function toAnswer(answer: boolean | null): string {
  if (answer === null) return NOT_SAID;
  return answer ? YES : NO;
}

function fromAnswer(answer: string): boolean | null {
  return answer === NOT_SAID ? null : answer === YES;
}

export const FeedbackFields = memoFields(FeedbackFieldsSection, ["wouldRecommend", "moveOutIntent"]);
