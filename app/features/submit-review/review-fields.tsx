import { type ReactNode, useId } from "react";
import { type FieldsProps, FormSection, FormTextField, IdentifyingHint, messageFor } from "./form-fields";
import { formatDay } from "~/domain/dates";
import { ANONYMOUS, displayName } from "~/domain/display-name";
import { characterCount, plainText } from "~/domain/plain-text";
import { MAX_LENGTHS } from "~/domain/review-texts";
import { RadioFieldset } from "~/ui/radio-fieldset";
import { StarRatingField } from "~/ui/star-rating-field";
import { TextAreaField } from "~/ui/text-area-field";

interface Signing {
  isLoggedIn: boolean;
  isAnonymous: boolean;
  setIsAnonymous: (isAnonymous: boolean) => void;
  /** India's date as YYYY-MM-DD, the day that readers will see. */
  today: string;
}

export function ReviewFields({ form, problems, change, ...signing }: FieldsProps & Signing) {
  return (
    <FormSection title="Your Review" intro="What was it like to live there?">
      <SigningFields form={form} problems={problems} change={change} {...signing} />
      <StarRatingField
        label="Overall Rating"
        name="rating"
        isRequired
        value={form.rating}
        error={messageFor(problems, "rating")}
        onValueChange={(rating) => change({ rating })}
      />
      <div>
        <TextAreaField
          label="Review Text"
          name="comment"
          isRequired
          rows={6}
          placeholder="The landlord, the upkeep, water and power, the deposit: what should the next tenant know?"
          hint={lengthHint(form.comment, MAX_LENGTHS.comment)}
          value={form.comment}
          error={messageFor(problems, "comment")}
          onChange={(event) => change({ comment: event.target.value })}
        />
        <IdentifyingHint text={form.comment} />
      </div>
      <output className="sr-only">{endOfText(form.comment, MAX_LENGTHS.comment)}</output>
    </FormSection>
  );
}

const COUNT = new Intl.NumberFormat("en-IN");

const ANNOUNCED_LEFT = [20, 50, 100, 200];

/**
 * Returns the text that screen readers announce near the limit. The text changes at a few lengths only: announced at every key, it
 * would drown out the typed letters.
 */
function endOfText(text: string, limit: number): string {
  const left = limit - characterCount(plainText(text));
  if (left < 0) return "The text is too long";
  const bound = ANNOUNCED_LEFT.find((number) => left <= number);
  return bound === undefined ? "" : `At most ${bound} characters left`;
}

// Returns the length and the limit. The field accepts pasted text beyond the limit, and a message asks to shorten the text.
function lengthHint(text: string, limit: number): string {
  return `${COUNT.format(characterCount(plainText(text)))} of ${COUNT.format(limit)} characters`;
}

function SigningFields({ isLoggedIn, isAnonymous, setIsAnonymous, today, ...fields }: FieldsProps & Signing) {
  const name = displayName(fields.form.email);
  const day = <span className="whitespace-nowrap">{formatDay(today)}</span>;
  return (
    <div className="grid gap-4">
      {isLoggedIn && (
        <RadioFieldset label="What name should readers see?">
          <div className="grid gap-3 sm:grid-cols-2">
            <SigningCard isChosen={isAnonymous} onChoose={() => setIsAnonymous(true)} title={ANONYMOUS}>
              Readers see “{ANONYMOUS} · {day}”.
            </SigningCard>
            <SigningCard isChosen={!isAnonymous} onChoose={() => setIsAnonymous(false)} title={<As name={name} />}>
              {name === ANONYMOUS ? (
                "Readers see the name from the email below, never the email itself."
              ) : (
                <>
                  Readers see “<bdi>{name}</bdi> · {day}”, never your email.
                </>
              )}
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
              ? "Readers see the part before the @ as your name."
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
