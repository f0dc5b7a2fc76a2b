-- How a search finds its properties. Under RLS, like cannot use an index because its operator is not leakproof. So matching_page
-- and matching_reviews (…_searching.sql) are security definer, executable by site_reader alone, and return only ids and counts of
-- visible rows.

-- The characters of a text and its pairs of adjacent characters.
-- Trigrams need three letters in a row, and split the syllables of Indian scripts. Single characters and pairs find the rest:
-- without them, a search for two letters that occur nowhere read every review (305 ms at a million).
create function private.short_grams(given text) returns text[]
language sql immutable strict parallel safe
return (
  select characters || array(select first || second from unnest(characters, characters[2:]) as pair (first, second) where second <> '')
  from string_to_array(given, null) as characters
);

-- Words in the names of a property and words in comments are indexed apart: the names of a city or a builder are in few
-- properties and in the text of none of their reviews. The city is in the same index as the words, for words that are common
-- overall and rare in one city.
create index properties_search on public.properties
  using gin (city_key extensions.text_ops, search_text extensions.gin_trgm_ops);
create index properties_short_search on public.properties using gin (private.short_grams(search_text));
create index reviews_search on public.reviews
  using gin (city_key extensions.text_ops, search_text extensions.gin_trgm_ops);
create index reviews_short_search on public.reviews using gin (private.short_grams(search_text));

-- The words of a search, at most ten; null for none.
-- Ten words, since each is compared with every review that is read. A word contained in another one is redundant. What was
-- written as one word and folds to several is a phrase, in which a number or a single letter at an edge is a whole word: "12-B" is
-- " 12 b " and no part of "112 bats". Must match searchWords in app/domain/search.ts. Security definer: site_reader may not call
-- the functions that clean text.
create function private.search_words(search text) returns text[]
language sql immutable security definer set search_path = '' as $$
  with written as (
    select string_agg(nullif(replace(private.fold(word), ' ', '_'), ''), ' ' order by place) as words
    from regexp_split_to_table(
      regexp_replace(left(private.clean_line(left(search, 200)), 100), '([0-9]),(?=[0-9])', '\1', 'g'), '[ ,;]+'
    ) with ordinality as split (word, place)
  ),
  given as (
    select
      replace(regexp_replace(regexp_replace(word, '^([^_]|[0-9]+)_', ' \1_'), '_([^_]|[0-9]+)$', '_\1 '), '_', ' ') as word,
      min(place) as place
    from written
    cross join lateral regexp_split_to_table(private.join_letters(words), ' ') with ordinality as split (word, place)
    group by 1
  ),
  needed as (
    select * from given
    where not exists (select from given as longer where longer.word <> given.word and strpos(longer.word, given.word) > 0)
    order by place limit 10
  )
  select array_agg(word order by place) from needed
$$;

-- One like pattern for each word, with its wildcards escaped.
create function private.word_patterns(words text[]) returns text[]
language sql immutable strict set search_path = '' as $$
  select coalesce(array_agg('%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%' order by place), '{}')
  from unnest(words) with ordinality as given (word, place)
$$;

-- The properties.city_key of a city given under any of its names; null for none.
-- Security definer: site_reader may not read private.city_aliases. Returns its input or a city's name, nothing else.
create function private.city_key(city text) returns text
language sql stable security definer set search_path = '' as $$
  select nullif(private.fold(private.current_city(left(city, 200))), '')
$$;

-- 24 ctids on each of so many pages of a table, chosen by the hour; not every ctid has a row.
-- "tablesample system" visits every page number of the table to choose some (4 ms at a million reviews, 40 at ten million)
-- and chooses other, uncached pages each time. These stay the same for an hour.
create function private.sampled_ctids(sampled regclass, page_count integer) returns tid[]
language sql stable set search_path = '' as $$
  select array_agg(format('(%s,%s)', page.number, item)::tid)
  from (select pg_catalog.pg_relation_size(sampled) / pg_catalog.current_setting('block_size')::integer as pages) as size
  cross join lateral (
    select distinct
      case
        when size.pages <= page_count then n
        else (hashint8extended(n, date_part('epoch', date_trunc('hour', now()))::bigint) & 9223372036854775807) % size.pages
      end as number
    from generate_series(0::bigint, least(size.pages, page_count) - 1) as n
  ) as page
  cross join generate_series(1, 24) as item;
