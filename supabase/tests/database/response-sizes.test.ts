import { beforeAll, expect, test } from "vitest";
import { type Account, call, type Group, newAccount, owner, type Page, pagesOf, publish } from "./test-database.ts";

// Each home has five of the longest reviews that the rules allow.

const HOMES = 9;
const REVIEWS = 5;
const MAX_LENGTH = 310_000;

let author: Account;
const ids = new Set<string>();

beforeAll(async () => {
  author = await newAccount("lengthy");
  for (let nth = 0; nth < HOMES * REVIEWS; nth += 1) ids.add(await publish(author, lengthy(nth % HOMES)));
});

test.for([
  ["a list", {}],
  ["a search", { search: "home" }],
  ["large pages", { page_size: 50, reviews_per_group: 60 }],
] as const)("limits the length of a response and reaches every home: %s", async ([, args]) => {
  const pages = await pagesOf("browse_properties", args);
  for (const page of pages) {
    expect(JSON.stringify(page).length).toBeLessThan(MAX_LENGTH);
    expect(page.groups.length).toBeGreaterThan(0);
  }
  const groups = pages.flatMap((page) => page.groups);
  for (const { count, reviews } of groups) expect([count, reviews.length]).toEqual([REVIEWS, REVIEWS]);
  const homes = groups.map(({ propertyId }) => propertyId);
  expect([homes.length, new Set(homes).size]).toEqual([HOMES, HOMES]);
});

test("returns each of a home's reviews once, in pages of limited length", async () => {
  for (let nth = 0; nth < 40; nth += 1) ids.add(await publish(author, lengthy(0)));
  const [home] = await owner<{ id: string }[]>`select id from public.properties where property_name = 'Home 0'`;
  for (const sort of ["recent", "rating"]) {
    const pages = await pagesOf("property_reviews", { property_id: home?.id, sort });
    for (const page of pages) expect(JSON.stringify(page).length).toBeLessThan(MAX_LENGTH);
    const found = pages.flatMap(({ group }) => group?.reviews.map(({ id }) => id) ?? []);
    expect([found.length, new Set(found).size], sort).toEqual([REVIEWS + 40, REVIEWS + 40]);
    expect(pages.length, sort).toBeGreaterThan(1);
  }
});

test("limits the length of a home's first page and of the context of a review", async () => {
  const [home] = await owner<{ id: string }[]>`select id from public.properties where property_name = 'Home 0'`;
  const list = (await call("anon", "browse_properties", { page_size: 1, reviews_per_group: 60 })) as Page;
  expect(JSON.stringify(list).length).toBeLessThan(MAX_LENGTH);
  expect(list).toMatchObject({ groups: [{ propertyId: home?.id }], next: home?.id });
  expect(list.groups[0]?.reviews.length, "the other reviews are in the home's pages").toBeLessThan(REVIEWS + 40);
  const [review_id] = ids;
  const context = (await call("anon", "review_in_context", { review_id, reviews_per_group: 60 })) as Group;
  expect(JSON.stringify(context).length).toBeLessThan(MAX_LENGTH);
  expect(context.reviews[0]?.id).toBe(review_id);
});

/** Returns a review of quotation marks, which take two bytes in JSON. */
function lengthy(home: number): Record<string, unknown> {
  const issues = Array.from({ length: 20 }, (_, nth) => ({ id: `i${nth}`, description: '"'.repeat(250) }));
  return {
    property_name: `Home ${home}`,
    review_text: '"'.repeat(4990) + ids.size,
    reported_issues: owner.json(issues),
  };
}
