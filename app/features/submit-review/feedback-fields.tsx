import type { FieldsProps } from "./fields-props";
import { FormSection } from "./form-section";
import { memoFields } from "./memo-fields";
import { QuestionFields } from "./question-fields";

function FeedbackFieldsSection(fields: FieldsProps) {
  return (
    <FormSection title="Additional Feedback">
      <div className="grid gap-5 sm:grid-cols-2">
        <QuestionFields {...fields} section="feedback" />
      </div>
    </FormSection>
  );
}

export const FeedbackFields = memoFields(FeedbackFieldsSection, ["answers"]);
