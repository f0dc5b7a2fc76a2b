import { spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";
import { expect, test } from "vitest";
import type { Line } from "../../../../server/doctor/fact.ts";
import { beginServer, emptyDataDir, ownerOf, runScript, startServer, stop } from "./servers.ts";

const RELEASES = path.join(import.meta.dirname, "../../../releases");
const archives = (await fs.readdir(RELEASES)).filter((name) => name.endsWith(".tar.br"));

test.for(archives)(
  "the data of %s are backed up, migrated, and what a new database is; those of a later version are refused",
  async (archive) => {
    const dataDir = await emptyDataDir();
    await unpack(path.join(RELEASES, archive), dataDir);
    const first = await startServer(dataDir);
    // The last migration changes nothing when it runs once more: data of the newest version become those of an earlier one.
    const [last] = await ownerOf(
      dataDir,
      (sql) => sql<{ version: string }[]>`
        delete from supabase_migrations.schema_migrations where name = 'public_face' returning version`,
    );
    expect(await stop(first)).toBe(0);
    // Of a start whose migration failed, say: a supervisor repeats it, and the disk must not fill.
    const backup = path.join(dataDir, "backups", `gharsach-before-${last?.version}.tar.gz`);
    await fs.mkdir(path.dirname(backup), { recursive: true });
    await fs.writeFile(backup, "older");
    const before = await fs.readdir(path.dirname(backup));

    const second = await startServer(dataDir);
    expect(second.output()).toMatch(/Backup before the migrations: \S+\.tar\.gz[^]+Database: 1 migrations applied\./);
    expect(await fs.readdir(path.dirname(backup))).toEqual(before);
    expect((await fs.stat(backup)).size).toBeGreaterThan(100_000);
    const [held] = await ownerOf(dataDir, (sql) => sql`select count(*)::integer as reviews from public.reviews`);
    expect(held).toEqual({ reviews: 160 });
    const doctor = runScript("server/doctor/doctor.ts", ["--json"], { DATA_DIR: dataDir, SITE_URL: second.url });
    await doctor.ended;
    const lines = JSON.parse(doctor.output()) as Line[];
    const ofDatabase = ["database", "migrations", "grants", "policies", "triggers", "functions", "roles", "buckets"];
    expect(lines.filter(({ fact, state }) => ofDatabase.includes(fact) && state !== "ok")).toEqual([]);

    await ownerOf(
      dataDir,
      (sql) =>
        sql`insert into supabase_migrations.schema_migrations (version, name) values ('20991231000000', 'later')`,
    );
    expect(await stop(second)).toBe(0);
    const refused = beginServer(dataDir);
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain(
      "The database was made by a newer version of GharSach: start that one or a later one",
    );
  },
);

async function unpack(archive: string, folder: string): Promise<void> {
  await fs.mkdir(folder, { mode: 0o700 });
  const tar = spawn("tar", ["-x", "-C", folder], { stdio: ["pipe", "ignore", "inherit"] });
  await Promise.all([pipeline(createReadStream(archive), createBrotliDecompress(), tar.stdin), once(tar, "close")]);
}
