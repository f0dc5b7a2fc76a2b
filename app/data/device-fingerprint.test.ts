import "./test-window";
import { beforeEach, expect, test, vi } from "vitest";

const fingerprint = vi.hoisted(() => ({ load: vi.fn<(options: object) => Promise<unknown>>() }));
vi.mock("@fingerprintjs/fingerprintjs", () => fingerprint);

beforeEach(() => {
  fingerprint.load.mockResolvedValue({ get: () => Promise.resolve({ visitorId: "traits" }) });
});

test("returns the same fingerprint on one device, and another on the next", { tags: ["3.29"] }, async () => {
  const { deviceFingerprint, prepareFingerprint } = await openPage();
  prepareFingerprint();
  const first = await deviceFingerprint();
  expect(first).toMatch(/^[\da-f]{64}$/);
  expect(await deviceFingerprint()).toBe(first);
  expect(fingerprint.load).toHaveBeenCalledExactlyOnceWith({ monitoring: false });
  expect(await (await openPage()).deviceFingerprint()).toBe(first);
  localStorage.clear();
  expect(await (await openPage()).deviceFingerprint()).not.toBe(first);
});

test("does not delay a report on a device that is slow or refuses its traits", async () => {
  vi.useFakeTimers();
  fingerprint.load.mockReturnValueOnce(new Promise(() => {})).mockRejectedValueOnce(new Error("blocked"));
  const slow = (await openPage()).deviceFingerprint();
  await vi.advanceTimersByTimeAsync(1_500);
  vi.useRealTimers();
  expect(await slow).toMatch(/^[\da-f]{64}$/);
  expect(await (await openPage()).deviceFingerprint()).toMatch(/^[\da-f]{64}$/);
});

test("returns a fingerprint without HTTPS", async () => {
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const { deviceFingerprint } = await openPage();
  expect(await deviceFingerprint()).toMatch(/^[\da-f]{32}$/);
});

function openPage() {
  vi.resetModules();
  return import("./device-fingerprint");
}
