-- Consistency checks of a filled database: none of these queries may return a row.

-- none: properties whose totals differ from a recount
select from public.properties as p
left join (
  select property_id, count(*) as reviews, sum(rating) as ratings, count(*) filter (where proved) as verified
  from (
    select *, verified and exists (select from private.review_proofs as f where f.review_id = r.id) as proved
    from public.reviews as r where hidden_at is null
  ) as visible
  group by property_id
) as r on r.property_id = p.id
where (p.review_count, p.rating_total, p.verified_count)
    <> (coalesce(r.reviews, 0), coalesce(r.ratings, 0), coalesce(r.verified, 0))

-- none: homes whose figures differ from a recount
select from public.properties as p tablesample system (SHARE) repeatable (1)
left join private.property_figures as f on f.property_id = p.id
cross join lateral (
  select jsonb_object_agg(fact, count) as figures
  from (
    select fact, count(*) as count
    from public.reviews as r, unnest(private.facts_of(r, r.verified)) as fact
    where r.property_id = p.id and r.hidden_at is null group by fact
  ) as facts
) as counted
cross join lateral (
  select max(r.created_on) as day, max(r.insert_order) as number from public.reviews as r where r.property_id = p.id and r.hidden_at is null
) as latest
where (f.figures, f.last_day, f.last_order) is distinct from (counted.figures, latest.day, latest.number)

-- none: places whose homes are not counted
select from private.places as p
full join (
  select city_slug, coalesce(locality_slug, '') as locality_slug, count(*) as homes
  from private.property_figures group by grouping sets ((city_slug), (city_slug, locality_slug))
) as c on (c.city_slug, c.locality_slug) = (p.city_slug, p.locality_slug)
where p.home_count is distinct from c.homes

-- none: reviews whose author is not stored as by the triggers
select from public.reviews as r
left join private.review_authors as a on a.review_id = r.id
left join private.review_names as n on n.review_id = r.id
left join auth.users as u on u.id = a.user_id
where u.id is null
  or n.email is not null and n.counted_at is distinct from case when r.hidden_at is null then r.created_at end

-- none: reviews that are not cleaned, named or dated as by the triggers
select from public.reviews as r tablesample system (SHARE) repeatable (1)
left join private.review_names as n on n.review_id = r.id
where r.review_text <> private.clean_text(r.review_text)
  or n.display_name <> private.display_name(n.email)
  or r.reported_issues is distinct from private.clean_issues(r.reported_issues)
  or r.created_at > now() or r.move_in_date > r.created_at

-- none: properties that are not named as by the triggers
select from public.properties as p tablesample system (SHARE) repeatable (1)
where p.property_name <> private.clean_line(p.property_name)
  or p.locality <> private.clean_line(p.locality)
  or p.city <> private.current_city(p.city)

-- none: photos that are not in storage, or not named as by the form
select from private.review_proofs as p
join public.reviews as r on r.id = p.review_id
left join storage.objects as o
  on o.bucket_id = case when r.hidden_at is null then 'review-proofs' else 'withheld-proofs' end
  and o.name = case when r.hidden_at is null then 'public' else r.id::text end || '/' || p.photo_name
where o.id is null or not private.is_photo_name('public/' || p.photo_name)

-- none: indexes that are missing or broken
select from pg_index where not indisvalid
