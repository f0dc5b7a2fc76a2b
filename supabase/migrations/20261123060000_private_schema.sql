-- Extensions, schemas and roles that the other migrations use.

-- pg_trgm: substring search in names and reviews. btree_gin: a city and trigrams in one multicolumn GIN index.
create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists btree_gin with schema extensions;

-- The API does not expose this schema, and its roles have no usage on it. RLS is on for its tables too, so an accidental grant
-- exposes no rows.
create schema private;
comment on schema private is 'Not exposed by the API: authors, names, settings, and the functions that triggers and read functions call.';
revoke all on schema private from public;

-- Owns the API's read functions, which are security definer. It has grants on what is public only, by column where a
-- table holds more, and is subject to RLS, so both limit what such a function can return.
do $$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'site_reader') then
    create role site_reader nologin;
  end if;
end $$;
comment on role site_reader is 'Owns the API''s read functions: sees visible reviews and nothing of their authors.';
-- Required for making it the owner of functions.
grant site_reader to current_user;
grant usage on schema private to site_reader;

-- Fails the request with an HTTP status and a message that says what to do.
-- PostgREST maps SQLSTATE PTxyz to HTTP status xyz. The message is shown to the visitor, so it says what to do.
create function private.refuse(status integer, sentence text) returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'PT' || status, message = sentence;
end $$;

-- Fails the request with status 429, Retry-After and a message that says when to retry.
-- SQLSTATE PGRST sets PostgREST's status, headers and body explicitly. The body has the shape of any other error.
create function private.refuse_for_now(sentence text, seconds integer) returns void
language plpgsql set search_path = '' as $$
begin
  raise sqlstate 'PGRST' using
    message = jsonb_build_object('code', 'PT429', 'message', sentence, 'details', null, 'hint', null)::text,
    detail = jsonb_build_object('status', 429, 'headers', jsonb_build_object('Retry-After', greatest(seconds, 1)::text))::text;
end $$;

-- True while the session of the caller's token is in auth.sessions.
-- An access token stays valid for up to an hour after log-out, which must take effect at once.
-- Security definer: visitors may not read auth.sessions.
create function private.has_live_session() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.sessions as s
    where s.user_id = (select auth.uid()) and s.id::text = (select auth.jwt()) ->> 'session_id'
  )
$$;

-- The account of the caller. Refuses one whose session has ended.
-- Security definer: site_reader may not use the schema auth.
create function private.signed_in_account() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.has_live_session() then
    perform private.refuse(401, 'Your session has ended. Please log in again.');
  end if;
  return (select auth.uid());
end $$;

-- Refuses a signed-in request whose session has ended.
-- Anonymous visitors pass: they have no session.
create function private.refuse_ended_session() returns void
language plpgsql stable set search_path = '' as $$
begin
  if current_setting('role') = 'authenticated' and not private.has_live_session() then
    perform private.refuse(401, 'Your session has ended. Please log in again.');
  end if;
end $$;

-- Refuses a visitor's statement that inserts several rows. The trigger's argument is the message.
create function private.refuse_several_rows() returns trigger
language plpgsql set search_path = '' as $$
begin
  if (select count(*) from inserted) > 1 then
    raise exception using errcode = 'PT400', message = tg_argv[0];
  end if;
  return null;
end $$;