$$;

-- The searchable comments of some 200 reviews.
create function private.sampled_comments() returns text[]
language sql stable set search_path = '' as $$
  select coalesce(array_agg(r.search_text), '{}') from public.reviews as r where r.ctid = any (private.sampled_ctids('public.reviews', 20))
$$;

-- An SQL condition on the search_text of a row: it has a word, found by those of its parts that are rarest in these texts.
-- The index intersects a list of rows for each trigram, and the lists of common ones have hundreds of thousands. One or two
-- leave few rows that do not match, and "is true" hides the whole word from the index. Trigrams are of three letters, or of fewer
-- at an edge of a word.
create function private.index_condition(word text, texts text[], row_name text) returns text
language sql immutable set search_path = '' as $$
  with wanted as (
    select word ~ '[[:alnum:]]{3}| [[:alnum:]]{2}|[[:alnum:]]{2} | [[:alnum:]] ' as has_trigrams, (select count(*) from unnest(texts) as text where strpos(text, word) > 0) as found
  ),
  grams as (
    select gram, has_trigrams, wanted_found, found, row_number() over (order by found, gram) as number
    from (
      select parts.*, (select count(*) from unnest(texts) as text where strpos(text, gram) > 0) as found
      from (
        select distinct has_trigrams, found as wanted_found, substr(word, start, size) as gram
        from wanted
        cross join lateral (select case when has_trigrams then 3 else least(char_length(word), 2) end as size) as part
        cross join lateral generate_series(1, char_length(word) - size + 1) as start
      ) as parts
      where not has_trigrams or gram ~ '^ ?[[:alnum:]]+ ?$'
    ) as counted
  )
  select string_agg(
      case
        when has_trigrams then format('%s.search_text like %L', row_name, '%' || gram || '%')
        else format('private.short_grams(%s.search_text) @> %L::text[]', row_name, array[gram])
      end, ' and ' order by number)
    || format(' and (%s.search_text like all (%L::text[])) is true', row_name, private.word_patterns(array[word]))
  from grams
  where number = 1 or number = 2 and not exists (select from grams as rarest where rarest.number = 1 and rarest.found <= 1.3 * rarest.wanted_found + 1)
$$;

-- The texts of a sample of properties and of reviews, and how many rows each text stands for.
create type private.search_sample as (
  names text[], names_weight double precision, comments text[], comments_weight double precision
);
-- The searchable texts of up to 960 properties and 1,440 reviews; of these only those in a city where one is given.
create function private.sampled_texts(wanted_city text) returns private.search_sample
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
declare
  sample private.search_sample;
begin
  select
    coalesce(array_agg(p.search_text) filter (where wanted_city is null or p.city_key = wanted_city), '{}'),
    greatest((select c.reltuples from pg_catalog.pg_class as c where c.oid = 'public.properties'::regclass), 0) / greatest(count(*), 1)
  into sample.names, sample.names_weight
  from public.properties as p where p.ctid = any (private.sampled_ctids('public.properties', 40));
  select
    coalesce(array_agg(r.search_text) filter (where wanted_city is null or r.city_key = wanted_city), '{}'),
    greatest((select c.reltuples from pg_catalog.pg_class as c where c.oid = 'public.reviews'::regclass), 0) / greatest(count(*), 1)
  into sample.comments, sample.comments_weight
  from public.reviews as r where r.ctid = any (private.sampled_ctids('public.reviews', 60));
  return sample;
end $$;

-- Matches are collected from the indexes by words that are rare in comments, such as the name of a city, or by words that are
-- rare in names. What matches has all words of the first kind (in_names) in its names, or one of them in its comment. It also has
-- all words of the second kind (in_comments) in its comment, or one of them in its names. Either is complete. Costs are in
-- microseconds: reading a property by its names takes about 3, looking into its reviews 20, reading a review and its property
-- 12, meeting a row of the index a half.
create type private.search_plan as (
  in_names text[], cost_by_names double precision, cost_of_their_comments double precision,
  in_comments text[], cost_by_comments double precision, names text[], comments text[]
);
-- Which words of a search are rare in comments and which in names, by a sample, of which it also returns a part.
create function private.plan_search(words text[], wanted_city text) returns private.search_plan
language plpgsql stable set search_path = '' as $$
declare
  sample private.search_sample;
  plan private.search_plan;
  patterns text[];
