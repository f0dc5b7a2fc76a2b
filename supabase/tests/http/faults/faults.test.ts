import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { KILLS } from "../../../../scripts/test-length.ts";
import { canEnter, makeDataDir, systemUser } from "../../../../server/embedded/system-user.ts";
import type { Visitor } from "../client.ts";
import {
  beginServer,
  childrenOf,
  emptyDataDir,
  freePort,
  eventually,
  isAlive,
  keepWriting,
  makeAccounts,
  newDataDir,
  ownerOf,
  postgresPid,
  publish,
  ready,
  type Run,
  type Server,
  startServer,
  stop,
  storedReviews,
} from "./servers.ts";

const WRITERS = 8;
const LONGEST_START_MS = 10_000;

test(`loses no confirmed review in ${KILLS} kills under 8 writers, and restarts in 10 s`, async () => {
  const dataDir = await newDataDir();
  const confirmed = new Set<string>();
  const starts: number[] = [];
  let accounts: Visitor[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    const began = performance.now();
    const server = await startServer(dataDir);
    // Do not measure the first start, which creates the database.
    if (kill > 0) starts.push(performance.now() - began);
    else accounts = await makeAccounts(dataDir, 1_000 * KILLS);
    let isOver = false;
    const before = confirmed.size;
    const writers = Array.from({ length: WRITERS }, () => keepWriting(server, accounts, confirmed, () => isOver));
    await Promise.race([eventually(async () => confirmed.size > before + 3 * WRITERS), ...writers]);
    await delay(100 + 20 * kill);
    // Every third time PostgreSQL dies as well, as in a power failure.
    const database = kill % 3 === 2 ? await postgresPid(dataDir) : null;
    server.process.kill("SIGKILL");
    if (database) process.kill(database, "SIGKILL");
    isOver = true;
    await Promise.all([server.ended, ...writers]);
    expect(confirmed.size).toBeGreaterThan(before);
  }
  const server = await startServer(dataDir);
  const kept = await storedReviews(dataDir);
  expect([...confirmed].filter((id) => !kept.has(id))).toEqual([]);
  const [counts] = await ownerOf(dataDir, (sql) => {
    return sql`
      select (select count(*) from private.review_authors)::int as authors,
        (select sum(review_count) from public.properties)::int as counted`;
  });
  expect(counts).toEqual({ authors: kept.size, counted: kept.size });
  expect(Math.max(...starts)).toBeLessThan(LONGEST_START_MS);
  expect(await stop(server)).toBe(0);
});

test("reconnects every connection after PostgreSQL dies under writers", async () => {
  const dataDir = await newDataDir();
  const server = await startServer(dataDir);
  const accounts = await makeAccounts(dataDir, 3_000);
  for (let kill = 0; kill < 3; kill++) {
    const confirmed = new Set<string>();
    let isOver = false;
    const writers = Array.from({ length: 24 }, () => keepWriting(server, accounts, confirmed, () => isOver));
    await Promise.race([eventually(async () => confirmed.size > 48), ...writers]);
    process.kill((await postgresPid(dataDir)) ?? 0, "SIGKILL");
    isOver = true;
    await Promise.all(writers);
    expect(await eventually(async () => (await fetch(`${server.url}/healthz`)).status === 200)).toBe(true);
  }
  await delay(1_000);
  const published = await Promise.all(accounts.splice(0, 24).map((author) => publish(server, author)));
  expect(published.map(({ status }) => status)).toEqual(published.map(() => 201));
});

