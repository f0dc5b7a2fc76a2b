-- The owner or manager of a home may reply to each of its reviews once. An operator reads a reply before it is shown, but does not verify
-- its author. Replies are private rows, so that nothing in public.reviews names their author. Lengths and roles must match
-- app/domain/reply.ts.
create table private.replies (
  id uuid primary key default gen_random_uuid(),
  review_id uuid not null references public.reviews (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  written_as text not null check (written_as in ('owner', 'manager')),
  reply_text text not null check (reply_text ~ '\S' and char_length(reply_text) <= 1000),
  state text not null default 'waiting' check (state in ('waiting', 'shown', 'refused')),
  reported boolean not null default false,
  created_at timestamptz not null default now(),
  created_on date not null generated always as ((created_at at time zone 'Asia/Kolkata')::date) stored,
  constraint replies_once_per_account unique (review_id, user_id)
);
comment on table private.replies is 'Replies of owners and managers of homes. Deleted when withdrawn, and with the account.';
comment on column private.replies.written_as is 'The role that its author claims, unverified.';
comment on column private.replies.state is
  'waiting: no operator has read it. shown: below its review. refused: its author may write another.';
comment on column private.replies.reported is 'Whether it was reported since an operator last decided on it.';
create unique index replies_shown on private.replies (review_id) where state = 'shown';
create index replies_by_user on private.replies (user_id);
create index replies_open on private.replies (created_at) where state = 'waiting' or reported;
alter table private.replies enable row level security;
create policy "The site reads replies that an operator has approved" on private.replies
  for select to site_reader using (state = 'shown');
grant select (review_id, reply_text, state, created_on) on table private.replies to site_reader;

create table private.reply_reports (
  id bigint generated always as identity primary key,
  reply_id uuid not null references private.replies (id) on delete cascade,
  -- Must match REPORT_REASONS in app/domain/report.ts.
  reason text not null check (reason in ('fake', 'offensive', 'unrelated', 'spam')),
  email text check (char_length(email) <= 320),
  device text not null,
  created_at timestamptz not null default now(),
  constraint reply_reports_once_per_device unique (reply_id, device)
);
comment on table private.reply_reports is 'Reports of replies, with the emails that reporters left. Erasing an email deletes its rows.';
comment on column private.reply_reports.device is
  'Keyed hash of the device''s fingerprint and the reply''s id: a device reports a reply once and cannot be tracked.';
alter table private.reply_reports enable row level security;

-- Building blocks of the API's read functions. Those are security definer and owned by site_reader, so they see only visible rows and
-- granted columns. Visitors may select from no table.

-- Lists the columns, so that a new column does not become public by itself. "offset 0" makes the photo check an index lookup per row: the
-- planner might join all photos, and calling has_proof took thirty times as long.
create view private.shown_reviews with (security_invoker = true) as
  select
    r.id, r.property_id, home.property_name, home.locality, home.city, r.rating, r.review_text,
    coalesce((select n.display_name from private.review_names as n where n.review_id = r.id), 'Anonymous') as display_name,
    r.move_in_date,
    r.verified and exists (
      select from private.review_proofs as proof where proof.review_id = r.id and not proof.is_withheld offset 0) as verified, r.reported,
    case when r.verified then array(
      select '/storage/v1/object/public/review-proofs/public/' || p.photo_name
      from private.review_proofs as p where p.review_id = r.id and not p.is_withheld order by p.position
    ) else '{}' end as proof_urls,
    r.reported_issues, r.created_on,
    -- Same as private.answers_of, which needs a whole row of public.reviews, but with the original answers about the deposit. If a key
    -- occurs several times, the last one counts: that of the first follow-up.
    r.answers || coalesce((
      select jsonb_object_agg(original.key, original.value order by f.position desc)
      from private.follow_ups as f
      cross join lateral jsonb_each(jsonb_build_object('deposit_back', f.deposit_was) || coalesce(f.answers_were, '{}')) as original
      where f.review_id = r.id and f.deposit_was is not null), '{}')
    || jsonb_strip_nulls(jsonb_build_object(
      'property_type', r.property_type,
      'duration', r.duration,
      'would_recommend', r.would_recommend::text,
      'move_out_intent', r.move_out_intent::text,
      'how_issues_reported', r.how_issues_reported,
      'issue_resolution_status', r.issue_resolution_status,
      'management_response_time', r.management_response_time)) as answers,
    r.insert_order,
    coalesce((
      select json_agg(json_build_object(
        'text', coalesce(f.follow_up, ''), 'depositBack', f.deposit_back, 'addedOn', f.created_on) order by f.position)
      from private.follow_ups as f where f.review_id = r.id
    ), '[]') as follow_ups,
    (select json_build_object('text', a.reply_text, 'createdOn', a.created_on)
      from private.replies as a where a.review_id = r.id and a.state = 'shown') as reply
  from public.reviews as r join public.properties as home on home.id = r.property_id;
comment on view private.shown_reviews is 'Reviews with names of homes, display names, photos and follow-ups, subject to RLS.';
grant select on private.shown_reviews to site_reader;

-- Returns a review as JSON. Has no search_path, so that PostgreSQL can inline it ("return" bodies do not need one). Pass a row of a
-- subquery with "order by" or "limit": for a row of the view itself, names and photos would be looked up at each use.
create function private.review_json(review private.shown_reviews) returns json
language sql stable
return json_build_object(
  'id', review.id,
  'propertyId', review.property_id,
  'propertyName', review.property_name,
  'locality', review.locality,
  'city', review.city,
  'rating', review.rating,
  'comment', review.review_text,
  'displayName', review.display_name,
  'moveInDate', review.move_in_date,
  'verified', review.verified,
  'reported', review.reported,
  'proofUrls', review.proof_urls,
  'reportedIssues', coalesce(review.reported_issues, '[]'),
  'publishedOn', review.created_on,
  'answers', review.answers,
  'followUps', review.follow_ups,
  'reply', review.reply);

-- Returns reviews in the order of the given ids, or null. Uses a generic plan, cached per connection.
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

create view private.listed_homes with (security_invoker = true) as
  select p.id, p.property_name, p.locality, p.city, p.city_key, p.review_count, p.rating_total, p.verified_count
  from public.properties as p;
comment on view private.listed_homes is 'The columns of properties that lists show, subject to RLS.';
grant select on private.listed_homes to site_reader;

-- Returns a property with some of its matching reviews. count and totalRating cover all its reviews.
create function private.group_json(home private.listed_homes, matching_count bigint, reviews json) returns json
language sql stable
return json_build_object(
  'propertyId', home.id,
  'propertyName', home.property_name,
  'locality', home.locality,
  'city', home.city,
  'count', home.review_count,
  'totalRating', home.rating_total,
  'matchingCount', matching_count,
  'reviews', coalesce(reviews, '[]'));

-- Returns the approximate maximum size of a list response: 45 long reviews made a page of 16 MB.
create function private.max_list_bytes() returns integer
language sql immutable return 300000;

create function private.fitting_reviews(reviews json) returns json
language sql stable set search_path = '' as $$
  select case
    when octet_length(reviews::text) <= private.max_list_bytes() then reviews
    else (
      select json_agg(review order by number)
      from (
        select review, number, sum(octet_length(review::text)) over (order by number) as bytes
        from json_array_elements(reviews) with ordinality as listed (review, number)
      ) as sized
      where number = 1 or bytes <= private.max_list_bytes()
    )
  end
$$;

-- Returns the first properties that fit into max_list_bytes(). If even the first is too large, returns it with only its first reviews.
create function private.fitting_groups(groups json) returns json
language sql stable set search_path = '' as $$
  select case
    when octet_length(groups::text) <= private.max_list_bytes() then groups
    else (
      select json_agg(
        case
          when bytes <= private.max_list_bytes() then listed_group
          else (listed_group::jsonb || jsonb_build_object('reviews', private.fitting_reviews(listed_group -> 'reviews')))::json
        end order by number)
      from (
        select listed_group, number, sum(octet_length(listed_group::text)) over (order by number) as bytes
        from json_array_elements(groups) with ordinality as listed (listed_group, number)
      ) as sized
      where number = 1 or bytes <= private.max_list_bytes()
    )
  end
$$;

-- Returns the first reviews that fit a response, at most page_size, and the cursor of the others.
create function private.page_of_reviews(ids uuid[], page_size integer, out reviews json, out next uuid)
language plpgsql stable set search_path = '' as $$
begin
  reviews := private.fitting_reviews(private.reviews_json(ids[:page_size]));
  next := case when json_array_length(reviews) < cardinality(ids) then ids[json_array_length(reviews)] end;
end $$;

create function private.refuse_cursor() returns void
language plpgsql set search_path = '' as $$
begin
  perform private.refuse(400, 'This link to more results is damaged. Start again from the first page.');
end $$;

create function private.cursor_id(cursor text) returns uuid
language plpgsql immutable set search_path = '' as $$
begin
  if cursor !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    perform private.refuse_cursor();
  end if;
  return cursor;
end $$;

-- Returns the review of a cursor, or null for the first page. Refuses a malformed cursor, or one of another property.
create function private.review_cursor(cursor text, property_id uuid) returns uuid
language plpgsql stable set search_path = '' as $$
declare
  last_id constant uuid := case when cursor <> '' then private.cursor_id(cursor) end;
begin
  if last_id is not null then
    perform from public.reviews as r where r.id = last_id and r.property_id = review_cursor.property_id;
    if not found then
      perform private.refuse_cursor();
    end if;
  end if;
  return last_id;
end $$;

-- Returns the ids of a page of properties. Each kind of list has a query with a cached generic plan: custom plans spent a fifth of
-- the time on planning.
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

-- Returns properties with the first of their reviews, or of their verified ones. Each sort order has a query with a cached generic plan,
-- which reads no more reviews than it returns.
create function private.whole_groups(page uuid[], is_verified_only boolean, is_by_rating boolean, review_limit integer) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  if is_verified_only then
    return (
      select json_agg(private.group_json(p, p.verified_count, listed.reviews) order by place.number)
      from unnest(page) with ordinality as place (id, number)
      join private.listed_homes as p on p.id = place.id
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
      select json_agg(private.group_json(p, p.review_count, listed.reviews) order by place.number)
      from unnest(page) with ordinality as place (id, number)
      join private.listed_homes as p on p.id = place.id
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
    select json_agg(private.group_json(p, p.review_count, listed.reviews) order by place.number)
    from unnest(page) with ordinality as place (id, number)
    join private.listed_homes as p on p.id = place.id
    cross join lateral (
      select json_agg(private.review_json(newest)) as reviews
      from (
        select * from private.shown_reviews as r where r.property_id = p.id
        order by r.created_on desc, r.insert_order desc limit review_limit
      ) as newest
    ) as listed
  );
end $$;

-- Returns properties with their match counts and reviews. Row N of ids has the review ids of property N, padded with nulls.
create function private.groups_json(homes uuid[], matching_counts bigint[], ids uuid[]) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  return (
    select json_agg(
      private.group_json(p, matching_counts[home.number], (
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
    join private.listed_homes as p on p.id = home.id
  );
end $$;

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
    -- Pads the ids with nulls: array_agg makes a two-dimensional array only of arrays of equal length.
    array_agg((matching.ids || array_fill(null::uuid, array[review_limit]))[:review_limit] order by place.number)
  into counts, ids
  from unnest(page) with ordinality as place (id, number)
  cross join lateral private.matching_reviews(place.id, words, is_verified_only, is_by_rating, null, review_limit) as matching;
  return private.groups_json(page, counts, ids);
end $$;

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

-- Sorts within each group; "verified" also filters. Without a search, counts come from public.properties. A page has at most 120 reviews,
-- so that few are read in vain if it does not fit a response.
create function public.browse_properties(
  search text default '', city text default '', sort text default 'recent', after text default null,
  page_size integer default 10, reviews_per_group integer default 6, exact boolean default false
) returns json
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
declare
  -- Skipped without arguments: the calls would take a tenth of the first page's 1.1 ms.
  wanted_city constant text := case when city <> '' then private.city_key(city) end;
  searched text := nullif(search, '');
  parts private.search_part[] := case when search <> '' then nullif(private.understand(search, wanted_city), '{}') end;
  asked private.search;
  is_verified_only constant boolean := coalesce(sort = 'verified', false);
  is_by_rating constant boolean := coalesce(sort = 'rating', false);
  review_limit constant integer := least(greatest(coalesce(reviews_per_group, 6), 1), 60);
  group_limit constant integer := least(greatest(coalesce(page_size, 10), 1), 50, 120 / review_limit);
  after_key text[] := array['', '', ''];
  page uuid[];
  next_cursor uuid;
  groups json;
  relaxation record;
  relaxed json;
begin
  if after <> '' then
    select array[p.name_key, p.locality_key, p.city_key] into after_key
    from public.properties as p where p.id = private.cursor_id(after);
    if not found then
      perform private.refuse_cursor();
    end if;
  end if;

  asked := private.search_of(parts, wanted_city, is_verified_only, after_key, group_limit + 1);
  if asked.words = '{}' and asked.masks = '{}' then
    page := private.listed_page(asked.city_key, is_verified_only, after_key, group_limit + 1);
  else
    select matching.page, matching.searched_to into page, next_cursor from private.matching_page(asked) as matching;
  end if;
  if page = '{}' and parts is not null and next_cursor is null and coalesce(after, '') = '' then
    select * into relaxation from private.relax_search(search, parts, wanted_city, is_verified_only, group_limit + 1) where not coalesce(exact, false);
    if relaxation.searched is null then
      return (
        select json_build_object(
          'groups', '[]'::json, 'next', null, 'understood', private.parts_json(parts, search),
          'similar', private.similar_homes(array(select p.word from unnest(parts) as p where p.meaning in ('home', 'place', 'word')), wanted_city),
          'place', found.place, 'nearby', coalesce(found.nearby, '[]'))
        from private.place_of_search(parts, wanted_city) as found);
    end if;
    parts := relaxation.parts;
    page := relaxation.page;
    next_cursor := relaxation.searched_to;
    searched := relaxation.searched;
    relaxed := json_build_object('search', searched, 'leftOut', relaxation.left_out, 'isReplaced', relaxation.is_replaced);
    asked := private.search_of(parts, wanted_city, is_verified_only, after_key, group_limit + 1);
  end if;
  if cardinality(page) > group_limit then
    page := page[:group_limit];
    next_cursor := page[group_limit];
  end if;

  groups := private.fitting_groups(case
    when asked.words = '{}' then private.whole_groups(page, is_verified_only, is_by_rating, review_limit)
    else private.matching_groups(page, asked.words, is_verified_only, is_by_rating, review_limit)
  end);
  if json_array_length(groups) < cardinality(page) then
    next_cursor := page[json_array_length(groups)];
  end if;
  -- Without nulls: version 1.0.0 expects relaxed to be missing.
  return case
    when parts is null then json_build_object('groups', coalesce(groups, '[]'), 'next', next_cursor)
    when relaxed is null then
      json_build_object('groups', coalesce(groups, '[]'), 'next', next_cursor, 'understood', private.parts_json(parts, searched))
    else json_build_object(
      'groups', coalesce(groups, '[]'), 'next', next_cursor, 'understood', private.parts_json(parts, searched), 'relaxed', relaxed)
  end;
end $$;
comment on function public.browse_properties(text, text, text, text, integer, integer, boolean) is
  'A page of properties with their first reviews: {groups, next}. {understood} are the parts of the search, {relaxed} the search used instead if one that is not exact has no results, {similar} properties if that has none either. sort is recent, rating or verified; after is next of the previous page.';

-- A filter for the reviews of a property; nulls match all. "answers" is for questions without a column.
create type private.review_filter as (with_photos boolean, answers jsonb, move_in_year integer, topic text);

-- Returns the newest reviews of a property before a position in its list that match the filter: of one rating, or of all (null).
-- Each index has a query with a cached generic plan.
create function private.next_reviews(
  property_id uuid, rating integer, filter private.review_filter, before_day date, before_order bigint, at_most integer
) returns uuid[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  with_photos constant boolean := coalesce(filter.with_photos, false);
  is_filtered constant boolean := filter.answers is not null or filter.move_in_year is not null or filter.topic is not null;
begin
  if is_filtered and rating is null then
    return array(
      select r.id from public.reviews as r
      where r.property_id = next_reviews.property_id and (r.created_on, r.insert_order) < (before_day, before_order)
        and (filter.answers is null or r.answers @> filter.answers)
        and (filter.move_in_year is null or date_part('year', r.move_in_date) = filter.move_in_year)
        and (filter.topic is null or filter.topic = any (r.topics))
        and (not with_photos or r.verified and exists (select from private.review_proofs as proof where proof.review_id = r.id))
      order by r.created_on desc, r.insert_order desc limit at_most);
  elsif is_filtered then
    return array(
      select r.id from public.reviews as r
      where r.property_id = next_reviews.property_id and r.rating = next_reviews.rating
        and (r.created_on, r.insert_order) < (before_day, before_order)
        and (filter.answers is null or r.answers @> filter.answers)
        and (filter.move_in_year is null or date_part('year', r.move_in_date) = filter.move_in_year)
        and (filter.topic is null or filter.topic = any (r.topics))
        and (not with_photos or r.verified and exists (select from private.review_proofs as proof where proof.review_id = r.id))
      order by r.created_on desc, r.insert_order desc limit at_most);
  elsif rating is null and with_photos then
    return array(
      select r.id from private.shown_reviews as r
      where r.property_id = next_reviews.property_id and r.verified and (r.created_on, r.insert_order) < (before_day, before_order)
      order by r.created_on desc, r.insert_order desc limit at_most);
  elsif rating is null then
    return array(
      select r.id from public.reviews as r
      where r.property_id = next_reviews.property_id and (r.created_on, r.insert_order) < (before_day, before_order)
      order by r.created_on desc, r.insert_order desc limit at_most);
  elsif with_photos then
    return array(
      select r.id from private.shown_reviews as r
      where r.property_id = next_reviews.property_id and r.rating = next_reviews.rating and r.verified
        and (r.created_on, r.insert_order) < (before_day, before_order)
      order by r.created_on desc, r.insert_order desc limit at_most);
  end if;
  return array(
    select r.id from public.reviews as r
    where r.property_id = next_reviews.property_id and r.rating = next_reviews.rating
      and (r.created_on, r.insert_order) < (before_day, before_order)
    order by r.created_on desc, r.insert_order desc limit at_most);
end $$;

-- Returns the next reviews of a property, optionally after one of them: rating by rating, each newest first. The rating null means all
-- ratings together; at_most null means no limit.
create function private.ordered_reviews(
  property_id uuid, ratings integer[], filter private.review_filter, after uuid, at_most integer
) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  last_day date := 'infinity';
  last_order bigint := 0;
  last_rating integer;
  listed_rating integer;
  page uuid[] := '{}';
begin
  if after is not null then
    select r.created_on, r.insert_order, r.rating into last_day, last_order, last_rating from public.reviews as r where r.id = after;
  end if;
  foreach listed_rating in array ratings[coalesce(array_position(ratings, last_rating), 1):] loop
    page := page || private.next_reviews(property_id, listed_rating, filter, last_day, last_order, at_most - cardinality(page));
    exit when cardinality(page) >= at_most;
    last_day := 'infinity';
  end loop;
  return page;
end $$;

create function public.property_reviews(
  property_id uuid, search text default '', city text default '', sort text default 'recent',
  after text default null, page_size integer default 60
) returns json
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
declare
  wanted_city constant text := case when city <> '' then private.city_key(city) end;
  words constant text[] := case
    when search <> '' then (private.search_of(private.understand(search, wanted_city), wanted_city, false, null, null)).words else '{}' end;
  is_verified_only constant boolean := coalesce(sort = 'verified', false);
  is_by_rating constant boolean := coalesce(sort = 'rating', false);
  review_limit constant integer := least(greatest(coalesce(page_size, 60), 1), 60);
  home private.listed_homes;
  last_id uuid;
  matching_count bigint;
  ids uuid[];
begin
  select h.* into home
  from private.listed_homes as h
  where h.id = property_reviews.property_id and (wanted_city is null or h.city_key = wanted_city);
  if not found then
    return json_build_object('group', null, 'next', null);
  end if;
  last_id := private.review_cursor(after, home.id);
  if words <> '{}' then
    select matching.count, matching.ids into matching_count, ids
    from private.matching_reviews(home.id, words, is_verified_only, is_by_rating, last_id, review_limit + 1) as matching;
  else
    matching_count := case when is_verified_only then home.verified_count else home.review_count end;
    ids := private.ordered_reviews(
      home.id, case when is_by_rating then '{5,4,3,2,1}'::integer[] else '{null}' end, (is_verified_only, null, null, null), last_id,
      review_limit + 1);
  end if;
  return (
    select json_build_object(
      'group', case when matching_count > 0 then private.group_json(home, matching_count, page.reviews) end, 'next', page.next)
    from private.page_of_reviews(ids, review_limit) as page
  );
end $$;
comment on function public.property_reviews(uuid, text, text, text, text, integer) is
  'A page of one property''s reviews: {group, next}; group is null if nothing matches.';

create function public.review_in_context(review_id uuid, reviews_per_group integer default 6) returns json
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
begin
  return (
    select private.group_json(p, p.review_count, private.fitting_reviews(private.reviews_json(wanted.id || array(
      select r.id from public.reviews as r
      where r.property_id = p.id and r.id <> wanted.id
      order by r.created_on desc, r.insert_order desc
      limit least(greatest(coalesce(reviews_per_group, 6), 1), 60) - 1
    ))))
    from public.reviews as wanted
    join private.listed_homes as p on p.id = wanted.property_id
    where wanted.id = review_in_context.review_id
  );
end $$;
comment on function public.review_in_context(uuid, integer) is
  'The group of a review with that review first, then the newest others; null if it does not exist or is hidden.';

-- Returns the names behind the emails with most visible reviews this month in India, at most ten. Ranks each review without an
-- email separately: grouped by author, they would show what one person wrote. Uses subqueries for the days, since a join would read
-- all reviews: 1.2 s at a million.
create function private.reviewers_of_month(at timestamptz default now()) returns table (label text, count bigint)
language sql stable security definer set search_path = '' as $$
  with days as (
    select date_trunc('month', at at time zone 'Asia/Kolkata')::date as first, (date_trunc('month', at at time zone 'Asia/Kolkata') + interval '1 month')::date as next
  ),
  placed as (
    select counted.*, row_number() over (order by review_count desc, first_at, email) as place
    from (
      (select m.email, m.review_count, m.first_at from private.monthly_reviewers as m where m.month = (select first from days)
       order by m.review_count desc, m.first_at, m.email limit 10)
      union all
      (select null, 1, r.created_at from public.reviews as r
       where r.created_on >= (select first from days) and r.created_on < (select next from days) and r.hidden_at is null and r.is_counted
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
  'The authors with most visible reviews this month in India: up to ten {label, count}, in descending order.';

create function private.is_my_review(review_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.review_authors as a where a.review_id = is_my_review.review_id and a.user_id = (select auth.uid())
  )
$$;

-- Returns the id of the caller's review that has this id or was sent with it, or null.
create function private.my_review_id(given uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select a.review_id from private.review_authors as a
  where a.user_id = (select auth.uid()) and a.review_id in (given, private.own_review_id(a.user_id, given))
$$;

-- Tells an author whose submission got no response whether it was stored.
create function public.my_review(review_id uuid) returns json
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
declare
  answer json;
  my_id uuid;
begin
  perform private.signed_in_account();
  my_id := private.my_review_id(review_id);
  if my_id is null then
    return null;
  end if;
  select json_build_object(
    'id', my_id, 'propertyId', r.property_id, 'propertyName', home.property_name, 'locality', home.locality, 'city', home.city,
    'comment', r.review_text, 'depositBack', r.answers ->> 'deposit_back')
  into answer
  from public.reviews as r join public.properties as home on home.id = r.property_id where r.id = my_id;
  return coalesce(answer, json_build_object('id', my_id, 'hidden', true));
end $$;
comment on function public.my_review(uuid) is
  'The caller''s own review with this id, or sent with it: {id, propertyId, propertyName, locality, city, comment, depositBack}, '
  '{id, "hidden": true}, or null.';
