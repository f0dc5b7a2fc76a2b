import { beforeAll, expect, test, vi } from "vitest";
import { call, owner } from "./one-database.ts";

interface Group {
  property_id: string;
  count: number;
  rating_total: number;
  matching: number | "many";
}

// Each search is compared with reading every review.
vi.setConfig({ testTimeout: 120_000 });

// So many homes that a search is answered in both ways: by walking along them, and from the indexes.
beforeAll(async () => {
  await owner`
    insert into public.reviews (property_name, locality, city, rating, review_text)
    select
      'Home ' || lpad(n::text, 4, '0'), 'Ward ' || n % 7,
      case when n % 50 = 3 then 'Smalltown Walkpur' else 'Largetown Walkpur' end,
      1 + (n + copy) % 5,
      case when n % 2 = 0 then 'Plentiful water. ' else '' end
        || case when n % 150 = 149 and copy = 1 then 'An OCCASIONAL power cut. ' else '' end
        || case when n in (700, 1999) then 'Zwq. Seldomword 77-Q. ' else '' end
        || case when n > 1600 then 'Latecomer. ' else '' end
        || case when n in (800, 1990) then 'कमरा साफ है। ' else '' end
        || case when n % 50 <> 3 then 'Elsewhereword. ' else '' end
        || 'Flat ' || n
    from generate_series(1, 2000) as n, generate_series(0, 1) as copy`;
  // The oldest of so many reviews that a walk does not look into all of them.
  await owner`
    insert into public.reviews (property_name, locality, city, rating, review_text, created_at)
    select
      'Home 0005', 'Ward 5', 'Largetown Walkpur', 1 + n % 5,
      case when n > 590 then 'Deepword' else 'Something' end || ' in a large home', now() - n * interval '1 day'
    from generate_series(1, 600) as n`;
  // So many reviews that the few of them which hold a word are looked up.
  await owner`
    insert into public.reviews (property_name, locality, city, rating, review_text, created_at)
    select
      'Home 0006', 'Ward 6', 'Largetown Walkpur', 1 + n / 500 % 5,
      case when n % 500 = 499 then 'Buriedword' else 'Something' end || ' in a huge place', now() - n * interval '1 hour'
    from generate_series(1, 4100) as n`;
  // Fewer, where a rare word is looked up and one that others have is not.
  await owner`
    insert into public.reviews (property_name, locality, city, rating, review_text, created_at)
    select
      'Home 0007', 'Ward 0', 'Largetown Walkpur', 1 + n % 5,
      case n when 900 then 'Sunkenword, elsewhereword' when 1000 then 'Sunkenword' else 'Something' end || ' in a big place',
      now() - n * interval '1 hour'
    from generate_series(1, 1200) as n`;
  await owner`analyze public.reviews, public.properties`;
});

const SEARCHES = [
  "plentiful",
  "occasional",
  "seldomword",
  "latecomer",
  "elsewhereword",
  "deepword",
  "buriedword",
  "sunkenword",
  "large home",
  "home 19",
  "zwq",
  "zw",
  "77Q",
  "77-q.",
  "“wq.” s",
  "qz",
  "e",
  "कमरा",
  "मरा सा",
  "कम",
  "no such word",
  "something",
  "seldomword 0700",
  "water home 19",
  "elsewhereword occasional",
  "buriedword 0006 huge",
  "e 77q 9",
  "qw rt yp sd fg hj kl zx cv bn mq",
];

test.for(SEARCHES)("a search for %s finds what reading everything finds, page by page", async (search) => {
  for (const city of ["", "Smalltown Walkpur"]) {
    const expected = await readEverything(search, city);
    expect(await browseAll({ search, city, page_size: 50 }), city).toEqual(expected);
  }
});

test("a search that ends before it has seen all goes on where it ended, and finds the same", async () => {
  const all = [60_000, 100_000, 20_000];
  let endedEarly = 0;
  for (const search of SEARCHES) {
    const [{ words = null } = {}] = await owner`select private.search_words(${search}) as words`;
    const [first] = await matchingPage(words, ["", "", ""], 3_000, all);
    expect(first?.searched_to).toBeNull();
    const found: string[] = [];
    let place: string | null = null;
    do {
      const [{ page, searched_to } = { page: [], searched_to: null }] = await matchingPage(
        words,
        await keysOf(place),
        20,
        [1_000, 3, 3],
      );
      found.push(...page);
      place = page.length === 20 ? (page.at(-1) ?? null) : searched_to;
      if (page.length < 20 && place !== null) endedEarly += 1;
    } while (place !== null);
    expect(found, search).toEqual(first?.page);
  }
  expect(endedEarly).toBeGreaterThan(SEARCHES.length);
});

