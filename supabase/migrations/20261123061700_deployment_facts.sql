-- What `npm run doctor` (server/doctor) queries in a deployment. Rights are compared with supabase/expected-access.txt, line by
-- line.

-- Tables, views and sequences of our schemas, without those of extensions.
create function private.our_relations() returns table (oid oid, name text, kind "char", acl aclitem[], has_row_security boolean, options text[])
language sql stable set search_path = '' as $$
  select c.oid, format('%I.%I', s.nspname, c.relname), c.relkind, c.relacl, c.relrowsecurity, c.reloptions
  from pg_class as c join pg_namespace as s on s.oid = c.relnamespace
  where s.nspname in ('public', 'private', 'gate') and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
    and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
$$;

-- Functions of our schemas, without those of extensions.
create function private.our_routines() returns table (
  name text, compares_service_role boolean, acl aclitem[], owner_oid oid, owner text, is_definer boolean, settings text[], body text
)
language sql stable set search_path = '' as $$
  select p.oid::regprocedure::text, s.nspname = 'gate' or p.proname like 'operator\_%', coalesce(p.proacl, acldefault('f', p.proowner)),
    p.proowner, case when p.proowner = private.nspowner then 'the owner' else p.proowner::regrole::text end, p.prosecdef, p.proconfig,
    case when p.prosqlbody is null then left(encode(sha256(convert_to(p.prosrc, 'UTF8')), 'hex'), 8) end
  from pg_proc as p join pg_namespace as s on s.oid = p.pronamespace
  cross join (select nspowner from pg_namespace where nspname = 'private') as private
  where s.nspname in ('public', 'private', 'gate')
    -- Functions of event triggers cannot be called; newer projects have one of the platform's in public.
    and p.prorettype <> 'pg_catalog.event_trigger'::regtype
    and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
$$;

-- Who may do what with our schemas, relations, columns and functions, one per row.
-- Grants to the roles of API keys, to site_reader and to the role of the embedded server. The platform lets service_role use
-- schemas and call functions; of its rights only those that operators need are compared.
create function private.grant_rules() returns setof text
language sql stable set search_path = '' as $$
  with grantee (oid, name) as (
    select 0, 'public'
    union all
    select oid, rolname from pg_roles
    where rolname in ('anon', 'authenticated', 'service_role', 'site_reader', 'supabase_auth_admin')
  ),
  given (object, compares_service_role, privilege, columns, grantee, is_grantable) as (
    select 'schema ' || nspname, nspname = 'gate', a.privilege_type, '', a.grantee, a.is_grantable
    from pg_namespace, aclexplode(nspacl) as a
    where nspname in ('public', 'private', 'gate')
    union all
    select name, true, a.privilege_type, '', a.grantee, a.is_grantable
    from private.our_relations(), aclexplode(acl) as a
    union all
    select r.name, true, a.privilege_type, format(' (%I)', t.attname), a.grantee, a.is_grantable
    from private.our_relations() as r join pg_attribute as t on t.attrelid = r.oid, aclexplode(t.attacl) as a
    union all
    select 'function ' || name, compares_service_role, a.privilege_type, '', a.grantee, a.is_grantable
    from private.our_routines(), aclexplode(acl) as a
    where a.grantee <> owner_oid
  )
  select lower(format('grant %s%s on ', privilege, columns)) || object || ' to ' || g.name
    || case when is_grantable then ' with grant option' else '' end
  from given join grantee as g on g.oid = given.grantee
  where g.name <> 'service_role' or compares_service_role
$$;

-- Settings, attributes and memberships of the roles of API keys and of site_reader, one per row.
create function private.role_rules() returns setof text
language sql stable set search_path = '' as $$
  with role_setting as (
    select r.rolname as role, unnest(s.setconfig) as setting
    from pg_db_role_setting as s join pg_roles as r on r.oid = s.setrole
    where s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
  )
  select format('role %s %s', role, setting) from role_setting
  where role in ('anon', 'authenticated', 'service_role', 'site_reader') or role = 'authenticator' and setting like 'pgrst.%'
  union all
  select format('role %s %s', rolname, attribute)
  from pg_roles cross join lateral unnest(array[
    case when rolsuper then 'superuser' end, case when rolbypassrls then 'bypassrls' end, case when rolcreaterole then 'createrole' end,
    case when rolcreatedb then 'createdb' end, case when rolreplication then 'replication' end, case when rolcanlogin then 'login' end]) as attribute
  where rolname in ('anon', 'authenticated', 'service_role', 'site_reader') and attribute is not null
  union all
  select format('role %s in %s', member::regrole, roleid::regrole) from pg_auth_members
  where member in (select oid from pg_roles where rolname in ('anon', 'authenticated', 'service_role', 'site_reader'))
    or roleid = 'site_reader'::regrole and member in (select oid from pg_roles where rolname in ('authenticator', 'supabase_auth_admin'))
