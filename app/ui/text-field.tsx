import type { ComponentProps, ReactNode } from "react";
import { CONTROL, Field, LABEL, type FieldWords } from "./field";

type TextFieldProps = FieldWords &
  Omit<ComponentProps<"input">, "required"> & {
    name: string;
    hideLabel?: boolean;
    /** Shown below the input, over the following content; null while hidden. Omit it for fields without one. */
    popup?: ReactNode;
  };

export function TextField({
  label,
  error,
  hint,
  isRequired = false,
  hideLabel,
  popup,
  id,
  className,
  ...props
}: TextFieldProps) {
  return (
    <Field {...{ label, error, hint, isRequired, id, className }} labelClassName={hideLabel ? "sr-only" : LABEL}>
      {(control) => {
        const input = <input type="text" dir="auto" {...props} {...control} className={CONTROL} />;
        if (popup === undefined) return input;
        return (
          <div className="relative">
            {input}
            {popup}
          </div>
        );
      }}
    </Field>
  );
}
