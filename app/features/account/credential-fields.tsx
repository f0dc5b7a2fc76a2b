import { type ComponentProps, useState } from "react";
import { CONTROL, Field } from "~/ui/field";
import { TextField } from "~/ui/text-field";

interface PasswordFieldProps extends Omit<ComponentProps<"input">, "type" | "required"> {
  label: string;
  name: string;
  autoComplete: "current-password" | "new-password";
  error?: string | undefined;
  hint?: string;
}

/** A required password that can be shown: on a phone, most wrong passwords are typing errors. */
export function PasswordField({ label, error, hint, ...props }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <Field {...{ label, error, hint }} isRequired>
      {(control) => (
        <div className="relative">
          <input
            {...props}
            {...control}
            type={isShown ? "text" : "password"}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            className={`${CONTROL} pr-18`}
          />
          <button
            type="button"
            aria-controls={control.id}
            onClick={() => setShown(!isShown)}
            className="absolute inset-y-0 right-0 min-w-target px-3 text-sm font-semibold text-brand disabled:text-ink-muted"
          >
            {isShown ? "Hide" : "Show"} <span className="sr-only">{label.toLowerCase()}</span>
          </button>
        </div>
      )}
    </Field>
  );
}

export function EmailField({ error }: { error: string | undefined }) {
  return (
    <TextField
      label="Email"
      name="email"
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      isRequired
      error={error}
    />
  );
}
