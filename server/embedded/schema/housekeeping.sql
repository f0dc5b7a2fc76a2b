-- What the role that owns the schema auth may do beside keeping accounts: sweep uploads that no review shows, and withhold
-- those of reviews that are hidden. Runs at every start, after the migrations, which grant it the rest.
grant usage on schema storage to supabase_auth_admin;
grant select (bucket_id, name), update (bucket_id, name, updated_at), delete on storage.objects to supabase_auth_admin;
drop policy if exists "The server sweeps uploads" on storage.objects;
create policy "The server sweeps uploads" on storage.objects to supabase_auth_admin using (true);
