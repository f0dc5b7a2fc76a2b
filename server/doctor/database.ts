import { z } from "zod";
import { DataDirError } from "../data-dir-error.ts";
import { runningDatabase } from "../embedded/postgres/leftovers.ts";
import { readSecrets } from "../embedded/secrets.ts";
import { openProject } from "../operator/open-project.ts";
import { type Project, RefusedError } from "../operator/project.ts";
import { type OperatorSettings, SettingsError } from "../settings.ts";
import { codeOf } from "./ask.ts";

const facts = z.object({
  database_time: z.string(),
  server_version: z.string(),
  migrations: z.array(z.string()),
  access: z.array(z.string()),
  database_settings: z.record(z.string(), z.string()),
  photo: z.string().nullable(),
  oldest_waiting_email: z.string().nullable(),
  worker_ran_at: z.string().nullable(),
  clock_jump: z.string().nullable(),
  retention_key: z.string().nullable().default(null),
});

const limits = z.array(z.object({ name: z.string(), value: z.json(), shipped: z.json().optional() }));

export interface DatabaseAnswer extends z.infer<typeof facts> {
  limits: z.infer<typeof limits>;
  /** Milliseconds by which the database's clock is ahead of ours. */
  aheadMs: number;
}

export interface NoAnswer {
  detail: string;
  remedy: string;
}

export async function queryDatabase(operator: OperatorSettings): Promise<DatabaseAnswer | NoAnswer> {
  try {
    const project = await openRunning(operator);
    try {
      const before = Date.now();
      const answer = facts.parse(await project.call("operator_deployment_facts"));
      const aheadMs = Date.parse(answer.database_time) - (before + Date.now()) / 2;
      return { ...answer, aheadMs, limits: limits.parse(await project.call("operator_settings")) };
    } finally {
      await project.close();
    }
  } catch (error) {
    const isSentence = error instanceof RefusedError || error instanceof DataDirError || error instanceof SettingsError;
    return isSentence
      ? { detail: "the database could not be queried", remedy: error.message }
      : { detail: `the database could not be reached (${codeOf(error)})`, remedy: "read its log, and start it" };
  }
}

/** Opens the project. Never starts an embedded database: a server that starts meanwhile would find it in use. */
async function openRunning(operator: OperatorSettings): Promise<Project> {
  if (operator.kind === "hosted" || operator.databaseUrl) return openProject(operator);
  const { dataDir } = operator;
  const secrets = await readSecrets(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EACCES") throw error;
    throw new RefusedError(`you may not read ${dataDir}: run this as the user of the server`);
  });
  const running = secrets && (await runningDatabase(dataDir, secrets.databasePassword));
  if (!running)
    throw new RefusedError(
      `no server is running on ${dataDir}, or it runs in another container: start it, run this in its container, or set DATA_DIR to the folder of the site`,
    );
  return openProject({ ...operator, databaseUrl: running });
}
