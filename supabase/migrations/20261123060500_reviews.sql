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
  hidden_at timestamptz,
  filed_as uuid references public.properties (id),
  constraint reviews_name_no_author check (email is null and user_id is null and proof_urls is null)
);
comment on table public.reviews is 'Tenants'' reviews. Signed-in users insert their own, functions return the visible ones, visitors update none.';
comment on column public.reviews.id is 'May be chosen by the client, so that a retried insert stores the review once.';
comment on column public.reviews.property_id is 'Found or created from property_name, locality and city by a trigger.';
comment on column public.reviews.filed_as is
  'The property that its author named, where that is merged into property_id (private.merged_properties). Set by a trigger.';
comment on column public.reviews.email is 'Write-only: moved to private.review_names, always null here.';
comment on column public.reviews.user_id is
  'Write-only: the author comes from the session and is stored in private.review_authors, always null here.';
comment on column public.reviews.proof_urls is 'Write-only: up to three photos, moved to private.review_proofs, always null here.';
comment on column public.reviews.verified is
  'True when the author uploaded at least one proof photo. Shown and counted only while one remains: private.has_proof.';
comment on column public.reviews.reported is 'Shown as "Under Review". Set by a trigger on review_reports, cleared by operators.';
comment on column public.reviews.reported_issues is 'Up to 20 objects {id, description, severity?}; null when the tenant named none.';
comment on column public.reviews.created_at is 'Used by limits and operators; the public sees created_on.';
comment on column public.reviews.created_on is 'The date in India.';
comment on column public.reviews.insert_order is 'Orders the reviews of one day; never shown.';
comment on column public.reviews.search_text is 'The searchable form of its comment (private.search_text); its names are in that of its property. Set by a trigger.';
comment on column public.reviews.hidden_at is
  'Set by an operator, or by its author (private.withdrawn_reviews). Public results, counts and averages exclude hidden reviews.';

create index reviews_newest on public.reviews (created_on desc, insert_order desc);
create index reviews_of_property_newest on public.reviews (property_id, created_on desc, insert_order desc);
create index reviews_of_property_best on public.reviews (property_id, rating desc, created_on desc, insert_order desc);
create index reviews_of_property_verified on public.reviews (property_id, created_on desc, insert_order desc) where verified;
create index reviews_of_property_verified_best on public.reviews (property_id, rating desc, created_on desc, insert_order desc)
  where verified;
