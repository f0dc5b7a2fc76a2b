-- The lists of reviews: functions of the API, made of those of 20261123061200_reviews_as_json.sql.

create function public.recent_reviews(at_most integer default 3) returns json
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
begin
  return coalesce(
    private.reviews_json(array(
      select r.id from public.reviews as r
      order by r.created_on desc, r.insert_order desc
      limit least(greatest(coalesce(at_most, 3), 1), 10)
    )),
    '[]');
end $$;
comment on function public.recent_reviews(integer) is 'The newest reviews, at most ten.';

-- These properties with their first reviews, null for none; is_cut where the last ones were left out of a response of limited
-- size.
create function private.page_groups(
  page uuid[], words text[], is_verified_only boolean, is_by_rating boolean, review_limit integer, out groups json, out is_cut boolean
)
language plpgsql stable set search_path = '' as $$
declare
  -- An ordinary page is one part. Larger ones are read part by part until the response is full.
  part_size constant integer := greatest(120 / review_limit, 1);
  part json;
  bytes integer := 0;
begin
  for start in 1..cardinality(page) by part_size loop
    if words is null then
      part := private.whole_groups(page[start:start + part_size - 1], is_verified_only, is_by_rating, review_limit);
    else
      part := private.matching_groups(page[start:start + part_size - 1], words, is_verified_only, is_by_rating, review_limit);
    end if;
    bytes := bytes + octet_length(part::text);
    groups := case
      when groups is null then part
      else (select json_agg(g) from (select json_array_elements(groups) as g union all select json_array_elements(part)) as parts)
    end;
    exit when bytes > private.max_list_bytes();
  end loop;
  if bytes > private.max_list_bytes() then
    groups := private.fitting_groups(groups);
    is_cut := json_array_length(groups) < cardinality(page);
  end if;
end $$;

-- The sort order applies within each group; "verified" also filters. Without a search, counts come from public.properties.
create function public.browse_properties(
  search text default '', city text default '', sort text default 'recent', after text default null,
  page_size integer default 10, reviews_per_group integer default 6
) returns json
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
declare
  -- Called only for given arguments: otherwise they would take a tenth of the first page's 1.1 ms.
  words constant text[] := case when search <> '' then private.search_words(search) end;
  wanted_city constant text := case when city <> '' then private.city_key(city) end;
  is_verified_only constant boolean := coalesce(sort = 'verified', false);
  is_by_rating constant boolean := coalesce(sort = 'rating', false);
  group_limit constant integer := least(greatest(coalesce(page_size, 10), 1), 50);
  review_limit constant integer := least(greatest(coalesce(reviews_per_group, 6), 1), 60);
  place text[] := array['', '', ''];
  page uuid[];
  next_cursor uuid;
  groups json;
begin
  if after <> '' then
    select array[p.name_key, p.locality_key, p.city_key] into place
    from public.properties as p where p.id = private.cursor_id(after);
    if not found then
      perform private.refuse_cursor();
    end if;
  end if;

  if words is null then
    page := private.listed_page(wanted_city, is_verified_only, place, group_limit + 1);
  else
    select matching.page, matching.searched_to into page, next_cursor
    from private.matching_page(words, wanted_city, is_verified_only, place, group_limit + 1) as matching;
  end if;
  if page = '{}' and words is not null and next_cursor is null and coalesce(after, '') = '' then
    return json_build_object('groups', '[]'::json, 'next', null, 'similar', private.similar_homes(words, wanted_city));
  end if;
  if cardinality(page) > group_limit then
    page := page[:group_limit];
    next_cursor := page[group_limit];
  end if;

  select g.groups, case when g.is_cut then page[json_array_length(g.groups)] else next_cursor end into groups, next_cursor
  from private.page_groups(page, words, is_verified_only, is_by_rating, review_limit) as g;
  return json_build_object('groups', coalesce(groups, '[]'), 'next', next_cursor);
end $$;
comment on function public.browse_properties(text, text, text, text, integer, integer) is
  'A page of properties with their first reviews: {groups, next}, and {similar} properties where a search finds none. sort is recent, rating or verified; after is next of the previous page.';

