-- How a search finds its properties. Under RLS, like cannot use an index because its operator is not leakproof. So the search
-- functions are security definer, executable by site_reader alone, and return only ids and counts of visible rows.

-- Trigrams need three letters in a row, and split the syllables of Indian scripts. Single characters and pairs find the rest:
-- without them, a search for two letters that occur nowhere read every review (305 ms at a million).
create function private.short_grams(given text) returns text[]
language sql immutable strict parallel safe
return (
  select characters || array(select first || second from unnest(characters, characters[2:]) as pair (first, second) where second <> '')
  from string_to_array(given, null) as characters
);
comment on function private.short_grams(text) is 'The characters of a text and its pairs of adjacent characters.';

-- For words that are common overall and rare in one city: one index scan intersects words and city.
create index reviews_search on public.reviews
  using gin (private.name_key(city) extensions.text_ops, search_text extensions.gin_trgm_ops);
create index reviews_short_search on public.reviews using gin (private.short_grams(search_text));

-- Ten words, since each is compared with every review that is read. A word contained in another one is redundant. Must match
-- searchWords in app/domain/search.ts. Security definer: site_reader may not call the functions that clean text.
create function private.search_words(search text) returns text[]
language sql immutable security definer set search_path = '' as $$
  with given as (
    select word, min(place) as place
    from regexp_split_to_table(private.search_key(left(private.clean_line(left(search, 200)), 100)), '[ ,;]+')
      with ordinality as split (word, place)
    where word <> ''
    group by word
  ),
  needed as (
    select * from given
    where not exists (select from given as longer where longer.word <> given.word and strpos(longer.word, given.word) > 0)
    order by place limit 10
  )
  select array_agg(word order by place) from needed
$$;
comment on function private.search_words(text) is 'The words of a search, at most ten; null for none.';

create function private.word_patterns(words text[]) returns text[]
language sql immutable strict set search_path = '' as $$
  select array_agg('%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%' order by place)
  from unnest(words) with ordinality as given (word, place)
$$;
comment on function private.word_patterns(text[]) is 'One like pattern for each word, with its wildcards escaped.';

-- Security definer: site_reader may not read private.city_aliases. Returns its input or a city's name, nothing else.
create function private.city_key(city text) returns text
language sql stable security definer set search_path = '' as $$
  select nullif(private.name_key(private.current_city(left(city, 200))), '')
$$;
comment on function private.city_key(text) is 'The properties.city_key of a city given under any of its names; null for none.';

-- "like all" cannot use an index. One condition per word can, and the planner estimates the selectivity of each. Words without
-- three letters in a row have no trigrams: "is true" hides those from the trigram index.
create function private.word_conditions(words text[]) returns text
language sql immutable set search_path = '' as $$
  select string_agg(
    case
      when word ~ '[[:alnum:]]{3}' then format('r.search_text like %L', pattern)
      else format('(r.search_text like %L) is true and private.short_grams(r.search_text) @> %L::text[]', pattern, private.short_grams(word))
    end, ' and ')
  from unnest(words, private.word_patterns(words)) as wanted (word, pattern)
$$;
comment on function private.word_conditions(text[]) is 'SQL conditions on public.reviews as r: search_text has all these words.';

-- "tablesample system" visits every page number of the table to choose twenty (4 ms at a million reviews, 40 at ten million)
-- and chooses other, uncached pages each time. These stay the same for an hour.
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
  'Up to 30 ctids on each of up to 20 pages of a table, chosen by the hour; not every ctid has a row.';

create function private.is_common(patterns text[]) returns boolean
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  places constant tid[] := private.sampled_rows('public.reviews');
begin
  return coalesce(
    (
      select count(*) filter (where r.search_text like all (patterns)) * 50 > count(*)
      from public.reviews as r where r.ctid = any (places)
    ), false);
end $$;
comment on function private.is_common(text[]) is 'Whether more than about one in fifty reviews matches, by a sample.';

