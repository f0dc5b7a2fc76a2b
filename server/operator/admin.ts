import os from "node:os";
import { createInterface } from "node:readline/promises";
import { DataDirError } from "../data-dir-error.ts";
import { redact } from "../log.ts";
import { actAsOwner } from "../privileges.ts";
import { environment, readOperatorSettings, SettingsError } from "../settings.ts";
import { readCommandLine, UsageError, wantsJson } from "./command-line.ts";
import { carryOut } from "./operations.ts";
import { openProject, RefusedError } from "./project.ts";

const args = process.argv.slice(2);
process.exitCode = await main();

/** Resolves to the exit code: 0 done, 1 refused or failed, 2 not understood. */
async function main(): Promise<number> {
  try {
    const command = readCommandLine(args);
    if ("help" in command) {
      process.stdout.write(command.help);
      return 0;
    }
    const settings = readOperatorSettings(environment(), os.userInfo().username);
    const project = await openProject(settings);
    try {
      if (settings.kind === "embedded") await actAsOwner(settings.dataDir);
      const operator = command.operator ?? settings.operator;
      const { answer, text } = await carryOut({
        command,
        project,
        operator,
        confirm: (question) => confirm(question, project.name),
      });
      process.stdout.write(`${command.isJson ? JSON.stringify(answer, null, 2) : text}\n`);
      return 0;
    } finally {
      await project.close();
    }
  } catch (error) {
    return complain(error);
  }
}

/** Whatever goes wrong ends in a sentence; only surprises show where they come from. */
function complain(error: unknown): number {
  const isUsage = error instanceof UsageError;
  const isExpected =
    isUsage || error instanceof RefusedError || error instanceof SettingsError || error instanceof DataDirError;
  const message = error instanceof Error ? error.message : String(error);
  if (wantsJson(args)) process.stdout.write(`${JSON.stringify({ error: isExpected ? message : redact(message) })}\n`);
  else if (isExpected) process.stderr.write(`${message}\n`);
  else
    process.stderr.write(`It did not work. ${redact(error instanceof Error ? (error.stack ?? message) : message)}\n`);
  if (isUsage && !wantsJson(args)) process.stderr.write("npm run admin -- help lists the commands.\n");
  return isUsage ? 2 : 1;
}

async function confirm(question: string, where: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return true;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await terminal.question(`${question} In ${where}. Type yes: `);
    return answer.trim().toLowerCase() === "yes";
  } finally {
    terminal.close();
  }
}
