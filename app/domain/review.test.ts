import { expect, test } from "vitest";
import { EARLY_REVIEWER_CUTOFF, isEarlyReviewer, reviewAnchor, reviewPath, visibleIssues } from "./review";

test("a review of the cutoff day is early, one of the next day is not", { tags: ["2.74"] }, () => {
  expect(EARLY_REVIEWER_CUTOFF).toBe("2025-06-30");
  expect(["2024-12-31", "2025-06-30"].map(isEarlyReviewer)).toEqual([true, true]);
  expect(["2025-07-01", "2026-01-01"].map(isEarlyReviewer)).toEqual([false, false]);
});

test("issues are hidden when the first one says that there are none", { tags: ["2.80"] }, () => {
  const none = ["nil", "NIL.", " no issues ", "No issue.", "none", "None.\n", "no", "No.", "n/a", "NA", "-"];
  for (const description of none) {
    expect(visibleIssues([{ description }, { description: "Leaking roof" }])).toEqual([]);
  }
});

test("issues are shown when only a later one says nil, or the first says more", () => {
  const laterNil = [{ description: "Leaking roof" }, { description: "Nil" }];
  expect(visibleIssues(laterNil)).toEqual(laterNil);
  for (const description of ["Nil water pressure", "No water", "None of the taps work", "- leaking roof"]) {
    expect(visibleIssues([{ description }])).toEqual([{ description }]);
  }
  expect(visibleIssues([])).toEqual([]);
});

test("the address of a review ends in its anchor", { tags: ["2.2"] }, () => {
  expect(reviewAnchor("7f1c")).toBe("review-7f1c");
  expect(reviewPath("7f1c")).toBe("/reviews#review-7f1c");
});
