-- The roles of every Supabase project. Migrations grant to them, and the server logs in as two of them, with passwords that are only in
-- memory. Runs at every start, as the superuser, before the migrations.
do $$
declare role_name text;
begin
  foreach role_name in array array['anon', 'authenticated', 'service_role', 'authenticator', 'supabase_auth_admin'] loop
    if not exists (select from pg_roles where rolname = role_name) then
      execute format('create role %I nologin noinherit', role_name);
    end if;
  end loop;
end $$;

alter role anon nologin noinherit nosuperuser nocreatedb nocreaterole nobypassrls;
alter role authenticated nologin noinherit nosuperuser nocreatedb nocreaterole nobypassrls;
alter role service_role nologin noinherit nosuperuser nocreatedb nocreaterole bypassrls;
-- May only become a visitor, for a transaction.
alter role authenticator login noinherit nosuperuser nocreatedb nocreaterole nobypassrls;
grant anon, authenticated to authenticator;
-- Owns the schema auth and nothing else.
alter role supabase_auth_admin login noinherit nosuperuser nocreatedb nocreaterole nobypassrls;
alter role supabase_auth_admin set search_path = '';

revoke create on schema public from public;
grant usage on schema public to anon, authenticated, service_role;

create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.schema_migrations (
  version text primary key,
  statements text[],
  name text
);
comment on table supabase_migrations.schema_migrations is 'The applied migrations, as in the Supabase CLI.';
