import os from "node:os";
import { DataDirError } from "../data-dir-error.ts";
import { redact } from "../log.ts";
import { readOperatorSettings, SettingsError } from "../settings.ts";
import { readCommandLine, UsageError, wantsJson } from "./command-line.ts";
import { carryOut } from "./operations.ts";
import { openProject, RefusedError } from "./project.ts";

/** What surrounds a command: that of the process, or of a test. */
export interface Surroundings {
  environment(): Record<string, string | undefined>;
  print(text: string): void;
  complain(text: string): void;
  /** Asks before what cannot be undone. */
  confirm(question: string): Promise<boolean>;
}

/** Resolves to the exit code: 0 done, 1 refused or failed, 2 not understood. */
export async function runCommand(args: string[], surroundings: Surroundings): Promise<number> {
  try {
    const command = readCommandLine(args);
    if ("help" in command) {
      surroundings.print(command.help);
      return 0;
    }
    const settings = readOperatorSettings(surroundings.environment(), os.userInfo().username);
    const project = await openProject(settings);
    try {
      const { answer, text } = await carryOut({
        command,
        project,
        operator: command.operator ?? settings.operator,
        confirm: (question) => surroundings.confirm(`${question} In ${project.name}.`),
      });
      surroundings.print(`${command.isJson ? JSON.stringify(answer, null, 2) : text}\n`);
      return 0;
    } finally {
      await project.close();
    }
  } catch (error) {
    return complain(error, wantsJson(args), surroundings);
  }
}

/** Whatever goes wrong ends in a sentence; only surprises show where they come from. */
function complain(error: unknown, isJson: boolean, surroundings: Surroundings): number {
  const isUsage = error instanceof UsageError;
  const isExpected =
    isUsage || error instanceof RefusedError || error instanceof SettingsError || error instanceof DataDirError;
  const message = error instanceof Error ? error.message : String(error);
  if (isJson) surroundings.print(`${JSON.stringify({ error: isExpected ? message : redact(message) })}\n`);
  else if (isExpected) surroundings.complain(`${message}\n`);
  else
    surroundings.complain(`It did not work. ${redact(error instanceof Error ? (error.stack ?? message) : message)}\n`);
  if (isUsage && !isJson) surroundings.complain("npm run admin -- help lists the commands.\n");
  return isUsage ? 2 : 1;
}
