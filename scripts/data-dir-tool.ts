import { Command } from "commander";
import { DataDirError, toDataDirError } from "../server/data-dir-error.ts";
import { logError, redactConsole } from "../server/log.ts";
import { environment, readSettings, type Settings, SettingsError } from "../server/settings.ts";

/** Creates a command that exits with 2 if its arguments are invalid. */
export function commandLine(name: string): Command {
  return new Command(`npm run ${name} --`)
    .helpCommand(true)
    .showHelpAfterError()
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
}

/**
 * Returns a function that reads the server's settings, and throws if the database is not in DATA_DIR. If it is in DATABASE_URL, the
 * message tells the operator to `task` with the tools of that server.
 */
export function embeddedSettings(task: string): () => Settings {
  return () => {
    const settings = readSettings(environment());
    if (settings.backend !== "embedded") {
      throw new SettingsError(`This command is for BACKEND=embedded, not ${settings.backend}: see docs/operations.md.`);
    }
    if (settings.databaseUrl) {
      throw new SettingsError(
        `The database is in DATABASE_URL: ${task} with the tools of that server, and copy DATA_DIR. See docs/operations.md.`,
      );
    }
    return settings;
  };
}

/** Runs a tool on the data folder, and exits with its code. For an error in the settings or the data folder, prints only its message. */
export async function runTool(tool: (settings: Settings) => Promise<number>, read: () => Settings): Promise<never> {
  redactConsole();
  let dataDir = "";
  try {
    const settings = read();
    dataDir = settings.dataDir;
    process.exit(await tool(settings));
  } catch (error) {
    const failure = toDataDirError(error, dataDir);
    if (failure instanceof SettingsError || failure instanceof DataDirError) logError(failure.message);
    else logError("The command failed.", failure);
    process.exit(1);
  }
}
