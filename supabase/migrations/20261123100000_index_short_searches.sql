-- Trigrams find nothing shorter than three letters in a row: a search for two letters that nobody wrote
-- read every review (305 ms at a million), and so did signs, and syllables of Indian scripts, which
-- trigrams cut apart. Single characters and pairs find them all; 113 MB for a million reviews.
create function browsing.short_grams(given text) returns text[]
language sql immutable strict parallel safe set search_path = '' as $$
  select array(
    select single from unnest(characters) as single
    union
    select first || second from unnest(characters[:cardinality(characters) - 1], characters[2:]) as pair (first, second)
  )
  from (select string_to_array(lower(given), null) as characters) as split
$$;
comment on function browsing.short_grams(text) is 'The characters of a text and its pairs of neighbours, each once, in lower case.';
revoke execute on function browsing.short_grams(text) from public;
-- An index calls it as whoever inserts.
grant execute on function browsing.short_grams(text) to anon, authenticated, service_role;

create index reviews_short_search on public.reviews using gin (browsing.short_grams(review_text));
create index properties_short_search on public.properties using gin (browsing.short_grams(search_text));
