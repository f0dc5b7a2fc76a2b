import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import {
  emailOf,
  forged,
  hasSecret,
  inSeconds,
  insert,
  knownUser,
  logOut,
  newUser,
  newVisitor,
  plainReview,
  storedId,
  rpc,
  type Answer,
  unsigned,
  UUID,
} from "../client.ts";
import { uniqueName } from "../../unique-name.ts";

const DAY = /^\d{4}-\d\d-\d\d$/;

test("stores a review once and returns nothing", async () => {
  const user = await newUser("publishes");
  const review = plainReview();
  const answer = await insert(user, "reviews", review);
  expect([answer.status, answer.text]).toEqual([201, ""]);
  expectRestError(await insert(user, "reviews", review), 409, "23505");
});

test("stores nothing with a forged token", async () => {
  const { accessToken } = await knownUser("forged");
  const tokens = [forged(accessToken, {}, "a-secret-of-thirty-two-characters"), unsigned(accessToken), "a.b.c", "abc"];
  for (const token of tokens) {
    const answer = await insert(newVisitor(token), "reviews", plainReview());
    expectRestError(answer, 401, "PGRST301");
    expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer/);
  }
});

test.skipIf(!hasSecret)("stores nothing with an expired or early token", async () => {
  const { accessToken } = await knownUser("forged");
  const expired = await insert(newVisitor(forged(accessToken, { exp: inSeconds(-60) })), "reviews", plainReview());
  expectRestError(expired, 401, /^PGRST30[13]$/);
  expect(expired.body.message).toBe("JWT expired");
  expect(expired.headers.get("www-authenticate")).toMatch(/^Bearer/);
  const early = await insert(newVisitor(forged(accessToken, { nbf: inSeconds(600) })), "reviews", plainReview());
  expectRestError(early, 401, /^PGRST30[13]$/);
});

test("stores nothing without a session or with an ended one", async () => {
  expectRestError(await insert(newVisitor(), "reviews", plainReview()), 401, /^(PT401|42501)$/);
  const user = await newUser("ended");
  await logOut(user, "local");
  expectRestError(await insert(user, "reviews", plainReview()), 401, "PT401");
  expectRestError(await rpc(user, "my_review", { review_id: randomUUID() }), 401, "PT401");
});

test("refuses an invalid value with a message", async () => {
  const { accessToken } = await knownUser("refused");
  const answer = await insert(newVisitor(accessToken), "reviews", plainReview({ rating: 6 }));
  expectRestError(answer, 400, /^(PT400|23514)$/);
  expectRestError(await insert(newVisitor(accessToken), "reviews", plainReview({ rating: "five" })), 400, /\w/);
  expectRestError(await insert(newVisitor(accessToken), "reviews", plainReview({ is_admin: true })), 400, /\w/);
});

test("accepts one report per device from anyone", async () => {
  const user = await newUser("reported");
  const review = plainReview();
  expect((await insert(user, "reviews", review)).status).toBe(201);
  const review_id = storedId(user, review);
  const report = { review_id, reason: "spam", reporter_email: null, reporter_fingerprint: device() };
  const answer = await insert(newVisitor(), "review_reports", report);
  expect([answer.status, answer.text]).toEqual([201, ""]);
  expectRestError(await insert(newVisitor(), "review_reports", report), 409, "23505");
  const another = await insert(newVisitor(), "review_reports", { ...report, reporter_fingerprint: device() });
  expect(another.status, another.text).toBe(201);
  const shown = await rpc(newVisitor(), "review_in_context", { review_id, reviews_per_group: 1 });
  expect(shown.body.reviews).toEqual([expect.objectContaining({ id: review_id, reported: true })]);
});

test("accepts each email once on the waitlist, from anyone", async () => {
  const entry = { name: "Asha", email: emailOf("waitlist") };
  const answer = await insert(newVisitor(), "referral_waitlist", entry);
  expect([answer.status, answer.text]).toEqual([201, ""]);
  expectRestError(await insert(newVisitor(), "referral_waitlist", entry), 409, "23505");
  expectRestError(await insert(newVisitor(), "referral_waitlist", { ...entry, name: " " }), 400, "PT400");
});

test("returns a published review as JSON without time, email and account", async () => {
  const user = await newUser("shown");
  const review = plainReview({ email: user.email, property_name: uniqueName("Residency") });
  expect((await insert(user, "reviews", review)).status).toBe(201);
  const id = storedId(user, review);
  const answer = await rpc(newVisitor(), "review_in_context", { review_id: id, reviews_per_group: 6 });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
  expect(answer.body).toEqual({
    propertyId: expect.stringMatching(UUID),
    propertyName: review.property_name,
    locality: review.locality,
    city: review.city,
    count: 1,
    totalRating: 4,
    matchingCount: 1,
    reviews: [
      {
        id,
        propertyId: answer.body.propertyId,
        propertyName: review.property_name,
        locality: review.locality,
        city: review.city,
        rating: 4,
        comment: review.review_text,
        displayName: user.email.split("@")[0],
        moveInDate: null,
        verified: false,
        reported: false,
        proofUrls: [],
        reportedIssues: [],
        publishedOn: expect.stringMatching(DAY),
        answers: {},
        followUps: [],
        reply: null,
      },
    ],
  });

  const group = answer.body;
  const search = { search: review.property_name, city: null, sort: null, after: null, page_size: 10 };
  const found = await rpc(newVisitor(), "browse_properties", { ...search, reviews_per_group: 6 });
  expect(found.body).toEqual({ groups: [group], next: null, understood: [expect.anything()] });
  const { propertyId: property_id } = group;
  const ofProperty = { property_id, search: null, city: null, sort: null, after: null, page_size: 10 };
  expect((await rpc(newVisitor(), "property_reviews", ofProperty)).body).toEqual({ group, next: null });
  expect((await rpc(newVisitor(), "recent_reviews", { at_most: 1 })).body).toEqual(group.reviews);
  const mine = await rpc(user, "my_review", { review_id: review.id });
  const { property_name: propertyName, locality, city, review_text: comment } = review;
  const shown = { id, propertyId: group.propertyId, propertyName, locality, city, comment, depositBack: null };
  expect(mine.body).toEqual(shown);
});

