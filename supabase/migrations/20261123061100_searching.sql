-- How a search finds its properties. Under RLS, like cannot use an index because its operator is not leakproof. So matching_page
-- and matching_reviews (…_matching.sql) are security definer, executable by site_reader alone, and return only ids and counts of
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
