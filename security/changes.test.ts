import { expect, test } from "vitest";
import { newVisitor, plainReview } from "../supabase/tests/visitors.ts";
import { type Town, attack, everythingStored, ourTown } from "./town.ts";

// Whoever was reviewed would like to change what is there. Nobody changes anything: not even the author.

const TABLES: [string, (town: Town) => string, Record<string, unknown>][] = [
  ["reviews", ({ named }) => `id=eq.${named}`, { rating: 5, review_text: "Lovely landlord." }],
  ["properties", ({ propertyId }) => `id=eq.${propertyId}`, { review_count: 0 }],
  ["review_reports", ({ named }) => `review_id=eq.${named}`, { reason: "spam" }],
  ["referral_waitlist", ({ waitingEmail }) => `email=eq.${waitingEmail}`, { name: "Somebody" }],
  ["review_authors", ({ named }) => `review_id=eq.${named}`, { email: "a@b.example" }],
  ["settings", () => "key=eq.reports_to_flag", { value: 1000 }],
  ["users", ({ victim }) => `id=eq.${victim.id}`, { email: "a@b.example" }],
  ["objects", () => "bucket_id=eq.review-proofs", { name: "public/x.png" }],
  ["buckets", () => "id=eq.review-proofs", { public: false }],
];
const METHODS = ["PATCH", "PUT", "DELETE"];

const CHANGES = TABLES.flatMap(([table, filter, change]) =>
  METHODS.flatMap((method) => [
    [method, table, "by its key", filter, change] as const,
    [method, table, "whole", () => "", change] as const,
  ]),
);

test.for(CHANGES)("%s %s %s changes nothing, whoever asks", async ([method, table, , filter, change]) => {
  const town = await ourTown();
  const before = await everythingStored();
  for (const visitor of everybody(town)) {
    const target = `/rest/v1/${table}?${filter(town)}`;
    const body = method === "DELETE" ? undefined : change;
    expect((await attack(visitor, method, target, { body })).status).toBeGreaterThanOrEqual(400);
  }
  expect(await everythingStored()).toBe(before);
});

const UPSERTS: [string, (town: Town) => [string, Record<string, unknown>]][] = [
  ["a review", ({ named }) => ["reviews?on_conflict=id", { ...plainReview(), id: named, rating: 1 }]],
  ["a home", ({ propertyId }) => ["properties?on_conflict=id", { id: propertyId, property_name: "Mine" }]],
  [
    "a report",
    ({ named }) => [
      "review_reports?on_conflict=review_id,reporter_fingerprint",
      { review_id: named, reason: "spam", reporter_fingerprint: "d".repeat(32) },
    ],
  ],
  ["who waits", ({ waitingEmail }) => ["referral_waitlist?on_conflict=email", { name: "Mine", email: waitingEmail }]],
  [
    "an author",
    ({ named, attacker }) => ["review_authors?on_conflict=review_id", { review_id: named, user_id: attacker.id }],
  ],
  ["a setting", () => ["settings?on_conflict=key", { key: "public_url", value: "https://evil.example" }]],
  ["a user", ({ victim }) => ["users?on_conflict=id", { id: victim.id, email: "a@b.example" }]],
];

test.for(
  UPSERTS.flatMap((upsert) => ["merge-duplicates", "ignore-duplicates"].map((how) => [how, ...upsert] as const)),
)("an upsert (%s) of %s that is there changes nothing", async ([resolution, , upsert]) => {
  const town = await ourTown();
  const before = await everythingStored();
  const [target, body] = upsert(town);
  for (const visitor of everybody(town)) {
    const headers = { prefer: `resolution=${resolution},return=representation` };
    expect((await attack(visitor, "POST", `/rest/v1/${target}`, { body, headers })).status).toBeGreaterThanOrEqual(400);
  }
  expect(await everythingStored()).toBe(before);
});

const DISGUISES: [string, Record<string, string>][] = [
  ["X-HTTP-Method-Override", { "x-http-method-override": "DELETE" }],
  ["X-HTTP-Method", { "x-http-method": "PATCH" }],
  ["X-Method-Override", { "x-method-override": "PUT" }],
  ["Prefer: tx=commit", { prefer: "tx=commit" }],
];

test.for(DISGUISES)("a change in the disguise of another method (%s) changes nothing", async ([, headers]) => {
  const town = await ourTown();
  const before = await everythingStored();
  for (const visitor of everybody(town)) {
    for (const method of ["GET", "POST"]) {
      const target = `/rest/v1/reviews?id=eq.${town.named}&_method=DELETE`;
      await attack(visitor, method, target, { headers, body: method === "POST" ? { rating: 1 } : undefined });
    }
  }
  expect(await everythingStored()).toBe(before);
});

test.for(["GET", "HEAD", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND", "MKCOL", "SEARCH", "PURGE"])(
  "no function can be called by %s",
  async (method) => {
    for (const visitor of everybody(await ourTown())) {
      const { status, text } = await attack(visitor, method, "/rest/v1/rpc/browse_properties?search=a");
      expect(text).not.toContain("groups");
      expect(status).toBeGreaterThanOrEqual(400);
    }
  },
);

/** Without an account, with one, and the author. */
function everybody({ attacker, victim }: Town) {
  const { address } = newVisitor();
  return [newVisitor(), { ...attacker, address }, { ...victim, address }];
}
