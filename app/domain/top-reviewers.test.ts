import { expect, test } from "vitest";
import { rankReviewers } from "./top-reviewers";

const TODAY = "2026-11-21";

test("ranks the most active reviewer first, by the part of the email before the @", { tags: ["9.2"] }, () => {
  expect(rankReviewers([by("asha@example.in"), by("ravi@example.in"), by("ASHA@example.in ")], TODAY)).toEqual([
    { label: "asha", count: 2 },
    { label: "ravi", count: 1 },
  ]);
});

test("ranks each review without an email separately and names it by its rank", { tags: ["9.2"] }, () => {
  expect(rankReviewers([by("asha@example.in"), by("asha@example.in"), by(null), by(null), by("")], TODAY)).toEqual([
    { label: "asha", count: 2 },
    { label: "Reviewer 2", count: 1 },
    { label: "Reviewer 3", count: 1 },
    { label: "Reviewer 4", count: 1 },
  ]);
});

test("counts only this month, from its first day to its last", { tags: ["9.2"] }, () => {
  const reviews = [
    by("after@example.in", "2026-12-01"),
    by("last@example.in", "2026-11-30"),
    by("first@example.in", "2026-11-01"),
    by("before@example.in", "2026-10-31"),
    by("year@example.in", "2025-11-21"),
  ];
  expect(rankReviewers(reviews, TODAY).map(({ label }) => label)).toEqual(["first", "last"]);
});

test("ranks the reviewer who started earlier first among equals", () => {
  const newestFirst = ["early", "late", "late", "early"].map((name) => by(`${name}@example.in`));
  expect(rankReviewers(newestFirst, TODAY).map(({ label }) => label)).toEqual(["early", "late"]);
});

test("names at most ten reviewers", { tags: ["9.2"] }, () => {
  const authors = Array.from({ length: 12 }, (_, n) => by(`tenant${n}@example.in`));
  expect(rankReviewers(authors, TODAY)).toHaveLength(10);
});

function by(email: string | null, publishedOn = "2026-11-10") {
  return { email, publishedOn };
}