begin
  sample := private.sampled_texts(wanted_city);

  -- Of words that no name or comment of the sample has, one is enough.
  with counted as (
    select
      word, of_names, of_comments,
      row_number() over (order by of_comments, of_names, word) as by_comments,
      row_number() over (order by of_names > 1, of_comments, of_names, word) as by_names,
      min(of_names + of_comments) over () as fewest
    from (
      select
        word,
        (select count(*) from unnest(sample.names) as text where strpos(text, word) > 0) as of_names,
        (select count(*) from unnest(sample.comments) as text where strpos(text, word) > 0) as of_comments
      from unnest(words) as word
    ) as each_word
  ),
  chosen as (
    select
      *, by_comments = 1 or of_comments <= 2 and by_comments <= 4 and fewest > 0 as is_in_names,
      of_names <= 1 and (by_names = 1 or by_names <= 3 and fewest > 0) as is_in_comments
    from counted
  )
  select
    array_agg(word order by of_names) filter (where is_in_names),
    12 * sample.comments_weight * sum(of_comments) filter (where is_in_names),
    array_agg(word order by of_comments) filter (where is_in_comments),
    sample.comments_weight * min(of_comments) filter (where is_in_comments) / 2
      + 23 * sample.names_weight * sum(of_names) filter (where is_in_comments)
  into plan.in_names, plan.cost_of_their_comments, plan.in_comments, plan.cost_by_comments
  from chosen;

  patterns := private.word_patterns(plan.in_names);
  plan.cost_by_names := plan.cost_of_their_comments
    + 3 * sample.names_weight * (select count(*) from unnest(sample.names) as text where text like all (patterns));
  patterns := private.word_patterns(plan.in_comments);
  plan.cost_by_comments := plan.cost_by_comments
    + 12 * sample.comments_weight * (select count(*) from unnest(sample.comments) as text where text like all (patterns));

  -- Of a hundred, none may have what 10,000 reviews have. Of 800, a word of a hundred letters takes 15 ms longer.
  plan.names := sample.names[:500];
  plan.comments := sample.comments[:500];
  return plan;
end $$;

-- The conditions of several words, joined by " and " or " or ".
create function private.index_conditions(words text[], texts text[], row_name text, joined_by text) returns text
language sql immutable set search_path = '' as $$
  select string_agg(private.index_condition(word, texts, row_name), joined_by order by place)
  from unnest(words) with ordinality as given (word, place)
$$;

-- An SQL condition on public.reviews as r: it has the rarest of these words, where reading all reviews of the property takes
-- longer.
-- Meeting 100,000 rows of the index takes as long as reading 8,000 reviews.
create function private.comment_condition(words text[], review_count integer) returns text
language sql stable set search_path = '' as $$
  select case
    when review_count <= 4000 then 'true'
    else (
      select private.index_condition(word, texts, 'r')
      from private.sampled_comments() as texts
      cross join lateral unnest(words) as word
      order by (select count(*) from unnest(texts) as text where strpos(text, word) > 0), char_length(word) desc, word
      limit 1
    )
  end
$$;

-- The first way to the results of a search: along the properties in list order, fast where many match.

