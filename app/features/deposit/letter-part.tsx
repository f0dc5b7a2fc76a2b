import { useEffect, useRef, useState } from "react";
import { change, changeFacts } from "./companion-state";
import { DeductionFields } from "./deduction-fields";
import { LetterView } from "./letter-view";
import type { Print } from "./printing";
import { emptyCompanion } from "~/data/read-companion";
import { type Agreement, AGREEMENTS, type Companion, type LetterFields, MAX_TEXT } from "~/domain/deposit-companion";
import { letterFaults, type LetterFault, letterText, loadLetterWords, writeLetter } from "~/domain/deposit-letter";
import {
  LETTER_KINDS,
  LETTER_LANGUAGES,
  type LetterKind,
  type LetterLanguage,
  type LetterWords,
} from "~/domain/letters/words";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { ChipGroupField } from "~/ui/chip-group-field";
import { focusFirstFault } from "~/ui/focus-first-fault";
import { Notice } from "~/ui/notice";
import { optionsOf } from "~/ui/radio-group-field";
import { SelectField } from "~/ui/select-field";
import { TextField } from "~/ui/text-field";
import { showToast } from "~/ui/toast";

const HINTS = {
  reminder: "Friendly. For the first weeks after you moved out.",
  demand: "Firm, with a last date in 15 days. If reminders did not help.",
  reply: "Answers what the owner kept money for, item by item.",
} satisfies Record<LetterKind, string>;

type TextFact = Exclude<keyof LetterFields, "agreement" | "deductions">;

/** In the order of the form. Only a demand names the rent. */
const TEXT_FACTS: Record<TextFact, { label: string; hint?: string; type?: "date"; isAmount?: true }> = {
  tenant: { label: "Your name", hint: "As in the agreement." },
  owner: { label: "Owner’s name", hint: "First and last name, without Mr. or Mrs." },
  home: { label: "Address or name of the home" },
  contact: { label: "Your phone, email or new address" },
  movedIn: { label: "Moved in", type: "date" },
  movedOut: { label: "Moved out", type: "date" },
  deposit: { label: "Deposit paid (₹)", isAmount: true },
  returned: { label: "Returned so far (0 if nothing)", isAmount: true },
  rent: { label: "Monthly rent (₹)", isAmount: true },
  payTo: { label: "Where to pay", hint: "Account number with IFSC, or a UPI ID." },
};

const FAULTS = {
  missing: "Please fill this in.",
  "not-an-amount": "Write an amount in rupees, such as 45,000.",
  "not-a-day": "Choose a day.",
  "in-the-future": "Choose a day that is not after today.",
  "before-moving-in": "This is before you moved in.",
  "more-than-the-deposit": "This is more than the deposit.",
  "nothing-owed": "All of the deposit came back, so no letter is needed.",
  "more-than-was-kept": "Together the deductions are more than the owner kept.",
} satisfies Record<LetterFault, string>;

/** In characters of the URL. WhatsApp drops longer texts. */
const MAX_LINK = 7000;

interface LetterPartProps {
  companion: Companion;
  today: string;
  print: Print;
}

