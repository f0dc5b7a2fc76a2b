// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { insertReport, prepareReport } from "./reports";

const FINGERPRINT = "0123456789abcdef0123456789abcdef";
const REPORT = { reviewId: "22222222-2222-4222-8222-222222222222", reason: "spam", reporterEmail: null } as const;

beforeEach(() => {
  window.__gharsach = { backend: "supabase", supabaseUrl: "", publishableKey: "sb_publishable_test" };
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test("a report is stored with its fingerprint and without any session", { tags: ["3.24", "7.4"] }, async () => {
  const send = answer(201, null);
  expect(await insertReport(REPORT, FINGERPRINT)).toBe("sent");
  const [address, init] = send.mock.calls[0] ?? [];
  expect(address).toBe(`${window.location.origin}/rest/v1/review_reports`);
  expect(JSON.parse(String(init?.body))).toEqual({
    review_id: REPORT.reviewId,
    reason: "spam",
    reporter_email: null,
    reporter_fingerprint: FINGERPRINT,
  });
  const headers = new Headers(init?.headers);
  expect(headers.get("apikey")).toBe("sb_publishable_test");
  expect(headers.has("authorization")).toBe(false);
});

test("a second report from this device is not new", async () => {
  answer(409, { code: "23505", message: "duplicate key value violates unique constraint" });
  expect(await insertReport(REPORT, FINGERPRINT)).toBe("already-reported");
});

test("a report too many is no failure: the answer says when to try again", async () => {
  const sentence = "Too many reports came from this device. You can report again in 12 minutes.";
  answer(429, { code: "PT429", message: sentence });
  expect(await insertReport(REPORT, FINGERPRINT)).toEqual({ outcome: "too-many-attempts", sentence });
});

test("another refusal is thrown", async () => {
  answer(403, { code: "42501", message: "permission denied" });
  await expect(insertReport(REPORT, FINGERPRINT)).rejects.toThrow(
    "The database refused the request. Reload the page and try again.",
  );
});

test("a lost connection is thrown", async () => {
  vi.stubGlobal("fetch", vi.fn().mockRejectedValue(new TypeError("Failed to fetch")));
  await expect(insertReport(REPORT, FINGERPRINT)).rejects.toThrow("The database could not be reached.");
});

test("a site with a database takes reports", () => {
  expect(prepareReport()).toBe("preparing");
});

function answer(status: number, body: unknown) {
  const send = vi.fn<typeof fetch>(() =>
    Promise.resolve(new Response(body === null ? null : JSON.stringify(body), { status })),
  );
  vi.stubGlobal("fetch", send);
  return send;
}
