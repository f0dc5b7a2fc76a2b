import { execFile } from "node:child_process";
import fs from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import postgres from "postgres";
import packageFile from "../package.json" with { type: "json" };
import { migrationChecksums } from "./migrated-data.ts";
import {
  databaseUrlOf,
  newDataPath,
  removeDataPath,
  runScript,
  SERVER_WITHOUT_PAGES,
  stop,
  whenReady,
} from "./server-for-tests.ts";

/**
 * `npm run release`: stores the checksums of this version's migrations, and a data folder with samples. Tests of later versions compare the
 * checksums, and start on the data folder.
 */
const target = path.join(import.meta.dirname, "..", "supabase", "releases", packageFile.version);

await fs.writeFile(`${target}.sha256`, await migrationChecksums());

const dataDir = await newDataPath();
try {
  const server = await whenReady(runScript(SERVER_WITHOUT_PAGES, [], { DATA_DIR: dataDir, SEED: "sample" }));
  const sql = postgres(await databaseUrlOf(dataDir), { max: 1 });
  await sql`select pg_switch_wal()`;
  await sql`checkpoint`;
  const [needed] = await sql`select pg_walfile_name(pg_current_wal_lsn()) as log`;
  await sql.end();
  await stop(server);
  // After a clean stop, earlier segments of the write-ahead log are not needed. They are most of the archive.
  const logs = path.join(dataDir, "postgres", "pg_wal");
  for (const entry of await fs.readdir(logs, { withFileTypes: true }))
    if (entry.isFile() && entry.name !== needed?.log) await fs.rm(path.join(logs, entry.name));
  const options = { encoding: "buffer", maxBuffer: 1024 ** 3 } as const;
  const { stdout } = await promisify(execFile)("tar", ["-c", "-C", dataDir, "."], options);
  const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: stdout.length };
  await fs.writeFile(`${target}.tar.br`, await promisify(brotliCompress)(stdout, { params }));
} finally {
  await removeDataPath(dataDir);
}
