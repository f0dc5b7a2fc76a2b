-- One page of properties in the order of their names, each with its first reviews, for a search in any
-- name of a city (browsing.search_patterns), found as browsing.matching_page says. Sorting orders the
-- reviews inside each group; "verified" also filters. Without a search nothing is counted.
--
-- Plans are made for the values at hand (force_custom_plan), so that unused conditions vanish from them.
create or replace function public.browse_properties(
  search text default '', city text default '', sort text default 'recent', after text default null,
  page_size integer default 20, reviews_per_group integer default 6
) returns jsonb
language plpgsql stable security invoker
set search_path = '' set plan_cache_mode = force_custom_plan set statement_timeout = '3s' as $$
declare
  patterns constant text[] := browsing.search_patterns(search);
  wanted_city constant text := browsing.city_key(city);
  is_verified_only constant boolean := coalesce(sort = 'verified', false);
  is_by_rating constant boolean := coalesce(sort = 'rating', false);
  group_limit constant integer := least(greatest(coalesce(page_size, 20), 1), 50);
  review_limit constant integer := least(greatest(coalesce(reviews_per_group, 6), 1), 60);
  last_seen constant text[] := coalesce(browsing.read_cursor(after, 3), array['', '', '']);
  page uuid[];
  next_cursor text;
  groups jsonb;
begin
  if patterns is not null then
    page := browsing.matching_page(search, patterns, wanted_city, is_verified_only, last_seen, group_limit + 1);
  else
    page := array(
      select p.id from public.properties as p
      where (p.name_key, p.locality_key, p.city_key) > (last_seen[1], last_seen[2], last_seen[3])
        and (wanted_city is null or p.city_key = wanted_city)
        and (not is_verified_only or p.verified_count > 0)
      order by p.name_key, p.locality_key, p.city_key
      limit group_limit + 1
    );
  end if;

  if cardinality(page) > group_limit then
    page := page[:group_limit];
    select browsing.write_cursor(p.name_key, p.locality_key, p.city_key) into next_cursor
    from public.properties as p where p.id = page[group_limit];
  end if;

  select jsonb_agg(browsing.group_json(p, totals.count, totals.rating_total, listed.reviews) order by place.number)
  into groups
  from unnest(page) with ordinality as place (id, number)
  join public.properties as p on p.id = place.id
  cross join lateral (
    -- When the property itself matches, so do all its reviews.
    select patterns is null or p.search_text ilike any (patterns) as is_whole
  ) as match
  cross join lateral (
    select
      case when is_verified_only then p.verified_count else p.review_count end::bigint as count,
      case when is_verified_only then p.verified_rating_total else p.rating_total end::bigint as rating_total
    where match.is_whole
    union all
    select count(*), coalesce(sum(r.rating), 0)
    from public.reviews as r
    where not match.is_whole and p.review_count <= 500
      and r.property_id = p.id and r.review_text ilike any (patterns) and (not is_verified_only or r.verified)
    having not match.is_whole and p.review_count <= 500
    union all
    select matching.count, matching.rating_total
    from browsing.matching_total(p.id, patterns, is_verified_only) as matching
    where not match.is_whole and p.review_count > 500
  ) as totals
  cross join lateral (
    select jsonb_agg(browsing.review_json(first_reviews.review)) as reviews
    from (
      select r as review from public.reviews as r
      where r.property_id = p.id
        and (match.is_whole or r.review_text ilike any (patterns))
        and (not is_verified_only or r.verified)
      order by case when is_by_rating then r.rating end desc, r.created_at desc, r.id desc
      limit review_limit
    ) as first_reviews
  ) as listed;

  return jsonb_build_object('groups', coalesce(groups, '[]'), 'next', next_cursor);
end $$;

drop function browsing.matching_properties(text, integer);
