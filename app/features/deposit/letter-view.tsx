import type { Letter } from "~/domain/deposit-letter";
import type { LetterLanguage } from "~/domain/letters/words";

interface LetterViewProps {
  /** The same letter in one or two languages. Their parts correspond one to one. */
  letters: { language: LetterLanguage; letter: Letter }[];
}

/** A letter on the screen and on paper. Two languages are side by side if there is room, else paragraph below paragraph. */
export function LetterView({ letters }: LetterViewProps) {
  const columns = letters.map(({ language, letter }) => ({ language, parts: partsOf(letter) }));
  return (
    <article aria-label="Your letter" className={`letter wrap-anywhere ${columns.length > 1 ? "letter-in-two" : ""}`}>
      {columns[0]?.parts.map(({ name }, index) => (
        // Parts have no other identity than their place.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={`letter-${name}`}>
          {columns.map(({ language, parts }) => (
            <p key={language} lang={language} dir="auto" className="whitespace-pre-line">
              {parts[index]?.text}
            </p>
          ))}
        </div>
      ))}
    </article>
  );
}

function partsOf(letter: Letter): { name: string; text: string }[] {
  return [
    { name: "date", text: letter.date },
    { name: "subject", text: letter.subject },
    { name: "text", text: letter.greeting },
    ...letter.paragraphs.map((text) => ({ name: "text", text })),
    ...letter.deductions.map((text) => ({ name: "item", text })),
    ...letter.after.map((text) => ({ name: "text", text })),
    { name: "closing", text: letter.closing },
    { name: "signature", text: letter.signature.join("\n") },
  ];
}
