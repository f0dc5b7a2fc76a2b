import { expect, test } from "vitest";
import { isQueuedEmail, writeQueuedEmail } from "./emails.ts";

const SITE = "https://gharsach.in";
const REVIEW = "3f0c2a52-6f0c-4c4e-9a57-0f1f7c1f2b11";
const DECISION = {
  ...{ decision: 7, command: "hide", review_id: REVIEW, home: "Lakeview <Residency>, HSR Layout, Bengaluru" },
  ...{ clause: "2.2", rule: "No names of private persons.", sentence: "It names a neighbour." },
};
const textOf = (template: string, fields: object = {}) => {
  if (!isQueuedEmail(template)) throw new Error(`${template} is no email.`);
  return writeQueuedEmail(template, { ...DECISION, ...fields }, SITE, "GharSach").text.replace(/\s+/g, " ");
};

/** private.queue_decision_emails composes these names. */
const TO_AUTHORS = [
  ...["review-hide", "review-unhide", "review-clear-flag", "refuse-reply"],
  ...["review-uncounted", "review-counted"],
];
const TO_REPORTERS = ["report-hide", "report-clear-flag", "reply-report-approve-reply", "reply-report-refuse-reply"];

test("states clause and reason in an email about a decision", { tags: ["11.93", "10.663"] }, () => {
  for (const template of [...TO_AUTHORS, ...TO_REPORTERS]) {
    expect(textOf(template), template).toContain("Clause 2.2 of our review policy: No names of private persons.");
    expect(textOf(template), template).toContain("Our reason: It names a neighbour.");
  }
  expect(writeQueuedEmail("review-hide", DECISION, SITE, "GharSach").html).toContain("Lakeview &lt;Residency&gt;");
  for (const template of ["review-hide", "review-uncounted", "report-clear-flag", "reply-report-approve-reply"])
    expect(textOf(template), template).toContain(`you can file a complaint: ${SITE}/grievance`);
});

test("says if the author of a hidden review may publish a corrected one", { tags: ["10.562"] }, () => {
  const offer = "You can publish one corrected review of this home at once, from your account. It replaces this one.";
  expect(textOf("review-hide", { is_replaceable: true })).toContain(offer);
  for (const fields of [{}, { is_replaceable: false }]) expect(textOf("review-hide", fields)).not.toContain(offer);
});

test("shows a reporter nothing that others typed", { tags: ["11.93"] }, () => {
  for (const template of TO_REPORTERS) expect(textOf(template), template).not.toContain("Lakeview");
});

test("links to the reply in emails to its author and the review's", () => {
  expect(textOf("approve-reply")).toContain(`${SITE}/answer/${REVIEW}`);
  expect(textOf("reply-shown")).toContain(`${SITE}/reviews#review-${REVIEW}`);
  expect(textOf("reply-shown")).toContain("We have not checked this, and we do not tell them who you are.");
});

test("lists open items for operators once a day", { tags: ["11.99"] }, () => {
  const items = { reviews: 3, replies: 1, grievances: 2, bursts: 1, cities: 1 };
  const digest = (overdue: number) => writeQueuedEmail("desk-digest", { ...items, overdue }, SITE, "GharSach").subject;
  expect([digest(0), digest(2)]).toEqual(["The desk: 8 waiting", "The desk: 8 waiting, 2 overdue"]);
});
