import { expect, test } from "vitest";
import { type Visitor, call, newVisitor, owner, rpc } from "../client.ts";
import { answeredWithin, HIDDEN_WORDS, attack, attackers, databaseDigest, fixtures } from "./fixtures.ts";
import { sites } from "./sites.ts";

// The functions of the database are all that anyone reads through. attack() fails by itself on 5xx and on any answer that
// holds the e-mail or id of the victim, of a reporter or of a person on the waitlist.

const REVIEW_KEYS = [
  ...["id", "property_id", "property_name", "locality", "city", "property_type", "rating", "review_text"],
  ...["display_name", "move_in_date", "duration", "would_recommend", "move_out_intent", "verified", "reported"],
  ...["proof_urls", "reported_issues", "created_on", "how_issues_reported", "issue_resolution_status"],
  ...["management_response_time", "follow_ups", "reply"],
].toSorted();
const HOME_KEYS = ["city", "locality", "property_id", "property_name"];
const GROUP_KEYS = [...HOME_KEYS, "count", "matching_count", "rating_total", "reviews"].toSorted();

interface Group {
  reviews: Record<string, unknown>[];
}

test("the functions answer the columns of the contract and no other: no system column, time, author or e-mail", async () => {
  const { propertyId, anonymous, named, hidden, hiddenBeside } = await fixtures();
  for (const [who, visitor] of (await attackers()).slice(0, 2)) {
    const ask = async (name: string, args: object) => (await rpc(visitor, name, args)).body;
    const recent = (await ask("recent_reviews", { at_most: 10 })) as Record<string, unknown>[];
    const browsed = await ask("browse_properties", { page_size: 50, reviews_per_group: 60 });
    const one = await ask("property_reviews", { property_id: propertyId });
    const inContext = await ask("review_in_context", { review_id: anonymous });
    const groups: Group[] = [...browsed.groups, one.group, inContext];
    expect(Object.keys(browsed).toSorted(), who).toEqual(["groups", "next"]);
    expect(Object.keys(one).toSorted(), who).toEqual(["group", "next"]);
    for (const group of groups) expect(Object.keys(group).toSorted(), who).toEqual(GROUP_KEYS);
    const reviews = [...recent, ...groups.flatMap((group) => group.reviews)];
    expect(reviews.length).toBeGreaterThan(20);
    for (const review of reviews) {
      expect(Object.keys(review).toSorted(), who).toEqual(REVIEW_KEYS);
      expect(review.created_on, who).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect([hidden, hiddenBeside]).not.toContain(review.id);
    }
    expect(one.group.reviews.map(({ id }: { id: string }) => id)).toEqual([anonymous, named]);
    expect(await ask("review_cities", {}), who).toSatisfy((cities: unknown[]) =>
      cities.every((city) => typeof city === "string"),
    );
    for (const reviewer of await ask("top_reviewers", {}))
      expect(Object.keys(reviewer).toSorted(), who).toEqual(["count", "label"]);
  }
});

const LONG = "a".repeat(100_000);

