import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import fs from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { expect, onTestFinished, vi } from "vitest";
import {
  SERVER_WITHOUT_PAGES,
  databaseUrlOf,
  newDataFolder,
  newDataPath,
  removeDataPath,
  runScript as run,
  secretsOf,
  whenReady,
  type Run,
  type Server,
} from "../../../../scripts/server-for-tests.ts";

import { call, newVisitor, photoName, plainReview, png, signedToken, storedId, type Visitor } from "../client.ts";

export { ready, secretsOf, stop, type Run, type Server } from "../../../../scripts/server-for-tests.ts";

// Setup for the tests of faults: servers that are started, killed and tested from outside, each with its data.

// Starts and ends take their time on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

/** A migrated data folder for one test, gone with everything that still runs in it when the test is over. */
export async function newDataDir(): Promise<string> {
  return removedAfterwards(await newDataFolder());
}

/** The same for a first start: nothing is there yet. */
export async function emptyDataDir(): Promise<string> {
  return removedAfterwards(await newDataPath());
}

function removedAfterwards(dataDir: string): string {
  onTestFinished(async () => {
    const pid = await postgresPid(dataDir);
    if (pid && isAlive(pid)) process.kill(pid, "SIGQUIT");
    await eventually(async () => !pid || !isAlive(pid));
    await removeDataPath(dataDir);
  });
  return dataDir;
}

/** Runs a script of the project in a process that does not outlive the test. */
export function runScript(script: string, args: string[], env: Record<string, string>, launcher: string[] = []): Run {
  const started = run(script, args, env, { launcher });
  onTestFinished(async () => {
    const { exitCode, signalCode } = started.process;
    if (exitCode === null && signalCode === null) started.process.kill("SIGKILL");
    await started.ended;
  });
  return started;
}

/** Runs `npm run backup` or `restore` to its end, without npm. */
export async function tool(name: "backup" | "restore", dataDir: string, ...args: string[]) {
  const { ended, output } = runScript(`scripts/${name}.ts`, args, { DATA_DIR: dataDir });
  return { exit: await ended, said: output() };
}

/** Starts a server without waiting for it. */
export function beginServer(dataDir: string, env: Record<string, string> = {}): Run {
  return runScript(SERVER_WITHOUT_PAGES, [], { DATA_DIR: dataDir, ...env });
}

export function startServer(dataDir: string, env: Record<string, string> = {}): Promise<Server> {
  return whenReady(beginServer(dataDir, env));
}

/** The process of PostgreSQL that works on this data, or of the last one that did. */
export async function postgresPid(dataDir: string): Promise<number | null> {
  const facts = await fs.readFile(path.join(dataDir, "postgres", "postmaster.pid"), "utf8").catch(() => "");
  return Number(facts.split("\n")[0]) || null;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  return !isZombie(pid);
}

/** Ended, but its parent has not read its exit code: in a container without an init process none ever does. */
function isZombie(pid: number): boolean {
  try {
    return / Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\)/, " "));
  } catch {
    return false;
  }
}

export async function childrenOf(pid: number): Promise<number[]> {
  const children = await fs.readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  return children.trim().split(" ").filter(Boolean).map(Number);
}

/** Waits until this is so, for 15 s at most. Resolves to whether it came to be. */
export async function eventually(isSo: () => Promise<boolean>): Promise<boolean> {
  const deadline = Date.now() + 15_000;
  while (!(await isSo())) {
    if (Date.now() > deadline) return false;
    await delay(50);
  }
  return true;
}

/** The database as its owner sees it, while a server runs on it. */
export async function ownerOf<T>(dataDir: string, look: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(await databaseUrlOf(dataDir), { max: 1, onnotice: () => {} });
  try {
    return await look(sql);
  } finally {
    await sql.end();
  }
}

/** Makes this many accounts, each with a session. A review of each stays within what one account may publish. */
export async function makeAccounts(dataDir: string, count: number): Promise<Visitor[]> {
  const { jwtSecret } = await secretsOf(dataDir);
  return ownerOf(dataDir, async (sql) => {
    const rows = await sql<{ id: string }[]>`
      insert into auth.users (id, email, email_confirmed_at)
      select id, id || '@faults.example', now() from (select gen_random_uuid() as id from generate_series(1, ${count})) ids
      returning id`;
    // One session each, of the same id.
    await sql`insert into auth.sessions (id, user_id) select id, id from auth.users on conflict do nothing`;
    return rows.map(({ id }) => newVisitor(signedToken({ sub: id, session_id: id }, jwtSecret)));
  });
}

/** Publishes a review, with a photo or without, on this server. Its data were copied, so its public key is that of all. */
export async function publish(server: Server, author: Visitor | undefined, changes: Record<string, unknown> = {}) {
  const review_text = `Kept whatever happens, says ${randomUUID()}.`;
  const review = plainReview({
    property_name: `Steady House ${Math.floor(Math.random() * 40)}`,
    review_text,
    ...changes,
  });
  const options = { body: review, server: server.url };
  const answer = await call(author ?? newVisitor(), "POST", "/rest/v1/reviews", options).catch(() => null);
  return {
    id: author?.accessToken ? storedId(author, review) : "",
    status: answer?.status ?? 0,
    text: answer?.text ?? "",
  };
}

/** Uploads a photo to this server. Resolves to its name in the bucket. */
export async function uploadPhoto(server: Server, author: Visitor): Promise<string> {
  const name = photoName();
  const options = { body: await png(240, 200), headers: { "content-type": "image/png" }, server: server.url };
  const answer = await call(author, "POST", `/storage/v1/object/review-proofs/${name}`, options);
  expect(answer.status, answer.text).toBe(200);
  return name;
}

/** The path under which a review names a photo, and readers open it. */
export function pathOf(photo: string): string {
  return `/storage/v1/object/public/review-proofs/${photo}`;
}

/**
 * Publishes reviews, one after the other and each by another account, until `isOver` says so. Puts the id of each that the
 * server confirmed into `confirmed`; whatever else happens to a request is the fault that is being tested.
 */
export async function keepWriting(
  server: Server,
  accounts: Visitor[],
  confirmed: Set<string>,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    const account = accounts.pop();
    if (!account) throw new Error("The test has used up its accounts.");
    const { id, status } = await publish(server, account);
    if (status === 201) confirmed.add(id);
  }
}

export function freePort(): Promise<{ port: number; release(): void }> {
  return new Promise((resolve, reject) => {
    const holder = createServer();
    holder.once("error", reject);
    holder.listen(0, "127.0.0.1", () => {
      const address = holder.address();
      if (address && typeof address === "object") resolve({ port: address.port, release: () => holder.close() });
    });
  });
}
