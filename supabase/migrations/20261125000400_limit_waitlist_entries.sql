-- A list of entries is refused before any of them is compared with those that are there. Row by row, the first address
-- that was there already ended the request with 409, and a list of new ones with 400: one request asked about any number
-- of addresses and left no trace. Now the rows are counted first and judged at the end of the statement.
create function private.begin_waitlist_entries() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform set_config('gharsach.waitlist_rows', '0', true), set_config('gharsach.waitlist_known', '0', true);
  return null;
end $$;
comment on function private.begin_waitlist_entries() is 'Begins to count the entries of a request.';
create trigger begin_waitlist_entries before insert on public.referral_waitlist
  for each statement when (row_security_active('public.referral_waitlist')) execute function private.begin_waitlist_entries();

-- Security definer: visitors may not read the waitlist and the settings.
create function private.judge_waitlist_entry() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('gharsach.waitlist_rows', (current_setting('gharsach.waitlist_rows')::integer + 1)::text, true);
  if exists (select from public.referral_waitlist where lower(btrim(email)) = lower(btrim(new.email))) then
    perform set_config('gharsach.waitlist_known', '1', true);
    return null;
  end if;
  perform private.limit_use('waitlist_entries_per_account_hour', (select auth.uid())::text);
  perform private.limit_use('waitlist_entries_per_address_5_min', private.request_address());
  perform private.limit_use('waitlist_entries_per_address_day', private.request_address());
  return new;
end $$;
comment on function private.judge_waitlist_entry() is 'Leaves out an entry that is there already, for the end of the statement to say so, and counts who sends a new one.';
-- After check_waitlist_entry, which cleans the e-mail.
create trigger judge_waitlist_entry before insert on public.referral_waitlist
  for each row when (row_security_active('public.referral_waitlist')) execute function private.judge_waitlist_entry();

create or replace function private.refuse_several_waitlist_entries() returns trigger
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
comment on function private.refuse_several_waitlist_entries() is
  'Refuses a request of a visitor that carries several entries, and then one whose entry is there already.';

-- Joiners and variation selectors make two addresses out of one that looks the same.
create or replace function private.check_waitlist_entry() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.name := private.clean_line(new.name);
  new.email := private.clean_line(regexp_replace(new.email, '[\u200c\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef]', '', 'g'));
  if private.is_blank(new.name) or private.is_blank(new.email) then
    perform private.refuse(400, 'Please provide both name and email.');
  elsif char_length(new.name) > 120 then
    perform private.refuse(400, 'Shorten the name to 120 characters.');
  elsif new.email !~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' or char_length(new.email) > 320 then
    perform private.refuse(400, 'Enter a valid email address.');
  end if;
  new.created_at := now();
  return new;
end $$;

revoke execute on function private.begin_waitlist_entries(), private.judge_waitlist_entry() from public;
