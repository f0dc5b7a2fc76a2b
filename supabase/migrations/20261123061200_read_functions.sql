-- The read functions of the API. Each is security definer and owned by site_reader, so it sees the columns granted to that
-- role, of visible rows, and visitors themselves may select from no table.

-- Columns are listed one by one: a column added later must not become public by itself. "offset 0" makes the photo check an
-- index lookup for each of the few rows, where the planner might join all photos; calling has_proof took thirty times as long.
create view private.shown_reviews with (security_invoker = true) as
  select
    r.id, r.property_id, r.property_name, r.locality, r.city, r.property_type, r.rating, r.review_text,
    coalesce((select n.display_name from private.review_names as n where n.review_id = r.id), 'Anonymous') as display_name,
    r.move_in_date, r.duration, r.would_recommend, r.move_out_intent,
    r.verified and exists (select from private.review_proofs as proof where proof.review_id = r.id offset 0) as verified, r.reported,
    case when r.verified then nullif(array(
      select '/storage/v1/object/public/review-proofs/public/' || p.photo_name
      from private.review_proofs as p where p.review_id = r.id order by p.position
    ), '{}') end as proof_urls,
    r.reported_issues, r.created_on, r.how_issues_reported, r.issue_resolution_status, r.management_response_time,
    r.insert_order,
    coalesce((
      select json_agg(json_build_object('text', f.follow_up, 'created_on', f.created_on) order by f.position)
      from private.follow_ups as f where f.review_id = r.id
    ), '[]') as follow_ups,
    (select json_build_object('text', a.reply_text, 'created_on', a.created_on)
      from private.replies as a where a.review_id = r.id and a.state = 'shown') as reply
  from public.reviews as r;
comment on view private.shown_reviews is 'Reviews with display names, photos and follow-ups, as far as the caller may read them.';
grant select on private.shown_reviews to site_reader;

-- A body after "return" is parsed at creation, so it needs no search_path; without one, PostgreSQL can inline the function. It
-- does so for a row of a sorted or limited subquery, but not for a row of the view itself, whose names and photos would be
-- looked up for each use.
create function private.review_json(review private.shown_reviews) returns json
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
  'created_on', review.created_on,
  'how_issues_reported', review.how_issues_reported,
  'issue_resolution_status', review.issue_resolution_status,
  'management_response_time', review.management_response_time,
  'follow_ups', review.follow_ups,
  'reply', review.reply);
comment on function private.review_json(private.shown_reviews) is 'A review as the API shows it.';

-- A generic plan, cached by the connection, even when a caller forces custom plans.
create function private.reviews_json(ids uuid[]) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  return (
    select json_agg(private.review_json(shown))
    from (
      select r.* from unnest(ids) with ordinality as place (id, number) join private.shown_reviews as r on r.id = place.id
      order by place.number
    ) as shown
  );
end $$;
comment on function private.reviews_json(uuid[]) is 'Reviews in the order of the given ids; null for none.';

create function private.group_json(
  id uuid, property_name text, locality text, city text, count bigint, rating_total bigint, matching_count bigint, reviews json
) returns json
language sql stable
return json_build_object(
  'property_id', id,
  'property_name', property_name,
  'locality', locality,
  'city', city,
  'count', count,
  'rating_total', rating_total,
  'matching_count', matching_count,
  'reviews', coalesce(reviews, '[]'));
comment on function private.group_json(uuid, text, text, text, bigint, bigint, bigint, json) is
  'A property with some of its matching reviews; count and rating_total cover all its reviews.';

-- Lists are bounded in bytes, too: 45 long reviews made a page of 16 MB.
create function private.max_list_bytes() returns integer
language sql immutable return 300000;
comment on function private.max_list_bytes() is 'The approximate maximum size of a list response.';

create function private.fitting_reviews(reviews json) returns json
language sql stable set search_path = '' as $$
  select json_agg(review order by number)
  from (
    select review, number, sum(octet_length(review::text)) over (order by number) as bytes
    from json_array_elements(reviews) with ordinality as listed (review, number)
  ) as sized
  where number = 1 or bytes <= private.max_list_bytes()
$$;
comment on function private.fitting_reviews(json) is 'As many of the first reviews as fit into max_list_bytes(), and at least one.';

create function private.fitting_groups(groups json) returns json
language sql stable set search_path = '' as $$
  select json_agg(
    case
      when bytes <= private.max_list_bytes() then listed_group
      else private.group_json(
        (listed_group ->> 'property_id')::uuid, listed_group ->> 'property_name', listed_group ->> 'locality', listed_group ->> 'city',
        (listed_group ->> 'count')::bigint, (listed_group ->> 'rating_total')::bigint, (listed_group ->> 'matching_count')::bigint,
        private.fitting_reviews(listed_group -> 'reviews'))
    end order by number)
  from (
    select listed_group, number, sum(octet_length(listed_group::text)) over (order by number) as bytes
    from json_array_elements(groups) with ordinality as listed (listed_group, number)
  ) as sized
  where number = 1 or bytes <= private.max_list_bytes()
