-- Visitors report abusive reviews, with or without an account. Reports go in and never come out through the API. The reasons
-- must match app/domain/report.ts.
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
  'Keyed hash of the device''s fingerprint and the review''s id: a device reports a review once and cannot be tracked across reviews.';

alter table public.review_reports enable row level security;
create policy "Anyone may report a review" on public.review_reports
  for insert to anon, authenticated with check (reporter_email is null);

revoke all on table public.review_reports from public, anon, authenticated, service_role;
grant insert (review_id, reason, reporter_email, reporter_fingerprint) on table public.review_reports to anon, authenticated;

-- The foreign key is deferred: a before insert trigger stores the e-mail before its report.
create table private.reporter_emails (
  report_id bigint primary key references public.review_reports (id) on delete cascade deferrable initially deferred,
  email text not null check (char_length(email) <= 320)
);
-- Keeps sample values out of pg_statistic, where they would outlive their rows.
comment on table private.reporter_emails is 'The e-mails that reporters left. Erasing one deletes its row; the report stays.';
alter table private.reporter_emails enable row level security;

-- Tells a second report of a review or reply from the same device.
create function private.reporter_hash(subject uuid, device text) returns text
language sql stable set search_path = '' as $$
  select encode(sha256(convert_to(concat_ws(':', value #>> '{}', subject, device), 'UTF8')), 'hex')
  from private.settings where key = 'report_secret'
$$;

-- Counts a report of a review or reply, and refuses one too many.
create function private.limit_reports(device text) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.limit_use('reports_per_device_day', device);
  perform private.limit_use('reports_per_account_day', private.mailbox_of((select auth.uid())));
  perform private.limit_use('reports_per_network_day', private.request_address(24, 48));
end $$;

-- Validates and cleans a report, hashes the fingerprint, moves the e-mail and applies rate limits.
-- Limited by device, account and network. A duplicate is not counted: the retry of a report whose response was lost
-- never exceeds a limit.
-- Security definer: the secret is in private.settings.
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

-- Flags a reported review "Under Review".
-- Security definer: visitors may not update reviews, and this allows them exactly this one update.
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
