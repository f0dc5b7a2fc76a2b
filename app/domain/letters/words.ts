export const LETTER_KINDS = {
  reminder: "Reminder",
  demand: "Demand",
  reply: "Reply to deductions",
} as const;
export type LetterKind = keyof typeof LETTER_KINDS;

/** The languages of the letters, by their names in themselves. Not the list of the notices: one for both would be a request on every form. */
export const LETTER_LANGUAGES = {
  en: "English",
  hi: "हिन्दी",
  kn: "ಕನ್ನಡ",
  ta: "தமிழ்",
  te: "తెలుగు",
  mr: "मराठी",
  bn: "বাংলা",
} as const;
export type LetterLanguage = keyof typeof LETTER_LANGUAGES;

/** Where a dispute about a deposit is decided. */
export type Forum = "court" | "rent_authority_or_court" | "authority_or_court" | "consumer_commission";

/**
 * The sentences of the letters in a language. Amounts and dates arrive formatted. "at" is a phrase of place, "to" a phrase of direction,
 * so that endings of words never join what was typed. Sentences name neither the tenant's nor the owner's gender. (spec 12)
 */
export interface LetterWords {
  locale: string;
  subject: Record<LetterKind, string>;
  dear: { named: (owner: string) => string; unnamed: string };
  at: { named: (home: string) => string; flat: string; pg: string };
  to: { named: (payTo: string) => string; unnamed: string };
  stay: {
    whole: (at: string, from: string, until: string) => string;
    began: (at: string, from: string) => string;
    ended: (at: string, until: string) => string;
    undated: (at: string) => string;
  };
  rent: (rent: string) => string;
  agreement: { registered: string; stamp_paper: string };
  deposit: (deposit: string) => string;
  returned: (returned: string) => string;
  nothingReturned: string;
  due: { named: (owed: string) => string; unnamed: string };
  wear: string;
  settle: string;
  closing: string;
  reminder: {
    greeting: string;
    pay: (to: string) => string;
    offer: string;
    bills: { named: string; unnamed: string };
    thanks: string;
  };
  demand: {
    pay: { named: (owed: string, to: string, by: string) => string; unnamed: (to: string, by: string) => string };
    deductions: string;
    bill: string;
    noBill: string;
    ask: { named: string; unnamed: string };
    next: Record<Forum, string>;
  };
  reply: {
    kept: { part: (kept: string, deposit: string) => string; whole: (deposit: string) => string; unnamed: string };
    answers: string;
    rest: (rest: string) => string;
  };
  clause: { written: string; none: string; unknown: string };
  /** Must match DEDUCTION_REASONS. "bill" is the answer if the owner has shown a bill. */
  reasons: Record<
    "painting" | "cleaning" | "damage" | "bills" | "notice" | "no_reason",
    { label: string; bill: string; noBill: string }
  >;
}
