import type { TestProject } from "vitest/node";
import {
  SERVER_WITHOUT_PAGES,
  startSuiteServer,
  type ServerFacts,
  type SuiteServer,
} from "../../scripts/server-for-tests.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** One for each worker, in the order of VITEST_POOL_ID. */
    servers: ServerFacts[];
  }
}

/** Starts an embedded server on an empty database for each worker: a test file has it to itself while it runs. */
export default async function startServers(project: TestProject): Promise<() => Promise<void>> {
  // Pages of another address that use this server as their project.
  const env = { API_ORIGINS: "https://gharsach.example" };
  const servers: SuiteServer[] = [];
  const stop = async () => void (await Promise.all(servers.map((server) => server.stop())));
  try {
    for (let worker = 0; worker < project.config.maxWorkers; worker += 1)
      servers.push(await startSuiteServer(SERVER_WITHOUT_PAGES, env));
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
  project.provide(
    "servers",
    servers.map(({ facts }) => facts),
  );
  return stop;
}
