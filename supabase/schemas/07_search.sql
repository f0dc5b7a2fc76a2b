-- A search returns pages of properties, in list order, that have a review with all its words. Each word is in the names of the property
-- (or another name of its city), or in the comment of the review. public.browse_properties (08_reading.sql) calls these functions.
-- docs/decisions/0009 has the measurements.
--
-- 1. search_words folds and splits the search.
-- 2. matching_page walks along the list and reads the reviews of each property (walk), which is fast if many match. Most pages are full
--    after 2 ms. Otherwise plan_search samples some 2,400 rows and estimates the cost of collecting all matches from the indexes
--    (collect_matches), which is fast if few match. The walk continues for half of that time first.
-- 3. matching_reviews lists and counts the matches of each property on the page.
-- 4. If the first page is empty and has no next one, relax_search tries fewer words.
--
-- Names and comments have separate indexes, and a search may have words of both. So plan_search compares two plans. Plan "names" takes
-- words that are rare in comments, such as a city: each match has all of them in its names, or at least one in its comment. Plan "comments"
-- takes words that are rare in names. Both find all matches; the cheaper one runs. If few comments have a word of plan "names", a second
-- walk compares names and reads reviews only of homes whose names match.
--
-- Each plan stops at a limit of rows (search_limits), and the next page continues there: a page may be short and still have a next one. A
-- wrong estimate costs time, never a result.
--
-- Under RLS, like cannot use an index because its operator is not leakproof. So these functions are security definer, executable by
-- site_reader only, and return only ids and counts of visible rows.

-- Returns the characters of a text and its pairs of adjacent characters. Trigrams need three letters and split the syllables of Indian
-- scripts: without pairs, a search for two letters that occur nowhere read every review (305 ms at a million).
create function private.short_grams(given text) returns text[]
language sql immutable strict parallel safe
return (
  select characters || array(select first || second from unnest(characters, characters[2:]) as pair (first, second) where second <> '')
  from string_to_array(given, null) as characters
);

-- Names and comments have separate indexes: the name of a city or a builder is in few properties and in hardly any comment. Each index
-- includes the city, for words that are common overall and rare in one city.
create index properties_search on public.properties
  using gin (city_key extensions.text_ops, search_text extensions.gin_trgm_ops);
create index properties_short_search on public.properties using gin (private.short_grams(search_text));
create index reviews_search on public.reviews
  using gin (city_key extensions.text_ops, search_text extensions.gin_trgm_ops);
create index reviews_short_search on public.reviews using gin (private.short_grams(search_text));

-- Returns the words of a search, or null: at most ten, since each is compared with every review that is read. Drops words that are part of
-- a longer one. A typed word that folds to several is a phrase, in which a number or a single letter at an edge is a whole word: "12-B" is
-- " 12 b ", which "112 bats" does not contain. Must match searchWords in app/domain/search.ts.
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

-- Returns a like pattern for each word, with escaped wildcards.
create function private.word_patterns(words text[]) returns text[]
language sql immutable strict set search_path = '' as $$
  select coalesce(array_agg('%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%' order by place), '{}')
  from unnest(words) with ordinality as given (word, place)
$$;

-- Returns the properties.city_key of a city by any of its names, or null.
create function private.city_key(city text) returns text
language sql stable security definer set search_path = '' as $$
  select nullif(private.fold(private.current_city(left(city, 200))), '')
$$;

-- A search for at most N properties after a position in the list, optionally of one city.
create type private.search as (
  words text[], city_key text, is_verified_only boolean, after_key text[], at_most integer
);

-- Returns the limits of a search: the microseconds of the longest walk, and the properties and reviews that collect_matches reads at most.
create function private.search_limits(out longest_walk integer, out most_properties integer, out most_reviews integer)
language sql immutable set search_path = '' as $$
  select 60000, 100000, 20000
$$;

-- "offset 0" makes the photo check an index lookup for each of the few rows.
create view private.searched_reviews with (security_invoker = true) as
  select r.id, r.property_id, r.rating, r.created_on, r.insert_order, r.search_text, r.city_key,
    r.verified and exists (select from private.review_proofs as proof where proof.review_id = r.id offset 0) as is_verified
  from public.reviews as r
  where r.hidden_at is null;
