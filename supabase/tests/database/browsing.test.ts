import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { ALTERNATE_NAMES, CITIES, listedCity } from "~/domain/cities";
import { GROUPS_PER_PAGE, REVIEWS_PER_GROUP } from "~/domain/property-group";
import {
  acceptCities,
  type Account,
  call,
  type Group,
  hide,
  newAccount,
  owner,
  type Page,
  propertyOf,
  publish,
  readReview,
} from "./test-database.ts";

let author: Account;
beforeAll(async () => {
  author = await newAccount("author");
  await acceptCities("Zebrapur", "Aardvarkpur", "Yakpur");
});

const ask = (name: string, args: Record<string, unknown> = {}) => call("anon", name, args);
const browse = (args: Record<string, unknown>) =>
  ask("browse_properties", args) as Promise<Page & { similar?: unknown[] }>;
const namesIn = ({ groups }: Page) => groups.map(({ propertyName }) => propertyName);

/** Publishes a review of a home for each name. Resolves to the ids of the reviews. */
async function publishAll(city: string, names: string[]): Promise<string[]> {
  const ids = [];
  for (const property_name of names) ids.push(await publish(author, { city, property_name }));
  return ids;
}

const numbered = (count: number) => Array.from({ length: count }, (_, nth) => `House ${String(nth).padStart(2, "0")}`);

test("limits a page to 120 reviews and at least one home", async () => {
  const names = numbered(52);
  await publishAll("Pagepur", names);
  for (let more = 0; more < REVIEWS_PER_GROUP; more += 1)
    await publish(author, { city: "Pagepur", property_name: names[0] });
  for (const [page_size, expected] of [
    [undefined, GROUPS_PER_PAGE],
    [null, GROUPS_PER_PAGE],
    [1000, Math.min(50, 120 / REVIEWS_PER_GROUP)],
    [0, 1],
    [-5, 1],
  ]) {
    const sizes = { page_size: page_size ?? null, reviews_per_group: REVIEWS_PER_GROUP };
    const page = await browse({ city: "Pagepur", ...sizes });
    expect(namesIn(page), `page_size ${page_size}`).toEqual(names.slice(0, expected as number));
    expect([page.groups[0]?.count, page.groups[0]?.reviews.length]).toEqual([REVIEWS_PER_GROUP + 1, REVIEWS_PER_GROUP]);
    expect(page.next).toEqual(expect.any(String));
  }
});

test("neither repeats nor skips homes if others change between two pages", { tags: ["3.23"] }, async () => {
  const names = numbered(7);
  const ids = await publishAll("Changepur", names);
  const first = await browse({ city: "Changepur", page_size: 3 });
  expect(namesIn(first)).toEqual(names.slice(0, 3));
  await publishAll("Changepur", ["AAA before everything"]);
  for (const id of [ids[1], ids[3]]) await hide(id);
  const second = await browse({ city: "Changepur", page_size: 3, after: first.next });
  expect([namesIn(second), second.next]).toEqual([names.slice(4), null]);
  await hide(ids[2]);
  await expect(browse({ city: "Changepur", after: first.next })).rejects.toMatchObject({ code: "PT400" });
});

test("treats an unknown sort as the most recent", async () => {
  await publishAll("Sortpur", ["One", "Two"]);
  const recent = await browse({ city: "Sortpur", sort: "recent" });
  for (const sort of ["cheapest", "", null, "rating; drop table reviews"])
    expect(await browse({ city: "Sortpur", sort })).toEqual(recent);
});

test("finds everything for a search of spaces, and cuts a search after 100 characters", async () => {
  await publish(author, { city: "Longpur", property_name: "Ell House", review_text: "l".repeat(300) });
  const found = async (search: string) => namesIn(await browse({ city: "Longpur", search }));
  expect([await found(" \t\n "), await found("l".repeat(10_000))]).toEqual([["Ell House"], ["Ell House"]]);
  expect(await found("m".repeat(10_000))).toEqual([]);
});

