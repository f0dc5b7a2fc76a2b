import { MAX_REPLY_LENGTH, type MyReply, type ReplyState, type replyFault } from "~/domain/reply";
import type { ToastMessage } from "~/ui/toast";

export const REPLY_FAULTS = {
  missing: "Write your reply.",
  "too-long": `Use at most ${MAX_REPLY_LENGTH.toLocaleString("en-IN")} characters.`,
} satisfies Record<NonNullable<ReturnType<typeof replyFault>>, string>;

export const NO_WRITER = "Say whether you own or manage this home.";

export const REPLY_TOASTS = {
  sent: { title: "Reply Sent", description: "We will read it first, usually within two days, and then email you." },
  withdrawn: { title: "Reply Withdrawn", description: "Some pages may still show it for up to a minute." },
} satisfies Record<string, ToastMessage>;

export const WITHDRAW_QUESTION = {
  title: "Withdraw your reply?",
  text: "Readers will no longer see it. Your text goes back into the form, so that you can send another.",
};

/** Describes the state of a reply. */
export const REPLY_STATES = {
  waiting: "Your reply is waiting. We read it before it is shown, usually within two days.",
  shown: "Your reply is under the review.",
  refused: "Your reply is not shown.",
} satisfies Record<ReplyState, string>;

/** The reason for a refusal. */
export function refusalText({ clause, sentence }: NonNullable<MyReply["refusal"]>): string {
  return `Clause ${clause} of the review policy: ${sentence}`;
}
