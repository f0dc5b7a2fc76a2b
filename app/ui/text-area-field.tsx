import type { ComponentProps } from "react";
import { CONTROL, Field, type FieldWords } from "./field";

type TextAreaFieldProps = FieldWords & Omit<ComponentProps<"textarea">, "required"> & { name: string };

export function TextAreaField({
  label,
  error,
  hint,
  isRequired = false,
  id,
  className,
  rows = 5,
  ...props
}: TextAreaFieldProps) {
  return (
    <Field {...{ label, error, hint, isRequired, id, className }}>
      {(control) => <textarea {...props} {...control} rows={rows} className={`${CONTROL} resize-y`} />}
    </Field>
  );
}
