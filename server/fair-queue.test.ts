import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createFairQueue, Disconnected } from "./fair-queue.ts";

test("runs networks in turn, and the tasks of one in order", { tags: ["11.201"] }, async () => {
  const { ask, begun, end } = heldQueue({ atOnce: 1, ofNetwork: 1, waiting: 100 });
  for (let task = 1; task <= 50; task += 1) void ask("storm", `storm ${task}`);
  void ask("home", "home 1");
  void ask("home", "home 2");
  void ask("office", "office 1");
  for (let task = 0; task < 9; task += 1) await end();
  expect(begun).toEqual([
    ...["storm 1", "storm 2", "home 1", "office 1", "storm 3", "home 2", "storm 4", "storm 5", "storm 6", "storm 7"],
  ]);
});

test("leaves slots to other networks despite slow tasks", async () => {
  const { ask, begun, end } = heldQueue({ atOnce: 4, ofNetwork: 2, waiting: 100 });
  for (let task = 1; task <= 10; task += 1) void ask("storm", `storm ${task}`);
  void ask("home", "home");
  void ask("office", "office");
  void ask("hostel", "hostel");
  expect(begun).toEqual(["storm 1", "storm 2", "home", "office"]);
  await end();
  expect(begun.slice(4)).toEqual(["storm 3"]);
  await end();
  expect(begun.slice(5)).toEqual(["hostel"]);
});

test("limits the waiting tasks of each network separately", async () => {
  const { queue, ask, end } = heldQueue({ atOnce: 1, ofNetwork: 1, waiting: 2 });
  void ask("storm", "runs");
  void ask("storm", "waits");
  expect(queue.isFull("storm")).toBe(false);
  void ask("storm", "waits, too");
  expect([queue.isFull("storm"), queue.isFull("home")]).toEqual([true, false]);
  await end();
  expect(queue.isFull("storm")).toBe(false);
});

test("skips clients that disconnected while waiting", async () => {
  const { queue, ask, begun, end } = heldQueue({ atOnce: 1, ofNetwork: 1, waiting: 2 });
  const [runs, waits] = [new AbortController(), new AbortController()];
  const first = ask("storm", "first", runs.signal);
  const second = ask("storm", "second", waits.signal);
  void ask("storm", "third");
  runs.abort();
  waits.abort();
  await expect(second).rejects.toThrow(Disconnected);
  await expect(ask("home", "gone before it asks", waits.signal)).rejects.toThrow(Disconnected);
  expect(queue.isFull("storm")).toBe(false);
  await end();
  expect(await first).toBe("first");
  await end();
  expect(begun).toEqual(["first", "third"]);
});

test("yields to the event loop between computing tasks", { tags: ["11.201"] }, async () => {
  const queue = createFairQueue({ name: "queue", atOnce: 2, ofNetwork: 1, waiting: 100 });
  let begun = 0;
  const tasks = Array.from({ length: 10 }, () => queue.run("storm", async () => void (begun += 1)));
  await nextTurn();
  expect(begun).toBeLessThanOrEqual(2);
  await Promise.all(tasks);
});

test("isolates a failing task", async () => {
  const queue = createFairQueue({ name: "queue", atOnce: 1, ofNetwork: 1, waiting: 1 });
  const failed = queue.run("home", () => Promise.reject(new Error("The disk is full.")));
  const next = queue.run("home", async () => "done");
  await expect(failed).rejects.toThrow("The disk is full.");
  expect(await next).toBe("done");
});

/** Creates a queue. `end` ends its oldest running task. */
function heldQueue(slots: Omit<Parameters<typeof createFairQueue>[0], "name">) {
  const queue = createFairQueue({ name: "queue", ...slots });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (network: string, name: string, signal?: AbortSignal) =>
    queue.run(
      network,
      () => {
        begun.push(name);
        return new Promise<string>((resolve) => ends.push(() => resolve(name)));
      },
      signal,
    );
  const end = async () => {
    ends.shift()?.();
    await nextTurn();
    await nextTurn();
  };
  return { queue, ask, begun, end };
}