test("no search finds everything by accident", async () => {
  const counts = await Promise.all(SEARCHES.map(async (search) => (await readEverything(search, "")).length));
  const byWord = Object.fromEntries(SEARCHES.map((search, index) => [search, counts[index]]));
  expect(byWord).toMatchObject({ plentiful: 1000, occasional: 13, seldomword: 2, latecomer: 400, deepword: 1, qz: 0 });
  expect(byWord).toMatchObject({
    "seldomword 0700": 1,
    "elsewhereword occasional": 13,
    something: 3,
    "77Q": 2,
    "e 77q 9": 1,
  });
  expect(byWord).toMatchObject({ कमरा: 2, कम: 2 });
});

test("the reviews of a large home are counted alike in the list and on their own", async () => {
  const [large] = await owner`select id from public.properties where property_name = 'Home 0005'`;
  for (const search of ["deepword", "large home", "something", "zwq"]) {
    const expected = (await readEverything(search, "")).find(({ property_id }) => property_id === large?.id);
    const { group } = (await call("anon", "property_reviews", { property_id: large?.id, search })) as Page;
    expect(group && numbersOf(group), search).toEqual(expected ?? null);
  }
});

test.for(["recent", "rating", "verified"])(
  "of few matches among thousands the first are listed, sorted by %s",
  async (sort) => {
    await owner`
    insert into private.review_proofs (photo_name, review_id, position)
    select id || '.png', id, 1 from public.reviews
    where property_name = 'Home 0006' and review_text like 'Buriedword%' and rating > 2
    on conflict do nothing`;
    await owner`
    update public.reviews set verified = true
    where property_name = 'Home 0006' and review_text like 'Buriedword%' and rating > 2`;
    const newest = owner`created_on desc, insert_order desc`;
    const order = sort === "rating" ? owner`rating desc, ${newest}` : newest;
    const expected = await owner<{ id: string }[]>`
    select id from public.reviews
    where property_name = 'Home 0006' and review_text ilike '%buriedword%' and (verified or ${sort !== "verified"})
    order by ${order}`;
    expect(expected.length).toBeGreaterThan(2);
    const browsed = await call("anon", "browse_properties", { search: "buriedword", sort, reviews_per_group: 5 });
    const [group] = (browsed as Page).groups;
    expect(group?.reviews.map(({ id }) => id)).toEqual(expected.slice(0, 5).map(({ id }) => id));
    expect(group?.matching_count).toBe(expected.length);
    const ask = { property_id: group?.property_id, search: "buriedword", sort };
    const page = (await call("anon", "property_reviews", { ...ask, page_size: 2 })) as Page;
    const rest = (await call("anon", "property_reviews", { ...ask, after: page.next })) as Page;
    const listed = [...(page.group?.reviews ?? []), ...(rest.group?.reviews ?? [])];
    expect(listed.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
  },
);

interface Answered {
  property_id: string;
  count: number;
  rating_total: number;
  matching_count: number;
  reviews: { id: string }[];
}
interface Page {
  groups: Answered[];
  group: Answered | null;
  next: string | null;
}

/** More than a hundred matches among many more reviews are not counted. */
function numbersOf({ property_id, count, rating_total, matching_count }: Answered): Group {
  const matching = matching_count > 100 && matching_count < count ? "many" : matching_count;
  return { property_id, count, rating_total, matching };
}

function matchingPage(words: string[], place: string[], atMost: number, limits: number[]) {
  return owner<{ page: string[]; searched_to: string | null }[]>`
    select * from private.matching_page(${words}, null, false, ${place}, ${atMost}, ${limits[0] ?? 0}, ${limits[1] ?? 0}, ${limits[2] ?? 0})`;
}

async function keysOf(property: string | null): Promise<string[]> {
  if (property === null) return ["", "", ""];
  const [keys] = await owner`select name_key, locality_key, city_key from public.properties where id = ${property}`;
  return [keys?.name_key, keys?.locality_key, keys?.city_key] as string[];
}

async function browseAll(args: object): Promise<Group[]> {
  const groups: Answered[] = [];
  let after: string | null = null;
  do {
    const page = (await call("anon", "browse_properties", { ...args, after })) as Page;
    groups.push(...page.groups);
    after = page.next;
  } while (after !== null);
  return groups.map(numbersOf);
}

/** What a search has to find, by reading every review of the database. */
async function readEverything(search: string, city: string): Promise<Group[]> {
  const rows = await owner<Answered[]>`
    select p.id as property_id, count(*)::int as count, sum(r.rating)::int as rating_total,
      (count(*) filter (where found.is_match))::int as matching_count
    from public.properties as p join public.reviews as r on r.property_id = p.id and r.hidden_at is null
    cross join lateral (
      select bool_and(strpos(text, word) > 0) as is_match
      from (select ' ' || private.fold(concat_ws(' | ', p.property_name, p.locality, p.city, r.review_text)) || ' ') as folded (text)
      cross join unnest(private.search_words(${search})) as word
    ) as found
    where ${city} in ('', p.city)
    group by p.id having bool_or(found.is_match) order by p.name_key, p.locality_key, p.city_key`;
  return rows.map(numbersOf);
}
