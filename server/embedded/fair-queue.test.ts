import { expect, test } from "vitest";
import { createFairQueue } from "./fair-queue.ts";

test("one at a time, in their order, each with its own answer", async () => {
  const queue = createFairQueue(1, 20, 0);
  const order: number[] = [];
  let running = 0;
  const answers = await Promise.all(
    [1, 2, 3].map((number) =>
      queue.enqueue("home", async () => {
        running += 1;
        expect(running).toBe(1);
        await Promise.resolve();
        order.push(number);
        running -= 1;
        return number;
      }),
    ),
  );
  expect([answers, order]).toEqual([
    [1, 2, 3],
    [1, 2, 3],
  ]);
});

test("an owner that holds all slots loses the newest to others, down to an equal share", async () => {
  const { ask, end } = heldUp(0);
  const flood = Array.from({ length: 20 }, () => ask("flood"));
  expect(await ask("flood")).toBeNull();
  const home = Array.from({ length: 10 }, () => ask("home"));
  expect(await ask("home")).toBeNull();
  end();
  const answers = await Promise.all(flood);
  expect(answers).toEqual([...Array<string>(10).fill("done"), ...Array<null>(10).fill(null)]);
  expect(await Promise.all(home)).toEqual(Array<string>(10).fill("done"));
});

test("where each holds one slot a new holder is refused, but not the first of an account with a reserved slot", async () => {
  const { ask, end } = heldUp(2);
  const others = Array.from({ length: 20 }, (_, index) => ask(`network-${index}`));
  expect(await ask("home")).toBeNull();
  const known = [ask("home", "asha")];
  expect(await ask("office", "asha")).toBeNull();
  known.push(ask("hostel", "ravi"));
  expect(await ask("hotel", "mira")).toBeNull();
  end();
  expect(await Promise.all([...others, ...known])).toEqual(Array<string>(22).fill("done"));
});

test("a task that is not ready blocks no other, and can lose its slot", async () => {
  const queue = createFairQueue(1, 2, 0);
  let begin = () => {};
  const ready = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const order: string[] = [];
  const ask = (holder: string, name: string, wishes = {}) =>
    queue.enqueue(holder, async () => order.push(name), wishes);
  const first = ask("flood", "late", { ready });
  const second = ask("flood", "lost", { ready });
  await ask("home", "new");
  begin();
  expect([await first, await second, order]).toEqual([2, null, ["new", "late"]]);
});

test("a task that fails leaves its slot", async () => {
  const queue = createFairQueue(1, 1, 0);
  await expect(queue.enqueue("home", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await queue.enqueue("home", async () => "done")).toBe("done");
});

/** A queue of twenty slots, one task at a time, whose tasks all last until the end is allowed. */
function heldUp(kept: number) {
  const queue = createFairQueue(1, 20, kept);
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const ask = (holder: string, account?: string) => queue.enqueue(holder, () => ended.then(() => "done"), { account });
  return { ask, end };
}
