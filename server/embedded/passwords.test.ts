import { performance } from "node:perf_hooks";
import { expect, test } from "vitest";
import { hashPassword, matchesPassword } from "./passwords.ts";

test("hashes a password with bcrypt and matches only that", async () => {
  const hash = await hashPassword("monsoon-2025");
  expect(hash).toMatch(/^\$2[aby]\$10\$/);
  expect(await matchesPassword("monsoon-2025", hash)).toBe(true);
  for (const [password, other] of [
    ["monsoon-2026", hash],
    ["monsoon-2025", "no hash"],
    ["monsoon-2025", ""],
  ] as const)
    expect(await matchesPassword(password, other)).toBe(false);
});

test("hashes off the main thread", async () => {
  await hashPassword("to load the library");
  const before = performance.eventLoopUtilization();
  for (let i = 0; i < 5; i += 1) await matchesPassword("a-guess", await hashPassword("monsoon-2025"));
  expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.3);
});
