import { expect, test } from "vitest";
import { askedAnswers, readAnswers } from "./given-answers";
import { answerInWords, QUESTIONS } from "./questions";

// app/questions.test.tsx and supabase/tests/database/reviews.test.ts test each question.

test("offers the specified answers in the specified order", { tags: ["3.12", "3.15"] }, () => {
  const types = ["Apartment", "PG / Hostel", "Independent House", "Villa", "Shared Room"];
  const durations = ["Less than 6 months", "6–12 months", "1–2 years", "More than 2 years"];
  const { property_type, duration, how_issues_reported, issue_resolution_status, management_response_time } = QUESTIONS;
  for (const texts of [Object.keys, Object.values])
    expect([property_type, duration].map(({ answers }) => texts(answers))).toEqual([types, durations]);
  expect(
    [how_issues_reported, issue_resolution_status, management_response_time].map(({ answers }) => Object.keys(answers)),
  ).toEqual([
    ["in_person", "phone_email", "app_portal", "did_not_report", "na"],
    ["all_fixed", "some_fixed", "none_fixed", "waiting", "na"],
    ["1-2_days", "within_week", "more_than_week", "rarely_responds", "not_sure"],
  ]);
});

test("reads listed answers of known questions from outside values", () => {
  const given = { duration: "1–2 years", would_recommend: false, move_out_intent: null, weather: "sunny" };
  const others = { property_type: "Castle", how_issues_reported: "toString", issue_resolution_status: ["na"] };
  expect(readAnswers({ ...given, ...others })).toEqual({
    duration: "1–2 years",
    would_recommend: "false",
  });
});

test("leaves out answers that do not apply", { tags: ["2.66"] }, () => {
  expect(answerInWords("issue_resolution_status", "na")).toBeNull();
  expect(answerInWords("management_response_time", "not_sure")).toBeNull();
  expect(answerInWords("would_recommend", "maybe")).toBeNull();
});

test("drops answers to hidden questions", () => {
  const answers = {
    deposit_back: "waiting",
    deposit_when: "week",
    property_type: "Villa",
    food: "good",
    water: "short",
  };
  expect(askedAnswers(answers)).toEqual({ deposit_back: "waiting", property_type: "Villa", water: "short" });
  expect(askedAnswers({ ...answers, deposit_back: "part" })).toHaveProperty("deposit_when", "week");
});
