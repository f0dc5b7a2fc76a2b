import { parseArgs, type ParseArgsOptionsConfig } from "node:util";

/** The command is not written as it must be. The message says how. */
export class UsageError extends Error {
  override name = "UsageError";
}

const OPTIONS = {
  reason: { type: "string" },
  limit: { type: "string" },
  after: { type: "string" },
  before: { type: "string" },
  "with-reviews": { type: "boolean" },
  yes: { type: "boolean" },
  operator: { type: "string" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const satisfies ParseArgsOptionsConfig;

type Option = keyof typeof OPTIONS;
const EVERYWHERE: readonly Option[] = ["operator", "json", "help"];

interface Shape {
  /** What follows the command's name. */
  takes: readonly ("id" | "email" | "who" | "name" | "value")[];
  options: readonly Option[];
  needsReason?: true;
  summary: string;
}

/** Every command. Each is one case in operations.ts. */
const COMMANDS = {
  flagged: {
    takes: [],
    options: ["limit", "after"],
    summary: "list reviews that were reported, with their reports",
  },
  hidden: { takes: [], options: ["limit", "after"], summary: "list hidden reviews, with the reason" },
  show: { takes: ["id"], options: [], summary: "one review in full, its reports, and what was done with it" },
  "clear-flag": {
    takes: ["id"],
    options: ["reason"],
    needsReason: true,
    summary: 'take "Under Review" off a review; its reports stay',
  },
  hide: {
    takes: ["id"],
    options: ["reason"],
    needsReason: true,
    summary: "take a review and its photos out of everybody's sight",
  },
  unhide: { takes: ["id"], options: ["reason"], needsReason: true, summary: "show a hidden review again" },
  delete: {
    takes: ["id"],
    options: ["reason", "yes"],
    needsReason: true,
    summary: "delete a review for ever, with its photos and reports",
  },
  "author-of": {
    takes: ["id"],
    options: ["reason"],
    needsReason: true,
    summary: "who wrote a review: for the order of a court, or to be sure who asks",
  },
  about: {
    takes: ["email"],
    options: ["reason"],
    needsReason: true,
    summary: "a copy of what is kept about an e-mail, for its owner",
  },
  erase: {
    takes: ["who"],
    options: ["reason", "with-reviews", "yes"],
    summary: "erase an account: e-mail, sessions, events, name, photos; its reviews stay, nameless",
  },
  settings: { takes: [], options: [], summary: "list the settings that you may change" },
  set: { takes: ["name", "value"], options: ["reason"], summary: "change a setting" },
  audit: { takes: [], options: ["limit", "before"], summary: "list what operators did, the newest in front" },
  sweep: {
    takes: [],
    options: [],
    summary: "delete what is over, such as photos that no review shows (the embedded server does so by itself)",
  },
} as const satisfies Record<string, Shape>;

type CommandName = keyof typeof COMMANDS;

export interface Command {
  name: CommandName;
  /** Review id, e-mail, account id or name of a setting. */
  subject: string;
  value: string;
  reason: string | null;
  limit: number | null;
  after: string | null;
  before: number | null;
  withReviews: boolean;
  isConfirmed: boolean;
  /** Null when not given. */
  operator: string | null;
  isJson: boolean;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MAX_LIMIT = 100;

/** What was asked for, or "help". Throws {@link UsageError}. */
export function readCommandLine(args: string[]): Command | "help" {
  const { values, positionals } = parsed(args);
  const [name, ...given] = positionals;
  if (name === undefined || name === "help" || values.help) {
    if (name === undefined && args.length > 0 && !values.help) throw new UsageError("Name a command.");
    return "help";
  }
  if (!isCommand(name)) throw new UsageError(`There is no command "${name}".`);

  const shape: Shape = COMMANDS[name];
  const foreign = Object.keys(values).find((option) => ![...shape.options, ...EVERYWHERE].includes(option as Option));
  if (foreign) throw new UsageError(`The command ${name} takes no --${foreign}.`);
  if (given.length !== shape.takes.length) throw new UsageError(`Write it so: ${usageOf(name)}`);
  const [subject = "", value = ""] = given.map((each) => each.trim());
  const wrong = shape.takes.map((kind, index) => complaint(kind, [subject, value][index] ?? "")).find(Boolean);
  if (wrong) throw new UsageError(wrong);
  const reason = values.reason?.trim() || null;
  if (shape.needsReason && !reason) throw new UsageError(`Give the reason: ${usageOf(name)}`);
  if (values.operator !== undefined && !values.operator.trim()) throw new UsageError("--operator needs a name.");

  return {
    name,
    subject,
    value,
    reason,
    limit: wholeNumber("limit", values.limit, MAX_LIMIT),
    after: values.after ?? null,
    before: wholeNumber("before", values.before, Number.MAX_SAFE_INTEGER),
    withReviews: values["with-reviews"] ?? false,
    isConfirmed: values.yes ?? false,
    operator: values.operator?.trim() ?? null,
    isJson: values.json ?? false,
  };
}

/** Whether --json was asked for, on a command line that may be wrong in other ways. */
export function wantsJson(args: string[]): boolean {
  return args.includes("--json");
}

function parsed(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!code?.startsWith("ERR_PARSE_ARGS")) throw error;
    throw new UsageError(`${message.split(". ")[0]?.replace(/\.$/, "")}.`);
  }
}

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}

