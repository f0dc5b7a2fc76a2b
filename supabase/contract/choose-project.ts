import type { TestProject } from "vitest/node";
import { secretsOf } from "../../scripts/server-for-tests.ts";
import startServers from "../tests/start-servers.ts";

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

/** The project that the contract tests talk to: the one named by scripts/test-contract.ts, else embedded servers. */
export default async function chooseProject(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const { CONTRACT_URL, CONTRACT_KEY, CONTRACT_MAIL_DIR, CONTRACT_DATABASE, CONTRACT_JWT_SECRET, CONTRACT_ADDRESS } =
    process.env;
  project.provide("isEmbedded", !CONTRACT_URL);
  project.provide("mailAddress", CONTRACT_ADDRESS ?? "%@contract.example");
  if (CONTRACT_URL) {
    const facts = {
      apiUrl: CONTRACT_URL.replace(/\/$/, ""),
      publishableKey: CONTRACT_KEY ?? "",
      mailFolder: CONTRACT_MAIL_DIR ?? "",
      databaseUrl: CONTRACT_DATABASE ?? "",
    };
    project.provide("servers", [{ ...facts, dataDir: "", logFile: "", pid: undefined }]);
    project.provide("jwtSecret", CONTRACT_JWT_SECRET ?? "");
    return undefined;
  }
  const stop = await startServers(project);
  // All are copies of one data folder, so they sign with one secret.
  const [{ dataDir = "" } = {}] = project.getProvidedContext().servers;
  project.provide("jwtSecret", (await secretsOf(dataDir)).jwtSecret);
  return stop;
}
