-- People who want to hear of the referral program when it starts, with or without an account. Entries go
-- in and never come out through the API: each one carries an e-mail. Limits must match app/domain/waitlist.ts.
create table public.referral_waitlist (
  id bigint generated always as identity primary key,
  name text not null check (name ~ '\S' and char_length(name) <= 120),
  email text not null check (email ~ '\S' and char_length(email) <= 320),
  created_at timestamptz not null default now()
);
comment on table public.referral_waitlist is 'Who wants to hear of the referral program. Any visitor may join; only operators read it.';
comment on column public.referral_waitlist.email is 'Once in the list, however it is spelt: capitals and surrounding spaces make no difference.';

-- app/data/waitlist.ts turns this violation (23505) into "already registered".
create unique index referral_waitlist_once_per_email on public.referral_waitlist (lower(btrim(email)));

alter table public.referral_waitlist enable row level security;
create policy "Anyone may join the referral waitlist" on public.referral_waitlist
  for insert to anon, authenticated with check (true);

revoke all on table public.referral_waitlist from public, anon, authenticated;
grant insert on table public.referral_waitlist to anon, authenticated;
grant all on table public.referral_waitlist to service_role;

-- Security definer: the functions that clean text are out of visitors' reach.
create function private.check_waitlist_entry() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.name := private.clean_line(new.name);
  new.email := private.clean_line(new.email);
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
comment on function private.check_waitlist_entry() is 'Checks and cleans an entry of the referral waitlist.';
create trigger check_waitlist_entry before insert on public.referral_waitlist
  for each row execute function private.check_waitlist_entry();

create function private.refuse_several_waitlist_entries() returns trigger
language plpgsql set search_path = '' as $$
begin
  if (select count(*) from inserted) > 1 then
    raise exception using errcode = 'PT400', message = 'Join the waitlist with one email at a time.';
  end if;
  return null;
end $$;
comment on function private.refuse_several_waitlist_entries() is 'Refuses a request of a visitor that carries several entries.';
create trigger refuse_several_waitlist_entries after insert on public.referral_waitlist
  referencing new table as inserted
  for each statement when (row_security_active('public.referral_waitlist')) execute function private.refuse_several_waitlist_entries();

revoke execute on function private.check_waitlist_entry(), private.refuse_several_waitlist_entries() from public;
