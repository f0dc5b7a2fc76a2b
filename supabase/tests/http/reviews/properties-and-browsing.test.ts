import { expect, test } from "vitest";
import {
  call,
  expectRefusal,
  knownUser,
  newVisitor,
  owner,
  publishReview,
  readReview,
  rpc,
  uploadedPhoto,
  type Answer,
  type User,
} from "../client.ts";

const DAMAGED = {
  status: 400,
  code: "PT400",
  message: "This link to more results is damaged. Start again from the first page.",
};

interface Group {
  property_id: string;
  property_name: string;
  locality: string;
  city: string;
  count: number;
  rating_total: number;
  matching_count: number;
  reviews: { id: string }[];
}

test("all 45 properties of a city come by pages, in order, without gap or repeat", { tags: ["7.1"] }, async () => {
  const city = "Pagepur";
  await publishMany(city, 45);
  for (const size of [20, 7]) {
    const pages = await browsePages({ city, page_size: size });
    const sizes = pages.map((page) => page.length);
    expect(sizes).toEqual(size === 20 ? [20, 20, 5] : [7, 7, 7, 7, 7, 7, 3]);
    const names = pages.flat().map((group) => group.property_name);
    expect(names).toEqual(Array.from({ length: 45 }, (_, index) => houseName(index)).toSorted());
  }
});

test("a page holds 10 properties unless asked otherwise, and never more than 50 or less than one", async () => {
  const city = "Pagepur Extension";
  await publishMany(city, 52);
  for (const [pageSize, expected] of [
    [undefined, 10],
    [null, 10],
    [1000, 50],
    [0, 1],
    [-5, 1],
  ]) {
    const page = await browse({ city, page_size: pageSize });
    expect(page.body.groups.length, `page_size ${pageSize}`).toBe(expected);
    expect(page.body.next).toEqual(expect.any(String));
  }
});

test("properties inserted or deleted between two pages cause no repeat and no gap", async () => {
  const city = "Changepur";
  const user = await knownUser("author");
  await publishMany(city, 7, user);
  const first = await browse({ city, page_size: 3 });
  expect(namesOf(first)).toEqual([houseName(0), houseName(1), houseName(2)]);
  await publishReview(user, { city, locality: "Ward 1", property_name: "AAA before everything" });
  for (const vanishing of [first.body.groups[1], (await browse({ city, search: houseName(3) })).body.groups[0]]) {
    await hide(vanishing.reviews[0].id);
  }
  const second = await browse({ city, page_size: 3, after: first.body.next });
  expect(namesOf(second)).toEqual([houseName(4), houseName(5), houseName(6)]);
  expect(second.body.next).toBeNull();
});

test("a place in the list is lost with the property or the review that marked it", async () => {
  const user = await knownUser("author");
  const house = { city: "Lostpur", property_name: "Lost House" };
  const [older, newer] = [await publishReview(user, house), await publishReview(user, house)];
  const propertyId = (await readReview(newer))?.property_id;
  const nextReview = { property_id: propertyId, after: newer };
  expect((await rpc(newVisitor(), "property_reviews", nextReview)).body.group.reviews).toMatchObject([{ id: older }]);
  await hide(newer);
  expect(await refused("property_reviews", nextReview)).toEqual(DAMAGED);
  await hide(older);
  expect(await refused("browse_properties", { city: house.city, after: propertyId })).toEqual(DAMAGED);
});

test("groups are ordered by name, then locality, then city, ignoring case", { tags: ["2.61"] }, async () => {
  const user = await knownUser("author");
  const places = [
    ["orderville B", "East", "Pune"],
    ["Orderville a", "west", "Pune"],
    ["ORDERVILLE A", "East", "pune"],
    ["Orderville A", "east", "Agra"],
  ];
  for (const [name, locality, city] of places) await publishReview(user, { property_name: name, locality, city });
  const page = await browse({ search: "orderville" });
  expect(page.body.groups.map((group: Group) => [group.property_name, group.locality, group.city])).toEqual([
    ["Orderville A", "east", "Agra"],
    ["ORDERVILLE A", "East", "pune"],
    ["Orderville a", "west", "Pune"],
    ["orderville B", "East", "Pune"],
  ]);
});

