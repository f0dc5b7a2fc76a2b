-- What the pages of homes show: figures of each property and homes per place, counted in the transaction of each review, so
-- that a home with 30,000 reviews is read like one with three. docs/decisions/0008 says why they are kept this way.

-- Two properties that are one home: the reviews of both belong to the second, which is itself merged into none.
create table private.merged_properties (
  from_id uuid primary key references public.properties (id),
  into_id uuid not null references public.properties (id),
  constraint merged_properties_are_two check (from_id <> into_id)
);
comment on table private.merged_properties is 'Properties that operators have merged into another.';
create index merged_properties_by_home on private.merged_properties (into_id);
alter table private.merged_properties enable row level security;

-- The property that this one is merged into, or itself.
create function private.home_of(property_id uuid) returns uuid
language sql stable set search_path = '' as $$
  select coalesce((select m.into_id from private.merged_properties as m where m.from_id = home_of.property_id), home_of.property_id)
$$;

-- Beside public.properties: there, columns that are indexed by latest review would add entries to all its indexes with each
-- review, the trigrams' among them.
create table private.property_figures (
  property_id uuid primary key references public.properties (id) on delete cascade,
  figures jsonb not null,
  last_day date not null,
  last_order bigint not null,
  city_slug text collate "C" not null,
  locality_slug text collate "C" not null
);
comment on table private.property_figures is 'A row for each property that has a visible review: what its visible reviews say, counted.';
comment on column private.property_figures.figures is 'Counts by "<column>:<value>" (private.facts_of), none of them 0.';
comment on column private.property_figures.last_day is 'created_on of the latest visible review. last_order is its insert_order.';
comment on column private.property_figures.city_slug is 'private.slug(city). locality_slug likewise.';
create index property_figures_of_city on private.property_figures (city_slug, last_day desc, last_order desc);
create index property_figures_of_locality on private.property_figures (city_slug, locality_slug, last_day desc, last_order desc);
alter table private.property_figures enable row level security;
create policy "The site reads the figures of homes" on private.property_figures for select to site_reader using (true);
grant select on table private.property_figures to site_reader;

-- What the figures of a property count of a review. A severity is listed for each issue, photos by rating.
-- "Nil" and its like in place of the first issue say that there are none. Must match saysNoIssues in app/domain/review.ts.
create function private.facts_of(review public.reviews, has_photos boolean) returns text[]
language plpgsql stable set search_path = '' as $$
begin
  return array_remove(array[
    'rating:' || review.rating,
    case when has_photos then 'photos:' || review.rating end,
    'would_recommend:' || review.would_recommend,
    'management_response_time:' || review.management_response_time,
    'issue_resolution_status:' || nullif(review.issue_resolution_status, 'na'),
    'property_type:' || review.property_type,
    'duration:' || review.duration,
    'move_in_year:' || date_part('year', review.move_in_date)
  ], null) || case
    when review.reported_issues #>> '{0,description}' ~* '^\s*(nil|no issues?|none|no|n/?a|-)\.?\s*$' then '{}'
    else array(
      select 'severity:' || (issue ->> 'severity') from jsonb_array_elements(review.reported_issues) as issue
      where issue ->> 'severity' in ('Minor', 'Moderate', 'Major', 'Critical'))
  end;
end $$;

-- The counts with a change of each of these facts; without those that are 0 then.
create function private.changed_counts(counts jsonb, facts text[], change integer) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_object_agg(fact, total), '{}')
    from (
      select fact, sum(count) as total
      from (
        select key, value::integer from jsonb_each_text(counts)
        union all
        select added, change from unnest(facts) as added
      ) as counted (fact, count)
      group by fact having sum(count) <> 0
    ) as summed);
end $$;

-- Adds a visible review to the figures of its property (1), or takes it off (-1).
-- Called after the update of public.properties, whose lock on the row lasts until the transaction ends.
create function private.count_figures(review public.reviews, has_photos boolean, change integer) returns void
language plpgsql set search_path = '' as $$
declare
  facts constant text[] := private.facts_of(review, has_photos);
  counted private.property_figures;
