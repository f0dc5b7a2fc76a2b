import type { TestProject } from "vitest/node";
import {
  SERVER_WITHOUT_PAGES,
  startForWorkers,
  startSuiteServer,
  type ServerFacts,
} from "../../scripts/server-for-tests.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** One for each worker, in the order of VITEST_POOL_ID. */
    servers: ServerFacts[];
  }
}

/**
 * Starts an embedded server on an empty database for each worker: a test file has it to itself while it runs. Projects that
 * run together share them.
 */
export default async function startServers(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (process.env.SUITE_SERVERS) {
    project.provide("servers", JSON.parse(process.env.SUITE_SERVERS) as ServerFacts[]);
    return undefined;
  }
  // Pages of another address that use this server as their project.
  const env = { API_ORIGINS: "https://gharsach.example" };
  const { started, stop } = await startForWorkers(project.config.maxWorkers, () =>
    startSuiteServer(SERVER_WITHOUT_PAGES, env),
  );
  const servers = started.map(({ facts }) => facts);
  project.provide("servers", servers);
  process.env.SUITE_SERVERS = JSON.stringify(servers);
  return stop;
}
