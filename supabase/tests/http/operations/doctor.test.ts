import { execFile } from "node:child_process";
import fs from "node:fs/promises";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Line } from "../../../../server/doctor/line.ts";
import { readExpected } from "../../../../server/doctor/expected.ts";
import { createWebServer } from "../../../../server/web-server.ts";
import { PROGRAM_ENV } from "../../../../scripts/server-for-tests.ts";
import { readSettings } from "../../../../server/settings.ts";
import { knownUser, owner, publishReview, server, uploadedPhoto } from "../client.ts";

const DOCTOR = fileURLToPath(new URL("../../../../server/doctor/doctor.ts", import.meta.url));
const API = server.apiUrl;
const KEY = server.publishableKey;
const DATA_DIR = server.dataDir;
const SECRET_KEY = "sb_secret_of_the_project_in_these_tests";

let backups = "";
beforeAll(async () => {
  backups = await fs.mkdtemp(path.join(os.tmpdir(), "gharsach-backups-"));
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(":", "");
  await fs.writeFile(path.join(backups, `gharsach-${stamp}Z.tar`), "an archive");
});
afterAll(() => fs.rm(backups, { recursive: true }));

test("a server that is well has no line that fails, and its lines hold no e-mail and no secret", async () => {
  await publishPhoto();
  const { code, lines, out } = await examine();
  expect(lines.filter(({ state }) => state === "fail" || state === "unknown")).toEqual([]);
  // The tests set the limits wide, and no person is named for complaints.
  expect(lines.filter(({ state }) => state === "warn").map(({ fact }) => fact)).toEqual([
    "limits",
    "grievance contact",
  ]);
  expect(lines.map(({ fact }) => fact)).toEqual([
    ...["web server", "https", "database", "migrations", "grants", "policies", "triggers", "functions", "roles"],
    ...[
      "buckets",
      "database settings",
      "limits",
      "worker",
      "waiting letters",
      "public key",
      "closed tables",
      "closed functions",
    ],
    ...["exposed schemas", "closed photo list", "clocks", "image renditions", "visitor addresses", "smtp"],
    ...["disk", "backup", "grievance contact", "node"],
  ]);
  expect(code).toBe(0);
  expect(out).not.toMatch(/@|sb_|eyJ/);
});

interface Fault {
  /** Each is undone by the statement beside it. */
  statement: string;
  undo: string;
  fact: string;
  detail: string;
}

const faults: Fault[] = [
  {
    statement: "revoke execute on function public.recent_reviews(integer) from anon",
    undo: "grant execute on function public.recent_reviews(integer) to anon",
    fact: "public key",
    detail: "visitors may not read reviews with it",
  },
  {
    statement: "revoke execute on function public.review_cities() from anon",
    undo: "grant execute on function public.review_cities() to anon",
    fact: "grants",
    detail: "grant execute on function public.review_cities() to anon. too much: ",
  },
  {
    statement: "grant select on public.reviews to anon",
    undo: "revoke select on public.reviews from anon",
    fact: "grants",
    detail: "too much: grant select on public.reviews to anon",
  },
  {
    statement: "alter table public.review_reports disable row level security",
    undo: "alter table public.review_reports enable row level security",
    fact: "policies",
    detail: "missing: row security on public.review_reports",
  },
  {
    statement: "drop trigger date_name on public.reviews",
    // Empty: it is made again from its own definition.
    undo: "",
    fact: "triggers",
    detail: "missing: trigger date_name AFTER UPDATE ",
  },
  {
    statement: "alter function private.has_live_session() security invoker",
    undo: "alter function private.has_live_session() security definer",
    fact: "functions",
    detail: "missing: function private.has_live_session() as the owner",
  },
  {
    statement: "alter role anon reset statement_timeout",
    undo: "alter role anon set statement_timeout = '3s'",
    fact: "roles",
    detail: "missing: role anon statement_timeout=3s",
  },
  {
    statement: "update storage.buckets set file_size_limit = null where id = 'review-proofs'",
    undo: "update storage.buckets set file_size_limit = 5242880 where id = 'review-proofs'",
    fact: "buckets",
    detail: "too much: bucket review-proofs public, at most any number of bytes",
  },
  {
    statement:
      "update supabase_migrations.schema_migrations set version = '20261121060000' where version = '20261123061700'",
    undo: "update supabase_migrations.schema_migrations set version = '20261123061700' where version = '20261121060000'",
    fact: "migrations",
    detail: "not applied: 20261123061700",
  },
  {
    statement: `insert into private.mail_outbox (template, recipient, next_try_at, created_at)
      values ('recovery', 'waits@example.in', now() + interval '1 day', now() - interval '20 minutes')`,
    undo: "delete from private.mail_outbox where recipient = 'waits@example.in'",
    fact: "waiting letters",
    detail: "one has been waiting for 20 minutes",
  },
];

let withFaults: ReturnType<typeof examine> | undefined;

