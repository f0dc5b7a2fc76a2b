alter table private.place_figures add column review_count integer not null default 0, add column rating_total integer not null default 0;

CREATE OR REPLACE FUNCTION private.figures_of_place(city_slug text, locality_slug text)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (
    select json_build_object(
      'all', whole.figures, 'pg', coalesce(pg.figures, '{}'), 'flat', coalesce(flat.figures, '{}'), 'best', json_build_array(),
      'refreshedOn', whole.refreshed_on)
    from private.place_figures as whole
    left join private.place_figures as pg
      on (pg.city_slug, pg.locality_slug, pg.kind) = (whole.city_slug, whole.locality_slug, 'pg')
    left join private.place_figures as flat
      on (flat.city_slug, flat.locality_slug, flat.kind) = (whole.city_slug, whole.locality_slug, 'flat')
    where whole.city_slug = figures_of_place.city_slug and whole.locality_slug = figures_of_place.locality_slug and whole.kind = 'all'
  );
end $function$;

CREATE OR REPLACE FUNCTION private.score_of(figures jsonb)
 RETURNS double precision
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select (5 * 3.5 + coalesce(sum(rating * count), 0)) / (5 + coalesce(sum(count), 0)) - case when sum(count) >= 3 then 0 else 10 end
    from generate_series(1, 5) as rating cross join lateral (select (figures ->> ('rating:' || rating))::integer) as counted (count)
  );
end $function$;

CREATE OR REPLACE FUNCTION public.city_facts()
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '3s'
 SET jit TO 'off'
AS $function$
begin
  return (
    select coalesce(json_agg(json_build_object('city', p.city, 'refreshedOn', f.refreshed_on, 'figures', f.figures) order by p.search_key), '[]')
    from (select c.* from private.places as c where c.locality is null order by c.home_count desc limit 200) as p
    join private.place_figures as f on (f.city_slug, f.locality_slug, f.kind) = (p.city_slug, '', 'all')
    where f.figures <> '{}'
  );
end $function$;

REVOKE ALL ON FUNCTION "public"."city_facts"() FROM PUBLIC, anon, authenticated, service_role;

GRANT CREATE ON SCHEMA "public" TO "site_reader";

ALTER FUNCTION "public"."city_facts"() OWNER TO "site_reader";

REVOKE CREATE ON SCHEMA "public" FROM "site_reader";

CREATE OR REPLACE FUNCTION public.home_cities()
 RETURNS json
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '3s'
 SET jit TO 'off'
AS $function$
  select coalesce(json_agg(json_build_object(
    'city', listed.city, 'homeCount', listed.home_count,
    'count', coalesce(f.review_count, 0), 'totalRating', coalesce(f.rating_total, 0), 'figures', coalesce(f.deposits, '{}'),
    'isThin', listed.home_count < 5 and (
      select sum(p.review_count) < 5
      from private.property_figures as h join public.properties as p on p.id = h.property_id
      where h.city_slug = listed.city_slug)) order by listed.home_count desc, listed.search_key), '[]')
  from (
    select p.city, p.city_slug, p.home_count, p.search_key
    from private.places as p where p.locality is null order by p.home_count desc limit 1000
  ) as listed
  left join private.place_figures as f on (f.city_slug, f.locality_slug, f.kind) = (listed.city_slug, '', 'all')
$function$;

CREATE OR REPLACE FUNCTION public.operator_refresh_places(after_city text DEFAULT ''::text, most_homes integer DEFAULT 250000)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '60s'
 SET work_mem TO '64MB'
 SET enable_sort TO 'off'
 SET enable_memoize TO 'off'
 SET jit TO 'off'
AS $function$
declare
  today constant date := (now() at time zone 'Asia/Kolkata')::date;
  -- The last city of this call; null if the call reaches the end of the list.
  last_city constant text collate "C" := (
    select min(summed.city_slug)
    from (
      select p.city_slug, sum(p.home_count) over (order by p.city_slug) as homes
      from private.places as p where p.locality is null and p.city_slug > after_city
    ) as summed
    where summed.homes >= most_homes
  );
  refreshed integer;
