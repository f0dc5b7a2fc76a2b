import { useId } from "react";
import { FieldError, FieldHint, fieldIds, LABEL, RequiredMark, type FieldWords } from "./field";
import type { Option } from "./select-field";

interface RadioGroupFieldProps extends Omit<FieldWords, "label"> {
  legend: string;
  name: string;
  options: readonly Option[];
  /** The value chosen; "" for none. */
  value: string;
  onValueChange(value: string): void;
  isDisabled?: boolean;
  className?: string;
}

export function RadioGroupField({
  legend,
  name,
  options,
  value,
  onValueChange,
  error,
  hint,
  isRequired,
  isDisabled,
  className,
}: RadioGroupFieldProps) {
  const id = useId();
  const { hintId, errorId, describedBy } = fieldIds(id, { error, hint });
  return (
    <fieldset
      role="radiogroup"
      className={`min-w-0 ${className ?? ""}`}
      disabled={isDisabled}
      aria-required={isRequired || undefined}
      aria-invalid={error ? true : undefined}
      aria-describedby={describedBy}
    >
      <legend className={`${LABEL} mb-1.5`}>
        {legend}
        {isRequired && <RequiredMark />}
      </legend>
      <FieldHint id={hintId}>{hint}</FieldHint>
      <div className="border-t border-line">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-target items-center gap-3 border-b border-line px-1 py-2 leading-snug hover:bg-surface-sunken has-checked:font-semibold has-disabled:cursor-not-allowed has-disabled:text-ink-muted"
          >
            <input
              type="radio"
              className="size-5 shrink-0 accent-brand"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onValueChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
      <div className="mt-1.5 empty:hidden">
        <FieldError id={errorId}>{error}</FieldError>
      </div>
    </fieldset>
  );
}
