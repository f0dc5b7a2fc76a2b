import { messageFor, type FieldsProps } from "./form-fields";
import { FormSection } from "./form-section";
import { type Signing, SigningFields } from "./signing-fields";
import { TellingHint } from "./telling-hint";
import { characterCount, plainText } from "~/domain/plain-text";
import { MAX_LENGTHS } from "~/domain/review-fields";
import { StarRatingField } from "~/ui/star-rating-field";
import { TextAreaField } from "~/ui/text-area-field";

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
        <TellingHint text={form.comment} />
      </div>
      <output className="sr-only">{endOfText(form.comment, MAX_LENGTHS.comment)}</output>
    </FormSection>
  );
}

const COUNT = new Intl.NumberFormat("en-IN");

const ANNOUNCED_LEFT = [20, 50, 100, 200];

/** Changes only at a few numbers: announced at each key, it would drown what is typed. */
function endOfText(text: string, limit: number): string {
  const left = limit - characterCount(plainText(text));
  if (left < 0) return "The text is too long";
  const bound = ANNOUNCED_LEFT.find((number) => left <= number);
  return bound === undefined ? "" : `At most ${bound} characters left`;
}

// Pasted text beyond the limit is kept, and a message asks to shorten it.
function lengthHint(text: string, limit: number): string {
  return `${COUNT.format(characterCount(plainText(text)))} of ${COUNT.format(limit)} characters`;
}