begin
  update private.property_figures as f
  set figures = private.changed_counts(f.figures, facts, change),
      (last_day, last_order) = (
        select case when is_latest then review.created_on else f.last_day end,
          case when is_latest then review.insert_order else f.last_order end
        from (select change > 0 and (review.created_on, review.insert_order) > (f.last_day, f.last_order)) as compared (is_latest))
  where f.property_id = review.property_id
  returning f.* into counted;
  if not found then
    insert into private.property_figures (property_id, figures, last_day, last_order, city_slug, locality_slug)
    select p.id, private.changed_counts('{}', facts, change), review.created_on, review.insert_order,
      private.slug(p.city), private.slug(p.locality)
    from public.properties as p where p.id = review.property_id;
  elsif counted.figures = '{}' then
    delete from private.property_figures as f where f.property_id = review.property_id;
  elsif change < 0 and (review.created_on, review.insert_order) = (counted.last_day, counted.last_order) then
    -- There is none while a statement takes all reviews off: the last of them deletes the row.
    update private.property_figures as f set last_day = newest.created_on, last_order = newest.insert_order
    from (
      select r.created_on, r.insert_order from public.reviews as r
      where r.property_id = review.property_id and r.hidden_at is null
      order by r.created_on desc, r.insert_order desc limit 1
    ) as newest
    where f.property_id = review.property_id;
  end if;
end $$;

-- Subtracts the photos of a visible review from the figures of its property.
create function private.uncount_photos(review_id uuid) returns void
language sql set search_path = '' as $$
  update private.property_figures as f set figures = private.changed_counts(f.figures, array['photos:' || r.rating], -1)
  from public.reviews as r
  where r.id = review_id and f.property_id = r.property_id
$$;

-- Words stay when their property goes: nothing shows them, and other names have most of them.
create table private.known_words (
  word text collate "C" primary key
);
comment on table private.known_words is 'The words of properties'' names, each once: what a typing mistake may have meant.';
create index known_words_search on private.known_words using gin (word extensions.gin_trgm_ops);
create index properties_by_words on public.properties using gin (words);
alter table private.known_words enable row level security;

create table private.places (
  city_slug text collate "C" not null,
  locality_slug text collate "C" not null,
  city text not null,
  locality text,
  home_count integer not null check (home_count >= 0),
  search_key text collate "C" not null generated always as (private.fold(coalesce(locality, city))) stored,
  primary key (city_slug, locality_slug)
);
comment on table private.places is 'Cities, and their localities, that have a home with a visible review.';
comment on column private.places.locality_slug is 'Empty in the row of a city. Spellings with the same slug are one place.';
comment on column private.places.city is 'As its first home spells it. locality likewise; null in the row of a city.';
create index places_of_city on private.places (city_slug, home_count desc) where locality is not null;
create index places_cities on private.places (home_count desc) where locality is null;
create index places_by_search_key on private.places (search_key);
create index places_search on private.places using gin (search_key extensions.gin_trgm_ops);
alter table private.places enable row level security;
create policy "The site reads places" on private.places for select to site_reader using (true);
grant select on table private.places to site_reader;

-- Counts a home that has got its first visible review, or lost its last, in its city and locality.
-- Deferred to the end of the transaction: homes of a city wait for one another at the row of their city, then at that of their
-- locality, and only for as long as a commit takes.
-- Security definer: visitors may not write places.
create function private.count_place() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  home private.property_figures;
  slug text;
begin
  home := case tg_op when 'INSERT' then new else old end;
  foreach slug in array array['', home.locality_slug] loop
    if tg_op = 'INSERT' then
      insert into private.places (city_slug, locality_slug, city, locality, home_count)
      -- A property that this transaction has deleted since is counted off below.
      select home.city_slug, slug, coalesce(p.city, home.city_slug), case when slug <> '' then coalesce(p.locality, slug) end, 1
      from (select) as one left join public.properties as p on p.id = home.property_id
      on conflict (city_slug, locality_slug) do update set home_count = places.home_count + 1;
    else
      update private.places as p set home_count = p.home_count - 1
      where p.city_slug = home.city_slug and p.locality_slug = slug;
      delete from private.places as p where p.city_slug = home.city_slug and p.locality_slug = slug and p.home_count = 0;
    end if;
  end loop;
  return null;
end $$;
create constraint trigger count_place after insert or delete on private.property_figures
  deferrable initially deferred for each row execute function private.count_place();