create index reviews_of_merged_property on public.reviews (filed_as) where filed_as is not null;
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
  user_id uuid not null references auth.users (id) on delete cascade,
  signature text not null check (signature in ('own', 'other', 'none', 'dropped')),
  counted_at timestamptz,
  mailbox bytea
) with (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
comment on table private.review_authors is 'The account that published each review. Deleted with the account; the review stays.';
comment on column private.review_authors.signature is
  'own: the e-mail given was the confirmed one of the account. other: another one. none: posted as Anonymous. dropped: its author took the name off.';
comment on column private.review_authors.counted_at is
  'The created_at of the review; null while it is hidden. Null for dropped: one more anonymous review in the count of an account would tell whose the others are.';
comment on column private.review_authors.mailbox is 'Keyed hash of the mailbox of the account''s e-mail (private.mailbox_of).';
create index review_authors_by_user on private.review_authors (user_id);
create index review_authors_by_mailbox on private.review_authors (mailbox);
alter table private.review_authors enable row level security;

create table private.review_names (
  review_id uuid primary key references public.reviews (id) on delete cascade deferrable initially deferred,
  email text check (char_length(email) <= 320),
  display_name text not null check (display_name ~ '\S' and char_length(display_name) <= 320),
  counted_at timestamptz
) with (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
-- Keeps sample values out of pg_statistic, where they would outlive their rows.
alter table private.review_names alter email set statistics 0, alter display_name set statistics 0;
comment on table private.review_names is
  'The e-mail given with a review and the display name derived from it. A review without a row is by Anonymous.';
comment on column private.review_names.counted_at is
  'For a review entered by an operator: its created_at, null while it is hidden. Null for reviews of accounts.';
create index review_names_by_month on private.review_names (counted_at) where counted_at is not null;
alter table private.review_names enable row level security;
create policy "The site reads the names of reviews" on private.review_names for select to site_reader using (true);
grant select (review_id, display_name) on table private.review_names to site_reader;

create table private.review_proofs (
  photo_name text primary key,
  review_id uuid not null references public.reviews (id) on delete cascade deferrable initially deferred,
  position smallint not null check (position between 1 and 3),
  constraint review_proofs_have_places unique (review_id, position) include (photo_name)
) with (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
comment on table private.review_proofs is 'The proof photos of each review. A photo belongs to one review only.';
comment on column private.review_proofs.photo_name is 'The last segment of its path in storage, the same in both buckets.';
alter table private.review_proofs enable row level security;
create policy "The site reads the photos of reviews" on private.review_proofs for select to site_reader using (true);
grant select on table private.review_proofs to site_reader;

create table private.withdrawn_reviews (
  review_id uuid primary key references public.reviews (id) on delete cascade,
  withdrawn_on date not null default (now() at time zone 'Asia/Kolkata')::date,
  hidden_by_operator boolean not null
) with (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
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
) with (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
comment on table private.follow_ups is 'What an author added to a review later. Shown under it, never edited.';
comment on column private.follow_ups.created_on is 'The date in India.';
alter table private.follow_ups enable row level security;
create policy "The site reads follow-ups" on private.follow_ups for select to site_reader using (true);
grant select on table private.follow_ups to site_reader;

-- Top reviewers, counted in advance: every view of Home reads them.
create table private.monthly_reviewers (
  month date not null,
  user_id uuid,
  signature text,
  email text,
  review_count integer not null,
  first_at timestamptz not null,
  constraint monthly_reviewers_are_distinct unique nulls not distinct (month, user_id, signature, email)
) with (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
alter table private.monthly_reviewers alter email set statistics 0;
comment on table private.monthly_reviewers is
  'Visible reviews by month (in India): per account and signature, and per e-mail where operators entered them.';
comment on column private.monthly_reviewers.user_id is
  'No foreign key: triggers on private.review_authors, which has one, delete the row with the last of its reviews.';
comment on column private.monthly_reviewers.email is 'In lower case; null for accounts.';
create index monthly_reviewers_by_count on private.monthly_reviewers (month, review_count desc, first_at);
alter table private.monthly_reviewers enable row level security;

-- Recounts the few reviews of one author, so that the count cannot drift. Deferred to the end of the transaction: this lock is
-- always taken after the row locks on properties, which rules out deadlocks.
create function private.count_reviewer(author uuid, author_signature text, author_email text, at timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  first_day constant date := date_trunc('month', at at time zone 'Asia/Kolkata')::date;
  starts constant timestamptz := first_day::timestamp at time zone 'Asia/Kolkata';
  ends constant timestamptz := (first_day + interval '1 month') at time zone 'Asia/Kolkata';
  counted integer;
  earliest timestamptz;
begin
  if at is null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('reviewer ' || coalesce(author::text, author_email), 0));
  if author is not null then
    select count(*), min(a.counted_at) into counted, earliest
    from private.review_authors as a
    where a.user_id = author and a.signature = author_signature and a.counted_at >= starts and a.counted_at < ends;
  else
    select count(*), min(n.counted_at) into counted, earliest
    from private.review_names as n
    where lower(n.email) = author_email and n.counted_at >= starts and n.counted_at < ends;
  end if;
  if counted = 0 then
    -- "is not distinct from" uses no index.
    delete from private.monthly_reviewers as m
    where m.month = first_day and (m.user_id = author and m.signature = author_signature
      or author is null and m.user_id is null and m.email = author_email);
  else
    insert into private.monthly_reviewers (month, user_id, signature, email, review_count, first_at)
    values (first_day, author, author_signature, author_email, counted, earliest)
    on conflict on constraint monthly_reviewers_are_distinct
    do update set review_count = excluded.review_count, first_at = excluded.first_at;
  end if;
end $$;
comment on function private.count_reviewer(uuid, text, text, timestamptz) is
  'Recounts the reviews of an account under a signature, or of an e-mail, in the month of this time.';

-- Security definer: callers may not write private.monthly_reviewers.
create function private.count_author() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    perform private.count_reviewer(old.user_id, old.signature, null, old.counted_at);
  end if;
  if tg_op <> 'DELETE' then
    perform private.count_reviewer(new.user_id, new.signature, null, new.counted_at);
  end if;
  return null;
end $$;
comment on function private.count_author() is 'Updates the monthly counts of an account.';
create constraint trigger count_author after insert or update of counted_at, signature or delete on private.review_authors
  deferrable initially deferred for each row execute function private.count_author();

create function private.count_name() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' and old.email is not null then
    perform private.count_reviewer(null, null, lower(old.email), old.counted_at);
  end if;
  if tg_op <> 'DELETE' and new.email is not null then
    perform private.count_reviewer(null, null, lower(new.email), new.counted_at);
  end if;
  return null;
end $$;
comment on function private.count_name() is 'Updates the monthly counts of an e-mail for which operators entered reviews.';
create constraint trigger count_name after insert or update of counted_at or delete on private.review_names
  deferrable initially deferred for each row execute function private.count_name();

-- Lists inline this expression: calling the function added a second to a search.
create function private.has_proof(review_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select from private.review_proofs as p where p.review_id = has_proof.review_id);
end $$;
comment on function private.has_proof(uuid) is 'True while the review has a proof photo; erasing its author deletes them.';

-- Deleting an account deletes the name, the e-mail and the photos (which may show a face or a signature) of its reviews.
-- Security definer: the account service deletes accounts and has no rights on these tables.
create function private.forget_name_and_proofs() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.review_names where review_id = old.review_id;
  delete from private.review_proofs where review_id = old.review_id;
  return null;
end $$;
comment on function private.forget_name_and_proofs() is 'Deletes the name and the photos of a review that has lost its author.';
create trigger forget_name_and_proofs after delete on private.review_authors
  for each row execute function private.forget_name_and_proofs();

-- Security definer: visitors may not write properties.
create function private.file_review() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  given_name constant text := private.clean_line(new.property_name);
  given_locality constant text := private.clean_line(new.locality);
  current_city constant text := private.current_city(new.city);
  named public.properties;
  home public.properties;
begin
  -- Of two concurrent reviews of a new property, the second waits for the first, then finds its row. Another attempt is also
  -- needed when the first digits of a new id are taken, and when a merge ends meanwhile.
  for attempt in 1..5 loop
    if tg_op = 'UPDATE' and (new.property_name, new.locality, new.city) = (old.property_name, old.locality, old.city) then
      -- private.refile_reviews(): the review keeps the property that its author named.
      select * into named from public.properties as p where p.id = coalesce(old.filed_as, old.property_id) for key share;
    else
      select * into named from public.properties as p
      where p.name_key = private.name_key(given_name)
        and p.locality_key = private.name_key(given_locality)
        and p.city_key = private.name_key(current_city)
      -- A concurrent transaction may be deleting its last review, and the property with it.
      for key share;
    end if;
    if not found then
      insert into public.properties (property_name, locality, city) values (given_name, given_locality, current_city)
      on conflict do nothing
      returning * into named;
      continue when not found;
    end if;
    home := named;
    exit when private.home_of(named.id) = named.id;
    -- Who merges locks the same two rows, in the same order.
    select * into home from public.properties as p where p.id = private.home_of(named.id) for key share;
    exit when private.home_of(named.id) = home.id;
    home := null;
  end loop;
  new.property_id := home.id;
  new.filed_as := nullif(named.id, home.id);
  new.property_name := home.property_name;
  new.locality := home.locality;
  new.city := home.city;
  return new;
end $$;
comment on function private.file_review() is
  'Finds or creates the property of a review, under the current name of its city, or the one that it is merged into.';
create trigger file_review before insert or update of property_name, locality, city on public.reviews
  for each row execute function private.file_review();

-- Security definer: callers may not read private.city_aliases.
create function private.make_review_searchable() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.search_text := private.search_text(new.review_text);
  return new;
end $$;
comment on function private.make_review_searchable() is 'Sets search_text.';
create trigger make_searchable before insert or update of review_text, search_text on public.reviews
  for each row execute function private.make_review_searchable();
alter table public.reviews enable always trigger make_searchable;

create function private.is_own_email(author uuid, given text) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from auth.users as u
    where u.id = author and u.email_confirmed_at is not null and lower(u.email) = lower(given)
  )
$$;
comment on function private.is_own_email(uuid, text) is 'True when this is the confirmed e-mail of this account.';

-- "+tags" are removed for every domain: most large providers ignore them, and hardly any other address contains a plus. Dots
-- are removed for Gmail, which ignores them; elsewhere they distinguish people. A dot at the end of the domain changes nothing.
create function private.mailbox_key(email text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select case
      when domain in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com'
      else name || '@' || domain
    end
  from (select lower(rtrim(btrim(email), '.')) as address) as given,
    substring(address from '[^@]*$') as domain,
    regexp_replace(left(address, -length(domain) - 1), '(?<=.)\+.*$', '') as name
$$;
comment on function private.mailbox_key(text) is
  'The canonical form of an e-mail, the same for all addresses of a mailbox: without case, +tags, and the dots of Gmail.';

create function private.mailbox_of(account uuid) returns bytea
language sql stable set search_path = '' as $$
  select sha256(convert_to(s.value #>> '{}' || ':' || private.mailbox_key(u.email), 'UTF8'))
  from auth.users as u, private.settings as s
  where u.id = account and s.key = 'mailbox_secret'
$$;
comment on function private.mailbox_of(uuid) is 'Keyed hash of the mailbox of an account, equal for accounts whose e-mails share one.';

-- Has to be the last before insert trigger; they fire in the order of their names.
-- Security definer: visitors may not write the private tables.
create function private.separate_author() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  given_email constant text := nullif(btrim(new.email), '');
  counted_at constant timestamptz := case when new.hidden_at is null then new.created_at end;
  stored integer;
begin
  new.id := coalesce(new.id, gen_random_uuid());
  -- An operator's repeated insert (on conflict do nothing) adds nothing to the existing review.
  if not exists (select from public.reviews where id = new.id) then
    if new.user_id is not null then
      insert into private.review_authors (review_id, user_id, signature, counted_at, mailbox)
      values (
        new.id, new.user_id,
        case when given_email is null then 'none' when private.is_own_email(new.user_id, given_email) then 'own' else 'other' end,
        counted_at, private.mailbox_of(new.user_id));
    end if;
    if given_email is not null then
      insert into private.review_names (review_id, email, display_name, counted_at)
      values (new.id, given_email, private.display_name(given_email), case when new.user_id is null then counted_at end);
    end if;
    if new.proof_urls is not null then
      -- In a fixed order, so that two reviews with the same photos cannot deadlock.
      insert into private.review_proofs (photo_name, review_id, position)
      select regexp_replace(path, '^.*/', ''), new.id, place
      from unnest(new.proof_urls) with ordinality as given (path, place)
      order by path
      on conflict (photo_name) do nothing;
      get diagnostics stored = row_count;
      if stored < cardinality(new.proof_urls) then
        perform private.refuse(400, 'A photo proves one review. Take out the photo of your other review, or choose another one.');
      end if;
    end if;
  end if;
  new.user_id := null;
  new.email := null;
  new.proof_urls := null;
  return new;
end $$;
comment on function private.separate_author() is
  'Moves the author, the e-mail and the photos of a review to the private tables. Refuses a photo that proves another review.';
create trigger separate_author before insert on public.reviews
  for each row execute function private.separate_author();

-- Security definer: operators update as service_role, which has no rights on these tables.
create function private.date_author() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.review_authors set counted_at = case when new.hidden_at is null then new.created_at end
  where review_id = new.id and signature <> 'dropped';
  update private.review_names as n set counted_at = case when new.hidden_at is null then new.created_at end
  where n.review_id = new.id and not exists (select from private.review_authors as a where a.review_id = n.review_id);
  return null;
end $$;
comment on function private.date_author() is 'Keeps counted_at in line with created_at and hidden_at of the review.';
create trigger date_author after update of created_at, hidden_at on public.reviews
  for each row execute function private.date_author();

-- The result depends on the review and on its photos, so both updates take this lock. It is an advisory lock, since
-- a row lock would leave its transaction id in the review.
create function private.counts_as_verified(review public.reviews) returns boolean
language plpgsql set search_path = '' as $$
begin
  if not review.verified then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('proof of ' || review.id, 0));
  return private.has_proof(review.id);
end $$;
comment on function private.counts_as_verified(public.reviews) is
  'True when a review, while visible, counts as verified. Takes a lock, so that the result holds until the transaction ends.';

-- Security definer: the account service deletes accounts and may not write properties.
create function private.uncount_unproved_reviews() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  unproved uuid;
begin
  perform private.wait_for_merges();
  for unproved in select distinct review_id from deleted order by review_id loop
    perform pg_advisory_xact_lock(hashtextextended('proof of ' || unproved, 0));
    update public.properties as p
    set verified_count = p.verified_count - 1
    from public.reviews as r
    where r.id = unproved and r.property_id = p.id and r.verified and r.hidden_at is null and not private.has_proof(r.id);
    if found then
      perform private.uncount_photos(unproved);
    end if;
  end loop;
  return null;
end $$;
comment on function private.uncount_unproved_reviews() is
  'Subtracts reviews that have lost their last photo from the verified_count and the figures of their property.';
create trigger uncount_unproved_reviews after delete on private.review_proofs
  referencing old table as deleted for each statement execute function private.uncount_unproved_reviews();

-- Photos are deleted first, while uncount_unproved_reviews can still see the review. The property is locked before they are: a
-- review that is being inserted keeps its property, and a later one waits and then finds or recreates it. Their rows are locked
-- before the property, since erasing the author deletes them and then updates it.
create function private.delete_proofs() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.wait_for_merges();
  perform from private.review_proofs where review_id = old.id order by position for update;
  perform from public.properties where id = old.property_id for update;
  delete from private.review_proofs where review_id = old.id;
  return old;
end $$;
comment on function private.delete_proofs() is 'Locks the property of a review that is about to be deleted, and deletes its photos.';
create trigger delete_proofs before delete on public.reviews
  for each row execute function private.delete_proofs();

-- The totals and figures of a property follow its visible reviews: inserted, hidden, shown again, corrected or deleted. A
-- property is deleted with its last review, hidden ones included, unless others are merged into it. Each change adds to or
-- subtracts from the locked row, so concurrent reviews lose no update.
-- Security definer: visitors may not write properties.
create function private.keep_property_totals() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_verified boolean;
begin
  if current_setting('private.is_refiling', true) = 'on' then
    return null;
  end if;
  if tg_op in ('UPDATE', 'DELETE') and old.hidden_at is null then
    is_verified := private.counts_as_verified(old);
    update public.properties
    set review_count = review_count - 1,
        rating_total = rating_total - old.rating,
        verified_count = verified_count - is_verified::integer
    where id = old.property_id;
    perform private.count_figures(old, is_verified, -1);
  end if;
  if tg_op in ('INSERT', 'UPDATE') and new.hidden_at is null then
    is_verified := private.counts_as_verified(new);
    update public.properties
    set review_count = review_count + 1,
        rating_total = rating_total + new.rating,
        verified_count = verified_count + is_verified::integer
    where id = new.property_id;
    perform private.count_figures(new, is_verified, 1);
  end if;
  if tg_op = 'DELETE' then
    delete from public.properties as p
    where p.id = old.property_id
      and not exists (select from public.reviews as r where r.property_id = p.id)
      and not exists (select from private.merged_properties as m where m.into_id = p.id);
  end if;
  return null;
end $$;
comment on function private.keep_property_totals() is 'Keeps the totals and figures of properties equal to their visible reviews.';
create trigger keep_property_totals
  after insert or delete or update of
    property_id, rating, verified, hidden_at, created_at, property_name, locality, city, property_type, move_in_date, duration,
    would_recommend, reported_issues, issue_resolution_status, management_response_time
  on public.reviews
  for each row execute function private.keep_property_totals();

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from public, anon, authenticated, service_role;
