import { expect, test } from "vitest";
import { type Visitor, call, newVisitor, owner, rpc, WITHOUT_KEY } from "../client.ts";
import { HIDDEN_WORDS, attack, attackers, fixtures } from "./fixtures.ts";
import { sites } from "./sites.ts";

// The functions of the database are all that anyone reads through. attack() fails by itself on 5xx and on any answer that
// holds the e-mail or id of the victim, of a reporter or of a person on the waitlist.

const HOME_KEYS = ["city", "locality", "property_id", "property_name"];
test("sixty of the largest searches at once keep Home and the list from no other visitor", async () => {
  const search = { search: "क".repeat(100), city: "x".repeat(80), page_size: 50, reviews_per_group: 60 };
  const floods = Array.from({ length: 60 }, (_, flood) =>
    rpc(newVisitor(), "browse_properties", { ...search, search: `${search.search}${flood}` }),
  );
  const started = performance.now();
  for (const path of ["/", "/reviews?q=flooded", "/_.data"]) {
    const page = await call(newVisitor(), "GET", path, { server: sites.urls.embedded, headers: WITHOUT_KEY });
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