test("a group shows its newest six reviews, and counts and sums them all", { tags: ["4.1"] }, async () => {
  const user = await knownUser("author");
  const ids: string[] = [];
  for (const rating of [5, 1, 4, 4, 2, 3, 5, 1]) {
    ids.unshift(await publishReview(user, { property_name: "Eight House", city: "Eightpur", rating }));
  }
  const [group] = (await browse({ city: "Eightpur" })).body.groups as Group[];
  expect(group).toMatchObject({ property_name: "Eight House", count: 8, rating_total: 25 });
  expect(group?.reviews.map((review) => review.id)).toEqual(ids.slice(0, 6));
  const two = (await browse({ city: "Eightpur", reviews_per_group: 2 })).body.groups[0] as Group;
  expect(two.reviews.map((review) => review.id)).toEqual(ids.slice(0, 2));
  expect(two.count).toBe(8);
});

test(
  "each sort orders the reviews of a group; Verified Only leaves the others out, whose ratings still count",
  { tags: ["5.42", "5.43", "5.44"] },
  async () => {
    const { ids, propertyId, city } = await sortedHouse();
    const expected = {
      recent: { reviews: [ids.five, ids.verifiedThree, ids.verifiedFive, ids.one], matching_count: 4 },
      rating: { reviews: [ids.five, ids.verifiedFive, ids.verifiedThree, ids.one], matching_count: 4 },
      verified: { reviews: [ids.verifiedThree, ids.verifiedFive], matching_count: 2 },
    };
    for (const [sort, { reviews, matching_count }] of Object.entries(expected)) {
      const totals = { count: 4, rating_total: 14, matching_count };
      const [group] = (await browse({ city, sort })).body.groups as Group[];
      expect(group, sort).toMatchObject(totals);
      expect(
        group?.reviews.map((review) => review.id),
        sort,
      ).toEqual(reviews);
      const property = await rpc(newVisitor(), "property_reviews", { property_id: propertyId, sort });
      expect(property.body.group, sort).toMatchObject(totals);
      expect(
        property.body.group.reviews.map((review: { id: string }) => review.id),
        sort,
      ).toEqual(reviews);
    }
  },
);

test("Verified Only leaves out properties without a verified review", async () => {
  const { city } = await sortedHouse();
  await publishReview(await knownUser("author"), { property_name: "Unproved House", city });
  expect(namesOf(await browse({ city }))).toEqual(["Sorted House", "Unproved House"]);
  expect(namesOf(await browse({ city, sort: "verified" }))).toEqual(["Sorted House"]);
});

test("an unknown sort is Most Recent", async () => {
  const { city } = await sortedHouse();
  const recent = await browse({ city, sort: "recent" });
  for (const sort of ["cheapest", "", null, "rating; drop table reviews"]) {
    expect((await browse({ city, sort })).text).toBe(recent.text);
  }
});

test("search finds name, locality, comment and city, whatever the case", { tags: ["5.40", "5.41"] }, async () => {
  const user = await knownUser("author");
  const houses = [
    { property_name: "Quokka Heights", locality: "North", city: "Searchpur" },
    { property_name: "Plain House", locality: "Near Quokka Park", city: "Searchpur" },
    { property_name: "Third House", locality: "North", city: "Searchpur", review_text: "The owner keeps a QUOKKA." },
    { property_name: "Fourth House", locality: "North", city: "Quokkapuram" },
    { property_name: "Fifth House", locality: "North", city: "Searchpur", review_text: "Nothing of the kind." },
  ];
  for (const house of houses) await publishReview(user, house);
  for (const search of ["quokka", "QUOKKA", "  Quokka "]) {
    const found = namesOf(await browse({ search }));
    expect(found, search).toEqual(["Fourth House", "Plain House", "Quokka Heights", "Third House"]);
  }
  expect(namesOf(await browse({ search: "quokka", city: "Searchpur" }))).not.toContain("Fourth House");
});