test("stops PostgreSQL after SIGTERM during the start", async () => {
  for (const isFirstStart of [true, false]) {
    const dataDir = await (isFirstStart ? emptyDataDir() : newDataDir());
    for (const wait of isFirstStart ? [150, 550, 1_100] : [350, 800]) {
      const run = beginServer(dataDir);
      await delay(wait);
      const database = await postgresPid(dataDir);
      const exit = await stop(run);
      // A signal that arrives before the first line of code runs ends Node itself.
      expect([0, "SIGTERM"], run.output()).toContain(exit);
      const left = (await postgresPid(dataDir)) ?? database;
      expect(left && isAlive(left), `PostgreSQL after ${wait} ms:\n${run.output()}`).toBeFalsy();
      expect(await processesIn(dataDir)).toEqual([]);
      if (isFirstStart && wait < 1_000) await fs.rm(dataDir, { recursive: true, force: true });
    }
    const server = await startServer(dataDir);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect(await stop(server)).toBe(0);
  }
});

test("lets one of several servers use a new data folder", async () => {
  const dataDir = await emptyDataDir();
  const runs = [1, 2, 3].map(() => beginServer(dataDir));
  const urls = await Promise.all(runs.map(ready));
  const serving = runs.filter((_, index) => urls[index]);
  expect(serving, runs.map((run) => run.output()).join("\n")).toHaveLength(1);
  const late = beginServer(dataDir);
  await expectToGiveUp(late);
  expect(late.output()).toBe(
    `Another GharSach is running on the data in ${dataDir}: stop it first, or set another DATA_DIR.\n`,
  );
  for (const run of runs.filter((each) => !serving.includes(each))) {
    expect(await run.ended).toBe(1);
    expect(run.output()).toContain(late.output());
  }
  expect((await fetch(`${urls.find(Boolean)}/healthz`)).status).toBe(200);
  expect(await Promise.all(serving.map(stop))).toEqual([0]);
});

test("creates a data folder once in several processes", async () => {
  for (const isClosed of [false, true]) {
    const dataDir = await emptyDataDir();
    // The system user cannot enter a closed parent folder, so the server creates the data folder elsewhere and links to it.
    if (isClosed) await fs.chmod(path.dirname(dataDir), 0o700);
    await Promise.all(Array.from({ length: 8 }, () => makeDataDir(dataDir)));
    const folder = await fs.realpath(dataDir);
    if (folder !== dataDir) onTestFinished(() => fs.rmdir(folder));
    expect(await fs.readdir(folder)).toEqual([]);
    const user = systemUser();
    expect((await fs.stat(folder)).uid).toBe(user?.uid ?? process.getuid?.());
    expect(user && canEnter(user, folder)).not.toBe(false);
  }
});

test("names a port that is taken and stops PostgreSQL", async () => {
  const dataDir = await newDataDir();
  const { port, release } = await freePort();
  const run = beginServer(dataDir, { PORT: String(port) });
  await expectToGiveUp(run);
  release();
  expect(run.output()).toContain(`Port ${port} is taken: stop the other program or set PORT.`);
  expect(run.output()).not.toMatch(/^\s+at /m);
  const database = await postgresPid(dataDir);
  expect(database && isAlive(database)).toBeFalsy();
});

test("refuses to start with damaged secrets", async () => {
  const dataDir = await newDataDir();
  const file = path.join(dataDir, "secrets.json");
  const whole = await fs.readFile(file);
  await fs.truncate(file, 40);
  const damaged = beginServer(dataDir);
  await expectToGiveUp(damaged);
  expect(damaged.output()).toBe(
    `${file} is damaged: restore it from a backup (without it, neither sessions nor the database open).\n`,
  );
  expect(await postgresPid(dataDir)).toBeNull();
  await fs.writeFile(file, whole);
  expect(await stop(await startServer(dataDir))).toBe(0);
});

test("refuses to start on a full disk", async () => {
  const dataDir = await newDataDir();
  const full = beginServer(dataDir);
  setFileLimit(full.process.pid ?? 0, 65_536);
  await expectToGiveUp(full);
  expect(full.output()).toMatch(/^The disk that holds \S+ is full: free space on it\./m);
  expect(full.output()).not.toMatch(/^\s+at /m);
  expect(await stop(await startServer(dataDir))).toBe(0);
});

