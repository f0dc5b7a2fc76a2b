import type { ComponentProps } from "react";
import { CONTROL, Field, LABEL, type FieldWords } from "./field";

type TextAreaFieldProps = FieldWords &
  Omit<ComponentProps<"textarea">, "required"> & { name: string; hideLabel?: boolean };

/** Several lines of text; it grows with what is written where the browser can do that. */
export function TextAreaField({
  label,
  error,
  hint,
  isRequired = false,
  hideLabel,
  id,
  className,
  rows = 5,
  ...props
}: TextAreaFieldProps) {
  return (
    <Field {...{ label, error, hint, isRequired, id, className }} labelClassName={hideLabel ? "sr-only" : LABEL}>
      {(control) => <textarea {...props} {...control} rows={rows} className={`${CONTROL} resize-y`} />}
    </Field>
  );
}