comment on view private.searched_reviews is 'Visible reviews, and whether they are verified.';

-- Returns 24 ctids, some without a row, on each of N pages of a table. The pages change by the hour. "tablesample system" visits every page
-- number (4 ms at a million reviews, 40 at ten million) and chooses other, uncached pages each time.
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

-- Returns an SQL condition: the search_text of a row contains a word. The index looks up only the one or two trigrams of the word that are
-- rarest in the given sample texts. The index intersects the rows of all given trigrams, and common ones have hundreds of thousands. One or
-- two rare ones leave few false matches; "is true" keeps the check of the whole word out of the index lookup. At the edge of a word,
-- trigrams have fewer letters.
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

create function private.index_conditions(words text[], texts text[], row_name text, joined_by text) returns text
language sql immutable set search_path = '' as $$
  select string_agg(private.index_condition(word, texts, row_name), joined_by order by place)
  from unnest(words) with ordinality as given (word, place)
$$;

-- Samples the texts of up to 960 properties and 1,440 reviews that are visible, and in the city if one is given. A weight is the number
-- of rows that each text represents.
create type private.search_sample as (
  names text[], names_weight double precision, comments text[], comments_weight double precision
);
create function private.sample_texts(search private.search) returns private.search_sample
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
declare
  sample private.search_sample;
begin
  select
    coalesce(array_agg(p.search_text) filter (where p.review_count > 0 and (search.city_key is null or p.city_key = search.city_key)), '{}'),
    greatest((select c.reltuples from pg_catalog.pg_class as c where c.oid = 'public.properties'::regclass), 0) / greatest(count(*), 1)
  into sample.names, sample.names_weight
  from public.properties as p where p.ctid = any (private.sampled_ctids('public.properties', 40));
  select
    coalesce(array_agg(r.search_text) filter (where r.hidden_at is null and (search.city_key is null or r.city_key = search.city_key)), '{}'),
    greatest((select c.reltuples from pg_catalog.pg_class as c where c.oid = 'public.reviews'::regclass), 0) / greatest(count(*), 1)
  into sample.comments, sample.comments_weight
  from public.reviews as r where r.ctid = any (private.sampled_ctids('public.reviews', 60));
  return sample;
end $$;

-- Costs in microseconds: about 3 to read a property by its names, 20 to read its reviews, 12 for a review with its property, a half for a
-- row of the index. names and comments: up to 500 sampled texts each, for index_condition.
create type private.search_plan as (
  in_names text[], cost_by_names double precision, cost_of_their_comments double precision,
  in_comments text[], cost_by_comments double precision, names text[], comments text[]
);
-- Chooses the words of plan "names" (rare in comments) and of plan "comments" (rare in names), and estimates the costs of both from
-- a sample.
create function private.plan_search(search private.search, sample private.search_sample) returns private.search_plan
language plpgsql immutable set search_path = '' as $$
declare
  plan private.search_plan;
  patterns text[];
begin
  -- If a word does not occur in the sample, both plans use only that word (one of them if there are several).
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
      from unnest(search.words) as word
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

  -- Keeps 500 texts of each: 100 can miss words that occur in 10,000 reviews, and with 800 a search for a word of a hundred letters
  -- takes 15 ms longer.
  plan.names := sample.names[:500];
  plan.comments := sample.comments[:500];
  return plan;
end $$;

-- Returns an SQL condition on private.searched_reviews as r: "contains the rarest of these words" for a property with over 4,000
-- reviews, else "true", because reading all its reviews is cheaper. 100,000 rows of the index cost as much as 8,000 reviews.
create function private.comment_condition(words text[], review_count integer) returns text
language sql stable set search_path = '' as $$
  select case
    when review_count <= 4000 then 'true'
    else (
      select private.index_condition(word, texts, 'r')
      from (
        select coalesce(array_agg(r.search_text), '{}') as texts
        from public.reviews as r where r.ctid = any (private.sampled_ctids('public.reviews', 20))
      ) as sample
      cross join lateral unnest(words) as word
      order by (select count(*) from unnest(texts) as text where strpos(text, word) > 0), char_length(word) desc, word
      limit 1
    )
  end