/** One look at all of it. */
async function examineFaults() {
  const [trigger] = await owner<{ made: string }[]>`
    select pg_get_triggerdef(oid) as made from pg_trigger where tgname = 'date_name'`;
  for (const { statement } of faults) await owner.unsafe(statement);
  try {
    return await examine();
  } finally {
    for (const { undo } of faults) await owner.unsafe(undo || (trigger?.made ?? ""));
  }
}

test.each(faults)("$fact: what is wrong is named ($statement)", async ({ fact, detail }) => {
  withFaults ??= examineFaults();
  const { code, lines } = await withFaults;
  const line = lines.find((each) => each.fact === fact);
  expect(line).toMatchObject({ state: "fail", detail: expect.stringContaining(detail) });
  expect(code).toBe(1);
});

test("without its server a data folder is said to be at rest, and is not started", async () => {
  const empty = await fs.mkdtemp(path.join(os.tmpdir(), "gharsach-empty-"));
  const { code, lines } = await examine({ DATA_DIR: empty });
  expect(lines.find(({ fact }) => fact === "database")).toMatchObject({
    state: "fail",
    remedy: expect.stringContaining("no server is running on"),
  });
  expect(lines.find(({ fact }) => fact === "public key")).toMatchObject({
    state: "fail",
    remedy: expect.stringContaining("set DATA_DIR"),
  });
  expect(code).toBe(1);
  expect(await fs.readdir(empty), "and nothing is made").toEqual([]);
  await fs.rmdir(empty);
});

test("a server that is stopped is named by its address, and other lines point to that one", async () => {
  const { lines } = await examine({ SITE_URL: "http://127.0.0.1:9" });
  expect(lines.find(({ fact }) => fact === "web server")).toMatchObject({
    state: "fail",
    detail: expect.stringMatching(/^http:\/\/127\.0\.0\.1:9 could not be reached \(/),
  });
  for (const fact of ["public key", "image renditions"])
    expect(lines.find((line) => line.fact === fact)?.remedy).toBe("see the line of the web server");
});

test("a server without a mail server, a backup and https fails once it is public", async () => {
  const { lines } = await examine({ SITE_URL: API.replace("127.0.0.1", "0.0.0.0") }, "--backups", "/nowhere");
  expect(lines.filter(({ state }) => state === "fail").map(({ fact }) => fact)).toEqual([
    "https",
    "smtp",
    "backup",
    "grievance contact",
  ]);
});

test("our own server as a project: what it does not answer is unknown, with a place to look", async () => {
  await publishPhoto();
  const site = await startHostedSite(API);
  const project = { BACKEND: "supabase", SUPABASE_URL: API, SUPABASE_PUBLISHABLE_KEY: KEY, SITE_URL: site.url };
  const { code, lines } = await examine(project).finally(site.stop);
  const unknown = lines.filter(({ state }) => state === "unknown");
  expect(unknown.every(({ remedy }) => remedy)).toBe(true);
  expect(unknown.map(({ fact }) => fact)).toEqual([
    ...["database", "migrations", "grants", "policies", "triggers", "functions", "roles", "buckets"],
    ...[
      "database settings",
      "limits",
      "worker",
      "waiting letters",
      "visitor addresses",
      "sign-up",
      "redirect addresses",
    ],
    ...["letters", "smtp", "disk", "backup"],
  ]);
  expect(lines.filter(({ state }) => state === "fail")).toEqual([]);
  expect(code).toBe(0);
});

test("a project with its secret key is compared, and asked as a visitor", async () => {
  await publishPhoto();
  const project = await startProject();
  const site = await startHostedSite(project.url);
  const env = {
    ...{ BACKEND: "supabase", SUPABASE_URL: project.url, SUPABASE_PUBLISHABLE_KEY: KEY, SITE_URL: site.url },
    SUPABASE_SECRET_KEY: SECRET_KEY,
  };
  try {
    project.leadsTo = `${site.url}/#error_code=otp_expired`;
    const well = await examine(env);
    expect(well.lines.filter(({ state }) => state === "fail")).toEqual([]);
    expect(well.lines.filter(({ state }) => state === "unknown").map(({ fact }) => fact)).toEqual([
      ...["letters", "smtp", "disk", "backup"],
    ]);
    expect(well.code).toBe(0);
    expect(well.out).not.toContain(SECRET_KEY);

    project.leadsTo = "http://localhost:3000/#error_code=otp_expired";
    project.isOpen = true;
    await owner`revoke usage on schema gate from anon`;
    const ill = await examine(env).finally(() => owner`grant usage on schema gate to anon`);
    expect(ill.lines.filter(({ state }) => state === "fail")).toMatchObject([
      { fact: "grants", detail: "missing: grant usage on schema gate to anon" },
      { fact: "closed tables", detail: "anybody reads * of review_reports" },
      { fact: "redirect addresses", detail: expect.stringContaining("lead to http://localhost:3000") },
    ]);
    expect(ill.code).toBe(1);
  } finally {
    await site.stop();
    await project.stop();
  }
});

test("settings that cannot be used end with 2", async () => {
  expect(await run(["--json"], { BACKEND: "supabase" })).toMatchObject({
    code: 2,
    out: '{"error":"BACKEND=supabase needs SUPABASE_URL, the address of the project."}\n',
    err: "",
  });
  expect(await run([], { SMTP_URL: "foo" })).toMatchObject({
    code: 2,
    out: "",
    err: expect.stringMatching(/^SMTP_URL/),
  });
  expect((await run(["--jason"], {})).code).toBe(2);
  const help = await run(["--help"], {});
  expect(help).toMatchObject({ code: 0, out: expect.stringContaining("--backups <folder>") });
});

test("for people it is one line for each fact", async () => {
  const { out } = await run(["--backups", backups], { DATA_DIR, SITE_URL: API });
  const { lines } = await examine();
  expect(out.trim().split("\n")).toHaveLength(lines.length);
  expect(out).toMatch(/^ok {7}database {11}PostgreSQL [\d.]+ answers$/m);
});

interface Ended {
  code: number;
  out: string;
  err: string;
}

async function examine(env: Record<string, string> = {}, ...args: string[]): Promise<Ended & { lines: Line[] }> {
  const given = env.BACKEND ? env : { DATA_DIR, SITE_URL: API, ...env };
  const ended = await run(["--json", ...(args.length > 0 ? args : ["--backups", backups])], given);
  return { ...ended, lines: JSON.parse(ended.out) as Line[] };
}

/** `npm run doctor -- …`, without npm. */
function run(args: string[], env: Record<string, string>): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { env: { ...PROGRAM_ENV, ...env }, cwd: os.tmpdir() };
    execFile(process.execPath, [DOCTOR, ...args], options, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err });
    });
  });
}

