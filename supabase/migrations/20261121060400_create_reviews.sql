-- The reviews. Readable by all because nothing private is in them: who wrote a review is kept in
-- private.review_authors. The checks below are the second wall; the triggers that come before them
-- (20261121060700) answer with sentences. The enumeration keys must match app/domain/enumerations.ts.
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
  display_name text not null check (display_name ~ '\S' and char_length(display_name) <= 320),
  move_in_date date check (move_in_date >= date '1950-01-01' and isfinite(move_in_date)),
  duration text check (duration in ('Less than 6 months', '6–12 months', '1–2 years', 'More than 2 years')),
  would_recommend boolean,
  move_out_intent boolean,
  verified boolean not null default false,
  reported boolean not null default false,
  proof_urls text[] check (cardinality(proof_urls) between 1 and 3),
  reported_issues jsonb check (jsonb_typeof(reported_issues) = 'array' and jsonb_array_length(reported_issues) between 1 and 20),
  how_issues_reported text check (how_issues_reported in ('in_person', 'phone_email', 'app_portal', 'did_not_report', 'na')),
  issue_resolution_status text check (issue_resolution_status in ('all_fixed', 'some_fixed', 'none_fixed', 'waiting', 'na')),
  management_response_time text
    check (management_response_time in ('1-2_days', 'within_week', 'more_than_week', 'rarely_responds', 'not_sure')),
  created_at timestamptz not null default now(),
  hidden_at timestamptz,
  constraint reviews_name_no_author check (email is null and user_id is null),
  constraint reviews_are_verified_by_proof check (not verified or proof_urls is not null)
);
comment on table public.reviews is 'Tenants'' reviews. Everyone reads the visible ones, signed-in users add their own, nobody changes one.';
comment on column public.reviews.id is 'May be chosen by the client, so that sending a review twice stores it once.';
comment on column public.reviews.property_id is 'Found or made from property_name, locality and city by a trigger.';
comment on column public.reviews.email is 'Write-only: moved to private.review_authors, always null here.';
comment on column public.reviews.user_id is 'Write-only: the author comes from the session and is kept in private.review_authors, always null here.';
comment on column public.reviews.display_name is 'The part of the e-mail before the @, or Anonymous; filled in by a trigger.';
comment on column public.reviews.verified is 'True when the author uploaded at least one proof photo.';
comment on column public.reviews.reported is 'True after any report; set by a trigger on review_reports.';
comment on column public.reviews.proof_urls is 'Up to three paths /storage/v1/object/public/review-proofs/public/<name>; null when there is none.';
comment on column public.reviews.reported_issues is 'Up to 20 objects {id, description, severity?}; null when the tenant named none.';
comment on column public.reviews.hidden_at is 'Set by an operator. A hidden review leaves every public answer, count and average.';

create index reviews_of_property_newest on public.reviews (property_id, created_at desc, id desc);
create index reviews_of_property_best on public.reviews (property_id, rating desc, created_at desc, id desc);
create index reviews_of_property_verified on public.reviews (property_id, created_at desc, id desc) where verified;
create index reviews_newest on public.reviews (created_at desc, id desc);
create index reviews_search on public.reviews using gin (review_text extensions.gin_trgm_ops);

alter table public.reviews enable row level security;
create policy "Anyone may read a visible review" on public.reviews
  for select to anon, authenticated using (hidden_at is null);
-- The row is judged as the triggers leave it.
create policy "A signed-in user may publish a review" on public.reviews
  for insert to authenticated
  with check ((select auth.uid()) is not null and not reported and hidden_at is null and email is null and user_id is null);

revoke all on table public.reviews from public, anon, authenticated;
grant select on table public.reviews to anon, authenticated;
grant insert on table public.reviews to authenticated;
grant all on table public.reviews to service_role;