/** The third part: a letter from the facts, as they are typed. (spec 12) */
export function LetterPart({ companion, today, print }: LetterPartProps) {
  const { facts, letter: kind, language } = companion;
  const [isChecked, setChecked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const english = useWords("en");
  const second = useWords(language === "" ? "en" : language);
  const faults = letterFaults(kind, facts, today);
  const needed = letterFaults(kind, emptyCompanion().facts, today);
  const errors = isChecked ? faults : {};
  const shown = (Object.keys(TEXT_FACTS) as TextFact[]).filter((fact) => fact !== "rent" || kind === "demand");
  const isRight = Object.keys(faults).length === 0;
  const letters = [
    ...(english ? [{ language: "en" as LetterLanguage, letter: writeLetter(kind, companion, english, today) }] : []),
    ...(language && second ? [{ language, letter: writeLetter(kind, companion, second, today) }] : []),
  ];

  /** Carries out an action on a letter without faults. Otherwise marks the faults and focuses the first. */
  function withLetter(act: (text: string, title: string, english: string) => void) {
    setChecked(true);
    if (!isRight) return requestAnimationFrame(() => form.current && focusFirstFault(form.current));
    const [first] = letters;
    if (!first || !english || !second) return showToast({ title: "The letter is still loading" });
    const text = letters.map(({ letter }) => letterText(letter)).join("\n\n\n");
    // Without the address: the browser's history keeps titles.
    return act(text, english.subject[kind], letterText(first.letter));
  }

  const error = (fact: keyof LetterFields) => errors[fact] && FAULTS[errors[fact]];
  return (
    <div className="grid grid-cols-1 gap-6">
      <form ref={form} noValidate aria-label="Facts of the letter" className="grid grid-cols-1 gap-5">
        <ChipGroupField
          label="Which letter?"
          hint={HINTS[kind]}
          name="letter"
          options={optionsOf(LETTER_KINDS)}
          value={kind}
          onValueChange={(chosen) => chosen && change({ letter: chosen as LetterKind })}
        />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {shown.map((fact) => {
            const { isAmount, ...words } = TEXT_FACTS[fact];
            return (
              <TextField
                key={fact}
                {...words}
                {...(isAmount && { inputMode: "decimal" as const })}
                {...(words.type === "date" && { max: today })}
                name={fact}
                isRequired={needed[fact] !== undefined}
                autoComplete="off"
                maxLength={MAX_TEXT}
                value={facts[fact]}
                error={error(fact)}
                onChange={(event) => changeFacts({ [fact]: event.target.value })}
              />
            );
          })}
        </div>
        {kind !== "reminder" && (
          <ChipGroupField
            label="Agreement"
            name="agreement"
            options={optionsOf(AGREEMENTS)}
            value={facts.agreement}
            onValueChange={(agreement) => changeFacts({ agreement: agreement as Agreement | "" })}
          />
        )}
        {(kind !== "reminder" || facts.deductions.length > 0) && (
          <DeductionFields
            deductions={facts.deductions}
            error={errors.deductions === "missing" ? "Add at least one deduction." : error("deductions")}
          />
        )}
        <SelectField
          label="Second language, beside English"
          name="language"
          placeholder="English only"
          options={optionsOf(LETTER_LANGUAGES).filter(({ value }) => value !== "en")}
          value={language}
          onChange={(event) => change({ language: event.target.value as LetterLanguage | "" })}
        />
      </form>
      {(english === null || second === null) && (
        <Notice tone="error">The letter could not be loaded. It appears when you are online.</Notice>
      )}
      <Card>
        <LetterView letters={letters} />
      </Card>
      {isChecked && !isRight && (
        <Notice tone="error">The letter is not ready: look at the fields that are marked above.</Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => withLetter(shareLetter)}>Share</Button>
        <Button variant="secondary" onClick={() => withLetter(copyLetter)}>
          Copy
        </Button>
        <Button
          variant="secondary"
          onClick={() => withLetter((_, title) => void print(title, <LetterView letters={letters} />))}
        >
          Print or save as PDF
        </Button>
      </div>
    </div>
  );
}

/** Returns the sentences of a language; undefined while they load, null if that failed. */
function useWords(language: LetterLanguage): LetterWords | null | undefined {
  const [loaded, setLoaded] = useState<Partial<Record<LetterLanguage, LetterWords | null>>>({});
  useEffect(() => {
    let isWanted = true;
    async function load() {
      const words = await loadLetterWords(language).catch(() => null);
      if (!isWanted) return;
      setLoaded((others) => ({ ...others, [language]: words }));
      if (!words) setTimeout(() => isWanted && void load(), 5000);
    }
    void load();
    return () => {
      isWanted = false;
    };
  }, [language]);
  return loaded[language];
}

async function shareLetter(text: string, title: string, english: string): Promise<void> {
  if (typeof navigator.share === "function") {
    try {
      return await navigator.share({ title, text });
    } catch (error) {
      if (error instanceof Error && error.name === "AbortError") return;
    }
  }
  const link = `https://wa.me/?text=${encodeURIComponent(text)}`;
  const isShort = link.length <= MAX_LINK;
  // Opened only on a tap. Nothing prefetches it.
  window.open(isShort ? link : `https://wa.me/?text=${encodeURIComponent(english)}`, "_blank", "noopener,noreferrer");
  if (!isShort) {
    const description = "Both languages are too long for WhatsApp’s link. Copy the letter to send the other one.";
    showToast({ title: "Only the English letter is filled in", description });
  }
}

async function copyLetter(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ title: "Letter copied" });
  } catch {
    const description = "Select the letter on this page and copy it.";
    showToast({ title: "The letter could not be copied", description, variant: "destructive" });
  }
}
