import { z } from "zod";
import { DataDirError } from "../data-dir-error.ts";
import { runningPostgres } from "../embedded/postgres/leftovers.ts";
import { readSecrets } from "../embedded/secrets.ts";
import { openProject, type Project, RefusedError } from "../operator/project.ts";
import { type OperatorSettings, SettingsError } from "../settings.ts";
import { codeOf } from "./ask.ts";
import type { Expected } from "./expected.ts";
import { fail, type Line, listed, ok, unknown, warn } from "./line.ts";

const facts = z.object({
  database_time: z.string(),
  server_version: z.string(),
  migrations: z.array(z.string()),
  access: z.array(z.string()),
  database_settings: z.record(z.string(), z.string()),
  photo: z.string().nullable(),
  oldest_waiting_mail: z.string().nullable(),
  worker_ran_at: z.string().nullable(),
});
type DeploymentFacts = z.infer<typeof facts>;

const settings = z.array(z.object({ name: z.string(), value: z.json(), shipped: z.json().optional() }));
export type DatabaseSettings = z.infer<typeof settings>;

/** What the database answers operators, and our own time in the middle of asking. */
export interface Findings {
  facts: DeploymentFacts;
  settings: DatabaseSettings;
  askedAt: number;
}

const SECRET_KEY = "give SUPABASE_SECRET_KEY, the project's secret key, to this command alone";

/** Asks the database as an operator. Resolves to the line about it, and to null where it gave no answer. */
export async function askDatabase(
  operator: OperatorSettings | null,
): Promise<{ line: Line; findings: Findings | null }> {
  if (!operator)
    return {
      line: unknown("database", "only operators may ask the database about itself", SECRET_KEY),
      findings: null,
    };
  try {
    const project = await openRunning(operator);
    try {
      const findings = await ask(project);
      return { line: ok("database", `PostgreSQL ${findings.facts.server_version} answers`), findings };
    } finally {
      await project.close();
    }
  } catch (error) {
    const isSentence = error instanceof RefusedError || error instanceof DataDirError || error instanceof SettingsError;
    const line = isSentence
      ? fail("database", "the database could not be queried", (error as Error).message)
      : fail("database", `the database could not be reached (${codeOf(error)})`, "look at its log, and start it");
    return { line, findings: null };
  }
}

async function ask(project: Project): Promise<Findings> {
  const before = Date.now();
  const findings = facts.parse(await project.call("operator_deployment_facts"));
  const askedAt = (before + Date.now()) / 2;
  return { facts: findings, settings: settings.parse(await project.call("operator_settings")), askedAt };
}

/** An embedded database is asked while its server runs, and never started: a server that starts meanwhile would find it in use. */
async function openRunning(operator: OperatorSettings): Promise<Project> {
  if (operator.kind === "hosted" || operator.databaseUrl) return openProject(operator);
  const { dataDir } = operator;
  const secrets = await readSecrets(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EACCES") throw error;
    throw new RefusedError(`you may not read ${dataDir}: run this as the user that the server runs as`);
  });
  const running = secrets && (await runningPostgres(dataDir, secrets.databasePassword));
  if (!running)
    throw new RefusedError(`no server is running on ${dataDir}: start it, or set DATA_DIR to the folder of the site`);
  return openProject({ ...operator, databaseUrl: running });
}

/** What each kind of rule is called, by its first words in private.access_rules(). */
const KINDS = {
  grants: /^grant /,
  policies: /^(?:policy|row security) /,
  triggers: /^trigger /,
  functions: /^(?:function|view|materialized view) /,
  roles: /^(?:role|publication) /,
  buckets: /^bucket /,
} as const;
export type AccessKind = keyof typeof KINDS;
export const ACCESS_KINDS = Object.keys(KINDS) as AccessKind[];

