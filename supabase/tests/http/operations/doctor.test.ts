import { execFile } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PROGRAM_ENV, runScript, SERVER_WITHOUT_PAGES, stop, whenReady } from "../../../../scripts/server-for-tests.ts";
import type { Line } from "../../../../server/doctor/fact.ts";
import { FACTS } from "../../../../server/doctor/facts.ts";
import { knownUser, owner, publishReview, server, uploadedPhoto } from "../client.ts";

const DOCTOR = fileURLToPath(new URL("../../../../server/doctor/doctor.ts", import.meta.url));
const API = server.apiUrl;

let backups = "";
beforeAll(async () => {
  backups = await fs.mkdtemp(path.join(os.tmpdir(), "gharsach-backups-"));
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(":", "");
  await fs.writeFile(path.join(backups, `gharsach-${stamp}Z.tar.gz`), "an archive");
});
afterAll(() => fs.rm(backups, { recursive: true }));

test("reports no failure for a healthy server, and no email or secret", async () => {
  const author = await knownUser("photographer");
  await publishReview(author, { proof_urls: [await uploadedPhoto(author)] });
  const { code, lines, out } = await examine();
  expect(lines.map(({ fact }) => fact)).toEqual(
    FACTS.filter(({ backends }) => backends.includes("embedded")).map(({ name }) => name),
  );
  // The tests disable the limits and set no grievance contact. The free disk space depends on the machine.
  const others = lines.filter(({ fact }) => fact !== "disk");
  expect(others.filter(({ state }) => state !== "ok").map(({ fact, state }) => [fact, state])).toEqual([
    ["limits", "warn"],
    ["grievance contact", "warn"],
  ]);
  expect(code).toBe(0);
  expect(out).not.toMatch(/@|sb_|eyJ/);
  const forPeople = await run(["--backups", backups], { DATA_DIR: server.dataDir, SITE_URL: API });
  expect(forPeople.out.trim().split("\n")).toHaveLength(lines.length);
  expect(forPeople.out).toMatch(/^ok {7}database {11}PostgreSQL [\d.]+ answers$/m);
});

test("warns of a sender of another site", { tags: ["10.638"] }, async () => {
  const { lines } = await examine({ SITE_URL: "https://flatfacts.invalid" });
  expect(lines.find(({ fact }) => fact === "sender")).toMatchObject({
    state: "warn",
    detail: "emails come from gharsach.in, and the pages name an address of gharsach.in",
    remedy: "set CONTACT_EMAIL, MAIL_FROM or both to addresses of flatfacts.invalid",
  });
});

test("names what is wrong in the database", async () => {
  const changes: [change: string, undo: string, fact: string, detail: string][] = [
    [
      "grant select on public.reviews to anon",
      "revoke select on public.reviews from anon",
      "grants",
      "too much: grant select on public.reviews to anon",
    ],
    [
      "alter table public.review_reports disable row level security",
      "alter table public.review_reports enable row level security",
      "policies",
      "missing: row security on public.review_reports",
    ],
    [
      `insert into private.email_outbox (template, recipient, next_try_at, created_at)
        values ('recovery', 'waits@example.in', now() + interval '1 day', now() - interval '20 minutes')`,
      "delete from private.email_outbox where recipient = 'waits@example.in'",
      "waiting emails",
      "one has been waiting for 20 minutes",
    ],
  ];
  for (const [change] of changes) await owner.unsafe(change);
  const { code, lines } = await examine().finally(async () => {
    for (const [, undo] of changes) await owner.unsafe(undo);
  });
  for (const [, , fact, detail] of changes)
    expect(lines.find((line) => line.fact === fact)).toMatchObject({ state: "fail", detail });
  expect(code).toBe(1);
});

test("names the newer database after a downgrade", { tags: ["11.281"] }, async () => {
  await owner`insert into supabase_migrations.schema_migrations (version) values ('99990101000000')`;
  const { lines } = await examine().finally(
    () => owner`delete from supabase_migrations.schema_migrations where version = '99990101000000'`,
  );
  expect(lines.filter(({ state }) => state === "fail").map(({ fact, detail }) => [fact, detail])).toEqual([
    ["migrations", "the database is of a newer version: 99990101000000"],
  ]);
  const unknown = lines.filter(({ remedy }) => remedy === "see the line of the migrations");
  const dependent = ["grants", "policies", "triggers", "functions", "roles", "buckets"];
  expect(unknown.map(({ fact }) => fact)).toEqual(dependent);
});

