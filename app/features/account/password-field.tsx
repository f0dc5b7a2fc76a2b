import { useId, useState, type ComponentProps } from "react";
import { CONTROL, FieldError, FieldHint, fieldIds, LABEL, RequiredMark } from "~/ui/field";

interface PasswordFieldProps extends Omit<ComponentProps<"input">, "type" | "required"> {
  label: string;
  name: string;
  autoComplete: "current-password" | "new-password";
  error?: string | undefined;
  hint?: string;
}

/** A required password that can be shown while it is typed: on a phone, typing blind is the main cause of wrong ones. */
export function PasswordField({ label, error, hint, ...props }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const id = useId();
  const { hintId, errorId, describedBy } = fieldIds(id, { error, hint });
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className={LABEL}>
        {label}
        <RequiredMark />
      </label>
      <FieldHint id={hintId}>{hint}</FieldHint>
      <div className="relative">
        <input
          {...props}
          id={id}
          type={isShown ? "text" : "password"}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          className={`${CONTROL} pr-18`}
          aria-required
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy}
        />
        <button
          type="button"
          aria-controls={id}
          onClick={() => setShown(!isShown)}
          className="absolute inset-y-0 right-0 min-w-target px-3 text-sm font-semibold text-brand disabled:text-ink-muted"
        >
          {isShown ? "Hide" : "Show"} <span className="sr-only">{label.toLowerCase()}</span>
        </button>
      </div>
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  );
}
