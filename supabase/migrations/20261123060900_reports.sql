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
) with (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
-- Keeps sample values out of pg_statistic, where they would outlive their rows.
alter table private.reporter_emails alter email set statistics 0;
comment on table private.reporter_emails is 'The e-mails that reporters left. Erasing one deletes its row; the report stays.';
alter table private.reporter_emails enable row level security;

-- More flags than flags_per_hour are a campaign; this bounds how fast it can change what readers see.
create table private.review_flags (
  review_id uuid not null references public.reviews (id) on delete cascade,
  flagged_at timestamptz not null
);
comment on table private.review_flags is 'Which reviews were flagged "Under Review" in the last day, and when.';
create index review_flags_by_time on private.review_flags (flagged_at);
create index review_flags_by_review on private.review_flags (review_id);
alter table private.review_flags enable row level security;

create table private.flag_holdbacks (
  id bigint generated always as identity primary key,
  review_id uuid not null references public.reviews (id) on delete cascade,
  report_id bigint not null references public.review_reports (id) on delete cascade,
  waits_for text not null check (waits_for in ('hour', 'operator'))
);
comment on table private.flag_holdbacks is 'Reports whose flag was held back by a limit. Deleted when their review is flagged.';
comment on column private.flag_holdbacks.waits_for is
  'hour: released automatically, oldest first, as flags_per_hour allows. operator: its network, device or account used up flags_per_reporter_day; a report by another one still flags the review.';
create index flag_holdbacks_by_time on private.flag_holdbacks (id) where waits_for = 'hour';
create index flag_holdbacks_by_review on private.flag_holdbacks (review_id);
create index flag_holdbacks_by_report on private.flag_holdbacks (report_id);
alter table private.flag_holdbacks enable row level security;

create function private.reporter_hash(subject uuid, device text) returns text
language sql stable set search_path = '' as $$
  select encode(sha256(convert_to(concat_ws(':', value #>> '{}', subject, device), 'UTF8')), 'hex')
  from private.settings where key = 'report_secret'
$$;
comment on function private.reporter_hash(uuid, text) is 'Tells a second report of a review or reply from the same device.';

create function private.limit_reports(device text) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.limit_use('reports_per_device_hour', device);
  perform private.limit_use('reports_per_account_hour', (select auth.uid())::text);
  perform private.limit_use('reports_per_address_5_min', private.request_address());
  perform private.limit_use('reports_per_address_day', private.request_address());
end $$;
comment on function private.limit_reports(text) is 'Counts a report of a review or reply, and refuses one too many.';

-- Limited by device, account and network address. A duplicate is not counted: the retry of a report whose response was lost
-- never exceeds a limit.
-- Security definer: the secret is in private.settings.
create function private.check_report() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  device constant text := new.reporter_fingerprint;
  email text;
begin
  perform private.refuse_ended_session();
  -- Read by reporter_may_flag, since the row has only the hash.
  perform set_config('gharsach.reporting_device', coalesce(device, ''), true);
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
comment on function private.check_report() is 'Validates and cleans a report, hashes the fingerprint, moves the e-mail and applies rate limits.';
create trigger check_report before insert on public.review_reports
  for each row execute function private.check_report();

create function private.hour_has_room() returns boolean
language sql set search_path = '' as $$
  select private.setting('flags_per_hour') = 0
    or (select count(*) from private.review_flags where flagged_at > now() - interval '1 hour') < private.setting('flags_per_hour')
$$;
comment on function private.hour_has_room() is 'True while fewer reviews than flags_per_hour were flagged in the last hour.';

create function private.flag_review(review_id uuid) returns integer
language plpgsql set search_path = '' as $$
begin
  -- The review first, as operators do who clear its flag.
  perform from public.reviews as r where r.id = flag_review.review_id for no key update;
  delete from private.flag_holdbacks as h where h.review_id = flag_review.review_id;
  update public.reviews set reported = true where id = flag_review.review_id and not reported;
  if not found then
    return 0;
  end if;
  insert into private.review_flags (review_id, flagged_at) values (flag_review.review_id, now());
  return 1;
end $$;
comment on function private.flag_review(uuid) is 'Flags a review "Under Review". Returns 1, or 0 when it was flagged already.';

create function private.lock_flags() returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('flags of reviews', 0))
$$;
comment on function private.lock_flags() is 'Takes the lock that serializes flags, so that each transaction counts the ones before it.';

create function private.release_held_reports() returns integer
language plpgsql set search_path = '' as $$
declare
  held uuid;
  released integer := 0;
begin
  perform private.lock_flags();
  for held in
    select h.review_id
    from private.flag_holdbacks as h join public.reviews as r on r.id = h.review_id
    where h.waits_for = 'hour' and r.hidden_at is null
      and (select count(*) from public.review_reports as p where p.review_id = h.review_id) >= private.setting('reports_to_flag')
    order by h.id
    -- Operators lock several reviews in another order.
    for no key update of r skip locked
  loop
    exit when not private.hour_has_room();
    released := released + private.flag_review(held);
  end loop;
  return released;
end $$;
comment on function private.release_held_reports() is 'Flags reviews whose reports waited for the hour, oldest first. Returns how many.';

-- Three, or 1 % of the visible reviews where that is more (60 reviews: 3; 1,000: 10). With fewer, a household could not report
-- what it sees in a day; honest readers of one network report far less than 1 % of a site. Each network of an attacker has this
-- limit, and all together flags_per_hour.
create function private.reporter_may_flag() returns boolean
language plpgsql set search_path = '' as $$
declare
  limit_name constant text := 'flags_per_reporter_day';
  least_number constant integer := private.setting(limit_name);
  flags integer;
begin
  if least_number = 0 then
    return true;
  end if;
  select max(counted.uses) into flags
  from unnest(array[
    'network ' || private.request_address(24, 48),
    'device ' || nullif(current_setting('gharsach.reporting_device', true), ''),
    'account ' || (select auth.uid())]) as who
  cross join private.add_use(limit_name, who) as counted;
  return coalesce(flags, 0) <= least_number
    or flags <= (select sum(review_count) from public.properties) * private.setting('flags_per_reporter_day_permille') / 1000;
end $$;
comment on function private.reporter_may_flag() is
  'Counts a flag for the network, device and account of the current report. False when one of them has used up its daily limit.';

-- A report flags its review. Security definer: visitors may not update reviews, and this allows them exactly this one update.
create function private.flag_reported_review() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  waits_for text;
begin
  if exists (select from public.reviews where id = new.review_id and reported) then
    return null;
  end if;
  -- Takes the lock on flags, so reports of reviews that are flagged already have returned above.
  perform private.release_held_reports();
  if (select count(*) from public.review_reports where review_id = new.review_id) < private.setting('reports_to_flag')
    or exists (select from private.flag_holdbacks as h where h.review_id = new.review_id and h.waits_for = 'hour')
    or exists (select from public.reviews where id = new.review_id and reported)
  then
    return null;
  end if;
  waits_for := case when not private.reporter_may_flag() then 'operator' when not private.hour_has_room() then 'hour' end;
  if waits_for is null then
    perform private.flag_review(new.review_id);
  else
    insert into private.flag_holdbacks (review_id, report_id, waits_for) values (new.review_id, new.id, waits_for);
    raise log 'Review % was reported and not marked: too many others were. The report waits for the %.', new.review_id, waits_for;
  end if;
  return null;
end $$;
comment on function private.flag_reported_review() is
  'Flags a review with reports_to_flag reports, unless flags_per_hour or the reporter''s daily limit holds the flag back.';
create trigger flag_reported_review after insert on public.review_reports
  for each row execute function private.flag_reported_review();

create trigger refuse_several_reports after insert on public.review_reports
  referencing new table as inserted
  for each statement when (row_security_active('public.review_reports'))
  execute function private.refuse_several_rows('Send one report at a time.');

revoke execute on all functions in schema private from public;
revoke all on all sequences in schema public from public, anon, authenticated, service_role;
