import { titleCaseKey } from "./enumerations";

/** A question that tenants answer from a closed list. (spec 2, 3, 10) */
export interface Question {
  /** The form's section; the last four are groups of one section. */
  section: "property" | "feedback" | "management" | "money" | "living" | "rules" | "pg";
  /** The form's text; for a row of a shared question, the row's label. */
  asks: string;
  /** The text above several questions, each of which is a row below it. */
  rowOf?: string;
  control: "select" | "radio" | "chips";
  /** Label by stored key. Must match private.allowed_answers in the database. */
  answers: Readonly<Record<string, string>>;
  /** Asked only after one of these answers to another question. */
  follows?: { question: string; answers: readonly string[] };
  /** An option for no answer. Without one, a button clears the radio buttons. */
  unanswered?: string;
  /** Answers that say nothing about a home: cards and figures leave them out. Must match says_nothing in private.allowed_answers. */
  saysNothing?: readonly string[];
  /** How a card shows the answer: alone, after a label (`says: "key"`: as the capitalized key), or as one sentence per answer. */
  card: "answer" | { label: string; says?: "key" } | { sentences: Readonly<Record<string, string>> };
  /** The heading of its bars on a home's page; null for none. Or one bar in a list of several questions: how many gave the answer `of`. */
  figure: string | { in: string; of: string } | null;
  /** A note below its bars: what they count. */
  counts?: string;
  /** The answer that figures show in the warning tone. */
  worst?: string;
}

const IN_A_PG = { question: "property_type", answers: ["PG / Hostel", "Shared Room"] } as const;

/** Every question, in the order of the form and of a card. A new one needs its rows in private.allowed_answers and a line in docs/specification.md. */
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
    card: "answer",
    // Its bars are under "Who has lived here".
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
    card: "answer",
    figure: "How long tenants stayed",
  },
  would_recommend: {
    section: "feedback",
    asks: "Would you recommend it?",
    control: "radio",
    answers: { true: "Yes", false: "No" },
    unanswered: "Prefer not to say",
    card: { sentences: { true: "Would recommend", false: "Would not recommend" } },
    figure: "Would tenants recommend it?",
    worst: "false",
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
  for: {
    section: "pg",
    asks: "Who is it for?",
    control: "chips",
    answers: { women: "Women", men: "Men", anyone: "Anyone" },
    follows: IN_A_PG,
    card: { sentences: { women: "For women", men: "For men", anyone: "For anyone" } },
    figure: "Who it is for",
  },
  curfew: { ...chips("pg", "Curfew", { none: "None", before_10: "Before 10", later: "Later" }), follows: IN_A_PG },
  food: {
    ...chips("pg", "Food", { good: "Good", fair: "Fair", poor: "Poor", none: "None" }, "poor"),
    follows: IN_A_PG,
  },
  sharing: {
    ...chips("pg", "Sharing", { single: "Single", two: "Two", three: "Three", four_up: "Four or more" }),
    follows: IN_A_PG,
  },
  bathroom: { ...chips("pg", "Bathroom", { attached: "Attached", shared: "Shared" }), follows: IN_A_PG },
  rent: {
    section: "money",
    asks: "Rent a month, without maintenance",
    control: "chips",
    answers: {
      under_5k: "Under ₹5,000",
      "5k_8k": "₹5,000–8,000",
      "8k_12k": "₹8,000–12,000",
      "12k_18k": "₹12,000–18,000",
      "18k_25k": "₹18,000–25,000",
      "25k_35k": "₹25,000–35,000",
      "35k_50k": "₹35,000–50,000",
      "50k_75k": "₹50,000–75,000",
      "75k_1l": "₹75,000–1 lakh",
      over_1l: "Over ₹1 lakh",
    },
    card: { label: "Rent" },
    figure: "Rent a month",
  },
  maintenance: chips("money", "Maintenance a month", {
    in_rent: "In the rent",
    under_2k: "Under ₹2,000",
    "2k_5k": "₹2,000–5,000",
    more: "Over ₹5,000",
  }),
  size: {
    section: "money",
    asks: "What did you rent?",
    control: "chips",
    answers: {
      bed: "A bed",
      room: "A room",
      "1rk": "1 RK",
      "1bhk": "1 BHK",
      "2bhk": "2 BHK",
      "3bhk": "3 BHK",
      "4bhk": "4 BHK or more",
    },
    card: "answer",
    figure: "What was rented",
  },
  deposit: {
    section: "money",
    asks: "Deposit asked, in months of rent",
    control: "chips",
    answers: {
      none: "None",
      "1_month": "1 month",
      "2_months": "2 months",
      "3_months": "3 months",
      "4_6_months": "4–6 months",
      "7_10_months": "7–10 months",
      more: "More than 10 months",
    },
    card: { label: "Deposit" },
    figure: "Deposit asked",
  },
  deposit_back: {
    section: "money",
    asks: "Did it come back?",
    control: "chips",
    answers: {
      all: "All",
      part: "In part",
      none: "None of it",
      waiting: "Still waiting",
      living_there: "I still live there",
    },
    // Shares include tenants who still wait for their deposit: without them an owner who never pays would look better.
    saysNothing: ["living_there"],
    card: { label: "Deposit back" },
    figure: "Did the deposit come back?",
    counts: "Answers of everybody who has moved out.",
    worst: "none",
  },
  deposit_when: {
    section: "money",
    asks: "When?",
    control: "chips",
    answers: {
      at_handover: "At handover",
      week: "Within a week",
      month: "Within a month",
      three_months: "Within three months",
      later: "Later",
    },
    follows: { question: "deposit_back", answers: ["all", "part"] },
    card: { label: "Returned" },
    figure: "When the deposit came back",
    worst: "later",
  },
  deposit_kept: {
    ...chips(
      "money",
      "Kept for",
      {
        painting: "Painting",
        cleaning: "Cleaning",
        damage: "Damage",
        bills: "Bills",
        notice: "Notice period",
        no_reason: "No reason given",
      },
      "no_reason",
    ),
    follows: { question: "deposit_back", answers: ["part", "none"] },
    figure: "What the deposit was kept for",
  },
  brokerage: chips(
    "money",
    "Brokerage",
    { none: "None", half_month: "Half a month", one_month: "One month", more: "More" },
    "more",
  ),
  rise: chips(
    "money",
    "Rent rise a year",
    { none: "None", up_to_5: "Up to 5 %", "5_to_10": "5 to 10 %", over_10: "More than 10 %" },
    "over_10",
  ),
  agreement: chips(
    "money",
    "Agreement",
    { registered: "Registered", stamp_paper: "On stamp paper", none: "None" },
    "none",
  ),
  lock_in: chips(
    "money",
    "Lock-in period",
    { none: "None", up_to_6: "Up to 6 months", "7_to_11": "7–11 months", longer: "Over 11 months" },
    "longer",
  ),
  water: chips(
    "living",
    "Water",
    { all_day: "All day", fixed_hours: "Fixed hours", tanker: "Tankers often", short: "Often short" },
    "short",
  ),
  power: chips("living", "Power backup", { all: "For all", lifts_lights: "Lifts and lights", none: "None" }, "none"),
  noise: chips("living", "Noise", { quiet: "Quiet", some: "Some", loud: "Loud" }, "loud"),
  damp: chips("living", "Damp", { none: "None", some: "Some", bad: "Bad" }, "bad"),
  safety: chips("living", "Safety", { safe: "Safe at night", mostly: "Mostly", no: "No" }, "no"),
  internet: chips("living", "Internet", { fibre: "Fibre", works: "Works", poor: "Poor" }, "poor"),
  let_by: {
    section: "rules",
    asks: "Who let it to you?",
    control: "chips",
    answers: {
      owner: "Owner",
      relative: "Owner's relative or caretaker",
      company: "Company or PG operator",
      broker: "Broker",
    },
    card: { label: "Let by" },
    figure: "Who lets it",
  },
  bachelors: welcome("Bachelors"),
  couples: welcome("Unmarried couples"),
  pets: welcome("Pets"),
  nonveg: welcome("Non-vegetarian food"),
  guests: welcome("Guests overnight"),
  visits: {
    section: "rules",
    asks: "The owner or manager comes",
    control: "chips",
    answers: { announced: "Announced", unannounced: "Unannounced", never: "Never" },
    card: { label: "Owner's visits" },
    figure: "Owner's visits",
    worst: "unannounced",
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
    card: { label: "Issues reported", says: "key" },
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
    card: { label: "Resolution", says: "key" },
    figure: "Were issues fixed?",
    worst: "none_fixed",
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
    card: { label: "Management response", says: "key" },
    figure: "How fast the management responds",
    worst: "rarely_responds",
  },
} as const satisfies Record<string, Question>;

