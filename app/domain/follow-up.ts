import { factOf } from "./questions";

/** What an author added to a review later: a text, a new answer to whether the deposit came back, or both. */
export interface FollowUp {
  /** Empty where there is a new answer alone. */
  text: string;
  depositBack: string | null;
  /** The day in India, YYYY-MM-DD. */
  addedOn: string;
}

/** Both in words: "Deposit back: all. It took two reminders." */
export function followUpWords({ text, depositBack }: Pick<FollowUp, "text" | "depositBack">): string {
  return [depositBack && factOf("deposit_back", depositBack), text].filter(Boolean).join(". ");
}
