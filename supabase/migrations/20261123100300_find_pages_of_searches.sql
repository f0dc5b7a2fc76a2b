-- The page of a search is found in one of two ways. Walking the properties in their order and looking
-- into each is fast where many match; looking all matches up in the trigram index is fast where few do.
-- Nobody knows beforehand which it is, so the walk begins, and goes on while it finds one in a hundred, or
-- while a sample of the tables says that there must be more: that a word is in half of all reviews costs a
-- few steps, that it is in none costs 200.

-- Security definer: it reads hidden reviews too, and tells one rough yes or no.
create function browsing.is_common(patterns text[]) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  -- About 20 pages of each table, wherever they are.
  share_of_reviews constant real := least(100, 2000.0 / greatest((select relpages from pg_catalog.pg_class where oid = 'public.reviews'::regclass), 1));
  share_of_properties constant real := least(100, 2000.0 / greatest((select relpages from pg_catalog.pg_class where oid = 'public.properties'::regclass), 1));
begin
  return coalesce(
      (
        select count(*) filter (where s.review_text ilike any (patterns)) * 50 > count(*)
        from (select r.review_text from public.reviews as r tablesample system (share_of_reviews) limit 1000) as s
      ), false)
    or coalesce(
      (
        select count(*) filter (where s.search_text ilike any (patterns)) * 50 > count(*)
        from (select p.search_text from public.properties as p tablesample system (share_of_properties) limit 1000) as s
      ), false);
end $$;
comment on function browsing.is_common(text[]) is 'Whether about one in fifty reviews or properties matches a search, by a sample.';

-- Security definer: under row-level security ilike may not use an index, because it could tell about
-- rows that the caller may not see. This function tells only ids of properties with visible reviews.
-- Planned for the pattern at hand; enable_seqscan would be worth it only for what the walk finds sooner.
create function browsing.matching_page(
  search text, patterns text[], wanted_city text, is_verified_only boolean, after text[], at_most integer
) returns uuid[]
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  -- A property with more reviews than these answers the walk only if one of its newest matches.
  reviews_looked_into constant integer := 500;
  -- What trigrams cannot find: no three letters in a row.
  short_words constant text := lower(btrim(left(btrim(regexp_replace(search, '[\u0001-\u001f\u007f-\u009f]+', ' ', 'g')), 100)));
  grams constant text[] := case when short_words !~ '[[:alnum:]]{3}' then browsing.short_grams(short_words) end;
  place text[] := after;
  chunk_size integer := 200;
  page uuid[] := '{}';
  found_here uuid[];
  last_walked uuid;
  listed integer;
  walked integer;
  walked_in_all integer := 0;
  is_common boolean;
  pattern text;
  candidates uuid[] := '{}';
begin
  loop
    select
      coalesce(array_agg(step.id order by step.number) filter (where step.is_match and step.number < step.first_unknown), '{}'),
      (array_agg(step.id order by step.number desc) filter (where step.number < step.first_unknown))[1],
      count(*), count(*) filter (where step.number < step.first_unknown)
    into found_here, last_walked, listed, walked
    from (
      select looked.*, coalesce(min(looked.number) filter (where looked.is_match is null) over (), chunk_size + 1) as first_unknown
      from (
        select
          p.id, p.number,
          case
            when p.to_look_into > 4000 then null
            when p.search_text ilike any (patterns) then true
            when exists (
              select from (
                select r.review_text from public.reviews as r
                where r.property_id = p.id and r.hidden_at is null and (not is_verified_only or r.verified)
                order by r.created_at desc, r.id desc
                limit reviews_looked_into
              ) as newest
              where newest.review_text ilike any (patterns)
            ) then true
            when p.review_count <= reviews_looked_into then false
          end as is_match
        from (
          select
            near.*,
            row_number() over in_order as number,
            sum(least(near.review_count, reviews_looked_into)) over in_order as to_look_into
          from (
            select q.id, q.search_text, q.review_count, q.name_key, q.locality_key, q.city_key
            from public.properties as q
            where q.review_count > 0
              and (q.name_key, q.locality_key, q.city_key) > (place[1], place[2], place[3])
              and (wanted_city is null or q.city_key = wanted_city)
              and (not is_verified_only or q.verified_count > 0)
            order by q.name_key, q.locality_key, q.city_key
            limit chunk_size
          ) as near
          window in_order as (order by near.name_key, near.locality_key, near.city_key rows unbounded preceding)
        ) as p
      ) as looked
    ) as step;

    page := page || found_here;
    walked_in_all := walked_in_all + walked;
    if cardinality(page) >= at_most or (walked = listed and listed < chunk_size) then
      return page[:at_most];
    end if;
    if last_walked is not null then
      select array[p.name_key, p.locality_key, p.city_key] into place from public.properties as p where p.id = last_walked;
    end if;
    exit when walked = 0;
    if cardinality(page) * 100 < walked_in_all then
      -- Nothing here, but perhaps a little further on: what many reviews have, the index would take seconds to collect.
      is_common := coalesce(is_common, browsing.is_common(patterns));
      exit when not is_common or walked_in_all >= 3000;
    end if;
    chunk_size := 400;
  end loop;

  foreach pattern in array patterns loop
    if grams is null then
      candidates := candidates
        || array(select p.id from public.properties as p where p.review_count > 0 and p.search_text ilike pattern)
        || array(
          select distinct r.property_id from public.reviews as r
          where r.hidden_at is null and r.review_text ilike pattern
            and (wanted_city is null or lower(regexp_replace(r.city, '[\u200c\u200d]', '', 'g')) = wanted_city)
            and (not is_verified_only or r.verified)
        );
    else
      candidates := candidates
        || array(
          select p.id from public.properties as p
          where p.review_count > 0 and browsing.short_grams(p.search_text) @> grams and p.search_text ilike pattern
        )
        || array(
          select distinct r.property_id from public.reviews as r
          where r.hidden_at is null and browsing.short_grams(r.review_text) @> grams and r.review_text ilike pattern
            and (wanted_city is null or lower(regexp_replace(r.city, '[\u200c\u200d]', '', 'g')) = wanted_city)
            and (not is_verified_only or r.verified)
        );
    end if;
  end loop;

  return page || array(
    select p.id
    from (select distinct id from unnest(candidates) as candidate (id)) as candidate
    join public.properties as p on p.id = candidate.id
    where (p.name_key, p.locality_key, p.city_key) > (place[1], place[2], place[3])
      and (wanted_city is null or p.city_key = wanted_city)
      and (not is_verified_only or p.verified_count > 0)
    order by p.name_key, p.locality_key, p.city_key
    limit at_most - cardinality(page)
  );
end $$;
comment on function browsing.matching_page(text, text[], text, boolean, text[], integer) is
  'The first properties after a place in the order that match a search by name, locality, city or a review.';

-- Security definer, for the same reason; it tells numbers of visible reviews.
create function browsing.matching_total(property_id uuid, patterns text[], is_verified_only boolean, out count bigint, out rating_total bigint)
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  is_rare boolean := false;
begin
  if cardinality(patterns) = 1 then
    select newest.looked_into >= 200 and newest.matching < 20 into is_rare
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
  'How many visible reviews of a property match a search, and the sum of their ratings.';

revoke execute on function browsing.is_common(text[]) from public;
revoke execute on function
  browsing.matching_page(text, text[], text, boolean, text[], integer), browsing.matching_total(uuid, text[], boolean)
from public;
grant execute on function
  browsing.matching_page(text, text[], text, boolean, text[], integer), browsing.matching_total(uuid, text[], boolean)
to anon, authenticated, service_role;
