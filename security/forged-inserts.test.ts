import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import {
  type Call,
  newVisitor,
  owner,
  plainReview,
  publishReview,
  readReview,
  signUpAndConfirm,
  storedRows,
  uploadedPhoto,
} from "../supabase/tests/visitors.ts";
import { type Town, attack, everythingStored, ourTown } from "./town.ts";

// A landlord with a browser console writes reviews by hand: as somebody else, verified, dated back, with scripts in them.

type Forgery = (town: Town) => Record<string, unknown>;

const OVERRULED: [string, Forgery, Record<string, unknown>][] = [
  ["as another user", ({ victim }) => ({ user_id: victim.id }), { user_id: null }],
  ["as no user", () => ({ user_id: null }), { user_id: null }],
  ["as verified without a photo", () => ({ verified: true }), { verified: false, proof_urls: null }],
  ["as verified with an empty list of photos", () => ({ verified: true, proof_urls: [] }), { verified: false }],
  ["as reported", () => ({ reported: true }), { reported: false }],
  ["as hidden", () => ({ hidden_at: "2020-01-01T00:00:00Z" }), { hidden_at: null }],
  ["under a display name of its own", () => ({ display_name: "GharSach Team ✔" }), { display_name: "Anonymous" }],
  [
    "under an e-mail, which stays out of sight",
    () => ({ email: "owner.of.it@mail.example" }),
    { email: null, display_name: "owner.of.it" },
  ],
  ["with another home's id", ({ propertyId }) => ({ property_id: propertyId }), {}],
  ["with a home's id that leads nowhere", () => ({ property_id: randomUUID() }), {}],
];

test.for(OVERRULED)("a review forged %s is stored as the database decides", async ([, forge, expected]) => {
  const author = await newAuthor();
  const town = await ourTown();
  const forged = plainReview({ property_name: `Forged House ${authors}`, ...forge(town) });
  const answer = await attack(author, "POST", "/rest/v1/reviews", { body: forged });
  expect(answer.status, answer.text).toBe(201);
  const stored = await readReview(String(forged.id));
  expect(stored).toMatchObject({ id: forged.id, ...expected });
  expect([town.propertyId, forged.property_id]).not.toContain(stored?.property_id);
  const [kept] = await owner`select user_id from private.review_authors where review_id = ${String(forged.id)}`;
  expect(kept?.user_id).toBe(author.id);
});

test.for(["2020-01-01T00:00:00Z", "2031-01-01T00:00:00Z", "infinity", "-infinity"])(
  "a review dated %s is dated now, or refused",
  async (created_at) => {
    const author = await newAuthor();
    const forged = plainReview({ created_at });
    await attack(author, "POST", "/rest/v1/reviews", { body: forged });
    const stored = await readReview(String(forged.id));
    const dated = stored ? Date.parse(String(stored.created_at)) : Date.now();
    expect(Math.abs(Date.now() - dated)).toBeLessThan(120_000);
  },
);

