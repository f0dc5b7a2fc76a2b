-- The list's first page took 3.3 ms in the database: a third of it to plan one large query anew, more than half to
-- build its JSON as jsonb, by functions that were called once for each review. It is 1.2 ms now: without a search
-- the groups come from small queries that each connection plans once, and JSON is written as the text that is sent.

drop function public.browse_properties(text, text, text, text, integer, integer);
-- Made again by the next migration.
drop function public.property_reviews(uuid, text, text, text, text, integer);
drop function public.review_in_context(uuid, integer);
drop function browsing.group_json(public.properties, bigint, bigint, jsonb);
drop function browsing.review_json(public.reviews);

-- Columns are named one by one: a column added later must not become public by itself. A body of this form knows
-- what its names mean from the start, so it needs no search path, and without one Postgres makes it a part of the
-- query that calls it.
create function browsing.review_json(review public.reviews) returns json
language sql stable
return json_build_object(
  'id', review.id,
  'property_id', review.property_id,
  'property_name', review.property_name,
  'locality', review.locality,
  'city', review.city,
  'property_type', review.property_type,
  'rating', review.rating,
  'review_text', review.review_text,
  'display_name', review.display_name,
  'move_in_date', review.move_in_date,
  'duration', review.duration,
  'would_recommend', review.would_recommend,
  'move_out_intent', review.move_out_intent,
  'verified', review.verified,
  'reported', review.reported,
  'proof_urls', review.proof_urls,
  'reported_issues', review.reported_issues,
  'created_at', review.created_at,
  'how_issues_reported', review.how_issues_reported,
  'issue_resolution_status', review.issue_resolution_status,
  'management_response_time', review.management_response_time);
comment on function browsing.review_json(public.reviews) is 'A review as the API shows it.';

create function browsing.group_json(property public.properties, count bigint, rating_total bigint, reviews json) returns json
language sql stable
return json_build_object(
  'property_id', property.id,
  'slug', property.slug,
  'property_name', property.property_name,
  'locality', property.locality,
  'city', property.city,
  'count', count,
  'rating_total', rating_total,
  'reviews', coalesce(reviews, '[]'));
comment on function browsing.group_json(public.properties, bigint, bigint, json) is
  'A property with some of its reviews; count and rating_total are over all that match.';

