-- A device, an account and a network address report only so often. What is there already is told first: a report
-- that is repeated after a lost answer is never one too many.
-- Security definer: the secret lies in private.settings.
create or replace function private.check_report() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  device constant text := new.reporter_fingerprint;
begin
  if new.reason is null or new.reason not in ('fake', 'offensive', 'unrelated', 'spam') then
    perform private.refuse(400, 'Choose one of the listed reasons.');
  elsif new.review_id is null or not exists (select from public.reviews where id = new.review_id and hidden_at is null) then
    perform private.refuse(404, 'This review does not exist or is no longer shown.');
  elsif coalesce(char_length(new.reporter_fingerprint), 0) not between 16 and 128 then
    perform private.refuse(400, 'Send a device fingerprint of 16 to 128 characters.');
  end if;
  new.reporter_email := nullif(private.clean_line(new.reporter_email), '');
  if new.reporter_email !~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' or char_length(new.reporter_email) > 320 then
    perform private.refuse(400, 'Enter a valid email address, or leave the email empty.');
  end if;
  new.created_at := now();
  new.reporter_fingerprint := encode(sha256(convert_to(
    concat_ws(':', (select value #>> '{}' from private.settings where key = 'report_secret'), new.review_id, new.reporter_fingerprint),
    'UTF8')), 'hex');
  if not exists (
    select from public.review_reports as r
    where r.review_id = new.review_id and r.reporter_fingerprint = new.reporter_fingerprint
  ) then
    perform private.limit_use('reports_per_device_hour', device);
    perform private.limit_use('reports_per_account_hour', (select auth.uid())::text);
    perform private.limit_use('reports_per_address_5_min', private.request_address());
    perform private.limit_use('reports_per_address_day', private.request_address());
  end if;
  return new;
end $$;
comment on function private.check_report() is 'Checks a report, cleans it, hashes the fingerprint and counts who sends it.';

-- When reviews were marked, for an hour: more than flags_per_hour are a campaign, and no longer change what readers see.
create table private.review_flags (
  review_id uuid not null references public.reviews (id) on delete cascade,
  flagged_at timestamptz not null
);
comment on table private.review_flags is 'Which reviews were marked "Under Review" in the last day, and when.';
create index review_flags_by_time on private.review_flags (flagged_at);
create index review_flags_by_review on private.review_flags (review_id);

create table private.flag_holdbacks (
  id bigint generated always as identity primary key,
  review_id uuid not null references public.reviews (id) on delete cascade,
  report_id bigint not null references public.review_reports (id) on delete cascade,
  held_at timestamptz not null default now()
);
comment on table private.flag_holdbacks is
  'Reports that would have marked their review, had not too many been marked in that hour. For the operator to look at.';
create index flag_holdbacks_by_review on private.flag_holdbacks (review_id);
create index flag_holdbacks_by_report on private.flag_holdbacks (report_id);

create or replace function private.flag_reported_review() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  per_hour constant integer := private.setting('flags_per_hour');
begin
  if exists (select from public.reviews where id = new.review_id and reported) then
    return null;
  end if;
  -- One after the other: each counts the one before it. Only a report that may mark its review comes here.
  perform pg_advisory_xact_lock(hashtextextended('flags of reviews', 0));
  if (select count(*) from public.review_reports where review_id = new.review_id) < private.setting('reports_to_flag') then
    return null;
  end if;
  if per_hour > 0 and (select count(*) from private.review_flags where flagged_at > now() - interval '1 hour') >= per_hour then
    insert into private.flag_holdbacks (review_id, report_id) values (new.review_id, new.id);
    raise log 'Review % was reported and not marked: % others were within an hour.', new.review_id, per_hour;
    return null;
  end if;
  update public.reviews set reported = true where id = new.review_id and not reported;
  if found then
    delete from private.review_flags where flagged_at < now() - interval '1 day';
    insert into private.review_flags (review_id, flagged_at) values (new.review_id, now());
  end if;
  return null;
end $$;
comment on function private.flag_reported_review() is
  'Marks a review as reported once it has reports enough, unless very many were marked within the hour.';
