import { setTimeout as delay } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { createDeferredWork } from "./deferred-work.ts";

const logged = vi.hoisted(() => vi.fn<(...values: unknown[]) => void>());
vi.mock("../log.ts", () => ({ logError: logged }));

const SENT = Promise.resolve();

test("an answer comes after a fixed time, before its work has begun, and settling waits for the work", async () => {
  const deferred = createDeferredWork();
  const steps: string[] = [];
  const began = performance.now();
  const isTaken = await deferred.answerFirst("home", SENT, async () => {
    steps.push("prepared");
    return async () => void steps.push("worked");
  });
  expect(isTaken).toBe(true);
  expect(performance.now() - began).toBeGreaterThan(145);
  expect(steps).toEqual(["prepared"]);
  await deferred.settle();
  expect(steps).toEqual(["prepared", "worked"]);
});

test("the work waits until the answer is sent, and not for ever", async () => {
  const deferred = createDeferredWork();
  let send = () => {};
  const sent = new Promise<void>((resolve) => {
    send = resolve;
  });
  const work = vi.fn<() => Promise<void>>(async () => {});
  await deferred.answerFirst("home", sent, async () => work);
  await delay(300);
  expect(work).not.toHaveBeenCalled();
  send();
  await deferred.settle();
  expect(work).toHaveBeenCalledOnce();
  await deferred.answerFirst("home", new Promise(() => {}), async () => work);
  await deferred.settle();
  expect(work).toHaveBeenCalledTimes(2);
});

test("what is found out before the answer may refuse it, and then there is nothing to do", async () => {
  const deferred = createDeferredWork();
  const refused = deferred.answerFirst("home", SENT, () => Promise.reject(new Error("The database does not answer.")));
  await expect(refused).rejects.toThrow("The database does not answer.");
  await deferred.settle();
  expect(logged).not.toHaveBeenCalled();
});

test("work that fails behind an answer is told to the operator, and the next is done", async () => {
  const deferred = createDeferredWork();
  const done = vi.fn<() => Promise<void>>(async () => {});
  const failure = new Error("The connection was lost.");
  await deferred.answerFirst("home", SENT, async () => () => Promise.reject(failure));
  await deferred.answerFirst("home", SENT, async () => done);
  await deferred.settle();
  expect(logged.mock.calls).toEqual([["auth, after the answer:", failure]]);
  expect(done).toHaveBeenCalledOnce();
});

test("fifty wait, ten of them of one network; the next is turned away at once, and settling lets all of them end", async () => {
  const deferred = createDeferredWork();
  let done = 0;
  const ask = (network: string) => deferred.answerFirst(network, SENT, async () => async () => void (done += 1));
  const taken = Array.from({ length: 40 }, (_, index) => ask(`network-${index}`));
  taken.push(...Array.from({ length: 10 }, () => ask("home")));
  const began = performance.now();
  expect(await ask("home")).toBe(false);
  expect(await ask("elsewhere")).toBe(false);
  expect(performance.now() - began).toBeLessThan(100);
  expect(new Set(await Promise.all(taken))).toEqual(new Set([true]));
  await deferred.settle();
  expect(done).toBe(50);
  const again = Array.from({ length: 11 }, () => ask("home"));
  expect((await Promise.all(again)).filter(Boolean).length).toBe(10);
});
