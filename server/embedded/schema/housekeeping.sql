-- What the role that owns the schema auth may do beside keeping accounts: sweep uploads that no review shows. Runs at every
-- start, after the migrations, which grant it the rest.
grant usage on schema storage to supabase_auth_admin;
grant select (bucket_id, name), delete on storage.objects to supabase_auth_admin;
drop policy if exists "The server sweeps uploads" on storage.objects;
create policy "The server sweeps uploads" on storage.objects to supabase_auth_admin using (true);
