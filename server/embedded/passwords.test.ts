import { performance } from "node:perf_hooks";
import { expect, test } from "vitest";
import { hashPassword, enqueueHashing, matchesPassword } from "./passwords.ts";

test("a password is hashed as bcrypt does, and only it matches", async () => {
  const hash = await hashPassword("monsoon-2025");
  expect(hash).toMatch(/^\$2[aby]\$10\$/);
  expect(await matchesPassword("monsoon-2025", hash)).toBe(true);
  expect(await matchesPassword("monsoon-2026", hash)).toBe(false);
});

test("hashing leaves the main thread to others", async () => {
  await hashPassword("to load the library");
  const before = performance.eventLoopUtilization();
  for (let i = 0; i < 5; i += 1) await matchesPassword("a-guess", await hashPassword("monsoon-2025"));
  expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.3);
});

test("a hash that is none matches nothing", async () => {
  expect(await matchesPassword("monsoon-2025", "no hash")).toBe(false);
  expect(await matchesPassword("monsoon-2025", "")).toBe(false);
});

test("of a hundred who log in from one network twenty wait, and another network and a known device get in", async () => {
  let end = () => {};
  const held = new Promise<string>((resolve) => {
    end = () => resolve("done");
  });
  const flood = Array.from({ length: 100 }, () => enqueueHashing("flood", () => held));
  const others = [enqueueHashing("home", () => held), enqueueHashing("phone", () => held, { account: "asha" })];
  end();
  expect((await Promise.all(flood)).filter(Boolean).length).toBe(19);
  expect(await Promise.all(others)).toEqual(["done", "done"]);
});
