import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  DURATIONS,
  HOW_ISSUES_REPORTED,
  ISSUE_RESOLUTION_STATUSES,
  isKeyOf,
  MANAGEMENT_RESPONSE_TIMES,
  PROPERTY_TYPES,
  SEVERITIES,
  titleCaseKey,
} from "./enumerations";

test(
  "property types, durations and severities are stored as they are shown",
  { tags: ["3.12", "3.13", "3.14"] },
  () => {
    expect(Object.values(PROPERTY_TYPES)).toEqual([
      "Apartment",
      "PG / Hostel",
      "Independent House",
      "Villa",
      "Shared Room",
    ]);
    expect(Object.values(DURATIONS)).toEqual(["Less than 6 months", "6–12 months", "1–2 years", "More than 2 years"]);
    expect(Object.values(SEVERITIES)).toEqual(["Minor", "Moderate", "Major", "Critical"]);
    for (const enumeration of [PROPERTY_TYPES, DURATIONS, SEVERITIES]) {
      expect(Object.keys(enumeration)).toEqual(Object.values(enumeration));
    }
  },
);

test("the other enumerations are offered in the order of the specification", { tags: ["3.15", "3.16", "3.17"] }, () => {
  expect(Object.keys(HOW_ISSUES_REPORTED)).toEqual(["in_person", "phone_email", "app_portal", "did_not_report", "na"]);
  expect(Object.keys(ISSUE_RESOLUTION_STATUSES)).toEqual(["all_fixed", "some_fixed", "none_fixed", "waiting", "na"]);
  expect(Object.keys(MANAGEMENT_RESPONSE_TIMES)).toEqual([
    "1-2_days",
    "within_week",
    "more_than_week",
    "rarely_responds",
    "not_sure",
  ]);
});

test("the database accepts exactly these keys", { tags: ["3.15", "3.16", "3.17"] }, () => {
  const migrations = migrationsText();
  expect(migrations).toContain(checkClause("property_type", PROPERTY_TYPES));
  expect(migrations).toContain(checkClause("duration", DURATIONS));
  expect(migrations).toContain(checkClause("how_issues_reported", HOW_ISSUES_REPORTED));
  expect(migrations).toContain(checkClause("issue_resolution_status", ISSUE_RESOLUTION_STATUSES));
  expect(migrations).toContain(checkClause("management_response_time", MANAGEMENT_RESPONSE_TIMES));
  expect(migrations).toContain(checkClause("severity not", SEVERITIES));
});

test("only a stored key is a key of an enumeration", () => {
  expect(isKeyOf(HOW_ISSUES_REPORTED, "in_person")).toBe(true);
  expect(isKeyOf(HOW_ISSUES_REPORTED, "In person")).toBe(false);
  expect(isKeyOf(HOW_ISSUES_REPORTED, "")).toBe(false);
  expect(isKeyOf(HOW_ISSUES_REPORTED, "toString")).toBe(false);
  expect(isKeyOf(HOW_ISSUES_REPORTED, "__proto__")).toBe(false);
  expect(isKeyOf(HOW_ISSUES_REPORTED, null)).toBe(false);
  expect(isKeyOf(HOW_ISSUES_REPORTED, ["in_person"])).toBe(false);
});

test("a card shows a stored key without underscores and with capitals", { tags: ["2.71"] }, () => {
  expect(titleCaseKey("in_person")).toBe("In Person");
  expect(titleCaseKey("did_not_report")).toBe("Did Not Report");
  expect(titleCaseKey("1-2_days")).toBe("1-2 Days");
  expect(titleCaseKey("na")).toBe("Na");
});

test("an unknown key is shown as well as it can be", () => {
  expect(titleCaseKey("")).toBe("");
  expect(titleCaseKey("_by__letter_")).toBe("By Letter");
  expect(titleCaseKey("Already Shown")).toBe("Already Shown");
});

function migrationsText(): string {
  const folder = "supabase/migrations";
  return readdirSync(folder)
    .map((file) => readFileSync(`${folder}/${file}`, "utf8"))
    .join("\n");
}

function checkClause(column: string, enumeration: object): string {
  return `${column} in (${Object.keys(enumeration)
    .map((key) => `'${key}'`)
    .join(", ")})`;
}
