import fs from "node:fs/promises";
import { createRequire } from "node:module";
import { getPriority } from "node:os";
import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import bcrypt, { compareSync } from "bcryptjs";
import { expect, test } from "vitest";
import { hashBesideMainThread, hashPassword, inTurn, matchesPassword, withKnown } from "./passwords.ts";

/** The account service calls these through the object that the module exports by default. */
const asLiteDoes: Pick<typeof bcrypt, "hash" | "compare"> = bcrypt;

test("a password is hashed as bcrypt does, and only it matches", async () => {
  const hash = await hashPassword("monsoon-2025");
  expect(hash).toMatch(/^\$2[aby]\$10\$/);
  expect(compareSync("monsoon-2025", hash)).toBe(true);
  expect(await matchesPassword("monsoon-2025", hash)).toBe(true);
  expect(await matchesPassword("monsoon-2026", hash)).toBe(false);
});

test("the account service hashes beside the main thread", async () => {
  // What it imports must be the very object that hashBesideMainThread changes.
  const lite = createRequire(new URL("../../node_modules/@supabase/lite/package.json", import.meta.url));
  expect(lite.resolve("bcryptjs")).toBe(createRequire(import.meta.url).resolve("bcryptjs"));
  hashBesideMainThread();
  await asLiteDoes.hash("to start the thread", 10);
  const before = performance.eventLoopUtilization();
  for (let i = 0; i < 5; i += 1) await asLiteDoes.compare("a-guess", await asLiteDoes.hash("monsoon-2025", 10));
  expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.3);
});

test("threads that hash leave the processor to others, where threads have a priority of their own", async () => {
  await hashPassword("monsoon-2025");
  const threads = await fs.readdir("/proc/self/task").catch(() => []);
  const stats = await Promise.all(threads.map((id) => fs.readFile(`/proc/self/task/${id}/stat`, "utf8")));
  // The nineteenth field; the second, the name in brackets, can hold spaces.
  const niceness = stats.map((stat) => Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16]));
  expect(niceness.some((value) => value > getPriority())).toBe(process.platform === "linux");
  expect(niceness.filter((value) => value > getPriority()).length).toBeLessThanOrEqual(4);
});

test("what the guard has hashed in this request is not hashed again, and vouches for no other hash", async () => {
  hashBesideMainThread();
  const hash = await hashPassword("monsoon-2025");
  expect(await withKnown({ hashed: hash }, () => asLiteDoes.hash("monsoon-2025", 10))).toBe(hash);
  expect(await withKnown({ matched: hash }, () => asLiteDoes.compare("whatever", hash))).toBe(true);
  const other = await hashPassword("dry-season-2026");
  expect(await withKnown({ matched: hash }, () => asLiteDoes.compare("monsoon-2025", other))).toBe(false);
});

test("a hash that is none fails and stops nobody else", async () => {
  expect(await matchesPassword("monsoon-2025", "no hash")).toBe(false);
  expect(await hashPassword("monsoon-2025")).toMatch(/^\$2/);
});

test("beyond twenty who wait, the next is refused at once", async () => {
  const waiting = Array.from({ length: 20 }, () => inTurn(() => delay(50, "done")));
  expect(await inTurn(async () => "done")).toBeNull();
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(["done"]));
  expect(await inTurn(async () => "done")).toBe("done");
});
