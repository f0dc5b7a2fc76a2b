import { setTimeout as delay } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { createAnswerFirst } from "./answer-first.ts";

const logged = vi.hoisted(() => vi.fn<(...values: unknown[]) => void>());
vi.mock("../log.ts", () => ({ logError: logged }));

const SENT = Promise.resolve();

test("an answer comes after a fixed time, before its work has begun, and settling waits for the work", async () => {
  const { answerFirst, settle } = createAnswerFirst();
  const steps: string[] = [];
  const began = performance.now();
  await answerFirst("home", SENT, async () => {
    steps.push("prepared");
    return async () => void steps.push("worked");
  });
  expect(performance.now() - began).toBeGreaterThan(145);
  expect(steps).toEqual(["prepared"]);
  await settle();
  expect(steps).toEqual(["prepared", "worked"]);
});

test("the work waits until the answer is sent, and not for ever", async () => {
  const { answerFirst, settle } = createAnswerFirst();
  let send = () => {};
  const sent = new Promise<void>((resolve) => {
    send = resolve;
  });
  const work = vi.fn<() => Promise<void>>(async () => {});
  await answerFirst("home", sent, async () => work);
  await delay(300);
  expect(work).not.toHaveBeenCalled();
  send();
  await settle();
  expect(work).toHaveBeenCalledOnce();
  await answerFirst("home", new Promise(() => {}), async () => work);
  await settle();
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
  const { answerFirst, settle } = createAnswerFirst();
  const done = vi.fn<() => Promise<void>>(async () => {});
  const failure = new Error("The connection was lost.");
  await answerFirst("home", SENT, async () => () => Promise.reject(failure));
  await answerFirst("home", SENT, async () => done);
  await settle();
  expect(logged.mock.calls).toEqual([["auth, after the answer:", failure]]);
  expect(done).toHaveBeenCalledOnce();
});

test("where the work of fifty answers of a network waits, it is refused before anything is looked up, and others are not", async () => {
  const { answerFirst, settle } = createAnswerFirst();
  let end = () => {};
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  const ask = (network: string) => answerFirst(network, SENT, async () => () => held);
  await Promise.all(Array.from({ length: 51 }, () => ask("storm")));
  await delay(200);
  const prepare = vi.fn<() => Promise<() => Promise<void>>>();
  await expect(answerFirst("storm", SENT, prepare)).rejects.toThrow("Many people are logging in at the moment.");
  expect(prepare).not.toHaveBeenCalled();
  await ask("home");
  end();
  await settle();
});
