-- How a search finds its properties. Under row-level security ilike may not use an index, because it could tell about rows
-- that the caller may not see. So the functions that search are security definer, are open to site_reader alone, and tell ids
-- and counts of what is visible.

-- Trigrams find nothing shorter than three letters in a row, and cut syllables of Indian scripts apart. Single characters and
-- pairs find them all: a search for two letters that occur nowhere read every review (305 ms at a million).
create function private.short_grams(given text) returns text[]
language sql immutable strict parallel safe set search_path = '' as $$
  select array(
    select single from unnest(characters) as single
    union
    select first || second from unnest(characters[:cardinality(characters) - 1], characters[2:]) as pair (first, second)
  )
  from (select string_to_array(lower(given), null) as characters) as split
$$;
comment on function private.short_grams(text) is 'The characters of a text and its pairs of neighbours, each once, in lower case.';

create index properties_search on public.properties using gin (search_text extensions.gin_trgm_ops);
create index properties_short_search on public.properties using gin (private.short_grams(search_text));
-- A word that is common elsewhere and rare in one city: the index meets word and city at once.
create index reviews_search on public.reviews
  using gin (private.name_key(city) extensions.text_ops, review_text extensions.gin_trgm_ops);
create index reviews_short_search on public.reviews using gin (private.short_grams(review_text));

create function private.search_words(search text) returns text
language sql immutable set search_path = '' as $$
  select nullif(lower(btrim(left(btrim(regexp_replace(left(search, 200), '[\u0001-\u001f\u007f-\u009f]+', ' ', 'g')), 100))), '')
$$;
comment on function private.search_words(text) is 'A search as it is looked for: at most 100 characters in lower case; null when there is nothing to search.';

-- Security definer: site_reader may not read private.city_aliases. What comes out is what was given, or a city's name.
create function private.city_key(city text) returns text
language sql stable security definer set search_path = '' as $$
  select nullif(private.name_key(private.current_city(left(city, 200))), '')
$$;
comment on function private.city_key(text) is 'A city, under any of its names, as properties.city_key spells it; null when none is chosen.';

-- A search for "bangalore" finds what is in Bengaluru, and one for "bengaluru" what was written about Bangalore: a city's name
-- in a search stands for all its names. Must match app/domain/cities.ts.
create function private.search_patterns(words text) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  in_plain_words constant text := private.plain_words(words);
  named record;
  spellings text[] := array[words];
begin
  if words is null then
    return null;
  end if;
  select n.name, n.city into named
  from (
    select alias as name, city from private.city_aliases where strpos(in_plain_words, alias_words) > 0
    union all
    select city, city from private.city_aliases where strpos(in_plain_words, city_words) > 0
  ) as n
  order by char_length(n.name) desc, n.name
  limit 1;
  if found then
    spellings := spellings || array(
      select regexp_replace(words, '\m' || lower(named.name) || '\M', lower(other.name), 'g')
      from (select alias as name from private.city_aliases where city = named.city union select named.city) as other
    );
    -- "new delhi" is found wherever "delhi" is.
    spellings := array(
      select distinct spelling from unnest(spellings) as spelling
      where not exists (select from unnest(spellings) as part where part <> spelling and strpos(spelling, part) > 0)
      order by spelling
    );
  end if;
  return array(select '%' || regexp_replace(spelling, '([\\%_])', '\\\1', 'g') || '%' from unnest(spellings) as spelling);
end $$;
comment on function private.search_patterns(text) is
  'Patterns for ilike, in lower case, one for each name of a city in the search, every character literal; null when there is nothing to search.';

-- "tablesample system" looks at the number of every page of a table to choose twenty (4 ms at a million reviews, 40 at ten)
-- and chooses others each time, which have to be read from the disk. These stay the same for an hour.
create function private.sampled_rows(sampled regclass) returns tid[]
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
comment on function private.sampled_rows(regclass) is
  'Places of up to thirty rows each of up to twenty pages of a table, chosen by the hour; not every place has a row.';

create function private.is_common(patterns text[]) returns boolean
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  review_places constant tid[] := private.sampled_rows('public.reviews');
  property_places constant tid[] := private.sampled_rows('public.properties');
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
comment on function private.is_common(text[]) is 'Whether about one in fifty reviews or properties matches a search, by a sample.';

