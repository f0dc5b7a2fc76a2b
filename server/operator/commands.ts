import { Argument, InvalidArgumentError, Option } from "commander";
import { placePhotos } from "../photo-moves.ts";
import { type Project, RefusedError } from "./project.ts";
import { sweep } from "./sweep.ts";

export interface Operation {
  project: Project;
  /** For the audit log. */
  operator: string;
  /** In the order of `takes`. */
  args: string[];
  options: Options;
  /** Asks in a terminal before something irreversible. Elsewhere the command itself is the confirmation. */
  confirm(question: string): Promise<boolean>;
}

interface Options {
  reason?: string;
  /** The operator's name. */
  as?: string;
  /** The parts of a home's name. */
  name?: string;
  locality?: string;
  city?: string;
  limit?: number;
  before?: number;
  withReviews?: true;
  clockIsRight?: true;
  yes?: true;
}

interface Command {
  takes: readonly Argument[];
  options: readonly Option[];
  summary: string;
  /** Runs the command: the database decides and logs, files follow. Returns its result. Throws {@link RefusedError}. */
  run(operation: Operation): Promise<unknown>;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const EMAIL = /^\S+@\S+$/;
/** Matches the end of a home's URL, or its id. */
const HOME = /(?:^|[-/])[\da-f]{8}(?:(?:-[\da-f]{4}){3}-[\da-f]{12})?\/?(?:[?#].*)?$/i;
const MAX_LIMIT = 100;

const REVIEW_ID = argument("<id>", (text) => UUID.test(text), "Copy the id of a review from its link.");
const home = (name: string) =>
  argument(name, (text) => HOME.test(text), "Copy the address of a home's page, or the eight digits at its end.");

const REASON = new Option("--reason <why>", "why, for the audit log").argParser(nonEmpty);
const NEEDED_REASON = new Option("--reason <why>", "why, for the audit log").argParser(nonEmpty).makeOptionMandatory();
const YES = new Option("--yes", "do not ask first (asked only in a terminal)");

export const COMMANDS: Record<string, Command> = {
  delete: {
    takes: [REVIEW_ID],
    options: [NEEDED_REASON, YES],
    summary: "delete a review for ever, with its photos and reports",
    run: deleteReview,
  },
  merge: {
    takes: [home("<from>"), home("<into>")],
    options: [NEEDED_REASON],
    summary: "make two homes one: the reviews of the first go to the second, and its page leads there",
    run: ({ project, operator, args: [from_home, into_home], options: { reason } }) =>
      project.call("operator_merge_homes", { from_home, into_home, operator, reason }),
  },
  rename: {
    takes: [home("<home>")],
    options: [
      ...["name", "locality", "city"].map((what) =>
        new Option(`--${what} <${what}>`, `its ${what}`).argParser(nonEmpty),
      ),
      NEEDED_REASON,
    ],
    summary: "give a home another name or place, or another spelling of them, which reviews do not change any more",
    run: ({ project, operator, args: [renamed], options: { name, locality, city, reason } }) =>
      project.call("operator_rename_home", {
        ...{ home: renamed, operator, reason },
        ...{ property_name: name ?? null, locality: locality ?? null, city: city ?? null },
      }),
  },
  "author-of": {
    takes: [REVIEW_ID],
    options: [NEEDED_REASON],
    summary: "who wrote a review: for the order of a court, or to be sure who asks",
    run: ({ project, operator, args: [review_id], options: { reason } }) =>
      project.call("operator_author_of_review", { review_id, operator, reason }),
  },
  about: {
    takes: [argument("<email>", (text) => EMAIL.test(text), "It is no email.")],
    options: [NEEDED_REASON],
    summary: "a copy of what is kept about an email, for its owner",
    run: ({ project, operator, args: [who], options: { reason } }) =>
      project.call("operator_about_email", { who, operator, reason }),
  },
  erase: {
    takes: [
      argument(
        "<email or account id>",
        (text) => EMAIL.test(text) || UUID.test(text),
        "It is neither an email nor the id of an account.",
      ),
    ],
    options: [REASON, new Option("--with-reviews", "delete its reviews as well"), YES],
    summary: "erase an account: email, sessions, events, name, photos; its reviews stay, nameless",
    run: erase,
  },
  operators: {
    takes: [
      new Argument("<action>").choices(["add", "remove", "list"]),
      argument("[email]", (text) => EMAIL.test(text), "It is no email."),
    ],
    options: [new Option("--as <name>", "the name that the audit log shows; no email").argParser(nonEmpty)],
    summary: "say who may work at /desk: add or remove an account, or list them",
    run: operators,
  },
  settings: {
    takes: [],
    options: [],
    summary: "list the settings that you may change",
    run: ({ project }) => project.call("operator_settings"),
  },
  set: {
    takes: [argument("<name>", Boolean, "It is empty."), argument("<value>", Boolean, "It is empty.")],
    options: [REASON],
    summary: "change a setting; a running server reads it within a minute",
    run: ({ project, operator, args: [name, new_value], options: { reason = null } }) =>
      project.call("operator_set_setting", { name, new_value, operator, reason }),
  },
  audit: {
    takes: [],
    options: [
      new Option("--limit <n>", `how many, at most ${MAX_LIMIT}`).argParser((text) => wholeNumber(text, MAX_LIMIT)),
      new Option("--before <id>", "the page before this one").argParser((text) => wholeNumber(text)),
    ],
    summary: "list what operators did, the newest first",
    run: ({ project, options: { limit = 50, before = null } }) =>
      project.call("operator_audit_log", { at_most: limit, before }),
  },
  sweep: {
    takes: [],
    options: [
      new Option("--clock-is-right", "go on although the clock jumped, or nothing was swept for more than a day"),
    ],
    summary: "delete what is over, such as photos that no review shows (the embedded server does so by itself)",
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
  if (text.trim() === "") throw new InvalidArgumentError("It is empty.");
  return text.trim();
}

function wholeNumber(text: string, largest = Number.MAX_SAFE_INTEGER): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= 1 && number <= largest) return number;
  throw new InvalidArgumentError(`It needs a whole number from 1${largest === MAX_LIMIT ? ` to ${largest}` : ""}.`);
}

async function operators({ project, operator, args: [action, email], options }: Operation): Promise<unknown> {
  if (action === "list") return project.call("operator_operators");
  if (!email) throw new RefusedError(`Name the account: operators ${action} <email>.`);
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

async function agreeOn({ options, confirm }: Operation, question: string): Promise<void> {
  if (!options.yes && !(await confirm(question))) throw new RefusedError("Nothing was changed.");
}

/** The database has already decided. The server or the worker retries what fails here. */
async function removeFiles(project: Project): Promise<void> {
  await placePhotos(project).catch((error: Error) => {
    throw new RefusedError(`It is done, but some photos could not be deleted: sweep tries again. (${error.message})`, {
      cause: error,
    });
  });
}
