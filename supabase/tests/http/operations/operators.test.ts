import { execFile, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sweepStrayFiles, sweepUploads } from "../../../../server/embedded/photo-objects.ts";
import { sweepDatabase } from "../../../../server/embedded/sweeping.ts";
import { THUMBNAIL_QUERY } from "../../../../server/embedded/proof-thumbnails.ts";
import { runCommand } from "../../../../server/operator/run-command.ts";
import {
  call,
  emailOf,
  insertReview,
  knownUser,
  logIn,
  emailsTo,
  newUser,
  newVisitor,
  owner,
  plainReview,
  publishReview,
  readReview,
  reportReview,
  rpc,
  server,
  uploadedPhoto,
  type User,
} from "../client.ts";
import { uniqueName } from "../../unique-name.ts";
import {
  PROGRAM_ENV,
  SERVER_WITHOUT_PAGES,
  WHOLE_SERVER,
  databaseUrlOf,
  newDataFolder,
  removeDataPath,
  runScript,
  stop,
  whenReady,
} from "../../../../scripts/server-for-tests.ts";

const ADMIN = fileURLToPath(new URL("../../../../server/operator/admin.ts", import.meta.url));
const DATA_DIR = server.dataDir;
const PHOTOS = path.join(DATA_DIR, "storage");
const SECRET_KEY = "sb_secret_of_the_project_in_these_tests";
const REASON = "Names the landlord's child.";

let project: Awaited<ReturnType<typeof startProject>>;
beforeAll(async () => {
  project = await startProject();
});
afterAll(() => project.stop());

const ACCESS = ["the data folder", "a project with its secret key"] as const;
type Access = (typeof ACCESS)[number];
/** The faster access, for tests of what the database decides. */
const PROJECT = ACCESS[1];

test.each(ACCESS)("withholds the photos of a hidden review and restores them with it (%s)", async (access) => {
  const user = await knownUser("photos");
  const photos = [await uploadedPhoto(user), await uploadedPhoto(user)];
  const [photo = ""] = photos;
  const other = await uploadedPhoto(user);
  await publishReview(user, { proof_urls: [other] });
  const id = await publishReview(user, { proof_urls: photos });
  expect(await statusOf(photo)).toBe(200);
  expect(await statusOf(thumbnailOf(photo))).toBe(200);

  await decide(id, "hide");
  expect(await admin(access, "sweep")).toMatchObject({ code: 0, err: "" });
  for (const each of photos) {
    expect([await statusOf(each), await statusOf(thumbnailOf(each))]).toEqual([404, 404]);
    const moved = each.replace("review-proofs/public", `withheld-proofs/${id}`);
    expect(await statusOf(moved)).toBe(404);
  }
  expect(await statusOf(other)).toBe(200);

  await decide(id, "unhide");
  expect(await admin(access, "sweep")).toMatchObject({ code: 0, err: "" });
  expect(await readReview(id)).toMatchObject({ verified: true, proofUrls: photos });
  for (const each of photos) expect(await statusOf(each)).toBe(200);
  expect(await statusOf(thumbnailOf(photo))).toBe(200);
});

test("deletes photos, reports and author with a review", async () => {
  const user = await knownUser("deleted");
  const photo = await uploadedPhoto(user);
  const id = await publishReview(user, { proof_urls: [photo] });
  const report = { review_id: id, reason: "spam", reporter_fingerprint: "f".repeat(64) };
  expect((await reportReview(newVisitor(), report)).status).toBe(201);
  await decide(id, "hide");
  await admin(PROJECT, "sweep");
  const deleted = await admin(PROJECT, "delete", id, "--reason", "Withdrawn by its author.");
  expect(deleted).toMatchObject({ code: 0, err: "" });
  const [left] = await owner`
    select (select count(*)::int from public.reviews where id = ${id}) as reviews,
      (select count(*)::int from public.review_reports where review_id = ${id}) as reports,
      (select count(*)::int from private.review_authors where review_id = ${id}) as authors,
      (select count(*)::int from storage.objects where name like ${`%${path.basename(photo)}`}) as photos`;
  expect(left).toEqual({ reviews: 0, reports: 0, authors: 0, photos: 0 });
  await expect(fs.access(path.join(PHOTOS, "withheld-proofs", id, path.basename(photo)))).rejects.toThrow("ENOENT");
  expect((await auditOf(id)).map(({ command }) => command)).toEqual(["hide", "delete"]);
});

