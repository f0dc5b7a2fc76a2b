import { expect, test } from "vitest";
import { newVisitor, owner, plainReview, publishReview, rpc, newUser } from "../client.ts";
import { answeredWithin, type Fixtures, attack, attackerElsewhere, databaseDigest, fixtures } from "./fixtures.ts";

// Reviews written by hand with a browser console: as another account, verified, dated back, with scripts in them.

type Forgery = (fixtures: Fixtures) => Record<string, unknown>;

/** What the form could send by mistake is in reviews/reviews.test.ts. */
const REFUSED: [string, Forgery][] = [
  ["a time at which it was hidden", () => ({ hidden_at: "2020-01-01T00:00:00Z" })],
  ["a display name of its own", () => ({ display_name: "GharSach Team ✔" })],
  ["another property's id", ({ propertyId }) => ({ property_id: propertyId })],
  ["a day of its own", () => ({ created_on: "2020-01-01" })],
  ["a place in the order", () => ({ insert_order: 1 })],
  ["a date at no time", () => ({ created_at: "infinity-and-more" })],
  ["the victim's photo", ({ photo }) => ({ proof_urls: [photo] })],
  ["the victim's photo under its whole address", ({ photo }) => ({ proof_urls: [`https://localhost${photo}`] })],
  ["a photo on another site, without its protocol", () => ({ proof_urls: ["//evil.example/x.png"] })],
  [
    "a photo on a site with our name in front",
    ({ photo }) => ({ proof_urls: [`https://localhost.evil.example${photo}`] }),
  ],
  ["a photo on a site behind our name", ({ photo }) => ({ proof_urls: [`https://localhost@evil.example${photo}`] })],
  ["a call of the API for a photo", () => ({ proof_urls: ["/auth/v1/logout"] })],
  ["a text for the list of photos", ({ photo }) => ({ proof_urls: photo })],
  ...[4.5, 1e9, true, [5]].map((rating): [string, Forgery] => [
    `the rating ${JSON.stringify(rating)}`,
    () => ({ rating }),
  ]),
  ["a text of invisible characters", () => ({ review_text: "\u200b\u2060\ufeff\u00a0\u3164" })],
  ["a text of 20,000 joined emoji", () => ({ review_text: "👩\u200d".repeat(20_000) })],
  ["a property with an invisible name", () => ({ property_name: "\u200b" })],
  ["a city that is an object", () => ({ city: { name: "Pune" } })],
  ["an e-mail with a line break", () => ({ email: "a@b.example\nBcc: c@d.example x" })],
  ["a move-in date two thousand years ago", () => ({ move_in_date: "0001-01-01" })],
  ["a move-in date that is SQL", () => ({ move_in_date: "now'; drop table reviews; --" })],
  ["issues that are a text", () => ({ reported_issues: "mould" })],
  ["issues that are one object", () => ({ reported_issues: { description: "mould" } })],
  ["an issue that is a list", () => ({ reported_issues: [["mould"]] })],
  ["an issue with a prototype", () => ({ reported_issues: JSON.parse('[{"__proto__":{"description":"mould"}}]') })],
  ["the id of the victim's review", ({ named }) => ({ id: named })],
  ["the id of a hidden review", ({ hidden }) => ({ id: hidden })],
];

test.for(REFUSED)("a review with %s is refused, and nothing is stored", async ([, forge]) => {
  const review = { ...plainReview(), ...forge(await fixtures()) };
  const before = await databaseDigest();
  const answer = await answeredWithin(1_000, async () =>
    attack(await attackerElsewhere(), "POST", "/rest/v1/reviews", { body: review }),
  );
  expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
  expect(answer.body?.message, answer.text).toMatch(/^\S.*\S$/);
  expect(await databaseDigest()).toBe(before);
});

test.for(["merge-duplicates", "ignore-duplicates"])(
  "an upsert (%s) over what is there changes nothing",
  { tags: ["1.6"] },
  async (how) => {
    const { named, waitingEmail } = await fixtures();
    const before = await databaseDigest();
    const report = { review_id: named, reason: "spam", reporter_fingerprint: "d".repeat(32) };
    const upserts: [string, object][] = [
      ["reviews?on_conflict=id", { ...plainReview(), id: named, rating: 1 }],
      ["review_reports?on_conflict=review_id,reporter_fingerprint", report],
      ["referral_waitlist?on_conflict=email", { name: "Mine", email: waitingEmail }],
    ];
    for (const [target, body] of upserts) {
      const headers = { prefer: `resolution=${how},return=representation` };
      const answer = await attack(await attackerElsewhere(), "POST", `/rest/v1/${target}`, { body, headers });
      expect(answer.status, target).toBe(409);
    }
    expect(await databaseDigest()).toBe(before);
  },
);

test("a new review of the same property does not bring a hidden one back", async () => {
  const property = { property_name: "Twice Told House", locality: "Quiet Lane", city: "Mysuru" };
  const [first, second] = [await newAuthor(), await newAuthor()];
  const hidden = await publishReview(first, property);
  await owner`update public.reviews set hidden_at = now() where id = ${hidden}`;
  const shown = await publishReview(second, { ...property, review_text: "Another tenant's words." });
  const { body, text } = await rpc(newVisitor(), "browse_properties", { search: "Twice Told House" });
  expect(body.groups).toHaveLength(1);
  expect(body.groups[0].reviews.map(({ id }: { id: string }) => id)).toEqual([shown]);
  expect(text).not.toContain(hidden);
});

let authors = 0;

/** An account of its own for each review that is published. */
function newAuthor() {
  authors += 1;
  return newUser(`author${authors}`);
}
