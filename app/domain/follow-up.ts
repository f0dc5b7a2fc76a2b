import { formatDay } from "./dates";
import { answerInWords, type Answers, factOf } from "./questions";

/** An author's later addition to a review: a text, a new answer about the deposit, or both. */
export interface FollowUp {
  /** "" if there is only an answer. */
  text: string;
  depositBack: string | null;
  /** The date in India, YYYY-MM-DD. */
  addedOn: string;
}

/** Formats the answer and the text: "Deposit back: all. It took two reminders." */
export function followUpWords({ text, depositBack }: Pick<FollowUp, "text" | "depositBack">): string {
  return [depositBack && factOf("deposit_back", depositBack), text].filter(Boolean).join(". ");
}

/** Returns the answers with the last one about the deposit, and without those that it made outdated. */
export function latestAnswers(answers: Answers, followUps: readonly FollowUp[]): Answers {
  const back = followUps.findLast(({ depositBack }) => depositBack)?.depositBack;
  const kept = back === "part" ? answers.deposit_kept : "";
  return back ? { ...answers, deposit_back: back, deposit_when: "", deposit_kept: kept ?? "" } : answers;
}

interface AnsweredReview {
  publishedOn: string;
  /** The original answers. */
  answers: Answers;
  followUps: readonly FollowUp[];
}

/** Returns each answer about the deposit with its day, "On 3 Mar 2026: in part. On 20 May 2026: all."; "" if the review has no later one. */
export function depositHistory({ publishedOn, answers, followUps }: AnsweredReview): string {
  const later = followUps.filter(({ depositBack }) => depositBack);
  if (later.length === 0) return "";
  const all = [{ addedOn: publishedOn, depositBack: answers.deposit_back ?? "" }, ...later];
  return all
    .flatMap(({ addedOn, depositBack }) => {
      const words = answerInWords("deposit_back", depositBack ?? "");
      // No line break inside a date.
      return words ? `On ${formatDay(addedOn).replaceAll(" ", "\u00a0")}: ${words.text}.` : [];
    })
    .join(" ");
}
