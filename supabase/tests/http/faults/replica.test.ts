import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { expect, onTestFinished, test } from "vitest";
import { WHOLE_SERVER, whenReady } from "../../../../scripts/server-for-tests.ts";
import { CACHE_BYPASS_COOKIE } from "../../../../app/data/cache-bypass-cookie.ts";
import { reachableBinaries } from "../../../../server/embedded/postgres/binaries.ts";
import { connectionUrl } from "../../../../server/embedded/postgres/connection.ts";
import { systemUser } from "../../../../server/embedded/system-user.ts";
import {
  beginServer,
  eventually,
  freePort,
  keepWriting,
  makeAccounts,
  newDataDir,
  publish,
  runScript,
  secretsOf,
  stop,
} from "./servers.ts";

const RUNBOOK = await fs.readFile(new URL("../../../../docs/operations.md", import.meta.url), "utf8");
const PAUSED =
  "Publishing is paused for a moment. You can read everything, and a review that you write is kept on this device.";

test("loses no page and no confirmed review if the primary or the replica dies", { tags: ["11.283"] }, async () => {
  const dataDir = await newDataDir();
  const { databasePassword } = await secretsOf(dataDir);
  const primary = await database(path.join(dataDir, "postgres"), databasePassword);
  const replica = await database(path.join(dataDir, "../replica"), databasePassword);
  execFileSync("cp", ["-a", primary.folder, replica.folder]);
  await fs.writeFile(path.join(replica.folder, "standby.signal"), "");
  const source = `host=127.0.0.1 port=${primary.port} user=postgres password=${databasePassword}`;
  const follow = ["-c", `primary_conninfo=${source} application_name=gharsach_replica`];
  await primary.start();
  await replica.start(follow);
  const start = (env: Record<string, string>) => whenReady(runScript(WHOLE_SERVER, [], { DATA_DIR: dataDir, ...env }));
  const server = await start({ DATABASE_URL: primary.url, DATABASE_READ_URL: replica.url });
  const get = (page: string, cookie = "") => fetch(server.url + page, { headers: { cookie } });
  const health = async () => {
    const answer = await get("/healthz");
    return { code: answer.status, ...((await answer.json()) as object) };
  };
  const becomes = (expected: object) =>
    expect.poll(health, { timeout: 15_000 }).toMatchObject({ code: 200, ...expected });
  const accounts = await makeAccounts(dataDir, 5_000);
  await becomes({ status: "ok", replica: "ok" });

  const own = `${CACHE_BYPASS_COOKIE}=1`;
  await replica.sql`select pg_wal_replay_pause()`;
  expect((await publish(server, accounts.pop(), { property_name: "Fresh Court" })).status).toBe(201);
  for (const page of ["/reviews?q=fresh", "/reviews.data?q=fresh"]) {
    expect(await (await get(page, own)).text()).toContain("Fresh Court");
    expect(await (await get(page)).text()).not.toContain("Fresh Court");
  }
  await replica.sql`select pg_wal_replay_resume()`;

  let page = 0;
  const over = new AbortController();
  const failed: unknown[] = [];
  const read = async (cookie: string) => {
    while (!over.signal.aborted) {
      const { status } = await get(`/reviews?q=${(page += 1)}`, cookie);
      if (status !== 200) failed.push([page, cookie, status]);
      await delay(20);
    }
  };
  const readers = ["", "", own].map(read);
  await replica.kill();
  await becomes({ status: "ok", replica: "it does not answer" });
  expect((await publish(server, accounts.pop())).status).toBe(201);
  await replica.start(follow);
  await becomes({ status: "ok", replica: "ok" });

  await run(primary.sql, "Make a replica");
  const isSynchronous = async () =>
    (await primary.sql`select from pg_stat_replication where sync_state = 'sync'`).length > 0;
  expect(await eventually(isSynchronous)).toBe(true);
  const confirmed = new Set<string>();
  let isDown = false;
  const writers = [1, 2, 3, 4].map(() => keepWriting(server, accounts, confirmed, () => isDown));
  await Promise.race([eventually(async () => confirmed.size > 50), ...writers]);
  await primary.kill();
  isDown = true;
  await becomes({ status: "degraded", replica: "ok" });
  await Promise.all(writers);
  await expect.poll(async () => (await get(`/reviews?q=${(page += 1)}`)).text()).toContain(PAUSED);
  for (const other of ["/", "/homes", "/deposits", "/transparency", "/submit-review", "/sitemap.xml"])
    expect((await get(other)).status, other).toBe(200);
  expect((await publish(server, accounts.pop())).status).toBeGreaterThanOrEqual(500);
  over.abort();
  await Promise.all(readers);
  expect(failed).toEqual([]);
  expect(page).toBeGreaterThan(100);

  await run(replica.sql, "Promote the replica");
  expect(await stop(server)).toBe(0);
  const next = await start({ DATABASE_URL: replica.url });
  expect((await publish(next, accounts.pop())).status).toBe(201);
  const kept = await replica.sql<{ id: string }[]>`select id from public.reviews`;
  expect([...confirmed].filter((id) => !kept.some((row) => row.id === id))).toEqual([]);
  expect(confirmed.size).toBeGreaterThan(50);
  const second = beginServer(await newDataDir(), { DATABASE_URL: replica.url });
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain("Another GharSach uses the database in DATABASE_URL");
});

/** Runs the SQL of a section of the runbook. */
async function run(sql: postgres.Sql, heading: string): Promise<void> {
  const section = RUNBOOK.split(`\n### ${heading}\n`)[1]?.split(/\n##+ /)[0] ?? "";
  const statements = [...section.matchAll(/```sql\n([^]*?)```/g)].map(([, statement = ""]) => statement);
  expect(statements.length).toBeGreaterThan(1);
  for (const statement of statements) await sql.unsafe(statement);
}

/** Prepares a PostgreSQL on a data folder, which need not exist before its start. */
async function database(folder: string, password: string) {
  const user = systemUser();
  const program = path.join(await reachableBinaries(user), "bin", "postgres");
  const { port, release } = await freePort();
  release();
  const url = connectionUrl(port, password);
  const sql = postgres(url, { max: 1, backoff: () => 0.25, onnotice: () => {} });
  let kill = async () => {};
  onTestFinished(async () => {
    await sql.end({ timeout: 1 });
    await kill();
  });
  return {
    folder,
    port,
    url,
    sql,
    kill: () => kill(),
    async start(settings: string[] = []) {
      const addresses = ["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="];
      const fixed = ["-D", folder, "-p", String(port), ...addresses];
      const child = spawn(program, [...fixed, ...settings], { ...user, cwd: "/", stdio: "ignore" });
      const ended = once(child, "exit");
      kill = async () => {
        child.kill("SIGKILL");
        await ended;
      };
      const answers = () =>
        sql`select 1`.then(
          () => true,
          () => false,
        );
      expect(await eventually(answers)).toBe(true);
    },
  };
}
