import { GRIEVANCE_GROUNDS, GRIEVANCE_WRITERS } from "~/domain/grievance";
import type { GrievanceEntry } from "~/domain/grievance-check";
import { optionsOf, RadioGroupField } from "~/ui/radio-group-field";
import { TextAreaField } from "~/ui/text-area-field";
import { TextField } from "~/ui/text-field";
import type { FieldMessages } from "./file-grievance";

interface GrievanceFieldsProps {
  entry: GrievanceEntry;
  messages: FieldMessages;
  onChange: (changes: Partial<GrievanceEntry>) => void;
}

const WRITERS = optionsOf(GRIEVANCE_WRITERS);
const GROUNDS = optionsOf(GRIEVANCE_GROUNDS);

export function GrievanceFields({ entry, messages, onChange }: GrievanceFieldsProps) {
  return (
    <>
      <RadioGroupField
        label="Who are you?"
        name="writer"
        options={WRITERS}
        value={entry.writer}
        onValueChange={(writer) => onChange({ writer })}
        isRequired
        error={messages.writer}
      />
      <RadioGroupField
        label="What is it about?"
        name="ground"
        options={GROUNDS}
        value={entry.ground}
        onValueChange={(ground) => onChange({ ground })}
        isRequired
        error={messages.ground}
      />
      <TextField
        label="Which page?"
        hint="The address of the page or review. To find it, open “Link” under the review."
        name="page"
        autoCapitalize="none"
        spellCheck={false}
        isRequired
        value={entry.page}
        onChange={(event) => onChange({ page: event.currentTarget.value })}
        error={messages.page}
      />
      <TextAreaField
        label="What is wrong, and what should we do?"
        hint="Quote the words you object to, and say what is true. Do not add identity documents."
        name="words"
        rows={6}
        isRequired
        value={entry.words}
        onChange={(event) => onChange({ words: event.currentTarget.value })}
        error={messages.words}
      />
      <TextField
        label="Your email"
        hint="We email you when your complaint arrives, when we have read it and when we have decided. No one else sees your email."
        name="email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        isRequired
        value={entry.email}
        onChange={(event) => onChange({ email: event.currentTarget.value })}
        error={messages.email}
      />
    </>
  );
}
