// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

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
  const { deviceFingerprint } = await import("./device-fingerprint");
  const given = deviceFingerprint();
  await vi.advanceTimersByTimeAsync(1_500);
  vi.useRealTimers();
  expect(await given).toMatch(/^[\da-f]{64}$/);
});

test("traits that were looked for early are not looked for again", async () => {
  const { deviceFingerprint, prepareFingerprint } = await import("./device-fingerprint");
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
  return import("./device-fingerprint");
}
