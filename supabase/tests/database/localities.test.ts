import { expect, test } from "vitest";
import { owner } from "./test-database.ts";

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
