-- One row per distinct property. Its totals change in the transaction of each review, so that lists never count.
create table public.properties (
  id uuid primary key default gen_random_uuid(),
  property_name text not null check (property_name ~ '\S' and char_length(property_name) <= 120),
  locality text not null check (locality ~ '\S' and char_length(locality) <= 120),
  city text not null check (city ~ '\S' and char_length(city) <= 80),
  -- Generated columns, not index expressions: under RLS only leakproof comparisons of plain columns can use an index. Collation
  -- "C" sorts the same on every installation.
  name_key text collate "C" not null generated always as (private.fold(property_name)) stored,
  locality_key text collate "C" not null generated always as (private.fold(locality)) stored,
  city_key text collate "C" not null generated always as (private.fold(city)) stored,
  search_text text not null,
  words text[] not null,
  review_count integer not null default 0 check (review_count >= 0),
  rating_total integer not null default 0 check (rating_total >= 0),
  verified_count integer not null default 0 check (verified_count >= 0),
  created_at timestamptz not null default now(),
  short_id text collate "C" not null unique generated always as (left(id::text, 8)) stored,
  -- Its index also provides the order of the list.
  constraint properties_are_distinct unique (name_key, locality_key, city_key)
-- Room for new totals beside the old ones: elsewhere they would need entries in all indexes.
) with (fillfactor = 85);
comment on table public.properties is 'Rented properties, one row each. Triggers create the rows and maintain the totals.';
comment on column public.properties.property_name is 'As its first reviewer spelt it, whitespace collapsed. locality likewise.';
comment on column public.properties.city is 'The current name where an alias was given (private.city_aliases), else as its first reviewer spelt it.';
comment on column public.properties.name_key is 'property_name folded: identity and sort order.';
comment on column public.properties.locality_key is 'locality folded: identity and sort order.';
comment on column public.properties.city_key is 'city folded: identity, sort order and the city filter.';
comment on column public.properties.search_text is 'The searchable form of its names (private.search_text). Set by a trigger.';
comment on column public.properties.short_id is 'Finds the property by the address of its page. A new property takes an id whose first digits are free.';
comment on column public.properties.words is 'The words of its names, for suggestions. Set by a trigger.';
comment on column public.properties.review_count is 'Visible reviews.';
comment on column public.properties.rating_total is 'Sum of the ratings of the visible reviews; the average is rating_total / review_count.';
comment on column public.properties.verified_count is 'Visible reviews with photo proof.';

create index properties_by_city on public.properties (city_key, name_key, locality_key);
create index properties_with_verified_reviews on public.properties (name_key, locality_key, city_key) where verified_count > 0;

-- Sets search_text and words.
create function private.make_property_searchable() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.search_text := private.search_text(concat_ws(E'\n', new.property_name, new.locality, new.city));
  new.words := array(select distinct word from unnest(string_to_array(private.fold(concat_ws(' ', new.property_name, new.locality, new.city)), ' ')) as word);
  -- Of two that add a word, the second waits for the first.
  insert into private.known_words (word) select word from unnest(new.words) as word order by word on conflict do nothing;
  return new;
end $$;
-- On insert only, since names never change. A before update trigger would make PostgreSQL treat the generated key columns as
-- changed, so that each update of the totals takes FOR UPDATE instead of FOR NO KEY UPDATE and blocks concurrent reviews of the
-- property.
create trigger make_searchable before insert on public.properties
  for each row execute function private.make_property_searchable();
-- Fires also when session_replication_role is replica, for bulk copies.
alter table public.properties enable always trigger make_searchable;

alter table public.properties enable row level security;
create policy "The site reads properties that have a visible review" on public.properties
  for select to site_reader using (review_count > 0);

-- Hosted projects grant new tables to every role by default.
revoke all on table public.properties from public, anon, authenticated, service_role;
grant select (
  id, property_name, locality, city, name_key, locality_key, city_key,
  review_count, rating_total, verified_count, short_id
) on table public.properties to site_reader;