-- Which of the next properties in list order have a review with all these words, and where the look ended.
-- A step of the walk: looks at up to at_most properties after a place in list order, and into those that have all name_patterns
-- in their names. Of larger ones only the newest 500 reviews are read; one without a match among them stays undecided, and the
-- step ends before it.
create function private.walk_on(
  patterns text[], name_patterns text[], wanted_city text, is_verified_only boolean, place text[], at_most integer,
  out matches uuid[], out last uuid, out undecided uuid, out looked_into integer, out is_end boolean
)
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  with near as materialized (
    select q.id, q.review_count, q.search_text, q.name_key, q.locality_key, q.city_key
    from public.properties as q
    where q.review_count > 0
      and (q.name_key, q.locality_key, q.city_key) > (place[1], place[2], place[3])
      and (wanted_city is null or q.city_key = wanted_city)
      and (not is_verified_only or q.verified_count > 0)
    order by q.name_key, q.locality_key, q.city_key
    limit at_most
  )
  select
    coalesce(array_agg(step.id order by step.number) filter (where step.is_match and step.number < step.first_unknown), '{}'),
    case
      when count(*) filter (where step.number = step.first_unknown) = 1 then (array_agg(step.id) filter (where step.number = step.first_unknown - 1))[1]
      else (select near.id from near order by near.name_key desc, near.locality_key desc, near.city_key desc limit 1)
    end,
    (array_agg(step.id) filter (where step.number = step.first_unknown))[1],
    count(*) filter (where step.number < step.first_unknown),
    (select count(*) from near) < at_most and count(*) filter (where step.number = step.first_unknown) = 0
  into matches, last, undecided, looked_into, is_end
  from (
    select looked.*,
      coalesce(min(looked.number) filter (where looked.is_match is null) over (), at_most + 1) as first_unknown
    from (
      select
        p.id, p.number,
        case
          when p.missing = '{}' then true
          when p.to_look_into > 4000 then null
          when exists (
            select from (
              select r.search_text from public.reviews as r
              where r.property_id = p.id and r.hidden_at is null and (not is_verified_only or r.verified and exists (select from private.review_proofs as proof where proof.review_id = r.id offset 0))
              order by r.created_on desc, r.insert_order desc
              limit 500
            ) as newest
            where newest.search_text like all (p.missing)
          ) then true
          when p.review_count <= 500 then false
        end as is_match
      from (
        select
          near.id, near.review_count,
          array(select pattern from unnest(patterns) as pattern where near.search_text not like pattern) as missing,
          row_number() over in_order as number,
          sum(least(near.review_count, 500)) over in_order as to_look_into
        from near
        where near.search_text like all (name_patterns)
        window in_order as (order by near.name_key, near.locality_key, near.city_key rows unbounded preceding)
      ) as p
    ) as looked
  ) as step;
end $$;

-- Whether a property, whose names lack one of these words, has a review with all.
create function private.has_match(property_id uuid, words text[], is_verified_only boolean) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  home public.properties;
  missing text[];
  is_match boolean;
begin
  select p.* into home from public.properties as p where p.id = has_match.property_id;
  missing := array(select word from unnest(words) as word where strpos(home.search_text, word) = 0);
  execute format($query$
    select exists (
      select from public.reviews as r
      where r.property_id = $1 and r.hidden_at is null
        and (not $2 or r.verified and exists (select from private.review_proofs as proof where proof.review_id = r.id offset 0))
        and %s and (r.search_text like all ($3)) is true
    )$query$, private.comment_condition(missing, home.review_count))
  into is_match using home.id, is_verified_only, private.word_patterns(missing);
  return is_match;
end $$;

-- The next properties in list order that have name_words in their names and a review with all words; last is the last one looked
-- at.
-- Walks on in list order until a page is full or so much time is spent, in microseconds: a property takes about 2 by its names
-- and 16 more where its reviews are looked into.
create function private.walk(
  words text[], name_words text[], wanted_city text, is_verified_only boolean, place text[], at_most integer, budget double precision,
  out matches uuid[], out last uuid, out is_end boolean
)
language plpgsql stable set search_path = '' as $$
declare
  patterns constant text[] := private.word_patterns(words);
  name_patterns constant text[] := private.word_patterns(name_words);
  most_at_once constant integer := case when name_words = '{}' then 400 else 2000 end;
  chunk_size integer := 100;
  spent double precision := 0;
  step record;
begin
  matches := '{}';
  is_end := false;
  loop
    select * into step
    from private.walk_on(patterns, name_patterns, wanted_city, is_verified_only, place, chunk_size);
    matches := matches || step.matches;
    last := coalesce(step.last, last);
    spent := spent + 2 * chunk_size + 16 * step.looked_into;
    chunk_size := least(4 * chunk_size, most_at_once);
    if step.undecided is not null and step.looked_into = 0 then
      last := step.undecided;
      spent := spent + 5000;
      matches := matches || case when private.has_match(last, words, is_verified_only) then array[last] else '{}' end;
    end if;
    is_end := step.is_end;
    exit when cardinality(matches) >= at_most or is_end or spent >= budget;
    select array[p.name_key, p.locality_key, p.city_key] into place from public.properties as p where p.id = last;
  end loop;
end $$;

-- The second way to the results of a search, by collecting matches from the indexes, and which of both a page takes.

