import type { ComponentProps } from "react";
import { FieldPlace } from "./field-focus";
import { messageFor, type FieldsProps } from "./fields-props";
import { isKeyOf } from "~/domain/enumerations";
import { CHOICES, type ChoiceField } from "~/domain/review-fields";
import type { SubmissionForm } from "~/domain/submission";
import { optionsOf } from "~/ui/radio-group-field";
import { SelectField } from "~/ui/select-field";
import { TextField } from "~/ui/text-field";

type TextOf<Form> = { [F in keyof Form]: string extends Form[F] ? F : never }[keyof Form];

type Bound = keyof FieldsProps | "name" | "value" | "error" | "onChange";

interface FormTextFieldProps extends FieldsProps, Omit<ComponentProps<typeof TextField>, Bound> {
  field: TextOf<SubmissionForm>;
}

/** A field of one line, bound to the form. */
export function FormTextField({ field, form, problems, change, ...props }: FormTextFieldProps) {
  return (
    <FieldPlace field={field}>
      <TextField
        {...props}
        name={field}
        value={form[field]}
        error={messageFor(problems, field)}
        onChange={(event) => change({ [field]: event.target.value })}
      />
    </FieldPlace>
  );
}

interface FormSelectFieldProps extends FieldsProps {
  field: ChoiceField;
  label: string;
}

/** An optional field answered from a closed list, bound to the form. */
export function FormSelectField({ field, label, form, change }: FormSelectFieldProps) {
  return (
    <FieldPlace field={field}>
      <SelectField
        label={label}
        name={field}
        placeholder="Not chosen"
        options={optionsOf(CHOICES[field])}
        value={form[field]}
        onChange={(event) => change(choiceOf(field, event.target.value))}
      />
    </FieldPlace>
  );
}

/** The change that answers a field from its closed list; any other value clears it. */
export function choiceOf(field: ChoiceField, value: string): Partial<SubmissionForm> {
  return { [field]: isKeyOf(CHOICES[field], value) ? value : "" };
}