-- The ids of the next reviews of a property, the newest or the best rated first, after a visible review of it where one is given.
-- Only with known arguments does the order match an index.
create function private.ordered_reviews(
  property_id uuid, is_verified_only boolean, is_by_rating boolean, after uuid, at_most integer
) returns uuid[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  last_rating integer;
  last_day date;
  last_order bigint;
begin
  if after is not null then
    select r.rating, r.created_on, r.insert_order into last_rating, last_day, last_order from public.reviews as r where r.id = after;
  end if;
  return array(
    select r.id from public.reviews as r
    where r.property_id = ordered_reviews.property_id
      and (not is_verified_only or r.verified and exists (select from private.review_proofs as proof where proof.review_id = r.id offset 0))
      and (
        last_order is null
        or case when is_by_rating
          then (r.rating, r.created_on, r.insert_order) < (last_rating, last_day, last_order)
          else (r.created_on, r.insert_order) < (last_day, last_order)
        end
      )
    order by case when is_by_rating then r.rating end desc, r.created_on desc, r.insert_order desc
    limit at_most
  );
end $$;

create function public.property_reviews(
  property_id uuid, search text default '', city text default '', sort text default 'recent',
  after text default null, page_size integer default 60
) returns json
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
declare
  words constant text[] := case when search <> '' then private.search_words(search) end;
  wanted_city constant text := case when city <> '' then private.city_key(city) end;
  is_verified_only constant boolean := coalesce(sort = 'verified', false);
  is_by_rating constant boolean := coalesce(sort = 'rating', false);
  review_limit constant integer := least(greatest(coalesce(page_size, 60), 1), 60);
  last_id constant uuid := case when after <> '' then private.cursor_id(after) end;
  property record;
  matching_count bigint;
  page uuid[];
  next_cursor uuid;
  reviews json;
begin
  select p.id, p.property_name, p.locality, p.city, p.review_count, p.rating_total, p.verified_count
  into property
  from public.properties as p
  where p.id = property_reviews.property_id and (wanted_city is null or p.city_key = wanted_city);
  if not found then
    return json_build_object('group', null, 'next', null);
  end if;
  if last_id is not null then
    perform from public.reviews as r where r.id = last_id and r.property_id = property.id;
    if not found then
      perform private.refuse_cursor();
    end if;
  end if;

  if words is not null then
    select matching.count, matching.ids into matching_count, page
    from private.matching_reviews(property.id, words, is_verified_only, is_by_rating, last_id, review_limit + 1) as matching;
  else
    matching_count := case when is_verified_only then property.verified_count else property.review_count end;
    page := private.ordered_reviews(property.id, is_verified_only, is_by_rating, last_id, review_limit + 1);
  end if;
  if matching_count = 0 then
    return json_build_object('group', null, 'next', null);
  end if;
  if cardinality(page) > review_limit then
    page := page[:review_limit];
    next_cursor := page[review_limit];
  end if;

  reviews := private.reviews_json(page);
  if octet_length(reviews::text) > private.max_list_bytes() then
    reviews := private.fitting_reviews(reviews);
    next_cursor := case when json_array_length(reviews) < cardinality(page) then page[json_array_length(reviews)] else next_cursor end;
  end if;
  return json_build_object(
    'group', private.group_json(
      property.id, property.property_name, property.locality, property.city, property.review_count, property.rating_total,
      matching_count, reviews),
    'next', next_cursor);
end $$;
comment on function public.property_reviews(uuid, text, text, text, text, integer) is
  'A page of one property''s reviews: {group, next}; group is null when nothing matches.';

create function public.review_in_context(review_id uuid, reviews_per_group integer default 6) returns json
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
begin
  return (
    select private.group_json(
      p.id, p.property_name, p.locality, p.city, p.review_count, p.rating_total, p.review_count,
      private.fitting_reviews(private.reviews_json(wanted.id || array(
        select r.id from public.reviews as r
        where r.property_id = p.id and r.id <> wanted.id
        order by r.created_on desc, r.insert_order desc
        limit least(greatest(coalesce(reviews_per_group, 6), 1), 60) - 1
      ))))
    from public.reviews as wanted
    join public.properties as p on p.id = wanted.property_id
    where wanted.id = review_in_context.review_id
  );
end $$;
comment on function public.review_in_context(uuid, integer) is
  'The group of a review with that review first and the newest others after it; null when it does not exist or is hidden.';

-- A loose index scan: hops from city to city instead of reading every property.
create function public.review_cities() returns json
language sql stable security definer set search_path = '' set statement_timeout = '3s' as $$
  with recursive hop as (
    (select p.city_key, p.city from public.properties as p where p.review_count > 0 order by p.city_key, p.name_key, p.locality_key limit 1)
    union all
    select next_city.city_key, next_city.city
    from hop
    cross join lateral (
      select p.city_key, p.city from public.properties as p
      where p.review_count > 0 and p.city_key > hop.city_key
      order by p.city_key, p.name_key, p.locality_key
      limit 1
    ) as next_city
  )
  select coalesce(json_agg(city order by city_key), '[]') from hop
$$;
comment on function public.review_cities() is 'Cities that have a visible review, each once, sorted ignoring case.';

-- The e-mails given with most visible reviews this month in India, by their names, and single reviews without one; at most ten.
-- Each review without an e-mail has a place of its own: together, or with those under a name, they would show what one person wrote.
-- Security definer: site_reader may not read e-mails.
create function private.reviewers_of_month() returns table (label text, count bigint)
language sql stable security definer set search_path = '' as $$
  with days as (
    select date_trunc('month', now() at time zone 'Asia/Kolkata')::date as first, (date_trunc('month', now() at time zone 'Asia/Kolkata') + interval '1 month')::date as next
  ),
  placed as (
    select counted.*, row_number() over (order by review_count desc, first_at, email) as place
    from (
      (select m.email, m.review_count, m.first_at from private.monthly_reviewers as m, days where m.month = days.first
       order by m.review_count desc, m.first_at, m.email limit 10)
      union all
      (select null, 1, r.created_at from public.reviews as r, days
       where r.created_on >= days.first and r.created_on < days.next and r.hidden_at is null
         and not exists (select from private.review_names as n where n.review_id = r.id and n.email is not null)
       order by r.created_on, r.insert_order limit 10)
    ) as counted
  )
  select coalesce(nullif(private.display_name(email), 'Anonymous'), 'Reviewer ' || place), review_count
  from placed where place <= 10
  order by place
$$;

create function public.top_reviewers() returns json
language sql stable security definer set search_path = '' set statement_timeout = '3s' as $$
  select coalesce(json_agg(json_build_object('label', label, 'count', count) order by place), '[]')
  from private.reviewers_of_month() with ordinality as reviewer (label, count, place)
$$;
comment on function public.top_reviewers() is
  'The authors with the highest numbers of visible reviews this month in India: up to ten {label, count}, in descending order.';
