import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { newDataFolder, removeDataPath, secretsOf } from "../../../scripts/server-for-tests.ts";
import { startPostgres } from "../../../server/embedded/postgres/start.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Connects as the superuser. Test files copy the migrated database "postgres" of this cluster. */
    clusterUrl: string;
  }
}

/** Global setup: starts the cluster for the databases of all test files, and stops it at the end. */
export default async function startCluster(project: TestProject): Promise<() => Promise<void>> {
  const folder = await newDataFolder();
  const server = await startPostgres(folder, (await secretsOf(folder)).databasePassword);
  const owner = postgres(server.url, { max: 1, database: "template1" });
  // The data do not outlive the run, so no commit waits for the disk.
  await owner`alter system set synchronous_commit = off`;
  await owner`select pg_reload_conf()`;
  await owner.end();
  project.provide("clusterUrl", server.url);
  return async () => {
    await server.stop();
    await removeDataPath(folder);
  };
}
