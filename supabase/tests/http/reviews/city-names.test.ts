import { afterAll, expect, test } from "vitest";
import { ALTERNATE_NAMES, CITIES, listedCity } from "~/domain/cities";
import { knownUser, newVisitor, owner, publishReview, readReview, rpc } from "../client.ts";

interface Group {
  property_id: string;
  property_name: string;
  city: string;
  count: number;
  rating_total: number;
  matching_count: number;
}

// An open connection at the end would be noise in the server's log.
afterAll(() => owner.end());

test("the database knows the names that the form knows, for the same cities", async () => {
  const rows = await owner<{ alias: string; city: string }[]>`select alias, city from private.city_aliases`;
  const stored = Object.fromEntries(rows.map(({ alias, city }) => [alias, city]));
  expect(stored).toEqual(ALTERNATE_NAMES);
  for (const { alias, city } of rows) {
    expect(CITIES).toContain(city);
    const [answer] = await owner`select private.current_city(${`  ${alias.toUpperCase()} `}) as city`;
    expect(answer?.city, alias).toBe(listedCity(alias));
  }
});

test.for([
  ["Bangalore", "Bengaluru"],
  ["Gurgaon", "Gurugram"],
  ["Bombay", "Mumbai"],
  ["Madras", "Chennai"],
  ["Calcutta", "Kolkata"],
  ["Poona", "Pune"],
])("a review sent for %s is stored and found under %s, and the other way round", async ([older = "", current = ""]) => {
  const user = await knownUser("author");
  const house = { property_name: `Two Names ${current}`, rating: 5 };
  const first = await publishReview(user, { ...house, city: ` ${older.toLowerCase()}  ` });
  const second = await publishReview(user, { ...house, city: current, rating: 2 });
  const third = await publishReview(user, { ...house, city: older.toUpperCase(), rating: 4 });
  const stored = await Promise.all([first, second, third].map(readReview));
  expect(stored.map((review) => review?.city)).toEqual([current, current, current]);
  expect(new Set(stored.map((review) => review?.property_id)).size).toBe(1);

  for (const city of [older, current, ` ${older.toUpperCase()} `]) {
    const groups = await browse({ city, search: house.property_name });
    expect(groups, city).toMatchObject([{ city: current, count: 3, rating_total: 11 }]);
    const args = { property_id: stored[0]?.property_id, city };
    expect((await rpc(newVisitor(), "property_reviews", args)).body.group, city).toMatchObject({ count: 3 });
  }
  const cities = (await rpc(newVisitor(), "review_cities")).body as string[];
  const names = [older, current].map((name) => name.toLowerCase());
  expect(cities.map((city) => city.toLowerCase()).filter((city) => names.includes(city))).toEqual([names[1]]);
});

test.for([
  ["bangalore", "Bengaluru", "Home One"],
  ["GURGAON", "Gurugram", "Home Two"],
  ["ernakulam", "Kochi", "Home Three"],
  ["Cochin", "Kochi", "Home Four"],
])(
  "a search for %s finds what is in %s, and what was written about it under any name",
  async ([search = "", city = "", home]) => {
    const user = await knownUser("author");
    const inside = await publishReview(user, { property_name: `${home} Inside`, city, review_text: "Bright." });
    const house = { property_name: `${home} Outside`, city: "Unrelatedpur" };
    const written = await publishReview(user, { ...house, review_text: `An hour from ${city}, by train.` });
    await publishReview(user, { ...house, review_text: "Nothing of the kind." });
    const names = [`${home} Inside`, `${home} Outside`];
    for (const text of [search, city, ` ${search.toUpperCase()} `]) {
      const found = await browseEverything({ search: text });
      expect(
        found.filter(({ property_name }) => names.includes(property_name)).map(({ matching_count }) => matching_count),
      ).toEqual([1, 1]);
    }
    const propertyId = (await readReview(written))?.property_id;
    const { group } = (await rpc(newVisitor(), "property_reviews", { property_id: propertyId, search })).body;
    expect(group.reviews.map((review: { id: string }) => review.id)).toEqual([written]);
    expect((await readReview(inside))?.city).toBe(city);
  },
);

test("a city's name counts as a word of a longer search, and not inside another word", async () => {
  const user = await knownUser("author");
  await publishReview(user, { property_name: "Old Mysuru Road House", city: "Wordpur" });
  expect((await browse({ search: "old mysore road" })).map((group) => group.property_name)).toEqual([
    "Old Mysuru Road House",
  ]);
  expect(await browse({ search: "old mysores road" })).toEqual([]);
});

test("a place with a longer name of its own keeps it", async () => {
  const id = await publishReview(await knownUser("author"), { property_name: "Far House", city: "Bangalore Rural" });
  expect((await readReview(id))?.city).toBe("Bangalore Rural");
  expect((await browse({ city: "Bengaluru", search: "Far House" })).length).toBe(0);
});

test("an operator's correction to an older name ends at the current one", async () => {
  const id = await publishReview(await knownUser("author"), { property_name: "Corrected Home", city: "Pune" });
  await owner`update public.reviews set city = 'Trivandrum' where id = ${id}`;
  expect((await readReview(id))?.city).toBe("Thiruvananthapuram");
});

async function browse(args: object): Promise<Group[]> {
  const answer = await rpc(newVisitor(), "browse_properties", args);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.groups;
}

async function browseEverything(args: object): Promise<Group[]> {
  const groups: Group[] = [];
  let after: string | null = null;
  do {
    const answer = await rpc(newVisitor(), "browse_properties", { ...args, after, page_size: 50 });
    expect(answer.status, answer.text).toBe(200);
    groups.push(...answer.body.groups);
    after = answer.body.next as string | null;
  } while (after !== null);
  return groups;
}
