import { type FieldsProps, FormTextField } from "./form-fields";
import { displayName } from "~/domain/display-name";

interface EmailFieldsProps extends FieldsProps {
  isLoggedIn: boolean;
  isAnonymous: boolean;
  setIsAnonymous: (isAnonymous: boolean) => void;
}

/** Under which name the review will stand. */
export function EmailFields({ isLoggedIn, isAnonymous, setIsAnonymous, ...fields }: EmailFieldsProps) {
  return (
    <div className="grid gap-3 border-l-4 border-brand bg-surface-sunken p-4">
      <FormTextField
        {...fields}
        field="email"
        label={isLoggedIn ? "Email (optional)" : "Email"}
        type="email"
        inputMode="email"
        autoComplete="email"
        isRequired={!isLoggedIn}
        disabled={isAnonymous}
        hint="Your email is never shown. Only the part before the @ appears with your review."
      />
      {isLoggedIn && (
        <label className="flex min-h-target cursor-pointer items-center gap-3 text-ink">
          <input
            type="checkbox"
            name="isAnonymous"
            checked={isAnonymous}
            className="size-5 shrink-0"
            onChange={(event) => setIsAnonymous(event.target.checked)}
          />
          Post as Anonymous
        </label>
      )}
      <p className="text-sm text-ink-muted">
        Shown as:{" "}
        <strong className="break-words text-ink">
          <bdi>{displayName(fields.form.email)}</bdi>
        </strong>
      </p>
    </div>
  );
}