test("names the settings to change if no server runs", async () => {
  const empty = await fs.mkdtemp(path.join(os.tmpdir(), "gharsach-empty-"));
  const { code, lines } = await examine({ DATA_DIR: empty, SITE_URL: "http://127.0.0.1:9" });
  const remedyOf = (name: string) => lines.find(({ fact }) => fact === name)?.remedy;
  expect(remedyOf("web server")).toMatch(/SITE_URL/);
  expect(remedyOf("database")).toMatch(/no server is running on/);
  expect(remedyOf("migrations")).toBe("see the line of the database");
  expect(remedyOf("public key")).toBe("see the line of the web server");
  expect(code).toBe(1);
  expect(await fs.readdir(empty)).toEqual([]);
  await fs.rmdir(empty);
});

test("reports the facts that a project does not return as unknown, with a remedy", async () => {
  const project = { BACKEND: "supabase", SUPABASE_URL: API, SUPABASE_PUBLISHABLE_KEY: server.publishableKey };
  const { lines } = await examine({ ...project, SITE_URL: API });
  // The web server uses the embedded backend.
  expect(lines.filter(({ state }) => state === "fail").map(({ fact }) => fact)).toEqual(["web server"]);
  const unknown = lines.filter(({ state }) => state === "unknown");
  expect(unknown.every(({ remedy }) => remedy)).toBe(true);
  expect(unknown.map(({ fact }) => fact)).toEqual([
    ...["database", "migrations", "grants", "policies", "triggers", "functions", "roles", "buckets"],
    ...["database settings", "jit", "limits", "worker", "sweeps", "waiting emails", "visitor addresses", "sign-up"],
    ...["redirect addresses", "email templates", "smtp", "disk", "backup", "retention"],
  ]);
});

test("exits with 2 for unusable settings", async () => {
  expect(await run(["--json"], { BACKEND: "supabase" })).toEqual({
    code: 2,
    out: '{"error":"BACKEND=supabase needs SUPABASE_URL, the address of the project."}\n',
    err: "",
  });
  const wrong = { code: 2, out: "", err: expect.stringMatching(/^SMTP_URL/) };
  expect(await run([], { SMTP_URL: "foo" })).toMatchObject(wrong);
  expect((await run(["--jason"], {})).code).toBe(2);
  expect(await run(["--help"], {})).toMatchObject({ code: 0, out: expect.stringContaining("--backups <folder>") });
});

test("warns at the start of a server if its project cannot transform images", async () => {
  const project = createServer(({ url }, answer) => {
    const isStorage = url?.startsWith("/storage/");
    answer.writeHead(isStorage ? 404 : 200).end(isStorage ? '{"message":"Route not found"}' : "[]");
  }).listen(0, "127.0.0.1");
  await once(project, "listening");
  const url = `http://127.0.0.1:${(project.address() as AddressInfo).port}`;
  const env = { BACKEND: "supabase", SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: "sb_publishable_x" };
  const web = await whenReady(runScript(SERVER_WITHOUT_PAGES, [], env));
  await expect
    .poll(() => web.output(), { timeout: 10_000 })
    .toMatch(/renditions: they do not work.+PROOF_THUMBNAILS=original/);
  await stop(web);
  project.close();
});

interface Ended {
  code: number;
  out: string;
  err: string;
}

async function examine(env: Record<string, string> = {}): Promise<Ended & { lines: Line[] }> {
  const given = env.BACKEND ? env : { DATA_DIR: server.dataDir, SITE_URL: API, ...env };
  const ended = await run(["--json", "--backups", backups], given);
  return { ...ended, lines: JSON.parse(ended.out) as Line[] };
}

/** Runs `npm run doctor -- …` without npm. */
function run(args: string[], env: Record<string, string>): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { env: { ...PROGRAM_ENV, ...env }, cwd: os.tmpdir() };
    execFile(process.execPath, [DOCTOR, ...args], options, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err });
    });
  });
}