$$;

-- Grants, policies, triggers, functions, role settings and buckets, one per row, without the platform's own.
-- Without the platform's own schemas, except their policies and triggers, which could be ours.
create function private.access_rules() returns setof text
language sql stable set search_path = '' as $$
  select * from private.grant_rules()
  union all
  select * from private.role_rules()
  union all
  select format('%s %s %s', case kind when 'v' then 'view' else 'materialized view' end, name, coalesce(options::text, ''))
  from private.our_relations() where kind in ('v', 'm')
  union all
  select 'row security on ' || name from private.our_relations() where kind in ('r', 'p') and has_row_security
  union all
  select format('row security on storage.%I', relname) from pg_class
  where relnamespace = 'storage'::regnamespace and relname in ('buckets', 'objects') and relrowsecurity
  union all
  select format('policy %s on %I.%I for %s to %s', quote_ident(policyname), schemaname, tablename, lower(cmd), array_to_string(array(select unnest(roles) order by 1), ', '))
    || coalesce(' using ' || qual, '') || coalesce(' with check ' || with_check, '') || case when permissive = 'RESTRICTIVE' then ' restrictive' else '' end
  from pg_policies where schemaname in ('public', 'private', 'gate', 'auth', 'storage')
  union all
  select 'trigger ' || regexp_replace(pg_get_triggerdef(t.oid), '^CREATE (CONSTRAINT )?TRIGGER ', '')
    || case t.tgenabled when 'O' then '' when 'A' then ' always' else ' disabled' end
  from pg_trigger as t join pg_class as c on c.oid = t.tgrelid join pg_proc as p on p.oid = t.tgfoid
  where not t.tgisinternal
    and exists (select from pg_namespace as s where s.oid in (c.relnamespace, p.pronamespace) and s.nspname in ('public', 'private', 'gate'))
  union all
  -- The body is compared by a short hash: a baseline edited after it was pushed keeps its version.
  select format('function %s as %s%s%s', name, case when is_definer then owner else 'its caller' end,
    coalesce(', ' || nullif(array_to_string(array(select unnest(settings) order by 1), ', '), ''), ''), ', body ' || body)
  from private.our_routines()
  union all
  -- Realtime would send their changes to browsers.
  select format('publication %I of %I.%I', pubname, schemaname, tablename) from pg_publication_tables
  where schemaname in ('public', 'private', 'auth')
  union all
  select format('bucket %s %s, at most %s bytes, %s', id, case when public then 'public' else 'private' end,
    coalesce(file_size_limit::text, 'any number of'), coalesce(array_to_string(array(select unnest(allowed_mime_types) order by 1), ' '), 'any type'))
  from storage.buckets where id in ('review-proofs', 'withheld-proofs')
$$;

-- Security definer: service_role has no usage on private. The result has no e-mail, no secret and no review.
create function public.operator_deployment_facts() returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '30s' as $$
declare
  applied jsonb := '[]';
begin
  -- Missing when the migrations were not pushed with the Supabase CLI.
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    applied := (select coalesce(jsonb_agg(version order by version), '[]') from supabase_migrations.schema_migrations);
  end if;
  return jsonb_build_object(
    'database_time', clock_timestamp(),
    'server_version', current_setting('server_version'),
    'migrations', applied,
    'access', (select jsonb_agg(rule order by rule collate "C") from private.access_rules() as rule),
    'database_settings', (
      select jsonb_object_agg(name, setting) from pg_settings
      where name in ('fsync', 'full_page_writes', 'log_statement')),
    'oldest_waiting_mail', (select min(created_at) from private.mail_outbox),
    'worker_ran_at', (select at from private.worker_heartbeat),
    'photo', (
      select p.photo_name from private.review_proofs as p join public.reviews as r on r.id = p.review_id
      where r.hidden_at is null order by r.insert_order desc limit 1));
end $$;
comment on function public.operator_deployment_facts() is
  'For operators: the facts that npm run doctor compares with what it expects. Names a photo of the newest visible review that has one.';
