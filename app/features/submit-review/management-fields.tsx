import { FieldPlace } from "./field-focus";
import type { FieldsProps } from "./fields-props";
import { FormSection } from "./form-section";
import { IssueFields } from "./issue-fields";
import { optionsOf } from "./options";
import {
  HOW_ISSUES_REPORTED,
  ISSUE_RESOLUTION_STATUSES,
  isKeyOf,
  MANAGEMENT_RESPONSE_TIMES,
} from "~/domain/enumerations";
import { Button } from "~/ui/button";
import { RadioGroupField } from "~/ui/radio-group-field";

const HOW_ISSUES_REPORTED_OPTIONS = optionsOf(HOW_ISSUES_REPORTED);
const ISSUE_RESOLUTION_STATUS_OPTIONS = optionsOf(ISSUE_RESOLUTION_STATUSES);
const MANAGEMENT_RESPONSE_TIME_OPTIONS = optionsOf(MANAGEMENT_RESPONSE_TIMES);

/** The issues, and what the landlord or manager did about them. */
export function ManagementFields({ form, errors, change }: FieldsProps) {
  return (
    <FormSection title="Reported Issues & Management Response">
      <IssueFields form={form} errors={errors} change={change} />
      <FieldPlace field="howIssuesReported">
        <ClearableChoice
          legend="How did you report issues?"
          name="howIssuesReported"
          options={HOW_ISSUES_REPORTED_OPTIONS}
          value={form.howIssuesReported}
          onValueChange={(value) => change({ howIssuesReported: isKeyOf(HOW_ISSUES_REPORTED, value) ? value : "" })}
        />
      </FieldPlace>
      <FieldPlace field="issueResolutionStatus">
        <ClearableChoice
          legend="Were the issues resolved?"
          name="issueResolutionStatus"
          options={ISSUE_RESOLUTION_STATUS_OPTIONS}
          value={form.issueResolutionStatus}
          onValueChange={(value) =>
            change({ issueResolutionStatus: isKeyOf(ISSUE_RESOLUTION_STATUSES, value) ? value : "" })
          }
        />
      </FieldPlace>
      <FieldPlace field="managementResponseTime">
        <ClearableChoice
          legend="How quickly did the management respond?"
          name="managementResponseTime"
          options={MANAGEMENT_RESPONSE_TIME_OPTIONS}
          value={form.managementResponseTime}
          onValueChange={(value) =>
            change({ managementResponseTime: isKeyOf(MANAGEMENT_RESPONSE_TIMES, value) ? value : "" })
          }
        />
      </FieldPlace>
    </FormSection>
  );
}

interface ClearableChoiceProps {
  legend: string;
  name: string;
  options: { value: string; label: string }[];
  value: string;
  onValueChange: (value: string) => void;
}

/** A question that needs no answer. Radio buttons cannot be unchosen, so there is a button for it. */
function ClearableChoice(props: ClearableChoiceProps) {
  return (
    <div className="grid gap-1">
      <RadioGroupField {...props} />
      {props.value !== "" && (
        <Button
          type="button"
          variant="ghost"
          size="sm"
          className="justify-self-start"
          aria-label={`Clear the answer to: ${props.legend}`}
          onClick={(event) => {
            const group = event.currentTarget.parentElement;
            props.onValueChange("");
            // The button is about to go, and the cursor must not go with it.
            group?.querySelector<HTMLElement>("input, [role=radio]")?.focus();
          }}
        >
          Clear answer
        </Button>
      )}
    </div>
  );
}
