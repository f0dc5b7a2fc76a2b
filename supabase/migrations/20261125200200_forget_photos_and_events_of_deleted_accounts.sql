-- When an account is deleted, its reviews stay without its name, and now also without its photos, which may
-- show a name, a signature or a face. Without proof a review is not verified any more. The files are swept
-- as uploads that no review shows.
-- Security definer: whoever may delete accounts need not be able to change reviews.
create or replace function private.forget_email_of_deleted_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.email := null;
  new.is_own_email := false;
  update public.reviews set display_name = 'Anonymous', proof_urls = null, verified = false where id = new.review_id;
  return new;
end $$;
comment on function private.forget_email_of_deleted_account() is 'Forgets the e-mail, the name and the photos of a review whose account is gone.';

-- The log of the account service names accounts by their e-mail, in rows that no foreign key holds: they
-- outlive the account, and the deletion itself adds one. Some of its writers store the JSON as a text.
create function private.is_event_of(payload json, account uuid, address text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(
    account::text in (event ->> 'actor_id', event #>> '{traits,user_id}')
    or lower(address) in (lower(event ->> 'actor_username'), lower(event #>> '{traits,user_email}')),
    false)
  from (select case json_typeof(payload) when 'string' then (payload #>> '{}')::json else payload end as event) as read
$$;
comment on function private.is_event_of(json, uuid, text) is 'True when an entry of the account service''s log names this account or this e-mail.';

-- Security definer: the account service deletes accounts, and its log is out of reach of this schema's other functions.
create function private.forget_events_of_deleted_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.audit_log_entries where private.is_event_of(payload, old.id, old.email);
  delete from auth.flow_state where user_id = old.id;
  return null;
end $$;
comment on function private.forget_events_of_deleted_account() is 'Deletes what the account service''s log says about an account that is gone.';

create trigger forget_events_of_deleted_account after delete on auth.users
  for each row execute function private.forget_events_of_deleted_account();

revoke execute on function private.is_event_of(json, uuid, text), private.forget_events_of_deleted_account() from public;
