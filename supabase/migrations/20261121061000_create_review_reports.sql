-- Visitors report abusive reviews, with or without an account. Reports go in and never come out
-- through the API: one may carry the reporter's e-mail. The reasons must match app/domain/report.ts.
create table public.review_reports (
  id bigint generated always as identity primary key,
  review_id uuid not null references public.reviews (id) on delete cascade,
  reason text not null check (reason in ('fake', 'offensive', 'unrelated', 'spam')),
  reporter_email text check (char_length(reporter_email) <= 320),
  reporter_fingerprint text not null check (reporter_fingerprint ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  -- app/data/reports.ts turns this violation (23505) into "already reported".
  constraint review_reports_once_per_device unique (review_id, reporter_fingerprint)
);
comment on table public.review_reports is 'Abuse reports. Any visitor may add one; only operators read them.';
comment on column public.review_reports.reporter_fingerprint is 'Hash of the device''s fingerprint, the review''s id and a secret: one device, one report; the same device cannot be followed from review to review.';

alter table public.review_reports enable row level security;
create policy "Anyone may report a review" on public.review_reports
  for insert to anon, authenticated with check (true);

revoke all on table public.review_reports from public, anon, authenticated;
grant insert on table public.review_reports to anon, authenticated;
grant all on table public.review_reports to service_role;

-- Security definer: the secret lies in private.settings.
create function private.check_report() returns trigger
language plpgsql security definer set search_path = '' as $$
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
  return new;
end $$;
comment on function private.check_report() is 'Checks a report, cleans it and hashes the fingerprint.';
create trigger check_report before insert on public.review_reports
  for each row execute function private.check_report();

-- A report flags its review. The database does it, so that visitors need no right to update
-- reviews; security definer lends them exactly this one update.
create function private.flag_reported_review() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.reviews set reported = true where id = new.review_id and not reported;
  return null;
end $$;
comment on function private.flag_reported_review() is 'Marks a review as reported.';
create trigger flag_reported_review after insert on public.review_reports
  for each row execute function private.flag_reported_review();

create function private.refuse_several_reports() returns trigger
language plpgsql set search_path = '' as $$
begin
  if (select count(*) from inserted) > 1 then
    raise exception using errcode = 'PT400', message = 'Send one report at a time.';
  end if;
  return null;
end $$;
comment on function private.refuse_several_reports() is 'Refuses a request of a visitor that carries several reports.';
create trigger refuse_several_reports after insert on public.review_reports
  referencing new table as inserted
  for each statement when (row_security_active('public.review_reports')) execute function private.refuse_several_reports();

revoke execute on function private.check_report(), private.flag_reported_review(), private.refuse_several_reports() from public;
