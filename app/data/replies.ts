import { setCacheBypassCookie } from "./cache-bypass-cookie";
import { tooManyOrThrow, restClient } from "./rest";
import { callAsSignedIn } from "./signed-in-call";
import type { Report } from "~/domain/report";
import type { TooMany } from "~/domain/too-many";
import type { PolicyClause } from "~/domain/policy-clauses";
import type { MyReply, ReplyWriter } from "~/domain/reply";

// Replies of owners and managers, and visitors' reports of these replies. Each call throws an Error with a message for the visitor
// if it fails. For the browser only.

interface Answer extends Omit<MyReply, "refusal"> {
  clause?: PolicyClause;
  sentence?: string;
}

/** Returns the signed-in user's reply to a review, or null. (spec 11) */
export async function myReply(reviewId: string): Promise<MyReply | null> {
  const reply = await callAsSignedIn<Answer | null>("my_reply", { review_id: reviewId });
  return reply && toMyReply(reply);
}

/** Sends a reply to a review. An operator has to approve it. (spec 11) */
export async function replyToReview(reviewId: string, text: string, writtenAs: ReplyWriter): Promise<MyReply> {
  const args = { review_id: reviewId, reply_text: text, written_as: writtenAs };
  return toMyReply(await callAsSignedIn<Answer>("reply_to_review", args));
}

/** Deletes the signed-in user's reply to a review. (spec 11) */
export async function withdrawReply(reviewId: string): Promise<void> {
  await callAsSignedIn("withdraw_reply", { review_id: reviewId });
  setCacheBypassCookie();
}

/** Reports the reply to a review, once per device and anonymously. (spec 11) */
export async function insertReplyReport(
  report: Report,
  fingerprint: string,
): Promise<"sent" | "already-reported" | TooMany> {
  const rest = await restClient();
  const { data, error, status } = await rest.rpc("report_reply", {
    review_id: report.reviewId,
    reason: report.reason,
    reporter_email: report.reporterEmail,
    reporter_fingerprint: fingerprint,
  });
  if (error) return tooManyOrThrow(error, status);
  return data === true ? "sent" : "already-reported";
}

function toMyReply({ clause, sentence = "", ...reply }: Answer): MyReply {
  return { ...reply, refusal: clause ? { clause, sentence } : null };
}
