import type postgres from "postgres";

/** Returns the homes and places whose denormalized counts differ from a recount of their visible reviews that count. */
export async function countMismatches(owner: postgres.Sql): Promise<object[]> {
  const homes = await owner`
    select p.property_name, to_jsonb(p) as stored, to_jsonb(f) as figures, to_jsonb(counted) as counted
    from public.properties as p
    left join private.property_figures as f on f.property_id = p.id
    cross join lateral (
      select
        count(*)::int as review_count, coalesce(sum(r.rating), 0)::int as rating_total,
        (count(*) filter (where private.has_proof(r.id) and r.verified))::int as verified_count,
        (array_agg(r.created_on order by r.created_on desc, r.insert_order desc))[1] as last_day,
        (array_agg(r.insert_order order by r.created_on desc, r.insert_order desc))[1] as last_order,
        (
          select jsonb_object_agg(fact, count)
          from (
            select fact, count(*)
            from public.reviews as v, unnest(private.facts_of(v, v.verified and private.has_proof(v.id))) as fact
            where v.property_id = p.id and v.hidden_at is null and v.is_counted group by fact
          ) as facts
        ) as figures,
        (
          select jsonb_object_agg(spelling, count)
          from (
            select spelling, count(*)
            from public.reviews as v,
              unnest(array['property_name:' || v.property_name, 'locality:' || v.locality, 'city:' || v.city]) as spelling
            where v.property_id = p.id and v.hidden_at is null and v.is_counted group by spelling
          ) as uses
        ) as spellings
      from public.reviews as r where r.property_id = p.id and r.hidden_at is null and r.is_counted
    ) as counted
    where (p.review_count, p.rating_total, p.verified_count, f.figures, f.last_day, f.last_order, f.spellings)
      is distinct from
      (counted.review_count, counted.rating_total, counted.verified_count, counted.figures, counted.last_day, counted.last_order,
        counted.spellings)
      or p.review_count > 0 and not p.is_named_by_operator
        and (p.property_name, p.locality) is distinct from
        (private.most_used(f.spellings, 'property_name'), private.most_used(f.spellings, 'locality'))`;
  const places = await owner`
    select city_slug, locality_slug, p.home_count as stored, c.homes as counted
    from private.places as p
    full join (
      select private.slug(h.city) as city_slug, coalesce(private.slug(h.locality), '') as locality_slug, count(*)::int as homes
      from public.properties as h where h.review_count > 0
      group by grouping sets ((private.slug(h.city)), (private.slug(h.city), private.slug(h.locality)))
    ) as c using (city_slug, locality_slug)
    where p.home_count is distinct from c.homes`;
  return [...homes, ...places];
}