test("lists homes of similar names if an exact search finds none, without hidden ones", async () => {
  const house = { property_name: "Thylacine Palms", locality: "Dunnart Layout", city: "Similarpur" };
  const id = await publish(author, house);
  const { property_name: propertyName, ...place } = house;
  const similar = { propertyId: await propertyOf(id), propertyName, ...place };
  const searches = [
    { search: "thylacin pams" },
    { search: "Thilacine Palms", city: "Similarpur" },
    { search: "2bhk thylacin pams pani ki problem" },
  ];
  for (const args of searches)
    expect(await browse({ ...args, exact: true }), args.search).toMatchObject({
      groups: [],
      next: null,
      similar: [similar],
    });
  expect((await browse({ search: "thylacin pams", city: "Elsewherepur" })).similar).toEqual([]);
  expect((await browse({ search: "zzyzx qqfoo" })).similar).toEqual([]);
  expect(await browse({ search: "thylacine" })).not.toHaveProperty("similar");
  await hide(id);
  expect((await browse({ search: "thylacin pams" })).similar).toEqual([]);
});

test("returns the group of a linked review with that review first, then the newest", async () => {
  const ids = await publishAll("Contextpur", Array<string>(8).fill("Context House"));
  const group = (await ask("review_in_context", { review_id: ids[0] })) as Group;
  expect(group).toMatchObject({ propertyName: "Context House", count: 8 });
  expect(group.reviews.map(({ id }) => id)).toEqual([ids[0], ...ids.toReversed().slice(0, 5)]);
  expect(await ask("review_in_context", { review_id: randomUUID() })).toBeNull();
});

test("returns the newest reviews first: three by default, at most ten", { tags: ["1.2", "4.1"] }, async () => {
  const newest = (await publishAll("Newpur", numbered(12))).toReversed();
  await owner`update public.reviews set created_at = now() - interval '2 days' where id = ${newest.shift() ?? ""}`;
  for (const [at_most, expected] of [
    [null, 3],
    [5, 5],
    [100_000, 10],
    [0, 1],
    [-5, 1],
  ] as const) {
    const reviews = (await ask("recent_reviews", { at_most })) as { id: string }[];
    const found = reviews.map(({ id }) => id);
    expect(found, `at_most ${at_most}`).toEqual(newest.slice(0, expected));
  }
});

test("lists each city once, in one spelling, sorted ignoring case", async () => {
  for (const city of ["zebrapur", "Zebrapur", "Aardvarkpur", "Yakpur"]) await publishAll(city, ["A House"]);
  const cities = (await ask("review_cities")) as string[];
  const invented = cities.filter((city) => /^(zebra|aardvark|yak)pur$/i.test(city));
  expect(invented).toEqual(["Aardvarkpur", "Yakpur", "Zebrapur"]);
});

test("knows the same names of the same cities as the form", async () => {
  const rows = await owner<{ alias: string; city: string }[]>`select alias, city from private.city_aliases`;
  expect(Object.fromEntries(rows.map(({ alias, city }) => [alias, city]))).toEqual(ALTERNATE_NAMES);
  for (const { alias, city } of rows) {
    expect(CITIES).toContain(city);
    const [answer] = await owner`select private.current_city(${`  ${alias.toUpperCase()} `}) as city`;
    expect(answer?.city, alias).toBe(listedCity(alias));
  }
});

test("stores a review under the current name of its city, and finds it under each", async () => {
  const house = { property_name: "Two Names" };
  const ids = [];
  for (const city of [" bombay  ", "Mumbai", "BOMBAY"]) ids.push(await publish(author, { ...house, city }));
  for (const id of ids) expect(await readReview(id)).toMatchObject({ city: "Mumbai" });
  for (const city of ["Bombay", "Mumbai", " BOMBAY "])
    expect((await browse({ city, search: "Two Names" })).groups).toMatchObject([{ city: "Mumbai", count: 3 }]);
  // A longer name than "Bangalore" is another place and is kept. An operator's correction is also stored under the current name of
  // the city.
  const [rural = ""] = await publishAll("Bangalore Rural", ["Far House"]);
  expect(await readReview(rural)).toMatchObject({ city: "Bangalore Rural" });
  await owner`update public.reviews set city = 'Trivandrum' where id = ${rural}`;
  expect(await readReview(rural)).toMatchObject({ city: "Thiruvananthapuram" });
});
