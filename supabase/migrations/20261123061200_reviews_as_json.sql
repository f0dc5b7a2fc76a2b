-- What the read functions of the API are made of. Each of those is security definer and owned by site_reader, so it sees the
-- columns granted to that role, of visible rows, and visitors themselves may select from no table.

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

-- A review as the API shows it.
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

-- Reviews in the order of the given ids; null for none.
-- A generic plan, cached by the connection.
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

-- A property with some of its matching reviews; count and rating_total cover all its reviews.
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

-- The approximate maximum size of a list response.
-- Lists are bounded in bytes, too: 45 long reviews made a page of 16 MB.
create function private.max_list_bytes() returns integer
language sql immutable return 300000;

-- As many of the first reviews as fit into max_list_bytes(), and at least one.
create function private.fitting_reviews(reviews json) returns json
language sql stable set search_path = '' as $$
  select json_agg(review order by number)
  from (
    select review, number, sum(octet_length(review::text)) over (order by number) as bytes
    from json_array_elements(reviews) with ordinality as listed (review, number)
  ) as sized
  where number = 1 or bytes <= private.max_list_bytes()
$$;

-- As many of the first properties as fit into max_list_bytes(); of a single one that is too large, the first reviews.
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

-- Refuses an invalid cursor.
create function private.refuse_cursor() returns void
language plpgsql set search_path = '' as $$
begin
  perform private.refuse(400, 'This link to more results is damaged. Start again from the first page.');
end $$;

-- The id in a cursor; refuses a malformed one.
create function private.cursor_id(cursor text) returns uuid
language plpgsql immutable set search_path = '' as $$
begin
  if cursor !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    perform private.refuse_cursor();
  end if;
  return cursor;
end $$;

-- The next properties in list order.
-- One query for each kind of list, so that each gets a cached generic plan: custom plans spent a fifth of the time on planning.
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

-- Properties with the first of all their reviews, or of the verified ones.
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

-- Properties with their match counts and the reviews in their row of ids, which is padded with nulls.
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

-- Properties with the first of their reviews that match a search.
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
