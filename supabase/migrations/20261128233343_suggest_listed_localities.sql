CREATE OR REPLACE FUNCTION private.nearest_places(city_slug text, locality_slug text, at_most integer)
 RETURNS SETOF private.places
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p.*
  from private.localities as here
  join private.localities as l on l.city_slug = here.city_slug and l.locality_slug <> here.locality_slug
  join private.places as p on p.city_slug = l.city_slug and p.locality_slug = l.locality_slug and p.is_accepted
  where here.city_slug = nearest_places.city_slug and here.locality_slug = nearest_places.locality_slug
  order by (l.latitude - here.latitude) ^ 2 + ((l.longitude - here.longitude) * cosd(here.latitude)) ^ 2, l.rank
  limit at_most
$function$;

REVOKE ALL ON FUNCTION "private"."nearest_places"(text, text, integer) FROM PUBLIC, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.suggested_places(term text, wanted_city text)
 RETURNS SETOF private.places
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  key constant text := private.fold(left(private.clean_line(left(term, 200)), 60));
  slug constant text := case when wanted_city <> '' then private.city_slug(wanted_city) end;
  joined constant text := replace(key, ' ', '');
  spelt text;
  found_places private.places[];
  is_listed boolean;
begin
  if key = '' then
    return;
  end if;
  -- The default of 0.6 would miss "banglore": its word similarity to "bangalore" is 0.58.
  perform set_config('pg_trgm.word_similarity_threshold', '0.5', true);
  found_places := array(
    with named as (
      select place, 2 as likeness from (
        select p as place from private.places as p
        where p.is_accepted and p.search_key >= key and p.search_key < key || U&'\+10FFFF' limit 200
      ) as beginning
      union all
      select place, extensions.word_similarity(key, (place).search_key) from (
        select p as place from private.places as p
        where p.is_accepted and char_length(key) > 2 and key operator(extensions.<%) p.search_key limit 200
      ) as like_it
      union all
      select place, likeness from (
        select p as place, case when starts_with(known, key) then 2 else extensions.word_similarity(key, known) end as likeness
        from private.city_aliases as a
        cross join lateral btrim(a.alias_words) as known
        join private.places as p on p.city_slug = a.city_slug and p.locality_slug = '' and p.is_accepted
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
    select place from ranked where number <= 3 order by number);
  if found_places = '{}' then
    spelt := (
      select string_agg(coalesce((private.nearest_words(word, true))[1], word), ' ' order by number)
      from unnest(string_to_array(key, ' ')) with ordinality as typed (word, number));
    if spelt <> key then
      found_places := array(select place from private.suggested_places(spelt, wanted_city) as place);
    end if;
  end if;
  -- Names that begin with the term make similar ones needless, whose comparison takes 3 ms.
  is_listed := exists (
    select from private.localities
    where (slug is null or city_slug = slug) and (compact >= joined and compact < joined || U&'\+10FFFF' or pincode = joined));
  return query
    with listed as (
      select coalesce(p, row(null, l.city_slug, l.locality_slug, l.city, l.locality, 0, true, l.locality_key)::private.places) as place,
        row_number() over (order by likeness desc, coalesce(p.home_count, 0) desc, l.rank, l.city_slug) as number
      from (
        select *,
          case when starts_with(compact, joined) or pincode = joined then 1 else extensions.word_similarity(key, locality_key) end as likeness
        from private.localities
        where (slug is null or city_slug = slug)
          and (compact >= joined and compact < joined || U&'\+10FFFF' or pincode = joined
            or not is_listed and char_length(key) > 2 and key operator(extensions.<%) locality_key)
      ) as l
      left join private.places as p on p.city_slug = l.city_slug and p.locality_slug = l.locality_slug
    ),
    named as (
      select distinct on ((place).city_slug, (place).locality_slug) place, number
      from (
        select place, number from listed where number <= 3
        union all
        select found_places[number], number from generate_subscripts(found_places, 1) as number
      ) as each
      order by (place).city_slug, (place).locality_slug, number
    ),
    ranked as (
      select place, row_number() over (
        partition by (place).locality is null
        order by starts_with(replace((place).search_key, ' ', ''), joined) desc, (place).home_count = 0, number) as number
      from named
    )
    select (place).* from ranked where number <= 3 order by number;
end $function$;

COMMENT ON FUNCTION "public"."suggest_homes"(text, text) IS 'Suggestions for the beginning of a name, in one city or all: {homes, localities, cities}, at most five, three and three. Listed localities without homes have a homeCount of 0.';

REVOKE ALL ON FUNCTION "private"."nearest_places"(text, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."nearest_places"(text, text, integer) TO "site_reader";
