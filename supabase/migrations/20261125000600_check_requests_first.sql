-- What PostgREST runs before each request of a Supabase project (db_pre_request). The web server of the
-- embedded backend counts addresses by itself. A schema that roles of visitors may enter and the API does not show.
create schema gate;
comment on schema gate is 'What the API runs before each request. No tables, nothing private.';
revoke all on schema gate from public;
grant usage on schema gate to anon, authenticated, service_role;

-- Security definer: what is counted lies in private.
create function gate.check_request() returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Questions change nothing, and what counts would not be kept: PostgREST asks them in read-only transactions.
  if current_setting('transaction_read_only') = 'on' or current_setting('role') = 'service_role' then
    return;
  end if;
  perform private.limit_use('changes_per_address_5_min', private.request_address());
end $$;
comment on function gate.check_request() is 'Counts what a network address changes, and refuses it when there was too much.';
revoke execute on function gate.check_request() from public;
grant execute on function gate.check_request() to anon, authenticated, service_role;

do $$
begin
  if exists (select from pg_roles where rolname = 'authenticator') then
    alter role authenticator set pgrst.db_pre_request = 'gate.check_request';
    notify pgrst, 'reload config';
  end if;
exception when insufficient_privilege then
  raise notice 'The role authenticator may not be changed here: set db-pre-request = "gate.check_request" in the configuration of PostgREST.';
end $$;