-- The next properties in list order that match, of those candidates; incomplete where there are too many.
-- Of the candidates that meet a condition on their names, or one on their comment, the next properties that match. So many
-- candidates are read and no more, whatever is searched.
create function private.collect_matches(
  words text[], names_condition text, comment_condition text, wanted_city text, is_verified_only boolean, place text[], at_most integer,
  most_properties integer, most_reviews integer, out matches uuid[], out is_complete boolean
)
language plpgsql stable set search_path = '' set work_mem = '32MB'
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  execute format($query$
    with named as materialized (
      select p.id, p.name_key, p.locality_key, p.city_key, p.search_text
      from public.properties as p
      where (%s) and ($1 is null or p.city_key = $1) and p.review_count > 0 and (not $2 or p.verified_count > 0)
      limit $8 + 1
    ),
    commented as materialized (
      select r.property_id, r.search_text
      from public.reviews as r
      where (%s) and ($1 is null or r.city_key = $1) and r.hidden_at is null and (not $2 or r.verified and exists (select from private.review_proofs as proof where proof.review_id = r.id offset 0))
      limit $9 + 1
    )
    select
      array(
        select id
        from (
          (
            select n.id, n.name_key, n.locality_key, n.city_key
            -- "offset 0" has the properties sorted before their reviews are looked into.
            from (
              select * from named
              where (name_key, locality_key, city_key) > ($3, $4, $5)
              order by name_key, locality_key, city_key
              offset 0
            ) as n
            cross join lateral (select array(select pattern from unnest($7) as pattern where n.search_text not like pattern) as missing) as m
            where m.missing = '{}' or exists (
              select from public.reviews as r
              where r.property_id = n.id and r.hidden_at is null and r.search_text like all (m.missing) and (not $2 or r.verified and exists (select from private.review_proofs as proof where proof.review_id = r.id offset 0))
            )
            limit $6
          )
          union
          select p.id, p.name_key, p.locality_key, p.city_key
          from commented as c
          -- "offset 0" keeps the planner from walking all properties with the comments in a loop inside.
          cross join lateral (
            select q.id, q.name_key, q.locality_key, q.city_key, q.search_text from public.properties as q where q.id = c.property_id offset 0
          ) as p
          where (p.name_key, p.locality_key, p.city_key) > ($3, $4, $5)
            and not exists (select from unnest($7) as pattern where c.search_text not like pattern and p.search_text not like pattern)
        ) as matching
        order by name_key, locality_key, city_key
        limit $6
      ),
      (select count(*) from named) <= $8 and (select count(*) from commented) <= $9
    $query$, coalesce(names_condition, 'false'), coalesce(comment_condition, 'false'))
  into matches, is_complete
  using wanted_city, is_verified_only, place[1], place[2], place[3], at_most, private.word_patterns(words), most_properties, most_reviews;
end $$;

-- The first of these properties in list order, each once, up to a property where one is given.
create function private.first_in_list(properties uuid[], up_to uuid, at_most integer) returns uuid[]
language sql stable set search_path = '' as $$
  select array(
    select p.id from public.properties as p
    left join public.properties as last on last.id = up_to
    where p.id = any (properties)
      and (last.id is null or (p.name_key, p.locality_key, p.city_key) <= (last.name_key, last.locality_key, last.city_key))
    order by p.name_key, p.locality_key, p.city_key
    limit at_most
  )
$$;

-- The next properties after a place in list order that have a review with all these words, by words that few texts have.
-- The second half of matching_page (below): what it does once walking by all words has taken too long. walked_to is the
-- last property looked at, at the place; with null for walk_budget it does not walk by names.
create function private.matches_of_rare_words(
  words text[], plan private.search_plan, is_by_names boolean, wanted_city text, is_verified_only boolean, place text[],
  walked_to uuid, at_most integer, walk_budget double precision, most_properties integer, most_reviews integer,
  out page uuid[], out searched_to uuid
)
language plpgsql stable set search_path = '' as $$
declare
  walk record;
  commented uuid[];
  has_all_commented boolean := false;
  collected uuid[];
  is_complete boolean := false;
