import { factOf } from "./questions";

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