$$;

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
      select from private.searched_reviews as r
      where r.property_id = $1 and (not $2 or r.is_verified) and %s and (r.search_text like all ($3)) is true
    )$query$, private.comment_condition(missing, home.review_count))
  into is_match using home.id, is_verified_only, private.word_patterns(missing);
  return is_match;
end $$;

create function private.place_of(property_id uuid) returns text[]
language sql stable set search_path = '' as $$
  select array[p.name_key, p.locality_key, p.city_key] from public.properties as p where p.id = property_id
$$;

-- Walks along the properties that have name_words in their names, until search.at_most of them have a review with all words or the
-- budget of microseconds is spent: about 2 per property, and 16 more to read its reviews. Returns the matches and the last property
-- read. A step reads 100 to 2,000 properties, and at most the newest 500 reviews of each. If a property with more reviews has no
-- match among those, the step ends before it and has_match checks it.
create function private.walk(
  search private.search, name_words text[], budget double precision, out matches uuid[], out last uuid, out is_end boolean
)
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  patterns constant text[] := private.word_patterns(search.words);
  name_patterns constant text[] := private.word_patterns(name_words);
  most_at_once constant integer := case when name_words = '{}' then 400 else 2000 end;
  at_once integer := 100;
  spent double precision := 0;
  step record;
begin
  matches := '{}';
  loop
    with near as materialized (
      select q.id, q.review_count, q.search_text, q.name_key, q.locality_key, q.city_key
      from public.properties as q
      where q.review_count > 0
        and (q.name_key, q.locality_key, q.city_key) > (search.after_key[1], search.after_key[2], search.after_key[3])
        and (search.city_key is null or q.city_key = search.city_key)
        and (not search.is_verified_only or q.verified_count > 0)
      order by q.name_key, q.locality_key, q.city_key
      limit at_once
    ),
    named as (
      select
        near.id, near.review_count,
        array(select pattern from unnest(patterns) as pattern where near.search_text not like pattern) as missing,
        row_number() over in_order as number,
        sum(least(near.review_count, 500)) over in_order as to_look_into
      from near
      where near.search_text like all (name_patterns)
      window in_order as (order by near.name_key, near.locality_key, near.city_key rows unbounded preceding)
    ),
    looked_into as (
      select
        p.id, p.number,
        case
          when p.missing = '{}' then true
          when p.to_look_into > 4000 then null
          when exists (
            select from (
              select r.search_text from private.searched_reviews as r
              where r.property_id = p.id and (not search.is_verified_only or r.is_verified)
              order by r.created_on desc, r.insert_order desc
              limit 500
            ) as newest
            where newest.search_text like all (p.missing)
          ) then true
          when p.review_count <= 500 then false
        end as is_match
      from named as p
    ),
    decided as (
      select *, coalesce(min(number) filter (where is_match is null) over (), at_once + 1) as first_unknown from looked_into
    )
    select
      coalesce(array_agg(id order by number) filter (where is_match and number < first_unknown), '{}') as matches,
      case
        when count(*) filter (where number = first_unknown) = 1 then (array_agg(id) filter (where number = first_unknown - 1))[1]
        else (select near.id from near order by near.name_key desc, near.locality_key desc, near.city_key desc limit 1)
      end as last,
      (array_agg(id) filter (where number = first_unknown))[1] as undecided,
      count(*) filter (where number < first_unknown) as looked_into,
      (select count(*) from near) < at_once and count(*) filter (where number = first_unknown) = 0 as is_end
    into step
    from decided;

    matches := matches || step.matches;
    last := coalesce(step.last, last);
    is_end := step.is_end;
    spent := spent + 2 * at_once + 16 * step.looked_into;
    at_once := least(4 * at_once, most_at_once);
    if step.undecided is not null and step.looked_into = 0 then
      last := step.undecided;
      spent := spent + 5000;
      matches := matches || case when private.has_match(last, search.words, search.is_verified_only) then array[last] else '{}' end;
    end if;
    exit when cardinality(matches) >= search.at_most or is_end or spent >= budget;
    search.after_key := private.place_of(last);
  end loop;
end $$;