// database/erasing.test.ts proves what an erasure deletes in each table.
test.each(ACCESS)("erases an account with its files, and repeats nothing (%s)", async (access) => {
  const user = await newUser("erased");
  const [photo, unused] = [await uploadedPhoto(user), await uploadedPhoto(user)];
  expect(await statusOf(thumbnailOf(photo))).toBe(200);
  const id = await publishReview(user, { email: user.email, proof_urls: [photo] });
  expect((await emailsTo(user.email)).length).toBeGreaterThan(0);
  expect(await tracesOf(user.email)).not.toEqual([]);

  const erased = await admin(access, "erase", user.email.toUpperCase());
  expect(erased).toMatchObject({ code: 0, err: "" });
  expect(erased.json).toMatchObject({ account: user.id, accounts: 1, reviews: 1 });
  expect(await tracesOf(user.email)).toEqual([]);
  expect(await tracesOf(user.id)).toEqual(["private.audit_log"]);
  const left = { displayName: "Anonymous", verified: false, proofUrls: [], rating: 4 };
  expect(await readReview(id)).toMatchObject(left);
  expect([await statusOf(photo), await statusOf(unused)]).toEqual([404, 404]);
  const names = [photo, unused].map((each) => path.basename(each));
  const files = await fs.readdir(PHOTOS, { recursive: true });
  expect(files.filter((file) => names.some((name) => file.includes(name)))).toEqual([]);
  expect((await logIn(user.email)).status).toBe(400);
  expect((await insertReview(user, plainReview())).status).toBe(401);
  const log = await auditOf(user.id);
  expect(log).toMatchObject([{ command: "erase", details: { accounts: 1, with_reviews: false } }]);
  expect(JSON.stringify(log), "the number of reviews").not.toContain('"reviews"');
  const again = await admin(access, "erase", user.email);
  expect(again).toMatchObject({ code: 1, err: "Nothing is kept about this email or account.\n" });
});

test("erases an account by its id, with its reviews", async () => {
  const user = await newUser("gone");
  const id = await publishReview(user, { email: user.email });
  expect(await admin("the data folder", "erase", user.id, "--with-reviews")).toMatchObject({ code: 0, err: "" });
  expect(await readReview(id)).toBeUndefined();
  expect(await tracesOf(user.email)).toEqual([]);
});

test.each(ACCESS)("sweeps unused uploads after an hour (%s)", async (access) => {
  const user = await knownUser("uploader");
  const photos: string[] = [];
  for (let count = 0; count < 4; count += 1) photos.push(await uploadedPhoto(user));
  const [orphan, fresh, used, hidden] = photos as [string, string, string, string];
  await publishReview(user, { proof_urls: [used] });
  const id = await publishReview(user, { property_name: "Hidden House", proof_urls: [hidden] });
  await decide(id, "hide");
  await admin(access, "sweep");
  expect(await statusOf(thumbnailOf(orphan))).toBe(200);

  const swept = await whileServerIsStopped(async () => {
    await makeOld(orphan, used, hidden);
    return admin(access, "sweep");
  });
  expect(swept.json).toMatchObject({ photos: 1, accounts: 0, sessions: 0, events: 0 });
  expect([await statusOf(orphan), await statusOf(thumbnailOf(orphan))]).toEqual([404, 404]);
  expect([await statusOf(fresh), await statusOf(used)]).toEqual([200, 200]);
  await expect(fs.access(path.join(PHOTOS, "withheld-proofs", id, path.basename(hidden)))).resolves.toBeUndefined();
});

const LAST_WEEK = new Date(Date.now() - 7 * 24 * 60 * 60 * 1000);

