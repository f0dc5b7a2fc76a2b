import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { newDataFolder, removeDataPath, secretsOf } from "../../../scripts/server-for-tests.ts";
import { startPostgres } from "../../../server/embedded/postgres/start.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Connects as the owner of the cluster, whose database "postgres" is migrated and stays as it is: test files copy it. */
    clusterUrl: string;
  }
}

/** Global setup: starts the cluster, in which each test file has its database, and stops it at the end. */
export default async function startCluster(project: TestProject): Promise<() => Promise<void>> {
  const folder = await newDataFolder();
  const server = await startPostgres(folder, (await secretsOf(folder)).databasePassword);
  const owner = postgres(server.url, { max: 1, database: "template1" });
  // Nothing of it outlives the run: no commit has to wait for the disk.
  await owner`alter system set synchronous_commit = off`;
  await owner`select pg_reload_conf()`;
  await owner.end();
  project.provide("clusterUrl", server.url);
  return async () => {
    await server.stop();
    await removeDataPath(folder);
  };
}