test("returns a home by its id, in its places and as a suggestion", async () => {
  const user = await newUser("homes");
  const word = uniqueName("W").slice(2, 10);
  const place = { property_name: `${word} Heights`, locality: `Layout ${word}`, city: "Bangalore" };
  const review = plainReview(place);
  expect((await insert(user, "reviews", review)).status).toBe(201);
  const { body: group } = await rpc(newVisitor(), "review_in_context", { review_id: storedId(user, review) });
  const { propertyId } = group;
  const named = { propertyId, propertyName: place.property_name, locality: place.locality, city: "Bengaluru" };
  const scored = { ...named, count: group.count, totalRating: group.totalRating };
  const home = await rpc(newVisitor(), "home", { short_id: propertyId.slice(0, 8) });
  expect(home.body).toEqual({
    ...{ ...scored, lastReviewOn: expect.stringMatching(DAY), excerpt: review.review_text, nearby: [] },
    isCityAccepted: true,
    bursts: { isChecked: false, uncountedCount: 0 },
    figures: expect.objectContaining({ "rating:4": 1 }),
  });
  const filters = { sort: "lowest", stars: 4, with_photos: false };
  const listed = await rpc(newVisitor(), "home_reviews", { property_id: propertyId, ...filters });
  expect(listed.body).toMatchObject({ next: null, matchingCount: 1, reviews: [{ id: storedId(user, review) }] });
  const slugs = { city: "bangalore", locality: `layout-${word}` };
  const { body: locality } = await rpc(newVisitor(), "homes_of_locality", slugs);
  expect(locality).toEqual({
    ...{ city: "Bengaluru", locality: place.locality, homeCount: 1, next: null, figures: null },
    ...{ traits: {}, matchingCount: null, missing: {} },
    homes: [
      { ...scored, lastReviewOn: expect.stringMatching(DAY), excerpt: expect.any(String), figures: home.body.figures },
    ],
  });
  const { body: city } = await rpc(newVisitor(), "homes_of_city", { city: "bengaluru", after: null });
  expect(city.homes[0]).toEqual(locality.homes[0]);
  const filtered = await rpc(newVisitor(), "homes_of_city", { city: "bengaluru", filters: { water: ["none"] } });
  expect(filtered.body).toMatchObject({ homes: [], matchingCount: 0 });
  const part = await rpc(newVisitor(), "home_addresses", { prefix: propertyId.slice(0, 4) });
  expect(part.body).toContainEqual({ ...named, count: 1, lastReviewOn: expect.stringMatching(DAY) });
  const suggested = await rpc(newVisitor(), "suggest_homes", { term: `hights ${word}`, city: "" });
  expect(suggested.body).toMatchObject({ homes: [scored], localities: [{ locality: place.locality }], cities: [] });
});

test("accepts missing optional arguments, and returns null for what does not exist", async () => {
  for (const name of [
    "recent_reviews",
    "review_cities",
    "top_reviewers",
    "home_cities",
    "city_facts",
    "deposit_figures",
  ]) {
    const answer = await rpc(newVisitor(), name);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toEqual(expect.any(Array));
  }
  const totals = await rpc(newVisitor(), "site_totals");
  expect(totals.status, totals.text).toBe(200);
  const { accessToken } = await knownUser("curious");
  for (const [visitor, name] of [
    [newVisitor(), "review_in_context"],
    [newVisitor(accessToken), "my_review"],
  ] as const) {
    const { status, text } = await rpc(visitor, name, { review_id: randomUUID() });
    expect([status, text]).toEqual([200, "null"]);
  }
});

test("returns the limits on publishing to signed-in users before they publish", async () => {
  const { accessToken } = await newUser("asking");
  const review = plainReview();
  const { id, property_name, locality, city, review_text } = review;
  const named = { property_name, locality, city, review_text };
  const ask = (review_id: unknown) => rpc(newVisitor(accessToken), "check_review_limits", { review_id, ...named });
  expect((await ask(id)).body).toBe(true);
  await insert(newVisitor(accessToken), "reviews", review);
  expect((await ask(id)).body).toBe(true);
  expectRestError(await rpc(newVisitor(), "check_review_limits", { review_id: id, ...named }), 401, /\w/);
});

test("refuses a damaged cursor with a message", async () => {
  const args = { search: null, city: null, sort: null, after: "x", page_size: 10, reviews_per_group: 6 };
  const answer = await rpc(newVisitor(), "browse_properties", args);
  expectRestError(answer, 400, "PT400");
  expect(answer.body.message).toBe("This link to more results is damaged. Start again from the first page.");
});

/** Fails unless PostgREST answers with an error of four keys and a message. */
function expectRestError(answer: Answer, status: number, code: string | RegExp): void {
  expect(answer.status, answer.text).toBe(status);
  expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
  expect(Object.keys(answer.body ?? {}).toSorted()).toEqual(["code", "details", "hint", "message"]);
  expect(answer.body, answer.text).toMatchObject({
    code: expect.stringMatching(code),
    message: expect.stringMatching(/\w/),
  });
}

function device(): string {
  return randomUUID().replaceAll("-", "");
}
