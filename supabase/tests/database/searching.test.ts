import { beforeAll, expect, test, vi } from "vitest";
import { call, type Group as Answered, owner, type Page, pagesOf, photoPath } from "./test-database.ts";

interface Group {
  propertyId: string;
  count: number;
  totalRating: number;
  matching: number | "many";
}

// Each search is compared with a full scan.
vi.setConfig({ testTimeout: 120_000 });

// Enough homes for both plans of a search: a walk in their order, and the indexes.
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
  // The walk stops before it reaches the oldest of these.
  await owner`
    insert into public.reviews (property_name, locality, city, rating, review_text, created_at)
    select
      'Home 0005', 'Ward 5', 'Largetown Walkpur', 1 + n % 5,
      case when n > 590 then 'Deepword' else 'Something' end || ' in a large home', now() - n * interval '1 day'
    from generate_series(1, 600) as n`;
  // Enough reviews for the planner to use the index.
  await owner`
    insert into public.reviews (property_name, locality, city, rating, review_text, created_at)
    select
      'Home 0006', 'Ward 6', 'Largetown Walkpur', 1 + n / 500 % 5,
      case when n % 500 = 499 then 'Buriedword' else 'Something' end || ' in a huge place', now() - n * interval '1 hour'
    from generate_series(1, 4100) as n`;
  // The index finds the rare word here, but not the word that other homes have.
  await owner`
    insert into public.reviews (property_name, locality, city, rating, review_text, created_at)
    select
      'Home 0007', 'Ward 0', 'Largetown Walkpur', 1 + n % 5,
      case n when 900 then 'Sunkenword, elsewhereword' when 1000 then 'Sunkenword' else 'Something' end || ' in a big place',
      now() - n * interval '1 hour'
    from generate_series(1, 1200) as n`;
  await owner`
    create table folded as
    select r.property_id, r.rating, ' ' || private.fold(concat_ws(' | ', r.property_name, r.locality, r.city, r.review_text)) || ' ' as text
    from public.reviews as r`;
  await owner`analyze public.reviews, public.properties`;
});

const SEARCHES: [search: string, homes: number][] = [
  ["plentiful", 1000],
  ["occasional", 13],
  ["seldomword", 2],
  ["latecomer", 400],
  ["elsewhereword", 1960],
  ["deepword", 1],
  ["buriedword", 1],
  ["sunkenword", 1],
  ["large home", 1960],
  ["home 19", 139],
  ["zwq", 2],
  ["zw", 2],
  ["77Q", 2],
  ["77-q.", 2],
  ["“wq.” s", 2],
  ["qz", 0],
  ["e", 2000],
  ["कमरा", 2],
  ["मरा सा", 2],
  ["कम", 2],
  ["no such word", 0],
  ["something", 3],
  ["seldomword 0700", 1],
  ["water home 19", 60],
  ["elsewhereword occasional", 13],
  ["buriedword 0006 huge", 1],
  ["e 77q 9", 1],
  ["qw rt yp sd fg hj kl zx cv bn mq", 0],
];

test.for(SEARCHES)("finds for %s what a full scan finds", async ([search, homes]) => {
  expect(await fullScan(search, "")).toHaveLength(homes);
  for (const city of ["", "Smalltown Walkpur"]) {
    const pages = await pagesOf("browse_properties", { search, city, page_size: 50, exact: true });
    expect(pages.flatMap(({ groups }) => groups).map(numbersOf), city).toEqual(await fullScan(search, city));
  }
});

test("continues a search that reached its limit", async () => {
  const searches = ["occasional", "deepword", "zwq", "कम", "e 77q 9", "elsewhereword occasional"];
  const whole = await Promise.all(searches.map((search) => matchingPage(search, null, 3_000)));
  expect(whole.map(({ searched_to }) => searched_to)).toEqual(searches.map(() => null));
  const [limits] = await owner<{ definition: string }[]>`
    select pg_get_functiondef('private.search_limits'::regproc) as definition`;
  const definition = limits?.definition ?? "";
  const lower = definition.replace("60000, 100000, 20000", "1000, 3, 3");
  expect(lower).not.toBe(definition);
  await owner.unsafe(lower);
  let endedEarly = 0;
  try {
    for (const [index, search] of searches.entries()) {
      const found: string[] = [];
      let place: string | null = null;
      do {
        const { page, searched_to } = await matchingPage(search, place, 20);
        found.push(...page);
        place = page.length === 20 ? (page.at(-1) ?? null) : searched_to;
        if (page.length < 20 && place !== null) endedEarly += 1;
      } while (place !== null);
      expect(found, search).toEqual(whole[index]?.page);
    }
  } finally {
    await owner.unsafe(definition);
  }
  expect(endedEarly).toBeGreaterThan(searches.length);
});

