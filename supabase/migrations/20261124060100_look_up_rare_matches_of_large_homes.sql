-- A property of 30,000 reviews of which two hold a word was read to its end for the six newest that do: 450 ms. What
-- matching_total finds to be rare there is looked up in the trigram index instead, for the list as for the count.

drop function browsing.matching_total(uuid, text[], boolean);

-- Security definer, as the others that search; it tells numbers of visible reviews.
create function browsing.matching_total(
  property_id uuid, patterns text[], is_verified_only boolean, out count bigint, out rating_total bigint, out is_rare boolean
)
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  is_rare := false;
  -- Of fewer reviews all are read sooner than a word that is common elsewhere is looked up.
  if cardinality(patterns) = 1 and (select p.review_count >= 4000 from public.properties as p where p.id = matching_total.property_id) then
    select newest.looked_into >= 200 and newest.matching < 5 into is_rare
    from (
      select count(*) as looked_into, count(*) filter (where n.review_text ilike any (patterns)) as matching
      from (
        select r.review_text from public.reviews as r
        where r.property_id = matching_total.property_id and r.hidden_at is null
        order by r.created_at desc, r.id desc
        limit 200
      ) as n
    ) as newest;
  end if;
  if is_rare then
    select count(*), coalesce(sum(r.rating), 0) into count, rating_total
    from public.reviews as r
    where r.property_id = matching_total.property_id and r.hidden_at is null
      and r.review_text ilike patterns[1] and (not is_verified_only or r.verified);
  else
    -- Patterns are in lower case, as most of what matches: "like" then answers in a third of the time.
    select count(*), coalesce(sum(r.rating), 0) into count, rating_total
    from public.reviews as r
    where r.property_id = matching_total.property_id and r.hidden_at is null
      -- "is true" keeps the planner from looking up in the trigram index what nearly all reviews have.
      and (r.review_text like any (patterns) or r.review_text ilike any (patterns)) is true
      and (not is_verified_only or r.verified);
  end if;
end $$;
comment on function browsing.matching_total(uuid, text[], boolean) is
  'How many visible reviews of a property match a search, the sum of their ratings, and whether few of many do.';

-- Security definer, for the same reason; it tells ids of visible reviews.
create function browsing.rare_matches(
  property_id uuid, pattern text, is_verified_only boolean, is_by_rating boolean, at_most integer
) returns uuid[]
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  return array(
    select found.id
    from (
      select r.id, r.rating, r.created_at
      from public.reviews as r
      where r.property_id = rare_matches.property_id and r.hidden_at is null
        and r.review_text ilike pattern and (not is_verified_only or r.verified)
      -- Apart from the sorting, or the planner walks along the newest to meet the first few.
      offset 0
    ) as found
    order by case when is_by_rating then found.rating end desc, found.created_at desc, found.id desc
    limit at_most
  );
end $$;
comment on function browsing.rare_matches(uuid, text, boolean, boolean, integer) is
  'The first reviews of a property that match, where few of many do; all of them for null.';

create function browsing.matching_groups(
  page uuid[], patterns text[], is_verified_only boolean, is_by_rating boolean, review_limit integer
) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  return (
    select json_agg(browsing.group_json(p, totals.count, totals.rating_total, listed.reviews) order by place.number)
    from unnest(page) with ordinality as place (id, number)
    join public.properties as p on p.id = place.id
    cross join lateral (
      -- When the property itself matches, so do all its reviews.
      select p.search_text ilike any (patterns) as is_whole
    ) as match
    cross join lateral (
      select
        case when is_verified_only then p.verified_count else p.review_count end::bigint as count,
        case when is_verified_only then p.verified_rating_total else p.rating_total end::bigint as rating_total,
        false as is_rare
      where match.is_whole
      union all
      select count(*), coalesce(sum(r.rating), 0), false
      from public.reviews as r
      where not match.is_whole and p.review_count <= 500
        and r.property_id = p.id and r.review_text ilike any (patterns) and (not is_verified_only or r.verified)
      having not match.is_whole and p.review_count <= 500
      union all
      select matching.count, matching.rating_total, matching.is_rare
      from browsing.matching_total(p.id, patterns, is_verified_only) as matching
      where not match.is_whole and p.review_count > 500
    ) as totals
    cross join lateral (
      select json_agg(browsing.review_json(first_reviews.review)) as reviews
      from (
        (
          select r as review from public.reviews as r
          where not totals.is_rare and r.property_id = p.id
            and (match.is_whole or r.review_text ilike any (patterns))
            and (not is_verified_only or r.verified)
          order by case when is_by_rating then r.rating end desc, r.created_at desc, r.id desc
          limit review_limit
        )
        union all
        (
          select r
          from unnest(browsing.rare_matches(p.id, patterns[1], is_verified_only, is_by_rating, review_limit))
            with ordinality as rare (id, number)
          join public.reviews as r on r.id = rare.id
          where totals.is_rare
          order by rare.number
        )
      ) as first_reviews
    ) as listed
  );
