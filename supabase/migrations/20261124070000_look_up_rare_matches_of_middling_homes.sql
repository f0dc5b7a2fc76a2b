-- A home of 1,000 to 4,000 reviews was read to its end twice, for the count and for the list, where few of them hold a word:
-- 50 ms of the 65 that the search took. A word that is rare everywhere is now looked up in the trigram index there, too.
-- A word that is common elsewhere is not: the index would collect all of it to find what one home has.

-- "tablesample system" looks at the number of every page of a table to choose twenty (4 ms at a million reviews, 40 at ten)
-- and chooses others each time, which have to be read from the disk. These stay the same for an hour.
create function browsing.sampled_rows(sampled regclass) returns tid[]
language sql stable set search_path = '' as $$
  select array_agg(format('(%s,%s)', page.number, item)::tid)
  from (select pg_catalog.pg_relation_size(sampled) / pg_catalog.current_setting('block_size')::integer as pages) as size
  cross join lateral (
    select distinct
      case
        when size.pages <= 20 then n
        else (hashint8extended(n, date_part('epoch', date_trunc('hour', now()))::bigint) & 9223372036854775807) % size.pages
      end as number
    from generate_series(0::bigint, least(size.pages, 20) - 1) as n
  ) as page
  cross join generate_series(1, 30) as item;
$$;
comment on function browsing.sampled_rows(regclass) is
  'Places of up to thirty rows each of up to twenty pages of a table, drawn anew each hour; not every place has a row.';

create or replace function browsing.is_common(patterns text[]) returns boolean
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  review_places constant tid[] := browsing.sampled_rows('public.reviews');
  property_places constant tid[] := browsing.sampled_rows('public.properties');
begin
  return coalesce(
      (
        select count(*) filter (where r.review_text ilike any (patterns)) * 50 > count(*)
        from public.reviews as r where r.ctid = any (review_places)
      ), false)
    or coalesce(
      (
        select count(*) filter (where p.search_text ilike any (patterns)) * 50 > count(*)
        from public.properties as p where p.ctid = any (property_places)
      ), false);
end $$;

create or replace function browsing.matching_total(
  property_id uuid, patterns text[], is_verified_only boolean, out count bigint, out rating_total bigint, out is_rare boolean
)
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  -- A variable, or the planner does not know what it will be and takes it for a common word.
  pattern constant text := patterns[1];
  review_count constant integer := (select p.review_count from public.properties as p where p.id = matching_total.property_id);
begin
  is_rare := false;
  if cardinality(patterns) = 1 and review_count >= 1000 then
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
    -- Of fewer reviews all are read sooner than a word that is common elsewhere is looked up.
    is_rare := is_rare and (review_count >= 4000 or not browsing.is_common(patterns));
  end if;
  if is_rare then
    select count(*), coalesce(sum(r.rating), 0) into count, rating_total
    from public.reviews as r
    where r.property_id = matching_total.property_id and r.hidden_at is null
      and r.review_text ilike pattern and (not is_verified_only or r.verified);
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

revoke execute on function browsing.sampled_rows(regclass) from public;
