import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { networkOf } from "../client-address.ts";
import { createAddressLimits, type AddressLimits, tooManyFromHere, type Use } from "./address-limits.ts";

const NETWORK = "192.0.2";

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-25T06:00:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

test("thirty sign-ins in five minutes are let through and the next is told how long to wait", () => {
  const limits = createAddressLimits();
  expect(usesBeforeRefusal(limits, "signIn", "home")).toBe(30);
  expect(limits.count(NETWORK, "signIn", "home")).toBe(300);
  expect(limits.count(NETWORK, "signIn", "office")).toBeNull();
  vi.advanceTimersByTime(299_000);
  expect(limits.count(NETWORK, "signIn", "home")).toBe(1);
  vi.advanceTimersByTime(2_000);
  expect(limits.count(NETWORK, "signIn", "home")).toBeNull();
});

test.each([
  ["review", 30, 200],
  ["upload", 60, 400],
] as const)("%s: %i in five minutes and %i a day", (use, inFiveMinutes, inADay) => {
  const limits = createAddressLimits();
  let day = 0;
  expect(usesBeforeRefusal(limits, use, "home")).toBe(inFiveMinutes);
  day += inFiveMinutes;
  for (let window = 0; window < 10 && day < inADay; window += 1) {
    vi.advanceTimersByTime(301_000);
    day += usesBeforeRefusal(limits, use, "home");
  }
  expect(day).toBe(inADay);
  vi.advanceTimersByTime(301_000);
  // Hours, not minutes: it is the limit of the day that is reached.
  expect(limits.count(NETWORK, use, "home")).toBeGreaterThan(3600);
});

test("thirty mails an hour", () => {
  const limits = createAddressLimits();
  expect(usesBeforeRefusal(limits, "email", "home")).toBe(30);
  vi.advanceTimersByTime(59 * 60_000);
  expect(limits.count(NETWORK, "email", "home")).toBe(60);
  vi.advanceTimersByTime(61_000);
  expect(limits.count(NETWORK, "email", "home")).toBeNull();
});

test("one recipient gets one e-mail a minute", () => {
  const limits = createAddressLimits();
  expect(limits.count(NETWORK, "recipient", "asha")).toBeNull();
  expect(limits.count(NETWORK, "recipient", "asha")).toBe(60);
});

test("ten wrong passwords block an account for one address until they are forgotten", () => {
  const limits = createAddressLimits();
  for (let i = 0; i < 9; i++) limits.count(NETWORK, "wrongPassword", "asha", "home");
  expect(limits.blockedFor("wrongPassword", "asha", "home")).toBeNull();
  limits.count(NETWORK, "wrongPassword", "asha", "home");
  expect(limits.blockedFor("wrongPassword", "asha", "home")).toBe(900);
  expect(limits.blockedFor("wrongPassword", "asha", "office")).toBeNull();
  limits.forget("wrongPassword", "asha", "home");
  expect(limits.blockedFor("wrongPassword", "asha", "home")).toBeNull();
});

test("what is given back counts no more, and nothing is given back that was not counted", () => {
  const limits = createAddressLimits();
  limits.giveBack("wrongPassword", "asha", "home");
  expect(usesBeforeRefusal(limits, "wrongPassword", "asha")).toBe(10);
  for (let i = 0; i < 10; i++) limits.count(NETWORK, "wrongPassword", "asha", "home");
  limits.giveBack("wrongPassword", "asha", "home");
  expect(limits.count(NETWORK, "wrongPassword", "asha", "home")).toBeNull();
  expect(limits.count(NETWORK, "wrongPassword", "asha", "home")).toBe(900);
});

