-- The roles of a hosted Supabase project as of late 2026. Runs as the superuser of a new cluster and renames it to supabase_admin:
-- "postgres" is the role of developers. Sources of this file and of platform-schemas.sql: the public migrations and tests of
-- Supabase's PostgreSQL image, of Auth and of Storage, and the documentation of the extension supautils.
create role renaming superuser;
set session authorization renaming;
alter role postgres rename to supabase_admin;
reset session authorization;
drop role renaming;

create role postgres login createdb createrole replication bypassrls;
alter role postgres set search_path = "$user", public, extensions;

create role anon;
alter role anon set statement_timeout = '3s';
create role authenticated;
alter role authenticated set statement_timeout = '8s';
create role service_role bypassrls;
create role authenticator login noinherit;
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';
create role supabase_auth_admin login noinherit;
alter role supabase_auth_admin set search_path = auth;
alter role supabase_auth_admin set idle_in_transaction_session_timeout = 60000;
create role supabase_storage_admin login noinherit createrole;
alter role supabase_storage_admin set search_path = storage;
create role dashboard_user createdb createrole replication;

grant anon, authenticated, service_role to authenticator;
grant authenticator to supabase_storage_admin;
grant anon, authenticated, service_role, authenticator, pg_monitor, pg_read_all_data, pg_signal_backend to postgres with admin option;
grant pg_create_subscription to postgres;
-- supautils lets postgres set what PostgREST reads from the settings of a role.
grant set on parameter pgrst.db_pre_request to postgres;
