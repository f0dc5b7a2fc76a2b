import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { MAX_REPORTER_EMAIL_LENGTH, REPORT_REASONS, reportStatus } from "./report";

test("the reasons are worded as specified", { tags: ["3.18", "3.19", "3.20", "3.21"] }, () => {
  expect(REPORT_REASONS).toEqual({
    fake: "This review is fake",
    offensive: "Contains abuse or offensive content",
    unrelated: "Not related to this property",
    spam: "Spam or duplicate",
  });
});

test(
  "the database accepts exactly these reasons and this length of an e-mail",
  { tags: ["3.18", "3.19", "3.20", "3.21"] },
  () => {
    const [reports, replies, functions] = [
      "20261123060900_reports",
      "20261123061150_replies",
      "20261125060400_reply_functions",
    ].map((name) => readFileSync(`supabase/migrations/${name}.sql`, "utf8"));
    const keys = Object.keys(REPORT_REASONS).map((key) => `'${key}'`);
    for (const migration of [reports, replies]) expect(migration).toContain(`check (reason in (${keys.join(", ")}))`);
    expect(functions).toContain(`reason not in (${keys.join(", ")})`);
    expect(reports).toContain(`email text not null check (char_length(email) <= ${MAX_REPORTER_EMAIL_LENGTH})`);
  },
);

test("a review without reports can be reported", () => {
  expect(reportStatus({ reported: false }, false)).toEqual({ canReport: true, isUnderReview: false });
});

test("a review that others reported is under review and cannot be reported again", { tags: ["2.76"] }, () => {
  expect(reportStatus({ reported: true }, false)).toEqual({
    canReport: false,
    isUnderReview: true,
  });
});

test("the reporter of a review is not shown that it is under review", { tags: ["2.76"] }, () => {
  expect(reportStatus({ reported: true }, true)).toEqual({
    canReport: false,
    isUnderReview: false,
  });
});

test("a report of this device counts before the review is flagged", () => {
  expect(reportStatus({ reported: false }, true)).toEqual({
    canReport: false,
    isUnderReview: false,
  });
});
