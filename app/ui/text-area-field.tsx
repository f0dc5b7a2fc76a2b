import type { ComponentProps } from "react";
import { CONTROL, Field, type FieldWords } from "./field";

interface TextAreaFieldProps extends FieldWords, Omit<ComponentProps<"textarea">, "required" | "rows"> {
  name: string;
  /** The height of an empty field. It grows with its text in browsers that support this. */
  rows?: keyof typeof MIN_HEIGHTS;
}

// With `field-sizing: content` browsers ignore the attribute `rows`.
const MIN_HEIGHTS = { 2: "min-h-19", 4: "min-h-33", 6: "min-h-46" };

export function TextAreaField({
  label,
  error,
  hint,
  isRequired = false,
  id,
  className,
  rows = 6,
  ...props
}: TextAreaFieldProps) {
  return (
    <Field {...{ label, error, hint, isRequired, id, className }}>
      {(control) => (
        <textarea
          dir="auto"
          {...props}
          {...control}
          rows={rows}
          className={`${CONTROL} field-sizing-content max-h-[70svh] resize-y ${MIN_HEIGHTS[rows]}`}
        />
      )}
    </Field>
  );
}
