// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const KEY = "userReportFingerprintData";
const DEVICE_ID = "0123456789abcdef0123456789abcdef";

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.restoreAllMocks();
});

test("a report is still known on the next page", { tags: ["3.30"] }, async () => {
  const first = await openPage();
  expect([...first.reportedReviews()]).toEqual([]);
  for (const id of ["r1", "r2", "r1"]) first.rememberReported(id);
  expect([...(await openPage()).reportedReviews()]).toEqual(["r1", "r2"]);
  expect(stored()).toEqual({ deviceId: expect.stringMatching(/^[\da-f]{32}$/), reportedReviewIds: ["r1", "r2"] });
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
  '{"deviceId":7,"reportedReviewIds":[]}',
  `{"deviceId":"${DEVICE_ID}","reportedReviewIds":"r1"}`,
  `{"deviceId":"${DEVICE_ID}","reportedReviewIds":[1]}`,
])("junk under the key is taken as nothing: %s", async (junk) => {
  localStorage.setItem(KEY, junk);
  const { rememberReported, reportedReviews } = await openPage();
  expect(reportedReviews().size).toBe(0);
  rememberReported("r1");
  expect(reportedReviews().has("r1")).toBe(true);
});

test("a report is not forgotten while storage is full and holds earlier ones", async () => {
  store(["r0"]);
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  const { rememberReported, reportedReviews, subscribeToReports } = await openPage();
  subscribeToReports(() => {});
  rememberReported("r1");
  window.dispatchEvent(new StorageEvent("storage", { key: KEY }));
  expect([...reportedReviews()]).toEqual(["r0", "r1"]);
});

test("a page that another one overtook does not take back its reports", async () => {
  const { ownDeviceId, reportedReviews } = await openPage();
  expect([...reportedReviews()]).toEqual([]);
  store(["r1"]);
  expect(ownDeviceId()).toBe(DEVICE_ID);
  expect([...reportedReviews()]).toEqual(["r1"]);
  expect(stored().reportedReviewIds).toEqual(["r1"]);
});

test("storage that is switched off is no error", async () => {
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
    throw new DOMException("denied", "SecurityError");
  });
  expect((await openPage()).reportedReviews().size).toBe(0);
});

test("listeners hear of reports here and in other tabs until they stop", async () => {
  const { rememberReported, reportedReviews, subscribeToReports } = await openPage();
  const listener = vi.fn<() => void>();
  const stop = subscribeToReports(listener);
  rememberReported("r1");
  expect(listener).toHaveBeenCalledTimes(1);
  store(["r1", "r2"]);
  window.dispatchEvent(new StorageEvent("storage", { key: "another" }));
  window.dispatchEvent(new StorageEvent("storage", { key: KEY }));
  expect(listener).toHaveBeenCalledTimes(2);
  expect(reportedReviews().has("r2")).toBe(true);
  stop();
  rememberReported("r3");
  window.dispatchEvent(new StorageEvent("storage", { key: KEY }));
  expect(listener).toHaveBeenCalledTimes(2);
});

function store(reportedReviewIds: string[]) {
  localStorage.setItem(KEY, JSON.stringify({ deviceId: DEVICE_ID, reportedReviewIds }));
}

function stored() {
  return JSON.parse(localStorage.getItem(KEY) ?? "");
}

function openPage() {
  vi.resetModules();
  return import("./report-memory");
}
