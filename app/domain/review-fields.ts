import {
  DURATIONS,
  HOW_ISSUES_REPORTED,
  ISSUE_RESOLUTION_STATUSES,
  MANAGEMENT_RESPONSE_TIMES,
  PROPERTY_TYPES,
} from "./enumerations";

// What a tenant says about a home, by kind of field. The form, its draft, the submission and the published review have
// their types from here; app/data/review-row.ts maps them to the columns of the database. (spec 3)

export const TEXTS = ["propertyName", "locality", "city", "comment"] as const;
export type Texts = Record<(typeof TEXTS)[number], string>;

/** The fields answered from a closed list, each with its list. */
export const CHOICES = {
  propertyType: PROPERTY_TYPES,
  duration: DURATIONS,
  howIssuesReported: HOW_ISSUES_REPORTED,
  issueResolutionStatus: ISSUE_RESOLUTION_STATUSES,
  managementResponseTime: MANAGEMENT_RESPONSE_TIMES,
} as const;
export type ChoiceField = keyof typeof CHOICES;
/** `Unanswered` stands for no choice. */
export type Choices<Unanswered> = { [F in ChoiceField]: keyof (typeof CHOICES)[F] | Unanswered };

export const YES_NO_QUESTIONS = ["wouldRecommend", "moveOutIntent"] as const;
/** Null is not said. */
export type YesNoAnswers = Record<(typeof YES_NO_QUESTIONS)[number], boolean | null>;

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
} as const;

export const MAX_ISSUES = 20;

/** An earlier date is a typing error. Must match the migrations of reviews. */
export const EARLIEST_MOVE_IN_DATE = "1950-01-01";
