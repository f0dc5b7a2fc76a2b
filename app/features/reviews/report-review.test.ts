import { beforeEach, expect, test, vi } from "vitest";
import * as fingerprint from "~/data/device-fingerprint";
import * as memory from "~/data/report-memory";
import * as reports from "~/data/reports";
import { reportReview } from "./report-review";
import { REPORT_TOASTS } from "./report-wording";

vi.mock("~/data/device-fingerprint");
vi.mock("~/data/report-memory");
vi.mock("~/data/reports");

beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(memory.reportedReviews).mockReturnValue(new Set(["old"]));
  vi.mocked(fingerprint.deviceFingerprint).mockResolvedValue("f".repeat(64));
  vi.mocked(reports.insertReport).mockResolvedValue("sent");
});

test("a report is sent with this device's fingerprint and remembered", { tags: ["4.10"] }, async () => {
  expect(await reportReview(form({ reporterEmail: " asha@example.in " }))).toBe("sent");
  expect(reports.insertReport).toHaveBeenCalledWith(
    { reviewId: "r1", reason: "spam", reporterEmail: "asha@example.in" },
    "f".repeat(64),
  );
  expect(memory.rememberReported).toHaveBeenCalledWith("r1");
});

test("an empty e-mail is none", { tags: ["4.4"] }, async () => {
  await reportReview(form({ reporterEmail: "  " }));
  expect(reports.insertReport).toHaveBeenCalledWith(
    expect.objectContaining({ reporterEmail: null }),
    expect.anything(),
  );
});

test("what this device has reported is refused without asking", { tags: ["5.28"] }, async () => {
  expect(await reportReview(form({ reviewId: "old" }))).toBe("already-reported-here");
  expect(reports.insertReport).not.toHaveBeenCalled();
});

test(
  "what the database knows as reported by this device is remembered here, too",
  { tags: ["4.14", "8.5"] },
  async () => {
    vi.mocked(reports.insertReport).mockResolvedValue("already-reported");
    expect(await reportReview(form())).toBe("already-reported");
    expect(memory.rememberReported).toHaveBeenCalledWith("r1");
  },
);

test("without a database there is no reporting", { tags: ["5.29"] }, async () => {
  vi.stubGlobal("window", { __gharsach: { backend: "browser" } });
  expect(await reportReview(form())).toBe("unavailable");
  vi.unstubAllGlobals();
  expect(memory.rememberReported).not.toHaveBeenCalled();
});

test("a report that did not arrive is not remembered", async () => {
  vi.mocked(reports.insertReport).mockRejectedValue(new Error("offline"));
  expect(await reportReview(form())).toBe("failed");
  expect(memory.rememberReported).not.toHaveBeenCalled();
});

test("a report too many comes back with the sentence that says when to try again, and is not remembered", async () => {
  const refusal = { outcome: "too-many-attempts", sentence: "You can report again in 12 minutes." } as const;
  vi.mocked(reports.insertReport).mockResolvedValue(refusal);
  expect(await reportReview(form())).toEqual(refusal);
  expect(memory.rememberReported).not.toHaveBeenCalled();
});

test.each([
  { reviewId: "" },
  { reason: "boring" },
  { reason: "toString" },
  { reporterEmail: `${"a".repeat(320)}@example.in` },
])("a report that makes no sense is not sent: %o", { tags: ["5.26"] }, async (fields) => {
  expect(await reportReview(form(fields))).toBe("failed");
  expect(reports.insertReport).not.toHaveBeenCalled();
});

test("every outcome has its words and its time", { tags: ["8.3", "8.4", "8.6", "8.7", "8.8"] }, () => {
  expect(REPORT_TOASTS).toEqual({
    sent: { title: "Review Reported", description: "Thank you for your feedback.", duration: 4000 },
    "already-reported-here": {
      title: "Already Reported",
      description: "You have already reported this review.",
      duration: 3000,
    },
    "already-reported": {
      title: "Already Reported",
      description: "This review seems to have already been reported by this device.",
      duration: 3000,
    },
    unavailable: {
      title: "Reporting Unavailable",
      description: "Database connection is required.",
      variant: "destructive",
    },
    "too-many-attempts": { title: "Too many attempts", description: "Please try later.", variant: "destructive" },
    failed: { title: "Error", description: "Could not submit the report.", variant: "destructive" },
  });
});

function form(fields: { reviewId?: string; reason?: string; reporterEmail?: string } = {}) {
  const data = new FormData();
  for (const [name, value] of Object.entries({ reviewId: "r1", reason: "spam", reporterEmail: "", ...fields })) {
    data.set(name, value);
  }
  return data;
}
