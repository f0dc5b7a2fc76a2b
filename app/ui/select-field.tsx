import type { ComponentProps } from "react";
import { CONTROL, Field, LABEL, type FieldWords } from "./field";

export interface Option {
  value: string;
  label: string;
}

type SelectFieldProps = FieldWords &
  Omit<ComponentProps<"select">, "required" | "children"> & {
    name: string;
    options: readonly Option[];
    /** The label of the first, empty option. */
    placeholder?: string;
    /** Hides the label visually. Screen readers still announce it. */
    hideLabel?: boolean;
    /** Shows the label in small type inside the box, so that the field has the height of a button. */
    isLabelInside?: boolean;
  };

/** The browser's native select, which needs no script. */
export function SelectField({
  label,
  error,
  hint,
  isRequired = false,
  hideLabel,
  isLabelInside,
  options,
  placeholder,
  id,
  className,
  ...props
}: SelectFieldProps) {
  return (
    <Field
      {...{ label, error, hint, isRequired, id }}
      className={`relative ${className ?? ""}`}
      labelClassName={hideLabel ? "sr-only" : isLabelInside ? INSIDE : LABEL}
    >
      {(control) => (
        <div className="relative">
          <select
            {...props}
            {...control}
            className={`${CONTROL} appearance-none truncate ${isLabelInside ? "h-13 pt-5 pr-8 pb-0" : "pr-10"}`}
          >
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              // Without a value, an option's value is its text.
              <option key={option.value} value={option.value === option.label ? undefined : option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <span
            className={`icon icon-chevron pointer-events-none absolute top-1/2 -translate-y-1/2 text-ink-muted before:size-5 ${isLabelInside ? "right-2" : "right-3"}`}
          />
        </div>
      )}
    </Field>
  );
}

const INSIDE = "pointer-events-none absolute top-1 left-3.5 z-1 text-xs text-ink-muted";