test("sweeps old files without a row", async () => {
  const user = await knownUser("uploader");
  const photo = await uploadedPhoto(user);
  await publishReview(user, { proof_urls: [photo] });
  const folder = path.join(PHOTOS, "review-proofs", "public");
  const stray = path.join(folder, "1763700000999-stray1.png");
  const young = path.join(folder, "1763700000998-stray2.png");
  await fs.copyFile(path.join(folder, path.basename(photo)), stray);
  await fs.copyFile(stray, young);
  await fs.utimes(path.join(folder, path.basename(photo)), LAST_WEEK, LAST_WEEK);
  // An operator is moving this file: its row still names the other bucket.
  const moving = path.join(PHOTOS, "withheld-proofs", randomUUID(), path.basename(photo));
  await fs.mkdir(path.dirname(moving), { recursive: true });
  await fs.link(path.join(folder, path.basename(photo)), moving);
  const swept = await whileServerIsStopped(async () => {
    await fs.utimes(stray, LAST_WEEK, LAST_WEEK);
    return sweepStrayFiles(owner, PHOTOS);
  });
  expect(swept).toBe(1);
  await expect(fs.access(moving)).resolves.toBeUndefined();
  await fs.rm(moving);
  await expect(fs.access(stray)).rejects.toThrow("ENOENT");
  await expect(fs.access(young)).resolves.toBeUndefined();
  expect(await statusOf(photo)).toBe(200);
  await fs.rm(young);
});

test("sweeps no file in the folder of another database", async () => {
  const elsewhere = await fs.mkdtemp(path.join(os.tmpdir(), "gharsach-photos-"));
  const strangers = path.join(elsewhere, "review-proofs", "public");
  await fs.mkdir(strangers, { recursive: true });
  const [known] = await owner<{ count: number }[]>`select count(*)::int as count from storage.objects`;
  for (let each = 0; each <= (known?.count ?? 0); each++) {
    await fs.writeFile(path.join(strangers, `1763700000999-other${each}.png`), "");
    await fs.utimes(path.join(strangers, `1763700000999-other${each}.png`), LAST_WEEK, LAST_WEEK);
  }
  expect(await sweepStrayFiles(owner, elsewhere)).toBe(0);
  expect((await fs.readdir(strangers)).length).toBe((known?.count ?? 0) + 1);
  await fs.rm(elsewhere, { recursive: true });
});

test("sweeps nothing after a clock jump until an operator confirms the clock", { tags: ["11.58"] }, async () => {
  const folder = await newDataFolder();
  const started = await whenReady(runScript(SERVER_WITHOUT_PAGES, [], { DATA_DIR: folder }));
  const sql = postgres(await databaseUrlOf(folder), { max: 1 });
  await sql`insert into private.sweep_clock (swept_at, looked_at) select at, at from (select now() - interval '3 days' as at)`;
  const jumped = /^The clock is more than a day from the last sweep/;
  for (const sweep of [sweepUploads, sweepStrayFiles])
    await expect(sweep(sql, path.join(folder, "storage"))).rejects.toThrow(jumped);
  await expect(sweepDatabase(sql)).rejects.toThrow(jumped);
  await sql.end();
  const err = expect.stringMatching(/npm run admin -- sweep --clock-is-right\n$/);
  expect(await run(["sweep"], { DATA_DIR: folder })).toMatchObject({ code: 1, err });
  expect(await run(["sweep", "--clock-is-right"], { DATA_DIR: folder })).toMatchObject({ code: 0, err: "" });
  expect(await stop(started)).toBe(0);
  await removeDataPath(folder);
});

