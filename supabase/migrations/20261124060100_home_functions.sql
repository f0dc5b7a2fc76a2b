-- The read functions of the pages of homes, made like those of 20261123061200_read_functions.sql.

-- Security definer: site_reader may not read merged properties. Returns an id, and nothing that says whether it is visible.
create function private.home_with_short_id(short_id text) returns uuid
language sql stable security definer set search_path = '' as $$
  select private.home_of(p.id) from public.properties as p where p.short_id = lower(left(home_with_short_id.short_id, 9))
$$;
comment on function private.home_with_short_id(text) is 'The property with these first digits, or the one that it is merged into.';

-- "Bengaluru" under any of its names, as it stands in an address or as it is typed.
-- Security definer: site_reader may not read private.city_aliases.
create function private.city_slug(city text) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select p.city_slug from private.places as p where p.city_slug = given and p.locality_slug = ''),
    (select a.city_slug from private.city_aliases as a where a.alias_slug = given limit 1),
    given)
  from private.slug(private.clean_line(left(city_slug.city, 200))) as given
$$;
comment on function private.city_slug(text) is 'The slug of a city given by any of its names.';

create function private.locality_slug(locality text) returns text
language sql immutable security definer set search_path = '' as $$
  select private.slug(private.clean_line(left(locality_slug.locality, 300)))
$$;
comment on function private.locality_slug(text) is 'The slug of a locality, given as a slug or as it is typed.';

-- A generic plan, cached by the connection.
create function private.home_summaries(ids uuid[]) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  return coalesce((
    select json_agg(json_build_object(
      'property_id', p.id,
      'property_name', p.property_name,
      'locality', p.locality,
      'city', p.city,
      'count', p.review_count,
      'rating_total', p.rating_total,
      'last_review_on', f.last_day,
      'recommend_yes', coalesce((f.figures ->> 'would_recommend:true')::integer, 0),
      'recommend_no', coalesce((f.figures ->> 'would_recommend:false')::integer, 0),
      'excerpt', case
        when char_length(newest.beginning) <= 160 then newest.beginning
        else regexp_replace(left(newest.beginning, 159), '\s+\S*$', '') || '…'
      end) order by place.number)
    from unnest(ids) with ordinality as place (id, number)
    join public.properties as p on p.id = place.id
    join private.property_figures as f on f.property_id = p.id
    cross join lateral (
      select btrim(regexp_replace(left(r.review_text, 400), '\s+', ' ', 'g')) as beginning
      from public.reviews as r where r.property_id = p.id
      order by r.created_on desc, r.insert_order desc limit 1
    ) as newest
  ), '[]');
end $$;
comment on function private.home_summaries(uuid[]) is 'Homes as lists show them, with the beginning of the newest review, in the order of the ids.';

create function public.home(short_id text) returns json
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
declare
  home_id constant uuid := private.home_with_short_id(short_id);
begin
  return (
    select json_build_object(
      'property_id', p.id,
      'property_name', p.property_name,
      'locality', p.locality,
      'city', p.city,
      'count', p.review_count,
      'rating_total', p.rating_total,
      'last_review_on', f.last_day,
      'figures', f.figures,
      'nearby', private.home_summaries(array(
        select near.property_id from private.property_figures as near
        where near.city_slug = f.city_slug and near.locality_slug = f.locality_slug and near.property_id <> f.property_id
        order by near.last_day desc, near.last_order desc limit 4)))
    from public.properties as p join private.property_figures as f on f.property_id = p.id
    where p.id = home_id
  );
end $$;
comment on function public.home(text) is
  'A home by the first eight digits of its id, with its figures and up to four others of its locality; null when it has no visible review.';

