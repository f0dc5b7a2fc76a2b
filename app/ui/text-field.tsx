import { useId, type ComponentProps, type ReactNode } from "react";
import { CONTROL, FieldError, FieldHint, fieldIds, LABEL, RequiredMark, type FieldWords } from "./field";

type TextFieldProps = FieldWords &
  Omit<ComponentProps<"input">, "required"> & {
    name: string;
    hideLabel?: boolean;
    /** Stands below the input, over what follows; null while there is none to come. */
    popup?: ReactNode;
  };

/**
 * One line of text. A required field is marked and announced as required, but the browser's own bubbles stay out:
 * the form checks it and puts the message in `error`.
 */
export function TextField({
  label,
  error,
  hint,
  isRequired,
  hideLabel,
  popup,
  id,
  className,
  ...props
}: TextFieldProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const { hintId, errorId, describedBy } = fieldIds(controlId, { error, hint });
  const input = (
    <input
      type="text"
      {...props}
      id={controlId}
      className={CONTROL}
      aria-required={isRequired || undefined}
      aria-invalid={error ? true : undefined}
      aria-describedby={describedBy}
    />
  );
  return (
    <div className={`space-y-1.5 ${className ?? ""}`}>
      <label htmlFor={controlId} className={hideLabel ? "sr-only" : LABEL}>
        {label}
        {isRequired && <RequiredMark />}
      </label>
      <FieldHint id={hintId}>{hint}</FieldHint>
      {popup === undefined ? (
        input
      ) : (
        <div className="relative">
          {input}
          {popup}
        </div>
      )}
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  );
}
