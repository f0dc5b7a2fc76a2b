// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const KEY = "userReportFingerprintData";
const fingerprint = vi.hoisted(() => ({ load: vi.fn<(options: object) => Promise<unknown>>() }));
vi.mock("@fingerprintjs/fingerprintjs", () => fingerprint);

beforeEach(() => {
  vi.resetModules();
  localStorage.clear();
  fingerprint.load.mockResolvedValue({ get: () => Promise.resolve({ visitorId: "traits" }) });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("a device that reported nothing remembers nothing", async () => {
  const { reportedReviews } = await openPage();
  expect([...reportedReviews()]).toEqual([]);
});

test("a report is still known on the next page", { tags: ["3.30"] }, async () => {
  const first = await openPage();
  first.rememberReported("r1");
  first.rememberReported("r2");
  first.rememberReported("r1");
  const next = await openPage();
  expect([...next.reportedReviews()]).toEqual(["r1", "r2"]);
  expect(JSON.parse(localStorage.getItem(KEY) ?? "")).toEqual({
    deviceId: expect.stringMatching(/^[\da-f]{32}$/),
    reportedReviewIds: ["r1", "r2"],
  });
});

test("the set stays the same until something is added", async () => {
  const { rememberReported, reportedReviews } = await openPage();
  const before = reportedReviews();
  expect(reportedReviews()).toBe(before);
  rememberReported("r1");
  expect(reportedReviews()).not.toBe(before);
});

test.each([
  "not json",
  "null",
  "[]",
  '"text"',
  '{"deviceId":7,"reportedReviewIds":[]}',
  '{"deviceId":"0123456789abcdef0123456789abcdef","reportedReviewIds":"r1"}',
  '{"deviceId":"0123456789abcdef0123456789abcdef","reportedReviewIds":[1]}',
])("junk under the key is taken as nothing: %s", async (junk) => {
  localStorage.setItem(KEY, junk);
  const { rememberReported, reportedReviews } = await openPage();
  expect(reportedReviews().size).toBe(0);
  rememberReported("r1");
  expect(reportedReviews().has("r1")).toBe(true);
});

test("a report is remembered on this page even when storage is full", async () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  const { rememberReported, reportedReviews } = await openPage();
  rememberReported("r1");
  rememberReported("r2");
  expect([...reportedReviews()]).toEqual(["r1", "r2"]);
});

test("storage that is switched off is no error", async () => {
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
    throw new DOMException("denied", "SecurityError");
  });
  const { reportedReviews } = await openPage();
  expect(reportedReviews().size).toBe(0);
});

test("listeners hear of reports here and in other tabs until they stop", async () => {
  const { rememberReported, reportedReviews, subscribeToReports } = await openPage();
  const listener = vi.fn<() => void>();
  const stop = subscribeToReports(listener);
  rememberReported("r1");
  expect(listener).toHaveBeenCalledTimes(1);

  const { deviceId } = JSON.parse(localStorage.getItem(KEY) ?? "");
  localStorage.setItem(KEY, JSON.stringify({ deviceId, reportedReviewIds: ["r1", "r2"] }));
  window.dispatchEvent(new StorageEvent("storage", { key: KEY }));
  expect(listener).toHaveBeenCalledTimes(2);
  expect(reportedReviews().has("r2")).toBe(true);

  stop();
  rememberReported("r3");
  expect(listener).toHaveBeenCalledTimes(2);
});

test("a fingerprint is the same every time on one device, and another on the next", { tags: ["3.29"] }, async () => {
  const { deviceFingerprint } = await openPage();
  const first = await deviceFingerprint();
  expect(first).toMatch(/^[\da-f]{64}$/);
  expect(await deviceFingerprint()).toBe(first);
  expect(await (await openPage()).deviceFingerprint()).toBe(first);
  localStorage.clear();
  expect(await (await openPage()).deviceFingerprint()).not.toBe(first);
});

test("the fingerprint library is told to keep its statistics to itself", async () => {
  const { deviceFingerprint } = await openPage();
  await deviceFingerprint();
  expect(fingerprint.load).toHaveBeenCalledWith({ monitoring: false });
});

test("a device that is slow to tell its traits does not hold a report up", async () => {
  vi.useFakeTimers();
  fingerprint.load.mockReturnValue(new Promise(() => {}));
  const { deviceFingerprint } = await import("./report-memory");
  const given = deviceFingerprint();
  await vi.advanceTimersByTimeAsync(1_500);
  vi.useRealTimers();
  expect(await given).toMatch(/^[\da-f]{64}$/);
});

test("traits that were looked for early are not looked for again", async () => {
  const { deviceFingerprint, prepareFingerprint } = await import("./report-memory");
  prepareFingerprint();
  const first = await deviceFingerprint();
  expect(await deviceFingerprint()).toBe(first);
  expect(fingerprint.load).toHaveBeenCalledOnce();
});

test("a blocked fingerprint library still leaves a fingerprint", async () => {
  fingerprint.load.mockRejectedValue(new Error("blocked"));
  const { deviceFingerprint } = await openPage();
  expect(await deviceFingerprint()).toMatch(/^[\da-f]{64}$/);
});

test("a page that came without HTTPS still has a fingerprint", async () => {
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const { deviceFingerprint } = await openPage();
  expect(await deviceFingerprint()).toMatch(/^[\da-f]{32}$/);
});

function openPage() {
  vi.resetModules();
  return import("./report-memory");
}