const ARGUMENTS: [string, Record<string, unknown>][] = [
  ["recent_reviews", { at_most: 2_147_483_647 }],
  ["recent_reviews", { at_most: -1 }],
  ["recent_reviews", { at_most: 1e300 }],
  ["recent_reviews", { at_most: 2.5 }],
  ["recent_reviews", { at_most: null }],
  ["recent_reviews", { at_most: "3; drop table reviews" }],
  ["recent_reviews", { at_most: [3] }],
  ["recent_reviews", { at_most: { gt: 0 } }],
  ["browse_properties", { page_size: 2_147_483_647, reviews_per_group: 2_147_483_647 }],
  ["browse_properties", { page_size: -2_147_483_648, reviews_per_group: -1 }],
  ["browse_properties", { page_size: 9_007_199_254_740_992 }],
  ["browse_properties", { page_size: null, reviews_per_group: null, search: null, city: null, sort: null }],
  ["browse_properties", { after: "' or true --" }],
  ["browse_properties", { after: "WyJhIiwiYiJd" }],
  ["browse_properties", { after: "[".repeat(5000) }],
  ["browse_properties", { after: LONG }],
  ["browse_properties", { after: "00000000-0000-4000-8000-00000000000g" }],
  ["browse_properties", { after: "{00000000-0000-4000-8000-000000000000}" }],
  ["browse_properties", { sort: "email" }],
  ["browse_properties", { sort: "insert_order" }],
  ["browse_properties", { sort: LONG }],
  ["browse_properties", { search: "%".repeat(3000) }],
  ["browse_properties", { search: "'; --" }],
  ["browse_properties", { search: LONG }],
  ["browse_properties", { search: "👨‍👩‍👧‍👦".repeat(20_000) }],
  ["browse_properties", { search: "a\u0301".repeat(40_000) }],
  ["browse_properties", { search: "ﷺ".repeat(30_000) }],
  ["browse_properties", { search: "\0" }],
  ["browse_properties", { search: "\ud800" }],
  ["browse_properties", { search: ["a"] }],
  ["browse_properties", { search: { ilike: "%" } }],
  ["browse_properties", { city: "'; --" }],
  ["browse_properties", { city: LONG }],
  ["browse_properties", { city: "\ud800\0" }],
  ["property_reviews", { property_id: "not-a-uuid" }],
  ["property_reviews", { property_id: null }],
  ["property_reviews", {}],
  ["property_reviews", { property_id: ["00000000-0000-4000-8000-000000000000"] }],
  ["property_reviews", { property_id: "00000000-0000-4000-8000-000000000000", after: "x" }],
  ["property_reviews", { property_id: "00000000-0000-4000-8000-000000000000", page_size: 1e9, search: LONG }],
  ["review_in_context", { review_id: "00000000-0000-0000-0000-000000000000", reviews_per_group: 9_999_999 }],
  ["review_in_context", { review_id: "' or '1'='1" }],
  ["review_in_context", { review_id: LONG }],
  ["review_in_context", { reviews_per_group: 1 }],
  ["my_review", { review_id: "x" }],
  ["my_review", { review_id: null }],
  ["my_review", { review_id: { eq: 1 } }],
  ["check_review_limits", { review_id: "x" }],
  ["check_review_limits", { review_id: "00000000-0000-4000-8000-000000000000", review_text: LONG, city: LONG }],
  ["my_reviews", { after: "' or true --" }],
  ["my_reviews", { after: LONG }],
  ["my_reviews", { user_id: "00000000-0000-4000-8000-000000000000" }],
  ["export_my_data", { who: "victim@example.com" }],
  ["withdraw_my_review", { review_id: "x" }],
  ["bring_back_my_review", { review_id: null }],
  ["make_my_review_anonymous", { review_id: { neq: 1 } }],
  ["add_follow_up", { review_id: "00000000-0000-4000-8000-000000000000", follow_up: LONG }],
  ["add_follow_up", { review_id: "00000000-0000-4000-8000-000000000000", follow_up: { text: "x" } }],
  ["erase_my_next_review", { with_text: "yes" }],
  ["reply_to_review", { review_id: "00000000-0000-4000-8000-000000000000", reply_text: LONG, written_as: "owner" }],
  ["reply_to_review", { review_id: "x", reply_text: null, written_as: ["owner"] }],
  ["my_reply", { review_id: { eq: 1 } }],
  ["withdraw_reply", { review_id: null }],
  ["report_reply", { review_id: "00000000-0000-4000-8000-000000000000", reason: "spam", reporter_fingerprint: LONG }],
  ["desk_queue", { kind: "' or true --", reporter: LONG, skip: -1, at_most: 1e9 }],
  ["desk_decide", { subjects: [], command: "hide", clause: "2.2", sentence: LONG }],
  ["desk_decide", { subjects: Array(1000).fill("00000000-0000-4000-8000-000000000000"), command: "hide" }],
  ["desk_undo", { decisions: [1, "2", null] }],
];