-- Returns the next matches among the properties whose names or comments meet a condition. Reads a bounded number of candidates, so the
-- result is incomplete if there are more.
create function private.collect_matches(
  search private.search, names_condition text, comment_condition text, out matches uuid[], out is_complete boolean
)
language plpgsql stable set search_path = '' set work_mem = '32MB'
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  limits constant record := private.search_limits();
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
      from private.searched_reviews as r
      where (%s) and ($1 is null or r.city_key = $1) and (not $2 or r.is_verified)
      limit $9 + 1
    )
    select
      array(
        select id
        from (
          (
            select n.id, n.name_key, n.locality_key, n.city_key
            -- "offset 0" sorts the properties before their reviews are read.
            from (
              select * from named
              where (name_key, locality_key, city_key) > ($3, $4, $5)
              order by name_key, locality_key, city_key
              offset 0
            ) as n
            cross join lateral (select array(select pattern from unnest($7) as pattern where n.search_text not like pattern) as missing) as m
            where m.missing = '{}' or exists (
              select from private.searched_reviews as r
              where r.property_id = n.id and r.search_text like all (m.missing) and (not $2 or r.is_verified)
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
  using search.city_key, search.is_verified_only, search.after_key[1], search.after_key[2], search.after_key[3], search.at_most,
    private.word_patterns(search.words), limits.most_properties, limits.most_reviews;
end $$;

-- Returns the first of these properties in list order, without duplicates, optionally up to a property.
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

-- Returns the next properties in list order that have a review with all words. searched_to is the last one read if more may follow.
create function private.matching_page(
  search private.search, out page uuid[], out searched_to uuid, sample private.search_sample default null
)
language plpgsql stable security definer set search_path = '' as $$
declare
  longest_walk constant integer := (private.search_limits()).longest_walk;
  first_walk constant integer := least(2000, longest_walk);
  budget double precision := first_walk;
  plan private.search_plan;
  walked record;
  -- is_by_names: the comments of plan "names" cost less than half as much as plan "comments". commented: the matches among those comments.
  is_by_names boolean;
  commented uuid[];
  has_all_commented boolean := false;
  collected uuid[];
  is_complete boolean := false;
begin
  page := '{}';
  for round in 1..2 loop
    select * into walked from private.walk(search, '{}', budget);
    page := page || walked.matches[:search.at_most];
    search.at_most := search.at_most - least(cardinality(walked.matches), search.at_most);
    searched_to := case when search.at_most > 0 and not walked.is_end then walked.last end;
    if searched_to is null then
      return;
    end if;
    search.after_key := private.place_of(searched_to);
    if round = 1 then
      plan := private.plan_search(search, case when sample is null then private.sample_texts(search) else sample end);
      budget := least(plan.cost_by_names / 2, plan.cost_by_comments / 2, longest_walk);
      is_by_names := plan.cost_by_comments is null or plan.cost_of_their_comments < plan.cost_by_comments / 2;
      -- With so few comments to read, walking by names is faster.
      exit when budget < first_walk or is_by_names and plan.cost_of_their_comments < 10 * first_walk;
    end if;
  end loop;

  if is_by_names then
    select c.matches, c.is_complete into commented, has_all_commented
    from private.collect_matches(search, null, private.index_conditions(plan.in_names, plan.comments, 'r', ' or ')) as c;
  end if;
  if has_all_commented and budget >= first_walk then
    select * into walked from private.walk(search, plan.in_names, budget);
    if cardinality(walked.matches) >= search.at_most or walked.is_end then
      page := page || private.first_in_list(walked.matches || commented, null, search.at_most);
      searched_to := null;
      return;
    end if;
  end if;
  if has_all_commented and (plan.cost_by_comments is null or plan.cost_by_names < plan.cost_by_comments) then
    select c.matches || commented, c.is_complete into collected, is_complete
    from private.collect_matches(search, private.index_conditions(plan.in_names, plan.names, 'p', ' and '), null) as c;
  elsif plan.cost_by_comments is not null then
    select c.matches, c.is_complete into collected, is_complete
    from private.collect_matches(
      search, private.index_conditions(plan.in_comments, plan.names, 'p', ' or '),
      private.index_conditions(plan.in_comments, plan.comments, 'r', ' and ')) as c;
  end if;
  if is_complete then
    page := page || private.first_in_list(collected, null, search.at_most);
    searched_to := null;
  elsif has_all_commented and budget >= first_walk then
    page := page || private.first_in_list(walked.matches || commented, walked.last, search.at_most);
    searched_to := walked.last;
  end if;
end $$;

-- Returns the next reviews of a property with all these words and the number of matches: exact; for a home with over 500 reviews, 101 can
-- mean more than 100. Must match MAX_COUNTED_MATCHES in app/domain/property-group.ts. Reads all matches, except of a large property with
-- many matches, where it stops early. "offset 0" keeps the planner from scanning the newest-first index for a few matches, and "is true"
-- hides common words from the trigram index. Uses "execute", so that the plan depends on the words.
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
  patterns := private.word_patterns(missing);
  if home.review_count <= 500 then
    select count(*), coalesce((array_agg(m.id order by case when is_by_rating then m.rating end desc, m.created_on desc, m.insert_order desc)
      filter (where last.rating is null or case when is_by_rating then (m.rating, m.created_on, m.insert_order) < (last.rating, last.created_on, last.insert_order)
        else (m.created_on, m.insert_order) < (last.created_on, last.insert_order) end))[:at_most], '{}')
    into count, ids
    from (
      select r.id, r.rating, r.created_on, r.insert_order from private.searched_reviews as r
      where r.property_id = home.id and (not is_verified_only or r.is_verified) and (r.search_text like all (patterns)) is true
      offset 0
    ) as m;
    return;
  end if;

  if missing = '{}' then
    count := case when is_verified_only then home.verified_count else home.review_count end;
  else
    select count(*) into count
    from (
      select r.search_text from private.searched_reviews as r
      where r.property_id = home.id and (not is_verified_only or r.is_verified)
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
        select r.id, r.rating, r.created_on, r.insert_order from private.searched_reviews as r
        where r.property_id = $1 and (not $2 or r.is_verified) and %s and (r.search_text like all ($7)) is true
        offset 0
      ) as m$query$, private.comment_condition(missing, home.review_count))
    into count, ids
    using home.id, is_verified_only, is_by_rating, last.rating, last.created_on, last.insert_order, patterns, at_most;
  else
    execute $query$
      select array(
        select r.id from private.searched_reviews as r
        where r.property_id = $1 and (not $2 or r.is_verified) and (r.search_text like all ($7)) is true
          and ($4 is null or case when $3 then (r.rating, r.created_on, r.insert_order) < ($4, $5, $6)
            else (r.created_on, r.insert_order) < ($5, $6) end)
        order by case when $3 then r.rating end desc, r.created_on desc, r.insert_order desc
        limit $8
      )$query$
    into ids using home.id, is_verified_only, is_by_rating, last.rating, last.created_on, last.insert_order, patterns, at_most;
  end if;
end $$;

-- A search without results is relaxed in three steps: drop or replace words that occur in no review; drop generic words; drop words that
-- are in no name.

-- Must match GENERIC_WORDS in app/domain/relax-search.ts.
create function private.generic_words() returns text[]
language sql immutable set search_path = '' as $$
  select string_to_array(
    'a an the and or of in at on by to for from with without near nearby next opposite opp behind beside between under over above below '
    'no not is my any good best review reviews st nd rd th mr mrs ms dr shri smt sri ji sir madam '
    'landlord landlady owner tenant flat flats apartment apartments house home homes villa room rooms pg hostel bhk rk '
    'rent rental rented society building sector block phase stage main cross road street lane floor wing '
    'complex tower towers plot east west north south area corner circle gate junction signal stop extension '
    'city market mall metro station hospital school college temple office bungalow furnished semi family bachelor bachelors', ' ')
$$;

-- Returns true for a generic word, a number, a letter, or a phrase of these: "2", "D", "5th", "3BHK".
create function private.is_generic(word text) returns boolean
language sql immutable set search_path = '' as $$
  select not exists (
    select from unnest(string_to_array(btrim(word), ' ')) as part where part !~ '^([0-9]+|[a-z])$' and part <> all (private.generic_words()))
$$;

-- Returns true if the one word of a search occurs in a visible review, or if finding out would take too long. Skips the index
-- lookup for a word in the sample: the word is probably common, and the lookup would list all its rows.
create function private.occurs(search private.search, sample private.search_sample) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  word constant text := search.words[1];
  walked record;
  collected record;
begin
  search.at_most := 1;
  if exists (select from unnest(sample.names || sample.comments) as text where strpos(text, word) > 0) then
    if not search.is_verified_only then
      return true;
    end if;
    select * into walked from private.walk(search, '{}', (private.search_limits()).longest_walk / 4);
    return walked.matches <> '{}' or not walked.is_end;
  end if;
  select * into collected
  from private.collect_matches(search, private.index_condition(word, sample.names[:500], 'p'), private.index_condition(word, sample.comments[:500], 'r'));
  return collected.matches <> '{}' or not collected.is_complete;
end $$;

-- Returns a search text that has these words: "12b" for " 12 b ", "lake-view" for "lake view".
create function private.words_as_typed(words text[]) returns text
language sql immutable set search_path = '' as $$
  select string_agg(
    replace(regexp_replace(btrim(word), '([0-9]) (?=[^0-9 ])|([^0-9 ]) (?=[0-9])', '\1\2', 'g'), ' ', '-'), ' ' order by place)
  from unnest(words) with ordinality as given (word, place)
$$;

-- Returns true if all words of a phrase occur in names of properties.
create function private.is_of_names(phrase text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return not exists (
    select from unnest(string_to_array(btrim(phrase), ' ')) as part
    where not exists (select from private.known_words as known where known.word = part));
end $$;

-- Returns the relaxed search and its first page, or null if it finds nothing either. A number next to an omitted word is omitted with it:
-- "sector 2".
create function private.relax_search(
  search private.search, out searched text, out left_out text[], out is_replaced boolean, out page uuid[], out searched_to uuid
)
language plpgsql stable security definer set search_path = '' as $$
declare
  sample constant private.search_sample := private.sample_texts(search);
  asked constant text[] := search.words;
  given_word text;
  nearest text;
  kept text[] := '{}';
  tried text[] := asked;
begin
  is_replaced := false;
  foreach given_word in array asked loop
    -- Stops after a while: each unknown word may cost as much as a search.
    if clock_timestamp() > statement_timestamp() + interval '1 second' then
      return;
    end if;
    search.words := array[given_word];
    if private.occurs(search, sample) then
      kept := array_append(kept, given_word);
      continue;
    end if;
    nearest := null;
    if given_word !~ ' ' and not private.is_generic(given_word) then
      foreach nearest in array private.nearest_words(given_word, false) || null::text loop
        search.words := array[nearest];
        exit when nearest is null or private.occurs(search, sample);
      end loop;
    end if;
    kept := array_append(kept, nearest);
    is_replaced := is_replaced or nearest is not null;
  end loop;

  with decided as (
    select asked[place] as word, place,
      case
        when asked[place] ~ '^ ?[0-9]+( (st|nd|rd|th))?$' and (lag(word, 1, '') over in_order is null or lead(word, 1, '') over in_order is null) then null
        else word
      end as used
    from unnest(kept) with ordinality as given (word, place)
    window in_order as (order by place)
  ),
  runs as (
    select private.words_as_typed(array_agg(word order by place)) as run, min(place) as first
    from (select *, place - row_number() over (order by place) as number from decided where used is null) as of_run
    group by number
  )
  select
    coalesce((select array_agg(used order by place) from decided where used is not null), '{}'),
    coalesce((select array_agg(run order by first) from runs), '{}')
  into kept, left_out;

  for step in 1..3 loop
    if step > 1 then
      kept := array(
        select given from unnest(kept) with ordinality as of_kept (given, place)
        where not private.is_generic(given) and (step = 2 or private.is_of_names(given)) order by place);
    end if;
    continue when kept = tried or not exists (select from unnest(kept) as given where not private.is_generic(given));
    tried := kept;
    searched := private.words_as_typed(kept);
    search.words := private.search_words(searched);
    select matching.page, matching.searched_to into page, searched_to from private.matching_page(search, sample) as matching;
    if page <> '{}' or searched_to is not null then
      return;
    end if;
  end loop;
  searched := null;
end $$;

create function private.similar_homes(words text[], wanted_city text) returns json
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(json_agg(json_build_object(
      'propertyId', p.id, 'propertyName', p.property_name, 'locality', p.locality, 'city', p.city) order by place.number), '[]')
    from unnest((private.suggested_homes(array_to_string(words, ' '), wanted_city))[:3]) with ordinality as place (id, number)
    join public.properties as p on p.id = place.id
  );
end $$;
