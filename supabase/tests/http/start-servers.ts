import { spawnSync } from "node:child_process";
import type { TestProject } from "vitest/node";
import {
  WHOLE_SERVER,
  startForWorkers,
  startSuiteServer,
  type ServerFacts,
} from "../../../scripts/server-for-tests.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A server for each worker, in the order of VITEST_POOL_ID. */
    servers: ServerFacts[];
    isEmbedded: boolean;
    /** A pattern of the emails of accounts, with % for the name. Empty if any email will do. */
    emailAddress: string;
  }
}

/** Starts an embedded server for each worker, or uses the project that scripts/test-contract.ts names. */
export default async function startServers(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const { CONTRACT_URL, CONTRACT_KEY, CONTRACT_EMAIL_DIR, CONTRACT_DATABASE, CONTRACT_JWT_SECRET, CONTRACT_ADDRESS } =
    process.env;
  project.provide("isEmbedded", !CONTRACT_URL);
  project.provide("emailAddress", CONTRACT_ADDRESS ?? "");
  if (CONTRACT_URL) {
    const facts = {
      apiUrl: CONTRACT_URL.replace(/\/$/, ""),
      publishableKey: CONTRACT_KEY ?? "",
      jwtSecret: CONTRACT_JWT_SECRET ?? "",
      emailFolder: CONTRACT_EMAIL_DIR ?? "",
      databaseUrl: CONTRACT_DATABASE ?? "",
    };
    project.provide("servers", [{ ...facts, dataDir: "", logFile: "", pid: undefined }]);
    return undefined;
  }
  const { status } = spawnSync(process.execPath, ["scripts/build-if-needed.ts"], { stdio: "inherit" });
  if (status !== 0) throw new Error("The pages could not be built.");
  // The servers act as if behind a TLS proxy, and let pages of another origin use them as their Supabase project.
  const env = { SITE_URL: "https://localhost", API_ORIGINS: "https://gharsach.example" };
  const { started, stop } = await startForWorkers(project.config.maxWorkers, () => startSuiteServer(WHOLE_SERVER, env));
  project.provide(
    "servers",
    started.map(({ facts }) => facts),
  );
  return stop;
}
