import { expect, test } from "vitest";
import { createAuthLimits } from "./auth-limits.ts";

test("thirty sign-ins in five minutes are let through and the next is told how long to wait", async () => {
  const limits = createAuthLimits();
  for (let i = 0; i < 30; i++) expect(await limits.count("signIn", "home")).toBeNull();
  const wait = await limits.count("signIn", "home");
  expect(wait).toBeGreaterThan(290);
  expect(wait).toBeLessThanOrEqual(300);
  expect(await limits.count("signIn", "office")).toBeNull();
});

test("one recipient gets one e-mail a minute", async () => {
  const limits = createAuthLimits();
  expect(await limits.count("recipient", "asha")).toBeNull();
  expect(await limits.count("recipient", "asha")).toBeGreaterThan(50);
});

test("ten wrong passwords block an account for one address until they are forgotten", async () => {
  const limits = createAuthLimits();
  for (let i = 0; i < 9; i++) await limits.count("wrongPassword", "asha");
  expect(await limits.blockedFor("wrongPassword", "asha")).toBeNull();
  await limits.count("wrongPassword", "asha");
  expect(await limits.blockedFor("wrongPassword", "asha")).toBeGreaterThan(800);
  await limits.forget("wrongPassword", "asha");
  expect(await limits.blockedFor("wrongPassword", "asha")).toBeNull();
});
