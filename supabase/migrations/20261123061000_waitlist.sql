-- People to be notified when the referral program starts, with or without an account. Entries go in and never come out through
-- the API. Limits must match app/domain/waitlist.ts.
create table public.referral_waitlist (
  id bigint generated always as identity primary key,
  name text not null check (name ~ '\S' and char_length(name) <= 120),
  email text not null check (email ~ '\S' and char_length(email) <= 320),
  created_at timestamptz not null default now()
);
comment on table public.referral_waitlist is 'Whom to notify about the referral program. Any visitor may join; only operators read it.';
comment on column public.referral_waitlist.email is 'Unique, ignoring case and surrounding spaces.';
-- app/data/waitlist.ts turns this violation (23505) into "already registered".
create unique index referral_waitlist_once_per_email on public.referral_waitlist (lower(btrim(email)));
-- Keeps sample values out of pg_statistic, where they would outlive their rows.

alter table public.referral_waitlist enable row level security;
create policy "Anyone may join the referral waitlist" on public.referral_waitlist
  for insert to anon, authenticated with check (true);

revoke all on table public.referral_waitlist from public, anon, authenticated, service_role;
grant insert (name, email) on table public.referral_waitlist to anon, authenticated;

-- Resets the counters of a statement.
-- A request with several entries is refused before any is compared with existing ones: otherwise it could probe any number of
-- addresses and leave no trace. So rows are counted first, and errors are raised at the end of the statement.
create function private.begin_waitlist_entries() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform set_config('gharsach.waitlist_rows', '0', true), set_config('gharsach.waitlist_known', '0', true);
  return null;
end $$;
create trigger begin_waitlist_entries before insert on public.referral_waitlist
  for each statement when (row_security_active('public.referral_waitlist')) execute function private.begin_waitlist_entries();

-- Checks and cleans an entry of the referral waitlist.
-- Security definer: visitors may not call the functions that clean text.
create function private.check_waitlist_entry() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refuse_ended_session();
  if char_length(new.name) <= 1000 then
    new.name := private.clean_line(new.name);
  end if;
  if char_length(new.email) <= 1000 then
    -- Addresses that look the same may differ in joiners and variation selectors.
    new.email := private.clean_line(regexp_replace(new.email, '[\u200c\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef]', '', 'g'));
  end if;
  if private.is_blank(left(new.name, 1000)) or private.is_blank(left(new.email, 1000)) then
    perform private.refuse(400, 'Please provide both name and email.');
  elsif char_length(new.name) > 120 then
    perform private.refuse(400, 'Shorten the name to 120 characters.');
  elsif char_length(new.email) > 320 or new.email !~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' then
    perform private.refuse(400, 'Enter a valid email address.');
  end if;
  new.created_at := now();
  return new;
end $$;
create trigger check_waitlist_entry before insert on public.referral_waitlist
  for each row execute function private.check_waitlist_entry();

-- Skips an entry that exists, to be reported at the end of the statement, and applies rate limits to a new one.
-- Fires after check_waitlist_entry, which cleans the e-mail.
-- Security definer: visitors may not read the waitlist and the settings.
create function private.judge_waitlist_entry() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('gharsach.waitlist_rows', (current_setting('gharsach.waitlist_rows')::integer + 1)::text, true);
  if exists (select from public.referral_waitlist where lower(btrim(email)) = lower(btrim(new.email))) then
    perform set_config('gharsach.waitlist_known', '1', true);
    return null;
  end if;
  perform private.limit_use('waitlist_entries_per_account_hour', private.mailbox_of((select auth.uid())));
  perform private.limit_use('waitlist_entries_per_address_5_min', private.request_address());
  perform private.limit_use('waitlist_entries_per_address_day', private.request_address());
  return new;
end $$;
create trigger judge_waitlist_entry before insert on public.referral_waitlist
  for each row when (row_security_active('public.referral_waitlist')) execute function private.judge_waitlist_entry();

-- Refuses a visitor's statement with several entries, then one whose entry exists.
create function private.refuse_several_waitlist_entries() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_setting('gharsach.waitlist_rows')::integer > 1 then
    raise exception using errcode = 'PT400', message = 'Join the waitlist with one email at a time.';
  end if;
  if current_setting('gharsach.waitlist_known') = '1' then
    raise unique_violation using message = 'duplicate key value violates unique constraint "referral_waitlist_once_per_email"';
  end if;
  return null;
end $$;
create trigger refuse_several_waitlist_entries after insert on public.referral_waitlist
  for each statement when (row_security_active('public.referral_waitlist')) execute function private.refuse_several_waitlist_entries();
