-- A search for "bangalore" finds what is in Bengaluru, and one for "bengaluru" what was written about
-- Bangalore: a city's name in a search stands for all its names.

-- Security definer: visitors may not read private.city_aliases.
create function browsing.search_patterns(search text) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  words constant text := btrim(left(btrim(regexp_replace(search, '[\u0001-\u001f\u007f-\u009f]+', ' ', 'g')), 100));
  in_plain_words constant text := ' ' || btrim(regexp_replace(lower(words), '[^[:alnum:]]+', ' ', 'g')) || ' ';
  named record;
  spellings text[];
begin
  if coalesce(words, '') = '' then
    return null;
  end if;
  spellings := array[lower(words)];
  select n.name, n.city into named
  from (select alias as name, city from private.city_aliases union select city, city from private.city_aliases) as n
  where strpos(in_plain_words, ' ' || btrim(regexp_replace(lower(n.name), '[^[:alnum:]]+', ' ', 'g')) || ' ') > 0
  order by char_length(n.name) desc, n.name
  limit 1;
  if found then
    spellings := spellings || array(
      select regexp_replace(lower(words), '\m' || lower(named.name) || '\M', lower(other.name), 'g')
      from (select alias as name from private.city_aliases where city = named.city union select named.city) as other
    );
    -- "new delhi" is found wherever "delhi" is.
    spellings := array(
      select distinct spelling from unnest(spellings) as spelling
      where not exists (select from unnest(spellings) as part where part <> spelling and strpos(spelling, part) > 0)
      order by spelling
    );
  end if;
  return array(select browsing.search_pattern(spelling) from unnest(spellings) as spelling);
end $$;
comment on function browsing.search_patterns(text) is
  'Patterns for ilike, in lower case, one for each name of a city in the search; null when there is nothing to search.';
revoke execute on function browsing.search_patterns(text) from public;
grant execute on function browsing.search_patterns(text) to anon, authenticated, service_role;
