import { expect, test } from "vitest";
import {
  hasDatabase,
  insert,
  logOut,
  newUser,
  newVisitor,
  owner,
  plainReview,
  storedId,
  refresh,
  rpc,
  signedIn,
  signedInAgain,
  type User,
} from "../client.ts";
import { uniqueName } from "../../unique-name.ts";

// What authors do with their own reviews and accounts, over HTTP.

interface MyReview {
  id: string;
  displayName: string;
  state: string;
  followUps: { text: string }[];
}

async function published(user: User, changes: Record<string, unknown> = {}): Promise<string> {
  const review = plainReview({ property_name: uniqueName("House"), ...changes });
  const answer = await insert(user, "reviews", review);
  expect(answer.status, answer.text).toBe(201);
  return storedId(user, review);
}

/** The public reviews of this review's property. */
async function readers(reviewId: string): Promise<MyReview[]> {
  const { body } = await rpc(newVisitor(), "review_in_context", { review_id: reviewId });
  return body === null ? [] : body.reviews;
}

test("lets an author remove the name of a review, withdraw it, bring it back and add to it", async () => {
  const user = await newUser("author");
  const id = await published(user, { email: user.email });
  const ask = (name: string, args: object = {}) => rpc(user, name, { review_id: id, ...args });
  const listed = await rpc(user, "my_reviews", { after: null });
  expect(listed.body).toMatchObject({
    reviews: [{ id, state: "public", isAnonymous: false }],
    next: null,
    replies: [],
    grievances: [],
  });

  expect((await ask("add_follow_up", { follow_up: "Deposit returned." })).body).toMatchObject({
    followUps: [{ text: "Deposit returned." }],
  });
  expect((await ask("make_my_review_anonymous")).body).toMatchObject({ displayName: "Anonymous", isAnonymous: true });
  expect(await readers(id)).toMatchObject([{ displayName: "Anonymous", followUps: [{ text: "Deposit returned." }] }]);
  expect((await ask("withdraw_my_review")).body).toMatchObject({ state: "withdrawn" });
  expect(await readers(id)).toEqual([]);
  expect((await ask("bring_back_my_review")).body).toMatchObject({ state: "public" });
  expect(await readers(id)).toHaveLength(1);
});

test("lets an author export all data and delete the account with or without its reviews", async () => {
  for (const with_reviews of [true, false]) {
    const user = await newUser("leaves");
    const id = await published(user, { email: user.email });
    const kept = await rpc(user, "export_my_data", {});
    expect(kept.body).toMatchObject({ accounts: [{ email: user.email }], reviews: [{ id }], sessions: [{}] });
    const deleted = await rpc(user, "delete_my_account", { with_reviews });
    expect([deleted.status, deleted.body]).toEqual([200, true]);
    const left = await readers(id);
    expect(left.map(({ displayName }) => displayName)).toEqual(with_reviews ? [] : ["Anonymous"]);
    expect((await rpc(user, "my_reviews", {})).status).toBe(401);
  }
});

test("shows nothing of an author to others or to an ended session", { tags: ["11.10"] }, async () => {
  const [author, other] = [await newUser("mine"), await newUser("other")];
  const id = await published(author, { email: author.email });
  const ended = await signedInAgain(author);
  await logOut(ended, "local");
  for (const [who, name, status] of [
    [other, "withdraw_my_review", 404],
    [newVisitor(), "withdraw_my_review", 401],
    [ended, "withdraw_my_review", 401],
    [newVisitor(), "my_reviews", 401],
    [ended, "export_my_data", 401],
  ] as const) {
    const answer = await rpc(who, name, name.endsWith("review") ? { review_id: id } : {});
    expect([answer.status, answer.text.includes(author.email)], name).toEqual([status, false]);
  }
  expect(await readers(id)).toHaveLength(1);
});

test.skipIf(!hasDatabase)("an account is deleted only shortly after a log-in", { tags: ["11.12"] }, async () => {
  const author = await newUser("long.ago");
  await owner`update auth.sessions set created_at = now() - interval '16 minutes' where user_id = ${author.id}`;
  const refreshed = signedIn(await refresh(author.refreshToken));
  const late = await rpc(refreshed, "delete_my_account", { with_reviews: true });
  expect([late.status, late.body.code]).toEqual([403, "PT403"]);
});
