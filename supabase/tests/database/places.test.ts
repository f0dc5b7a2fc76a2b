import { beforeAll, expect, test } from "vitest";
import type { CityHomes } from "~/data/homes";
import type { CityDeposits, CityFacts } from "~/domain/deposits";
import { acceptCities, type Account, call, hide, newAccount, owner, publish, refusal } from "./test-database.ts";

let author: Account;
beforeAll(async () => {
  author = await newAccount("places");
  await acceptCities("Sumpur", "Bestpur", "Tenpur", "Staypur", "Rowpur");
});

const refresh = () => call("service_role", "operator_refresh_places");
const ofCity = (city: string) => call("anon", "homes_of_city", { city }) as Promise<CityHomes>;
const deposits = () => call("anon", "deposit_figures") as Promise<CityDeposits[]>;

async function publishSome(count: number, review: Record<string, unknown>): Promise<void> {
  for (let nth = 0; nth < count; nth += 1) await publish(author, review);
}

test("sums the answers of each place by kind, from ten answers", { tags: ["10.15"] }, async () => {
  const flat = { property_name: "Sum Flats", locality: "East", city: "Sumpur", property_type: "Apartment" };
  const pg = { property_name: "Sum PG", locality: "West", city: "Sumpur", property_type: "PG / Hostel" };
  await publishSome(11, { ...flat, answers: owner.json({ deposit: "2_months", water: "all_day" }) });
  await publishSome(9, { ...pg, answers: owner.json({ deposit: "1_month" }) });
  // A review without a property type counts for the kind of its home: here of "Sum PG", after the merge.
  const untyped = { property_name: "Sum Hut", property_type: null, answers: owner.json({ deposit: "none" }) };
  await publish(author, { ...flat, ...untyped });
  await hide(await publish(author, flat));
  await owner`select public.operator_merge_homes(
      (select id::text from public.properties where property_name = 'Sum Hut'),
      (select id::text from public.properties where property_name = 'Sum PG'), 'asha', 'One home.')`;
  await refresh();
  const [totals] = await owner`
    select count(*)::int as reviews, count(distinct property_id)::int as homes from public.reviews where hidden_at is null`;
  expect(await call("anon", "site_totals")).toEqual(totals);
  const naive = await owner`
      with answered as (
        select '' as locality_slug, r.* from public.reviews as r where r.city = 'Sumpur' and r.hidden_at is null
        union all
        select private.slug(r.locality), r.* from public.reviews as r where r.city = 'Sumpur' and r.hidden_at is null
      ),
      facts as (
        select locality_slug, kind, split_part(fact, ':', 1) as question, fact, count(*)::int as count
        from (
          select a.locality_slug, kind, unnest(private.facts_of(r, false)) as fact
          from answered as a join public.reviews as r on r.id = a.id
          cross join unnest(array['all', case when r.property_name = 'Sum PG' then 'pg' else 'flat' end]) as kind
        ) as each
        where fact !~ '^(rating|year|move_in_year|topic|severity|photos):' group by 1, 2, 3, 4
      ),
      told as (select *, sum(count) over (partition by locality_slug, kind, question) as answers from facts)
      select locality_slug, kind, jsonb_object_agg(fact, count) as figures from told where answers >= 10 group by 1, 2 order by 1, 2`;
  const stored = await owner`
      select locality_slug, kind, figures from private.place_figures where city_slug = 'sumpur' and figures <> '{}' order by 1, 2`;
  expect(stored).toEqual(naive);
  expect((await ofCity("sumpur")).figures).toMatchObject({
    all: { "deposit:2_months": 11, "deposit:1_month": 9, "deposit:none": 1, "water:all_day": 11 },
    pg: { "deposit:1_month": 9, "deposit:none": 1 },
    flat: { "deposit:2_months": 11 },
  });
});

test("ranks homes with three reviews by score, then the others", { tags: ["10.17"] }, async () => {
  const home = (property_name: string, rating: number) => ({
    property_name,
    city: "Bestpur",
    locality: "Fort",
    rating,
  });
  await publishSome(2, home("Perfect for two", 5));
  await publishSome(3, home("Perfect for three", 5));
  await publishSome(12, home("Perfect for twelve", 5));
  await publishSome(3, home("Bad", 1));
  await publish(author, home("Good for one", 4));
  const sorted = (await call("anon", "homes_of_city", { city: "bestpur", sort: "best" })) as CityHomes;
  const names = ["Perfect for twelve", "Perfect for three", "Bad", "Perfect for two", "Good for one"];
  expect(sorted.homes.map(({ propertyName }) => propertyName)).toEqual(names);
});