begin
  page := '{}';
  searched_to := walked_to;
  if is_by_names then
    select c.matches, c.is_complete into commented, has_all_commented
    from private.collect_matches(words, null, private.index_conditions(plan.in_names, plan.comments, 'r', ' or '), wanted_city, is_verified_only, place, at_most, most_properties, most_reviews) as c;
  end if;
  if has_all_commented and walk_budget is not null then
    select * into walk from private.walk(words, plan.in_names, wanted_city, is_verified_only, place, at_most, walk_budget);
    if cardinality(walk.matches) >= at_most or walk.is_end then
      page := private.first_in_list(walk.matches || commented, null, at_most);
      searched_to := null;
      return;
    end if;
  end if;
  if has_all_commented and (plan.cost_by_comments is null or plan.cost_by_names < plan.cost_by_comments) then
    select c.matches || commented, c.is_complete into collected, is_complete
    from private.collect_matches(words, private.index_conditions(plan.in_names, plan.names, 'p', ' and '), null, wanted_city, is_verified_only, place, at_most, most_properties, most_reviews) as c;
  elsif plan.cost_by_comments is not null then
    select c.matches, c.is_complete into collected, is_complete
    from private.collect_matches(words, private.index_conditions(plan.in_comments, plan.names, 'p', ' or '),
      private.index_conditions(plan.in_comments, plan.comments, 'r', ' and '), wanted_city, is_verified_only, place, at_most, most_properties, most_reviews) as c;
  end if;
  if is_complete then
    page := private.first_in_list(collected, null, at_most);
    searched_to := null;
  elsif has_all_commented and walk_budget is not null then
    page := private.first_in_list(walk.matches || commented, walk.last, at_most);
    searched_to := walk.last;
  end if;
end $$;

-- The next properties in list order that have a review with all these words; searched_to is the last one looked at where more may
-- follow.
-- A page of results is found in one of two ways. Walking the properties in list order is fast where many match, collecting all
-- matches from the indexes where few do. The walk begins, and goes on for half of the time that collecting would take; then by
-- names alone, where few comments have the words of names. Each way ends after so many rows; what none finds is left to the
-- next page, which begins where the walk ended.
create function private.matching_page(
  words text[], wanted_city text, is_verified_only boolean, after text[], at_most integer,
  -- Other limits are for tests. Walks in microseconds.
  longest_walk integer default 60000, most_properties integer default 100000, most_reviews integer default 20000,
  out page uuid[], out searched_to uuid
)
language plpgsql stable security definer set search_path = '' as $$
declare
  first_walk constant integer := least(2000, longest_walk);
  place text[] := after;
  missing integer := at_most;
  budget double precision := first_walk;
  walk record;
  plan private.search_plan;
  is_by_names boolean;
begin
  page := '{}';
  for round in 1..2 loop
    select * into walk from private.walk(words, '{}', wanted_city, is_verified_only, place, missing, budget);
    page := page || walk.matches[:missing];
    missing := at_most - cardinality(page);
    searched_to := case when missing > 0 and not walk.is_end then walk.last end;
    if searched_to is null then
      return;
    end if;
    select array[p.name_key, p.locality_key, p.city_key] into place from public.properties as p where p.id = searched_to;
    if round = 1 then
      plan := private.plan_search(words, wanted_city);
      budget := least(plan.cost_by_names / 2, plan.cost_by_comments / 2, longest_walk);
      is_by_names := plan.cost_by_comments is null or plan.cost_of_their_comments < plan.cost_by_comments / 2;
      -- Walking by names is faster where so few comments have to be read beside it.
      exit when budget < first_walk or is_by_names and plan.cost_of_their_comments < 10 * first_walk;
    end if;
  end loop;

  select matching_page.page || rest.page, rest.searched_to into page, searched_to
  from private.matches_of_rare_words(
    words, plan, is_by_names, wanted_city, is_verified_only, place, searched_to, missing,
    case when budget >= first_walk then budget end, most_properties, most_reviews
  ) as rest;
end $$;

