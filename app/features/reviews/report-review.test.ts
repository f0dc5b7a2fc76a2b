import { beforeEach, expect, test, vi } from "vitest";
import * as fingerprint from "~/data/device-fingerprint";
import * as memory from "~/data/report-memory";
import * as reports from "~/data/reports";
import { REPORT_TOASTS, reportReview } from "./report-review";

vi.mock("~/data/device-fingerprint");
vi.mock("~/data/report-memory");
vi.mock("~/data/reports");

beforeEach(() => {
  vi.mocked(memory.reportedReviews).mockReturnValue(new Set(["old"]));
  vi.mocked(fingerprint.deviceFingerprint).mockResolvedValue("f".repeat(64));
  vi.mocked(reports.insertReport).mockResolvedValue("sent");
});

test("sends a report with the fingerprint of the device, and remembers it", { tags: ["3.30"] }, async () => {
  expect(await reportReview(form({ reporterEmail: " asha@example.in " }))).toBe("sent");
  expect(reports.insertReport).toHaveBeenCalledWith(
    { reviewId: "r1", reason: "spam", reporterEmail: "asha@example.in" },
    "f".repeat(64),
  );
  expect(memory.rememberReported).toHaveBeenCalledWith("r1");
});

test("sends no empty email", { tags: ["4.3"] }, async () => {
  await reportReview(form({ reporterEmail: "  " }));
  expect(vi.mocked(reports.insertReport).mock.calls[0]?.[0].reporterEmail).toBeNull();
});

test("refuses a second report of a device without a request", { tags: ["3.24"] }, async () => {
  expect(await reportReview(form({ reviewId: "old" }))).toBe("already-reported-here");
  expect(reports.insertReport).not.toHaveBeenCalled();
});

test.each([
  ["already-reported", true],
  ["failed", false],
  [{ outcome: "too-many-attempts", sentence: "You can report again in 12 minutes." }, false],
] as const)("returns the outcome %j, and remembers it: %s", { tags: ["3.30"] }, async (answer, isRemembered) => {
  if (answer === "failed") vi.mocked(reports.insertReport).mockRejectedValue(new Error("offline"));
  else vi.mocked(reports.insertReport).mockResolvedValue(answer);
  expect(await reportReview(form())).toEqual(answer);
  expect(vi.mocked(memory.rememberReported).mock.calls).toEqual(isRemembered ? [["r1"]] : []);
});

test("is unavailable without a database", { tags: ["1.20"] }, async () => {
  vi.stubGlobal("window", { __gharsach: { backend: "browser" } });
  expect(await reportReview(form())).toBe("unavailable");
  vi.unstubAllGlobals();
  expect(memory.rememberReported).not.toHaveBeenCalled();
});

test.each([
  { reviewId: "" },
  { reason: "boring" },
  { reason: "toString" },
  { reporterEmail: `${"a".repeat(320)}@example.in` },
])("sends no invalid report: %o", { tags: ["4.3"] }, async (fields) => {
  expect(await reportReview(form(fields))).toBe("failed");
  expect(reports.insertReport).not.toHaveBeenCalled();
});

test.each<[keyof typeof REPORT_TOASTS, title: string, description: string, rest: object]>([
  ["sent", "Review Reported", "Thank you for your feedback.", { duration: 4_000 }],
  ["already-reported-here", "Already Reported", "You have already reported this review.", { duration: 3_000 }],
  [
    "already-reported",
    "Already Reported",
    "This review seems to have already been reported by this device.",
    { duration: 3_000 },
  ],
  ["unavailable", "Reporting Unavailable", "Database connection is required.", { variant: "destructive" }],
  ["failed", "Error", "Could not submit the report.", { variant: "destructive" }],
])("shows %s as “%s”", { tags: ["1.20", "8.3", "8.7"] }, (outcome, title, description, rest) => {
  expect(REPORT_TOASTS[outcome]).toMatchObject({ title, description, ...rest });
});

function form(fields: { reviewId?: string; reason?: string; reporterEmail?: string } = {}) {
  const data = new FormData();
  for (const [name, value] of Object.entries({ reviewId: "r1", reason: "spam", reporterEmail: "", ...fields })) {
    data.set(name, value);
  }
  return data;
}
