import { beforeEach, expect, test, vi } from "vitest";
import { runPeriodically } from "./periodic-jobs.ts";

beforeEach(() => void vi.useFakeTimers());

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

test("runs each job a minute after the start, then periodically, until the server stops", async () => {
  const [often, seldom] = [vi.fn<() => Promise<unknown>>(async () => 0), vi.fn<() => Promise<unknown>>(async () => 0)];
  const { stop } = runPeriodically([
    { name: "often", everyMs: 10 * MINUTE_MS, run: often },
    { name: "seldom", everyMs: HOUR_MS, run: seldom },
  ]);
  const runs = () => [often.mock.calls.length, seldom.mock.calls.length];
  expect(runs()).toEqual([0, 0]);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(runs()).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(3 * HOUR_MS);
  expect(runs()).toEqual([1 + 18, 1 + 3]);
  await stop();
  await vi.advanceTimersByTimeAsync(24 * HOUR_MS);
  expect(runs()).toEqual([1 + 18, 1 + 3]);
});

test("never runs a job concurrently with itself, and waits for it when stopping", async () => {
  let finish = () => {};
  const run = vi.fn<() => Promise<unknown>>(() => new Promise<void>((resolve) => (finish = resolve)));
  const { stop } = runPeriodically([{ name: "long", everyMs: MINUTE_MS, run }]);
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
  expect(run).toHaveBeenCalledTimes(1);
  finish();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(run).toHaveBeenCalledTimes(2);
  const stopped = vi.fn<() => void>();
  const stopping = stop().then(stopped);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(stopped).not.toHaveBeenCalled();
  finish();
  await stopping;
});

test("logs a failed job and continues", async () => {
  const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const sweep = vi.fn<() => Promise<unknown>>(async () => {
    throw new Error("The disk is gone.");
  });
  const { stop } = runPeriodically([{ name: "sweep", everyMs: HOUR_MS, run: sweep }]);
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  await stop();
  expect(sweep).toHaveBeenCalledTimes(2);
  expect(written.mock.calls.join("")).toContain("The disk is gone.");
  written.mockRestore();
});
