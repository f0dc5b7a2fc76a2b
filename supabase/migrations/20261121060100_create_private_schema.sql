-- What no visitor may read lives in the schema "private": the API does not expose it and its roles
-- may not enter it. Its tables have row-level security off on purpose: the embedded backend grants
-- every table of a schema that uses row-level security to the API's roles. Schema usage is the wall.
create schema private;
comment on schema private is 'Out of reach of the API: authors of reviews, settings, and the functions that triggers call.';
revoke all on schema private from public;

create table private.settings (
  key text primary key,
  value jsonb not null
);
comment on table private.settings is 'Facts and secrets of this installation that functions need. Operators may change them.';
comment on column private.settings.key is 'public_url, report_secret.';
comment on column private.settings.value is 'A JSON string; JSON null where the setting is not used.';

insert into private.settings (key, value)
values
  -- The address under which browsers reach this Supabase, if it is not the one that issues the tokens.
  ('public_url', 'null'),
  -- Makes stored fingerprints of reporters meaningless outside this database. Two random UUIDs: 244 random bits.
  ('report_secret', to_jsonb(gen_random_uuid()::text || gen_random_uuid()::text));

-- A trigger that refuses a request does so through this function. SQLSTATE PTxyz becomes the HTTP
-- status xyz; the sentence reaches the visitor, so it says what to do.
create function private.refuse(status integer, sentence text) returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'PT' || status, message = sentence;
end $$;
comment on function private.refuse(integer, text) is 'Ends the request with an HTTP status and a sentence that says what to do.';
revoke execute on function private.refuse(integer, text) from public;
