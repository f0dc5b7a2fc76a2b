import { isRecord } from "./browser-storage";
import { CITIES } from "~/domain/cities";
import {
  AGREEMENTS,
  type Companion,
  DEDUCTION_REASONS,
  type Deduction,
  HOME_KINDS,
  type LetterFields,
  LINE_STATES,
  MAX_TEXT,
  type Sheet,
  type SheetLine,
} from "~/domain/deposit-companion";
import { isKeyOf } from "~/domain/enumerations";
import { LETTER_KINDS, LETTER_LANGUAGES } from "~/domain/letters/words";

const MAX_DEDUCTIONS = 50;

/** Returns a companion without notes. */
export function emptyCompanion(): Companion {
  return {
    kind: "flat",
    city: "",
    facts: {
      tenant: "",
      owner: "",
      home: "",
      movedIn: "",
      movedOut: "",
      rent: "",
      deposit: "",
      returned: "",
      agreement: "",
      deductions: [],
      payTo: "",
      contact: "",
    },
    sheets: { in: { day: "", lines: {} }, out: { day: "", lines: {} } },
    letter: "reminder",
    language: "",
  };
}

/** Returns the companion in stored or opened JSON, which visitors can edit. Invalid values become empty. */
export function readCompanion(stored: unknown): Companion {
  const empty = emptyCompanion();
  const { kind, city, facts, sheets, letter, language } = fieldsOf(stored);
  const listed = fieldsOf(sheets);
  return {
    kind: isKeyOf(HOME_KINDS, kind) ? kind : empty.kind,
    city: CITIES.includes(textOf(city)) ? textOf(city) : "",
    facts: readFacts(fieldsOf(facts)),
    sheets: { in: readSheet(listed.in), out: readSheet(listed.out) },
    letter: isKeyOf(LETTER_KINDS, letter) ? letter : empty.letter,
    language: isKeyOf(LETTER_LANGUAGES, language) ? language : "",
  };
}

function readFacts({ agreement, deductions, ...texts }: Record<string, unknown>): LetterFields {
  const { facts } = emptyCompanion();
  return {
    ...facts,
    ...Object.fromEntries(Object.keys(facts).map((field) => [field, textOf(texts[field])])),
    agreement: isKeyOf(AGREEMENTS, agreement) ? agreement : "",
    deductions: (Array.isArray(deductions) ? deductions : []).slice(0, MAX_DEDUCTIONS).flatMap(readDeduction),
  };
}

function readSheet(stored: unknown): Sheet {
  const { day, lines } = fieldsOf(stored);
  const entries = Object.entries(fieldsOf(lines)).slice(0, 100);
  return {
    day: textOf(day),
    lines: Object.fromEntries(entries.map(([key, line]): [string, SheetLine] => [key, readLine(line)])),
  };
}

function readLine(stored: unknown): SheetLine {
  const { state, note } = fieldsOf(stored);
  return { state: isKeyOf(LINE_STATES, state) ? state : "", note: textOf(note) };
}

function readDeduction(stored: unknown): Deduction[] {
  const { reason, amount, hasBill } = fieldsOf(stored);
  if (!isKeyOf(DEDUCTION_REASONS, reason)) return [];
  return [{ reason, amount: textOf(amount), hasBill: hasBill === true }];
}

function fieldsOf(stored: unknown): Record<string, unknown> {
  return isRecord(stored) ? stored : {};
}

function textOf(stored: unknown): string {
  return typeof stored === "string" ? stored.slice(0, MAX_TEXT) : "";
}
