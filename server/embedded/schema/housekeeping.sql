-- What the role that owns the schema auth may do beside keeping accounts: sweep uploads that no review shows, withhold those of
-- reviews that are hidden, and rewrite the tables that hold people (server/embedded/table-rewrites.ts). Runs at every start, after the migrations, which grant it the rest.
grant usage on schema storage to supabase_auth_admin;
grant select (bucket_id, name), update (bucket_id, name, updated_at), delete on storage.objects to supabase_auth_admin;
drop policy if exists "The server sweeps uploads" on storage.objects;
create policy "The server sweeps uploads" on storage.objects to supabase_auth_admin using (true);

-- Maintaining a table is vacuuming and locking it, not reading it.
grant maintain on table
  private.review_authors, private.monthly_reviewers, private.review_names, private.review_proofs, private.reporter_emails, private.mail_outbox,
  private.grievances, private.grievance_emails, private.follow_ups, private.withdrawn_reviews,
  private.replies, private.reply_reports,
  private.address_keys, private.recent_uses, public.referral_waitlist, storage.objects
  to supabase_auth_admin;
grant pg_checkpoint to supabase_auth_admin with inherit true;
grant execute on function pg_catalog.pg_switch_wal() to supabase_auth_admin;

create table if not exists private.table_rewrites (
  name text primary key,
  writes bigint not null,
  at timestamptz not null default now()
);
comment on table private.table_rewrites is 'When a table was last known to hold nothing on the disk but its rows.';
comment on column private.table_rewrites.writes is 'How many rows had been written, changed and deleted then, as PostgreSQL counts them.';
alter table private.table_rewrites enable row level security;
drop policy if exists "The server notes what it rewrites" on private.table_rewrites;
create policy "The server notes what it rewrites" on private.table_rewrites to supabase_auth_admin using (true) with check (true);
grant select, insert, update on table private.table_rewrites to supabase_auth_admin;
