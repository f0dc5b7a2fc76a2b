import { type ReactNode, useId } from "react";
import { type FieldsProps, FormTextField } from "./form-fields";
import { ANONYMOUS, displayName } from "~/domain/display-name";
import { RadioFieldset } from "~/ui/radio-fieldset";

export interface Signing {
  isLoggedIn: boolean;
  isAnonymous: boolean;
  /** The e-mail that a review with a name is signed with, also while it is anonymous. */
  signingEmail: string;
  setIsAnonymous: (isAnonymous: boolean) => void;
}

/** Under which name the review will stand. */
export function SigningFields({
  isLoggedIn,
  isAnonymous,
  signingEmail,
  setIsAnonymous,
  ...fields
}: FieldsProps & Signing) {
  const name = displayName(signingEmail);
  return (
    <div className="grid gap-4">
      {isLoggedIn && (
        <RadioFieldset label="How do you sign?">
          <div className="grid gap-3 sm:grid-cols-2">
            <SigningCard isChosen={!isAnonymous} onChoose={() => setIsAnonymous(false)} title={<As name={name} />}>
              {name === ANONYMOUS
                ? "Readers see the name from the e-mail below, never the e-mail."
                : "Readers see this name beside your review, never your e-mail."}
            </SigningCard>
            <SigningCard isChosen={isAnonymous} onChoose={() => setIsAnonymous(true)} title={ANONYMOUS}>
              Readers see the word “Anonymous” instead of a name.
            </SigningCard>
          </div>
        </RadioFieldset>
      )}
      {!isAnonymous && (
        <FormTextField
          {...fields}
          field="email"
          label={isLoggedIn ? "Email (optional)" : "Email"}
          type="email"
          inputMode="email"
          autoComplete="email"
          isRequired={!isLoggedIn}
          hint={
            isLoggedIn
              ? "The part before the @ is the name you sign with."
              : "Your email is never shown. Only the part before the @ appears with your review."
          }
        />
      )}
      {!isLoggedIn && (
        <p className="text-sm text-ink-muted">
          Shown as:{" "}
          <strong className="wrap-anywhere text-ink">
            <bdi>{name}</bdi>
          </strong>
        </p>
      )}
    </div>
  );
}

function As({ name }: { name: string }) {
  if (name === ANONYMOUS) return "With a name";
  return (
    <>
      As <bdi>{name}</bdi>
    </>
  );
}

interface SigningCardProps {
  title: ReactNode;
  isChosen: boolean;
  onChoose: () => void;
  /** What readers will see. */
  children: ReactNode;
}

function SigningCard({ title, isChosen, onChoose, children }: SigningCardProps) {
  const id = useId();
  return (
    <label className="grid cursor-pointer grid-cols-[auto_1fr] content-start gap-x-3 gap-y-0.5 rounded-md border border-line-strong p-3 leading-snug hover:bg-surface-sunken has-checked:border-brand has-checked:bg-brand-soft has-checked:outline-1 has-checked:-outline-offset-2 has-checked:outline-brand has-disabled:cursor-not-allowed has-disabled:border-dashed">
      <input
        type="radio"
        name="signing"
        className="size-5 accent-brand"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-readers`}
        checked={isChosen}
        onChange={onChoose}
      />
      <strong id={`${id}-title`} className="min-w-0 wrap-anywhere">
        {title}
      </strong>
      <span id={`${id}-readers`} className="col-start-2 text-sm text-ink-muted">
        {children}
      </span>
    </label>
  );
}
