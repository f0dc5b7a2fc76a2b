import { type Answers, question, type QuestionKey } from "./questions";

const BACK: Record<string, string> = {
  all: "all came back",
  part: "part came back",
  none: "none came back",
  waiting: "the tenant still waits for it",
};

/**
 * Returns what a review says of the deposit as a sentence in two parts, such as "Deposit 4–6 months" and "; part came back within a
 * month, kept for damage"; null if it says neither. (spec 10)
 */
export function depositSentence(answers: Answers): { asked: string; outcome: string } | null {
  const labelOf = (key: QuestionKey) => question(key).answers[answers[key] ?? ""]?.toLowerCase();
  const months = labelOf("deposit");
  const came = BACK[answers.deposit_back ?? ""];
  if (months === undefined && came === undefined) return null;
  const asked = answers.deposit === "none" ? "No deposit" : ["Deposit", months].filter(Boolean).join(" ");
  const reason = labelOf("deposit_kept");
  const kept = answers.deposit_kept === "no_reason" ? "kept without a reason" : reason && `kept for ${reason}`;
  const outcome = [came && [came, labelOf("deposit_when")].filter(Boolean).join(" "), kept].filter(Boolean).join(", ");
  return { asked, outcome: outcome && (months === undefined ? ": " : "; ") + outcome };
}