test("looks up the author of a review and the data of an email, and logs both", async () => {
  const user = await newUser("asked");
  const id = await publishReview(user);
  const author = await admin(PROJECT, "author-of", id, "--reason", "Order 12 of the High Court.");
  expect(author.json).toMatchObject({ account: { id: user.id, email: user.email }, email_given: null });
  // Auth writes such entries on hosted projects.
  const payload = owner.json({ action: "login", actor_id: user.id, actor_username: user.email });
  await owner`insert into auth.audit_log_entries (payload) values (${payload})`;
  const about = await admin(PROJECT, "about", user.email, "--reason", "Asked for a copy.");
  expect(about.json).toMatchObject({ accounts: [{ id: user.id }], reviews: [{ id }], reports: [], waitlist: null });
  expect(about.json.account_events).toHaveLength(1);
  const unknown = await admin(PROJECT, "about", "unknown@example.in", "--reason", "Asked for a copy.");
  expect(unknown.json).toMatchObject({ accounts: [], reviews: [], reports: [], waitlist: null });
  expect(await auditOf(id)).toMatchObject([{ command: "author-of", reason: "Order 12 of the High Court." }]);
  expect(await auditOf(user.id)).toMatchObject([{ command: "about" }]);
});

test("merges two homes by their URLs", { tags: ["10.11"] }, async () => {
  const user = await knownUser("merged");
  const place = { locality: "Merge Layout", city: "Pune" };
  const name = uniqueName("Merge Court");
  const homeOf = async (changes: object) => {
    const id = await publishReview(user, { ...place, property_name: name, ...changes });
    return (await readReview(id))?.propertyId as string;
  };
  const into = await homeOf({ rating: 5 });
  const from = await homeOf({ property_name: `${name} Apts`, rating: 1 });
  const address = (id: string) =>
    `https://gharsach.example/homes/pune/merge-layout/merge-court-${id.slice(0, 8)}?sort=lowest`;
  const found = async (id: string) => (await rpc(newVisitor(), "home", { short_id: id.slice(0, 8) })).body;

  const merged = await admin(PROJECT, "merge", address(from), address(into), "--reason", REASON);
  expect(merged.json).toMatchObject({
    from: { property_name: `${name} Apts` },
    into: { property_name: name, review_count: 2 },
    reviews: 1,
  });
  expect(await found(from)).toMatchObject({ propertyId: into, propertyName: name, count: 2 });
});

test("fails with a message for unknown reviews, emails and settings", async () => {
  const unknown = randomUUID();
  for (const command of ["delete", "author-of"]) {
    const wrong = await admin(PROJECT, command, unknown, "--reason", REASON);
    expect(wrong, command).toMatchObject({ code: 1, out: "", err: "There is no review with this id.\n" });
  }
  expect(await admin(PROJECT, "erase", emailOf("unknown"))).toMatchObject({ code: 1, out: "" });
  expect((await admin(PROJECT, "set", "report_secret", "1")).err).toContain("There is no such setting.");
  expect((await admin(PROJECT, "settings")).out).not.toContain("secret");
});

const KEY_FILE = fileURLToPath(new URL("../../retention-key.asc", import.meta.url));

test.each(ACCESS)(
  "exports sealed records to files for an order (%s)",
  { tags: ["10.624", "10.625"] },
  async (access) => {
    const elliptic = await admin(access, "set-retention-key", ADMIN, "--reason", REASON);
    expect(elliptic).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringContaining("The retention key (RETENTION_KEY)"),
    });
    const set = await admin(access, "set-retention-key", KEY_FILE, "--reason", REASON);
    expect(set).toMatchObject({ code: 0, json: { from: null, to: expect.stringMatching(/^[\da-f]{64}$/) } });
    const user = await newUser("sealed");
    await admin(PROJECT, "erase", user.email);
    const off = await admin(access, "set-retention-key", "off", "--reason", REASON);
    expect(off.json).toEqual({ from: set.json.to, to: null });

    const folder = await fs.mkdtemp(path.join(os.tmpdir(), "gharsach-order-"));
    // A command of root continues as the server's user.
    await fs.chmod(folder, 0o777);
    const [{ day = "" } = {}] = await owner<
      { day: string }[]
    >`select sealed_on::text as day from private.sealed_records`;
    const into = (name: string) => ["--into", path.join(folder, name), "--reason", "Order 12 of the High Court."];
    const exported = await admin(access, "sealed-records", day, ...into("day"));
    expect(exported).toMatchObject({ code: 0, json: { folder: path.join(folder, "day") } });
    const files = await fs.readdir(path.join(folder, "day"));
    expect(files).toHaveLength(exported.json.records);
    const privateKey = await fs.readFile(KEY_FILE.replace(".asc", "-private.asc"), "utf8");
    const texts = await Promise.all(
      files.map(async (file) => {
        const sealed = await fs.readFile(path.join(folder, "day", file));
        const [row] =
          await owner`select extensions.pgp_pub_decrypt(${sealed}, extensions.dearmor(${privateKey})) as text`;
        return { id: path.basename(file, ".pgp"), text: row?.text as string };
      }),
    );
    const [found = { id: "" }, ...others] = texts.filter(({ text }) => text.includes(user.email));
    expect(others).toEqual([]);
    expect(await admin(access, "sealed-records", found.id, ...into("one"))).toMatchObject({ json: { records: 1 } });
    expect(await fs.readdir(path.join(folder, "one"))).toEqual([`${found.id}.pgp`]);
    const again = await admin(access, "sealed-records", found.id, ...into("one"));
    expect(again).toMatchObject({ code: 1, err: expect.stringMatching(/^Name a new folder with --into: EEXIST/) });
    expect(await auditOf(found.id)).toMatchObject([
      { command: "sealed-records", reason: "Order 12 of the High Court." },
    ]);
    await fs.rm(folder, { recursive: true });
  },
);

