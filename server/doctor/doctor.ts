import os from "node:os";
import path from "node:path";
import { Command, CommanderError } from "commander";
import { readSecrets } from "../embedded/secrets.ts";
import { redact } from "../log.ts";
import { type DoctorSettings, environment, readDoctorSettings, SettingsError } from "../settings.ts";
import { askerOf } from "./ask.ts";
import { queryDatabase } from "./database.ts";
import { readExpected } from "./expected.ts";
import { type Deployment, examine, inText } from "./fact.ts";
import { FACTS, newestBackup } from "./facts.ts";

const NOTES = `
Each line has a state (ok, warn, fail or unknown), a fact, a finding and a remedy. To examine the database of a hosted project,
give SUPABASE_SECRET_KEY to this command alone. Exit codes: 0 nothing fails, 1 a fact fails, 2 the settings are unusable.`;

process.exitCode = await main();

async function main(): Promise<number> {
  try {
    const { json, backups } = program().parse().opts<{ json?: true; backups?: string }>();
    const { settings, operator } = readDoctorSettings(environment(), os.userInfo().username);
    if (backups !== undefined) settings.backupFolder = path.resolve(backups);
    const lines = await examine(FACTS, await reach({ settings, operator }));
    process.stdout.write(`${json ? JSON.stringify(lines, null, 2) : inText(lines)}\n`);
    return lines.some(({ state }) => state === "fail") ? 1 : 0;
  } catch (error) {
    return complain(error);
  }
}

async function reach({ settings, operator }: DoctorSettings): Promise<Deployment> {
  const { backend, siteUrl, supabaseUrl, supabasePublishableKey, dataDir, backupFolder } = settings;
  const secrets = backend === "embedded" ? await readSecrets(dataDir).catch(() => null) : null;
  return {
    settings,
    // Read before queryDatabase drops root's rights: archives may belong to root.
    newestBackup: await newestBackup(backupFolder),
    site: askerOf(siteUrl),
    api:
      backend === "supabase"
        ? askerOf(supabaseUrl, { apikey: supabasePublishableKey })
        : askerOf(siteUrl, { apikey: secrets?.publishableKey ?? "" }),
    database: operator && (await queryDatabase(operator)),
    expected: await readExpected(backend === "supabase" ? "supabase" : "embedded"),
  };
}

function program(): Command {
  return new Command("npm run doctor --")
    .description("Checks a deployment, with the settings of its web server. Changes nothing.")
    .option("--json", "print a list of {fact, state, detail, remedy}, or {error} (use npm run --silent doctor)")
    .option("--backups <folder>", "the folder of backups (default: BACKUP_FOLDER, else DATA_DIR/backups)")
    .addHelpText("after", NOTES)
    .configureOutput({ writeErr: () => {}, getOutHelpWidth: () => 120 })
    .exitOverride();
}

function complain(error: unknown): number {
  if (error instanceof CommanderError && error.exitCode === 0) return 0;
  const isExpected = error instanceof SettingsError || error instanceof CommanderError;
  const message = error instanceof Error ? error.message : String(error);
  const stack = error instanceof Error ? (error.stack ?? message) : message;
  // Reads process.argv, because parsing the command line may have failed.
  if (process.argv.includes("--json"))
    process.stdout.write(`${JSON.stringify({ error: isExpected ? message : redact(message) })}\n`);
  else process.stderr.write(isExpected ? `${message}\n` : `The doctor failed. ${redact(stack)}\n`);
  return isExpected ? 2 : 1;
}