-- As matching_reviews, of a property with more than 500 reviews, for the words that its names lack.
-- Only "execute" plans for given words. "offset 0" is explained below. Its 100 must match MAX_COUNTED_MATCHES in
-- app/domain/property-group.ts.
create function private.matches_in_large_home(
  home public.properties, missing text[], is_verified_only boolean, is_by_rating boolean, last public.reviews, at_most integer,
  out count integer, out ids uuid[]
)
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  patterns constant text[] := private.word_patterns(missing);
begin
  if missing = '{}' then
    count := case when is_verified_only then home.verified_count else home.review_count end;
  else
    select count(*) into count
    from (
      select r.search_text from public.reviews as r
      where r.property_id = home.id and r.hidden_at is null and (not is_verified_only or r.verified and exists (select from private.review_proofs as proof where proof.review_id = r.id offset 0))
      order by r.created_on desc, r.insert_order desc
      limit 500
    ) as newest
    where newest.search_text like all (patterns);
    count := case when count > 100 then 101 end;
  end if;
  if count is null then
    execute format($query$
      select count(*), coalesce((array_agg(m.id order by case when $3 then m.rating end desc, m.created_on desc, m.insert_order desc)
        filter (where $4 is null or case when $3 then (m.rating, m.created_on, m.insert_order) < ($4, $5, $6)
          else (m.created_on, m.insert_order) < ($5, $6) end))[:$8], '{}')
      from (
        select r.id, r.rating, r.created_on, r.insert_order from public.reviews as r
        where r.property_id = $1 and r.hidden_at is null and (not $2 or r.verified and exists (select from private.review_proofs as proof where proof.review_id = r.id offset 0))
          and %s and (r.search_text like all ($7)) is true
        offset 0
      ) as m$query$, private.comment_condition(missing, home.review_count))
    into count, ids
    using home.id, is_verified_only, is_by_rating, last.rating, last.created_on, last.insert_order, patterns, at_most;
    return;
  end if;
  execute $query$
    select array(
      select r.id from public.reviews as r
      where r.property_id = $1 and r.hidden_at is null and (not $2 or r.verified and exists (select from private.review_proofs as proof where proof.review_id = r.id offset 0))
        -- "is true" hides common words from the trigram index.
        and (r.search_text like all ($7)) is true
        and ($4 is null or case when $3 then (r.rating, r.created_on, r.insert_order) < ($4, $5, $6)
          else (r.created_on, r.insert_order) < ($5, $6) end)
      order by case when $3 then r.rating end desc, r.created_on desc, r.insert_order desc
      limit $8
    )$query$
  into ids using home.id, is_verified_only, is_by_rating, last.rating, last.created_on, last.insert_order, patterns, at_most;
end $$;

-- The next reviews of a property with all these words, and how many match: exact to 100 and where all or few do, else 101.
-- Of a property with few reviews or few matches all matches are read, of a large one with many matches only the first.
-- "offset 0" keeps the planner from scanning the newest-first index for a few matches.
create function private.matching_reviews(
  property_id uuid, words text[], is_verified_only boolean, is_by_rating boolean, after uuid, at_most integer,
  out count integer, out ids uuid[]
)
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  home public.properties;
  last public.reviews;
  missing text[];
  patterns text[];
begin
  select p.* into home from public.properties as p where p.id = matching_reviews.property_id;
  if after is not null then
    select r.* into last from public.reviews as r where r.id = matching_reviews.after and r.property_id = home.id;
  end if;
  missing := array(select word from unnest(words) as word where strpos(home.search_text, word) = 0);
  if home.review_count <= 500 then
    patterns := private.word_patterns(missing);
    select count(*), coalesce((array_agg(m.id order by case when is_by_rating then m.rating end desc, m.created_on desc, m.insert_order desc)
      filter (where last.rating is null or case when is_by_rating then (m.rating, m.created_on, m.insert_order) < (last.rating, last.created_on, last.insert_order)
        else (m.created_on, m.insert_order) < (last.created_on, last.insert_order) end))[:at_most], '{}')
    into count, ids
    from (
      select r.id, r.rating, r.created_on, r.insert_order from public.reviews as r
      where r.property_id = home.id and r.hidden_at is null and (not is_verified_only or r.verified and exists (select from private.review_proofs as proof where proof.review_id = r.id offset 0))
        and (r.search_text like all (patterns)) is true
      offset 0
    ) as m;
    return;
  end if;

  select large.count, large.ids into count, ids
  from private.matches_in_large_home(home, missing, is_verified_only, is_by_rating, last, at_most) as large;
end $$;

-- Up to three properties with names similar to a search without results.
create function private.similar_homes(words text[], wanted_city text) returns json
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(json_agg(json_build_object(
      'property_id', p.id, 'property_name', p.property_name, 'locality', p.locality, 'city', p.city) order by place.number), '[]')
    from unnest((private.suggested_homes(array_to_string(words, ' '), wanted_city))[:3]) with ordinality as place (id, number)
    join public.properties as p on p.id = place.id
  );
end $$;
