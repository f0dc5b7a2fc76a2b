-- Visitors report abusive reviews, with or without an account. The API accepts reports, but returns none. The reasons must match
-- app/domain/report.ts.
create table public.review_reports (
  id bigint generated always as identity primary key,
  review_id uuid not null references public.reviews (id) on delete cascade,
  reason text not null check (reason in ('fake', 'offensive', 'unrelated', 'spam')),
  reporter_email text check (reporter_email is null),
  reporter_fingerprint text not null check (reporter_fingerprint ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  -- app/data/reports.ts turns this violation (23505) into "already reported".
  constraint review_reports_once_per_device unique (review_id, reporter_fingerprint)
);
comment on table public.review_reports is 'Abuse reports. Any visitor may add one; only operators read them.';
comment on column public.review_reports.reporter_email is 'Write-only: moved to private.reporter_emails, always null here.';
comment on column public.review_reports.reporter_fingerprint is
  'Keyed hash of the device''s fingerprint and the review''s id: a device reports a review once, and cannot be tracked across reviews.';

alter table public.review_reports enable row level security;
create policy "Anyone may report a review" on public.review_reports
  for insert to anon, authenticated with check (reporter_email is null);

revoke all on table public.review_reports from public, anon, authenticated, service_role;
grant insert (review_id, reason, reporter_email, reporter_fingerprint) on table public.review_reports to anon, authenticated;

-- The foreign key is deferred: a before insert trigger stores the email before its report.
create table private.reporter_emails (
  report_id bigint primary key references public.review_reports (id) on delete cascade deferrable initially deferred,
  email text not null check (char_length(email) <= 320)
);
comment on table private.reporter_emails is 'The emails that reporters left. Erasing one deletes its row; the report stays.';
alter table private.reporter_emails enable row level security;

create function private.reporter_hash(subject uuid, device text) returns text
language sql stable set search_path = '' as $$
  select encode(sha256(convert_to(concat_ws(':', value #>> '{}', subject, device), 'UTF8')), 'hex')
  from private.settings where key = 'report_secret'
$$;

create function private.limit_reports(device text) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.limit_use('reports_per_device_day', device);
  perform private.limit_use('reports_per_account_day', private.mailbox_of((select auth.uid())));
  perform private.limit_use('reports_per_network_day', private.request_address(24, 48));
end $$;

-- Validates a report, moves its email to private.reporter_emails, and limits reports by device, account and network. Duplicates do
-- not count, so a retry never exceeds a limit.
create function private.check_report() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  device constant text := new.reporter_fingerprint;
  email text;
begin
  perform private.refuse_ended_session();
  if new.reason is null or new.reason not in ('fake', 'offensive', 'unrelated', 'spam') then
    perform private.refuse(400, 'Choose one of the listed reasons.');
  elsif new.review_id is null or not exists (select from public.reviews where id = new.review_id and hidden_at is null) then
    perform private.refuse(404, 'This review does not exist or is no longer shown.');
  elsif coalesce(char_length(device), 0) not between 16 and 128 then
    perform private.refuse(400, 'Send a device fingerprint of 16 to 128 characters.');
  end if;
  email := private.clean_email(new.reporter_email);
  new.reporter_email := null;
  new.created_at := now();
  new.reporter_fingerprint := private.reporter_hash(new.review_id, device);
  if not exists (
    select from public.review_reports as r
    where r.review_id = new.review_id and r.reporter_fingerprint = new.reporter_fingerprint
  ) then
    perform private.limit_reports(device);
    if email is not null then
      insert into private.reporter_emails (report_id, email) values (new.id, email);
    end if;
  end if;
  return new;
end $$;
create trigger check_report before insert on public.review_reports
  for each row execute function private.check_report();

create function private.flag_reported_review() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.reviews set reported = true where id = new.review_id and not reported;
  return null;
end $$;
create trigger flag_reported_review after insert on public.review_reports
  for each row execute function private.flag_reported_review();

create trigger refuse_several_reports after insert on public.review_reports
  referencing new table as inserted
  for each statement when (row_security_active('public.review_reports'))
  execute function private.refuse_several_rows('Send one report at a time.');

-- People to notify when the referral program starts, with or without an account. The API accepts entries, but returns none. Limits
-- must match app/domain/waitlist.ts.
create table public.referral_waitlist (
  id bigint generated always as identity primary key,
  name text not null check (name ~ '\S' and char_length(name) <= 120),
  email text not null check (email ~ '\S' and char_length(email) <= 320),
  created_at timestamptz not null default now()
);
comment on table public.referral_waitlist is 'Visitors to notify about the referral program. Any visitor may join; only operators read it.';
comment on column public.referral_waitlist.email is 'Unique, ignoring case and surrounding spaces.';
-- app/data/waitlist.ts turns this violation (23505) into "already registered".
create unique index referral_waitlist_once_per_email on public.referral_waitlist (lower(btrim(email)));

alter table public.referral_waitlist enable row level security;
create policy "Anyone may join the referral waitlist" on public.referral_waitlist
  for insert to anon, authenticated with check (true);

revoke all on table public.referral_waitlist from public, anon, authenticated, service_role;
grant insert (name, email) on table public.referral_waitlist to anon, authenticated;

-- Cleans an entry and applies rate limits to a new one. Skips a known one: refuse_known_waitlist_entry reports it only at the end of the
-- statement, so that a request with two entries cannot probe an address without a trace.
create function private.check_waitlist_entry() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_known boolean;
begin
  perform private.refuse_ended_session();
  if char_length(new.name) <= 1000 then
    new.name := private.clean_line(new.name);
  end if;
  if char_length(new.email) <= 1000 then
    -- Joiners and variation selectors would make two addresses out of one.
    new.email := private.clean_line(regexp_replace(new.email, '[\u200c\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef]', '', 'g'));
  end if;
  if private.is_blank(left(new.name, 1000)) or private.is_blank(left(new.email, 1000)) then
    perform private.refuse(400, 'Please provide both name and email.');
  elsif char_length(new.name) > 120 then
    perform private.refuse(400, 'Shorten the name to 120 characters.');
  elsif char_length(new.email) > 320 or new.email !~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' then
    perform private.refuse(400, 'Enter a valid email address.');
  elsif coalesce(current_setting('gharsach.waitlist_entry', true), '') <> '' then
    perform private.refuse(400, 'Join the waitlist with one email at a time.');
  end if;
  new.created_at := now();
  is_known := exists (select from public.referral_waitlist where lower(btrim(email)) = lower(btrim(new.email)));
  perform set_config('gharsach.waitlist_entry', case when is_known then 'known' else 'new' end, true);
  if is_known then
    return null;
  end if;
  perform private.limit_use('waitlist_entries_per_account_hour', private.mailbox_of((select auth.uid())));
  perform private.limit_use('waitlist_entries_per_address_5_min', private.request_address());
  perform private.limit_use('waitlist_entries_per_address_day', private.request_address());
  return new;
end $$;
create trigger check_waitlist_entry before insert on public.referral_waitlist
  for each row when (row_security_active('public.referral_waitlist')) execute function private.check_waitlist_entry();

create function private.refuse_known_waitlist_entry() returns trigger
language plpgsql set search_path = '' as $$
declare
  entry constant text := current_setting('gharsach.waitlist_entry', true);
begin
  perform set_config('gharsach.waitlist_entry', '', true);
  if entry = 'known' then
    raise unique_violation using message = 'duplicate key value violates unique constraint "referral_waitlist_once_per_email"';
  end if;
  return null;
end $$;
create trigger refuse_known_waitlist_entry after insert on public.referral_waitlist
  for each statement when (row_security_active('public.referral_waitlist')) execute function private.refuse_known_waitlist_entry();
