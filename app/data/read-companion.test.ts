import { assert, jsonValue, property } from "fast-check";
import { expect, test } from "vitest";
import { emptyCompanion, readCompanion } from "./read-companion";
import { CITIES } from "~/domain/cities";

test("reads what it stored", { tags: ["12.3"] }, () => {
  const companion = emptyCompanion();
  companion.kind = "pg";
  companion.letter = "demand";
  companion.language = "kn";
  companion.facts.deductions = [{ reason: "painting", amount: "5,000", hasBill: true }];
  companion.sheets.in = { day: "2026-11-01", lines: { walls: { state: "worn", note: "Two nail holes" } } };
  expect(readCompanion(JSON.parse(JSON.stringify(companion)))).toEqual(companion);
});

test("empties invalid values, and accepts any JSON", { tags: ["12.3"] }, () => {
  expect(
    readCompanion({ kind: "castle", facts: { rent: 5, agreement: "oral", deductions: [{ reason: "ghosts" }] } }),
  ).toEqual(emptyCompanion());
  assert(
    property(jsonValue(), (value) => {
      expect(Object.keys(readCompanion(value))).toHaveLength(6);
    }),
  );
});

test("keeps each city of the list, and no other", { tags: ["12.3"] }, () => {
  for (const city of CITIES) expect(readCompanion({ city }).city).toBe(city);
  expect(readCompanion({ city: "Atlantis" }).city).toBe("");
});
