import { spawnSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";
import { SERVER_WITHOUT_PAGES } from "../../../../scripts/server-for-tests.ts";
import {
  eventually,
  isAlive,
  keepWriting,
  makeAccounts,
  newDataDir,
  postgresPid,
  runScript,
  startServer,
  stop,
  storedReviews,
} from "./servers.ts";

// A second container shares the volume of the first, but not its processes, shared memory and ports.
const asUser = process.getuid?.() === 0 ? [] : ["--user", "--map-current-user"];
const CONTAINER = ["unshare", ...asUser, "--pid", "--ipc", "--net", "--fork", "--kill-child", "--mount-proc"];
const [unshare = "", ...flags] = CONTAINER;
const canUnshare = spawnSync(unshare, [...flags, "true"]).status === 0;

test.runIf(canUnshare)("refuses programs in a second container, and loses no review of the first", async () => {
  const dataDir = await newDataDir();
  const server = await startServer(dataDir);
  const accounts = await makeAccounts(dataDir, 2_000);
  const confirmed = new Set<string>();
  let isOver = false;
  const writers = [1, 2].map(() => keepWriting(server, accounts, confirmed, () => isOver));
  const archive = path.join(dataDir, "..", "site.tar.gz");
  const inUse = `Another GharSach is running on the data in ${dataDir}: stop it first, or set another DATA_DIR.\n`;
  const elsewhere = `A GharSach is running on the data in ${dataDir}, but its database cannot be reached from here`;
  const refusals: [script: string, args: string[], refusal: string][] = [
    [SERVER_WITHOUT_PAGES, [], inUse],
    ["scripts/backup.ts", [archive], elsewhere],
    ["server/operator/admin.ts", ["audit"], elsewhere],
    ["scripts/restore.ts", ["package.json", "--force"], inUse],
    ["server/doctor/doctor.ts", [], `no server is running on ${dataDir}, or it runs in another container`],
  ];
  // The container has no loopback interface.
  const env = { DATA_DIR: dataDir, HOST: "0.0.0.0", SITE_URL: "http://a.example" };
  const refused = refusals.map(async ([script, args, refusal]) => {
    const run = runScript(script, args, env, CONTAINER);
    expect(await run.ended, script).toBe(1);
    expect(run.output(), script).toContain(refusal);
  });
  await Promise.all(refused);
  await eventually(async () => confirmed.size > 50);
  isOver = true;
  await Promise.all(writers);
  expect(await stop(server)).toBe(0);
  const again = await startServer(dataDir);
  const kept = await storedReviews(dataDir);
  expect([...confirmed].filter((id) => !kept.has(id))).toEqual([]);
  expect(await stop(again)).toBe(0);
});

test.runIf(canUnshare)("locks the database until the PostgreSQL of a killed server ends", async () => {
  const dataDir = await newDataDir();
  const server = await startServer(dataDir);
  server.process.kill("SIGKILL");
  await server.ended;
  const left = (await postgresPid(dataDir)) ?? 0;
  expect(isAlive(left)).toBe(true);
  const lockElsewhere = () =>
    spawnSync(unshare, [...flags, "flock", "--nonblock", path.join(dataDir, "postgres"), "true"]).status;
  expect(lockElsewhere()).toBe(1);
  // The next server outside the container ends this PostgreSQL.
  const next = await startServer(dataDir);
  expect(isAlive(left)).toBe(false);
  expect(await stop(next)).toBe(0);
  expect(lockElsewhere()).toBe(0);
});
