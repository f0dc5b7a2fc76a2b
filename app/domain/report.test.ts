import { expect, test } from "vitest";
import { reportStatus } from "./report";

test("allows no second report of a flagged review, and hides the flag from its reporter", { tags: ["2.75"] }, () => {
  expect(reportStatus({ reported: false }, false)).toEqual({ canReport: true, isUnderReview: false });
  expect(reportStatus({ reported: true }, false)).toEqual({ canReport: false, isUnderReview: true });
  for (const reported of [true, false])
    expect(reportStatus({ reported }, true)).toEqual({ canReport: false, isUnderReview: false });
});