$$;
comment on function private.fitting_groups(json) is
  'As many of the first properties as fit into max_list_bytes(); of a single one that is too large, the first reviews.';

create function private.refuse_cursor() returns void
language plpgsql set search_path = '' as $$
begin
  perform private.refuse(400, 'This link to more results is damaged. Start again from the first page.');
end $$;
comment on function private.refuse_cursor() is 'Refuses an invalid cursor.';

create function private.cursor_id(cursor text) returns uuid
language plpgsql immutable set search_path = '' as $$
begin
  if cursor !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    perform private.refuse_cursor();
  end if;
  return cursor;
end $$;
comment on function private.cursor_id(text) is 'The id in a cursor; refuses a malformed one.';

-- One query for each kind of list, so that each gets a cached generic plan: custom plans took a fifth of the time.
create function private.listed_page(wanted_city text, is_verified_only boolean, after text[], at_most integer) returns uuid[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  if wanted_city is null and not is_verified_only then
    return array(
      select p.id from public.properties as p
      where (p.name_key, p.locality_key, p.city_key) > (after[1], after[2], after[3])
      order by p.name_key, p.locality_key, p.city_key limit at_most
    );
  elsif wanted_city is null then
    return array(
      select p.id from public.properties as p
      where (p.name_key, p.locality_key, p.city_key) > (after[1], after[2], after[3]) and p.verified_count > 0
      order by p.name_key, p.locality_key, p.city_key limit at_most
    );
  end if;
  return array(
    select p.id from public.properties as p
    where p.city_key = wanted_city and (p.name_key, p.locality_key, p.city_key) > (after[1], after[2], after[3])
      and (not is_verified_only or p.verified_count > 0)
    order by p.name_key, p.locality_key, p.city_key limit at_most
  );
end $$;
comment on function private.listed_page(text, boolean, text[], integer) is 'The next properties in list order.';

-- One query for each sort order, so that each gets a cached generic plan that reads no more reviews than it returns.
create function private.whole_groups(page uuid[], is_verified_only boolean, is_by_rating boolean, review_limit integer) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  if is_verified_only then
    return (
      select json_agg(
        private.group_json(p.id, p.property_name, p.locality, p.city, p.review_count, p.rating_total, p.verified_count, listed.reviews)
        order by place.number)
      from unnest(page) with ordinality as place (id, number)
      join public.properties as p on p.id = place.id
      cross join lateral (
        select json_agg(private.review_json(newest)) as reviews
        from (
          select * from private.shown_reviews as r where r.property_id = p.id and r.verified
          order by r.created_on desc, r.insert_order desc limit review_limit
        ) as newest
      ) as listed
    );
  elsif is_by_rating then
    return (
      select json_agg(
        private.group_json(p.id, p.property_name, p.locality, p.city, p.review_count, p.rating_total, p.review_count, listed.reviews)
        order by place.number)
      from unnest(page) with ordinality as place (id, number)
      join public.properties as p on p.id = place.id
      cross join lateral (
        select json_agg(private.review_json(best)) as reviews
        from (
          select * from private.shown_reviews as r where r.property_id = p.id
          order by r.rating desc, r.created_on desc, r.insert_order desc limit review_limit
        ) as best
      ) as listed
    );
  end if;
  return (
    select json_agg(
      private.group_json(p.id, p.property_name, p.locality, p.city, p.review_count, p.rating_total, p.review_count, listed.reviews)
      order by place.number)
    from unnest(page) with ordinality as place (id, number)
    join public.properties as p on p.id = place.id
    cross join lateral (
      select json_agg(private.review_json(newest)) as reviews
      from (
        select * from private.shown_reviews as r where r.property_id = p.id
        order by r.created_on desc, r.insert_order desc limit review_limit
      ) as newest
    ) as listed
  );
end $$;
comment on function private.whole_groups(uuid[], boolean, boolean, integer) is
  'Properties with the first of all their reviews, or of the verified ones.';

create function private.groups_json(homes uuid[], matching_counts bigint[], ids uuid[]) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  return (
    select json_agg(
      private.group_json(p.id, p.property_name, p.locality, p.city, p.review_count, p.rating_total, matching_counts[home.number], (
        select json_agg(private.review_json(shown))
        from (
          select r.*
          from unnest(ids[home.number:home.number]) with ordinality as place (id, number)
          join private.shown_reviews as r on r.id = place.id
          order by place.number
        ) as shown
      ))
      order by home.number)
    from unnest(homes) with ordinality as home (id, number)
    join public.properties as p on p.id = home.id
  );
end $$;
comment on function private.groups_json(uuid[], bigint[], uuid[]) is
  'Properties with their match counts and the reviews in their row of ids, which is padded with nulls.';

create function private.matching_groups(
  page uuid[], words text[], is_verified_only boolean, is_by_rating boolean, review_limit integer
) returns json
language plpgsql stable set search_path = '' as $$
declare
  counts bigint[];
  ids uuid[];
begin
  select
    array_agg(matching.count order by place.number),
    -- array_agg makes a two-dimensional array of rows of equal length.
    array_agg((matching.ids || array_fill(null::uuid, array[review_limit]))[:review_limit] order by place.number)
  into counts, ids
  from unnest(page) with ordinality as place (id, number)
  cross join lateral private.matching_reviews(place.id, words, is_verified_only, is_by_rating, null, review_limit) as matching;
  return private.groups_json(page, counts, ids);
end $$;
comment on function private.matching_groups(uuid[], text[], boolean, boolean, integer) is
  'Properties with the first of their reviews that match a search.';

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
  -- An ordinary page is one part. Larger ones are read part by part until the response is full.
  part_size constant integer := greatest(120 / review_limit, 1);
  place text[] := array['', '', ''];
  page uuid[];
  next_cursor uuid;
  groups json;
  part json;
  bytes integer := 0;
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
    next_cursor := case when json_array_length(groups) < cardinality(page) then page[json_array_length(groups)] else next_cursor end;
  end if;
  return json_build_object('groups', coalesce(groups, '[]'), 'next', next_cursor);
end $$;
comment on function public.browse_properties(text, text, text, text, integer, integer) is
  'A page of properties with their first reviews: {groups, next}, and {similar} properties where a search finds none. sort is recent, rating or verified; after is next of the previous page.';

create function public.property_reviews(
  property_id uuid, search text default '', city text default '', sort text default 'recent',
  after text default null, page_size integer default 60
) returns json
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan set statement_timeout = '3s' as $$
declare
  words constant text[] := case when search <> '' then private.search_words(search) end;
  wanted_city constant text := case when city <> '' then private.city_key(city) end;
  is_verified_only constant boolean := coalesce(sort = 'verified', false);
  is_by_rating constant boolean := coalesce(sort = 'rating', false);
  review_limit constant integer := least(greatest(coalesce(page_size, 60), 1), 60);
  last_id constant uuid := case when after <> '' then private.cursor_id(after) end;
  last_rating integer;
  last_day date;
  last_order bigint;
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
    select r.rating, r.created_on, r.insert_order into last_rating, last_day, last_order
    from public.reviews as r where r.id = last_id and r.property_id = property.id;
    if not found then
      perform private.refuse_cursor();
    end if;
  end if;

  if words is not null then
    select matching.count, matching.ids into matching_count, page
    from private.matching_reviews(property.id, words, is_verified_only, is_by_rating, last_id, review_limit + 1) as matching;
  else
    matching_count := case when is_verified_only then property.verified_count else property.review_count end;
    page := array(
      select r.id from public.reviews as r
      where r.property_id = property.id
        and (not is_verified_only or r.verified and exists (select from private.review_proofs as proof where proof.review_id = r.id offset 0))
        and (
          last_id is null
          or case when is_by_rating
            then (r.rating, r.created_on, r.insert_order) < (last_rating, last_day, last_order)
            else (r.created_on, r.insert_order) < (last_day, last_order)
          end
        )
      order by case when is_by_rating then r.rating end desc, r.created_on desc, r.insert_order desc
      limit review_limit + 1
    );
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

-- Reviews are counted by account. Authors may type any e-mail, so a name is shown only for the account's own confirmed e-mail:
-- no author adds to another's count or appears under another's name. Reviews signed with other e-mails count together, apart
-- from the anonymous ones, as "Reviewer N" (docs/decisions/0010). What an operator entered counts for its e-mail.
-- Security definer: site_reader may not read authors.
create function private.reviewers_of_month() returns table (label text, count bigint)
language sql stable security definer set search_path = '' as $$
  with counted as (
    select m.user_id, m.signature, m.email, m.review_count, m.first_at
    from private.monthly_reviewers as m
    where m.month = date_trunc('month', now() at time zone 'Asia/Kolkata')::date
    order by m.review_count desc, m.first_at, m.user_id, m.signature, m.email
    limit 10
  ),
  placed as (
    select counted.*, row_number() over (order by review_count desc, first_at, user_id, signature, email) as place from counted
  )
  select coalesce(nullif(
      case
        when email is not null then private.display_name(email)
        when signature = 'own' then (
          select n.display_name
          from private.review_authors as a join private.review_names as n on n.review_id = a.review_id
          where a.user_id = placed.user_id and a.signature = 'own' and a.counted_at is not null
          order by a.counted_at desc limit 1
        )
      end,
      'Anonymous'), 'Reviewer ' || place), review_count
  from placed
  order by place
$$;
comment on function private.reviewers_of_month() is 'The authors with the highest numbers of visible reviews this month in India, at most ten.';

create function public.top_reviewers() returns json
language sql stable security definer set search_path = '' set statement_timeout = '3s' as $$
  select coalesce(json_agg(json_build_object('label', label, 'count', count) order by place), '[]')
  from private.reviewers_of_month() with ordinality as reviewer (label, count, place)
$$;
comment on function public.top_reviewers() is
  'The authors with the highest numbers of visible reviews this month in India: up to ten {label, count}, in descending order.';

-- Security definer: site_reader may not read authors.
create function private.is_my_review(review_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.review_authors as a where a.review_id = is_my_review.review_id and a.user_id = (select auth.uid())
  )
$$;
comment on function private.is_my_review(uuid) is 'True when the caller is the author of the review with this id.';

-- Retrying a submission whose response was lost raises a unique violation. This tells only the author that the
-- stored review with that id is theirs.
create function public.my_review(review_id uuid) returns json
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
declare
  answer json;
begin
  if not private.has_live_session() then
    perform private.refuse(401, 'Your session has ended. Please log in again.');
  end if;
  if not private.is_my_review(review_id) then
    return null;
  end if;
  select json_build_object('property_name', r.property_name, 'locality', r.locality, 'city', r.city, 'review_text', r.review_text)
  into answer
  from public.reviews as r where r.id = my_review.review_id;
  return coalesce(answer, json_build_object('hidden', true));
end $$;
comment on function public.my_review(uuid) is
  'The caller''s own review with this id: {property_name, locality, city, review_text}, {"hidden": true}, or null when there is none.';

-- Photos are sent before the review that shows them. This tells their author first whether it will be taken.
create function public.check_review_limits(review_id uuid, property_name text, locality text, city text, review_text text)
returns boolean
language plpgsql security definer set search_path = '' set statement_timeout = '3s' as $$
begin
  if not private.has_live_session() then
    perform private.refuse(401, 'Your session has ended. Please log in again.');
  end if;
  -- An earlier try has arrived: sending it again publishes nothing.
  if not private.is_my_review(review_id) then
    perform private.check_review_limits(property_name, locality, city, review_text);
  end if;
  return true;
end $$;
comment on function public.check_review_limits(uuid, text, text, text, text) is
  'True, or refuses with status 429 while the caller may not publish this review, with a message that says when.';

revoke execute on all functions in schema private from public;
grant execute on function
  private.review_json(private.shown_reviews), private.reviews_json(uuid[]), private.group_json(uuid, text, text, text, bigint, bigint, bigint, json),
  private.max_list_bytes(), private.fitting_reviews(json), private.fitting_groups(json),
  private.refuse_cursor(), private.cursor_id(text), private.listed_page(text, boolean, text[], integer),
  private.whole_groups(uuid[], boolean, boolean, integer), private.groups_json(uuid[], bigint[], uuid[]),
  private.matching_groups(uuid[], text[], boolean, boolean, integer),
  private.reviewers_of_month(), private.is_my_review(uuid),
  private.check_review_limits(text, text, text, text)
to site_reader;

-- Hosted projects grant new functions to every role by default.
revoke execute on function
  public.recent_reviews(integer), public.browse_properties(text, text, text, text, integer, integer),
  public.property_reviews(uuid, text, text, text, text, integer), public.review_in_context(uuid, integer),
  public.review_cities(), public.top_reviewers(), public.my_review(uuid),
  public.check_review_limits(uuid, text, text, text, text)
from public, anon, authenticated, service_role;
grant execute on function
  public.recent_reviews(integer), public.browse_properties(text, text, text, text, integer, integer),
  public.property_reviews(uuid, text, text, text, text, integer), public.review_in_context(uuid, integer),
  public.review_cities(), public.top_reviewers()
to anon, authenticated;
grant execute on function public.my_review(uuid), public.check_review_limits(uuid, text, text, text, text) to authenticated;

-- A role needs create on the schema at the moment it becomes an owner, and not afterwards.
grant create on schema public to site_reader;
alter function public.recent_reviews(integer) owner to site_reader;
alter function public.browse_properties(text, text, text, text, integer, integer) owner to site_reader;
alter function public.property_reviews(uuid, text, text, text, text, integer) owner to site_reader;
alter function public.review_in_context(uuid, integer) owner to site_reader;
alter function public.review_cities() owner to site_reader;
alter function public.top_reviewers() owner to site_reader;
alter function public.my_review(uuid) owner to site_reader;
alter function public.check_review_limits(uuid, text, text, text, text) owner to site_reader;
revoke create on schema public from site_reader;