/** There is a rendition to ask for. */
async function publishPhoto(): Promise<void> {
  const author = await knownUser("photographer");
  await publishReview(author, { proof_urls: [await uploadedPhoto(author)] });
}

async function listen(app: Hono) {
  const listener = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }) as Server;
  if (!listener.listening) await new Promise((resolve) => listener.once("listening", resolve));
  const stop = async () => {
    listener.closeAllConnections();
    await new Promise((resolve) => listener.close(resolve));
  };
  return { url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`, stop };
}

/** A web server with BACKEND=supabase, without pages. */
async function startHostedSite(projectUrl: string) {
  const settings = readSettings({
    BACKEND: "supabase",
    SUPABASE_URL: projectUrl,
    SUPABASE_PUBLISHABLE_KEY: KEY,
  });
  const renderPage = async () => new Response("No pages here.", { status: 404 });
  const { app } = createWebServer({ settings, ping: async () => {}, renderPage, assetsFolder: null });
  return listen(app as unknown as Hono);
}

/**
 * The tests' server behind a gateway that adds what a hosted project answers besides: to the secret key, about accounts, and as
 * PostgREST about tables.
 */
async function startProject() {
  const app = new Hono();
  const project = { leadsTo: "", isOpen: false };
  // Made by the embedded server at its start, not by a migration.
  const ofProjects = (await readExpected("supabase")).access;
  const embeddedOnly = (await readExpected("embedded")).access.filter((rule) => !ofProjects.includes(rule));
  app.post("/rest/v1/rpc/:name{operator_\\w+}", async (c) => {
    if (c.req.header("apikey") !== SECRET_KEY) return c.json({ code: "42501", message: "permission denied" }, 401);
    const [row] = await owner.unsafe(`select public.${c.req.param("name")}() as answer`);
    const answer = row?.answer as { access?: string[] };
    const access = answer.access?.filter((rule) => !embeddedOnly.includes(rule));
    return c.json(access ? { ...answer, access } : answer);
  });
  app.get("/rest/v1/settings", (c) => c.json({ code: "PGRST106", message: "Invalid schema" }, 406));
  app.get("/rest/v1/:table", (c) => {
    if (project.isOpen && c.req.param("table") === "review_reports" && c.req.query("select") === "*") return c.json([]);
    return c.json({ code: "42501", message: "permission denied" }, 401);
  });
  app.get("/auth/v1/settings", (c) =>
    c.json({ external: { email: true, phone: false }, disable_signup: false, mailer_autoconfirm: false }, 200, {
      "cf-ray": "8a1-BOM",
    }),
  );
  app.get("/auth/v1/verify", (c) => c.redirect(project.leadsTo, 303));
  app.all("*", async (c) => {
    const body = c.req.method === "GET" ? {} : { body: await c.req.text() };
    const { pathname, search } = new URL(c.req.url);
    return fetch(API + pathname + search, { method: c.req.method, headers: c.req.raw.headers, ...body });
  });
  return Object.assign(project, await listen(app));
}