-- A page of results is found in one of two ways. Walking the properties in list order and checking each is fast where many
-- match; collecting all matches from the indexes is fast where few do. The walk begins, and goes on while one property in 300
-- matches, or while a sample of the reviews says that matches are common. Words in half of all reviews cost a few steps, words
-- in none cost 200.
--
-- Custom plans, since selectivity depends on the words. A sequential scan would pay only where the walk is faster anyway.
create function private.matching_page(
  words text[], wanted_city text, is_verified_only boolean, after text[], at_most integer
) returns uuid[]
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan set work_mem = '16MB'
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  -- Of larger properties the walk checks only the newest reviews; without a match among them, they stay undecided.
  reviews_looked_into constant integer := 500;
  patterns constant text[] := private.word_patterns(words);
  place text[] := after;
  chunk_size integer := 200;
  page uuid[] := '{}';
  found_here uuid[];
  last_walked uuid;
  listed integer;
  walked integer;
  walked_in_all integer := 0;
  is_common boolean;
  rest uuid[];
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
            when exists (
              select from (
                select r.search_text from public.reviews as r
                where r.property_id = p.id and r.hidden_at is null and (not is_verified_only or r.verified and exists (select from private.review_proofs as proof where proof.review_id = r.id offset 0))
                order by r.created_on desc, r.insert_order desc
                limit reviews_looked_into
              ) as newest
              where newest.search_text like all (patterns)
            ) then true
            when p.review_count <= reviews_looked_into then false
          end as is_match
        from (
          select
            near.*,
            row_number() over in_order as number,
            sum(least(near.review_count, reviews_looked_into)) over in_order as to_look_into
          from (
            select q.id, q.review_count, q.name_key, q.locality_key, q.city_key
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
    if cardinality(page) * 300 < walked_in_all then
      -- Few matches so far. Where they are common, the walk goes on, since collecting them from the index would take seconds.
      is_common := coalesce(is_common, private.is_common(patterns));
      exit when not is_common or walked_in_all >= 3000;
    end if;
    chunk_size := 400;
  end loop;

  execute format($query$
    select array(
      select p.id
      from (
        select distinct r.property_id as id from public.reviews as r
        where r.hidden_at is null and %s
          and ($1 is null or private.name_key(r.city) = $1)
          and (not $2 or r.verified and exists (select from private.review_proofs as proof where proof.review_id = r.id offset 0))
      ) as matching
      -- "offset 0" keeps the planner from walking all properties with the matches in a loop inside, for the sake of the limit.
      cross join lateral (
        select q.id, q.name_key, q.locality_key, q.city_key from public.properties as q where q.id = matching.id offset 0
      ) as p
      where (p.name_key, p.locality_key, p.city_key) > ($3, $4, $5)
      order by p.name_key, p.locality_key, p.city_key
      limit $6
    )$query$, private.word_conditions(words))
  into rest using wanted_city, is_verified_only, place[1], place[2], place[3], at_most - cardinality(page);
  return page || rest;
end $$;
comment on function private.matching_page(text[], text, boolean, text[], integer) is
  'The next properties in list order that have a review with all these words.';

-- Of a property with few reviews or few matches all matches are read, of a large one with many matches only the first.
-- "offset 0" keeps the planner from scanning the newest-first index for a few matches.
create function private.matching_reviews(
  property_id uuid, words text[], is_verified_only boolean, is_by_rating boolean, after uuid, at_most integer,
  out count integer, out ids uuid[]
)
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  patterns constant text[] := private.word_patterns(words);
  home public.properties;
  last public.reviews;
  conditions text := 'r.search_text like all ($7)';
begin
  select p.* into home from public.properties as p where p.id = matching_reviews.property_id;
  select r.* into last from public.reviews as r where r.id = matching_reviews.after and r.property_id = home.id;
  if home.review_count > 500 and home.search_text like all (patterns) then
    count := case when is_verified_only then home.verified_count else home.review_count end;
  elsif home.review_count > 500 then
    select count(*) into count
    from (
      select r.search_text from public.reviews as r
      where r.property_id = home.id and r.hidden_at is null and (not is_verified_only or r.verified and exists (select from private.review_proofs as proof where proof.review_id = r.id offset 0))
      order by r.created_on desc, r.insert_order desc
      limit 500
    ) as newest
    where newest.search_text like all (patterns);
    if count > 100 then
      count := 101;
    else
      count := null;
      conditions := private.word_conditions(words);
    end if;
  end if;

  if count is null then
    execute format($query$
      select count(*), coalesce((array_agg(m.id order by case when $3 then m.rating end desc, m.created_on desc, m.insert_order desc)
        filter (where $4 is null or case when $3 then (m.rating, m.created_on, m.insert_order) < ($4, $5, $6)
          else (m.created_on, m.insert_order) < ($5, $6) end))[:$8], '{}')
      from (
        select r.id, r.rating, r.created_on, r.insert_order from public.reviews as r
        where r.property_id = $1 and r.hidden_at is null and (not $2 or r.verified and exists (select from private.review_proofs as proof where proof.review_id = r.id offset 0)) and %s
        offset 0
      ) as m$query$, conditions)
    into count, ids
    using home.id, is_verified_only, is_by_rating, last.rating, last.created_on, last.insert_order, patterns, at_most;
    return;
  end if;
  ids := array(
    select r.id from public.reviews as r
    where r.property_id = home.id and r.hidden_at is null and (not is_verified_only or r.verified and exists (select from private.review_proofs as proof where proof.review_id = r.id offset 0))
      -- "is true" hides common words from the trigram index.
      and (r.search_text like all (patterns)) is true
      and (last.rating is null or case when is_by_rating then (r.rating, r.created_on, r.insert_order) < (last.rating, last.created_on, last.insert_order)
        else (r.created_on, r.insert_order) < (last.created_on, last.insert_order) end)
    order by case when is_by_rating then r.rating end desc, r.created_on desc, r.insert_order desc
    limit at_most
  );
end $$;
comment on function private.matching_reviews(uuid, text[], boolean, boolean, uuid, integer) is
  'The next reviews of a property with all these words, and how many match: exact to 100 and where all or few do, else 101.';

-- Security definer: site_reader may not read words (private.suggested_homes).
create function private.similar_homes(words text[], wanted_city text) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(json_agg(json_build_object(
      'property_id', p.id, 'property_name', p.property_name, 'locality', p.locality, 'city', p.city) order by place.number), '[]')
    from unnest((private.suggested_homes(array_to_string(words, ' '), wanted_city))[:3]) with ordinality as place (id, number)
    join public.properties as p on p.id = place.id
  );
end $$;
comment on function private.similar_homes(text[], text) is 'Up to three properties with names similar to a search without results.';

revoke execute on all functions in schema private from public;
-- Index expressions are evaluated as the role that inserts.
grant execute on function private.name_key(text), private.short_grams(text) to authenticated, service_role;
grant execute on function
  private.search_words(text), private.city_key(text),
  private.matching_page(text[], text, boolean, text[], integer),
  private.matching_reviews(uuid, text[], boolean, boolean, uuid, integer),
  private.similar_homes(text[], text)
to site_reader;
