import { placePhotos } from "../photo-moves.ts";
import type { Command, CommandName } from "./command-line.ts";
import { type Project, RefusedError } from "./project.ts";
import { sweep } from "./sweep.ts";
import * as wording from "./wording.ts";

export interface Outcome {
  /** For --json: what the database answered. */
  answer: unknown;
  /** The same for people. */
  text: string;
}

interface Operation {
  command: Command;
  project: Project;
  /** For the audit log. */
  operator: string;
  /** Asks in a terminal, before something is gone for ever. Elsewhere the command itself is the yes. */
  confirm(question: string): Promise<boolean>;
}

/** Carries out one command. The database decides and writes it down; here files follow. Throws {@link RefusedError}. */
export function carryOut(operation: Operation): Promise<Outcome> {
  return OPERATIONS[operation.command.name](operation);
}

const OPERATIONS: Record<CommandName, (operation: Operation) => Promise<Outcome>> = {
  delete: deleteReview,
  async merge({ command: { subject, value, reason }, project, operator }) {
    const merged = await project.call("operator_merge_homes", {
      ...{ from_home: subject, into_home: value, operator, reason },
    });
    return { answer: merged, text: wording.merge(merged as wording.Merge) };
  },
  async "author-of"(operation) {
    const author = await operation.project.call("operator_author_of_review", decisionOn(operation));
    return { answer: author, text: wording.author(author as wording.Author) };
  },
  async about({ command: { subject, reason }, project, operator }) {
    const about = await project.call("operator_about_email", { who: subject, operator, reason });
    return { answer: about, text: wording.aboutEmail(about as Record<string, unknown>) };
  },
  erase,
  operators,
  async settings({ project }) {
    const settings = await project.call("operator_settings");
    return { answer: settings, text: wording.settings(settings as wording.Setting[]) };
  },
  async set({ command: { subject, value, reason }, project, operator }) {
    const change = await project.call("operator_set_setting", { name: subject, new_value: value, operator, reason });
    return { answer: change, text: wording.settingChange(change as wording.SettingChange) };
  },
  async audit({ command: { limit, before }, project }) {
    const log = await project.call("operator_audit_log", { at_most: limit ?? 50, before });
    return { answer: log, text: wording.auditLog(log as wording.AuditLog) };
  },
  async sweep({ project }) {
    const swept = await sweep(project);
    return { answer: swept, text: wording.sweep(swept) };
  },
};

function decisionOn({ command, operator }: Operation) {
  return { review_id: command.subject, operator, reason: command.reason };
}

async function operators({ command, project, operator }: Operation): Promise<Outcome> {
  const { subject: action, value: email, as } = command;
  if (action === "list") {
    const answer = await project.call("operator_operators");
    return { answer, text: wording.operators(answer as wording.NamedOperator[]) };
  }
  if (email === "") throw new RefusedError(`Name the account: operators ${action} <e-mail>.`);
  if (action === "remove") {
    const answer = await project.call("operator_remove_operator", { email, operator });
    return { answer, text: `${email} may no longer work at the desk.` };
  }
  const answer = (await project.call("operator_add_operator", {
    email,
    name: as,
    operator,
  })) as wording.NamedOperator;
  return { answer, text: `${email} may work at /desk now, as "${answer.name}" in the audit log.` };
}

async function deleteReview(operation: Operation): Promise<Outcome> {
  const { command, project, confirm } = operation;
  await agreeOn(confirm, command, "Delete this review for ever, with its photos and reports?");
  const answer = await project.call("operator_delete_review", decisionOn(operation));
  await removeFiles(project);
  return { answer, text: "The review is deleted, with its photos." };
}

async function erase({ command, project, operator, confirm }: Operation): Promise<Outcome> {
  const what = command.withReviews ? "this account with all of its reviews" : "this account";
  await agreeOn(confirm, command, `Erase ${what} for ever?`);
  const erased = (await project.call("operator_erase", {
    ...{ who: command.subject, with_reviews: command.withReviews, operator, reason: command.reason },
  })) as wording.Erasure & { address: string };
  await removeFiles(project);
  const mails = await project.forgetMails(erased.address);
  return { answer: { ...erased, mails }, text: wording.erasure(erased) };
}

async function agreeOn(confirm: Operation["confirm"], command: Command, question: string): Promise<void> {
  if (!command.isConfirmed && !(await confirm(question))) throw new RefusedError("Nothing was changed.");
}

/** The database has decided already. What fails here is done by the server or the worker. */
async function removeFiles(project: Project): Promise<void> {
  try {
    await placePhotos(project);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new RefusedError(`It is done, but some photos could not be deleted: sweep tries again. (${why})`, {
      cause: error,
    });
  }
}
