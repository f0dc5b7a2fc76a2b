-- Reviews, and in private tables the author, the display name and the photos of each. Erasing a person deletes private rows and
-- updates no review, so nothing in public.reviews links the reviews of one author. The enumeration keys must match
-- app/domain/enumerations.ts.
create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  property_id uuid not null references public.properties (id),
  property_name text not null check (property_name ~ '\S' and char_length(property_name) <= 120),
  locality text not null check (locality ~ '\S' and char_length(locality) <= 120),
  city text not null check (city ~ '\S' and char_length(city) <= 80),
  property_type text check (property_type in ('Apartment', 'PG / Hostel', 'Independent House', 'Villa', 'Shared Room')),
  rating integer not null check (rating between 1 and 5),
  review_text text not null check (review_text ~ '\S' and char_length(review_text) <= 5000),
  email text,
  user_id uuid,
  move_in_date date check (move_in_date >= date '1950-01-01' and isfinite(move_in_date)),
  duration text check (duration in ('Less than 6 months', '6–12 months', '1–2 years', 'More than 2 years')),
  would_recommend boolean,
  move_out_intent boolean,
  verified boolean not null default false,
  reported boolean not null default false,
  proof_urls text[],
  reported_issues jsonb check (jsonb_typeof(reported_issues) = 'array' and jsonb_array_length(reported_issues) between 1 and 20),
  how_issues_reported text check (how_issues_reported in ('in_person', 'phone_email', 'app_portal', 'did_not_report', 'na')),
  issue_resolution_status text check (issue_resolution_status in ('all_fixed', 'some_fixed', 'none_fixed', 'waiting', 'na')),
  management_response_time text
    check (management_response_time in ('1-2_days', 'within_week', 'more_than_week', 'rarely_responds', 'not_sure')),
  created_at timestamptz not null default now(),
  created_on date not null generated always as ((created_at at time zone 'Asia/Kolkata')::date) stored,
  insert_order bigint not null generated always as identity,
  search_text text not null,
  city_key text collate "C" not null,
  hidden_at timestamptz,
  constraint reviews_name_no_author check (email is null and user_id is null and proof_urls is null)
);
comment on table public.reviews is 'Tenants'' reviews. Signed-in users insert their own, functions return the visible ones, visitors update none.';
comment on column public.reviews.id is 'May be chosen by the client, so that a retried insert stores the review once.';
comment on column public.reviews.property_id is 'Found or created from property_name, locality and city by a trigger.';
comment on column public.reviews.email is 'Write-only: moved to private.review_names, always null here.';
comment on column public.reviews.user_id is
  'Write-only: the author comes from the session and is stored in private.review_authors, always null here.';
comment on column public.reviews.proof_urls is 'Write-only: up to three photos, moved to private.review_proofs, always null here.';
comment on column public.reviews.verified is
  'True when the author uploaded at least one proof photo. Shown and counted only while one remains: private.has_proof.';
comment on column public.reviews.reported is 'Shown as "Under Review". Set by a trigger on review_reports, cleared by operators.';
comment on column public.reviews.reported_issues is 'Up to 20 objects {id, description, severity?}; null when the tenant named none.';
comment on column public.reviews.created_at is 'For operators; the public sees created_on.';
comment on column public.reviews.created_on is 'The date in India.';
comment on column public.reviews.insert_order is 'Orders the reviews of one day; never shown.';
comment on column public.reviews.search_text is 'The searchable form of its comment (private.search_text); its names are in that of its property. Set by a trigger.';
comment on column public.reviews.city_key is 'That of its property, for the index of searches in one city. Set by a trigger.';
comment on column public.reviews.hidden_at is
  'Set by an operator, or by its author (private.withdrawn_reviews). Public results, counts and averages exclude hidden reviews.';

create index reviews_newest on public.reviews (created_on desc, insert_order desc);
create index reviews_of_property_newest on public.reviews (property_id, created_on desc, insert_order desc);
create index reviews_of_property_best on public.reviews (property_id, rating desc, created_on desc, insert_order desc);
create index reviews_of_property_verified on public.reviews (property_id, created_on desc, insert_order desc) where verified;
create index reviews_of_property_verified_best on public.reviews (property_id, rating desc, created_on desc, insert_order desc)
  where verified;
create index reviews_flagged on public.reviews (id) where reported and hidden_at is null;
create index reviews_hidden on public.reviews (hidden_at desc, id desc) where hidden_at is not null;

alter table public.reviews enable row level security;
create policy "The site reads visible reviews" on public.reviews
  for select to site_reader using (hidden_at is null);
-- Policies check the row after the before insert triggers.
create policy "A signed-in user may publish a review" on public.reviews
  for insert to authenticated
  with check (
    (select auth.uid()) is not null and not reported and hidden_at is null
    and email is null and user_id is null and proof_urls is null
  );

revoke all on table public.reviews from public, anon, authenticated, service_role;
-- The columns that the form sends. A trigger overwrites those that are not the visitor's to decide.
grant insert (
  id, property_name, locality, city, property_type, rating, review_text, email, user_id, move_in_date, duration,
  would_recommend, move_out_intent, verified, reported, proof_urls, reported_issues, created_at, how_issues_reported,
  issue_resolution_status, management_response_time
) on table public.reviews to authenticated;
grant select (
  id, property_id, property_name, locality, city, property_type, rating, review_text, move_in_date, duration, would_recommend,
  move_out_intent, verified, reported, reported_issues, created_on, insert_order, how_issues_reported, issue_resolution_status,
  management_response_time
) on table public.reviews to site_reader;

