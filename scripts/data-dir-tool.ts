import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import { DataDirError, inWords } from "../server/data-dir-error.ts";
import { logError, redactConsole } from "../server/log.ts";
import { SettingsError, environment, readSettings } from "../server/settings.ts";

/** Reads a command line of at most one path. Asked for help it says `usage` and ends with 0; misused, with 2. */
export function readArguments(usage: string, isPathNeeded: boolean, options: ParseArgsOptionsConfig = {}) {
  const known: ParseArgsOptionsConfig = { ...options, help: { type: "boolean", short: "h" } };
  try {
    const { values, positionals } = parseArgs({ options: known, allowPositionals: true });
    const [given] = positionals;
    if (values.help || given === "help") {
      process.stdout.write(`Usage: ${usage}\n`);
      process.exit(0);
    }
    if (positionals.length > 1 || (isPathNeeded && !given)) throw new Error("It takes one path");
    return { given, values };
  } catch (error) {
    const [complaint = ""] = (error as Error).message.split(". ");
    process.stderr.write(`${complaint.replace(/\.$/, "")}. Usage: ${usage}\n`);
    process.exit(2);
  }
}

/** Finds DATA_DIR as the server does. Throws a sentence where the data is not in one: `doIt` says what is to be done there. */
export function embeddedDataDir(doIt: string): () => string {
  return () => {
    const settings = readSettings(environment());
    if (settings.backend !== "embedded") {
      throw new SettingsError(
        `BACKEND is ${settings.backend}: this is for embedded. docs/operations.md says what to do.`,
      );
    }
    if (settings.databaseUrl) {
      throw new SettingsError(
        `The database is a server of yours (DATABASE_URL). ${doIt} with its own tools, and copy DATA_DIR. docs/operations.md says how.`,
      );
    }
    return settings.dataDir;
  };
}

/** Runs a tool on the data folder and ends with its exit code; a failure is one sentence where it is one of set-up. */
export async function runTool(tool: (dataDir: string) => Promise<number>, findDataDir: () => string): Promise<never> {
  redactConsole();
  let dataDir = "";
  try {
    dataDir = findDataDir();
    process.exit(await tool(dataDir));
  } catch (error) {
    const failure = inWords(error, dataDir);
    if (failure instanceof SettingsError || failure instanceof DataDirError) logError(failure.message);
    else logError("This did not work.", failure);
    process.exit(1);
  }
}
