import { Hono } from "hono";
import type postgres from "postgres";
import { beforeEach, expect, test, vi } from "vitest";
import type { ServerEnv } from "../../client-address.ts";
import { createAuth } from "./auth.ts";
import { createLimits } from "../limits.ts";
import type { EmailOutbox } from "../email-outbox.ts";
import { Refusal } from "../refusal.ts";
import { createSessions } from "../sessions.ts";

const begun = vi.hoisted(() => [] as string[]);
vi.mock("../passwords.ts", () => ({
  hashPassword: async (password: string) => (begun.push(`hash ${password}`), "hash"),
  matchesPassword: async (password: string) => (begun.push(`compare ${password}`), false),
  hashing: { run: (_network: string, task: () => Promise<unknown>) => task(), isFull: () => false },
}));

// Lets the service's delays follow the fake timers.
vi.mock("node:timers/promises", () => ({
  setTimeout: (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
}));

// Fixes the time, because daily counters restart at midnight.
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "Date", "performance"], now: Date.UTC(2026, 10, 25) }));

const PASSWORD = "monsoon-2025";
const REQUESTS = {
  recover: { email: "ravi@example.in" },
  resend: { email: "mira@example.in", type: "signup" },
  signup: { email: "asha@example.in", password: PASSWORD },
};
type State = "no account" | "an account that waits" | "a confirmed account";
const STATES: State[] = ["no account", "an account that waits", "a confirmed account"];

test.for(STATES)(
  "answers each request for an email after it is stored, at a fixed time (%s)",
  { tags: ["11.226"] },
  async (state) => {
    for (const [call, body] of Object.entries(REQUESTS)) {
      for (const [storeMs, answeredAfterMs] of [
        [1, 150],
        [140, 150],
        [170, 300],
      ] as const) {
        const { ask, steps } = accountService(state, storeMs);
        begun.length = 0;
        const answered = ask(call, body).then((status) => steps.push(`answered ${status}`));
        await vi.advanceTimersByTimeAsync(answeredAfterMs - 1);
        expect(steps, call).toEqual(["stored"]);
        await vi.advanceTimersByTimeAsync(1);
        await answered;
        expect(steps, call).toEqual(["stored", "looked for emails", "answered 200"]);
        expect(begun).toHaveLength(call === "signup" ? 1 : 0);
      }
    }
  },
);

test("does not acknowledge or count what cannot be stored", async () => {
  const service = accountService("no account", 1);
  const ask = (...request: Parameters<typeof service.ask>) => settled(service.ask(...request));
  for (const [call, body] of Object.entries(REQUESTS)) {
    service.isLost = true;
    expect(await ask(call, body), call).toBe(500);
    service.isLost = false;
    expect(await ask(call, body), call).toBe(200);
  }
});

test.for(STATES)(
  "keeps recoveries for an email's owner despite others' sign-ups (%s)",
  { tags: ["11.203"] },
  async (state) => {
    const { ask } = accountService(state, 1);
    const email = REQUESTS.signup.email;
    const statuses = async (calls: string[]) => {
      const answers: number[] = [];
      for (const call of calls) {
        answers.push(await settled(ask(call, call === "signup" ? REQUESTS.signup : { email })));
        vi.setSystemTime(Date.now() + 61_000);
      }
      vi.setSystemTime(Date.now() + 3_600_000);
      return answers;
    };
    const recoveries = ["recover", "recover", "recover"];
    expect(await statuses(Array<string>(18).fill("signup"))).toEqual(Array<number>(18).fill(200));
    expect(await statuses(recoveries)).toEqual([200, 200, 429]);
    expect(await statuses(recoveries)).toEqual([200, 200, 429]);
    expect(await statuses(recoveries)).toEqual([200, 429, 429]);
  },
);

async function settled<Result>(answer: Promise<Result>): Promise<Result> {
  await vi.advanceTimersByTimeAsync(200);
  return answer;
}

/** Creates the account service on a database whose transactions take this long. */
function accountService(state: State, storeMs: number) {
  const service = { isLost: false, steps: [] as string[], ask };
  const account = { is_confirmed: state === "a confirmed account", encrypted_password: "x", sign_up: null };
  const query = async () => {
    if (service.isLost) throw new Error("CONNECTION_REFUSED");
    return Object.assign(state === "no account" ? [] : [account], { count: 1 });
  };
  async function begin(work: (transaction: unknown) => Promise<void>) {
    await query();
    await work(sql);
    await new Promise((resolve) => setTimeout(resolve, storeMs));
    service.steps.push("stored");
  }
  const sql = Object.assign(query, { begin }) as unknown as postgres.Sql;
  const auth = createAuth({
    sql,
    sessions: createSessions(sql, "secret", "http://localhost"),
    limits: createLimits(),
    outbox: { sendDue: () => void service.steps.push("looked for emails") } as EmailOutbox,
    publishableKey: "public-key",
    trustProxy: true,
  });
  const app = new Hono<ServerEnv>();
  app.post("/signup", auth.signUp).post("/recover", auth.recover).post("/resend", auth.resend);
  app.onError((error, c) => (error instanceof Refusal ? error.answer(c) : c.body(null, 500)));
  async function ask(call: string, body: object): Promise<number> {
    const headers = { "x-forwarded-for": "192.0.2.1" };
    return (await app.request(`/${call}`, { method: "POST", headers, body: JSON.stringify(body) })).status;
  }
  return service;
}
