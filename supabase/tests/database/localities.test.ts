import { expect, test } from "vitest";
import type { HomeSuggestions } from "~/domain/home";
import { call, newAccount, owner, publish } from "./test-database.ts";

const suggested = async (term: string, city = "") =>
  ((await call("anon", "suggest_homes", { term, city })) as HomeSuggestions).localities.map(
    ({ locality, homeCount }) => `${locality} ${homeCount}`,
  );

test("lists each locality once in a listed city, near that city's other localities", { tags: ["10.400"] }, async () => {
  const strange = await owner`
    with middle as (
      select city_slug, percentile_cont(0.5) within group (order by latitude) as latitude,
        percentile_cont(0.5) within group (order by longitude) as longitude
      from private.localities group by city_slug
    )
    select l.city, l.locality
    from private.localities as l join middle as m using (city_slug)
    where not exists (select from private.cities as c where c.city = l.city and c.state = 'listed')
      or exists (
        select from private.localities as o
        where o.city_slug = l.city_slug and o.compact = l.compact and o.locality <> l.locality)
      or 111 * sqrt((l.latitude - m.latitude) ^ 2 + ((l.longitude - m.longitude) * cosd(m.latitude)) ^ 2) > 60`;
  expect(strange).toEqual([]);
});

test("names a postal code by its best known locality", { tags: ["10.400"] }, async () => {
  const [named] = await owner`select locality from private.localities where pincode = '560102' order by rank limit 1`;
  expect(named).toEqual({ locality: "HSR Layout" });
});

test(
  "suggests listed localities by name, name without blanks and postal code, those with homes first",
  { tags: ["10.401"] },
  async () => {
    expect(await suggested("whitef")).toEqual(["Whitefield 0"]);
    const author = await newAccount("author");
    await publish(author, { property_name: "Champa House", locality: "HSR Layout Sector 7", city: "Bengaluru" });
    for (const term of ["hsr lay", "hsrlayout", "560102"])
      expect((await suggested(term)).slice(0, 2), term).toEqual(["HSR Layout Sector 7 1", "HSR Layout 0"]);
    expect((await suggested("kormangala", "bengaluru"))[0]).toBe("Koramangala 0");
    expect(await suggested("560102", "Pune")).toEqual([]);
  },
);

test("finds the localities with homes that are nearest to a listed locality", { tags: ["10.402"] }, async () => {
  const author = await newAccount("author");
  const places = { Wakad: "Pune", Kharadi: "Pune", Baner: "Pune", "Nowhere Village": "Pune", Whitefield: "Bengaluru" };
  for (const [locality, city] of Object.entries(places))
    await publish(author, { property_name: "Nearby House", locality, city });
  const nearest = (locality: string) => owner`select locality from private.nearest_places('pune', ${locality}, 2)`;
  expect(await nearest("hinjewadi")).toEqual([{ locality: "Wakad" }, { locality: "Baner" }]);
  expect(await nearest("baner")).toEqual([{ locality: "Wakad" }, { locality: "Kharadi" }]);
  expect(await nearest("nowhere-village")).toEqual([]);
});
