import { Command } from "commander";
import { DataDirError, toDataDirError } from "../server/data-dir-error.ts";
import { logError, redactConsole } from "../server/log.ts";
import { SettingsError, environment, readSettings } from "../server/settings.ts";

/** A command that ends with 2 when it is misused. */
export function commandLine(name: string): Command {
  return new Command(`npm run ${name} --`)
    .helpCommand(true)
    .showHelpAfterError()
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
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
    const failure = toDataDirError(error, dataDir);
    if (failure instanceof SettingsError || failure instanceof DataDirError) logError(failure.message);
    else logError("This did not work.", failure);
    process.exit(1);
  }
}
