import { expect, test } from "vitest";
import { rankReviewers } from "./top-reviewers";

const NOW = new Date("2026-11-21T10:00:00Z");

test("who wrote most stands first, by the part of the email before the @", () => {
  expect(rankReviewers([by("asha@example.in"), by("ravi@example.in"), by("ASHA@example.in ")], NOW)).toEqual([
    { label: "asha", count: 2 },
    { label: "ravi", count: 1 },
  ]);
});

test("those without an email are one reviewer, named by their place", () => {
  expect(rankReviewers([by("asha@example.in"), by("asha@example.in"), by(null), by(null), by("")], NOW)).toEqual([
    { label: "Reviewer 1", count: 3 },
    { label: "asha", count: 2 },
  ]);
});

test("the month is India's: it begins and ends at midnight there", () => {
  const authors = [
    by("before@example.in", "2026-10-31T18:29:59.999Z"),
    by("first@example.in", "2026-10-31T18:30:00Z"),
    by("last@example.in", "2026-11-30T18:29:59.999Z"),
    by("after@example.in", "2026-11-30T18:30:00Z"),
  ];
  expect(rankReviewers(authors, NOW).map(({ label }) => label)).toEqual(["first", "last"]);
});

test("of two with as many reviews, the one who began earlier stands first", () => {
  const authors = [
    by("late@example.in", "2026-11-03T00:00:00Z"),
    by("early@example.in", "2026-11-05T00:00:00Z"),
    by("early@example.in", "2026-11-02T00:00:00Z"),
    by("late@example.in", "2026-11-04T00:00:00Z"),
  ];
  expect(rankReviewers(authors, NOW).map(({ label }) => label)).toEqual(["early", "late"]);
});

test("at most ten are named", () => {
  const authors = Array.from({ length: 12 }, (_, n) => by(`tenant${n}@example.in`));
  expect(rankReviewers(authors, NOW)).toHaveLength(10);
});

function by(email: string | null, timestamp = "2026-11-10T00:00:00Z") {
  return { email, timestamp };
}
