/** Severities of an issue: stored key and label. Must match private.clean_issues in the database. (spec 3) */
export const SEVERITIES = {
  Minor: "Minor",
  Moderate: "Moderate",
  Major: "Major",
  Critical: "Critical",
} as const;
export type Severity = keyof typeof SEVERITIES;

/** Topics of comments. Must match private.topics in the database. (spec 10) */
export const TOPICS = [
  ...["cleanliness", "deposit", "fees", "food", "neighbours", "noise", "owner", "parking and lift", "pets", "power"],
  ...["rent", "repairs", "safety", "water"],
];

/** Returns whether an untrusted value is a key of the enumeration. (spec 3) */
export function isKeyOf<E extends object>(enumeration: E, value: unknown): value is keyof E & string {
  return typeof value === "string" && Object.hasOwn(enumeration, value);
}

/** Formats a stored key for a review card: "in_person" → "In Person". (spec 2) */
export function titleCaseKey(key: string): string {
  return key
    .split("_")
    .filter((word) => word !== "")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}
