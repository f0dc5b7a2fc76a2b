-- Owners and privileges of a hosted project before the first migration. The tables of Auth and Storage are in server/embedded/schema.
-- postgres owns neither schema: it reads and writes rows, creates triggers and manages policies.
alter schema auth owner to supabase_admin;
grant usage, create on schema auth to supabase_auth_admin, dashboard_user;
grant usage on schema auth to postgres, anon, authenticated, service_role;
alter default privileges for role supabase_auth_admin in schema auth grant all on tables to postgres, dashboard_user;
alter default privileges for role supabase_auth_admin in schema auth grant all on functions to postgres, dashboard_user;
grant all on all tables in schema auth to postgres, dashboard_user;
grant all on all functions in schema auth to postgres, dashboard_user;
grant select on all tables in schema auth to postgres with grant option;
alter function auth.jwt() owner to supabase_auth_admin;
alter function auth.role() owner to supabase_auth_admin;
alter function auth.uid() owner to supabase_auth_admin;

grant all on schema storage to supabase_storage_admin;
grant usage on schema storage to postgres with grant option;
alter table storage.buckets owner to supabase_storage_admin;
alter table storage.objects owner to supabase_storage_admin;
grant all on table storage.buckets, storage.objects to postgres with grant option;
grant all on table storage.buckets, storage.objects to anon, authenticated, service_role;
revoke truncate, references, trigger on table storage.buckets, storage.objects from anon, authenticated;
create function storage.refuse_delete() returns trigger
language plpgsql as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), '') <> 'true' then
    raise insufficient_privilege using message = 'Rows of Storage are deleted through its API.';
  end if;
  return null;
end $$;
alter function storage.refuse_delete() owner to supabase_storage_admin;
create trigger refuse_delete before delete on storage.buckets for each statement execute function storage.refuse_delete();
create trigger refuse_delete before delete on storage.objects for each statement execute function storage.refuse_delete();

grant usage on schema public to postgres, anon, authenticated, service_role;
create schema extensions authorization postgres;
grant usage on schema extensions to anon, authenticated, service_role, dashboard_user;

-- By default the roles of the API may access every object that postgres creates in schema public.
alter default privileges for role postgres in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on functions to anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on sequences to anon, authenticated, service_role;

-- supautils runs statements about policies of auth and storage as the superuser. push.ts calls this function instead.
create schema platform;
grant usage on schema platform to postgres;
create function platform.manage_policy(statement text) returns void
language plpgsql security definer as $$
begin
  execute statement;
end $$;
revoke execute on function platform.manage_policy(text) from public;
grant execute on function platform.manage_policy(text) to postgres;