test.for(ARGUMENTS.map(([name, args]) => [name, JSON.stringify(args).slice(0, 60), args] as const))(
  "%s called with %s keeps its bounds",
  async ([name, , args]) => {
    for (const [, visitor] of await attackers()) {
      const { status, body, bytes, text } = await answeredWithin(1_000, () =>
        attack(visitor, "POST", `/rest/v1/rpc/${name}`, { body: args }),
      );
      expect(status === 200 || /^\S.*\S$/.test(body?.message ?? ""), text).toBe(true);
      const groups: Group[] = body?.groups ?? (body?.group ? [body.group] : []);
      expect(groups.length).toBeLessThanOrEqual(50);
      expect(groups.filter(({ reviews }) => reviews.length > 60)).toEqual([]);
      expect(name === "recent_reviews" && status === 200 ? body.length : 0).toBeLessThanOrEqual(10);
      expect(bytes.length).toBeLessThan(2_000_000);
    }
  },
);

test("sixty of the largest searches at once keep Home and the list from no other visitor", async () => {
  const search = { search: "क".repeat(100), city: "x".repeat(80), page_size: 50, reviews_per_group: 60 };
  const floods = Array.from({ length: 60 }, (_, flood) =>
    rpc(newVisitor(), "browse_properties", { ...search, search: `${search.search}${flood}` }),
  );
  const started = performance.now();
  for (const path of ["/", "/reviews?q=flooded", "/_.data"]) {
    const page = await call(newVisitor(), "GET", path, { server: sites.urls.embedded, headers: { apikey: null } });
    expect(page.status, path).toBe(200);
  }
  expect(performance.now() - started, "milliseconds").toBeLessThan(5_000);
  for (const { status } of await Promise.all(floods)) expect(status).toBeLessThan(500);
});

test.for(["recent", "rating", "verified"])(
  "a search for the words of a hidden review, sorted by %s, finds nothing",
  async (sort) => {
    const { propertyId, hidden } = await fixtures();
    const [row] = await owner`select property_id::text as property from public.reviews where id = ${hidden}`;
    for (const search of [
      HIDDEN_WORDS,
      HIDDEN_WORDS.slice(0, 8),
      HIDDEN_WORDS.split(" ")[1],
      `${HIDDEN_WORDS} House`,
    ]) {
      for (const [who, visitor] of (await attackers()).slice(0, 2)) {
        const browsed = await attack(visitor, "POST", "/rest/v1/rpc/browse_properties", { body: { search, sort } });
        const { similar, ...found } = browsed.body as { similar: Record<string, unknown>[] };
        expect(found, who).toEqual({ groups: [], next: null });
        for (const home of similar) expect(Object.keys(home).toSorted(), who).toEqual(HOME_KEYS);
        expect(similar.map((home) => home.property_id)).not.toContain(row?.property);
        const body = { search, sort, property_id: propertyId };
        const listed = await attack(visitor, "POST", "/rest/v1/rpc/property_reviews", { body });
        expect(listed.body.group?.reviews ?? [], who).toEqual([]);
      }
    }
  },
);

test("a hidden review answers as one that never existed, also as a cursor and as a property of its own", async () => {
  const { hidden, hiddenBeside, propertyId } = await fixtures();
  const [row] = await owner`select property_id::text as property from public.reviews where id = ${hidden}`;
  const never = "00000000-0000-4000-8000-000000000000";
  const sameFor = async (visitor: Visitor, name: string, argsOf: (id: string) => object, id: string) => {
    const [ofHidden, ofNever] = [await rpc(visitor, name, argsOf(id)), await rpc(visitor, name, argsOf(never))];
    expect([ofHidden.status, ofHidden.text], name).toEqual([ofNever.status, ofNever.text]);
  };
  for (const [, visitor] of (await attackers()).slice(0, 2)) {
    await sameFor(visitor, "review_in_context", (review_id) => ({ review_id }), hidden);
    await sameFor(visitor, "review_in_context", (review_id) => ({ review_id }), hiddenBeside);
    await sameFor(visitor, "my_review", (review_id) => ({ review_id }), hidden);
    await sameFor(visitor, "property_reviews", (after) => ({ property_id: propertyId, after }), hiddenBeside);
    await sameFor(visitor, "property_reviews", (property_id) => ({ property_id }), row?.property);
    await sameFor(visitor, "browse_properties", (after) => ({ after }), row?.property);
  }
});

test("reading changes nothing", async () => {
  const before = await databaseDigest();
  for (const [name, args] of ARGUMENTS) await rpc(newVisitor(), name, args);
  expect(await databaseDigest()).toBe(before);
});
