import "./test-window";
import { expect, test, vi } from "vitest";

const KEY = "userReportFingerprintData";
const DEVICE_ID = "0123456789abcdef0123456789abcdef";

test("a report is still known on the next page", { tags: ["3.30"] }, async () => {
  const first = await openPage();
  expect([...first.reportedReviews()]).toEqual([]);
  for (const id of ["r1", "r2", "r1"]) first.rememberReported(id);
  expect([...(await openPage()).reportedReviews()]).toEqual(["r1", "r2"]);
  expect(stored()).toEqual({ deviceId: expect.stringMatching(/^[\da-f]{32}$/), reportedReviewIds: ["r1", "r2"] });
});

test("junk under the key is taken as nothing", async () => {
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

test("a report is not forgotten while storage is full and holds earlier ones", async () => {
  store(["r0"]);
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  const { ownDeviceId, rememberReported, reportedReviews } = await openPage();
  rememberReported("r1");
  expect(ownDeviceId()).toBe(DEVICE_ID);
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

test(
  "a report of another tab is known here at once, also after the page was kept for Back",
  { tags: ["3.30"] },
  async () => {
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
  },
);

test("storage that is switched off is no error", async () => {
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
    throw new DOMException("denied", "SecurityError");
  });
  expect((await openPage()).reportedReviews().size).toBe(0);
});

test("listeners hear of reports until they stop", async () => {
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
