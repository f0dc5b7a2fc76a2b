import type { ComponentProps } from "react";
import { FieldPlace } from "./field-focus";
import { messageFor, type FieldsProps } from "./fields-props";
import { isKeyOf } from "~/domain/enumerations";
import { CHOICES, type ChoiceField } from "~/domain/review-fields";
import type { SubmissionForm } from "~/domain/submission";
import { SelectField } from "~/ui/select-field";
import { TextField } from "~/ui/text-field";

type Unbound<Props> = Omit<Props, keyof FieldsProps | "name" | "options" | "value" | "error" | "onChange">;

type TextOf<Form> = { [F in keyof Form]: string extends Form[F] ? F : never }[keyof Form];

interface FormTextFieldProps extends FieldsProps, Unbound<ComponentProps<typeof TextField>> {
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

interface FormSelectFieldProps extends FieldsProps, Unbound<ComponentProps<typeof SelectField>> {
  field: ChoiceField;
}

/** A field answered from a closed list, bound to the form. */
export function FormSelectField({ field, form, problems, change, ...props }: FormSelectFieldProps) {
  return (
    <FieldPlace field={field}>
      <SelectField
        {...props}
        name={field}
        options={optionsOf(CHOICES[field])}
        value={form[field]}
        error={messageFor(problems, field)}
        onChange={(event) => change(choiceOf(field, event.target.value))}
      />
    </FieldPlace>
  );
}

/** The change that answers a field from its closed list; any other value clears it. */
export function choiceOf(field: ChoiceField, value: string): Partial<SubmissionForm> {
  return { [field]: isKeyOf(CHOICES[field], value) ? value : "" };
}

/** A closed list as the options of a field: what is stored, and what is read. */
export function optionsOf(list: Readonly<Record<string, string>>): { value: string; label: string }[] {
  return Object.entries(list).map(([value, label]) => ({ value, label }));
}