-- The page of a search is found in one of two ways. Walking the properties in their order and looking into each is fast where
-- many match; looking all matches up in the trigram index is fast where few do. Which it is shows on the way: the walk begins,
-- and goes on while it finds one in a hundred, or while a sample of the tables says that there must be more. That a word is in
-- half of all reviews costs a few steps, that it is in none costs 200.
--
-- Planned for the pattern at hand; enable_seqscan would be worth it only for what the walk finds sooner.
create function private.matching_page(
  words text, patterns text[], wanted_city text, is_verified_only boolean, after text[], at_most integer
) returns uuid[]
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  -- A property with more reviews than these answers the walk only if one of its newest matches.
  reviews_looked_into constant integer := 500;
  -- What trigrams cannot find: no three letters in a row.
  grams constant text[] := case when words !~ '[[:alnum:]]{3}' then private.short_grams(words) end;
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
                where r.property_id = p.id and r.hidden_at is null and (not is_verified_only or r.verified and exists (select from private.review_proofs as proof where proof.review_id = r.id offset 0))
                order by r.created_on desc, r.insert_order desc
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
      is_common := coalesce(is_common, private.is_common(patterns));
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
            and (wanted_city is null or private.name_key(r.city) = wanted_city)
            and (not is_verified_only or r.verified and exists (select from private.review_proofs as proof where proof.review_id = r.id offset 0))
        );
    else
      candidates := candidates
        || array(
          select p.id from public.properties as p
          where p.review_count > 0 and private.short_grams(p.search_text) @> grams and p.search_text ilike pattern
        )
        || array(
          select distinct r.property_id from public.reviews as r
          where r.hidden_at is null and private.short_grams(r.review_text) @> grams and r.review_text ilike pattern
            and (wanted_city is null or private.name_key(r.city) = wanted_city)
            and (not is_verified_only or r.verified and exists (select from private.review_proofs as proof where proof.review_id = r.id offset 0))
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
comment on function private.matching_page(text, text[], text, boolean, text[], integer) is
  'The first properties after a place in the order that match a search by name, locality, city or a review.';

-- A home of thousands of reviews of which few hold a word that is rare everywhere: the index finds them. A word that is common
-- elsewhere is not looked up, because the index would collect all of it to find what one home has.
create function private.matching_total(
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
        order by r.created_on desc, r.insert_order desc
        limit 200
      ) as n
    ) as newest;
    -- Of fewer reviews all are read sooner than a word that is common elsewhere is looked up.
    is_rare := is_rare and (review_count >= 4000 or not private.is_common(patterns));
  end if;
  if is_rare then
    select count(*), coalesce(sum(r.rating), 0) into count, rating_total
    from public.reviews as r
    where r.property_id = matching_total.property_id and r.hidden_at is null
      and r.review_text ilike pattern and (not is_verified_only or r.verified and exists (select from private.review_proofs as proof where proof.review_id = r.id offset 0));
  else
    -- Patterns are in lower case, as most of what matches: "like" then answers in a third of the time.
    select count(*), coalesce(sum(r.rating), 0) into count, rating_total
    from public.reviews as r
    where r.property_id = matching_total.property_id and r.hidden_at is null
      -- "is true" keeps the planner from looking up in the trigram index what nearly all reviews have.
      and (r.review_text like any (patterns) or r.review_text ilike any (patterns)) is true
      and (not is_verified_only or r.verified and exists (select from private.review_proofs as proof where proof.review_id = r.id offset 0));
  end if;
end $$;
comment on function private.matching_total(uuid, text[], boolean) is
  'How many visible reviews of a property match a search, the sum of their ratings, and whether few of many do.';

create function private.rare_matches(
  property_id uuid, pattern text, is_verified_only boolean, is_by_rating boolean, at_most integer
) returns uuid[]
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  return array(
    select found.id
    from (
      select r.id, r.rating, r.created_on, r.insert_order
      from public.reviews as r
      where r.property_id = rare_matches.property_id and r.hidden_at is null
        and r.review_text ilike pattern and (not is_verified_only or r.verified and exists (select from private.review_proofs as proof where proof.review_id = r.id offset 0))
      -- Apart from the sorting, or the planner walks along the newest to meet the first few.
      offset 0
    ) as found
    order by case when is_by_rating then found.rating end desc, found.created_on desc, found.insert_order desc
    limit at_most
  );
end $$;
comment on function private.rare_matches(uuid, text, boolean, boolean, integer) is
  'The first reviews of a property that match, where few of many do; all of them for null.';

revoke execute on all functions in schema private from public;
-- An index expression is evaluated as the role that inserts.
grant execute on function private.name_key(text), private.short_grams(text) to authenticated, service_role;
grant execute on function
  private.search_words(text), private.city_key(text), private.search_patterns(text),
  private.matching_page(text, text[], text, boolean, text[], integer), private.matching_total(uuid, text[], boolean),
  private.rare_matches(uuid, text, boolean, boolean, integer)
to site_reader;