-- The foreign key is deferred: a before insert trigger stores these rows before their review. Autovacuum runs after any
-- deletion, not after a fifth of the table, so that deleted rows soon leave the disk.
create table private.review_authors (
  review_id uuid primary key references public.reviews (id) on delete cascade deferrable initially deferred,
  user_id uuid not null references auth.users (id) on delete cascade
);
comment on table private.review_authors is 'The account that published each review. Deleted with the account; the review stays.';
create index review_authors_by_user on private.review_authors (user_id);
alter table private.review_authors enable row level security;

create table private.review_names (
  review_id uuid primary key references public.reviews (id) on delete cascade deferrable initially deferred,
  email text check (char_length(email) <= 320),
  display_name text not null check (display_name ~ '\S' and char_length(display_name) <= 320),
  counted_at timestamptz
);
-- Keeps sample values out of pg_statistic, where they would outlive their rows.
comment on table private.review_names is
  'The e-mail given with a review and the display name derived from it. A review without a row is by Anonymous.';
comment on column private.review_names.counted_at is 'The created_at of the review; null while it is hidden.';
create index review_names_by_email on private.review_names (lower(email), counted_at);
alter table private.review_names enable row level security;
create policy "The site reads the names of reviews" on private.review_names for select to site_reader using (true);
grant select (review_id, display_name) on table private.review_names to site_reader;

create table private.review_proofs (
  photo_name text primary key,
  review_id uuid not null references public.reviews (id) on delete cascade deferrable initially deferred,
  position smallint not null check (position between 1 and 3),
  constraint review_proofs_have_places unique (review_id, position) include (photo_name)
);
comment on table private.review_proofs is 'The proof photos of each review. A photo belongs to one review only.';
comment on column private.review_proofs.photo_name is 'The last segment of its path in storage, the same in both buckets.';
alter table private.review_proofs enable row level security;
create policy "The site reads the photos of reviews" on private.review_proofs for select to site_reader using (true);
grant select on table private.review_proofs to site_reader;

create table private.withdrawn_reviews (
  review_id uuid primary key references public.reviews (id) on delete cascade,
  withdrawn_on date not null default (now() at time zone 'Asia/Kolkata')::date,
  hidden_by_operator boolean not null
);
comment on table private.withdrawn_reviews is
  'Reviews that their authors took back: hidden, and erased after 30 days unless they are brought back.';
comment on column private.withdrawn_reviews.hidden_by_operator is 'True while the review would be hidden without this row, too.';
create index withdrawn_reviews_by_day on private.withdrawn_reviews (withdrawn_on);
alter table private.withdrawn_reviews enable row level security;

-- Must match MAX_FOLLOW_UPS and MAX_FOLLOW_UP_LENGTH in app/domain/follow-up.ts.
create table private.follow_ups (
  review_id uuid not null references public.reviews (id) on delete cascade,
  position smallint not null check (position between 1 and 3),
  follow_up text not null check (follow_up ~ '\S' and char_length(follow_up) <= 500),
  created_on date not null default (now() at time zone 'Asia/Kolkata')::date,
  primary key (review_id, position)
);
comment on table private.follow_ups is 'What an author added to a review later. Shown under it, never edited.';
comment on column private.follow_ups.created_on is 'The date in India.';
alter table private.follow_ups enable row level security;
create policy "The site reads follow-ups" on private.follow_ups for select to site_reader using (true);
grant select on table private.follow_ups to site_reader;

-- Finds or creates the property of a review, under the current name of its city, or the one that it is merged into.
-- Security definer: visitors may not write properties.
create function private.file_review() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  given_name constant text := private.clean_line(new.property_name);
  given_locality constant text := private.clean_line(new.locality);
  current_city constant text := private.current_city(new.city);
  home public.properties;
begin
  loop
    select * into home from public.properties as p
    where p.id = (
      select private.home_of(named.id) from public.properties as named
      where named.name_key = private.fold(given_name)
        and named.locality_key = private.fold(given_locality)
        and named.city_key = private.fold(current_city))
    -- A concurrent transaction may be deleting its last review, and the property with it.
    for key share;
    if not found then
      -- Of two concurrent reviews of a new property, the second waits here for the first, then finds its row.
      insert into public.properties (property_name, locality, city) values (given_name, given_locality, current_city)
      on conflict do nothing
      returning * into home;
    end if;
    exit when found;
  end loop;
  new.property_id := home.id;
  new.property_name := home.property_name;
  new.locality := home.locality;
  new.city := home.city;
  new.city_key := home.city_key;
  return new;
end $$;
create trigger file_review before insert or update of property_name, locality, city on public.reviews
  for each row execute function private.file_review();

-- Sets search_text, and city_key where there is none.
-- Security definer: callers may not read private.city_aliases.
create function private.make_review_searchable() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.search_text := private.search_text(new.review_text);
  -- In a bulk copy, without file_review.
  new.city_key := coalesce(new.city_key, private.fold(new.city));
  return new;
end $$;
create trigger make_searchable before insert or update of review_text, search_text on public.reviews
  for each row execute function private.make_review_searchable();
alter table public.reviews enable always trigger make_searchable;