const REFUSED: [string, Forgery][] = [
  ["somebody else's photo", ({ photo }) => ({ proof_urls: [photo] })],
  ["somebody else's photo under the whole address", ({ photo }) => ({ proof_urls: [`https://localhost${photo}`] })],
  [
    "a photo that is not there",
    () => ({ proof_urls: ["/storage/v1/object/public/review-proofs/public/1763700000000-aaaaaaaa.png"] }),
  ],
  ["a script for a photo", () => ({ proof_urls: ["javascript:alert(1)"] })],
  ["a document for a photo", () => ({ proof_urls: ["data:text/html,<script>alert(1)</script>"] })],
  ["a photo on another site", () => ({ proof_urls: ["https://evil.example/x.png"] })],
  ["a photo on another site, without its protocol", () => ({ proof_urls: ["//evil.example/x.png"] })],
  [
    "a photo on a site whose name begins like ours",
    ({ photo }) => ({ proof_urls: [`https://localhost.evil.example${photo}`] }),
  ],
  ["a photo on a site behind our name", ({ photo }) => ({ proof_urls: [`https://localhost@evil.example${photo}`] })],
  [
    "a photo by a way through another folder",
    () => ({ proof_urls: ["/storage/v1/object/public/review-proofs/public/../x.png"] }),
  ],
  ["a call of the API for a photo", () => ({ proof_urls: ["/auth/v1/logout"] })],
  ["a text for the list of photos", ({ photo }) => ({ proof_urls: photo })],
  ["four photos", ({ photo }) => ({ proof_urls: [photo, photo, photo, photo] })],
  ["a rating of 0", () => ({ rating: 0 })],
  ["a rating of 6", () => ({ rating: 6 })],
  ["a rating of -1", () => ({ rating: -1 })],
  ["a rating of 4.5", () => ({ rating: 4.5 })],
  ["a rating of 1e9", () => ({ rating: 1e9 })],
  ["a rating that is no number", () => ({ rating: "five" })],
  ["a rating that is yes", () => ({ rating: true })],
  ["a rating that is a list", () => ({ rating: [5] })],
  ["no rating", () => ({ rating: null })],
  ["no words", () => ({ review_text: "" })],
  ["words of spaces that cannot be seen", () => ({ review_text: "\u200b\u2060\ufeff\u00a0\u3164" })],
  ["more words than a review has room for", () => ({ review_text: "x".repeat(5001) })],
  ["no home", () => ({ property_name: null })],
  ["a home without a name", () => ({ property_name: "\u200b" })],
  ["a home with a name too long", () => ({ property_name: "x".repeat(121) })],
  ["a city that is an object", () => ({ city: { name: "Pune" } })],
  ["an e-mail that is none", () => ({ email: "not an address" })],
  ["an e-mail with a line break in it", () => ({ email: "a@b.example\nBcc: c@d.example x" })],
  ["an unknown kind of home", () => ({ property_type: "Castle" })],
  ["an unknown duration", () => ({ duration: "For ever" })],
  ["an unknown way of telling", () => ({ how_issues_reported: "pigeon" })],
  ["an unknown outcome", () => ({ issue_resolution_status: "<b>fixed</b>" })],
  ["an unknown response time", () => ({ management_response_time: "soon" })],
  ["a move-in date to come", () => ({ move_in_date: "2099-01-01" })],
  ["a move-in date without end", () => ({ move_in_date: "infinity" })],
  ["a move-in date of another age", () => ({ move_in_date: "0001-01-01" })],
  ["a move-in date that is SQL", () => ({ move_in_date: "now'; drop table reviews; --" })],
  ["issues that are a text", () => ({ reported_issues: "mould" })],
  ["issues that are one object", () => ({ reported_issues: { description: "mould" } })],
  [
    "issues with a severity of its own",
    () => ({ reported_issues: [{ description: "mould", severity: "Apocalyptic" }] }),
  ],
  ["an issue that is a list", () => ({ reported_issues: [["mould"]] })],
  ["an issue too long", () => ({ reported_issues: [{ description: "x".repeat(1001) }] })],
  ["too many issues", () => ({ reported_issues: Array.from({ length: 21 }, () => ({ description: "x" })) })],
  ["an id that is none", () => ({ id: "1" })],
  ["the id of somebody's review", ({ named }) => ({ id: named })],
  ["the id of a hidden review", ({ hidden }) => ({ id: hidden })],
  ["a column that does not exist", () => ({ is_admin: true })],
  ["a column with SQL for a name", () => ({ 'x" text); drop table reviews; --': 1 })],
  ["the prototype of all objects", () => JSON.parse('{"__proto__": {"verified": true}}') as Record<string, unknown>],
  ["a NUL", () => ({ review_text: "a\0b" })],
  ["half a character", () => ({ review_text: "a\ud800b" })],
];

