import "./test-window";
import { expect, test } from "vitest";
import { keepReviewStart } from "./deposit-store";
import { takeReviewStart } from "./review-start";

const NOW = new Date("2026-11-29T10:00:00Z");
const START = { city: "Pune", moveInDate: "2024-01-01", answers: { deposit: "2_months" } };

test("returns what the next review form fills in, once", { tags: ["12.31"] }, () => {
  keepReviewStart(START, NOW);
  expect(takeReviewStart(NOW)).toEqual(START);
  expect(takeReviewStart(NOW)).toBeNull();
});

test("forgets it after an hour, when another person may write on this device", { tags: ["12.31"] }, () => {
  keepReviewStart(START, NOW);
  expect(takeReviewStart(new Date("2026-11-29T11:00:01Z"))).toBeNull();
});

test("leaves out invalid values, which visitors can store", { tags: ["12.31"] }, () => {
  const stored = {
    city: "Pune",
    moveInDate: "soon",
    answers: { deposit: "a lot", rent: "25000" },
    keptAt: NOW.getTime(),
  };
  localStorage.setItem("gharsach-review-start", JSON.stringify(stored));
  expect(takeReviewStart(NOW)).toEqual({ city: "Pune", moveInDate: "", answers: {} });
});