test("refuses writes on a full disk, and continues when there is room", async () => {
  const dataDir = await newDataDir();
  const server = await startServer(dataDir);
  const before = await publishMany(server, dataDir, 5);
  const accounts = await makeAccounts(dataDir, 200);
  const write = () => publish(server, accounts.pop());
  await fillLog(dataDir);
  // A limit on the size of files has the effect of a full disk.
  await limitFiles(dataDir, server.process.pid ?? 0, FULL_AT);
  const refused = await write();
  expect(refused.status).toBeGreaterThanOrEqual(500);
  expect(refused.text).not.toMatch(/pg_wal|File too large|postgres/);
  expect((await fetch(`${server.url}/nothing`)).status).toBe(404);
  expect(await eventually(async () => server.output().includes("is full: free space on it."))).toBe(true);

  await limitFiles(dataDir, server.process.pid ?? 0, "unlimited");
  expect(await eventually(async () => (await fetch(`${server.url}/healthz`)).status === 200)).toBe(true);
  let later = await write();
  await eventually(async () => later.status === 201 || (later = await write()).status === 201);
  expect(later.status).toBe(201);
  const kept = [...(await storedReviews(dataDir))];
  expect(kept).toEqual(expect.arrayContaining([...before, later.id]));
  expect(kept).not.toContain(refused.id);
  expect(await stop(server)).toBe(0);
});

/** Publishes this many reviews. Resolves to their ids. */
async function publishMany(server: Server, dataDir: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (const account of await makeAccounts(dataDir, count)) {
    const review_text = `${"A quiet street. ".repeat(60)}${ids.length}`;
    const { id, status, text } = await publish(server, account, { review_text });
    expect(status, text).toBe(201);
    ids.push(id);
  }
  return ids;
}

/** Changes the file size limit (`ulimit -f`) of a running server and its PostgreSQL. */
async function limitFiles(dataDir: string, server: number, bytes: number | "unlimited"): Promise<void> {
  const database = await postgresPid(dataDir);
  setFileLimit(server, bytes);
  for (const pid of database && isAlive(database) ? [database, ...(await childrenOf(database))] : [])
    setFileLimit(pid, bytes);
}

/** Larger than PostgreSQL's files of shared memory, smaller than the position in its log file after fillLog. */
const FULL_AT = 2 * 1024 * 1024;

/** Moves the position in PostgreSQL's log file of 16 MB past FULL_AT. */
async function fillLog(dataDir: string): Promise<void> {
  await ownerOf(dataDir, async (sql) => {
    for (;;) {
      const [place] = await sql<{ at: number }[]>`
        select file_offset as at from pg_walfile_name_offset(pg_current_wal_insert_lsn())`;
      if (place && place.at > FULL_AT * 1.5 && place.at < FULL_AT * 7) return;
      await sql`select pg_logical_emit_message(false, 'faults', repeat('x', ${FULL_AT}))`;
    }
  });
}

async function expectToGiveUp(run: Run, what?: string): Promise<void> {
  expect(await ready(run), what).toBeNull();
  expect(await run.ended, what).toBe(1);
}

function setFileLimit(pid: number, bytes: number | "unlimited"): void {
  try {
    // In a container even root may change only the limits of processes of the same user.
    const [, uid, gid] = /^Uid:\t(\d+)[^]*^Gid:\t(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    const options = { uid: Number(uid), gid: Number(gid), stdio: "pipe" } as const;
    execFileSync("prlimit", ["--pid", String(pid), `--fsize=${bytes}:`], options);
  } catch (error) {
    // A helper process of PostgreSQL may have ended.
    if (isAlive(pid)) throw error;
  }
}

/** Returns the command lines of the running processes that name a file in this folder. */
async function processesIn(dataDir: string): Promise<string[]> {
  const found: string[] = [];
  for (const pid of (await fs.readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const words = await fs.readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    if (words.includes(`${dataDir}/`) && isAlive(Number(pid))) found.push(words.replaceAll("\0", " "));
  }
  return found;
}
