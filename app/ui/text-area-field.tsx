import { useId, type ComponentProps } from "react";
import { CONTROL, FieldError, FieldHint, fieldIds, LABEL, RequiredMark, type FieldWords } from "./field";

type TextAreaFieldProps = FieldWords &
  Omit<ComponentProps<"textarea">, "required"> & { name: string; hideLabel?: boolean };

/** Several lines of text; it grows with what is written where the browser can do that. */
export function TextAreaField({
  label,
  error,
  hint,
  isRequired,
  hideLabel,
  id,
  className,
  rows = 5,
  ...props
}: TextAreaFieldProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const { hintId, errorId, describedBy } = fieldIds(controlId, { error, hint });
  return (
    <div className={`space-y-1.5 ${className ?? ""}`}>
      <label htmlFor={controlId} className={hideLabel ? "sr-only" : LABEL}>
        {label}
        {isRequired && <RequiredMark />}
      </label>
      <FieldHint id={hintId}>{hint}</FieldHint>
      <textarea
        {...props}
        id={controlId}
        rows={rows}
        className={`${CONTROL} resize-y`}
        aria-required={isRequired || undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy}
      />
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  );
}
