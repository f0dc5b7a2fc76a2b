import fs from "node:fs/promises";
import path from "node:path";
import { Argument, InvalidArgumentError, Option } from "commander";
import { placePhotos } from "../photo-moves.ts";
import { readRetentionKey } from "../retention-key.ts";
import { type Project, RefusedError } from "./project.ts";
import { sweep } from "./sweep.ts";

export interface Operation {
  project: Project;
  /** For the audit log. */
  operator: string;
  /** In the order of `takes`. */
  args: string[];
  options: Options;
  /** Asks before something irreversible. Without a terminal, returns true. */
  confirm(question: string): Promise<boolean>;
}

interface Options {
  reason?: string;
  as?: string;
  name?: string;
  locality?: string;
  city?: string;
  limit?: number;
  before?: number;
  withReviews?: true;
  into?: string;
  clockIsRight?: true;
  yes?: true;
}

interface Command {
  takes: readonly Argument[];
  options: readonly Option[];
  summary: string;
  /** Returns the database's result, which is printed. Throws {@link RefusedError}. */
  run(operation: Operation): Promise<unknown>;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const EMAIL = /^\S+@\S+$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
/** Matches the end of a home's URL, or its id. */
const HOME = /(?:^|[-/])[\da-f]{8}(?:(?:-[\da-f]{4}){3}-[\da-f]{12})?\/?(?:[?#].*)?$/i;
const MAX_LIMIT = 100;

const REVIEW_ID = argument("<id>", (text) => UUID.test(text), "Copy the id of the review from its link.");
const home = (name: string) =>
  argument(name, (text) => HOME.test(text), "Copy the URL of the home's page, or the eight digits at its end.");

const reasonOption = () => new Option("--reason <why>", "the reason, for the audit log").argParser(nonEmpty);
const REASON = reasonOption();
const NEEDED_REASON = reasonOption().makeOptionMandatory();
const YES = new Option("--yes", "skip the question that a terminal asks first");

export const COMMANDS: Record<string, Command> = {
  delete: {
    takes: [REVIEW_ID],
    options: [NEEDED_REASON, YES],
    summary: "delete a review with its photos and reports for ever",
    run: deleteReview,
  },
  merge: {
    takes: [home("<from>"), home("<into>")],
    options: [NEEDED_REASON],
    summary: "merge two homes: move the reviews of the first to the second, and redirect its page",
    run: ({ project, operator, args: [from_home, into_home], options: { reason } }) =>
      project.call("operator_merge_homes", { from_home, into_home, operator, reason }),
  },
  rename: {
    takes: [home("<home>")],
    options: [
      ...["name", "locality", "city"].map((what) =>
        new Option(`--${what} <${what}>`, `the new ${what}`).argParser(nonEmpty),
      ),
      NEEDED_REASON,
    ],
    summary: "change the name or place of a home, or its spelling, which later reviews then do not change",
    run: ({ project, operator, args: [renamed], options: { name, locality, city, reason } }) =>
      project.call("operator_rename_home", {
        ...{ home: renamed, operator, reason },
        ...{ property_name: name ?? null, locality: locality ?? null, city: city ?? null },
      }),
  },
  "author-of": {
    takes: [REVIEW_ID],
    options: [NEEDED_REASON],
    summary: "show who wrote a review, for a court order or to verify a request",
    run: ({ project, operator, args: [review_id], options: { reason } }) =>
      project.call("operator_author_of_review", { review_id, operator, reason }),
  },
  about: {
    takes: [argument("<email>", (text) => EMAIL.test(text), "This is not an email.")],
    options: [NEEDED_REASON],
    summary: "export all data about an email, for its owner",
    run: ({ project, operator, args: [who], options: { reason } }) =>
      project.call("operator_about_email", { who, operator, reason }),
  },
  erase: {
    takes: [
      argument(
        "<email or account id>",
        (text) => EMAIL.test(text) || UUID.test(text),
        "This is neither an email nor the id of an account.",
      ),
    ],
    options: [REASON, new Option("--with-reviews", "also delete its reviews"), YES],
    summary: "erase an account with its email, name, sessions, events and photos; its reviews stay, without a name",
    run: erase,
  },
  "set-retention-key": {
    takes: [argument("<file>", Boolean, "It must not be empty.")],
    options: [NEEDED_REASON],
    summary: 'seal what is deleted to the public OpenPGP key in a file, or "off" (the embedded server: RETENTION_KEY)',
    run: ({ project, operator, args: [file = ""], options: { reason } }) =>
      project.call("operator_set_retention_key", {
        ...{ new_key: file === "off" ? null : readRetentionKey(file), operator, reason },
      }),
  },
  "sealed-records": {
    takes: [
      argument(
        "<day or id>",
        (text) => DAY.test(text) || UUID.test(text),
        "Give a day, such as 2026-11-29, or the id of a record.",
      ),
      argument("[last day]", (text) => DAY.test(text), "Give a day, such as 2026-11-29."),
    ],
    options: [
      new Option("--into <folder>", "the new folder for the files").argParser(nonEmpty).makeOptionMandatory(),
      NEEDED_REASON,
    ],
    summary: "export sealed records of a day, or of up to 31 days, or one by its id, on an order, to decrypt offline",
    run: exportSealedRecords,
  },
  operators: {
    takes: [
      new Argument("<action>").choices(["add", "remove", "list"]),
      argument("[email]", (text) => EMAIL.test(text), "This is not an email."),
    ],
    options: [new Option("--as <name>", "the name for the audit log, not an email").argParser(nonEmpty)],
    summary: "add, remove or list the accounts that may use /desk",
    run: operators,
  },
  settings: {
    takes: [],
    options: [],
    summary: "list the settings that operators may change",
    run: ({ project }) => project.call("operator_settings"),
  },
  set: {
    takes: [
      argument("<name>", Boolean, "It must not be empty."),
      argument("<value>", Boolean, "It must not be empty."),
    ],
    options: [REASON],
    summary: "change a setting, which a running server reads within a minute",
    run: ({ project, operator, args: [name, new_value], options: { reason = null } }) =>
      project.call("operator_set_setting", { name, new_value, operator, reason }),
  },
  audit: {
    takes: [],
    options: [
      new Option("--limit <n>", `the number of entries, at most ${MAX_LIMIT}`).argParser((text) =>
        wholeNumber(text, MAX_LIMIT),
      ),
      new Option("--before <id>", "only entries older than this one").argParser((text) => wholeNumber(text)),
    ],
    summary: "list the actions of operators, newest first",
    run: ({ project, options: { limit = 50, before = null } }) =>
      project.call("operator_audit_log", { at_most: limit, before }),
  },
  sweep: {
    takes: [],
    options: [
      new Option("--clock-is-right", "sweep although the clock has jumped or the last sweep is more than a day ago"),
    ],
    summary: "delete expired data, such as photos that no review shows (the embedded server does this itself)",
    async run({ project, operator, options: { clockIsRight } }) {
      if (clockIsRight) await project.call("operator_confirm_clock", { operator });
      return sweep(project);
    },
  },
};

function argument(name: string, isRight: (text: string) => boolean, message: string): Argument {
  return new Argument(name).argParser((given) => {
    const text = given.trim();
    if (!isRight(text)) throw new InvalidArgumentError(message);
    return text;
  });
}

export function nonEmpty(text: string): string {
  if (text.trim() === "") throw new InvalidArgumentError("It must not be empty.");
  return text.trim();
}

function wholeNumber(text: string, largest = Number.MAX_SAFE_INTEGER): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= 1 && number <= largest) return number;
  throw new InvalidArgumentError(`It must be a whole number from 1${largest === MAX_LIMIT ? ` to ${largest}` : ""}.`);
}

async function operators({ project, operator, args: [action, email], options }: Operation): Promise<unknown> {
  if (action === "list") return project.call("operator_operators");
  if (!email) throw new RefusedError(`Give the email of the account: operators ${action} <email>.`);
  if (action === "remove") return project.call("operator_remove_operator", { email, operator });
  return project.call("operator_add_operator", { email, name: options.as ?? null, operator });
}

async function deleteReview(operation: Operation): Promise<unknown> {
  const { project, operator, args, options } = operation;
  await agreeOn(operation, "Delete this review for ever, with its photos and reports?");
  const decision = { review_id: args[0], operator, reason: options.reason };
  const answer = await project.call("operator_delete_review", decision);
  await removeFiles(project);
  return answer;
}

async function erase(operation: Operation): Promise<unknown> {
  const { project, operator, args, options } = operation;
  const with_reviews = options.withReviews ?? false;
  await agreeOn(operation, `Erase ${with_reviews ? "this account with all of its reviews" : "this account"} for ever?`);
  const given = { who: args[0], with_reviews, operator, reason: options.reason ?? null };
  const answer = await project.call("operator_erase", given);
  await removeFiles(project);
  return answer;
}

async function exportSealedRecords({ project, operator, args, options }: Operation): Promise<unknown> {
  const [first = "", last = first] = args;
  const isDay = DAY.test(first);
  // Before the call, which is logged.
  const folder = path.resolve(options.into ?? "");
  await fs.mkdir(folder, { mode: 0o700 }).catch((error: Error) => {
    throw new RefusedError(`Name a new folder with --into: ${error.message}`, { cause: error });
  });
  const records = (await project.call("operator_sealed_records", {
    ...{ first_day: isDay ? first : null, last_day: isDay ? last : null, record: isDay ? null : first },
    ...{ operator, reason: options.reason },
  })) as { id: string; sealed: string }[];
  for (const { id, sealed } of records) await fs.writeFile(path.join(folder, `${id}.pgp`), sealed, "base64");
  return { records: records.length, folder };
}

async function agreeOn({ options, confirm }: Operation, question: string): Promise<void> {
  if (!options.yes && !(await confirm(question))) throw new RefusedError("Nothing was changed.");
}

/** Removes the photos of deleted reviews and accounts. The server or the worker retries failed removals. */
async function removeFiles(project: Project): Promise<void> {
  await placePhotos(project).catch((error: Error) => {
    throw new RefusedError(
      `Done, but some photos could not be deleted. The next sweep tries again. (${error.message})`,
      {
        cause: error,
      },
    );
  });
}
