import { expect, test } from "vitest";
import { REPORT_REASONS, reportStatus } from "./report";

test("words the reasons as specified", { tags: ["3.18"] }, () => {
  expect(REPORT_REASONS).toEqual({
    fake: "This review is fake",
    offensive: "Contains abuse or offensive content",
    unrelated: "Not related to this property",
    spam: "Spam or duplicate",
  });
});

test("allows no second report of a flagged review, and hides the flag from its reporter", { tags: ["2.75"] }, () => {
  expect(reportStatus({ reported: false }, false)).toEqual({ canReport: true, isUnderReview: false });
  expect(reportStatus({ reported: true }, false)).toEqual({ canReport: false, isUnderReview: true });
  for (const reported of [true, false])
    expect(reportStatus({ reported }, true)).toEqual({ canReport: false, isUnderReview: false });
});
