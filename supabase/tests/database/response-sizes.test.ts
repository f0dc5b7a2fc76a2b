import { beforeAll, expect, test } from "vitest";
import { type Account, call, type Group, newAccount, owner, type Page, pagesOf, publish } from "./one-database.ts";

// Forty-five of the longest reviews that the rules let through, of nine homes; and one of each kind of list over them.

const HOMES = 9;
const REVIEWS = 5;
/** The answer's own words around the texts come on top. */
const ROOM = 310_000;

let author: Account;
const ids = new Set<string>();

beforeAll(async () => {
  author = await newAccount("lengthy");
  for (let nth = 0; nth < HOMES * REVIEWS; nth += 1) ids.add(await publish(author, lengthy(nth % HOMES)));
});

test.for([
  ["as it is", {}],
  ["searched", { search: "home" }],
  ["in large pages", { page_size: 50, reviews_per_group: 60 }],
] as const)("bounds a list %s and reaches every home through its pages", async ([, args]) => {
  const pages = await pagesOf("browse_properties", args);
  for (const page of pages) {
    expect(JSON.stringify(page).length).toBeLessThan(ROOM);
    expect(page.groups.length).toBeGreaterThan(0);
  }
  const groups = pages.flatMap((page) => page.groups);
  for (const { count, reviews } of groups) expect([count, reviews.length]).toEqual([REVIEWS, REVIEWS]);
  const homes = groups.map(({ propertyId }) => propertyId);
  expect([homes.length, new Set(homes).size]).toEqual([HOMES, HOMES]);
});

test("returns a home's reviews in bounded pages, each once", async () => {
  for (let nth = 0; nth < 40; nth += 1) ids.add(await publish(author, lengthy(0)));
  const [home] = await owner<{ id: string }[]>`select id from public.properties where property_name = 'Home 0'`;
  for (const sort of ["recent", "rating"]) {
    const pages = await pagesOf("property_reviews", { property_id: home?.id, sort });
    for (const page of pages) expect(JSON.stringify(page).length).toBeLessThan(ROOM);
    const found = pages.flatMap(({ group }) => group?.reviews.map(({ id }) => id) ?? []);
    expect([found.length, new Set(found).size], sort).toEqual([REVIEWS + 40, REVIEWS + 40]);
    expect(pages.length, sort).toBeGreaterThan(1);
  }

  const list = (await call("anon", "browse_properties", { page_size: 1, reviews_per_group: 60 })) as Page;
  expect(JSON.stringify(list).length).toBeLessThan(ROOM);
  expect(list).toMatchObject({ groups: [{ propertyId: home?.id }], next: home?.id });
  expect(list.groups[0]?.reviews.length, "the rest follows in the home's own pages").toBeLessThan(REVIEWS + 40);
  const [review_id] = ids;
  const context = (await call("anon", "review_in_context", { review_id, reviews_per_group: 60 })) as Group;
  expect(JSON.stringify(context).length).toBeLessThan(ROOM);
  expect(context.reviews[0]?.id).toBe(review_id);
});

/** Quotation marks take two bytes in JSON. */
function lengthy(home: number): Record<string, unknown> {
  const issues = Array.from({ length: 20 }, (_, nth) => ({ id: `i${nth}`, description: '"'.repeat(250) }));
  return {
    property_name: `Home ${home}`,
    review_text: '"'.repeat(4990) + ids.size,
    reported_issues: owner.json(issues),
  };
}
