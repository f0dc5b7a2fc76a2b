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

// That the database takes the same keys: supabase/tests, "whatever the form offers …".
const LISTS = {
  propertyTypes: ["Apartment", "PG / Hostel", "Independent House", "Villa", "Shared Room"],
  durations: ["Less than 6 months", "6–12 months", "1–2 years", "More than 2 years"],
  severities: ["Minor", "Moderate", "Major", "Critical"],
  howReported: ["in_person", "phone_email", "app_portal", "did_not_report", "na"],
  resolutions: ["all_fixed", "some_fixed", "none_fixed", "waiting", "na"],
  responseTimes: ["1-2_days", "within_week", "more_than_week", "rarely_responds", "not_sure"],
};

test("property types, durations and severities are stored as they are shown", { tags: ["3.12"] }, () => {
  const { propertyTypes, durations, severities } = LISTS;
  for (const texts of [Object.keys, Object.values])
    expect([PROPERTY_TYPES, DURATIONS, SEVERITIES].map(texts)).toEqual([propertyTypes, durations, severities]);
});

test("the other enumerations are offered in the order of the specification", { tags: ["3.15"] }, () => {
  expect(Object.keys(HOW_ISSUES_REPORTED)).toEqual(LISTS.howReported);
  expect(Object.keys(ISSUE_RESOLUTION_STATUSES)).toEqual(LISTS.resolutions);
  expect(Object.keys(MANAGEMENT_RESPONSE_TIMES)).toEqual(LISTS.responseTimes);
});

test("only a stored key is a key of an enumeration", () => {
  expect(isKeyOf(HOW_ISSUES_REPORTED, "in_person")).toBe(true);
  for (const other of ["In person", "", "toString", "__proto__", null, ["in_person"]])
    expect(isKeyOf(HOW_ISSUES_REPORTED, other)).toBe(false);
});

test("a card shows a stored key without underscores and with capitals", { tags: ["2.66"] }, () => {
  const keys = ["in_person", "did_not_report", "1-2_days", "na", "", "_by__letter_", "Already Shown"];
  const shown = ["In Person", "Did Not Report", "1-2 Days", "Na", "", "By Letter", "Already Shown"];
  expect(keys.map(titleCaseKey)).toEqual(shown);
});
