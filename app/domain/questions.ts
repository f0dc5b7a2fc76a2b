import { isKeyOf, titleCaseKey } from "./enumerations";

/** What a tenant answers from a closed list. (spec 2, 3) */
export interface Question {
  /** The section of the form that asks it. */
  section: "property" | "feedback" | "management";
  /** What the form asks. */
  asks: string;
  control: "select" | "radio";
  /** By the key that is stored; must match private.allowed_answers in the database. */
  answers: Readonly<Record<string, string>>;
  /** An option of its own for no answer; without one, radio buttons get a button that clears them. */
  unanswered?: string;
  /** Answers that say nothing about a home: cards and figures leave them out. */
  saysNothing?: readonly string[];
  /** How a card says it: beside the name of the home, after a label, or in a sentence for each answer. */
  card: "beside-name" | { label: string } | { sentences: Readonly<Record<string, string>> };
  /** The heading of its bars on the page of a home; null where it has none. */
  figure: string | null;
}

/** Every question, in the order of the form. A question added here needs its rows in private.allowed_answers, and nothing else. */
export const QUESTIONS = {
  property_type: {
    section: "property",
    asks: "Property Type",
    control: "select",
    answers: {
      Apartment: "Apartment",
      "PG / Hostel": "PG / Hostel",
      "Independent House": "Independent House",
      Villa: "Villa",
      "Shared Room": "Shared Room",
    },
    card: "beside-name",
    // Counted under "Who has lived here".
    figure: null,
  },
  duration: {
    section: "property",
    asks: "Duration of Stay",
    control: "select",
    answers: {
      "Less than 6 months": "Less than 6 months",
      "6–12 months": "6–12 months",
      "1–2 years": "1–2 years",
      "More than 2 years": "More than 2 years",
    },
    card: "beside-name",
    figure: "How long tenants stayed",
  },
  would_recommend: {
    section: "feedback",
    asks: "Would you recommend it?",
    control: "radio",
    answers: { true: "Yes", false: "No" },
    unanswered: "Prefer not to say",
    card: { sentences: { true: "Would recommend", false: "Would not recommend" } },
    // Counted beside the score.
    figure: null,
  },
  move_out_intent: {
    section: "feedback",
    asks: "Do you intend to move out?",
    control: "radio",
    answers: { true: "Yes", false: "No" },
    unanswered: "Prefer not to say",
    card: { sentences: { true: "Intends to move out", false: "Intends to stay" } },
    figure: null,
  },
  how_issues_reported: {
    section: "management",
    asks: "How did you report issues?",
    control: "radio",
    answers: {
      in_person: "In person",
      phone_email: "By phone or email",
      app_portal: "Through an app or portal",
      did_not_report: "Did not report",
      na: "Not applicable",
    },
    saysNothing: ["na"],
    card: { label: "Issues reported" },
    figure: null,
  },
  issue_resolution_status: {
    section: "management",
    asks: "Were the issues resolved?",
    control: "radio",
    answers: {
      all_fixed: "All fixed",
      some_fixed: "Some fixed",
      none_fixed: "None fixed",
      waiting: "Still waiting",
      na: "Not applicable",
    },
    saysNothing: ["na"],
    card: { label: "Resolution" },
    figure: "Were issues fixed?",
  },
  management_response_time: {
    section: "management",
    asks: "How quickly did the management respond?",
    control: "radio",
    answers: {
      "1-2_days": "1–2 days",
      within_week: "Within a week",
      more_than_week: "More than a week",
      rarely_responds: "Rarely responds",
      not_sure: "Not sure",
    },
    saysNothing: ["not_sure"],
    card: { label: "Management response" },
    figure: "How fast the management responds",
  },
} as const satisfies Record<string, Question>;

export type QuestionKey = keyof typeof QUESTIONS;
export const QUESTION_KEYS = Object.keys(QUESTIONS) as QuestionKey[];

/** The stored key of each answer; a question that was not answered is left out. */
export type Answers = Partial<Record<QuestionKey, string>>;

/** The same table, for code that treats all questions alike. */
export function question(key: QuestionKey): Question {
  return QUESTIONS[key];
}

/** The answers in values from outside, by question; others are left out. Yes and no may be booleans. */
export function readAnswers(given: Readonly<Record<string, unknown>>): Answers {
  const answers: Answers = {};
  for (const key of QUESTION_KEYS) {
    const answer = typeof given[key] === "boolean" ? String(given[key]) : given[key];
    if (isKeyOf(question(key).answers, answer)) answers[key] = answer;
  }
  return answers;
}

/** What a card says of an answer; null where it says nothing of a home. (spec 2) */
export function answerInWords(key: QuestionKey, answer: string): { label?: string; text: string } | null {
  const { card, saysNothing } = question(key);
  if (saysNothing?.includes(answer)) return null;
  if (card === "beside-name") return { text: answer };
  if ("label" in card) return { label: card.label, text: titleCaseKey(answer) };
  const text = card.sentences[answer];
  return text === undefined ? null : { text };
}
