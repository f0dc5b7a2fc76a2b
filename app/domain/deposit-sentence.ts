import type { Answers } from "./questions";
import { QUESTIONS } from "./questions";

const BACK: Record<string, string> = {
  all: "all came back",
  part: "part came back",
  none: "none came back",
  waiting: "the tenant still waits for it",
};
const WHEN: Record<string, string> = {
  at_handover: "at handover",
  week: "within a week",
  month: "within a month",
  three_months: "within three months",
  later: "after more than three months",
};

/**
 * Returns what a review says of the deposit as a sentence in two parts, such as "Deposit 4–6 months" and "; part came back within a
 * month, kept for damage"; null if it says neither. (spec 10)
 */
export function depositSentence(answers: Answers): { asked: string; outcome: string } | null {
  const { deposit = "", deposit_back: back = "", deposit_when: when = "", deposit_kept: kept = "" } = answers;
  const months = (QUESTIONS.deposit.answers as Record<string, string>)[deposit];
  const came = BACK[back];
  if (months === undefined && came === undefined) return null;
  const asked = deposit === "none" ? "No deposit" : `Deposit ${months?.toLowerCase() ?? ""}`.trim();
  const reason = (QUESTIONS.deposit_kept.answers as Record<string, string>)[kept]?.toLowerCase();
  const outcome = [
    came && [came, WHEN[when]].filter(Boolean).join(" "),
    reason && (kept === "no_reason" ? "kept without a reason" : `kept for ${kept === "notice" ? "the " : ""}${reason}`),
  ].filter(Boolean);
  const separator = months === undefined ? ": " : "; ";
  return { asked, outcome: outcome.length === 0 ? "" : separator + outcome.join(", ") };
}
