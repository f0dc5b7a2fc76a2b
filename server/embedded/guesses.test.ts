import { type Context, Hono } from "hono";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ServerEnv } from "../client-address.ts";
import { createAddressLimits } from "./address-limits.ts";
import { AuthRefusal } from "./auth-refusal.ts";
import { createDeviceCookies, DEVICE_COOKIE } from "./device-cookie.ts";
import { type Attempt, createGuesses } from "./guesses.ts";

const EMAIL = "asha@example.in";
const ACCOUNT = { id: "8c8a5c0e-4a9c-4d8e-9d7f-0b5f3a1c2d3e", encrypted_password: "$2b$10$one" };
const DAY_MS = 24 * 60 * 60_000;
const SECRET = "of-this-server-alone-and-long-enough";

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-25T06:00:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

test("of 180 guesses from 60 networks in 12 seconds 65 are heard; then a known device gets in at once, a new one in half a minute", async () => {
  const { logIn, cookieOf } = site();
  const cookie = await cookieOf(ACCOUNT);
  const answers: unknown[] = [];
  for (let guess = 0; guess < 180; guess += 1) {
    answers.push(await logIn({ address: `198.${guess % 60}.100.${guess}` }));
    vi.advanceTimersByTime(12_000 / 180);
  }
  expect(answers.filter((answer) => answer === "wrong").length).toBe(65);
  expect(await logIn({ address: "203.0.113.9", cookie, isRight: true })).toBe("in");
  let seconds = 0;
  while ((await logIn({ address: "192.0.2.9", isRight: true })) !== "in") {
    vi.advanceTimersByTime(1_000);
    seconds += 1;
  }
  // The rest of the half minute that began with the 51st guess.
  expect(seconds).toBeLessThan(25);
});

test("an attack that goes on is heard thirty times a minute, and from each network twice", async () => {
  const { logIn } = site();
  const heard: number[] = [];
  for (let minute = 0; minute < 5; minute += 1) {
    let wrong = 0;
    for (let guess = 0; guess < 900; guess += 1) {
      const address = `198.${guess % 60}.100.${guess % 250}`;
      if ((await logIn({ address })) === "wrong") wrong += 1;
      if (guess % 15 === 14) vi.advanceTimersByTime(1_000);
    }
    heard.push(wrong);
  }
  // 50 for the account, then what its 60 networks have left of their two.
  expect(heard).toEqual([80, 30, 10, 0, 0]);
  expect(await logIn({ address: "192.0.2.9", isRight: true })).toBe("in");
});

test("who is refused for the guesses of others has not guessed, and hears when to try again", async () => {
  const { logIn } = site();
  for (let guess = 0; guess < 65; guess += 1) await logIn({ address: `198.51.${guess}.1` });
  for (let turn = 0; turn < 20; turn += 1) expect(await logIn({ address: "192.0.2.9", isRight: true })).toBe(30);
  vi.advanceTimersByTime(31_000);
  expect(await logIn({ address: "192.0.2.9" })).toBe("wrong");
  expect(await logIn({ address: "192.0.2.9" })).toBe("wrong");
  expect(await logIn({ address: "192.0.2.10", isRight: true }), "the third from this /24").toBe(869);
});

test("without a cookie an unknown address hears the same as an account through all limits", async () => {
  const answers = [ACCOUNT, undefined].map(async (account) => {
    const { logIn } = site(SECRET, true, account);
    const heard: unknown[] = [];
    for (let guess = 0; guess < 12; guess += 1) heard.push(await logIn({ address: "192.0.2.1" }));
    for (let guess = 0; guess < 12; guess += 1) heard.push(await logIn({ address: `192.0.2.${2 + guess}` }));
    for (let guess = 0; guess < 90; guess += 1) heard.push(await logIn({ address: `198.51.${guess % 40}.${guess}` }));
    return heard;
  });
  const [known = [], unknown] = await Promise.all(answers);
  expect(known).toEqual(unknown);
  expect(known.filter((answer) => answer === "wrong").length).toBe(65);
});

test("a known device has ten guesses of its own, and the right password gives them back", async () => {
  const { logIn, cookieOf } = site();
  const cookie = await cookieOf(ACCOUNT);
  for (let guess = 0; guess < 9; guess += 1) expect(await logIn({ address: "192.0.2.1", cookie })).toBe("wrong");
  expect(await logIn({ address: "192.0.2.2", cookie, isRight: true })).toBe("in");
  for (let guess = 0; guess < 10; guess += 1)
    expect(await logIn({ address: `192.0.2.${guess}`, cookie })).toBe("wrong");
  expect(await logIn({ address: "192.0.2.20", cookie, isRight: true })).toBe(900);
  expect(await logIn({ address: "192.0.2.20", isRight: true }), "none of them counts for the network").toBe("in");
});