test(
  "seals deletions and says so on Privacy while a server has RETENTION_KEY",
  { tags: ["10.624", "10.627"] },
  async () => {
    const folder = await newDataFolder();
    for (const key of [KEY_FILE, ""]) {
      const started = await whenReady(runScript(WHOLE_SERVER, [], { DATA_DIR: folder, RETENTION_KEY: key }));
      const sql = postgres(await databaseUrlOf(folder), { max: 1 });
      const [row] = await sql`select value <> 'null' as "isSealed" from private.settings where key = 'retention_key'`;
      await sql.end();
      const page = await (await fetch(`${started.url}/privacy`)).text();
      expect([row?.isSealed, page.includes("keeps what it deletes sealed for 180 days")]).toEqual([!!key, !!key]);
      expect(await stop(started)).toBe(0);
    }
    const broken = path.join(path.dirname(folder), "key.asc");
    await fs.writeFile(broken, (await fs.readFile(KEY_FILE, "utf8")).replace(/(?<=\n\n)m/, "x"));
    const refusals = [
      [KEY_FILE.replace(".asc", "-private.asc"), "The retention key holds a private key, which must stay offline"],
      [broken, "PostgreSQL cannot encrypt to this retention key"],
    ];
    for (const [RETENTION_KEY = "", sentence = ""] of refusals) {
      const refused = runScript(SERVER_WITHOUT_PAGES, [], { DATA_DIR: folder, RETENTION_KEY });
      expect(await refused.ended).toBe(1);
      expect(refused.output()).toMatch(new RegExp(`^${sentence}`, "m"));
      expect(refused.output()).not.toContain("    at ");
    }
    await removeDataPath(folder);
  },
);

test("changes the data folder of a stopped server", async () => {
  const folder = await newDataFolder();
  for (const nth of [1, 2]) {
    expect(await stop(await whenReady(runScript(SERVER_WITHOUT_PAGES, [], { DATA_DIR: folder })))).toBe(0);
    const set = await run(["set", "waitlist_entries_per_address_day", String(60 + nth)], { DATA_DIR: folder });
    expect(set).toMatchObject({ code: 0, err: "" });
    expect(set.json).toMatchObject({ from: 59 + nth, to: 60 + nth });
  }
  await removeDataPath(folder);
});

test("names a project or data folder that it cannot use", async () => {
  const wrongKey = await run(["audit"], { SUPABASE_URL: project.url, SUPABASE_SECRET_KEY: "sb_secret_another" });
  expect(wrongKey).toMatchObject({ code: 1, out: "" });
  expect(wrongKey.err).toMatch(/^The project does not accept this key/);
  const nowhere = await run(["audit"], { SUPABASE_URL: "http://127.0.0.1:9", SUPABASE_SECRET_KEY: SECRET_KEY });
  expect(nowhere.code).toBe(1);
  expect(nowhere.err).toContain("http://127.0.0.1:9 does not answer");
  const empty = await fs.mkdtemp(path.join(os.tmpdir(), "gharsach-empty-"));
  const noData = await run(["audit"], { DATA_DIR: empty });
  expect(noData.err).toContain(`There is no database in ${empty}`);
  expect(await fs.readdir(empty)).toEqual([]);
  await fs.rmdir(empty);
});