-- Planned for the values at hand, so that unused conditions vanish and the index of the city is used.
create function browsing.listed_page(wanted_city text, is_verified_only boolean, after text[], at_most integer) returns uuid[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  return array(
    select p.id from public.properties as p
    where (p.name_key, p.locality_key, p.city_key) > (after[1], after[2], after[3])
      and (wanted_city is null or p.city_key = wanted_city)
      and (not is_verified_only or p.verified_count > 0)
    order by p.name_key, p.locality_key, p.city_key
    limit at_most
  );
end $$;
comment on function browsing.listed_page(text, boolean, text[], integer) is 'The first properties after a place in the order.';

-- One query for each way of sorting: a connection plans each once, and reads no more reviews than it shows.
create function browsing.whole_groups(page uuid[], is_verified_only boolean, is_by_rating boolean, review_limit integer) returns json
language plpgsql stable set search_path = '' as $$
begin
  if is_verified_only then
    return (
      select json_agg(browsing.group_json(p, p.verified_count, p.verified_rating_total, listed.reviews) order by place.number)
      from unnest(page) with ordinality as place (id, number)
      join public.properties as p on p.id = place.id
      cross join lateral (
        select json_agg(browsing.review_json(newest.review)) as reviews
        from (
          select r as review from public.reviews as r where r.property_id = p.id and r.verified
          order by r.created_at desc, r.id desc limit review_limit
        ) as newest
      ) as listed
    );
  elsif is_by_rating then
    return (
      select json_agg(browsing.group_json(p, p.review_count, p.rating_total, listed.reviews) order by place.number)
      from unnest(page) with ordinality as place (id, number)
      join public.properties as p on p.id = place.id
      cross join lateral (
        select json_agg(browsing.review_json(best.review)) as reviews
        from (
          select r as review from public.reviews as r where r.property_id = p.id
          order by r.rating desc, r.created_at desc, r.id desc limit review_limit
        ) as best
      ) as listed
    );
  end if;
  return (
    select json_agg(browsing.group_json(p, p.review_count, p.rating_total, listed.reviews) order by place.number)
    from unnest(page) with ordinality as place (id, number)
    join public.properties as p on p.id = place.id
    cross join lateral (
      select json_agg(browsing.review_json(newest.review)) as reviews
      from (
        select r as review from public.reviews as r where r.property_id = p.id
        order by r.created_at desc, r.id desc limit review_limit
      ) as newest
    ) as listed
  );
end $$;
comment on function browsing.whole_groups(uuid[], boolean, boolean, integer) is
  'Properties with the first of all their reviews, or of their verified ones.';

-- One page of properties in the order of their names, each with its first reviews, for a search in any
-- name of a city (browsing.search_patterns), found as browsing.matching_page says and listed by
-- browsing.matching_groups, which the next migration makes. Sorting orders the
-- reviews inside each group; "verified" also filters. Without a search nothing is counted.
create function public.browse_properties(
  search text default '', city text default '', sort text default 'recent', after text default null,
  page_size integer default 20, reviews_per_group integer default 6
) returns json
language plpgsql stable security invoker set search_path = '' set statement_timeout = '3s' as $$
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
  groups json;
begin
  if patterns is null then
    page := browsing.listed_page(wanted_city, is_verified_only, last_seen, group_limit + 1);
  else
    page := browsing.matching_page(search, patterns, wanted_city, is_verified_only, last_seen, group_limit + 1);
  end if;

  if cardinality(page) > group_limit then
    page := page[:group_limit];
    select browsing.write_cursor(p.name_key, p.locality_key, p.city_key) into next_cursor
    from public.properties as p where p.id = page[group_limit];
  end if;

  if patterns is null then
    groups := browsing.whole_groups(page, is_verified_only, is_by_rating, review_limit);
  else
    groups := browsing.matching_groups(page, patterns, is_verified_only, is_by_rating, review_limit);
  end if;
  return json_build_object('groups', coalesce(groups, '[]'), 'next', next_cursor);
end $$;
comment on function public.browse_properties(text, text, text, text, integer, integer) is
  'A page of properties with their first reviews: {groups, next}. sort is recent, rating or verified; after is the next of the page before.';

-- One review at the head of its property's group, so that a link to a review works whatever page it is on.
create function public.review_in_context(review_id uuid, reviews_per_group integer default 6) returns json
language sql stable security invoker set search_path = '' set statement_timeout = '3s' as $$
  select browsing.group_json(p, p.review_count, p.rating_total, (
    select json_agg(browsing.review_json(shown.review))
    from (
      (select wanted as review)
      union all
      (
        select r from public.reviews as r
        where r.property_id = p.id and r.id <> wanted.id
        order by r.created_at desc, r.id desc
        limit least(greatest(coalesce(reviews_per_group, 6), 1), 60) - 1
      )
    ) as shown
  ))
  from public.reviews as wanted
  join public.properties as p on p.id = wanted.property_id
  where wanted.id = review_in_context.review_id
$$;
comment on function public.review_in_context(uuid, integer) is
  'The group of a review with that review first and the newest others after it; null when it does not exist or is hidden.';

revoke execute on function
  browsing.review_json(public.reviews), browsing.group_json(public.properties, bigint, bigint, json),
  browsing.listed_page(text, boolean, text[], integer), browsing.whole_groups(uuid[], boolean, boolean, integer)
from public;
grant execute on function
  browsing.review_json(public.reviews), browsing.group_json(public.properties, bigint, bigint, json),
  browsing.listed_page(text, boolean, text[], integer), browsing.whole_groups(uuid[], boolean, boolean, integer)
to anon, authenticated, service_role;
revoke execute on function
  public.browse_properties(text, text, text, text, integer, integer),
  public.review_in_context(uuid, integer)
from public, anon, authenticated;
grant execute on function
  public.browse_properties(text, text, text, text, integer, integer),
  public.review_in_context(uuid, integer)
to anon, authenticated, service_role;
