import type { LetterKind, LetterLanguage } from "./letters/words";

/** What a tenant types into the deposit companion. It stays on the device. (spec 12) */
export interface Companion {
  kind: HomeKind;
  city: string;
  facts: LetterFields;
  sheets: Record<SheetName, Sheet>;
  letter: LetterKind;
  /** The language beside the English; "" for none. */
  language: LetterLanguage | "";
}

export const HOME_KINDS = { flat: "Flat or house", pg: "PG or hostel" } as const;
export type HomeKind = keyof typeof HOME_KINDS;

export const SHEETS = { in: "Moving in", out: "Moving out" } as const;
export type SheetName = keyof typeof SHEETS;

/** A handover list, by the key of its line. Lines without an entry are not checked yet. */
export interface Sheet {
  /** YYYY-MM-DD, or "" before the first entry. */
  day: string;
  lines: Record<string, SheetLine>;
}

export interface SheetLine {
  state: LineState | "";
  note: string;
}

export const LINE_STATES = {
  fine: "Fine",
  worn: "Worn",
  broken: "Broken",
  missing: "Missing",
  not_here: "Not here",
} as const;
export type LineState = keyof typeof LINE_STATES;

/** In characters, of each text that is typed. */
export const MAX_TEXT = 10_000;

/** A photo of a line of a sheet, without its place and time of day. */
export interface SheetPhoto {
  /** Increases with time: both sides sign for numbered photos, so their order never changes. */
  id: string;
  sheet: SheetName;
  line: string;
  /** The day of the device, YYYY-MM-DD. */
  day: string;
  picture: Blob;
}

/** The fields of the letters, as typed. Amounts are in rupees. */
export interface LetterFields {
  tenant: string;
  owner: string;
  /** The address or name of the home. */
  home: string;
  /** YYYY-MM-DD */
  movedIn: string;
  movedOut: string;
  rent: string;
  deposit: string;
  returned: string;
  agreement: Agreement | "";
  /** What the owner kept money for. */
  deductions: Deduction[];
  /** The account or UPI id to which the money should come. */
  payTo: string;
  /** How the owner reaches the tenant. */
  contact: string;
}

export const AGREEMENTS = {
  registered: "Registered",
  stamp_paper: "On stamp paper",
  none: "Nothing in writing",
} as const;
export type Agreement = keyof typeof AGREEMENTS;

export interface Deduction {
  reason: DeductionReason;
  amount: string;
  hasBill: boolean;
}

/** Must match the answers of deposit_kept in questions.ts. */
export const DEDUCTION_REASONS = {
  painting: "Painting",
  cleaning: "Cleaning",
  damage: "Damage",
  bills: "Bills",
  notice: "Notice period",
  no_reason: "No reason given",
} as const;
export type DeductionReason = keyof typeof DEDUCTION_REASONS;
