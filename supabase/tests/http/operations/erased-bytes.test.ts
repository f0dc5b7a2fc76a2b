import { execFile } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { serve } from "@hono/node-server";
import PostalMime from "postal-mime";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { disableLimits } from "../../../../scripts/disable-limits.ts";
import { databaseUrlOf, newDataFolder, PROGRAM_ENV, removeDataPath } from "../../../../scripts/server-for-tests.ts";
import { startEmbeddedBackend, type EmbeddedBackend } from "../../../../server/embedded/backend.ts";
import { readSettings } from "../../../../server/settings.ts";
import { createWebServer } from "../../../../server/web-server.ts";
import { photoName, picture, plainReview } from "../client.ts";

// A server of its own on a folder of its own, whose clock the test moves: what it sweeps by itself is looked for in the files.

const ADMIN = fileURLToPath(new URL("../../../../server/operator/admin.ts", import.meta.url));
const DAY_MS = 24 * 60 * 60 * 1000;
const TEN_MINUTES_MS = 10 * 60 * 1000;
const TABLES =
  "auth.users auth.identities private.review_authors private.monthly_reviewers private.review_names private.review_proofs private.reporter_emails " +
  "private.mail_outbox private.grievances private.grievance_emails public.referral_waitlist storage.objects";

let dataDir: string;
let backend: EmbeddedBackend;
let server: Server;
let owner: postgres.Sql;

// Servers, files and the job each take their time on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

beforeAll(async () => {
  dataDir = await newDataFolder();
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const settings = readSettings({ DATA_DIR: dataDir, SEED: "none", SITE_URL: "http://localhost", LOG_FORMAT: "json" });
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  backend = await startEmbeddedBackend(settings);
  owner = postgres(await databaseUrlOf(dataDir), { max: 1, onnotice: () => {} });
  await disableLimits(owner);
  const { app } = createWebServer({
    settings,
    ping: backend.ping,
    renderPage: async () => new Response("", { status: 404 }),
    assetsFolder: null,
    api: backend.api,
  });
  server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }) as Server;
  if (!server.listening) await new Promise((resolve) => server.once("listening", resolve));
});

afterAll(async () => {
  server.close();
  await owner.end();
  await backend.stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
  await removeDataPath(dataDir);
});

