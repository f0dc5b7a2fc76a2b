// The texts of a review. questions.ts has the questions that are answered from a list. (spec 3)

export const TEXTS = ["propertyName", "locality", "city", "comment"] as const;
export type TextName = (typeof TEXTS)[number];
export type Texts = Record<TextName, string>;

/** In characters after trimming. Must match the checks in supabase/schemas/02_reviews.sql. */
export const MAX_LENGTHS = {
  propertyName: 120,
  locality: 120,
  city: 80,
  comment: 5000,
  issueDescription: 1000,
  /** All descriptions of one review together. */
  issues: 5000,
  email: 320,
} as const satisfies Record<TextName | "issueDescription" | "issues" | "email", number>;

export const MAX_ISSUES = 20;

/** Earlier dates are typing errors. Must match supabase/schemas/02_reviews.sql. */
export const EARLIEST_MOVE_IN_DATE = "1950-01-01";

/** Builds an object with every text of a review. */
export function makeTexts(make: (name: TextName) => string): Texts {
  return Object.fromEntries(TEXTS.map((name) => [name, make(name)])) as Texts;
}