test("count and sum are those of the home, and beside them stands how many reviews match the search", async () => {
  const user = await knownUser("author");
  const house = { property_name: "Mixed House", city: "Matchpur" };
  const first = await publishReview(user, { ...house, rating: 5, review_text: "Wombat friendly." });
  await publishReview(user, { ...house, rating: 1, review_text: "Damp walls." });
  const last = await publishReview(user, { ...house, rating: 4, review_text: "A wombat in the garden." });
  const [byWord] = (await browse({ search: "wombat" })).body.groups as Group[];
  expect(byWord).toMatchObject({ count: 3, rating_total: 10, matching_count: 2 });
  expect(byWord?.reviews.map((review) => review.id)).toEqual([last, first]);
  const [byName] = (await browse({ search: "mixed house" })).body.groups as Group[];
  expect(byName).toMatchObject({ count: 3, rating_total: 10, matching_count: 3 });

  const args = { property_id: byWord?.property_id, search: "wombat" };
  const property = await rpc(newVisitor(), "property_reviews", args);
  expect(property.body.group).toMatchObject({ count: 3, rating_total: 10, matching_count: 2 });
  expect(property.body.group.reviews.map((review: { id: string }) => review.id)).toEqual([last, first]);
});

test("the words of a search may stand in the names of a home and in a review of it, and not in two of its reviews", async () => {
  const user = await knownUser("author");
  const house = { property_name: "Numbat Court", locality: "Bilby Road", city: "Bangalore" };
  const damp = await publishReview(user, { ...house, review_text: "Damp café downstairs." });
  await publishReview(user, { ...house, review_text: "Kind owner." });
  for (const search of ["bilby numbat damp", "DAMP, bengaluru bilby", "numbat बेंगलुरु cafe"]) {
    const [group] = (await browse({ search })).body.groups as Group[];
    expect(group, search).toMatchObject({ count: 2, matching_count: 1, reviews: [{ id: damp }] });
  }
  expect(namesOf(await browse({ search: "numbat bangalore" }))).toEqual(["Numbat Court"]);
  expect(namesOf(await browse({ search: "numbat damp kind" }))).toEqual([]);
  expect(namesOf(await browse({ search: "numbat mysuru" }))).toEqual([]);
});

test("where a search finds none, homes of similar names are listed", async () => {
  const user = await knownUser("author");
  const house = { property_name: "Thylacine Palms", locality: "Dunnart Layout", city: "Similarpur" };
  const id = await publishReview(user, house);
  const similar = { property_id: (await readReview(id))?.property_id, ...house };
  for (const args of [{ search: "thylacin pams" }, { search: "Thilacine Palms", city: "Similarpur" }]) {
    expect((await browse(args)).body, args.search).toEqual({ groups: [], next: null, similar: [similar] });
  }
  expect((await browse({ search: "thylacin pams", city: "Elsewherepur" })).body.similar).toEqual([]);
  expect((await browse({ search: "zzyzx qqfoo" })).body.similar).toEqual([]);
  expect((await browse({ search: "thylacine" })).body).not.toHaveProperty("similar");
  await hide(id);
  expect((await browse({ search: "thylacin pams" })).body.similar).toEqual([]);
});

test.for([
  ["%", "Refund of 100% at last"],
  ["_", "Written by snake_case"],
  ["\\", "A path C:\\rent"],
  ["'", "Landlord's son"],
  ['"', 'A "deluxe" room'],
  ["(", "Parking (covered"],
  ["[", "Room [front"],
  ["*", "Five * house"],
  ["👍", "All good 👍"],
] as const)(
  "a search with %s finds the words around it, and one for it alone everything",
  async ([character, text]) => {
    const user = await knownUser("author");
    const city = `Literalpur ${character.codePointAt(0)}`;
    await publishReview(user, { city, property_name: "With", review_text: text });
    await publishReview(user, { city, property_name: "Without", review_text: "Abc xyz 123" });
    expect(namesOf(await browse({ city, search: text }))).toEqual(["With"]);
    expect(namesOf(await browse({ city, search: `${character}bc` }))).toEqual(["Without"]);
    expect(namesOf(await browse({ city, search: character }))).toEqual(["With", "Without"]);
  },
);

