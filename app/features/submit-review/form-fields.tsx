import type { ComponentProps } from "react";
import { FieldPlace } from "./field-focus";
import { messageFor, type FieldsProps } from "./fields-props";
import type { SubmissionForm } from "~/domain/submission";
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
