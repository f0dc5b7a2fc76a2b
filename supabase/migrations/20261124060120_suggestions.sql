-- Suggestions. Names are compared word by word: comparing them whole by trigrams took 200 ms at 60,000 homes, since so many names
-- share "PG for Ladies". A word stands for all known words that begin with it, or, where there is none (a typing mistake), for
-- those that are most like it.

-- The known words that begin like this, or else those that are most like it.
create function private.words_meant(typed text) returns text[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  meant text[] := array(
    select w.word from private.known_words as w
    where w.word >= typed and w.word < typed || U&'\+10FFFF'
    order by w.word limit 50);
begin
  if meant = '{}' and char_length(typed) > 2 then
    meant := array(
      select w.word from private.known_words as w
      where typed operator(extensions.%) w.word
      order by extensions.similarity(typed, w.word) desc, w.word limit 5);
  end if;
  return meant;
end $$;

-- Up to five visible homes whose name begins like this, or whose names have all its words.
-- Security definer: site_reader may not read words, and cannot use an index of arrays under RLS. Returns ids of visible homes.
-- Custom plans, since a beginning is that of two names or of half of all. At most 200 homes are compared.
create function private.suggested_homes(term text, wanted_city text) returns uuid[]
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  begins constant text := private.fold(left(private.clean_line(left(term, 200)), 60));
  key_of_city constant text := case when wanted_city <> '' then private.city_key(wanted_city) end;
  found_homes uuid[];
  conditions text;
  more_homes uuid[];
begin
  if begins = '' then
    return '{}';
  end if;
  found_homes := array(
    select id
    from (
      select p.id, p.review_count, p.name_key from public.properties as p
      where p.name_key >= begins and p.name_key < begins || U&'\+10FFFF'
        and p.review_count > 0 and (key_of_city is null or p.city_key = key_of_city)
      order by p.name_key limit 50
    ) as beginning
    order by review_count desc, name_key limit 5);
  if cardinality(found_homes) = 5 then
    return found_homes;
  end if;
  select string_agg(format('p.words && %L::text[]', private.words_meant(word)), ' and ') into conditions
  from (select distinct word from unnest(string_to_array(begins, ' ')) as word) as typed;
  if conditions is null then
    return found_homes;
  end if;
  execute format($query$
    select array(
      select id
      from (
        select p.id, p.review_count, p.name_key, extensions.similarity($1, p.name_key) as likeness
        from public.properties as p
        where %s and p.review_count > 0 and ($2 is null or p.city_key = $2) and p.id <> all ($3)
        limit 200
      ) as like_it
      order by likeness desc, review_count desc, name_key limit $4)$query$, conditions)
  into more_homes using begins, key_of_city, found_homes, 5 - cardinality(found_homes);
  return found_homes || more_homes;
end $$;

-- Up to three localities and three cities whose name begins like this, or has something much like it.
-- A city is found by its other names, too. The planner takes comparing words for as cheap as comparing numbers: reading all
-- places took 30 ms.
-- Security definer: site_reader may not read words and the other names of cities.
create function private.suggested_places(term text, wanted_city text) returns setof private.places
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  key constant text := private.fold(left(private.clean_line(left(term, 200)), 60));
  slug constant text := case when wanted_city <> '' then private.city_slug(wanted_city) end;
begin
  if key = '' then
    return;
  end if;
  -- "banglore" has 0.58 of Bangalore.
  perform set_config('pg_trgm.word_similarity_threshold', '0.5', true);
  return query
    with named as (
      select place, 2 as likeness from (
        select p as place from private.places as p
        where p.search_key >= key and p.search_key < key || U&'\+10FFFF' limit 200
      ) as beginning
      union all
      select place, extensions.word_similarity(key, (place).search_key) from (
        select p as place from private.places as p where char_length(key) > 2 and key operator(extensions.<%) p.search_key limit 200
      ) as like_it
      union all
      select place, likeness from (
        select p as place, case when starts_with(known, key) then 2 else extensions.word_similarity(key, known) end as likeness
        from private.city_aliases as a
        cross join lateral btrim(a.alias_words) as known
        join private.places as p on p.city_slug = a.city_slug and p.locality_slug = ''
      ) as alias
      where likeness > 0.5
    ),
    best as (
      select place, max(likeness) as likeness from named
      where slug is null or (place).city_slug = slug
      group by place
    ),
    ranked as (
      select place, row_number() over (
        partition by (place).locality is null order by likeness desc, (place).home_count desc, (place).city_slug, (place).locality_slug) as number
      from best
    )
    select (place).* from ranked where number <= 3 order by number;
end $$;

create function public.suggest_homes(term text, city text default '') returns json
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
begin
  return (
    select json_build_object(
      'homes', (
        select coalesce(json_agg(json_build_object(
          'property_id', p.id, 'property_name', p.property_name, 'locality', p.locality, 'city', p.city,
          'count', p.review_count, 'rating_total', p.rating_total) order by place.number), '[]')
        from unnest(private.suggested_homes(term, suggest_homes.city)) with ordinality as place (id, number)
        join public.properties as p on p.id = place.id),
      'localities', coalesce(json_agg(json_build_object('locality', place.locality, 'city', place.city, 'home_count', place.home_count))
        filter (where place.locality is not null), '[]'),
      'cities', coalesce(json_agg(json_build_object('city', place.city, 'home_count', place.home_count))
        filter (where place.locality is null), '[]'))
    from private.suggested_places(term, suggest_homes.city) as place
  );
end $$;
comment on function public.suggest_homes(text, text) is
  'Suggestions for the beginning of a name: {homes, localities, cities}, at most five, three and three, of one city or all.';