test("a search of nothing but spaces finds everything; one of 10,000 characters finds what its first 100 say", async () => {
  const user = await knownUser("author");
  await publishReview(user, { city: "Longpur", property_name: "Ell House", review_text: "l".repeat(300) });
  expect(namesOf(await browse({ city: "Longpur", search: " \t\n " }))).toEqual(["Ell House"]);
  expect(namesOf(await browse({ city: "Longpur", search: "l".repeat(10_000) }))).toEqual(["Ell House"]);
  expect(namesOf(await browse({ city: "Longpur", search: "m".repeat(10_000) }))).toEqual([]);
});

test("the city filter ignores case and spaces, and takes no part of a name", async () => {
  await publishReview(await knownUser("author"), { city: "New  Filterpur", property_name: "City House" });
  for (const city of ["New Filterpur", "NEW FILTERPUR", " new   filterpur ", "New_Filterpur"]) {
    expect(namesOf(await browse({ city })), city).toEqual(["City House"]);
  }
  for (const city of ["Filterpur", "New%", "New Filterpu", "NewFilterpur"]) {
    expect(namesOf(await browse({ city })), city).toEqual([]);
  }
});

test("all reviews of one property come by pages under each sort, without gap or repeat", async () => {
  const user = await knownUser("author");
  const ids: string[] = [];
  for (const [index, rating] of [3, 5, 3, 3, 1, 5, 4, 3].entries()) {
    const proof = index % 2 === 0 ? { proof_urls: [await uploadedPhoto(user)] } : {};
    ids.push(await publishReview(user, { property_name: "Paged House", city: "Pagedpur", rating, ...proof }));
  }
  const propertyId = (await readReview(ids[0] ?? ""))?.property_id;
  // All written at the same moment: then the order of arrival decides, and pages must still not overlap.
  await owner`update public.reviews set created_at = '2025-06-30 18:29:59.123456+00' where id in ${owner(ids)}`;
  for (const [sort, total] of [
    ["recent", 8],
    ["rating", 8],
    ["verified", 4],
  ] as const) {
    const whole = await rpc(newVisitor(), "property_reviews", { property_id: propertyId, sort });
    const expected = whole.body.group.reviews.map((review: { id: string }) => review.id);
    expect(expected.length).toBe(total);
    expect(whole.body.next).toBeNull();
    const paged: string[] = [];
    let after: string | null = null;
    do {
      const args = { property_id: propertyId, sort, page_size: 3, after };
      const page: Answer = await rpc(newVisitor(), "property_reviews", args);
      expect(page.body.group).toMatchObject({ count: 8, matching_count: total });
      expect([page.body.group.reviews.at(-1).id, null]).toContain(page.body.next);
      paged.push(...page.body.group.reviews.map((review: { id: string }) => review.id));
      after = page.body.next;
    } while (after !== null);
    expect(paged, sort).toEqual(expected);
  }
});

test("a property that does not exist, or not in that city, has no group", async () => {
  const id = await publishReview(await knownUser("author"), { property_name: "Else", city: "Elsepur" });
  const propertyId = (await readReview(id))?.property_id;
  const unknown = { property_id: "00000000-0000-4000-8000-000000000000" };
  for (const args of [unknown, { property_id: propertyId, city: "Pune" }, { property_id: propertyId, search: "qqq" }]) {
    expect((await rpc(newVisitor(), "property_reviews", args)).body).toEqual({ group: null, next: null });
  }
});

