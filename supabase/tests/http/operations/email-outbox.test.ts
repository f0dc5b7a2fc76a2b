import type { Email } from "postal-mime";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  SERVER_WITHOUT_PAGES,
  databaseUrlOf,
  newDataFolder,
  removeDataPath,
  runScript,
  stop,
  whenReady,
  type Server,
} from "../../../../scripts/server-for-tests.ts";
import { type Answer, call, newVisitor, PASSWORD } from "../client.ts";
import { type MailServer, startMailServer } from "./mail-server.ts";

let mailServer: MailServer;
let dataDir = "";
let server: Server & { sql: postgres.Sql };

beforeAll(async () => {
  dataDir = await newDataFolder();
  mailServer = await startMailServer();
  server = await startServer();
});

afterAll(async () => {
  await server.sql.end();
  await stop(server);
  mailServer.stop();
  await removeDataPath(dataDir);
});

test("sends an email and deletes it from the outbox", async () => {
  mailServer.behavior = "accepts";
  expect((await signUp("asha@example.in")).status).toBe(200);
  const email = await emailTo("asha@example.in");
  expect(email.subject).toBe("Confirm your email for GharSach");
  expect(email.messageId).toMatch(/^<[\da-f-]{36}@localhost>$/);
  await outboxIsEmpty();
  const { status } = await post("verify", { type: "signup", token_hash: tokenIn(email) });
  expect(status).toBe(200);
});

test("delays no sign-up, recovery or page while the mail server hangs", async () => {
  mailServer.behavior = "hangs";
  const before = mailServer.connections;
  for (const email of ["hangs-1@example.in", "hangs-2@example.in", "hangs-3@example.in", "hangs-4@example.in"]) {
    const began = performance.now();
    expect((await signUp(email)).status).toBe(200);
    expect(performance.now() - began).toBeLessThan(6_000);
  }
  await expect.poll(() => mailServer.connections - before, { timeout: 5_000 }).toBe(4);
  const began = performance.now();
  expect((await signUp("hangs-5@example.in")).status).toBe(200);
  expect((await post("recover", { email: "asha@example.in" })).status).toBe(200);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect(performance.now() - began).toBeLessThan(12_000);
  // Four are sent at a time; the others are queued.
  await expect.poll(waiting).toBe(6);
  expect(mailServer.connections - before).toBe(4);
});

test("resends the emails of a killed process once, with working links", async () => {
  expect(await waiting()).toBe(6);
  server.process.kill("SIGKILL");
  await server.ended;
  await server.sql.end();
  mailServer.behavior = "accepts";
  server = await startServer();
  const email = await emailTo("hangs-1@example.in");
  await outboxIsEmpty();
  expect((await post("verify", { type: "signup", token_hash: tokenIn(email) })).status).toBe(200);
  const recovery = await emailTo("asha@example.in", /new password/);
  expect((await post("verify", { type: "recovery", token_hash: tokenIn(recovery) })).status).toBe(200);
  for (const number of [1, 2, 3, 4, 5]) {
    expect(mailServer.taken.filter(({ to }) => to?.[0]?.address === `hangs-${number}@example.in`).length).toBe(1);
  }
});

test("retries a refused email with exponential backoff", async () => {
  mailServer.behavior = "fails";
  expect((await signUp("patience@example.in")).status).toBe(200);
  for (const [tries, pause] of [
    [1, 30],
    [2, 60],
  ] as const) {
    const row = await failedOnceMore();
    expect(row.tries).toBe(tries);
    expect(row.next_in).toBeGreaterThan(pause - 15);
    expect(row.next_in).toBeLessThanOrEqual(pause);
    if (tries === 1) await server.sql`update private.email_outbox set next_try_at = now()`;
  }
  mailServer.behavior = "accepts";
  await server.sql`update private.email_outbox set next_try_at = now()`;
  const email = await emailTo("patience@example.in");
  await outboxIsEmpty();
  expect((await post("verify", { type: "signup", token_hash: tokenIn(email) })).status).toBe(200);
});

test("gives up and erases an email after ten tries, and logs it without its address", async () => {
  mailServer.behavior = "fails";
  expect((await signUp("never@example.in")).status).toBe(200);
  await failedOnceMore();
  await server.sql`update private.email_outbox set tries = 9, next_try_at = now()`;
  await outboxIsEmpty();
  await expect
    .poll(() => server.output())
    .toContain("emails: gave up on a confirmation email after 10 tries (EMESSAGE 451).");
  const log = server.output();
  expect(log).toContain("emails: a confirmation email was not accepted (EMESSAGE 451), next try in 30 s.");
  expect(log).not.toMatch(/@|example\.in|token|[\da-f]{32}/);
});

test("does not retry an address that the mail server refuses permanently", async () => {
  mailServer.behavior = "refuses the recipient";
  expect((await signUp("nowhere@example.in")).status).toBe(200);
  await expect
    .poll(() => server.output(), { timeout: 5_000 })
    .toContain("emails: gave up on a confirmation email after 1 tries (EENVELOPE 550).");
  await outboxIsEmpty();
  mailServer.behavior = "accepts";
});

async function startServer(): Promise<typeof server> {
  const started = await whenReady(runScript(SERVER_WITHOUT_PAGES, [], { DATA_DIR: dataDir, SMTP_URL: mailServer.url }));
  return { ...started, sql: postgres(await databaseUrlOf(dataDir), { max: 1, onnotice: () => {} }) };
}

function signUp(email: string): Promise<Answer> {
  return post("signup", { email, password: PASSWORD });
}

function post(action: string, body: object): Promise<Answer> {
  return call(newVisitor(), "POST", `/auth/v1/${action}`, { body, server: server.url });
}

async function waiting(): Promise<number> {
  const [row] = await server.sql<{ count: number }[]>`select count(*)::int from private.email_outbox`;
  return row?.count ?? 0;
}

async function outboxIsEmpty(): Promise<void> {
  await expect.poll(waiting, { timeout: 10_000 }).toBe(0);
}

let failures = 0;

/** Waits for another failed attempt. Resolves to the only row of the outbox. */
async function failedOnceMore(): Promise<{ tries: number; next_in: number }> {
  failures += 1;
  const failed = () => server.output().split("was not accepted").length - 1;
  await expect.poll(failed, { timeout: 10_000 }).toBe(failures);
  const [row] = await server.sql<{ tries: number; next_in: number }[]>`
    select tries, extract(epoch from next_try_at - now())::float8 as next_in from private.email_outbox`;
  if (!row) throw new Error("The outbox is empty.");
  return row;
}

async function emailTo(address: string, subject = /./): Promise<Email> {
  const find = () =>
    mailServer.taken.find((email) => email.to?.[0]?.address === address && subject.test(email.subject ?? ""));
  await expect.poll(() => find() !== undefined, { timeout: 10_000 }).toBe(true);
  return find() as Email;
}

function tokenIn(email: Email): string {
  return /token_hash=([\w-]+)/.exec(email.text ?? "")?.[1] ?? "";
}
