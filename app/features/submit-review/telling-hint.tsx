import { type TellingDetail, tellingDetails } from "~/domain/telling-details";

const IN_WORDS = {
  "flat number": "a flat or room number",
  "phone number": "a phone number",
  "email address": "an email address",
  person: "somebody by name",
} satisfies Record<TellingDetail, string>;

const LIST = new Intl.ListFormat("en-IN");

/** Says, below a field, that its text may tell who wrote it. Found on this device alone; nothing is refused. */
export function TellingHint({ text }: { text: string }) {
  const details = tellingDetails(text);
  return (
    <output className="block border-l-4 border-warning pl-3 text-sm text-ink empty:border-0 not-empty:mt-2">
      {details.length > 0 &&
        `This seems to name ${LIST.format(details.map((detail) => IN_WORDS[detail]))}, which may tell who you are. It can stay if you want it to.`}
    </output>
  );
}
