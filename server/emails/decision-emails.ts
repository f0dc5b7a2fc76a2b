import { z } from "zod";
import { grievancePath } from "../../app/domain/grievance.ts";
import { email } from "./email.ts";

const decision = z.object({
  sentence: z.string(),
  clause: z.string(),
  /** The text of the clause. */
  rule: z.string(),
  review_id: z.uuid(),
  home: z.string(),
  /** Of a hidden review: whether its author may publish a corrected one. Emails that 1.0.0 queued lack it. */
  is_replaceable: z.boolean().optional(),
});
const count = z.number();
const digest = z.object({
  reviews: count,
  replies: count,
  grievances: count,
  cities: count,
  overdue: count,
  /** Emails that 1.0.0 queued lack it. */
  bursts: count.default(0),
});

function because({ sentence, clause, rule }: z.output<typeof decision>): string[] {
  return [`Clause ${clause} of our review policy: ${rule}`, `Our reason: ${sentence}`];
}

export function objection(siteUrl: string, reviewId?: string): string {
  return `If you think this is wrong, you can file a complaint: ${siteUrl}${reviewId ? grievancePath(reviewId) : "/grievance"}`;
}

export const ACCOUNT = { path: "/account", label: "See your reviews" };
const review = (id: string) => ({ path: `/reviews#review-${id}`, label: "See the review" });

/**
 * Emails about operators' decisions. Only those to authors name the home: anyone can enter the address of a reporter, which must not receive
 * text that others typed.
 */
export const DECISION_EMAILS = {
  "review-hide": email(decision, (fields, siteUrl) => ({
    subject: "We took your review off the site",
    title: `Your review of ${fields.home} is no longer on the site`,
    paragraphs: [
      ...because(fields),
      "We have not told anyone who you are.",
      ...(fields.is_replaceable
        ? ["You can publish one corrected review of this home at once, from your account. It replaces this one."]
        : []),
      objection(siteUrl, fields.review_id),
    ],
    link: ACCOUNT,
  })),
  "review-unhide": email(decision, (fields) => ({
    subject: "Your review is on the site again",
    title: `Your review of ${fields.home} is on the site again`,
    paragraphs: because(fields),
    link: ACCOUNT,
  })),
  "review-clear-flag": email(decision, (fields) => ({
    subject: "Your review was reported and will stay",
    title: `Your review of ${fields.home} was reported and will stay`,
    paragraphs: because(fields),
    link: ACCOUNT,
  })),
  "review-uncounted": email(decision, (fields, siteUrl) => ({
    subject: "Your review is not counted in the score",
    title: `Your review of ${fields.home} is not counted in the score`,
    paragraphs: [
      "Several reviews of this home came within days. Yours is one of them. Readers can still read it, under “Not counted in the score”.",
      ...because(fields),
      "We have not told anyone who you are.",
      objection(siteUrl, fields.review_id),
    ],
    link: ACCOUNT,
  })),
  "review-counted": email(decision, (fields) => ({
    subject: "Your review is counted again",
    title: `Your review of ${fields.home} is counted in the score again`,
    paragraphs: because(fields),
    link: ACCOUNT,
  })),
  "report-hide": email(decision, (fields) => ({
    subject: "The review you reported is no longer on the site",
    title: "The review you reported is no longer on the site",
    paragraphs: [...because(fields), "Thank you for telling us."],
  })),
  "report-clear-flag": email(decision, (fields, siteUrl) => ({
    subject: "The review you reported will stay",
    title: "We have looked at the review you reported. It will stay.",
    paragraphs: [...because(fields), objection(siteUrl, fields.review_id)],
    link: review(fields.review_id),
  })),
  "approve-reply": email(decision, (fields) => ({
    subject: "Your reply is on the site",
    title: `Your reply to a review of ${fields.home} is on the site`,
    paragraphs: ["Everyone can read it below the review. You can withdraw it at any time."],
    link: { path: `/answer/${fields.review_id}`, label: "See your reply" },
  })),
  "refuse-reply": email(decision, (fields) => ({
    subject: "Your reply is not shown",
    title: `Your reply to a review of ${fields.home} is not shown`,
    paragraphs: [...because(fields), "You may write another one."],
    link: { path: `/answer/${fields.review_id}`, label: "See your reply" },
  })),
  "reply-shown": email(decision, (fields) => ({
    subject: "Your review has been answered",
    title: `Someone has answered your review of ${fields.home}`,
    paragraphs: [
      "They say that they own or manage the home. We have not checked this, and we do not tell them who you are.",
      "If the reply names or threatens you, report it with the button below it.",
    ],
    link: review(fields.review_id),
  })),
  "reply-report-approve-reply": email(decision, (fields, siteUrl) => ({
    subject: "The reply you reported will stay",
    title: "We have looked at the reply you reported. It will stay.",
    paragraphs: [...because(fields), objection(siteUrl, fields.review_id)],
    link: review(fields.review_id),
  })),
  "reply-report-refuse-reply": email(decision, (fields) => ({
    subject: "The reply you reported is no longer on the site",
    title: "The reply you reported is no longer on the site",
    paragraphs: [...because(fields), "Thank you for telling us."],
  })),
  "desk-digest": email(digest, ({ reviews, replies, grievances, bursts, cities, overdue }) => ({
    subject: `The desk: ${reviews + replies + grievances + bursts + cities} waiting${overdue > 0 ? `, ${overdue} overdue` : ""}`,
    title: "Waiting at the desk",
    paragraphs: [
      `Reported reviews: ${reviews}. Replies: ${replies}. Complaints: ${grievances}. Bursts: ${bursts}. Towns: ${cities}.`,
      ...(overdue > 0 ? [`Overdue: ${overdue}.`] : []),
    ],
    link: { path: "/desk", label: "Open the desk" },
  })),
};
