/** Of an issue. Keys are stored and must match private.clean_issues in the database; labels are what a form shows. (spec 3) */
export const SEVERITIES = {
  Minor: "Minor",
  Moderate: "Moderate",
  Major: "Major",
  Critical: "Critical",
} as const;
export type Severity = keyof typeof SEVERITIES;

/** What comments talk about, of a home's figures. Must match private.topics in the database. (spec 10) */
export const TOPICS = [
  ...["deposit", "fees", "food", "neighbours", "noise", "owner", "parking and lift", "pets", "power", "repairs"],
  ...["safety", "water"],
];

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