test.for(REFUSED)("a review with %s is refused, and nothing is stored", async ([, forge]) => {
  const { attacker } = await ourTown();
  const before = await everythingStored();
  const review = { ...plainReview(), ...forge(await ourTown()) };
  const body = Object.getPrototypeOf(review) === Object.prototype ? JSON.stringify(review) : review;
  const answer = await attack({ ...attacker, address: newVisitor().address }, "POST", "/rest/v1/reviews", { body });
  expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
  expect(answer.body?.message, answer.text).toMatch(/^\S.*\S$/);
  expect(await everythingStored()).toBe(before);
});

const WAYS: [string, string, (review: Record<string, unknown>, town: Town) => Call][] = [
  ["without an account", "/rest/v1/reviews", (review) => ({ body: review, headers: { authorization: null } })],
  ["two at once", "/rest/v1/reviews", (review) => ({ body: [review, plainReview()] })],
  ["a thousand at once", "/rest/v1/reviews", () => ({ body: Array.from({ length: 1000 }, () => plainReview()) })],
  ["as CSV", "/rest/v1/reviews", () => ({ body: "property_name,city\na,b", headers: { "content-type": "text/csv" } })],
  [
    "as a form",
    "/rest/v1/reviews",
    () => ({ body: "property_name=a&city=b", headers: { "content-type": "application/x-www-form-urlencoded" } }),
  ],
  [
    "as text, which needs no leave of another origin",
    "/rest/v1/reviews",
    (review) => ({ body: JSON.stringify(review), headers: { "content-type": "text/plain" } }),
  ],
  [
    "as XML",
    "/rest/v1/reviews",
    () => ({
      body: '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>',
      headers: { "content-type": "application/xml" },
    }),
  ],
  [
    "without a content type",
    "/rest/v1/reviews",
    (review) => ({ body: JSON.stringify(review), headers: { "content-type": null } }),
  ],
  ["as broken JSON", "/rest/v1/reviews", () => ({ body: '{"property_name":' })],
  ["as a JSON text", "/rest/v1/reviews", () => ({ body: '"x"' })],
  ["as null", "/rest/v1/reviews", () => ({ body: "null" })],
  ["as nothing", "/rest/v1/reviews", () => ({ body: "" })],
  ["as an empty object", "/rest/v1/reviews", () => ({ body: {} })],
  [
    "ten thousand levels deep",
    "/rest/v1/reviews",
    () => ({ body: `{"reported_issues":${"[".repeat(10_000)}${"]".repeat(10_000)}}` }),
  ],
  [
    "larger than any review",
    "/rest/v1/reviews",
    (review) => ({ body: { ...review, review_text: "x".repeat(400_000) } }),
  ],
  [
    "over another review",
    "/rest/v1/reviews?on_conflict=id",
    (review, { named }) => ({ body: { ...review, id: named }, headers: { prefer: "resolution=merge-duplicates" } }),
  ],
  [
    "over another review, quietly",
    "/rest/v1/reviews?on_conflict=id",
    (review, { named }) => ({ body: { ...review, id: named }, headers: { prefer: "resolution=ignore-duplicates" } }),
  ],
  [
    "over the same home",
    "/rest/v1/reviews?on_conflict=property_id",
    (review) => ({ body: { ...review, rating: 9 }, headers: { prefer: "resolution=merge-duplicates" } }),
  ],
  [
    "with a join in the answer",
    "/rest/v1/reviews?select=id,review_authors(*)",
    (review) => ({ body: review, headers: { prefer: "return=representation" } }),
  ],
  ["into homes", "/rest/v1/properties", () => ({ body: { slug: "a", property_name: "a", locality: "b", city: "c" } })],
  [
    "into authors",
    "/rest/v1/review_authors",
    (_, { named, attacker }) => ({ body: { review_id: named, user_id: attacker.id } }),
  ],
  ["into settings", "/rest/v1/settings", () => ({ body: { key: "public_url", value: "https://evil.example" } })],
  ["into users", "/rest/v1/users", () => ({ body: { email: "a@b.example", confirmed_at: "2020-01-01" } })],
  [
    "into the list of photos",
    "/rest/v1/objects",
    () => ({ body: { bucket_id: "review-proofs", name: "public/x.png" } }),
  ],
  ["into the list of buckets", "/rest/v1/buckets", () => ({ body: { id: "mine", name: "mine", public: true } })],
];

