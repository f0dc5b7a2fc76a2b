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

import {
  call,
  newVisitor,
  photoName,
  photoPath,
  plainReview,
  png,
  signedToken,
  storedId,
  type Visitor,
} from "../client.ts";

export { ready, secretsOf, stop, type Run, type Server } from "../../../../scripts/server-for-tests.ts";

vi.setConfig({ testTimeout: 300_000 });

/** Creates a migrated data folder. The end of the test removes it and kills its PostgreSQL. */
export async function newDataDir(): Promise<string> {
  return removedAfterwards(await newDataFolder());
}

/** Returns the path of a data folder that a first start creates. */
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

/** Runs a script of the project. The end of the test kills its process. */
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

/** Resolves to the process id of the current or last PostgreSQL on this data. */
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

/** Returns whether a process is a zombie. In a container without an init process, zombies of killed parents remain. */
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

/** Waits up to 15 s for a condition. Resolves to whether it came true. */
export async function eventually(isSo: () => Promise<boolean>): Promise<boolean> {
  const deadline = Date.now() + 15_000;
  while (!(await isSo())) {
    if (Date.now() > deadline) return false;
    await delay(50);
  }
  return true;
}

/** Runs `look` with a connection as the owner of the database of a running server. */
export async function ownerOf<T>(dataDir: string, look: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(await databaseUrlOf(dataDir), { max: 1, onnotice: () => {} });
  try {
    return await look(sql);
  } finally {
    await sql.end();
  }
}

/** Creates accounts with a session each. Writers use each once, so no limit of accounts applies. */
export async function makeAccounts(dataDir: string, count: number): Promise<Visitor[]> {
  const { jwtSecret } = await secretsOf(dataDir);
  return ownerOf(dataDir, async (sql) => {
    const rows = await sql<{ id: string }[]>`
      insert into auth.users (id, email, email_confirmed_at)
      select id, id || '@faults.example', now() from (select gen_random_uuid() as id from generate_series(1, ${count})) ids
      returning id`;
    await sql`insert into auth.sessions (id, user_id) select id, id from auth.users on conflict do nothing`;
    return rows.map(({ id }) => newVisitor(signedToken({ sub: id, session_id: id }, jwtSecret)));
  });
}

/** Publishes a review on this server. All data folders are copies, so the public key is the same. */
export async function publish(server: Server, author: Visitor | undefined, changes: Record<string, unknown> = {}) {
  const property_name = `Steady House ${Math.floor(Math.random() * 40)}`;
  const review = plainReview({
    property_name,
    review_text: `Kept whatever happens, says ${randomUUID()}.`,
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

/** Uploads a photo to this server. Resolves to its name. */
export async function uploadPhoto(server: Server, author: Visitor): Promise<string> {
  const name = photoName();
  const options = { body: await png(240, 200), headers: { "content-type": "image/png" }, server: server.url };
  const answer = await call(author, "POST", `/storage/v1/object/review-proofs/${name}`, options);
  expect(answer.status, answer.text).toBe(200);
  return name;
}

/** Publishes a review with a photo. Fails unless the server confirms it. Resolves to its id. */
export async function publishWithPhoto(server: Server, author: Visitor): Promise<string> {
  const proof_urls = [photoPath(await uploadPhoto(server, author))];
  const { id, status, text } = await publish(server, author, { proof_urls });
  expect(status, text).toBe(201);
  return id;
}

export function storedReviews(dataDir: string): Promise<Set<string>> {
  return ownerOf(dataDir, async (sql) => {
    const rows = await sql<{ id: string }[]>`select id from public.reviews`;
    return new Set(rows.map(({ id }) => id));
  });
}

/**
 * Publishes reviews one by one, each from another account, until `isOver` returns true. Adds the ids that the server confirmed to
 * `confirmed`. Ignores failed requests: the test causes them.
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
