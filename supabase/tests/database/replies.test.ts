import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { dayInIndia } from "~/domain/dates";
import { MAX_REPLY_LENGTH, REPLY_WRITERS } from "../../../app/domain/reply.ts";
import {
  type Account,
  call,
  decide as decideOn,
  emailsAbout,
  newAccount,
  newOperator,
  owner,
  publish,
  readReview,
  refusal,
} from "./test-database.ts";

let operator: Account;
beforeAll(async () => {
  operator = await newOperator("asha");
});

const REPLY = { reply_text: "The lift was repaired in May.", written_as: "owner" };

const newLandlord = () => newAccount("landlord");
const newReview = async () => publish(await newAccount("tenant"));

function answer(who: Account | "anon", reviewId: string, changes: Record<string, unknown> = {}) {
  return call(who, "reply_to_review", { review_id: reviewId, ...REPLY, ...changes });
}

/** Resolves to the ids of the replies to this review that wait at the desk. */
async function waiting(reviewId: string): Promise<string[]> {
  const rows = await owner<{ id: string }[]>`select id from private.replies where review_id = ${reviewId}`;
  const queue = await call(operator, "desk_queue", { kind: "reply", at_most: 100 });
  const { items } = queue as { items: { id: string }[] };
  return items.map(({ id }) => id).filter((id) => rows.some((row) => row.id === id));
}

async function decide(reviewId: string, command: "approve-reply" | "refuse-reply"): Promise<number[]> {
  const clause = command === "approve-reply" ? "5.1" : "4.2";
  const decision = { subjects: await waiting(reviewId), command, clause, sentence: "We have read it." };
  return (await call(operator, "desk_decide", decision)) as number[];
}

const shownReply = async (reviewId: string) => (await readReview(reviewId))?.reply;

function report(reviewId: string, device: string = randomUUID(), email: string | null = null) {
  const args = { review_id: reviewId, reason: "offensive", reporter_email: email, reporter_fingerprint: device };
  return call("anon", "report_reply", args);
}

test("shows a reply after an operator approved it", { tags: ["11.82", "11.93"] }, async () => {
  const tenant = await newAccount("tenant");
  const review = await publish(tenant);
  const landlord = await newLandlord();
  const today = dayInIndia(new Date());
  const written = { state: "waiting", writtenAs: "owner", text: REPLY.reply_text, createdOn: today };
  expect(await answer(landlord, review)).toEqual(written);
  expect(await shownReply(review)).toBeNull();
  const [id] = await waiting(review);
  const decisions = await decide(review, "approve-reply");
  expect(await waiting(review)).toEqual([]);
  await call(operator, "desk_undo", { decisions });
  expect([await shownReply(review), await waiting(review), await emailsAbout(id)]).toEqual([null, [id], []]);
  await decide(review, "approve-reply");
  expect(await shownReply(review)).toEqual({ text: REPLY.reply_text, createdOn: today });
  expect(await call(landlord, "my_reply", { review_id: review })).toMatchObject({ state: "shown" });
  expect(await emailsAbout(id)).toEqual([`approve-reply ${landlord.email}`, `reply-shown ${tenant.email}`]);
});

test("returns why a reply was refused, and accepts another", { tags: ["11.84"] }, async () => {
  const review = await newReview();
  const landlord = await newLandlord();
  await answer(landlord, review, { reply_text: "That is Ravi from 4B." });
  await decide(review, "refuse-reply");
  expect(await call(landlord, "my_reply", { review_id: review })).toMatchObject({
    ...{ state: "refused", clause: "4.2", sentence: "We have read it." },
  });
  expect(await shownReply(review)).toBeNull();
  expect(await answer(landlord, review)).toMatchObject({ state: "waiting", text: REPLY.reply_text });
});

test("lets its author withdraw a waiting or shown reply", { tags: ["11.84"] }, async () => {
  const review = await newReview();
  const landlord = await newLandlord();
  const withdraw = (who: Account) => call(who, "withdraw_reply", { review_id: review });
  for (const isShown of [false, true]) {
    await answer(landlord, review);
    if (isShown) await decide(review, "approve-reply");
    expect(await withdraw(await newLandlord())).toBe(false);
    expect(await withdraw(landlord)).toBe(true);
    expect(await shownReply(review)).toBeNull();
    expect(await waiting(review)).toEqual([]);
    expect(await call(landlord, "my_reply", { review_id: review })).toBeNull();
    expect(await owner`select template from private.email_outbox where fields ->> 'review_id' = ${review}`).toEqual([]);
  }
});

test("shows one reply per review, and accepts none by the review's author", { tags: ["11.82", "11.86"] }, async () => {
  const tenant = await newAccount("tenant");
  const review = await publish(tenant);
  const [landlord, other] = [await newLandlord(), await newLandlord()];
  const conflict = async (message: string, attempt: Promise<unknown>) =>
    expect(await refusal(attempt)).toEqual({ code: "PT409", message });
  await conflict("You wrote this review, so you cannot reply to it.", answer(tenant, review));
  await answer(landlord, review);
  expect(await refusal(answer(landlord, review))).toMatchObject({ code: "PT409" });
  // A false owner's waiting reply must not block the real owner's.
  await answer(other, review);
  expect(await waiting(review)).toHaveLength(2);
  const [first = "", second = ""] = await waiting(review);
  await decideOn(first, "approve-reply");
  await conflict("Another reply is shown under this review. Refuse one of them.", decideOn(second, "approve-reply"));
  await conflict("This review already has a reply.", answer(await newLandlord(), review));
});