test("an operator's numbers hold from then on, and what is no number leaves the default", () => {
  const limits = createAddressLimits();
  limits.setNumbers({ sign_ins_per_address_5_min: 2, changes_per_address_5_min: "many", uploads_per_address_5_min: 0 });
  expect(usesBeforeRefusal(limits, "signIn", "home")).toBe(2);
  expect(usesBeforeRefusal(limits, "change", "home")).toBe(300);
  expect(usesBeforeRefusal(limits, "upload", "home")).toBe(60);
  limits.setNumbers({});
  expect(usesBeforeRefusal(limits, "signIn", "office")).toBe(30);
});

test("however many addresses ask, only so many are remembered, and the busiest of late are among them", () => {
  const limits = createAddressLimits(1000);
  for (let i = 0; i < 30; i++) limits.count(NETWORK, "signIn", "busy");
  for (let i = 0; i < 5000; i++) {
    limits.count(`network-${i}`, "verify", `network-${i}`);
    if (i % 100 === 0) limits.count(NETWORK, "signIn", "busy");
  }
  expect(limits.count(NETWORK, "signIn", "busy")).toBe(300);
  expect(limits.size()).toBe(1000);
});

test("a network with 2,000 counters gets no more, so that what the server knows of it is not forgotten, and others go on", () => {
  const limits = createAddressLimits();
  for (let i = 0; i < 21; i++) limits.count(NETWORK, "wrongPasswordFromNetwork", "asha", NETWORK);
  for (let i = 0; i < 5000; i++) limits.count(NETWORK, "wrongPassword", `nobody-${i}`, `home-${i}`);
  expect(limits.size()).toBe(2000);
  expect(limits.count(NETWORK, "signIn", "home")).toBe(300);
  expect(limits.count(NETWORK, "wrongPasswordFromNetwork", "asha", NETWORK)).toBe(900);
  expect(limits.count("198.51.100", "signIn", "office")).toBeNull();
  vi.advanceTimersByTime(901_000);
  limits.setNumbers({});
  expect(limits.count(NETWORK, "signIn", "home")).toBeNull();
});

test("counters that are forgotten or given back are the network's again", () => {
  const limits = createAddressLimits();
  for (let i = 0; i < 1500; i++) {
    limits.count(NETWORK, "wrongPassword", `${i}`);
    limits.count(NETWORK, "wrongPasswordForAccount", `${i}`);
    limits.forget("wrongPassword", `${i}`);
    limits.giveBack("wrongPasswordForAccount", `${i}`);
  }
  expect(limits.size()).toBe(0);
  expect(limits.count(NETWORK, "signIn", "home")).toBeNull();
});

test("at midnight the counts of a day can be found no more, and those of five minutes go on", () => {
  vi.setSystemTime(new Date("2026-11-25T23:00:00Z"));
  const limits = createAddressLimits();
  for (let window = 0; window < 8; window += 1) {
    usesBeforeRefusal(limits, "review", "home");
    vi.advanceTimersByTime(301_000);
  }
  expect(limits.count(NETWORK, "review", "home")).toBeGreaterThan(3600);
  vi.setSystemTime(new Date("2026-11-25T23:59:55Z"));
  expect(usesBeforeRefusal(limits, "signIn", "home")).toBe(30);
  vi.advanceTimersByTime(301_000 / 60);
  expect(limits.count(NETWORK, "signIn", "home")).toBe(295);
  vi.advanceTimersByTime(290_000);
  expect(limits.count(NETWORK, "review", "home")).toBeNull();
});

test("a count whose window is over leaves nothing in memory", () => {
  const limits = createAddressLimits();
  limits.count(NETWORK, "signIn", "home");
  limits.count(NETWORK, "email", "home");
  vi.advanceTimersByTime(301_000);
  limits.setNumbers({});
  expect(limits.size()).toBe(1);
  expect(vi.getTimerCount()).toBe(0);
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

function usesBeforeRefusal(limits: AddressLimits, use: Use, who: string): number {
  for (let uses = 0; uses < 1000; uses += 1) if (limits.count(NETWORK, use, who) !== null) return uses;
  return 1000;
}
