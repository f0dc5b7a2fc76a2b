import { Argument, Command as Program, CommanderError, InvalidArgumentError, Option } from "commander";

/** The command is not written as it must be. The message says how. */
export class UsageError extends Error {
  override name = "UsageError";
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const EMAIL = /^\S+@\S+$/;
/** What stands at the end of a home's address, or its id. */
const HOME = /(?:^|[-/])[\da-f]{8}(?:(?:-[\da-f]{4}){3}-[\da-f]{12})?\/?(?:[?#].*)?$/i;
const MAX_LIMIT = 100;

const REVIEW_ID = argument("<id>", (text) => UUID.test(text), "Copy the id of a review from its link.");
const ADDRESS = argument("<e-mail>", (text) => EMAIL.test(text), "It is no e-mail.");
const WHO = argument(
  "<e-mail or account id>",
  (text) => EMAIL.test(text) || UUID.test(text),
  "It is neither an e-mail nor the id of an account.",
);
const home = (name: string) =>
  argument(name, (text) => HOME.test(text), "Copy the address of a home's page, or the eight digits at its end.");
const ACTION = new Argument("<action>").choices(["add", "remove", "list"]);
const OPERATOR_ADDRESS = argument("[e-mail]", (text) => EMAIL.test(text), "It is no e-mail.");
const NAME = argument("<name>", Boolean, "It is empty.");
const VALUE = argument("<value>", Boolean, "It is empty.");

const REASON = new Option("--reason <why>", "why, for the audit log");
const NEEDED_REASON = new Option("--reason <why>", "why, for the audit log").argParser(nonEmpty).makeOptionMandatory();
const AS = new Option("--as <name>", "the name that the audit log shows; no e-mail").argParser(nonEmpty);
const LIMIT = new Option("--limit <n>", `how many, at most ${MAX_LIMIT}`).argParser((text) =>
  wholeNumber(text, MAX_LIMIT),
);
const BEFORE = new Option("--before <id>", "the page before this one").argParser((text) =>
  wholeNumber(text, Number.MAX_SAFE_INTEGER),
);
const WITH_REVIEWS = new Option("--with-reviews", "delete its reviews as well");
const YES = new Option("--yes", "do not ask first (asked only in a terminal)");

interface Shape {
  takes: readonly Argument[];
  options: readonly Option[];
  summary: string;
}

/** Each is carried out by the entry of the same name in operations.ts. */
const COMMANDS = {
  delete: {
    takes: [REVIEW_ID],
    options: [NEEDED_REASON, YES],
    summary: "delete a review for ever, with its photos and reports",
  },
  merge: {
    takes: [home("<from>"), home("<into>")],
    options: [NEEDED_REASON],
    summary: "make two homes one: the reviews of the first go to the second, and its page leads there",
  },
  "author-of": {
    takes: [REVIEW_ID],
    options: [NEEDED_REASON],
    summary: "who wrote a review: for the order of a court, or to be sure who asks",
  },
  about: {
    takes: [ADDRESS],
    options: [NEEDED_REASON],
    summary: "a copy of what is kept about an e-mail, for its owner",
  },
  erase: {
    takes: [WHO],
    options: [REASON, WITH_REVIEWS, YES],
    summary: "erase an account: e-mail, sessions, events, name, photos; its reviews stay, nameless",
  },
  operators: {
    takes: [ACTION, OPERATOR_ADDRESS],
    options: [AS],
    summary: "say who may work at /desk: add or remove an account, or list them",
  },
  settings: { takes: [], options: [], summary: "list the settings that you may change" },
  set: { takes: [NAME, VALUE], options: [REASON], summary: "change a setting" },
  audit: { takes: [], options: [LIMIT, BEFORE], summary: "list what operators did, the newest first" },
  sweep: {
    takes: [],
    options: [],
    summary: "delete what is over, such as photos that no review shows (the embedded server does so by itself)",
  },
} as const satisfies Record<string, Shape>;

export type CommandName = keyof typeof COMMANDS;

export interface Command {
  name: CommandName;
  /** Id of a review, home, e-mail, account id, name of a setting, or an action. */
  subject: string;
  value: string;
  reason: string | null;
  /** What an operator is called. */
  as: string | null;
  limit: number | null;
  before: number | null;
  withReviews: boolean;
  isConfirmed: boolean;
  /** Null when not given. */
  operator: string | null;
  isJson: boolean;
}

/** The command, or the help that was asked for. Throws {@link UsageError}. */
export function readCommandLine(args: string[]): Command | { help: string } {
  let help = "";
  const program = new Program("npm run admin --")
    .exitOverride()
    .showSuggestionAfterError(false)
    .configureOutput({ writeOut: (text) => void (help += text), writeErr: () => {}, getOutHelpWidth: () => 120 })
    .usage("<command>")
    .description(DESCRIPTION)
    .addOption(
      new Option("--operator <name>", "who does it, for the audit log; else the user of this machine").argParser(
        nonEmpty,
      ),
    )
    .option("--json", "print JSON; with npm run --silent admin -- … nothing but JSON")
    .addHelpText("after", `\n${NOTES}`);
  const given: Command[] = [];
  for (const [name, shape] of Object.entries(COMMANDS) as [CommandName, Shape][]) {
    const command = program.command(name).description(shape.summary);
    for (const taken of shape.takes) command.addArgument(taken);
    for (const option of shape.options) command.addOption(option);
    command.action(() => void given.push(commandFrom(name, command)));
  }
  try {
    program.parse(args.length === 0 ? ["help"] : args, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (help === "") throw new UsageError(error.code === "commander.help" ? "Name a command." : sentenceOf(error));
  }
  return given[0] ?? { help };
}

/** Whether --json was asked for, on a command line that may be wrong in other ways. */
export function wantsJson(args: string[]): boolean {
  return args.includes("--json");
}

function commandFrom(name: CommandName, command: Program): Command {
  const options = command.optsWithGlobals<{
    reason?: string;
    as?: string;
    limit?: number;
    before?: number;
    withReviews?: true;
    yes?: true;
    operator?: string;
    json?: true;
  }>();
  const [subject = "", value = ""] = command.processedArgs as string[];
  return {
    name,
    subject,
    value,
    reason: options.reason?.trim() || null,
    as: options.as ?? null,
    limit: options.limit ?? null,
    before: options.before ?? null,
    withReviews: options.withReviews ?? false,
    isConfirmed: options.yes ?? false,
    operator: options.operator ?? null,
    isJson: options.json ?? false,
  };
}

function argument(name: string, isRight: (text: string) => boolean, complaint: string): Argument {
  return new Argument(name).argParser((given) => {
    const text = given.trim();
    if (!isRight(text)) throw new InvalidArgumentError(complaint);
    return text;
  });
}

function nonEmpty(text: string): string {
  if (text.trim() === "") throw new InvalidArgumentError("It is empty.");
  return text.trim();
}

function wholeNumber(text: string, largest: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= 1 && number <= largest) return number;
  throw new InvalidArgumentError(`It needs a whole number from 1${largest === MAX_LIMIT ? ` to ${largest}` : ""}.`);
}

/** Commander writes "error: unknown option '--all'". */
function sentenceOf(error: CommanderError): string {
  const message = error.message.replace(/^error: /, "");
  return `${message.charAt(0).toUpperCase()}${message.slice(1).replace(/\.$/, "")}.`;
}

const DESCRIPTION = `What /desk cannot do for the reviews and accounts of this site.

Without further settings it works on the data in DATA_DIR (default .data), while the server runs or not. With
SUPABASE_URL and SUPABASE_SECRET_KEY in the environment it works on that hosted project.`;

const NOTES = `Every change, and every look at an author or an account, is written to the audit log, which holds no e-mail and can
only be added to. It ends with 0 when it worked, 1 when it was refused or failed, 2 when the command was not understood.
server/operator/README.md says more.`;
