import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { networkOf } from "../client-address.ts";
import { createAddressLimits, type AddressLimits, tooManyFromHere, type Use } from "./address-limits.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-25T06:00:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

test("thirty sign-ins in five minutes are let through and the next is told how long to wait", async () => {
  const limits = createAddressLimits();
  expect(await usesBeforeRefusal(limits, "signIn", "home")).toBe(30);
  expect(await limits.count("signIn", "home")).toBe(300);
  expect(await limits.count("signIn", "office")).toBeNull();
  vi.advanceTimersByTime(299_000);
  expect(await limits.count("signIn", "home")).toBe(1);
  vi.advanceTimersByTime(2_000);
  expect(await limits.count("signIn", "home")).toBeNull();
});

test.each([
  ["review", 30, 200],
  ["upload", 60, 400],
] as const)("%s: %i in five minutes and %i a day", async (use, inFiveMinutes, inADay) => {
  const limits = createAddressLimits();
  let day = 0;
  expect(await usesBeforeRefusal(limits, use, "home")).toBe(inFiveMinutes);
  day += inFiveMinutes;
  for (let window = 0; window < 10 && day < inADay; window += 1) {
    vi.advanceTimersByTime(301_000);
    day += await usesBeforeRefusal(limits, use, "home");
  }
  expect(day).toBe(inADay);
  vi.advanceTimersByTime(301_000);
  // Hours, not minutes: it is the limit of the day that is reached.
  expect(await limits.count(use, "home")).toBeGreaterThan(3600);
});

test("thirty mails an hour", async () => {
  const limits = createAddressLimits();
  expect(await usesBeforeRefusal(limits, "email", "home")).toBe(30);
  vi.advanceTimersByTime(59 * 60_000);
  expect(await limits.count("email", "home")).toBe(60);
  vi.advanceTimersByTime(61_000);
  expect(await limits.count("email", "home")).toBeNull();
});

test("one recipient gets one e-mail a minute", async () => {
  const limits = createAddressLimits();
  expect(await limits.count("recipient", "asha")).toBeNull();
  expect(await limits.count("recipient", "asha")).toBe(60);
});

test("ten wrong passwords block an account for one address until they are forgotten", async () => {
  const limits = createAddressLimits();
  for (let i = 0; i < 9; i++) await limits.count("wrongPassword", "asha", "home");
  expect(await limits.blockedFor("wrongPassword", "asha", "home")).toBeNull();
  await limits.count("wrongPassword", "asha", "home");
  expect(await limits.blockedFor("wrongPassword", "asha", "home")).toBe(900);
  expect(await limits.blockedFor("wrongPassword", "asha", "office")).toBeNull();
  await limits.forget("wrongPassword", "asha", "home");
  expect(await limits.blockedFor("wrongPassword", "asha", "home")).toBeNull();
});

test("what is given back counts no more, and nothing is given back that was not counted", async () => {
  const limits = createAddressLimits();
  await limits.giveBack("wrongPassword", "asha", "home");
  expect(await usesBeforeRefusal(limits, "wrongPassword", "asha")).toBe(10);
  for (let i = 0; i < 10; i++) await limits.count("wrongPassword", "asha", "home");
  await limits.giveBack("wrongPassword", "asha", "home");
  expect(await limits.count("wrongPassword", "asha", "home")).toBeNull();
  expect(await limits.count("wrongPassword", "asha", "home")).toBe(900);
});

test("an operator's numbers hold from then on, and what is no number leaves the default", async () => {
  const limits = createAddressLimits();
  limits.setNumbers({ sign_ins_per_address_5_min: 2, changes_per_address_5_min: "many", uploads_per_address_5_min: 0 });
  expect(await usesBeforeRefusal(limits, "signIn", "home")).toBe(2);
  expect(await usesBeforeRefusal(limits, "change", "home")).toBe(300);
  expect(await usesBeforeRefusal(limits, "upload", "home")).toBe(60);
  limits.setNumbers({});
  expect(await usesBeforeRefusal(limits, "signIn", "office")).toBe(30);
});

test("however many addresses ask, only so many are remembered, and the busiest of late are among them", async () => {
  const limits = createAddressLimits(1000);
  const timers = vi.getTimerCount();
  for (let i = 0; i < 30; i++) await limits.count("signIn", "busy");
  for (let i = 0; i < 5000; i++) {
    await limits.count("verify", `network-${i}`);
    if (i % 100 === 0) await limits.count("signIn", "busy");
  }
  expect(await limits.count("signIn", "busy")).toBe(300);
  expect(limits.size()).toBe(1000);
  // The library keeps a timer for each counter: those of forgotten ones are gone as well.
  expect(vi.getTimerCount() - timers).toBe(1000);
});

test("at midnight the counts of a day can be found no more, and those of five minutes go on", async () => {
  vi.setSystemTime(new Date("2026-11-25T23:00:00Z"));
  const limits = createAddressLimits();
  for (let window = 0; window < 8; window += 1) {
    await usesBeforeRefusal(limits, "review", "home");
    vi.advanceTimersByTime(301_000);
  }
  expect(await limits.count("review", "home")).toBeGreaterThan(3600);
  vi.setSystemTime(new Date("2026-11-25T23:59:55Z"));
  expect(await usesBeforeRefusal(limits, "signIn", "home")).toBe(30);
  vi.advanceTimersByTime(301_000 / 60);
  expect(await limits.count("signIn", "home")).toBe(295);
  vi.advanceTimersByTime(290_000);
  expect(await limits.count("review", "home")).toBeNull();
});

test("a count whose window is over leaves nothing in memory", async () => {
  const limits = createAddressLimits();
  await limits.count("signIn", "home");
  await limits.count("email", "home");
  vi.advanceTimersByTime(301_000);
  limits.setNumbers({});
  expect(limits.size()).toBe(1);
  expect(vi.getTimerCount()).toBe(1);
});

test("a household with IPv6 is its /64 network, however its addresses are written", () => {
  expect(networkOf("2001:0db8:0:0:9::")).toBe(networkOf("2001:db8::ffff"));
  expect(networkOf("2001:db8:0:1::1")).not.toBe(networkOf("2001:db8::1"));
  expect(networkOf("::ffff:192.0.2.1")).toBe("192.0.2.1");
});

test("who has to wait reads for how long", () => {
  const sentence = (wait: string) => `Too many requests from your network. Please try again ${wait}.`;
  expect(tooManyFromHere(7)).toBe(sentence("in a minute"));
  expect(tooManyFromHere(61)).toBe(sentence("in 2 minutes"));
  expect(tooManyFromHere(80_000)).toBe(sentence("in 23 hours"));
});

async function usesBeforeRefusal(limits: AddressLimits, use: Use, who: string): Promise<number> {
  for (let uses = 0; uses < 1000; uses += 1) if ((await limits.count(use, who)) !== null) return uses;
  return 1000;
}