interface Ended {
  code: number;
  out: string;
  err: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- Tests read answers of every shape.
  json: any;
}

function admin(access: Access, ...args: string[]): Promise<Ended> {
  if (access === "the data folder") return run(args, { DATA_DIR });
  return runHere(args, { SUPABASE_URL: project.url, SUPABASE_SECRET_KEY: SECRET_KEY });
}

/** Runs `npm run admin -- …` without npm. */
function run(args: string[], env: Record<string, string>): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { env: { ...PROGRAM_ENV, ...env }, cwd: os.tmpdir() };
    const child = execFile(process.execPath, [ADMIN, ...args], options, (error, out, err) =>
      resolve(endedWith(error ? Number(error.code) : 0, out, err)),
    );
    child.stdin?.end();
  });
}

/** Runs `npm run admin -- …` in this process, which saves starting another one. */
async function runHere(args: string[], env: Record<string, string>): Promise<Ended> {
  const written = { out: "", err: "" };
  const code = await runCommand(args, {
    environment: () => env,
    print: (text) => (written.out += text),
    complain: (text) => (written.err += text),
    confirm: () => Promise.resolve(true),
  });
  return endedWith(code, written.out, written.err);
}

function endedWith(code: number, out: string, err: string): Ended {
  const json: unknown = out === "" ? undefined : JSON.parse(out);
  return { code, out, err, json };
}

/** Starts a stub of a hosted project on the same database and photos. */
async function startProject() {
  const program = fileURLToPath(new URL("../../project-stub.ts", import.meta.url));
  const child = fork(program, [server.databaseUrl, PHOTOS, SECRET_KEY], {
    env: PROGRAM_ENV,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [port] = (await once(child, "message", { signal: AbortSignal.timeout(30_000) })) as [number];
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      const ended = once(child, "exit");
      child.disconnect();
      await ended;
    },
  };
}

function decide(id: string, command: "hide" | "unhide") {
  return owner`select private.decide(${id}, ${command}, 'asha', '2.2', ${REASON})`;
}

function auditOf(subject: string) {
  return owner<{ command: string; operator: string; subject: string; reason: string; details: object }[]>`
    select command, operator, subject, reason, details from private.audit_log where subject = ${subject} order by id`;
}

async function statusOf(address: string): Promise<number> {
  return (await call(newVisitor(), "GET", address)).status;
}

function thumbnailOf(photo: string): string {
  return photo.replace("/object/", "/render/image/") + THUMBNAIL_QUERY;
}

async function makeOld(...photos: string[]): Promise<void> {
  const names = photos.map((photo) => path.basename(photo));
  await owner`
    update storage.objects set created_at = now() - interval '61 minutes'
    where regexp_replace(name, '^.*/', '') in ${owner(names)}`;
}

/** Runs `count` while the server is paused: its sweeps would change the counts. */
async function whileServerIsStopped<Result>(count: () => Promise<Result>): Promise<Result> {
  const { pid } = server;
  if (!pid) throw new Error("This run has not started the server.");
  process.kill(pid, "SIGSTOP");
  try {
    return await count();
  } finally {
    process.kill(pid, "SIGCONT");
  }
}

/** Returns the tables with a row that contains this text, ignoring case. */
async function tracesOf(text: User["email"]): Promise<string[]> {
  const tables = await owner<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('auth', 'public', 'private', 'storage') order by 1`;
  const found: string[] = [];
  for (const { name } of tables) {
    const [hit] = await owner.unsafe(`select 1 from ${name} as t where position($1 in lower(t::text)) > 0 limit 1`, [
      text.toLowerCase(),
    ]);
    if (hit) found.push(name);
  }
  return found;
}
