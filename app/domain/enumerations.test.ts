import { expect, test } from "vitest";
import { isKeyOf, SEVERITIES, titleCaseKey } from "./enumerations";

test("stores severities as they are shown", { tags: ["3.12"] }, () => {
  const shown = ["Minor", "Moderate", "Major", "Critical"];
  expect([Object.keys(SEVERITIES), Object.values(SEVERITIES)]).toEqual([shown, shown]);
});

test("accepts only stored keys of an enumeration", () => {
  expect(isKeyOf(SEVERITIES, "Minor")).toBe(true);
  for (const other of ["minor", "", "toString", "__proto__", null, ["Minor"]])
    expect(isKeyOf(SEVERITIES, other)).toBe(false);
});

test("shows a stored key without underscores and with capitals", { tags: ["2.66"] }, () => {
  const keys = ["in_person", "did_not_report", "1-2_days", "na", "", "_by__letter_", "Already Shown"];
  const shown = ["In Person", "Did Not Report", "1-2 Days", "Na", "", "By Letter", "Already Shown"];
  expect(keys.map(titleCaseKey)).toEqual(shown);
});