test("requires an account and a claim to own or manage the home for a reply", { tags: ["11.82"] }, async () => {
  const review = await newReview();
  const landlord = await newLandlord();
  expect(await refusal(answer("anon", review))).toMatchObject({ code: "42501" });
  const texts = [null, " \u200b ", "x".repeat(MAX_REPLY_LENGTH + 1), "x".repeat(100_000)];
  for (const wrong of [{ written_as: null }, { written_as: "tenant" }, ...texts.map((reply_text) => ({ reply_text }))])
    expect((await refusal(answer(landlord, review, wrong))).code, JSON.stringify(wrong).slice(0, 60)).toBe("PT400");
  expect(await refusal(answer(landlord, randomUUID()))).toMatchObject({ code: "PT404" });
  for (const written_as of Object.keys(REPLY_WRITERS)) {
    const longest = { written_as, reply_text: "😀".repeat(MAX_REPLY_LENGTH) };
    expect(await answer(await newLandlord(), review, longest)).toMatchObject({ text: longest.reply_text });
  }
});

test("limits the replies of an account per day", async () => {
  await owner`update private.settings set value = '2' where key = 'replies_per_account_day'`;
  const landlord = await newLandlord();
  const reviews = [await newReview(), await newReview(), await newReview()];
  for (const review of reviews.slice(0, 2)) await answer(landlord, review);
  const { code, message } = await refusal(answer(landlord, reviews[2] ?? ""));
  await owner`update private.settings set value = '0' where key = 'replies_per_account_day'`;
  expect([code, message]).toEqual(["PGRST", expect.stringContaining("You can reply again in")]);
});

test("accepts one report of a shown reply per device", { tags: ["11.85"] }, async () => {
  const review = await newReview();
  await answer(await newLandlord(), review);
  expect(await refusal(report(review))).toMatchObject({ code: "PT404" });
  const [id] = await waiting(review);
  await decide(review, "approve-reply");
  const device = randomUUID();
  expect([await report(review, device), await report(review, device)]).toEqual([true, false]);
  expect(await refusal(report(review, "short"))).toMatchObject({ code: "PT400" });
  const unlisted = { review_id: review, reason: "rude", reporter_email: null, reporter_fingerprint: randomUUID() };
  const { message } = await refusal(call("anon", "report_reply", unlisted));
  expect(message).toBe("Choose one of the listed reasons.");
  expect([await waiting(review), await shownReply(review)]).toEqual([[id], expect.anything()]);
});

test("emails the reporters of a reply what an operator decided", { tags: ["11.85"] }, async () => {
  const review = await newReview();
  const landlord = await newLandlord();
  await answer(landlord, review);
  const [id] = await waiting(review);
  await decide(review, "approve-reply");
  await report(review, randomUUID(), "reader@example.com");
  await owner`delete from private.email_outbox`;
  await decide(review, "approve-reply");
  expect(await emailsAbout(id)).toEqual(["reply-report-approve-reply reader@example.com"]);
  expect(await waiting(review)).toEqual([]);
  await owner`delete from private.email_outbox`;
  await report(review, randomUUID(), "other@example.com");
  const decisions = await decide(review, "refuse-reply");
  expect(await shownReply(review)).toBeNull();
  const emails = [`refuse-reply ${landlord.email}`, "reply-report-refuse-reply other@example.com"];
  expect(await emailsAbout(id)).toEqual(emails);
  await call(operator, "desk_undo", { decisions });
  expect([await waiting(review), await shownReply(review)]).toEqual([[id], expect.anything()]);
});

test("deletes a reply with its review and with its author's account", async () => {
  const [hidden, kept] = [await newReview(), await newReview()];
  const landlord = await newLandlord();
  for (const review of [hidden, kept]) {
    await answer(landlord, review);
    await decide(review, "approve-reply");
  }
  await decideOn(hidden, "hide");
  expect(await readReview(hidden)).toBeUndefined();
  expect(await refusal(report(hidden))).toMatchObject({ code: "PT404" });
  const by = { operator: "asha", reason: "A test." };
  expect(await call("service_role", "operator_about_email", { who: landlord.email, ...by })).toMatchObject({
    replies: expect.arrayContaining([expect.objectContaining({ review_id: kept, text: REPLY.reply_text })]),
  });
  await report(kept, randomUUID(), "erased@example.com");
  const erase = (who: string) => call("service_role", "operator_erase", { who, with_reviews: false, ...by });
  expect(await erase("erased@example.com")).toMatchObject({ reply_reports: 1 });
  await erase(landlord.email);
  expect(await shownReply(kept)).toBeNull();
  expect(await owner`select from private.replies where user_id = ${landlord.id}`).toHaveLength(0);
});
