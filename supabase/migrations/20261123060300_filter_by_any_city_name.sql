-- ?city=Bangalore shows the reviews of Bengaluru: the filter understands the names that are stored.

-- Security definer: visitors may not read private.city_aliases. What comes out is what was given, or a city's name.
create or replace function browsing.city_key(city text) returns text
language sql stable security definer set search_path = '' as $$
  select nullif(lower(regexp_replace(private.current_city(city), '[\u200c\u200d]', '', 'g')), '')
$$;
comment on function browsing.city_key(text) is
  'A city, under any of its names, as properties.city_key spells it; null when none is chosen.';