// Without trigrams (LC_CTYPE C, as on macOS) a search scans. The tests above find the same there.
test("has trigrams of a script if LC_CTYPE knows its letters", async () => {
  const [{ ctype } = { ctype: "" }] = await owner<{ ctype: string }[]>`
    select datctype as ctype from pg_database where datname = current_database()`;
  await owner`create collation ctype (provider = libc, locale = ${owner.unsafe(`'${ctype}'`)})`;
  const [known] = await owner`
    select 'क' ~ '[[:alpha:]]' collate ctype as letters, cardinality(extensions.show_trgm('कमरा')) > 0 as trigrams`;
  expect(known?.trigrams).toBe(known?.letters);
});

test("counts the reviews of a large home alike in the list and on its page", async () => {
  const [large] = await owner`select id from public.properties where property_name = 'Home 0005'`;
  for (const search of ["deepword", "large home", "something", "zwq"]) {
    const expected = (await fullScan(search, "")).find(({ propertyId }) => propertyId === large?.id);
    const { group } = (await call("anon", "property_reviews", { property_id: large?.id, search })) as Page;
    expect(group && numbersOf(group), search).toEqual(expected ?? null);
  }
});

test.for(["recent", "rating", "verified"])("lists few matches among thousands, sorted by %s", async (sort) => {
  const matching = owner`property_name = 'Home 0006' and review_text like 'Buriedword%'`;
  await owner`
    insert into private.review_proofs (photo_name, review_id, position)
    select id || '.png', id, 1 from public.reviews where ${matching} and rating > 2 on conflict do nothing`;
  await owner`update public.reviews set verified = true where ${matching} and rating > 2`;
  const newest = owner`created_on desc, insert_order desc`;
  const order = sort === "rating" ? owner`rating desc, ${newest}` : newest;
  const expected = await owner<{ id: string }[]>`
    select id from public.reviews where ${matching} and (verified or ${sort !== "verified"}) order by ${order}`;
  expect(expected.length).toBeGreaterThan(2);
  const browsed = await call("anon", "browse_properties", { search: "buriedword", sort, reviews_per_group: 5 });
  const [group] = (browsed as Page).groups;
  expect(group?.reviews.map(({ id }) => id)).toEqual(expected.slice(0, 5).map(({ id }) => id));
  expect(group?.matchingCount).toBe(expected.length);
  const ask = { property_id: group?.propertyId, search: "buriedword", sort };
  const page = (await call("anon", "property_reviews", { ...ask, page_size: 2 })) as Page;
  const rest = (await call("anon", "property_reviews", { ...ask, after: page.next })) as Page;
  const listed = [...(page.group?.reviews ?? []), ...(rest.group?.reviews ?? [])];
  expect(listed.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
});

test("does not search hidden reviews, nor unverified ones with Verified Only", async () => {
  const home = { property_name: "Home Unseen", locality: "Ward 1", city: "Largetown Walkpur", rating: 3 };
  const proof_urls = [photoPath()];
  await owner`insert into public.reviews ${owner({ ...home, review_text: "Hiddenword.", hidden_at: new Date() })}`;
  await owner`insert into public.reviews ${owner({ ...home, review_text: "Barename.", verified: true })}`;
  await owner`insert into public.reviews ${owner({ ...home, review_text: "Photoword.", verified: true, proof_urls })}`;
  const found = async (search: string, sort: string) => {
    const { groups } = (await call("anon", "browse_properties", { search, sort, exact: true })) as Page;
    return groups.map(({ propertyName }) => propertyName);
  };
  expect(await found("hiddenword", "recent")).toEqual([]);
  expect(await found("barename", "recent")).toEqual(["Home Unseen"]);
  expect(await found("barename", "verified")).toEqual([]);
  expect(await found("photoword", "verified")).toEqual(["Home Unseen"]);
});

/**
 * Returns the numbers of a home to compare. Replaces a count of more than 100 matches by "many": the API does not count all matches
 * of a large home.
 */
function numbersOf({ propertyId, count, totalRating, matchingCount }: Answered): Group {
  const matching = matchingCount > 100 && matchingCount < count ? "many" : matchingCount;
  return { propertyId, count, totalRating, matching };
}

/** Resolves to the next matching properties, after a property or from the first. */
async function matchingPage(search: string, after: string | null, atMost: number) {
  const [found] = await owner<{ page: string[]; searched_to: string | null }[]>`
    select matching.*
    from private.matching_page(private.search_of(
      private.understand(${search}, null), null, false, coalesce(private.place_of(${after}), '{"","",""}'), ${atMost}
    )) as matching`;
  if (!found) throw new Error("There is no answer.");
  return found;
}

async function fullScan(search: string, city: string): Promise<Group[]> {
  const rows = await owner<Answered[]>`
    select p.id as "propertyId", count(*)::int as count, sum(f.rating)::int as "totalRating",
      (count(*) filter (where found.is_match))::int as "matchingCount"
    from public.properties as p join folded as f on f.property_id = p.id
    cross join lateral (
      select bool_and(strpos(f.text, word) > 0) as is_match from unnest((private.search_of(private.understand(${search}, null), null, false, null, null)).words) as word
    ) as found
    where ${city} in ('', p.city)
    group by p.id having bool_or(found.is_match) order by p.name_key, p.locality_key, p.city_key`;
  return rows.map(numbersOf);
}