-- One query for each index, so that each gets a cached generic plan.
create function private.next_reviews(
  property_id uuid, rating integer, with_photos boolean, before_day date, before_order bigint, at_most integer
) returns uuid[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  if rating is null and with_photos then
    return array(
      select r.id from public.reviews as r
      where r.property_id = next_reviews.property_id and r.verified
        and exists (select from private.review_proofs as proof where proof.review_id = r.id offset 0)
        and (r.created_on, r.insert_order) < (before_day, before_order)
      order by r.created_on desc, r.insert_order desc limit at_most);
  elsif rating is null then
    return array(
      select r.id from public.reviews as r
      where r.property_id = next_reviews.property_id and (r.created_on, r.insert_order) < (before_day, before_order)
      order by r.created_on desc, r.insert_order desc limit at_most);
  elsif with_photos then
    return array(
      select r.id from public.reviews as r
      where r.property_id = next_reviews.property_id and r.rating = next_reviews.rating and r.verified
        and exists (select from private.review_proofs as proof where proof.review_id = r.id offset 0)
        and (r.created_on, r.insert_order) < (before_day, before_order)
      order by r.created_on desc, r.insert_order desc limit at_most);
  end if;
  return array(
    select r.id from public.reviews as r
    where r.property_id = next_reviews.property_id and r.rating = next_reviews.rating
      and (r.created_on, r.insert_order) < (before_day, before_order)
    order by r.created_on desc, r.insert_order desc limit at_most);
end $$;
comment on function private.next_reviews(uuid, integer, boolean, date, bigint, integer) is
  'The newest reviews of a property before this one: of one rating or (null) all, with photos or all.';

create function public.home_reviews(
  property_id uuid, sort text default 'newest', stars integer default null, with_photos boolean default false,
  after text default null, page_size integer default 20
) returns json
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
declare
  review_limit constant integer := least(greatest(coalesce(page_size, 20), 1), 60);
  is_with_photos constant boolean := coalesce(with_photos, false);
  counts constant jsonb := (select f.figures from private.property_figures as f where f.property_id = home_reviews.property_id);
  -- Newest first is one list; else the ratings follow one another, each with its newest first.
  ratings constant integer[] := case
    when stars is not null then array[stars]
    when sort = 'highest' then '{5,4,3,2,1}'
    when sort = 'lowest' then '{1,2,3,4,5}'
    else '{null}'
  end;
  last_day date := 'infinity';
  last_order bigint := 0;
  last_rating integer;
  listed_rating integer;
  page uuid[] := '{}';
  next_cursor uuid;
  reviews json;
begin
  if after <> '' then
    select r.created_on, r.insert_order, r.rating into last_day, last_order, last_rating
    from public.reviews as r where r.id = private.cursor_id(after) and r.property_id = home_reviews.property_id;
    if not found then
      perform private.refuse_cursor();
    end if;
  end if;
  foreach listed_rating in array ratings[coalesce(array_position(ratings, last_rating), 1):] loop
    page := page || private.next_reviews(
      property_id, listed_rating, is_with_photos, last_day, last_order, review_limit + 1 - cardinality(page));
    exit when cardinality(page) > review_limit;
    last_day := 'infinity';
  end loop;
  if cardinality(page) > review_limit then
    page := page[:review_limit];
    next_cursor := page[review_limit];
  end if;
  reviews := coalesce(private.reviews_json(page), '[]');
  if octet_length(reviews::text) > private.max_list_bytes() then
    reviews := private.fitting_reviews(reviews);
    next_cursor := case when json_array_length(reviews) < cardinality(page) then page[json_array_length(reviews)] else next_cursor end;
  end if;
  return json_build_object('reviews', reviews, 'next', next_cursor, 'matching_count', (
    select coalesce(sum(count.value::integer), 0)
    from jsonb_each_text(counts) as count
    where count.key like case when is_with_photos then 'photos:' else 'rating:' end || coalesce(stars::text, '%')));
end $$;
comment on function public.home_reviews(uuid, text, integer, boolean, text, integer) is
  'A page of a home''s reviews: {reviews, next, matching_count}. sort is newest, highest or lowest; after is next of the previous page.';

create function private.refuse_unless_of(home private.property_figures, city_slug text, locality_slug text) returns void
language plpgsql set search_path = '' as $$
begin
  if (home.city_slug, home.locality_slug) is distinct from (city_slug, coalesce(locality_slug, home.locality_slug)) then
    perform private.refuse_cursor();
  end if;
end $$;
comment on function private.refuse_unless_of(private.property_figures, text, text) is 'Refuses a cursor that is no home of this city and locality.';

-- Pages of twenty, by latest review. One query for each index, with a cached generic plan.
create function private.homes_page(city_slug text, locality_slug text, after text, out homes json, out next uuid)
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  page_size constant integer := 20;
  last private.property_figures;
  page uuid[];
begin
  if after <> '' then
    select f.* into last from private.property_figures as f where f.property_id = private.cursor_id(after);
    perform private.refuse_unless_of(last, city_slug, locality_slug);
  end if;
  if locality_slug is null then
    page := array(
      select f.property_id from private.property_figures as f
      where f.city_slug = homes_page.city_slug
        and (f.last_day, f.last_order) < (coalesce(last.last_day, 'infinity'), coalesce(last.last_order, 0))
      order by f.last_day desc, f.last_order desc limit page_size + 1);
  else
    page := array(
      select f.property_id from private.property_figures as f
      where f.city_slug = homes_page.city_slug and f.locality_slug = homes_page.locality_slug
        and (f.last_day, f.last_order) < (coalesce(last.last_day, 'infinity'), coalesce(last.last_order, 0))
      order by f.last_day desc, f.last_order desc limit page_size + 1);
  end if;
  if cardinality(page) > page_size then
    next := page[page_size];
  end if;
  homes := private.home_summaries(page[:page_size]);
end $$;
comment on function private.homes_page(text, text, text) is 'Homes of a city, or of one of its localities, by latest review, and the cursor of those that follow.';

create function public.homes_of_city(city text, after text default null) returns json
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
declare
  slug constant text := private.city_slug(city);
begin
  return (
    select json_build_object(
      'city', place.city,
      'home_count', place.home_count,
      'localities', (
        select coalesce(json_agg(json_build_object('locality', l.locality, 'home_count', l.home_count) order by l.home_count desc, l.search_key), '[]')
        from (
          select p.locality, p.home_count, p.search_key from private.places as p
          where p.city_slug = slug and p.locality is not null
          order by p.home_count desc limit 200
        ) as l),
      'homes', page.homes,
      'next', page.next)
    from private.places as place, private.homes_page(slug, null, after) as page
    where place.city_slug = slug and place.locality_slug = ''
  );
end $$;
comment on function public.homes_of_city(text, text) is
  'A city by any of its names: {city, home_count, localities, homes, next}, with its 200 largest localities; null when it has no home.';

create function public.homes_of_locality(city text, locality text, after text default null) returns json
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
declare
  slug constant text := private.city_slug(city);
  slug_of_locality constant text := private.locality_slug(locality);
begin
  return (
    select json_build_object(
      'city', place.city,
      'locality', place.locality,
      'home_count', place.home_count,
      'homes', page.homes,
      'next', page.next)
    from private.places as place, private.homes_page(slug, slug_of_locality, after) as page
    where place.city_slug = slug and place.locality_slug = slug_of_locality
  );
end $$;
comment on function public.homes_of_locality(text, text, text) is
  'A locality: {city, locality, home_count, homes, next}; null when it has no home.';

create function public.home_cities() returns json
language sql stable security definer set search_path = '' set statement_timeout = '3s' as $$
  select coalesce(json_agg(json_build_object('city', city, 'home_count', home_count) order by home_count desc, search_key), '[]')
  from (
    select p.city, p.home_count, p.search_key from private.places as p where p.locality is null order by p.home_count desc limit 1000
  ) as listed
$$;
comment on function public.home_cities() is 'The cities with the most homes, at most 1,000: [{city, home_count}].';

-- For sitemaps. Must match MAX_ADDRESSES_PER_PART in app/domain/home.ts.
create function public.home_addresses(prefix text) returns json
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
begin
  if char_length(prefix) > 4 or prefix !~ '^[0-9a-f]*$' then
    perform private.refuse(400, 'Give at most four hexadecimal digits.');
  end if;
  return (
    select coalesce(json_agg(json_build_object(
      'property_id', property_id, 'property_name', property_name, 'locality', locality, 'city', city, 'last_review_on', last_day)
      order by short_id), '[]')
    from (
      select f.property_id, p.property_name, p.locality, p.city, f.last_day, p.short_id
      from public.properties as p join private.property_figures as f on f.property_id = p.id
      where p.short_id >= prefix and p.short_id < prefix || 'g'
      order by p.short_id limit 5000
    ) as listed
  );
end $$;
comment on function public.home_addresses(text) is 'The homes whose id begins with these up to four hexadecimal digits, at most 5,000.';

-- Suggestions. Names are compared word by word: comparing them whole by trigrams took 200 ms at 60,000
-- homes, since so many names share "PG for Ladies". A word that is known stands for itself, the beginning of one for all that
-- begin so, another (a typing mistake) for those that are most like it.
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
comment on function private.words_meant(text) is 'The known words that begin like this, or else those that are most like it.';

-- Security definer: site_reader may not read words, and cannot use an index of arrays under RLS. Returns ids of visible homes.
-- Custom plans, since words are in two homes or in half of all. At most 200 homes are compared.
create function private.suggested_homes(term text, wanted_city text) returns uuid[]
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  line constant text := left(private.clean_line(left(term, 200)), 60);
  begins constant text := private.name_key(line);
  key_of_city constant text := case when wanted_city <> '' then private.city_key(wanted_city) end;
  found_homes uuid[];
  conditions text;
  more_homes uuid[];
begin
  if private.is_blank(line) then
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
  from unnest(private.distinct_words(line)) as word;
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
comment on function private.suggested_homes(text, text) is 'Up to five visible homes whose name begins like this, or whose names have all its words.';

-- A city is found by its other names, too. The planner takes comparing words for as cheap as comparing numbers: reading all
-- places took 30 ms.
create function private.suggested_places(term text, wanted_city text) returns setof private.places
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  key constant text := private.search_key(left(private.clean_line(left(term, 200)), 60));
  slug constant text := case when wanted_city <> '' then private.city_slug(wanted_city) end;
begin
  if private.is_blank(key) then
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
comment on function private.suggested_places(text, text) is 'Up to three localities and three cities whose name begins like this, or has something much like it.';

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

revoke execute on all functions in schema private from public;
grant execute on function
  private.home_with_short_id(text), private.city_slug(text), private.locality_slug(text), private.home_summaries(uuid[]),
  private.next_reviews(uuid, integer, boolean, date, bigint, integer),
  private.refuse_unless_of(private.property_figures, text, text), private.homes_page(text, text, text),
  private.suggested_homes(text, text), private.suggested_places(text, text)
to site_reader;

-- Hosted projects grant new functions to every role by default.
do $$
declare
  reading regprocedure;
begin
  grant create on schema public to site_reader;
  for reading in
    select oid from pg_catalog.pg_proc
    where pronamespace = 'public'::regnamespace
      and proname in ('home', 'home_reviews', 'homes_of_city', 'homes_of_locality', 'home_cities', 'home_addresses', 'suggest_homes')
  loop
    execute format('revoke execute on function %s from public, anon, authenticated, service_role', reading);
    execute format('grant execute on function %s to anon, authenticated', reading);
    -- A role needs create on the schema at the moment it becomes an owner, and not afterwards.
    execute format('alter function %s owner to site_reader', reading);
  end loop;
  revoke create on schema public from site_reader;
end $$;
