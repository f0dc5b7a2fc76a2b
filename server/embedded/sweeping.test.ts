import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepSweeping } from "./sweeping.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("uploads are swept a minute after the start, then every six hours, until the server stops", async () => {
  const sweep = vi.fn<() => Promise<unknown>>(async () => 0);
  const { stop } = keepSweeping(sweep);
  expect(sweep).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sweep).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(18 * 60 * 60 * 1000);
  expect(sweep).toHaveBeenCalledTimes(4);
  stop();
  await vi.advanceTimersByTimeAsync(24 * 60 * 60 * 1000);
  expect(sweep).toHaveBeenCalledTimes(4);
});

test("a sweep that fails is logged, and the next one is tried", async () => {
  const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const sweep = vi.fn<() => Promise<unknown>>(async () => {
    throw new Error("The disk is gone.");
  });
  const { stop } = keepSweeping(sweep);
  await vi.advanceTimersByTimeAsync(6 * 60 * 60 * 1000);
  stop();
  expect(sweep).toHaveBeenCalledTimes(2);
  expect(written.mock.calls.join("")).toContain("The disk is gone.");
  written.mockRestore();
});
