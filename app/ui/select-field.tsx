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
    /** Stands first with an empty value: nothing is chosen. */
    placeholder?: string;
    /** The label is still read out. */
    hideLabel?: boolean;
    /** The label stands small inside the box, above what is chosen: a field as tall as a button. */
    isLabelInside?: boolean;
  };

/** The browser's own list: the phone's wheel or sheet, no script. */
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
              // The value of an option that has none is its text.
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
