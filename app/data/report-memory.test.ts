import "./test-window";
import { expect, test, vi } from "vitest";

const KEY = "userReportFingerprintData";
const DEVICE_ID = "0123456789abcdef0123456789abcdef";

test("remembers a report on the next page", { tags: ["3.30"] }, async () => {
  const first = await openPage();
  expect([...first.reportedReviews()]).toEqual([]);
  for (const id of ["r1", "r2", "r1"]) first.rememberReported(id);
  expect([...(await openPage()).reportedReviews()]).toEqual(["r1", "r2"]);
  expect(stored()).toEqual({ deviceId: expect.stringMatching(/^[\da-f]{32}$/), reportedReviewIds: ["r1", "r2"] });
});

test("ignores malformed storage", async () => {
  for (const junk of [
    "not json",
    "null",
    "7",
    "[]",
    '{"deviceId":7,"reportedReviewIds":[]}',
    junkOf("r1"),
    junkOf([1]),
  ]) {
    localStorage.setItem(KEY, junk);
    expect((await openPage()).reportedReviews(), junk).toEqual(new Set());
  }
});

test("remembers a report while storage is full", async () => {
  store(["r0"]);
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  const { ownDeviceId, rememberReported, reportedReviews } = await openPage();
  rememberReported("r1");
  expect(ownDeviceId()).toBe(DEVICE_ID);
  expect([...reportedReviews()]).toEqual(["r0", "r1"]);
});

test("keeps the reports of another page", async () => {
  const { ownDeviceId, reportedReviews } = await openPage();
  expect([...reportedReviews()]).toEqual([]);
  store(["r1"]);
  expect(ownDeviceId()).toBe(DEVICE_ID);
  expect([...reportedReviews()]).toEqual(["r1"]);
  expect(stored().reportedReviewIds).toEqual(["r1"]);
});

test("learns of another tab's report at once, also after the back/forward cache", { tags: ["3.30"] }, async () => {
  const { reportedReviews, subscribeToReports } = await openPage();
  const listener = vi.fn<() => void>();
  subscribeToReports(listener);
  expect([...reportedReviews()]).toEqual([]);
  store(["r1"]);
  window.dispatchEvent(new StorageEvent("storage", { key: "gharsach-shortlist" }));
  expect(listener).not.toHaveBeenCalled();
  window.dispatchEvent(new StorageEvent("storage", { key: KEY }));
  expect([...reportedReviews()]).toEqual(["r1"]);
  store(["r1", "r2"]);
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  expect([...reportedReviews()]).toEqual(["r1", "r2"]);
  expect(listener).toHaveBeenCalledTimes(2);
});

test("works with disabled storage", async () => {
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
    throw new DOMException("denied", "SecurityError");
  });
  expect((await openPage()).reportedReviews().size).toBe(0);
});

test("notifies listeners of reports until they unsubscribe", async () => {
  const { rememberReported, subscribeToReports } = await openPage();
  const listener = vi.fn<() => void>();
  const stop = subscribeToReports(listener);
  rememberReported("r1");
  stop();
  rememberReported("r2");
  expect(listener).toHaveBeenCalledTimes(1);
});

function junkOf(reportedReviewIds: unknown): string {
  return JSON.stringify({ deviceId: DEVICE_ID, reportedReviewIds });
}

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
