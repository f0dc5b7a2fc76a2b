import { EventEmitter } from "node:events";
import { Hono } from "hono";
import type postgres from "postgres";
import { expect, test, vi } from "vitest";
import type { ServerEnv } from "../../client-address.ts";
import { createAuth } from "./auth.ts";
import { createLimits } from "../limits.ts";
import type { EmailOutbox } from "../email-outbox.ts";
import { createSessions } from "../sessions.ts";

const { endless, begun } = vi.hoisted(() => ({
  endless: new Promise<never>(() => {}),
  begun: [] as string[],
}));
vi.mock("../passwords.ts", () => ({
  hashPassword: (password: string) => (begun.push(`hash ${password}`), endless),
  matchesPassword: (password: string) => (begun.push(`compare ${password}`), endless),
  hashing: { run: (_network: string, task: () => Promise<unknown>) => task() },
}));

// The fixed time of an answer (answer-first.test.ts) is over at once.
vi.mock("node:timers/promises", () => ({ setTimeout: () => new Promise((resolve) => setImmediate(resolve)) }));

const PASSWORD = "monsoon-2025";
const REQUESTS = {
  recover: { email: "ravi@example.in" },
  resend: { email: "mira@example.in", type: "signup" },
  signup: { email: "asha@example.in", password: PASSWORD },
};
const STATES = {
  "no account": [],
  "an account that waits": [{ id: "1", is_confirmed: false, encrypted_password: "x", sent_seconds_ago: 3600 }],
  "a confirmed account": [{ id: "1", is_confirmed: true, encrypted_password: "x", sent_seconds_ago: 3600 }],
};

test.for(Object.keys(STATES) as (keyof typeof STATES)[])(
  "with %s, e-mails are asked for and answered while hashing and writing never end, and sign-up hashes once afterwards",
  async (state) => {
    for (const [call, body] of Object.entries(REQUESTS)) {
      const { ask, lookups } = accountService(async () => STATES[state]);
      begun.length = 0;
      expect([await ask(call, body), lookups(), begun], call).toEqual([200, 1, []]);
    }
    await expect.poll(() => begun).toEqual([expect.stringMatching(new RegExp(`^(hash|compare) ${PASSWORD}$`))]);
  },
);

test.for(Object.keys(STATES) as (keyof typeof STATES)[])(
  "with %s, whoever signs an address up again and again takes no recovery from its owner",
  async (state) => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { ask } = accountService(async () => STATES[state]);
    const statuses: number[] = [];
    for (let minute = 0; minute < 7; minute += 1) {
      statuses.push(await ask("signup", REQUESTS.signup));
      vi.setSystemTime(Date.now() + 61_000);
    }
    const email = REQUESTS.signup.email;
    for (let minute = 0; minute < 5; minute += 1) {
      statuses.push(await ask("recover", { email }));
      vi.setSystemTime(Date.now() + 61_000);
    }
    expect(statuses).toEqual(Array<number>(12).fill(200));
  },
);

test("a lost database fails the request before its answer, and uses up no minute", async () => {
  let isGone = true;
  const { ask } = accountService(async () => {
    if (isGone) throw new Error("CONNECTION_REFUSED");
    return [];
  });
  for (const [call, body] of Object.entries(REQUESTS)) {
    isGone = true;
    expect(await ask(call, body), call).toBe(500);
    isGone = false;
    expect(await ask(call, body), call).toBe(200);
  }
});

/** The account service on a database that answers selects and nothing else. */
function accountService(find: () => Promise<unknown[]>) {
  let count = 0;
  const isQuestion = ([text = ""]: TemplateStringsArray) => /^\s*select id, email_confirmed_at/.test(text);
  const query = (text: TemplateStringsArray) => {
    if (!isQuestion(text)) return endless;
    count += 1;
    return find();
  };
  const sql = Object.assign(query, { begin: () => endless }) as unknown as postgres.Sql;
  const auth = createAuth({
    sql,
    sessions: createSessions(sql, "secret", "http://localhost"),
    limits: createLimits(),
    outbox: {} as EmailOutbox,
    publishableKey: "public-key",
    trustProxy: true,
  });
  const app = new Hono<ServerEnv>();
  app
    .post("/signup", auth.signUp)
    .post("/recover", auth.recover)
    .post("/resend", auth.resend)
    .post("/token", auth.logIn);
  app.onError((_error, c) => c.body(null, 500));
  const ask = async (call: string, body: object) => {
    const headers = { "x-forwarded-for": "192.0.2.1" };
    const outgoing = new EventEmitter();
    const env = { outgoing };
    const answer = await app.request(`/${call}`, { method: "POST", headers, body: JSON.stringify(body) }, env);
    setImmediate(() => outgoing.emit("close"));
    return answer.status;
  };
  return { ask, lookups: () => count };
}
