-- The schemas and roles that everything else stands on.

-- Trigram indexes find a piece of text anywhere in a name or a review; btree_gin puts a city into the same index.
create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists btree_gin with schema extensions;

-- The API does not expose this schema and its roles may not use it. Row-level security is on for its tables as well: a grant
-- by mistake opens nothing.
create schema private;
comment on schema private is 'Out of reach of the API: authors, names, settings, and the functions that triggers and reading functions call.';
revoke all on schema private from public;

-- Owner of the functions that pages read with. It has column grants and is bound by row-level security, so what such a
-- function may answer is decided twice.
do $$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'site_reader') then
    create role site_reader nologin;
  end if;
end $$;
comment on role site_reader is 'Owns the reading functions of the API: sees visible reviews and nothing of their authors.';
-- Who migrates gives functions to it.
grant site_reader to current_user;
grant usage on schema private to site_reader;

-- SQLSTATE PTxyz becomes the HTTP status xyz; the sentence reaches the visitor, so it says what to do.
create function private.refuse(status integer, sentence text) returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'PT' || status, message = sentence;
end $$;
comment on function private.refuse(integer, text) is 'Ends the request with an HTTP status and a sentence that says what to do.';

-- PostgREST makes the answer of what SQLSTATE PGRST carries: the status, the header and the body of every other refusal.
create function private.refuse_for_now(sentence text, seconds integer) returns void
language plpgsql set search_path = '' as $$
begin
  raise sqlstate 'PGRST' using
    message = jsonb_build_object('code', 'PT429', 'message', sentence, 'details', null, 'hint', null)::text,
    detail = jsonb_build_object('status', 429, 'headers', jsonb_build_object('Retry-After', greatest(seconds, 1)::text))::text;
end $$;
comment on function private.refuse_for_now(text, integer) is
  'Ends the request with status 429, Retry-After and a sentence that says when to try again.';

-- A token outlives its session by up to an hour; logging out must hold at once.
-- Security definer: visitors may not read auth.sessions.
create function private.has_live_session() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.sessions as s
    where s.user_id = (select auth.uid()) and s.id::text = (select auth.jwt()) ->> 'session_id'
  )
$$;
comment on function private.has_live_session() is 'True while the session that the caller''s token names is in auth.sessions.';

-- Visitors without an account pass: they have no session that could have ended.
create function private.refuse_ended_session() returns void
language plpgsql stable set search_path = '' as $$
begin
  if current_setting('role') = 'authenticated' and not private.has_live_session() then
    perform private.refuse(401, 'Your session has ended. Please log in again.');
  end if;
end $$;
comment on function private.refuse_ended_session() is 'Refuses a signed-in request whose session has ended.';

create function private.refuse_several_rows() returns trigger
language plpgsql set search_path = '' as $$
begin
  if (select count(*) from inserted) > 1 then
    raise exception using errcode = 'PT400', message = tg_argv[0];
  end if;
  return null;
end $$;
comment on function private.refuse_several_rows() is 'Refuses a request of a visitor that inserts several rows, with the sentence given.';

revoke execute on all functions in schema private from public;
grant execute on function private.refuse(integer, text), private.has_live_session() to site_reader;