test("a device cookie is worth nothing for another account, after another password, changed, or after 180 days", async () => {
  const { isKnown, cookieOf } = site();
  const cookie = await cookieOf(ACCOUNT);
  const [id, issuedAt, signature] = cookie.split(".");
  expect(await isKnown(cookie, ACCOUNT)).toBe(true);
  expect(await isKnown(cookie, { ...ACCOUNT, id: "another" })).toBe(false);
  expect(await isKnown(cookie, { ...ACCOUNT, encrypted_password: "$2b$10$two" })).toBe(false);
  const later = String(Number(issuedAt) + 1);
  for (const forged of [
    "",
    ".",
    "..",
    `${id}x.${issuedAt}.${signature}`,
    `${id}.${later}.${signature}`,
    `${id}.${issuedAt}.`,
  ])
    expect(await isKnown(forged, ACCOUNT), forged).toBe(false);
  expect(await site("of-another-server-and-long-enough-too").isKnown(cookie, ACCOUNT)).toBe(false);
  vi.advanceTimersByTime(180 * DAY_MS - 1_000);
  expect(await isKnown(cookie, ACCOUNT)).toBe(true);
  vi.advanceTimersByTime(2_000);
  expect(await isKnown(cookie, ACCOUNT)).toBe(false);
});

test("the cookie is HttpOnly, SameSite=Strict, limited to the log-in path, and names no account", async () => {
  const { setCookieOf } = site();
  const value = String.raw`[\w-]{22}\.\d{10}\.[\w-]{43}`;
  const attributes = "; Max-Age=15552000; Path=/auth/v1/token; HttpOnly; Secure; SameSite=Strict";
  expect(await setCookieOf(ACCOUNT)).toMatch(new RegExp(`^${DEVICE_COOKIE}=${value}${attributes}$`));
  const hasSecure = (await site(SECRET, false).setCookieOf(ACCOUNT)).includes("Secure");
  expect(hasSecure, "on a site without TLS").toBe(false);
});

interface LogIn {
  address: string;
  cookie?: string;
  isRight?: boolean;
}

/** What of a site looks at guesses. A log-in resolves to "in", "wrong", or the seconds to wait. */
function site(secret = SECRET, isSecure = true, found: typeof ACCOUNT | undefined = ACCOUNT) {
  const devices = createDeviceCookies(secret, isSecure);
  const guesses = createGuesses(createAddressLimits(), devices, true);

  async function ask<Result>(
    headers: Record<string, string>,
    work: (c: Context<ServerEnv>) => Promise<Result> | Result,
  ) {
    const app = new Hono<ServerEnv>();
    let result: Result | undefined;
    app.get("/", async (c) => {
      result = await work(c);
      return c.body(null);
    });
    const answer = await app.request("/", { headers });
    return { result, setCookie: answer.headers.get("set-cookie") ?? "" };
  }

  async function logIn({ address, cookie, isRight = false }: LogIn): Promise<"in" | "wrong" | number | undefined> {
    const headers = { "x-forwarded-for": address, ...(cookie && { cookie: `${DEVICE_COOKIE}=${cookie}` }) };
    const { result } = await ask(headers, async (c) => {
      let attempt: Attempt;
      try {
        attempt = guesses.begin(c, EMAIL, found);
      } catch (error) {
        return error instanceof AuthRefusal ? error.more.seconds : undefined;
      }
      if (isRight) attempt.succeed();
      return isRight ? "in" : "wrong";
    });
    return result;
  }

  const setCookieOf = async (account: typeof ACCOUNT) => (await ask({}, (c) => devices.remember(c, account))).setCookie;
  return {
    logIn,
    setCookieOf,
    cookieOf: async (account: typeof ACCOUNT) => /=([^;]+)/.exec(await setCookieOf(account))?.[1] ?? "",
    async isKnown(cookie: string, account: typeof ACCOUNT): Promise<boolean | undefined> {
      const headers = { cookie: `${DEVICE_COOKIE}=${cookie}` };
      return (await ask(headers, (c) => devices.deviceOf(c, account) !== undefined)).result;
    },
  };
}