export type QuestionKey = keyof typeof QUESTIONS;
export const QUESTION_KEYS = Object.keys(QUESTIONS) as QuestionKey[];

/** Builds a question whose text is also its label on a card and the heading of its bars. */
function chips<Labels extends Question["answers"]>(
  section: Question["section"],
  asks: string,
  answers: Labels,
  worst?: keyof Labels & string,
) {
  return {
    section,
    asks,
    control: "chips",
    answers,
    card: { label: asks },
    figure: asks,
    ...(worst && { worst }),
  } as const;
}

/** Builds a question about whether someone may live there, or bring or do something. */
function welcome(who: string) {
  const figure = { in: "Who is welcome", of: "yes" };
  return { ...chips("rules", who, { yes: "Yes", no: "No" }), rowOf: "Welcome here?", figure };
}

/** The stored key of each answer; unanswered questions are left out. */
export type Answers = Partial<Record<QuestionKey, string>>;

/** Returns a question, typed for code that treats all questions alike. */
export function question(key: QuestionKey): Question {
  return QUESTIONS[key];
}

/** Returns what a card says about an answer; null if it says nothing about a home. (spec 2) */
export function answerInWords(key: QuestionKey, answer: string): { label?: string; text: string } | null {
  const { answers, card, saysNothing } = question(key);
  const label = answers[answer];
  if (label === undefined || saysNothing?.includes(answer)) return null;
  if (card === "answer") return { text: label };
  if ("sentences" in card) return { text: card.sentences[answer] ?? label };
  return {
    label: card.label,
    text: card.says === "key" ? titleCaseKey(answer) : label.charAt(0).toLowerCase() + label.slice(1),
  };
}

/** Returns what `answerInWords` does as one text: "Deposit: 2 months", "2 BHK". (spec 2) */
export function factOf(key: QuestionKey, answer: string): string | null {
  const words = answerInWords(key, answer);
  return words?.label === undefined ? (words?.text ?? null) : `${words.label}: ${words.text}`;
}
