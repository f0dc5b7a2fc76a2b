import { beforeEach, expect, test, vi } from "vitest";
import { createLimits, type Limits, tooManyFromHere, type Who } from "./limits.ts";

type Use = Parameters<Limits["count"]>[0];

const HOME = { address: "192.0.2.7" };
const NEIGHBOUR = { address: "192.0.2.8" };
const ELSEWHERE = { address: "198.51.100.9" };
const MINUTE_MS = 60_000;

beforeEach(() => void vi.useFakeTimers({ now: new Date("2026-11-25T06:00:00Z") }));

test("allows thirty sign-ins in five minutes and returns the waiting time for the next", () => {
  const limits = createLimits();
  expect(usesBeforeRefusal(limits, "sign-in", HOME)).toBe(30);
  expect(limits.count("sign-in", HOME)).toBe(300);
  expect(limits.count("sign-in", NEIGHBOUR)).toBeNull();
  vi.advanceTimersByTime(299_000);
  expect(limits.count("sign-in", HOME)).toBe(1);
  vi.advanceTimersByTime(2_000);
  expect(limits.count("sign-in", HOME)).toBeNull();
});

test.each([
  ["review", 30, 200],
  ["upload", 60, 400],
  ["sign-up", 30, 100],
] as const)("limits %s to %i in five minutes and %i a day", (use, inFiveMinutes, inADay) => {
  const limits = createLimits();
  let day = 0;
  for (let window = 0; window < 10 && day < inADay; window += 1) {
    const uses = usesBeforeRefusal(limits, use, HOME);
    expect(uses).toBe(Math.min(inFiveMinutes, inADay - day));
    day += uses;
    vi.advanceTimersByTime(5 * MINUTE_MS + 1_000);
  }
  // The wait is hours, so the daily limit is reached.
  expect(limits.count(use, HOME)).toBeGreaterThan(3600);
});

test("limits a network to 300 sign-ups a day", { tags: ["11.202"] }, () => {
  const limits = createLimits();
  for (let address = 0; address < 15; address += 1)
    expect(usesBeforeRefusal(limits, "sign-up", { address: `2001:db8:1:${address}::1` }, 20)).toBe(20);
  expect(limits.count("sign-up", { address: "2001:db8:1:ffff::1" })).toBeGreaterThan(3600);
  expect(limits.count("sign-up", { address: "2001:db8:2::1" })).toBeNull();
});

test("limits a network to 100 emails an hour", { tags: ["11.203"] }, () => {
  const limits = createLimits();
  for (let address = 0; address < 5; address += 1)
    expect(usesBeforeRefusal(limits, "email-request", { address: `198.51.100.${address}` }, 20)).toBe(20);
  expect(limits.count("email-request", { address: "198.51.100.9" })).toBe(3600);
  expect(limits.count("email-request", { address: "198.51.101.1" })).toBeNull();
});

test.for([
  ["confirmation-email", 3, 6],
  ["recovery-email", 2, 4],
] as const)(
  "counts each %s of a mailbox, whatever its tag: %i an hour, %i a day",
  { tags: ["11.203"] },
  ([use, inAnHour, inADay]) => {
    const limits = createLimits();
    const asha = { email: "asha@example.in" };
    expect(usesBeforeRefusal(limits, use, asha)).toBe(inAnHour);
    for (const { email } of [asha, { email: "asha+1@example.in" }]) expect(limits.count(use, { email })).toBe(3600);
    expect(limits.count(use, { email: "ravi@example.in" })).toBeNull();
    vi.advanceTimersByTime(61 * MINUTE_MS);
    expect(usesBeforeRefusal(limits, use, asha)).toBe(inADay - inAnHour);
    vi.advanceTimersByTime(61 * MINUTE_MS);
    expect(limits.count(use, asha)).toBeGreaterThan(3600);
  },
);

