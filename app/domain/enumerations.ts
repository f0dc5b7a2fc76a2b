/**
 * The closed lists of the product (spec 3). Keys are stored and must match the checks in the migrations;
 * labels are what a form shows.
 */
export const PROPERTY_TYPES = {
  Apartment: "Apartment",
  "PG / Hostel": "PG / Hostel",
  "Independent House": "Independent House",
  Villa: "Villa",
  "Shared Room": "Shared Room",
} as const;

export const DURATIONS = {
  "Less than 6 months": "Less than 6 months",
  "6–12 months": "6–12 months",
  "1–2 years": "1–2 years",
  "More than 2 years": "More than 2 years",
} as const;

export const SEVERITIES = {
  Minor: "Minor",
  Moderate: "Moderate",
  Major: "Major",
  Critical: "Critical",
} as const;
export type Severity = keyof typeof SEVERITIES;

export const HOW_ISSUES_REPORTED = {
  in_person: "In person",
  phone_email: "By phone or email",
  app_portal: "Through an app or portal",
  did_not_report: "Did not report",
  na: "Not applicable",
} as const;

export const ISSUE_RESOLUTION_STATUSES = {
  all_fixed: "All fixed",
  some_fixed: "Some fixed",
  none_fixed: "None fixed",
  waiting: "Still waiting",
  na: "Not applicable",
} as const;

export const MANAGEMENT_RESPONSE_TIMES = {
  "1-2_days": "1–2 days",
  within_week: "Within a week",
  more_than_week: "More than a week",
  rarely_responds: "Rarely responds",
  not_sure: "Not sure",
} as const;

/** Whether a value from outside is a stored key of the enumeration. (spec 3) */
export function isKeyOf<E extends object>(enumeration: E, value: unknown): value is keyof E & string {
  return typeof value === "string" && Object.hasOwn(enumeration, value);
}

/** A stored key as a review card shows it, underscores replaced and words capitalised: "in_person" → "In Person". (spec 2) */
export function titleCaseKey(key: string): string {
  return key
    .split("_")
    .filter((word) => word !== "")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}
