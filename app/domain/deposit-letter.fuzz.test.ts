import { array, assert, boolean, constantFrom, property, record } from "fast-check";
import { expect, test } from "vitest";
import {
  type Companion,
  DEDUCTION_REASONS,
  type DeductionReason,
  HOME_KINDS,
  type LetterFields,
} from "./deposit-companion";
import { type Letter, loadLetterWords, writeLetter } from "./deposit-letter";
import { LETTER_LANGUAGES, type LetterKind } from "./letters/words";

const SCRIPTS = {
  en: /\p{Script=Latin}/u,
  hi: /\p{Script=Devanagari}/u,
  kn: /\p{Script=Kannada}/u,
  ta: /\p{Script=Tamil}/u,
  te: /\p{Script=Telugu}/u,
  mr: /\p{Script=Devanagari}/u,
  bn: /\p{Script=Bengali}/u,
} as const;
const LANGUAGES = Object.keys(LETTER_LANGUAGES) as (keyof typeof SCRIPTS)[];
const WORDS = await Promise.all(
  LANGUAGES.map(async (language) => [language, await loadLetterWords(language)] as const),
);

const TODAY = "2026-11-29";
const DEPOSIT = ["", "  ", "180000", "₹1,80,000", "4,44,444.50"];
const RETURNED = ["", "0", "70000", "₹ 70,000/-", "999999", "abc"];
const TYPED = ["Asha Rao", "Meera & Sons", "Flat 4B, Lake View, HSR Layout.", "asha.rao@okaxis", "Bangalore"];

const companion = record({
  kind: constantFrom(...(Object.keys(HOME_KINDS) as Companion["kind"][])),
  city: constantFrom("", "Other", "Bengaluru", "Chennai", "Vijayawada", "Rampur"),
  facts: record({
    tenant: constantFrom("", "   ", "Asha Rao", "  Asha   Rao. "),
    owner: constantFrom("", "Meera & Sons"),
    home: constantFrom("", "Flat 4B, Lake View, HSR Layout.", "Flat 4B, Lake View, Bangalore"),
    movedIn: constantFrom("", "2024-06-01", "0002-06-01", "2027-01-01", "2026-02-31"),
    movedOut: constantFrom("", "2026-10-31", "2024-05-01", "nonsense"),
    rent: constantFrom("", "33,000", "about 33000"),
    deposit: constantFrom(...DEPOSIT),
    returned: constantFrom(...RETURNED),
    agreement: constantFrom("" as const, "registered" as const, "stamp_paper" as const, "none" as const),
    deductions: array(
      record({
        reason: constantFrom(...(Object.keys(DEDUCTION_REASONS) as DeductionReason[])),
        amount: constantFrom("", "15,555", "0", "₹7,777", "many"),
        hasBill: boolean(),
      }),
      { maxLength: 4 },
    ),
    payTo: constantFrom("", "asha.rao@okaxis"),
    contact: constantFrom("", "98450 12345."),
  }),
});
const kind = constantFrom<LetterKind>("reminder", "demand", "reply");

test("fills every sentence, whatever is known, in seven languages", { tags: ["12.12", "12.14"] }, () => {
  assert(
    property(kind, companion, (letterKind, known) => {
      for (const [, words] of WORDS) {
        for (const text of textsOf(writeLetter(letterKind, known, words, TODAY))) {
          expect(text).not.toMatch(/undefined|null|NaN|false|Invalid|[{}[\]()]|and\/or|\$/);
          expect(text).not.toMatch(/\s\s|^\s|\s$|[.,:।]{2}|\s[.,।]|^$/u);
        }
      }
    }),
  );
});

test("says the same in every language, paragraph by paragraph", { tags: ["12.15"] }, () => {
  assert(
    property(kind, companion, (letterKind, known) => {
      const letters = WORDS.map(([, words]) => writeLetter(letterKind, known, words, TODAY));
      for (const part of ["paragraphs", "deductions", "after", "signature"] as const) {
        expect(new Set(letters.map((letter) => letter[part].length)).size).toBe(1);
      }
      const amounts = letters.map((letter) =>
        textsOf(letter).map((text) => (text.match(/₹[\d,.]*\d/g) ?? []).toSorted()),
      );
      for (const each of amounts) expect(each).toEqual(amounts[0]);
    }),
  );
});

test("writes each language in its script, apart from what was typed", { tags: ["12.15"] }, () => {
  assert(
    property(kind, companion, (letterKind, known) => {
      for (const [language, words] of WORDS) {
        const letter = writeLetter(letterKind, known, words, TODAY);
        for (const text of [letter.date, letter.subject, letter.closing, ...bodyOf(letter)]) {
          const own = [...TYPED, "Flat 4B, Lake View, HSR Layout", "Flat 4B, Lake View", "Bengaluru", "Chennai"]
            .concat("Vijayawada", "Rampur")
            .reduce((left, typed) => left.replaceAll(typed, ""), text);
          const letters = own.match(/\p{L}/gu) ?? [];
          expect(letters.length).toBeGreaterThan(0);
          expect(letters.filter((sign) => !SCRIPTS[language].test(sign))).toEqual([]);
        }
      }
    }),
  );
});

test("names every amount that a letter is about", { tags: ["12.13"] }, () => {
  assert(
    property(kind, companion, constantFrom(...WORDS), (letterKind, known, [, words]) => {
      const text = textsOf(writeLetter(letterKind, known, words, TODAY)).join("\n");
      expect(amountsIn(letterKind, known.facts).filter((amount) => !text.includes(amount))).toEqual([]);
      expect(text.includes("₹33,000")).toBe(letterKind === "demand" && known.facts.rent === "33,000");
    }),
  );
});

/** Returns the amounts that a letter names, from a table of what was typed. */
function amountsIn(letterKind: LetterKind, { deposit, returned, deductions }: LetterFields): string[] {
  const isBack = returned.includes("70");
  const paid = deposit.includes("444") ? ["₹4,44,444.50", "₹3,74,444.50"] : ["₹1,80,000", "₹1,10,000"];
  const isPaid = deposit.trim() !== "";
  const kept = deductions.flatMap(({ amount }) => ({ "15,555": "₹15,555", "₹7,777": "₹7,777" })[amount] ?? []);
  return [
    ...(isPaid ? [paid[0]] : []),
    ...(isPaid && isBack ? [paid[1]] : []),
    ...(isPaid && isBack && letterKind !== "reply" ? ["₹70,000"] : []),
    ...(letterKind === "reminder" ? [] : kept),
  ].filter((amount) => amount !== undefined);
}

function bodyOf({ paragraphs, deductions, after }: Letter): string[] {
  return [...paragraphs, ...deductions, ...after];
}

function textsOf(letter: Letter): string[] {
  const { date, subject, greeting, closing, signature } = letter;
  return [date, subject, greeting, ...bodyOf(letter), closing, ...signature];
}
