import { expect, test } from "vitest";
import { EARLY_REVIEWER_CUTOFF, isEarlyReviewer, reviewAnchor, reviewPath, visibleIssues } from "./review";

test("calls a review of the cutoff day early, but not one of the next day", { tags: ["2.74"] }, () => {
  expect(EARLY_REVIEWER_CUTOFF).toBe("2025-06-30");
  expect(["2024-12-31", "2025-06-30"].map(isEarlyReviewer)).toEqual([true, true]);
  expect(["2025-07-01", "2026-01-01"].map(isEarlyReviewer)).toEqual([false, false]);
});

test("hides issues if the first one says that there are none", { tags: ["2.80"] }, () => {
  const none = ["nil", "NIL.", " no issues ", "No issue.", "none", "None.\n", "no", "No.", "n/a", "NA", "-"];
  for (const description of none) {
    expect(visibleIssues([{ description }, { description: "Leaking roof" }])).toEqual([]);
  }
});

test("shows issues if only a later one says nil, or if the first says more", () => {
  const laterNil = [{ description: "Leaking roof" }, { description: "Nil" }];
  expect(visibleIssues(laterNil)).toEqual(laterNil);
  for (const description of ["Nil water pressure", "No water", "None of the taps work", "- leaking roof"]) {
    expect(visibleIssues([{ description }])).toEqual([{ description }]);
  }
  expect(visibleIssues([])).toEqual([]);
});

test("ends the URL of a review with its fragment", { tags: ["2.2"] }, () => {
  expect(reviewAnchor("7f1c")).toBe("review-7f1c");
  expect(reviewPath("7f1c")).toBe("/reviews#review-7f1c");
});
