-- Figures of all homes of a place, for the pages of cities and localities and for /deposits. Periodic jobs count them: in the transaction
-- of a review, each would wait for all others of its city. docs/decisions/0019

create table private.place_figures (
  city_slug text collate "C" not null,
  locality_slug text collate "C" not null,
  kind text not null check (kind in ('all', 'pg', 'flat')),
  figures jsonb not null,
  deposits jsonb,
  deposit_answers integer not null,
  traits jsonb,
  refreshed_on date not null,
  review_count integer not null default 0,
  rating_total integer not null default 0,
  primary key (city_slug, locality_slug, kind)
);
comment on table private.place_figures is
  'Counts of the answers about the homes of a city or locality, as of the last refresh. The row without a city has the numbers of reviews and homes.';
comment on column private.place_figures.locality_slug is 'Empty in the rows of a city.';
comment on column private.place_figures.kind is
  'all, or the kind of homes: pg if most reviews of a home are of a PG / Hostel or a Shared Room, else flat.';
comment on column private.place_figures.figures is 'Like property_figures.figures, for questions with at least ten answers.';
comment on column private.place_figures.deposits is 'The figures about the deposit; null with fewer than ten answers.';
comment on column private.place_figures.traits is 'In the row of kind all: the number of homes with each trait (private.known_traits), for places with at least two homes.';
comment on column private.place_figures.refreshed_on is 'The day in India.';
comment on column private.place_figures.review_count is 'Of visible reviews, in the row of kind all of a city; 0 in others. rating_total likewise.';
create index place_figures_deposits on private.place_figures (city_slug, deposit_answers desc)
  where kind = 'all' and deposits is not null;
alter table private.place_figures enable row level security;
create policy "The site reads the figures of places" on private.place_figures for select to site_reader using (true);
grant select on table private.place_figures to site_reader;

-- The embedded server or `npm run worker` calls this function every hour until the result has no cursor, since all homes at once would take
-- minutes. It hardly blocks writers: it reads committed rows and writes only this table, changed spellings of localities and
-- private.known_words. A concurrent call returns at once. Hashing instead of sorting the facts of all homes makes it four times as fast.
create function public.operator_refresh_places(after_city text default '', most_homes integer default 250000) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '60s'
set work_mem = '64MB' set enable_sort = off set enable_memoize = off as $$
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
end $$;
comment on function public.operator_refresh_places(text, integer) is
  'For the servers: refreshes the figures of places, city by city after after_city, until it has read most_homes homes; at the end also the words of homes. Returns the number of rows written and the cursor, null at the end.';

-- Returns {all, pg, flat, best, refreshedOn} of a place, or null before its first refresh. best is empty: only servers of 1.0.0 read it.
create function private.figures_of_place(city_slug text, locality_slug text) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan as $$
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
end $$;

create function private.traits_of_place(city_slug text, locality_slug text) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return coalesce((
    select f.traits from private.place_figures as f
    where f.city_slug = traits_of_place.city_slug and f.locality_slug = traits_of_place.locality_slug and f.kind = 'all'
  ), '{}');
end $$;

-- Returns the slugs and names of a city, or of a locality of it, by any name of the city. No row unless the place is listed or has homes.
create function private.known_place(given_city text, given_locality text)
returns table (city_slug text, locality_slug text, city text, locality text, has_homes boolean)
language sql stable set search_path = '' as $$
  with given (city_slug, locality_slug) as (
    select private.city_slug(given_city), case when private.is_blank(given_locality) then '' else private.locality_slug(given_locality) end
  )
  select p.city_slug, p.locality_slug, p.city, p.locality, true
  from given join private.places as p using (city_slug, locality_slug) where p.is_accepted
  union all
  select l.city_slug, l.locality_slug, l.city, l.locality, false from given join private.localities as l using (city_slug, locality_slug)
  union all
  select c.city_slug, '', c.city, null, false from given join private.cities as c using (city_slug)
  where given.locality_slug = '' and c.state <> 'refused'
  order by 5 desc limit 1
$$;

create function public.site_totals() returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
begin
  return (
    select f.figures from private.place_figures as f where (f.city_slug, f.locality_slug, f.kind) = ('', '', 'all')
  );
end $$;
comment on function public.site_totals() is
  'The numbers of visible reviews and homes, as of the last refresh of places: {reviews, homes}, or null before it.';

create function public.home_cities() returns json
language sql stable security definer set search_path = '' set statement_timeout = '3s' as $$
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
$$;
comment on function public.home_cities() is
  'The cities with most homes, at most 1,000: [{city, homeCount, count, totalRating, figures, isThin}]. count and totalRating are of reviews, '
  'figures of deposits, as of the last refresh. isThin: fewer than five reviews.';

create function public.deposit_figures() returns json
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
begin
  return (
    select coalesce(json_agg(json_build_object(
      'city', city.city, 'refreshedOn', city.refreshed_on, 'figures', city.deposits,
      'localities', (
        select coalesce(json_agg(json_build_object('locality', p.locality, 'figures', l.deposits) order by l.deposit_answers desc, p.search_key), '[]')
        from (
          select f.* from private.place_figures as f
          where f.city_slug = city.city_slug and f.locality_slug <> '' and f.kind = 'all' and f.deposits is not null
          order by f.deposit_answers desc limit 20
        ) as l join private.places as p on p.city_slug = l.city_slug and p.locality_slug = l.locality_slug
      )) order by city.deposit_answers desc, city.search_key), '[]')
    from (
      select f.city_slug, f.refreshed_on, f.deposits, f.deposit_answers, p.city, p.search_key
      from private.place_figures as f join private.places as p on p.city_slug = f.city_slug and p.locality_slug = ''
      where f.locality_slug = '' and f.kind = 'all' and f.deposits is not null
      order by f.deposit_answers desc limit 200
    ) as city
  );
end $$;
comment on function public.deposit_figures() is
  'What tenants got back of their deposits, by city and locality, for questions with ten answers or more: [{city, refreshedOn, figures, localities}], '
  'most answers first, at most 200 cities with 20 localities each.';

create function public.city_facts() returns json
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
begin
  return (
    select coalesce(json_agg(json_build_object('city', p.city, 'refreshedOn', f.refreshed_on, 'figures', f.figures) order by p.search_key), '[]')
    from (select c.* from private.places as c where c.locality is null order by c.home_count desc limit 200) as p
    join private.place_figures as f on (f.city_slug, f.locality_slug, f.kind) = (p.city_slug, '', 'all')
    where f.figures <> '{}'
  );
end $$;
comment on function public.city_facts() is
  'The answers to all questions by city, for questions with ten answers or more: [{city, refreshedOn, figures}], at most 200 cities.';
