import { beforeEach, expect, test, vi } from "vitest";
import { createAnswerFirst } from "./answer-first.ts";

const logged = vi.hoisted(() => vi.fn<(...values: unknown[]) => void>());
vi.mock("../log.ts", () => ({ logError: logged }));

// Its waits follow the clock of the tests.
vi.mock("node:timers/promises", () => ({
  setTimeout: (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
}));

beforeEach(() => void vi.useFakeTimers());

const SENT = Promise.resolve();

test("an answer comes after a fixed time, before its work has begun, and settling waits for the work", async () => {
  const { answerFirst, settle } = createAnswerFirst();
  const steps: string[] = [];
  const answered = answerFirst("home", SENT, async () => {
    steps.push("prepared");
    return async () => void steps.push("worked");
  }).then(() => steps.push("answered"));
  await vi.advanceTimersByTimeAsync(149);
  expect(steps).toEqual(["prepared"]);
  await vi.advanceTimersByTimeAsync(1);
  await answered;
  void settle().then(() => steps.push("settled"));
  await vi.advanceTimersByTimeAsync(99);
  expect(steps).toEqual(["prepared", "answered"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(steps).toEqual(["prepared", "answered", "worked", "settled"]);
});

test("the work waits until the answer is sent, and not for ever", async () => {
  const { answerFirst } = createAnswerFirst();
  const { promise: sent, resolve: send } = Promise.withResolvers<void>();
  const work = vi.fn<() => Promise<void>>(async () => {});
  void answerFirst("home", sent, async () => work);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(work).not.toHaveBeenCalled();
  send();
  await vi.advanceTimersByTimeAsync(100);
  expect(work).toHaveBeenCalledOnce();
  void answerFirst("home", new Promise(() => {}), async () => work);
  await vi.advanceTimersByTimeAsync(1_250);
  expect(work).toHaveBeenCalledTimes(2);
});

test("what is found out before the answer may refuse it, and then there is nothing to do", async () => {
  const { answerFirst, settle } = createAnswerFirst();
  const refused = answerFirst("home", SENT, () => Promise.reject(new Error("The database does not answer.")));
  await expect(refused).rejects.toThrow("The database does not answer.");
  await settle();
  expect(logged).not.toHaveBeenCalled();
});

test("work that fails behind an answer is logged, and the next is done", async () => {
  const { answerFirst } = createAnswerFirst();
  const done = vi.fn<() => Promise<void>>(async () => {});
  const failure = new Error("The connection was lost.");
  void answerFirst("home", SENT, async () => () => Promise.reject(failure));
  void answerFirst("home", SENT, async () => done);
  await vi.advanceTimersByTimeAsync(250);
  expect(logged.mock.calls).toEqual([["auth, after the answer:", failure]]);
  expect(done).toHaveBeenCalledOnce();
});

test("where the work of fifty answers of a network waits, it is refused before anything is looked up, and others are not", async () => {
  const { answerFirst } = createAnswerFirst();
  const ask = (network: string) => answerFirst(network, SENT, async () => () => new Promise(() => {}));
  for (let answer = 0; answer < 51; answer += 1) void ask("storm");
  await vi.advanceTimersByTimeAsync(250);
  const prepare = vi.fn<() => Promise<() => Promise<void>>>();
  await expect(answerFirst("storm", SENT, prepare)).rejects.toThrow("Many people are logging in at the moment.");
  expect(prepare).not.toHaveBeenCalled();
  const other = ask("home");
  await vi.advanceTimersByTimeAsync(150);
  await other;
});