begin
  if not pg_try_advisory_xact_lock(hashtext('private.place_figures')) then
    return jsonb_build_object('places', 0, 'after', null);
  end if;
  delete from private.place_figures as f where f.city_slug > after_city and (last_city is null or f.city_slug <= last_city);
  -- Materialized: determines the kind once per home, not once per fact.
  with homes as materialized (
    select f.city_slug, f.locality_slug, f.figures, case when types.pg > types.flat then 'pg' when types.flat > 0 then 'flat' end as kind
    from private.property_figures as f cross join lateral (
      select
        coalesce((f.figures ->> 'property_type:PG / Hostel')::integer, 0)
          + coalesce((f.figures ->> 'property_type:Shared Room')::integer, 0) as pg,
        coalesce((f.figures ->> 'property_type:Apartment')::integer, 0)
          + coalesce((f.figures ->> 'property_type:Independent House')::integer, 0)
          + coalesce((f.figures ->> 'property_type:Villa')::integer, 0) as flat
    ) as types
    where f.city_slug > after_city and (last_city is null or f.city_slug <= last_city)
  ),
  -- Sums by locality and kind, which are few. The sums for cities and for all kinds are computed from these.
  counted as materialized (
    select h.city_slug, h.locality_slug, h.kind, fact.key as fact, sum(fact.value::integer) as count
    from homes as h cross join lateral jsonb_each_text(h.figures) as fact
    group by 1, 2, 3, 4
  ),
  asked as (
    select a.question, a.question || ':' || a.answer as fact from private.allowed_answers as a where not a.says_nothing
    union all
    select 'rent_of_' || size.answer, 'rent_of_' || size.answer || ':' || rent.answer
    from private.allowed_answers as size, private.allowed_answers as rent where (size.question, rent.question) = ('size', 'rent')
  ),
  rated as (
    select c.city_slug, sum(c.count)::integer as reviews, sum(c.count * right(c.fact, 1)::integer)::integer as total
    from counted as c where c.fact like 'rating:%' group by c.city_slug
  ),
  -- grouping() distinguishes the sum of all kinds from an unknown kind.
  summed as (
    select c.city_slug, coalesce(c.locality_slug, '') as locality_slug,
      case when grouping(c.kind) = 1 then 'all' else c.kind end as kind, a.question, c.fact, sum(c.count)::integer as count
    from counted as c join asked as a on a.fact = c.fact
    group by c.city_slug, a.question, c.fact, grouping sets ((c.locality_slug, c.kind), (c.locality_slug), (c.kind), ())
  ),
  answered as (
    select s.*, sum(s.count) over (partition by s.city_slug, s.locality_slug, s.kind, s.question) as answers
    from summed as s where s.kind is not null
  ),
  figures_of_kind as (
    select s.city_slug, s.locality_slug, s.kind, jsonb_object_agg(s.fact, s.count) as figures,
      jsonb_object_agg(s.fact, s.count) filter (where s.question like 'deposit%') as deposits,
      coalesce(sum(s.count) filter (where s.question in ('deposit', 'deposit_back')), 0)::integer as deposit_answers
    from answered as s where s.answers >= 10
    group by s.city_slug, s.locality_slug, s.kind
  ),
  having_it as (
    select f.city_slug, coalesce(f.locality_slug, '') as locality_slug, known.trait, count(*) as homes
    from private.property_figures as f
    join unnest(private.known_traits()) with ordinality as known (trait, place)
      on f.traits & (1::bigint << (known.place::integer - 1)) <> 0
    where f.city_slug > after_city and (last_city is null or f.city_slug <= last_city)
    group by f.city_slug, known.trait, grouping sets ((f.locality_slug), ())
  ),
  offered as (
    select h.city_slug, h.locality_slug, jsonb_object_agg(h.trait, h.homes) as traits
    from having_it as h join private.places as p using (city_slug, locality_slug)
    where p.home_count > 1 group by h.city_slug, h.locality_slug
  ),
  listed as (
    select t.city_slug, t.locality_slug, t.kind from figures_of_kind as t
    union select o.city_slug, o.locality_slug, 'all' from offered as o
    union select r.city_slug, '', 'all' from rated as r
  )
  insert into private.place_figures (
    city_slug, locality_slug, kind, figures, deposits, deposit_answers, traits, refreshed_on, review_count, rating_total)
  select l.city_slug, l.locality_slug, l.kind, coalesce(t.figures, '{}'),
    t.deposits, coalesce(t.deposit_answers, 0),
    case when l.kind = 'all' then o.traits end, today, coalesce(r.reviews, 0), coalesce(r.total, 0)
  from listed as l
  left join figures_of_kind as t using (city_slug, locality_slug, kind)
  left join offered as o using (city_slug, locality_slug)
  left join rated as r on (r.city_slug, '', 'all') = (l.city_slug, l.locality_slug, l.kind);
  get diagnostics refreshed = row_count;
  -- Spells a locality like most of its homes. Waits for writers only if a spelling changes.
  update private.places as p set locality = spelt.locality
  from (
    select used.city_slug, used.locality_slug, private.most_used(jsonb_object_agg('locality:' || used.locality, used.homes), 'locality') as locality
    from (
      select f.city_slug, f.locality_slug, h.locality, count(*) as homes
      from private.property_figures as f join public.properties as h on h.id = f.property_id
      where f.city_slug > after_city and (last_city is null or f.city_slug <= last_city)
      group by 1, 2, 3
    ) as used
    group by 1, 2
  ) as spelt
  where p.city_slug = spelt.city_slug and p.locality_slug = spelt.locality_slug and p.locality <> spelt.locality;
  if last_city is null then
    delete from private.place_figures as f where f.city_slug = '';
    insert into private.place_figures (city_slug, locality_slug, kind, figures, deposit_answers, refreshed_on)
    select '', '', 'all', jsonb_build_object('reviews', sum(p.review_count), 'homes', count(*)), 0, today
    from public.properties as p where p.review_count > 0 having count(*) > 0;
    perform private.refresh_known_words();
  end if;
  return jsonb_build_object('places', refreshed, 'after', last_city);
end $function$;

COMMENT ON COLUMN "private"."place_figures"."review_count" IS 'Of visible reviews, in the row of kind all of a city; 0 in others. rating_total likewise.';

COMMENT ON FUNCTION "public"."city_facts"() IS 'The answers to all questions by city, for questions with ten answers or more: [{city, refreshedOn, figures}], at most 200 cities.';

COMMENT ON FUNCTION "public"."home_cities"() IS 'The cities with most homes, at most 1,000: [{city, homeCount, count, totalRating, figures, isThin}]. count and totalRating are of reviews, figures of deposits, as of the last refresh. isThin: fewer than five reviews.';

REVOKE ALL ON FUNCTION "public"."city_facts"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."city_facts"() TO "anon", "authenticated";

-- Computes the new score of homes with few reviews.
update private.property_figures set figures = figures where review_count < 3;
