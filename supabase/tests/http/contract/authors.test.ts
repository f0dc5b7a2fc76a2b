import { expect, test } from "vitest";
import {
  hasDatabase,
  logOut,
  newUser,
  newVisitor,
  owner,
  publishReview,
  readReview,
  refresh,
  rpc,
  signedIn,
  signedInAgain,
} from "../client.ts";

test("lets an author change a review", async () => {
  const user = await newUser("author");
  const id = await publishReview(user, { email: user.email });
  const ask = (name: string, args: object = {}) => rpc(user, name, { review_id: id, ...args });
  const listed = await rpc(user, "my_reviews", { after: null });
  const reviews = [{ id, state: "public", isAnonymous: false }];
  expect(listed.body).toMatchObject({ reviews, next: null, replies: [], grievances: [] });
  const followUps = [{ text: "Deposit returned." }];
  expect((await ask("add_follow_up", { follow_up: "Deposit returned." })).body).toMatchObject({ followUps });
  expect((await ask("make_my_review_anonymous")).body).toMatchObject({ displayName: "Anonymous", isAnonymous: true });
  expect(await readReview(id)).toMatchObject({ displayName: "Anonymous", followUps });
  expect((await ask("withdraw_my_review")).body).toMatchObject({ state: "withdrawn" });
  expect(await readReview(id)).toBeUndefined();
  expect((await ask("bring_back_my_review")).body).toMatchObject({ state: "public" });
  expect(await readReview(id)).toBeDefined();
});

test("exports an author's data and deletes the account, with or without its reviews", async () => {
  for (const with_reviews of [true, false]) {
    const user = await newUser("leaves");
    const id = await publishReview(user, { email: user.email });
    const kept = await rpc(user, "export_my_data", {});
    expect(kept.body).toMatchObject({ accounts: [{ email: user.email }], reviews: [{ id }], sessions: [{}] });
    const deleted = await rpc(user, "delete_my_account", { with_reviews });
    expect([deleted.status, deleted.body]).toEqual([200, true]);
    expect((await readReview(id))?.displayName).toBe(with_reviews ? undefined : "Anonymous");
    expect((await rpc(user, "my_reviews", {})).status).toBe(401);
  }
});

test("shows nothing of an author to others or to an ended session", { tags: ["11.10"] }, async () => {
  const [author, other] = [await newUser("mine"), await newUser("other")];
  const id = await publishReview(author, { email: author.email });
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
  expect(await readReview(id)).toBeDefined();
});

test.skipIf(!hasDatabase)("deletes an account only after a recent log-in", { tags: ["11.12"] }, async () => {
  const author = await newUser("long.ago");
  await owner`update auth.sessions set created_at = now() - interval '16 minutes' where user_id = ${author.id}`;
  const refreshed = signedIn(await refresh(author.refreshToken));
  const late = await rpc(refreshed, "delete_my_account", { with_reviews: true });
  expect([late.status, late.body.code]).toEqual([403, "PT403"]);
});
