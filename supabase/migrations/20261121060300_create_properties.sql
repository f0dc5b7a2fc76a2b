-- One row for each distinct property. Its totals are kept right in the same transaction as its
-- reviews (see 20261121060900), so browsing never counts.
create table public.properties (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique,
  property_name text not null check (property_name ~ '\S' and char_length(property_name) <= 120),
  locality text not null check (locality ~ '\S' and char_length(locality) <= 120),
  city text not null check (city ~ '\S' and char_length(city) <= 80),
  -- The keys are columns, not expressions: under row-level security only a comparison of plain
  -- columns may use an index. Collation "C" gives the same order on every installation.
  name_key text collate "C" not null
    generated always as (lower(regexp_replace(property_name, '[\u200c\u200d]', '', 'g'))) stored,
  locality_key text collate "C" not null
    generated always as (lower(regexp_replace(locality, '[\u200c\u200d]', '', 'g'))) stored,
  city_key text collate "C" not null
    generated always as (lower(regexp_replace(city, '[\u200c\u200d]', '', 'g'))) stored,
  -- A line break parts the names; no search contains one.
  search_text text not null generated always as (property_name || E'\n' || locality || E'\n' || city) stored,
  review_count integer not null default 0 check (review_count >= 0),
  rating_total integer not null default 0 check (rating_total >= 0),
  verified_count integer not null default 0 check (verified_count >= 0),
  verified_rating_total integer not null default 0 check (verified_rating_total >= 0),
  latest_review_at timestamptz,
  created_at timestamptz not null default now(),
  -- Also the order in which groups of reviews are listed.
  constraint properties_are_distinct unique (name_key, locality_key, city_key)
);
comment on table public.properties is 'Rented properties, one row each. Made and counted by triggers; visitors only read those that have a visible review.';
comment on column public.properties.slug is 'Unique name for addresses: the names in lower case and the start of the id.';
comment on column public.properties.property_name is 'As its first reviewer spelt it, spaces collapsed. The same goes for locality and city.';
comment on column public.properties.name_key is 'property_name ignoring case: identity and order.';
comment on column public.properties.locality_key is 'locality ignoring case: identity and order.';
comment on column public.properties.city_key is 'city ignoring case: identity, order and the city filter.';
comment on column public.properties.search_text is 'What a search looks through, besides the reviews.';
comment on column public.properties.review_count is 'Visible reviews.';
comment on column public.properties.rating_total is 'Sum of the ratings of the visible reviews; the average is rating_total / review_count.';
comment on column public.properties.verified_count is 'Visible reviews with photo proof.';
comment on column public.properties.verified_rating_total is 'Sum of the ratings of the visible reviews with photo proof.';
comment on column public.properties.latest_review_at is 'When the newest visible review was written; null when there is none.';

create index properties_by_city on public.properties (city_key, name_key, locality_key);
create index properties_with_verified_reviews on public.properties (name_key, locality_key, city_key) where verified_count > 0;
create index properties_search on public.properties using gin (search_text extensions.gin_trgm_ops);

alter table public.properties enable row level security;
create policy "Anyone may read a property that has a visible review" on public.properties
  for select to anon, authenticated using (review_count > 0);

revoke all on table public.properties from public, anon, authenticated;
grant select on table public.properties to anon, authenticated;
grant all on table public.properties to service_role;