test("counts reviews, deposits and answers of cities", { tags: ["10.510", "10.514"] }, async () => {
  const home = { property_name: "Row House", locality: "Fort", city: "Rowpur" };
  await publishSome(8, {
    ...home,
    rating: 5,
    answers: owner.json({ deposit_back: "all", size: "2bhk", rent: "25k_35k" }),
  });
  await publishSome(2, {
    ...home,
    rating: 1,
    answers: owner.json({ deposit_back: "none", size: "2bhk", rent: "18k_25k" }),
  });
  await publish(author, {
    ...home,
    rating: 3,
    locality: "Port",
    answers: owner.json({ size: "1rk", rent: "under_5k" }),
  });
  await refresh();
  const cities = (await call("anon", "home_cities")) as { city: string }[];
  expect(cities.find(({ city }) => city === "Rowpur")).toMatchObject({
    ...{ homeCount: 2, count: 11, totalRating: 45, isThin: false },
    figures: { "deposit_back:all": 8, "deposit_back:none": 2 },
  });
  const facts = (await call("anon", "city_facts")) as CityFacts[];
  expect(facts.find((answers) => answers.city === "Rowpur")?.figures).toEqual((await ofCity("rowpur")).figures?.all);
  // One tenant with one room is too few.
  expect((await ofCity("rowpur")).figures?.all).toMatchObject({ "rent_of_2bhk:25k_35k": 8, "rent_of_2bhk:18k_25k": 2 });
  expect((await ofCity("rowpur")).figures?.all).not.toHaveProperty("rent_of_1rk:under_5k");
});

test("returns deposits of cities and localities with ten answers", { tags: ["10.18"] }, async () => {
  const home = { property_name: "Deposit House", locality: "Fort", city: "Tenpur" };
  await publishSome(9, {
    ...home,
    answers: owner.json({ deposit: "2_months", deposit_back: "all", deposit_when: "week" }),
  });
  await refresh();
  expect((await deposits()).map(({ city }) => city)).not.toContain("Tenpur");
  await publish(author, { ...home, locality: "Port", answers: owner.json({ deposit: "3_months" }) });
  await refresh();
  const found = (await deposits()).find(({ city }) => city === "Tenpur");
  expect(found).toMatchObject({ figures: { "deposit:2_months": 9, "deposit:3_months": 1 }, localities: [] });
  // Only nine reviews say when the deposit came back.
  expect(Object.keys(found?.figures ?? {})).toHaveLength(2);
});

test("counts no tenants who still live there among answers about deposits", { tags: ["10.18", "10.19"] }, async () => {
  const home = { property_name: "Stay House", locality: "Fort", city: "Staypur" };
  const answered = (count: number, deposit_back: string) =>
    publishSome(count, { ...home, answers: owner.json({ deposit_back }) });
  await answered(10, "living_there");
  await answered(4, "all");
  await answered(5, "waiting");
  await refresh();
  expect((await deposits()).map(({ city }) => city)).not.toContain("Staypur");
  await answered(1, "none");
  await refresh();
  const figures = { "deposit_back:all": 4, "deposit_back:none": 1, "deposit_back:waiting": 5 };
  expect((await deposits()).find(({ city }) => city === "Staypur")?.figures).toEqual(figures);
  expect((await ofCity("staypur")).figures).toMatchObject({ all: figures });
});

test("stores the same figures in many small refreshes as in one", { tags: ["10.15"] }, async () => {
  const all = () => owner`select * from private.place_figures order by city_slug, locality_slug, kind`;
  await refresh();
  const whole = await all();
  await owner`delete from private.place_figures`;
  let calls = 0;
  for (let after: string | null = ""; after !== null; calls += 1)
    ({ after } = (await call("service_role", "operator_refresh_places", { after_city: after, most_homes: 2 })) as {
      after: string | null;
    });
  expect(calls).toBeGreaterThan(2);
  expect(await all()).toEqual(whole);
  expect(new Set(whole.map(({ city_slug }) => city_slug)).size).toBeGreaterThan(3);
});

test("refuses visitors a refresh of the places", { tags: ["10.15"] }, async () => {
  for (const who of ["anon", author] as const)
    expect(await refusal(call(who, "operator_refresh_places"))).toMatchObject({ code: "42501" });
});
