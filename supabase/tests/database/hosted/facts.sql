-- Who may do what in a database, one sentence a row: for comparing two databases that have the same migrations. Objects of
-- extensions are left out; of the schemas auth and storage, which a hosted project owns, only policies, triggers and what is
-- granted to roles of ours.
with ours as (
  select oid, nspname, nspowner, nspacl from pg_namespace
  where nspname in ('public', 'private', 'gate', 'extensions', 'supabase_migrations')
),
theirs as (
  select oid, nspname, nspowner, nspacl from pg_namespace where nspname in ('auth', 'storage')
),
-- The roles that both kinds of server have, but for "postgres": the superuser on one, the owner of everything on the other.
api_roles as (
  select * from pg_roles
  where rolname in ('anon', 'authenticated', 'service_role', 'authenticator', 'supabase_auth_admin', 'site_reader')
),
of_extensions as (
  select classid, objid from pg_depend where deptype = 'e'
),
relations as (
  select c.*, n.nspname, n.oid in (select oid from ours) as is_ours
  from pg_class as c join (select * from ours union all select * from theirs) as n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
    and not exists (select from of_extensions where classid = 'pg_class'::regclass and objid = c.oid)
),
functions as (
  select p.*, n.nspname, n.oid in (select oid from ours) as is_ours
  from pg_proc as p join (select * from ours union all select * from theirs) as n on n.oid = p.pronamespace
  where not exists (select from of_extensions where classid = 'pg_proc'::regclass and objid = p.oid)
),
grants as (
  select 'schema ' || nspname as object, nspowner as owner, acl, oid in (select oid from ours) as is_ours
  from (select * from ours union all select * from theirs) as n,
    aclexplode(coalesce(nspacl, acldefault('n', nspowner))) as acl
  union all
  select case relkind when 'S' then 'sequence ' else 'table ' end || nspname || '.' || relname, relowner, acl, is_ours
  from relations, aclexplode(coalesce(relacl, acldefault(case relkind when 'S' then 's' else 'r' end::"char", relowner))) as acl
  union all
  select 'column ' || nspname || '.' || relname || '.' || attname, relowner, acl, is_ours
  from relations join pg_attribute as a on a.attrelid = relations.oid and a.attnum > 0 and not a.attisdropped, aclexplode(a.attacl) as acl
  union all
  select 'function ' || oid::regprocedure, proowner, acl, is_ours
  from functions, aclexplode(coalesce(proacl, acldefault('f', proowner))) as acl
),
facts (fact) as (
  select format('schema %s belongs to %s', nspname, nspowner::regrole) from ours
  union all
  select format('%s %s.%s belongs to %s%s%s',
    case relkind when 'S' then 'sequence' when 'v' then 'view' else 'table' end, nspname, relname, relowner::regrole,
    case when relrowsecurity then ', has row-level security' end, case when relforcerowsecurity then ' for its owner too' end
      || coalesce(', ' || array_to_string(reloptions, ' '), ''))
  from relations where is_ours
  union all
  select format('function %s belongs to %s, runs as the %s with %s', oid::regprocedure, proowner::regrole,
    case when prosecdef then 'owner' else 'caller' end, coalesce(array_to_string(proconfig, ', '), 'no settings'))
  from functions where is_ours
  union all
  -- An owner's rights on its own are a matter of course.
  select format('%s: %s to %s%s', object, lower((acl).privilege_type),
    case (acl).grantee when 0 then 'public' else (acl).grantee::regrole::text end,
    case when (acl).is_grantable then ', who may grant it' end)
  from grants
  where (acl).grantee <> owner and (is_ours or (acl).grantee in (select oid from api_roles where rolname = 'site_reader'))
  union all
  select format('policy %s on %s.%s: %s for %s to %s%s%s', to_json(policyname), schemaname, tablename, lower(permissive), lower(cmd),
    array_to_string(roles, ', '), ' using (' || qual || ')', ' with check (' || with_check || ')')
  from pg_policies
  union all
  select format('%s (%s)', pg_get_triggerdef(oid), case tgenabled when 'O' then 'on' when 'A' then 'always' else 'off' end)
  from pg_trigger where not tgisinternal
  union all
  select format('role %s has %s', rolname, property)
  from api_roles, unnest(array[
    case when rolsuper then 'superuser' end, case when rolinherit then 'inherit' end, case when rolcreaterole then 'createrole' end,
    case when rolcreatedb then 'createdb' end, case when rolcanlogin then 'login' end, case when rolreplication then 'replication' end,
    case when rolbypassrls then 'bypassrls' end]) as property
  where property is not null
  union all
  select format('role %s is a member of %s%s', member::regrole, roleid::regrole, case when bool_or(admin_option) then ', and may make others one' end)
  from pg_auth_members
  where member in (select oid from api_roles) or roleid in (select oid from api_roles)
  group by member, roleid
  union all
  select format('role %s sets %s%s', r.rolname, setting, case when setdatabase <> 0 then ' in this database' end)
  from pg_db_role_setting as s join api_roles as r on r.oid = s.setrole, unnest(setconfig) as setting
  where setdatabase = 0 or setdatabase = (select oid from pg_database where datname = current_database())
  union all
  select format('default of %s in %s for %s: %s to %s', defaclrole::regrole, coalesce(nullif(defaclnamespace, 0)::regnamespace::text, 'every schema'),
    case defaclobjtype when 'r' then 'tables' when 'S' then 'sequences' when 'f' then 'functions' else defaclobjtype::text end,
    string_agg(lower(acl.privilege_type), ' ' order by acl.privilege_type),
    case acl.grantee when 0 then 'public' else acl.grantee::regrole::text end)
  from pg_default_acl, aclexplode(defaclacl) as acl
  where defaclrole = 'postgres'::regrole and acl.grantee <> defaclrole
  group by defaclrole, defaclnamespace, defaclobjtype, acl.grantee
  union all
  select format('extension %s lies in %s', extname, extnamespace::regnamespace) from pg_extension
  union all
  select format('bucket %s: %s, at most %s bytes of %s', id, case when public then 'public' else 'private' end, file_size_limit,
    array_to_string(allowed_mime_types, ' '))
  from storage.buckets
)
select fact from facts order by fact collate "C";
