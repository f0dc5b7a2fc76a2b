import type { FollowUp } from "./follow-up";
import { characterCount, isBlank, plainText } from "./plain-text";
import { type Answers, QUESTIONS } from "./questions";

/**
 * The maximum of follow-ups without a deposit answer, and of characters in each. Must match private.follow_ups and
 * public.add_follow_up in the database.
 */
export const MAX_FOLLOW_UPS = 3;
export const MAX_FOLLOW_UP_LENGTH = 500;

/** Returns why a follow-up with this answer ("" for none) cannot be sent; null if it can. (spec 11) */
export function followUpFault(text: string, depositBack = ""): "missing" | "too-long" | null {
  if (isBlank(text)) return depositBack === "" ? "missing" : null;
  return characterCount(plainText(text)) > MAX_FOLLOW_UP_LENGTH ? "too-long" : null;
}

/** The deposit answers that can follow each one. Must match private.later_deposit_answers in the database. */
const LATER_ANSWERS: Record<string, readonly string[]> = {
  living_there: ["all", "part", "none", "waiting"],
  waiting: ["all", "part", "none"],
  none: ["all", "part"],
  part: ["all"],
};

/** Returns the deposit answers that a follow-up of this review can give, after the latest one. (spec 10) */
export function newDepositAnswers(review: {
  answers: Answers;
  followUps: readonly FollowUp[];
}): Record<string, string> {
  const latest =
    review.followUps.findLast(({ depositBack }) => depositBack)?.depositBack ?? review.answers.deposit_back;
  const later = LATER_ANSWERS[latest ?? ""] ?? [];
  return Object.fromEntries(
    Object.entries(QUESTIONS.deposit_back.answers).filter(([answer]) => later.includes(answer)),
  );
}

/** Returns whether the author is still owed the deposit. Must match private.is_deposit_open in the database. */
export function isDepositOpen(depositBack: string | null | undefined): boolean {
  return depositBack === "waiting" || depositBack === "living_there";
}