test("a link to a review leads to its group with that review first, then the newest", async () => {
  const user = await knownUser("author");
  const ids: string[] = [];
  for (let number = 0; number < 8; number += 1) {
    ids.push(await publishReview(user, { property_name: "Context House", city: "Contextpur", rating: 2 }));
  }
  const [oldest = ""] = ids;
  const answer = await rpc(newVisitor(), "review_in_context", { review_id: oldest });
  expect(answer.body).toMatchObject({ property_name: "Context House", count: 8, rating_total: 16 });
  const newest = ids.toReversed().slice(0, 5);
  expect(answer.body.reviews.map((review: { id: string }) => review.id)).toEqual([oldest, ...newest]);
});

test("a link to a review that does not exist leads nowhere, without an error", async () => {
  const args = { review_id: "00000000-0000-4000-8000-000000000000" };
  const answer = await rpc(newVisitor(), "review_in_context", args);
  expect([answer.status, answer.body]).toEqual([200, null]);
});

test("the list of cities holds each city once, in its first spelling, sorted ignoring case", async () => {
  const user = await knownUser("author");
  for (const [name, city] of [
    ["A", "zebrapur"],
    ["B", "Zebrapur"],
    ["C", "Aardvarkpur"],
    ["D", "Yakpur"],
  ]) {
    await publishReview(user, { property_name: `${name} of the cities`, city });
  }
  const cities = (await rpc(newVisitor(), "review_cities")).body as string[];
  expect(cities.filter((city) => /^(zebra|aardvark|yak)pur$/i.test(city))).toEqual([
    "Aardvarkpur",
    "Yakpur",
    "zebrapur",
  ]);
  expect(cities).toEqual(cities.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
});

test("not even its author or a signed-in user reads a hidden review", async () => {
  const author = await knownUser("author");
  const id = await publishReview(author, { property_name: "Hidden from all" });
  await hide(id);
  const other = await knownUser("other");
  for (const visitor of [author, other, newVisitor()]) {
    expect((await rpc(visitor, "review_in_context", { review_id: id })).body).toBeNull();
  }
  expect((await rpc(other, "my_review", { review_id: id })).body).toBeNull();
  expect((await rpc(author, "my_review", { review_id: id })).body).toEqual({ hidden: true });
});

test("totals follow what an operator corrects and deletes", async () => {
  const user = await knownUser("author");
  const house = { property_name: "Corrected House", city: "Correctpur" };
  const [one, two] = [
    await publishReview(user, { ...house, rating: 5 }),
    await publishReview(user, { ...house, rating: 3 }),
  ];
  const propertyId = (await readReview(one))?.property_id;
  await owner`update public.reviews set rating = 1 where id = ${one}`;
  expect(await totalsOf(propertyId)).toEqual({ count: 2, rating_total: 4, verified_count: 0 });
  await owner`delete from public.reviews where id = ${two}`;
  expect(await totalsOf(propertyId)).toEqual({ count: 1, rating_total: 1, verified_count: 0 });
  await owner`update public.reviews set property_name = 'Another House' where id = ${one}`;
  expect(await totalsOf(propertyId)).toBeNull();
  expect(await totalsOf((await readReview(one))?.property_id)).toMatchObject({ count: 1, rating_total: 1 });
});

test(
  "the newest reviews come first, three of them unless asked otherwise, and never more than ten",
  { tags: ["1.4", "4.1"] },
  async () => {
    const user = await knownUser("author");
    const newest: string[] = [];
    for (let count = 0; count < 11; count += 1) newest.unshift(await publishReview(user));
    // The day decides, then the order of arrival.
    await owner`update public.reviews set created_at = now() - interval '2 days' where id = ${newest.shift() ?? ""}`;
    for (const [atMost, expected] of [
      [undefined, 3],
      [null, 3],
      [5, 5],
      [100_000, 10],
      [0, 1],
      [-5, 1],
    ] as const) {
      const reviews = (await rpc(newVisitor(), "recent_reviews", { at_most: atMost })).body as Group["reviews"];
      expect(
        reviews.map(({ id }) => id),
        `at_most ${atMost}`,
      ).toEqual(newest.slice(0, expected));
    }
  },
);

const BAD_ARGUMENTS: [string, string, unknown][] = [
  ["an unknown argument", "browse_properties", { nope: 1 }],
  ["a page size in words", "browse_properties", { page_size: "many" }],
  ["a page size of a billion billions", "browse_properties", { page_size: 1e18 }],
  ["NUL in the search", "browse_properties", { search: "a\u0000b" }],
  ["a search that is an object", "browse_properties", { search: { like: "%" } }],
  ["a search that is a list", "browse_properties", { search: ["a"] }],
  ["half a character in the search", "browse_properties", { search: "\ud800" }],
  ["a list", "browse_properties", []],
  ["malformed JSON", "browse_properties", '{"search":'],
  ["no property", "property_reviews", {}],
  ["a property that is no UUID", "property_reviews", { property_id: "1" }],
  ["a review that is no UUID", "review_in_context", { review_id: "'; select 1 --" }],
  ["no review", "review_in_context", {}],
  ["a number in words", "recent_reviews", { at_most: "three" }],
  ["an argument too many", "review_cities", { city: "Pune" }],
];

test.for(BAD_ARGUMENTS)("%s is refused by a function: %s", async ([, name, args]) => {
  await expectRefusal(() => call(newVisitor(), "POST", `/rest/v1/rpc/${name}`, { body: args }));
});

function browse(args: object): Promise<Answer> {
  return rpc(newVisitor(), "browse_properties", args);
}

async function browsePages(args: object): Promise<Group[][]> {
  const pages: Group[][] = [];
  let after: string | null = null;
  do {
    const page: Answer = await browse({ ...args, after });
    expect(page.status, page.text).toBe(200);
    pages.push(page.body.groups);
    after = page.body.next;
    expect([page.body.groups.at(-1)?.property_id, null]).toContain(after);
  } while (after !== null);
  return pages;
}

function namesOf(page: Answer): string[] {
  expect(page.status, page.text).toBe(200);
  return page.body.groups.map((group: Group) => group.property_name);
}

function houseName(index: number): string {
  return `House ${String.fromCodePoint(97 + (index % 26))}${index}`;
}

/** One review for each of so many properties of a city. */
async function publishMany(city: string, count: number, user?: User): Promise<void> {
  const author = user ?? (await knownUser("author"));
  for (let index = 0; index < count; index += 1) {
    await publishReview(author, { property_name: houseName(index), locality: `Ward ${index % 3}`, city });
  }
}

let sorted: Promise<{ city: string; propertyId: string; ids: Record<string, string> }> | undefined;
/** One property with four reviews, two of them verified. */
function sortedHouse() {
  return (sorted ??= publishSortedHouse());
}

async function publishSortedHouse() {
  const user = await knownUser("author");
  const proof = async () => ({ proof_urls: [await uploadedPhoto(user)] });
  const house = { property_name: "Sorted House", city: "Sortpur" };
  const one = await publishReview(user, { ...house, rating: 1 });
  const verifiedFive = await publishReview(user, { ...house, rating: 5, ...(await proof()) });
  const verifiedThree = await publishReview(user, { ...house, rating: 3, ...(await proof()) });
  const five = await publishReview(user, { ...house, rating: 5 });
  const propertyId = String((await readReview(one))?.property_id);
  return { city: house.city, propertyId, ids: { one, verifiedFive, verifiedThree, five } };
}

async function hide(id: string): Promise<void> {
  await owner`update public.reviews set hidden_at = now() where id = ${id}`;
}

/** Everything that a visitor can read about a property, as one text. */
async function totalsOf(propertyId: unknown): Promise<Record<string, number> | null> {
  const groupOf = async (sort: string) =>
    (await rpc(newVisitor(), "property_reviews", { property_id: propertyId, sort })).body.group;
  const [all, verified] = [await groupOf("recent"), await groupOf("verified")];
  return all && { count: all.count, rating_total: all.rating_total, verified_count: verified?.matching_count ?? 0 };
}

/** What a function answers to a cursor that no page of its ended with. */
async function refused(name: string, args: object): Promise<unknown> {
  const { status, body } = await expectRefusal(() => rpc(newVisitor(), name, args));
  return { status, code: body.code, message: body.message };
}
