import { randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { startPostgres } from "../../../../server/embedded/postgres/start.ts";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const SCHEMA = fileURLToPath(new URL("../../../../server/embedded/schema", import.meta.url));

/** "exposed": new objects of postgres in public are granted to the API's roles. "closed": they are not. */
export type ProjectKind = "exposed" | "closed";

export interface Project {
  /** The platform's superuser. */
  admin: postgres.Sql;
  /** Logs in as postgres, which is no superuser. */
  url: string;
}

export interface Platform {
  create(kind: ProjectKind): Promise<Project>;
  stop(): Promise<void>;
}

/**
 * Starts a cluster of npm's PostgreSQL with the roles of a hosted Supabase project. Its databases have the platform's owners,
 * default privileges and locked schemas. The platform runs version 17 and this is 18, so use of newer features goes unnoticed.
 */
export async function startPlatform(): Promise<Platform> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "gharsach-platform-"));
  // PostgreSQL may run as another user, which needs to enter the folder.
  await fs.chmod(folder, 0o711);
  const password = randomUUID();
  const server = await startPostgres(folder, password);
  const connections: postgres.Sql[] = [];
  const connect = (username: string, database: string) => {
    const sql = postgres(server.url, { max: 4, username, database, onnotice: () => {} });
    connections.push(sql);
    return sql;
  };
  const stop = async () => {
    await Promise.all(connections.map((sql) => sql.end()));
    await server.stop();
    await fs.rm(folder, { recursive: true, force: true });
  };
  try {
    const roles = await fs.readFile(path.join(HERE, "platform-roles.sql"), "utf8");
    await connect("postgres", "postgres").unsafe(`${roles}; alter role postgres password '${password}'`);
    const superuser = connect("supabase_admin", "postgres");
    const create = async (kind: ProjectKind) => {
      await superuser.unsafe(`create database ${kind} owner postgres`);
      const admin = connect("supabase_admin", kind);
      for (const file of ["auth.sql", "storage.sql"])
        await admin.unsafe(await fs.readFile(path.join(SCHEMA, file), "utf8"));
      const files = kind === "closed" ? ["platform-schemas.sql", "platform-closed.sql"] : ["platform-schemas.sql"];
      for (const file of files) await admin.unsafe(await fs.readFile(path.join(HERE, file), "utf8"));
      const url = new URL(server.url);
      url.pathname = `/${kind}`;
      return { admin, url: url.href };
    };
    return { create, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
