import { spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import type { Line } from "../../../../server/doctor/fact.ts";
import { SERVER_WITHOUT_PAGES, whenReady } from "../../../../scripts/server-for-tests.ts";
import { beginServer, emptyDataDir, ownerOf, runScript, stop } from "./servers.ts";

const ROOT = path.join(import.meta.dirname, "../../../..");
const RELEASES = path.join(ROOT, "supabase/releases");
const LATER = "20991231000000";
const archives = (await fs.readdir(RELEASES)).filter((name) => name.endsWith(".tar.br"));

test.for(archives)("backs up and migrates the data of %s, and refuses to downgrade", async (archive) => {
  const dataDir = await emptyDataDir();
  await unpack(path.join(RELEASES, archive), dataDir);
  const later = await laterVersion();
  const released = await fs.readFile(path.join(RELEASES, archive.replace(".tar.br", ".sha256")), "utf8");
  const migrations = (await fs.readdir(path.join(later, "supabase/migrations"))).toSorted();
  const missing = migrations.filter((name) => !released.includes(name));
  // A supervisor retries a failed start. Each attempt replaces the last backup, or the disk would fill up.
  const backup = path.join(dataDir, "backups", `gharsach-before-${missing[0]?.slice(0, 14)}.tar.gz`);
  await fs.mkdir(path.dirname(backup), { recursive: true });
  await fs.writeFile(backup, "older");

  const script = (name: string) => path.relative(ROOT, path.join(later, name));
  const server = await whenReady(runScript(script(SERVER_WITHOUT_PAGES), [], { DATA_DIR: dataDir }));
  expect(server.output()).toMatch(/Backup before the migrations: \S+\.tar\.gz/);
  expect(server.output()).toContain(`Database: ${missing.length} migrations applied.`);
  expect(await fs.readdir(path.dirname(backup))).toEqual([path.basename(backup)]);
  expect((await fs.stat(backup)).size).toBeGreaterThan(100_000);
  const [stored] = await ownerOf(dataDir, (sql) => sql`select count(*)::integer as reviews from public.reviews`);
  expect(stored).toEqual({ reviews: 160 });
  const env = { DATA_DIR: dataDir, SITE_URL: server.url };
  const doctor = runScript(script("server/doctor/doctor.ts"), ["--json"], env);
  await doctor.ended;
  const lines = JSON.parse(doctor.output()) as Line[];
  const ofDatabase = ["database", "migrations", "grants", "policies", "triggers", "functions", "roles", "buckets"];
  expect(lines.filter(({ fact, state }) => ofDatabase.includes(fact) && state !== "ok")).toEqual([]);

  expect(await stop(server)).toBe(0);
  const refused = beginServer(dataDir);
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toContain(
    "The database was made by a newer version of GharSach: start that one or a later one",
  );
});

/** Copies the project and adds a migration. */
async function laterVersion(): Promise<string> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "gharsach-later-"));
  onTestFinished(() => fs.rm(folder, { recursive: true }));
  for (const name of ["app", "content", "package.json", "scripts", "server", "supabase"])
    await fs.cp(path.join(ROOT, name), path.join(folder, name), { recursive: true });
  await fs.symlink(path.join(ROOT, "node_modules"), path.join(folder, "node_modules"));
  const migration = path.join(folder, "supabase/migrations", `${LATER}_later.sql`);
  await fs.writeFile(migration, "comment on table private.settings is 'Of a later version.';");
  return folder;
}

async function unpack(archive: string, folder: string): Promise<void> {
  await fs.mkdir(folder, { mode: 0o700 });
  const tar = spawn("tar", ["-x", "-C", folder], { stdio: ["pipe", "ignore", "inherit"] });
  await Promise.all([pipeline(createReadStream(archive), createBrotliDecompress(), tar.stdin), once(tar, "close")]);
}
