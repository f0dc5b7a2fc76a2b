// What a tenant writes about a home; what is answered from a list is in questions.ts. (spec 3)

export const TEXTS = ["propertyName", "locality", "city", "comment"] as const;
export type TextName = (typeof TEXTS)[number];
export type Texts = Record<TextName, string>;

/** Longest texts, in characters after trimming; must match the checks in the migrations of reviews. */
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

/** An earlier date is a typing error. Must match the migrations of reviews. */
export const EARLIEST_MOVE_IN_DATE = "1950-01-01";

/** All texts, each as `make` makes it. */
export function makeTexts(make: (name: TextName) => string): Texts {
  return Object.fromEntries(TEXTS.map((name) => [name, make(name)])) as Texts;
}