function complaint(kind: Shape["takes"][number], text: string): string | null {
  if (kind === "id" && !UUID.test(text))
    return `"${text}" is no id of a review: copy it from a list, or from the link to the review.`;
  if (kind === "email" && !/^\S+@\S+$/.test(text)) return `"${text}" is no e-mail.`;
  if (kind === "who" && !/^\S+@\S+$/.test(text) && !UUID.test(text)) {
    return `"${text}" is neither an e-mail nor the id of an account.`;
  }
  return text === "" ? "A name or a value is empty." : null;
}

function wholeNumber(option: Option, text: string | undefined, largest: number): number | null {
  if (text === undefined) return null;
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < 1 || number > largest) {
    throw new UsageError(`--${option} needs a whole number from 1${largest === MAX_LIMIT ? ` to ${largest}` : ""}.`);
  }
  return number;
}

const PLACEHOLDERS = { id: "<id>", email: "<e-mail>", who: "<e-mail or account id>", name: "<name>", value: "<value>" };

function usageOf(name: CommandName): string {
  const { takes, needsReason, options }: Shape = COMMANDS[name];
  return [
    "npm run admin --",
    name,
    ...takes.map((kind) => PLACEHOLDERS[kind]),
    ...(options.includes("with-reviews") ? ["[--with-reviews]"] : []),
    ...(needsReason ? ['--reason "<why>"'] : options.includes("reason") ? ['[--reason "<why>"]'] : []),
    ...(options.includes("limit") ? ["[--limit <n>]"] : []),
  ].join(" ");
}

/** All of it, for `npm run admin -- help`. */
export function help(): string {
  const lines = Object.entries(COMMANDS).map(
    ([name, { summary }]) => `  ${usageOf(name as CommandName).replace("npm run admin -- ", "")}\n      ${summary}`,
  );
  return `Work on the reviews and accounts of this site.

  npm run admin -- <command>

Without further settings it works on the data in DATA_DIR (default .data), while the server runs or not. With
SUPABASE_URL and SUPABASE_SECRET_KEY in the environment it works on that hosted project.

Commands:
${lines.join("\n")}
  help
      this text

Everywhere:
  --operator <name>   who does it, for the audit log; else the user of this machine
  --json              print JSON; with npm run --silent admin -- … nothing but JSON
  --yes               do not ask before deleting (asked only in a terminal)

Every change, and every look at an author or an account, is written to the audit log, which holds no e-mail and can
only be added to. It ends with 0 when it worked, 1 when it was refused or failed, 2 when the command was not understood.
server/operator/README.md says more.
`;
}