end $$;

comment on function browsing.matching_groups(uuid[], text[], boolean, boolean, integer) is
  'Properties with the first of those of their reviews that match a search; all do when the property itself matches.';

-- As before, but in json, and rare matches of large homes are looked up.
create function public.property_reviews(
  property_id uuid, search text default '', city text default '', sort text default 'recent',
  after text default null, page_size integer default 60
) returns json
language plpgsql stable security invoker
set search_path = '' set plan_cache_mode = force_custom_plan set statement_timeout = '3s' as $$
declare
  patterns text[] := browsing.search_patterns(search);
  wanted_city constant text := browsing.city_key(city);
  is_verified_only constant boolean := coalesce(sort = 'verified', false);
  is_by_rating constant boolean := coalesce(sort = 'rating', false);
  review_limit constant integer := least(greatest(coalesce(page_size, 60), 1), 60);
  last_seen constant text[] := browsing.read_cursor(after, case when is_by_rating then 3 else 2 end);
  last_created_at timestamptz;
  last_id uuid;
  last_rating integer;
  property public.properties;
  review_count bigint;
  rating_total bigint;
  is_rare boolean := false;
  page public.reviews[];
  next_cursor text;
begin
  begin
    last_created_at := last_seen[1];
    last_id := last_seen[2];
    last_rating := last_seen[3];
  exception when data_exception then
    perform browsing.refuse_cursor();
  end;

  select * into property from public.properties as p
  where p.id = property_reviews.property_id and (wanted_city is null or p.city_key = wanted_city);
  if not found then
    return json_build_object('group', null, 'next', null);
  end if;

  -- When the property itself matches, so do all its reviews.
  if property.search_text ilike any (patterns) then
    patterns := null;
  end if;
  if patterns is not null then
    select matching.count, matching.rating_total, matching.is_rare into review_count, rating_total, is_rare
    from browsing.matching_total(property.id, patterns, is_verified_only) as matching;
  elsif is_verified_only then
    review_count := property.verified_count;
    rating_total := property.verified_rating_total;
  else
    review_count := property.review_count;
    rating_total := property.rating_total;
  end if;
  if review_count = 0 then
    return json_build_object('group', null, 'next', null);
  end if;

  page := array(
    select r from public.reviews as r
    where r.property_id = property.id
      and (not is_rare or r.id = any (browsing.rare_matches(property.id, patterns[1], is_verified_only, is_by_rating, null)))
      and (is_rare or patterns is null or r.review_text ilike any (patterns))
      and (not is_verified_only or r.verified)
      and (
        last_id is null
        or case when is_by_rating
          then (r.rating, r.created_at, r.id) < (last_rating, last_created_at, last_id)
          else (r.created_at, r.id) < (last_created_at, last_id)
        end
      )
    order by case when is_by_rating then r.rating end desc, r.created_at desc, r.id desc
    limit review_limit + 1
  );
  if cardinality(page) > review_limit then
    page := page[:review_limit];
    next_cursor := case when is_by_rating
      then browsing.write_cursor(page[review_limit].created_at::text, page[review_limit].id::text, page[review_limit].rating::text)
      else browsing.write_cursor(page[review_limit].created_at::text, page[review_limit].id::text)
    end;
  end if;

  return json_build_object(
    'group', browsing.group_json(property, review_count, rating_total, (
      select json_agg(browsing.review_json(page[number]) order by number)
      from generate_subscripts(page, 1) as number
    )),
    'next', next_cursor);
end $$;

comment on function public.property_reviews(uuid, text, text, text, text, integer) is
  'A page of one property''s reviews: {group, next}; group is null when nothing matches.';

revoke execute on function
  browsing.matching_total(uuid, text[], boolean), browsing.rare_matches(uuid, text, boolean, boolean, integer),
  browsing.matching_groups(uuid[], text[], boolean, boolean, integer)
from public;
grant execute on function
  browsing.matching_total(uuid, text[], boolean), browsing.rare_matches(uuid, text, boolean, boolean, integer),
  browsing.matching_groups(uuid[], text[], boolean, boolean, integer)
to anon, authenticated, service_role;
revoke execute on function public.property_reviews(uuid, text, text, text, text, integer) from public, anon, authenticated;
grant execute on function public.property_reviews(uuid, text, text, text, text, integer) to anon, authenticated, service_role;
