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
    return { run: async () => void steps.push("worked") };
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
  await deferred.answerFirst("home", sent, async () => ({ run: work }));
  await delay(300);
  expect(work).not.toHaveBeenCalled();
  send();
  await deferred.settle();
  expect(work).toHaveBeenCalledOnce();
  await deferred.answerFirst("home", new Promise(() => {}), async () => ({ run: work }));
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
  await deferred.answerFirst("home", SENT, async () => ({ run: () => Promise.reject(failure) }));
  await deferred.answerFirst("home", SENT, async () => ({ run: done }));
  await deferred.settle();
  expect(logged.mock.calls).toEqual([["auth, after the answer:", failure]]);
  expect(done).toHaveBeenCalledOnce();
});

test("fifty wait; where each network has one the next is turned away at once, and settling lets all of them end", async () => {
  const { deferred, ask, count } = counted();
  const taken = Array.from({ length: 50 }, (_, index) => ask(`network-${index}`));
  // Before any of those that wait is answered.
  expect(await Promise.race([ask("elsewhere"), ...taken])).toBe(false);
  expect(new Set(await Promise.all(taken))).toEqual(new Set([true]));
  await deferred.settle();
  expect(count).toEqual({ done: 50, givenUp: 0 });
});

test("where five networks wait with all there is, another takes the newest slot of one, even after its response", async () => {
  const { deferred, ask, count } = counted();
  const flood = () => Array.from({ length: 55 }, (_, index) => ask(`network-${index % 5}`));
  const taken = flood();
  expect(await ask("home")).toBe(true);
  expect((await Promise.all(taken)).filter(Boolean).length).toBe(49);
  expect(await Promise.all([ask("office"), ask("hostel")])).toEqual([true, true]);
  await deferred.settle();
  expect(count).toEqual({ done: 50, givenUp: 3 });
});

/** Work that counts what becomes of it. */
function counted() {
  const deferred = createDeferredWork();
  const count = { done: 0, givenUp: 0 };
  const work = { run: async () => void (count.done += 1), giveUp: () => void (count.givenUp += 1) };
  return { deferred, count, ask: (network: string) => deferred.answerFirst(network, SENT, async () => work) };
}
