import os from "node:os";
import { CommanderError, Command as Program, Option } from "commander";
import { DataDirError } from "../data-dir-error.ts";
import { redact } from "../log.ts";
import { readOperatorSettings, SettingsError } from "../settings.ts";
import { COMMANDS, nonEmpty, type Operation } from "./commands.ts";
import { openProject } from "./open-project.ts";
import { RefusedError } from "./project.ts";

/** The parts of the process that a command uses. Tests replace them. */
export interface Terminal {
  environment(): Record<string, string | undefined>;
  print(text: string): void;
  complain(text: string): void;
  confirm(question: string): Promise<boolean>;
}

/**
 * Runs a command of `npm run admin` and prints the database's result as JSON. Returns the exit code: 0 done, 1 refused or failed, 2
 * invalid command.
 */
export async function runCommand(args: string[], terminal: Terminal): Promise<number> {
  const { print, complain } = terminal;
  const program = new Program("npm run admin --")
    .exitOverride()
    .showHelpAfterError("To list the commands: npm run admin -- help")
    .configureOutput({ writeOut: print, writeErr: complain, getOutHelpWidth: () => 120 })
    .usage("<command>")
    .description(DESCRIPTION)
    .addOption(
      new Option(
        "--operator <name>",
        "the operator's name for the audit log (default: the user of this machine)",
      ).argParser(nonEmpty),
    )
    .addHelpText("after", `\n${NOTES}`);
  for (const [name, { takes, options, summary, run }] of Object.entries(COMMANDS)) {
    const command = program.command(name).description(summary);
    for (const taken of takes) command.addArgument(taken);
    for (const option of options) command.addOption(option);
    command.action(async () => {
      const { operator, ...given } = command.optsWithGlobals<Operation["options"] & { operator?: string }>();
      const answer = await runOn(terminal, operator, (operation) =>
        run({ ...operation, args: command.processedArgs as string[], options: given }),
      );
      print(`${JSON.stringify(answer, null, 2)}\n`);
    });
  }
  try {
    await program.parseAsync(args.length === 0 ? ["help"] : args, { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const isExpected = [RefusedError, SettingsError, DataDirError].some((expected) => error instanceof expected);
    const { message, stack = message } = error as Error;
    complain(isExpected ? `${message}\n` : `The command failed. ${redact(stack)}\n`);
    return 1;
  }
}

async function runOn(
  { environment, confirm }: Terminal,
  operator: string | undefined,
  run: (operation: Pick<Operation, "project" | "operator" | "confirm">) => Promise<unknown>,
): Promise<unknown> {
  const settings = readOperatorSettings(environment(), os.userInfo().username);
  const project = await openProject(settings);
  try {
    return await run({
      project,
      operator: operator ?? settings.operator,
      confirm: (question) => confirm(`${question} In ${project.name}.`),
    });
  } finally {
    await project.close();
  }
}

const DESCRIPTION = `Manages the reviews and accounts of this site beyond what /desk can do.

By default it uses the data in DATA_DIR (default .data), whether the server runs or not. With SUPABASE_URL and
SUPABASE_SECRET_KEY in the environment it uses that hosted project.`;

const NOTES = `Prints the answer of the database as JSON. Writes every change, and every look at an author or an account, to the append-only
audit log, without emails. Exits with 0 when the command worked, 1 when it was refused or failed, 2 when it is invalid. More:
server/operator/README.md`;