test("limits guesses per network, so that the owner can log in from another", { tags: ["11.204"] }, () => {
  const limits = createLimits();
  const asha = { email: "asha@example.in" };
  for (let guess = 0; guess < 10; guess += 1)
    expect(limits.count("guess", { ...asha, address: `192.0.2.${guess}` })).toBeNull();
  expect(limits.count("guess", { ...asha, ...HOME })).toBe(900);
  expect(limits.count("guess", { ...asha, ...ELSEWHERE })).toBeNull();
  limits.resetGuesses({ ...asha, ...HOME });
  expect(limits.count("guess", { ...asha, ...HOME })).toBeNull();
});

test("limits a network to 300 log-ins in 15 minutes", () => {
  const limits = createLimits();
  for (let guess = 0; guess < 300; guess += 1) {
    const guesser = { address: `192.0.2.${guess % 250}`, email: `${guess}@example.in` };
    expect(limits.count("guess", guesser)).toBeNull();
    limits.resetGuesses(guesser);
  }
  expect(limits.count("guess", { ...HOME, email: "asha@example.in" })).toBe(900);
  expect(limits.count("guess", { ...ELSEWHERE, email: "asha@example.in" })).toBeNull();
});

test("uses an operator's numbers and ignores invalid ones", () => {
  const limits = createLimits();
  limits.setNumbers({ sign_ins_per_address_5_min: 2, changes_per_address_5_min: "many", uploads_per_address_5_min: 0 });
  expect(usesBeforeRefusal(limits, "sign-in", HOME)).toBe(2);
  expect(usesBeforeRefusal(limits, "change", HOME)).toBe(300);
  expect(usesBeforeRefusal(limits, "upload", HOME)).toBe(60);
  limits.setNumbers({});
  expect(usesBeforeRefusal(limits, "sign-in", NEIGHBOUR)).toBe(30);
});

test("bounds the counters in memory and keeps the most recently used", () => {
  const limits = createLimits(1000);
  usesBeforeRefusal(limits, "sign-in", HOME);
  for (let i = 0; i < 5000; i++) {
    limits.count("verify", { address: `10.${i % 200}.${Math.floor(i / 200)}.1` });
    if (i % 100 === 0) limits.count("sign-in", HOME);
  }
  expect(limits.count("sign-in", HOME)).toBe(300);
  expect(limits.size()).toBe(1000);
});

test("drops daily counters at midnight and keeps those of five minutes", () => {
  vi.setSystemTime(new Date("2026-11-25T23:00:00Z"));
  const limits = createLimits();
  for (let window = 0; window < 8; window += 1) {
    usesBeforeRefusal(limits, "review", HOME);
    vi.advanceTimersByTime(5 * MINUTE_MS + 1_000);
  }
  expect(limits.count("review", HOME)).toBeGreaterThan(3600);
  vi.setSystemTime(new Date("2026-11-25T23:59:55Z"));
  expect(usesBeforeRefusal(limits, "sign-in", HOME)).toBe(30);
  vi.advanceTimersByTime(5_020);
  expect(limits.count("sign-in", HOME)).toBe(295);
  vi.advanceTimersByTime(290_000);
  expect(limits.count("review", HOME)).toBeNull();
});

test("removes a counter after its window", () => {
  const limits = createLimits();
  limits.count("sign-in", HOME);
  limits.count("email-request", HOME);
  vi.advanceTimersByTime(301_000);
  limits.setNumbers({});
  expect(limits.size()).toBe(2);
  expect(vi.getTimerCount()).toBe(0);
});

test("states the waiting time", () => {
  const sentence = (wait: string) => `Too many requests from your network. Please try again ${wait}.`;
  expect(tooManyFromHere(7)).toBe(sentence("in a minute"));
  expect(tooManyFromHere(61)).toBe(sentence("in 2 minutes"));
  expect(tooManyFromHere(80_000)).toBe(sentence("in 23 hours"));
});

function usesBeforeRefusal(limits: Limits, use: Use, who: Who, most = 1000): number {
  for (let uses = 0; uses < most; uses += 1) if (limits.count(use, who) !== null) return uses;
  return most;
}
