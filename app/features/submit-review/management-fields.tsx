import type { FieldsProps } from "./fields-props";
import { FormSection } from "./form-section";
import { IssueFields } from "./issue-fields";
import { memoFields } from "./memo-fields";
import { QuestionFields } from "./question-fields";

/** The issues, and what the landlord or manager did about them. */
function ManagementFieldsSection(fields: FieldsProps) {
  return (
    <FormSection title="Reported Issues & Management Response">
      <IssueFields {...fields} />
      <QuestionFields {...fields} section="management" />
    </FormSection>
  );
}

export const ManagementFields = memoFields(ManagementFieldsSection, ["issues", "answers"]);
