-- What the server may do beside answering visitors, as the role that owns the schema auth: send mails, read the numbers of
-- the settings, ask whether an account may upload another photo, and sweep. Runs at every start, after the migrations.
grant usage on schema private, storage, public to supabase_auth_admin;
grant select, insert, update, delete on private.mail_outbox to supabase_auth_admin;
grant select (key, value) on private.settings to supabase_auth_admin;
grant execute on function private.proof_wait(text), private.limit_sentence(text, integer) to supabase_auth_admin;

grant execute on function public.operator_orphan_uploads(integer) to supabase_auth_admin;
grant select (bucket_id, name), delete on storage.objects to supabase_auth_admin;
drop policy if exists "The server sweeps uploads" on storage.objects;
create policy "The server sweeps uploads" on storage.objects to supabase_auth_admin using (true);
