import { expect, test } from "vitest";
import { hasDatabase, newUser, newVisitor, owner, publishReview, readReview, rpc, type Visitor } from "../client.ts";

// The other user owns the home and is an operator.
test("protects a follow from others and from guesses", { tags: ["10.121", "10.123"] }, async () => {
  const [follower, other] = [await newUser("follows"), await newUser("owns")];
  const review = await readReview(await publishReview(await newUser("author")));
  const property_id = String(review?.propertyId);
  const reply = { review_id: review?.id, reply_text: "Thanks.", written_as: "owner" };
  expect((await rpc(other, "reply_to_review", reply)).status).toBe(200);
  if (hasDatabase)
    await owner`insert into private.operators (user_id, name) values (${other.id}, ${`asha ${other.id.slice(0, 8)}`})`;
  expect((await rpc(follower, "follow_place", { property_id })).body).toBe(true);
  expect((await rpc(follower, "follow_place", { city: review?.city, locality: review?.locality })).body).toBe(true);
  const list = async (who: Visitor) => (await rpc(who, "my_follows")).body;
  const [home, locality] = await list(follower);
  expect([home, locality]).toMatchObject([
    { propertyId: property_id },
    { propertyName: null, locality: review?.locality },
  ]);

  for (const name of ["my_follows", "follow_place"]) expect((await rpc(newVisitor(), name)).status, name).toBe(401);
  expect(await list(other)).toEqual([]);
  // Guesses that differ only in the last two characters.
  const guesses = Array.from({ length: 20 }, (_, digit) => `${home.secret.slice(0, -2)}${`${digit}`.padStart(2, "0")}`);
  const wrong = guesses.filter((secret) => secret !== home.secret);
  for (const who of [newVisitor(), other]) {
    expect((await rpc(who, "follows_of_link", { secrets: wrong })).body).toEqual([]);
    expect((await rpc(who, "unfollow", { secrets: wrong })).body).toEqual([]);
    expect((await rpc(who, "unfollow", { secrets: [property_id, follower.id, other.id] })).body).toEqual([]);
  }
  expect(await list(follower)).toEqual([home, locality]);
  expect((await rpc(newVisitor(), "unfollow", { secrets: [home.secret] })).body).toEqual([home]);
  expect(await list(follower)).toEqual([locality]);
});
