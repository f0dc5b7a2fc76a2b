import { FieldPlace } from "./field-focus";
import { messageFor, type FieldsProps } from "./fields-props";
import { FormSection } from "./form-section";
import { RadioGroupField } from "~/ui/radio-group-field";

const YES = "yes";
const NO = "no";
const NOT_SAID = "not-said";
const ANSWERS = [
  { value: YES, label: "Yes" },
  { value: NO, label: "No" },
  { value: NOT_SAID, label: "Prefer not to say" },
];

export function FeedbackFields({ form, errors, change }: FieldsProps) {
  return (
    <FormSection title="Additional Feedback">
      <div className="grid gap-5 sm:grid-cols-2">
        <FieldPlace field="wouldRecommend">
          <RadioGroupField
            legend="Would you recommend it?"
            name="wouldRecommend"
            options={ANSWERS}
            value={toAnswer(form.wouldRecommend)}
            error={messageFor(errors, "wouldRecommend")}
            onValueChange={(answer) => change({ wouldRecommend: fromAnswer(answer) })}
          />
        </FieldPlace>
        <FieldPlace field="moveOutIntent">
          <RadioGroupField
            legend="Do you intend to move out?"
            name="moveOutIntent"
            options={ANSWERS}
            value={toAnswer(form.moveOutIntent)}
            error={messageFor(errors, "moveOutIntent")}
            onValueChange={(answer) => change({ moveOutIntent: fromAnswer(answer) })}
          />
        </FieldPlace>
      </div>
    </FormSection>
  );
}

function toAnswer(answer: boolean | null): string {
  if (answer === null) return NOT_SAID;
  return answer ? YES : NO;
}

function fromAnswer(answer: string): boolean | null {
  return answer === NOT_SAID ? null : answer === YES;
}