test("a day after an account is erased, no file of the data folder holds its e-mail or name", async () => {
  const neighbour = await newPerson("neighbour");
  await leaveTraces(neighbour, neighbour);
  // What the first day leaves: each table rewritten once.
  vi.advanceTimersByTime(TEN_MINUTES_MS);
  await expect.poll(lastRewrite, { timeout: 60_000 }).not.toBeNull();

  for (const name of ["asha", "ravi"]) {
    const person = await newPerson(name);
    await leaveTraces(person, neighbour);
    await owner`checkpoint`;
    const lying = await filesWith(person.mark);
    expect(lying.join("\n"), "what there is to find").toMatch(/postgres\/base\//);
    expect(lying.join("\n")).toMatch(/postgres\/pg_wal\//);
    expect(lying.join("\n")).toMatch(/mail\//);

    const { stdout } = await promisify(execFile)(process.execPath, [ADMIN, "erase", person.email, "--json"], {
      env: { ...PROGRAM_ENV, DATA_DIR: dataDir },
    });
    expect(JSON.parse(stdout)).toMatchObject({ accounts: 1, reviews: 1, names: 1, reports: 1, waitlist: 1 });
    expect(await rowsWith(person.mark)).toEqual([]);
    await owner`checkpoint`;
    expect((await filesWith(person.mark)).length, "rows that are deleted keep their bytes").toBeGreaterThan(0);

    await letADayPass();
    await expect.poll(() => filesWith(person.mark), { timeout: 60_000, interval: 500 }).toEqual([]);
  }
  // Others keep what is theirs.
  expect((await filesWith(neighbour.mark)).join()).toContain("postgres/base/");
  expect(await rowsWith(neighbour.mark)).toContain("auth.users");
});

test("tables are rewritten where something was written since the last time, and only at night or after 22 hours", async () => {
  await letADayPass();
  const before = await filesOfTables();
  await owner`insert into public.referral_waitlist (name, email) values ('A', ${`${randomUUID()}@example.in`})`;
  await owner`select pg_stat_force_next_flush()`;
  await owner`update private.table_rewrites set at = now() - interval '1 hour'`;
  vi.advanceTimersByTime(TEN_MINUTES_MS);
  await delay(1000);
  expect(await filesOfTables(), "not before its time").toEqual(before);
  await letADayPass();
  const changed = Object.entries(await filesOfTables()).filter(([name, file]) => before[name] !== file);
  expect(changed.map(([name]) => name)).toEqual(["referral_waitlist"]);
});

test("kept e-mails go after a week", async () => {
  const folder = path.join(dataDir, "mail");
  const [old, recent, draft] = ["old.eml", "recent.eml", ".draft-of-a-crash"].map((name) => path.join(folder, name));
  for (const file of [old, recent, draft]) await fs.writeFile(file ?? "", "To: asha@example.in");
  const age = async (file: string | undefined, days: number) => {
    const then = new Date(Date.now() - days * DAY_MS);
    await fs.utimes(file ?? "", then, then);
  };
  await age(old, 7.1);
  await age(draft, 7.1);
  await age(recent, 6.9);
  vi.advanceTimersByTime(60 * 60_000);
  await expect.poll(() => fs.readdir(folder), { timeout: 30_000 }).not.toContain("old.eml");
  await expect.poll(() => fs.readdir(folder), { timeout: 30_000 }).not.toContain(".draft-of-a-crash");
  expect(await fs.readdir(folder)).toContain("recent.eml");
});

interface Person {
  /** Found in nothing but this person's e-mail and name. */
  mark: string;
  email: string;
  accessToken: string;
}

/** A user who has signed up, confirmed and logged in. */
async function newPerson(name: string): Promise<Person> {
  const mark = `${name}${randomBytes(6).toString("hex")}`;
  const email = `${mark}+home@example.in`;
  const password = "monsoon-2025";
  await post("/auth/v1/signup", { email, password });
  const folder = path.join(dataDir, "mail");
  const link = () => linkIn(folder, email);
  await expect.poll(link, { timeout: 30_000 }).not.toBe("");
  await post("/auth/v1/verify", { type: "signup", token_hash: await link() });
  const { access_token } = await post("/auth/v1/token?grant_type=password", { email, password });
  return { mark, email, accessToken: access_token as string };
}

async function linkIn(folder: string, email: string): Promise<string> {
  for (const name of await fs.readdir(folder).catch(() => [])) {
    const mail = await PostalMime.parse(await fs.readFile(path.join(folder, name)));
    if (mail.to?.[0]?.address === email) return /token_hash=([\w-]+)/.exec(mail.text ?? "")?.[1] ?? "";
  }
  return "";
}

/** A review with a photo, a report, an entry of the waitlist, and a review of another account with the same e-mail. */
async function leaveTraces({ email, accessToken }: Person, other: Person): Promise<void> {
  const photo = photoName("png");
  const bytes = await picture().png().toBuffer();
  await post(`/storage/v1/object/review-proofs/${photo}`, bytes, accessToken);
  const proof = `/storage/v1/object/public/review-proofs/${photo}`;
  await post("/rest/v1/reviews", plainReview({ email, proof_urls: [proof], review_text: randomUUID() }), accessToken);
  const signed = plainReview({ email, review_text: randomUUID() });
  if (email !== other.email) await post("/rest/v1/reviews", signed, other.accessToken);
  const [row] = await owner<{ id: string }[]>`select id from public.reviews order by insert_order limit 1`;
  const report = { review_id: row?.id, reason: "spam", reporter_fingerprint: randomUUID(), reporter_email: email };
  await post("/rest/v1/review_reports", report);
  await post("/rest/v1/referral_waitlist", { name: email.split("+")[0], email });
  await post("/auth/v1/recover", { email });
  await owner`analyze`;
}

async function post(target: string, body: object, accessToken?: string): Promise<Record<string, unknown>> {
  const isPhoto = Buffer.isBuffer(body);
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}${target}`, {
    method: "POST",
    headers: {
      apikey: backend.publishableKey,
      "content-type": isPhoto ? "image/png" : "application/json",
      ...(accessToken ? { authorization: `Bearer ${accessToken}` } : {}),
    },
    body: isPhoto ? new Uint8Array(body) : JSON.stringify(body),
  });
  const text = await answer.text();
  expect(answer.ok, `${target}: ${answer.status} ${text}`).toBe(true);
  return text ? (JSON.parse(text) as Record<string, unknown>) : {};
}

/** Lets the server do what it does once a day; resolves when each table has been looked at. */
async function letADayPass(): Promise<void> {
  await owner`update private.table_rewrites set at = at - interval '1 day'`;
  vi.advanceTimersByTime(TEN_MINUTES_MS);
  const waiting = () =>
    owner`select from private.table_rewrites where at < now() - interval '22 hours'`.then((rows) => rows.length);
  await expect.poll(waiting, { timeout: 60_000 }).toBe(0);
}

async function lastRewrite(): Promise<unknown> {
  const [row] = await owner`select max(at) as at from private.table_rewrites where name = 'storage.objects'`;
  return row?.at;
}

/** Files of the data folder that hold this, in letters or as other formats write it. */
async function filesWith(mark: string): Promise<string[]> {
  const base64 = [0, 1, 2].map((shift) =>
    Buffer.from(`${"x".repeat(shift)}${mark}`)
      .toString("base64")
      .slice(shift === 0 ? 0 : 4, -4),
  );
  const forms = [mark, mark.toUpperCase(), Buffer.from(mark, "utf16le").toString("latin1"), ...base64];
  const found: string[] = [];
  for (const name of await fs.readdir(dataDir, { recursive: true })) {
    const bytes = await fs.readFile(path.join(dataDir, name)).catch(() => Buffer.alloc(0));
    if (forms.some((form) => bytes.includes(form, 0, "latin1"))) found.push(name);
  }
  return found;
}

async function rowsWith(mark: string): Promise<string[]> {
  const tables = await owner<{ name: string }[]>`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'private', 'auth', 'storage') order by 1`;
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await owner.unsafe(`select from ${name} as t where strpos(t::text, $1) > 0 limit 1`, [mark]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

async function filesOfTables(): Promise<Record<string, number>> {
  const rows = await owner<{ name: string; file: number }[]>`
    select oid::regclass::text as name, pg_relation_filenode(oid)::int as file
    from pg_class where oid = any (string_to_array(${TABLES}, ' ')::regclass[])`;
  return Object.fromEntries(rows.map(({ name, file }) => [name, file]));
}