test.for(WAYS)("a review sent %s is refused, and nothing is stored", async ([, target, request]) => {
  const town = await ourTown();
  const before = await everythingStored();
  const { attacker } = town;
  const options = request(plainReview(), town);
  const visitor = { ...attacker, address: newVisitor().address };
  const answer = await attack(visitor, "POST", target, options);
  expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
  expect(await everythingStored()).toBe(before);
});

test("a name in JSON that comes twice does not get past the checks of either", async () => {
  const author = await newAuthor();
  const id = randomUUID();
  const text = JSON.stringify(plainReview({ id })).replace(
    /}$/,
    ',"rating":9,"rating":5,"verified":false,"verified":true}',
  );
  const answer = await attack(author, "POST", "/rest/v1/reviews", { body: text });
  expect(answer.status, answer.text).toBe(201);
  expect(await readReview(id)).toMatchObject({ rating: 5, verified: false });
});

test("the answer to a new review does not tell its author what is kept out of sight", async () => {
  const author = await newAuthor();
  const headers = { prefer: "return=representation" };
  const body = plainReview({ email: author.email });
  const answer = await attack(author, "POST", "/rest/v1/reviews?select=*", { body, headers });
  expect(answer.body[0]).toMatchObject({ email: null, user_id: null });
  expect(answer.text).not.toContain(author.email);
  expect(answer.text).not.toContain(author.id);
});

test("a hidden review is not shown again by one about the same home", async () => {
  const home = { property_name: "Twice Told House", locality: "Quiet Lane", city: "Mysuru" };
  const [first, second] = [await newAuthor(), await newAuthor()];
  const hidden = await publishReview(first, home);
  await owner`update public.reviews set hidden_at = now() where id = ${hidden}`;
  const shown = plainReview({ ...home, review_text: "Another tenant's words." });
  expect((await attack(second, "POST", "/rest/v1/reviews", { body: shown })).status).toBe(201);
  const search = { body: { search: "Twice Told House" } };
  const { body, text } = await attack(newVisitor(), "POST", "/rest/v1/rpc/browse_properties", search);
  expect(body.groups).toHaveLength(1);
  expect(body.groups[0].reviews.map(({ id }: { id: string }) => id)).toEqual([shown.id]);
  expect(text).not.toContain(hidden);
});

test("an own photo makes a review verified once: it does not verify a second account's", async () => {
  const author = await newAuthor();
  const { attacker } = await ourTown();
  const photo = await uploadedPhoto(author);
  const own = plainReview({ proof_urls: [photo], verified: false });
  expect((await attack(author, "POST", "/rest/v1/reviews", { body: own })).status).toBe(201);
  expect(await readReview(String(own.id))).toMatchObject({ verified: true });
  const before = await storedRows();
  const copied = plainReview({ proof_urls: [photo] });
  expect((await attack(attacker, "POST", "/rest/v1/reviews", { body: copied })).status).toBe(400);
  expect(await storedRows()).toEqual(before);
});

let authors = 0;

/** Accounts may publish only so often: who publishes in a test does it once. */
function newAuthor() {
  authors += 1;
  return signUpAndConfirm(`author${authors}`);
}

test("a home's totals count what is visible, whatever was sent", async () => {
  const author = await newAuthor();
  const property_name = `Counted House ${authors}`;
  const review = plainReview({ property_name, rating: 5 });
  await attack(author, "POST", "/rest/v1/reviews", { body: { ...review, review_count: 99 } });
  expect((await attack(author, "POST", "/rest/v1/reviews", { body: review })).status).toBe(201);
  const [home] = await owner`
    select review_count, rating_total, verified_count from public.properties where property_name = ${property_name}`;
  expect(home).toEqual({ review_count: 1, rating_total: 5, verified_count: 0 });
});
