-- The owner of the schema auth also sweeps orphan uploads and withholds photos of hidden reviews. Runs at every start, after the
-- migrations, which grant its other rights.
grant usage on schema storage to supabase_auth_admin;
grant select (bucket_id, name), update (bucket_id, name, updated_at), delete on storage.objects to supabase_auth_admin;
drop policy if exists "The server sweeps uploads" on storage.objects;
create policy "The server sweeps uploads" on storage.objects to supabase_auth_admin using (true);
