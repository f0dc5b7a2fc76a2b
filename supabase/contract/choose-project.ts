import fs from "node:fs/promises";
import path from "node:path";
import type { TestProject } from "vitest/node";
import startServer from "../tests/start-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** False on a Supabase project: its services are the measure, also where ours are stricter. */
    isEmbedded: boolean;
    /** Signs access tokens; empty where it is not known. */
    jwtSecret: string;
    /** An e-mail address for accounts, with % for the name. */
    mailAddress: string;
  }
}

/** The project that the contract tests talk to: the one named by scripts/test-contract.ts, else an embedded server. */
export default async function chooseProject(project: TestProject): Promise<() => Promise<void>> {
  const { CONTRACT_URL, CONTRACT_KEY, CONTRACT_MAIL_DIR, CONTRACT_DATABASE, CONTRACT_JWT_SECRET, CONTRACT_ADDRESS } =
    process.env;
  project.provide("isEmbedded", !CONTRACT_URL);
  project.provide("mailAddress", CONTRACT_ADDRESS ?? "%@contract.example");
  if (CONTRACT_URL) {
    project.provide("apiUrl", CONTRACT_URL.replace(/\/$/, ""));
    project.provide("publishableKey", CONTRACT_KEY ?? "");
    project.provide("mailFolder", CONTRACT_MAIL_DIR ?? "");
    project.provide("databaseUrl", CONTRACT_DATABASE ?? "");
    project.provide("jwtSecret", CONTRACT_JWT_SECRET ?? "");
    return async () => {};
  }
  const stop = await startServer(project);
  const dataDir = path.dirname(project.getProvidedContext().mailFolder);
  const { jwtSecret } = JSON.parse(await fs.readFile(path.join(dataDir, "secrets.json"), "utf8")) as {
    jwtSecret: string;
  };
  project.provide("jwtSecret", jwtSecret);
  return stop;
}