/** Compares what the database has with what this version makes. */
export function accessLine(kind: AccessKind, expected: string[], actual: string[]): Line {
  const own = (rules: string[]) => rules.filter((rule) => KINDS[kind].test(rule));
  const missing = own(expected).filter((rule) => !actual.includes(rule));
  const extra = own(actual).filter((rule) => !expected.includes(rule));
  if (missing.length + extra.length === 0) return ok(kind, `as expected (${own(expected).length})`);
  const detail = [
    ...(missing.length > 0 ? [`missing: ${listed(missing)}`] : []),
    ...(extra.length > 0 ? [`too much: ${listed(extra)}`] : []),
  ].join(". ");
  return fail(
    kind,
    detail,
    "undo what was changed by hand, or deploy the version that made the database (supabase/migrations)",
  );
}

export function migrationsLine(
  expected: Expected["migrations"],
  applied: string[],
  backend: "embedded" | "supabase",
): Line {
  const missing = expected.filter((version) => !applied.includes(version));
  const extra = applied.filter((version) => !expected.includes(version));
  if (missing.length > 0) {
    const remedy = backend === "embedded" ? "restart the server, which applies them" : "run supabase db push";
    return fail("migrations", `not applied: ${listed(missing)}`, remedy);
  }
  if (extra.length > 0)
    return fail(
      "migrations",
      `of another version: ${listed(extra)}`,
      "deploy the version that made them, or remove what they made",
    );
  return ok("migrations", `all ${expected.length} are applied`);
}

/** Settings of PostgreSQL that lose what was confirmed, or write e-mails into its log. */
export function databaseSettingsLine(actual: Record<string, string>): Line {
  const off = ["fsync", "full_page_writes"].filter((name) => actual[name] !== "on");
  if (off.length > 0)
    return fail(
      "database settings",
      `${off.join(" and ")} off: a crash loses data`,
      "set them to on in postgresql.conf",
    );
  const { log_statement: logged = "" } = actual;
  if (logged === "all" || logged === "mod")
    return warn("database settings", `log_statement is ${logged}: e-mails come into the log`, "set it to none or ddl");
  return ok("database settings", "nothing that loses or logs what it should not");
}

const FAR_TOO_MANY = 10;

export function limitsLine(actual: DatabaseSettings): Line {
  const numbers = actual.flatMap(({ name, value, shipped }) =>
    typeof value === "number" && typeof shipped === "number" ? [{ name, value, shipped }] : [],
  );
  const lax = numbers.filter(({ value, shipped }) => shipped > 0 && (value === 0 || value > FAR_TOO_MANY * shipped));
  if (lax.length === 0) return ok("limits", `${numbers.length} limits, none switched off`);
  const names = lax.map(({ name, value, shipped }) => `${name} is ${value}, comes as ${shipped}`);
  return warn("limits", listed(names), "npm run admin -- set <name> <value>, if it is not on purpose");
}

const SLOW_MAIL_MS = 15 * 60_000;

/** Letters that the mail server does not take wait in the outbox. */
export function outboxLine(oldest: string | null, now: number): Line {
  if (oldest === null || now - Date.parse(oldest) < SLOW_MAIL_MS)
    return ok("waiting letters", "none has been waiting for long");
  const minutes = Math.round((now - Date.parse(oldest)) / 60_000);
  return fail(
    "waiting letters",
    `one has been waiting for ${minutes} minutes`,
    "the log of the server, or of npm run worker, says why the mail server refuses it",
  );
}

const WORKER_ABSENT_MS = 60 * 60_000;

/** Who sends letters, sweeps and reminds of clocks: the embedded server itself, or `npm run worker` beside a hosted project. */
export function workerLine(ranAt: string | null, now: number, backend: "embedded" | "supabase"): Line {
  if (ranAt !== null && now - Date.parse(ranAt) < WORKER_ABSENT_MS)
    return ok("worker", "looks for letters, and sweeps");
  const since = ranAt === null ? "none has ever run" : "none has run for an hour";
  const remedy =
    backend === "embedded"
      ? "the server does it: look at its log, and restart it"
      : "start npm run worker, and keep it running: without it no one hears of a complaint or a decision";
  return fail("worker", `${since}: letters wait, and nothing is swept`, remedy);
}
