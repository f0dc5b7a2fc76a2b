import { Command } from "commander";
import { DataDirError, toDataDirError } from "../server/data-dir-error.ts";
import { logError, redactConsole } from "../server/log.ts";
import { environment, readSettings, type Settings, SettingsError } from "../server/settings.ts";

/** A command that ends with 2 when it is misused. */
export function commandLine(name: string): Command {
  return new Command(`npm run ${name} --`)
    .helpCommand(true)
    .showHelpAfterError()
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
}

/** Reads the settings as the server does. Throws a sentence if the data is not in DATA_DIR: `doIt` says what is to be done there. */
export function embeddedSettings(doIt: string): () => Settings {
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
    return settings;
  };
}

/** Runs a tool on the data folder and ends with its exit code; a failure is one sentence where it is one of set-up. */
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
    else logError("This did not work.", failure);
    process.exit(1);
  }
}
