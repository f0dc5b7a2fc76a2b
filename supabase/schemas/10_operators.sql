-- `npm run admin` (server/operator), `npm run worker` and `npm run doctor` call only operator_… functions, on the embedded backend and on
-- hosted projects. Only the database owner and service_role may call them, and the embedded server some of them. Those that read whole
-- lists set a statement_timeout.

create function private.existing_review(review_id uuid) returns public.reviews
language plpgsql stable set search_path = '' as $$
declare
  found_review public.reviews;
begin
  select * into found_review from public.reviews where id = review_id;
  if not found then
    perform private.refuse(404, 'There is no review with this id.');
  end if;
  return found_review;
end $$;

create function public.operator_audit_log(at_most integer default 50, before bigint default null) returns jsonb
language sql stable security definer set search_path = '' set statement_timeout = '60s' as $$
  with page as (
    select * from private.audit_log
    where before is null or id < before
    order by id desc
    limit least(greatest(coalesce(at_most, 50), 1), 1000)
  )
  select jsonb_build_object(
    'entries', coalesce((select jsonb_agg(to_jsonb(page) order by id desc) from page), '[]'),
    'next', (select min(id) from page having exists (select from private.audit_log where id < (select min(id) from page))))
$$;
comment on function public.operator_audit_log(integer, bigint) is 'For operators: the audit log, newest first.';

-- Leaves out the URL and the secrets of the installation.
create function public.operator_settings() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(
    jsonb_build_object('name', key, 'value', value)
      || jsonb_strip_nulls(jsonb_build_object('shipped', shipped, 'minimum', minimum, 'maximum', maximum, 'description', description))
    order by key), '[]')
  from private.settings
  where minimum is not null or key = 'client_address_header'
$$;
comment on function public.operator_settings() is 'For operators: the settings that they may change.';

create function public.operator_set_setting(name text, new_value text, operator text, reason text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  setting private.settings;
  given constant text := lower(btrim(new_value));
  given_value jsonb;
begin
  select * into setting from private.settings where key = name and (minimum is not null or key = 'client_address_header');
  if not found then
    perform private.refuse(404, 'There is no such setting. The command settings lists them.');
  elsif setting.minimum is not null then
    if given !~ '^(0|[1-9][0-9]{0,8})$' or given::integer not between setting.minimum and setting.maximum then
      perform private.refuse(400, format('Give a whole number from %s to %s.', setting.minimum, setting.maximum));
    end if;
    given_value := given::jsonb;
  elsif given !~ '^[a-z0-9-]{1,64}$' then
    perform private.refuse(400, 'Give the name of a header, such as x-forwarded-for.');
  else
    given_value := to_jsonb(given);
  end if;
  update private.settings set value = given_value where key = name;
  perform private.record_operation('set', operator, name, reason, jsonb_build_object('from', setting.value, 'to', given_value));
  return jsonb_build_object('name', name, 'from', setting.value, 'to', given_value);
end $$;
comment on function public.operator_set_setting(text, text, text, text) is
  'For operators: changes a number in the settings, or the header with the client''s address.';

-- Hides a review or shows it again. If its author has withdrawn it, only records whether an operator hides it, too. Returns false
-- if nothing changed. The lock on the review also guards its row of private.withdrawn_reviews, which its author may add or delete
-- concurrently.
create function private.set_hidden_by_operator(review_id uuid, is_to_be_hidden boolean) returns boolean
language plpgsql set search_path = '' as $$
declare
  review public.reviews;
begin
  select * into review from public.reviews as r where r.id = set_hidden_by_operator.review_id for no key update;
  if private.is_hidden_by_operator(review) = is_to_be_hidden then
    return false;
  end if;
  update private.withdrawn_reviews as w set hidden_by_operator = is_to_be_hidden where w.review_id = review.id;
  if not found then
    update public.reviews as r set hidden_at = case when is_to_be_hidden then now() end where r.id = review.id;
  end if;
  return true;
end $$;

create function public.operator_delete_review(review_id uuid, operator text, reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  review constant public.reviews := private.existing_review(review_id);
begin
  perform private.record_operation('delete', operator, review.id::text, reason);
  delete from public.reviews as r where r.id = review.id;
  return jsonb_build_object('id', review.id);
end $$;
comment on function public.operator_delete_review(uuid, text, text) is
  'For operators: deletes a review with its reports, its photos and the link to its author.';

-- Data subject requests and court orders. Lookups are logged, too.

-- Returns the form of an email for comparisons: forms store it as typed, but case and full-width letters do not make another address.
create function private.email_key(email text) returns text
language sql immutable strict parallel safe
return lower(normalize(btrim(email), nfkc));
create index review_names_by_email_key on private.review_names (private.email_key(email));
create index reporter_emails_by_email_key on private.reporter_emails (private.email_key(email));
create index reply_reports_by_email_key on private.reply_reports (private.email_key(email));

-- Returns the accounts with this email or id. Accepts ids because accounts must be erased again after a restore: the audit log of
-- the replaced database names them by id.
create function private.accounts_of(who text) returns setof auth.users
language sql stable set search_path = '' as $$
  select * from auth.users
  -- The account service stores emails in lower case, and its index on them covers only accounts without is_sso_user.
  where who !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' and email in (private.email_key(who), lower(btrim(who))) and not is_sso_user
  union all
  select * from auth.users
  where id = case when who ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then who::uuid end
$$;

-- Returns the entries of the account service's log that name this account or email. They outlive the account, and deleting it adds one.
-- Some have the JSON as a JSON string. The log has no index, and parsing each row takes seconds, so this filters by substring first:
-- case-sensitively, since addresses are in lower case, and only by domain if JSON may escape characters of the address.
create function private.events_of(account uuid, address text) returns setof auth.audit_log_entries
language plpgsql stable set search_path = '' as $$
declare
  account_text constant text := account::text;
  address_text constant text := lower(case when address ~ '^[\w.@+-]+$' then address else substring(address from '[^@]*$') end);
begin
  return query
    with mentioning as materialized (
      select * from auth.audit_log_entries as e
      where strpos(e.payload::text, account_text) > 0 or strpos(e.payload::text, address_text) > 0
    )
    select m.*
    from mentioning as m
    cross join lateral (select case json_typeof(m.payload) when 'string' then (m.payload #>> '{}')::json else m.payload end as event) as read
    where account_text in (event ->> 'actor_id', event #>> '{traits,user_id}')
      or lower(address) in (lower(event ->> 'actor_username'), lower(event #>> '{traits,user_email}'));
end $$;

create function private.forget_events_of_deleted_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.audit_log_entries where id = any (array(select id from private.events_of(old.id, old.email)));
  delete from auth.flow_state where user_id = old.id;
  return null;
end $$;
create trigger forget_events_of_deleted_account after delete on auth.users
  for each row execute function private.forget_events_of_deleted_account();

create function public.operator_author_of_review(review_id uuid, operator text, reason text) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  review constant public.reviews := private.existing_review(review_id);
begin
  perform private.record_operation('author-of', operator, review.id::text, reason);
  return jsonb_build_object(
    'id', review.id, 'written_at', review.created_at,
    'email_given', (select n.email from private.review_names as n where n.review_id = review.id),
    'account', (
      select jsonb_build_object('id', u.id, 'email', u.email, 'created_at', u.created_at,
        'confirmed_at', u.email_confirmed_at, 'last_sign_in_at', u.last_sign_in_at)
      from private.review_authors as a join auth.users as u on u.id = a.user_id where a.review_id = review.id));
end $$;
comment on function public.operator_author_of_review(uuid, text, text) is
  'For operators, on a court order: the account behind a review and the email given with it.';

create function private.kept_about(accounts uuid[], address text) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'accounts', coalesce((
      select jsonb_agg(jsonb_build_object('id', u.id, 'email', u.email, 'created_at', u.created_at,
        'confirmed_at', u.email_confirmed_at, 'last_sign_in_at', u.last_sign_in_at,
        'sessions', (select count(*) from auth.sessions where user_id = u.id)))
      from auth.users as u where u.id = any (accounts)), '[]'),
    'reviews', coalesce((
      select jsonb_agg(
        to_jsonb(private.review_json(s)) || jsonb_build_object(
          'created_at', r.created_at, 'hidden_at', r.hidden_at, 'is_counted', r.is_counted, 'withdrawn_on', w.withdrawn_on, 'email_given', n.email,
          'deposit_reminder_on', (select d.due_on from private.deposit_reminders as d where d.review_id = r.id),
          'mailbox_hash_kept_since', (
            select k.reviewed_on from private.recent_reviews as k
            -- A later day belongs to another account of the mailbox.
            where k.hash = private.recent_review_hash(private.mailbox_of(a.user_id), r.property_id::text) and k.reviewed_on = r.created_on))
        order by r.created_at)
      from private.review_authors as a
      join public.reviews as r on r.id = a.review_id
      join private.shown_reviews as s on s.id = a.review_id
      left join private.review_names as n on n.review_id = a.review_id
      left join private.withdrawn_reviews as w on w.review_id = a.review_id
      where a.user_id = any (accounts)), '[]'),
    'uploads', coalesce((
      select jsonb_agg(jsonb_build_object('bucket', bucket_id, 'name', name, 'created_at', created_at) order by created_at)
      from storage.objects
      where bucket_id in ('review-proofs', 'withheld-proofs') and owner_id = any (accounts::text[])), '[]'),
    'reports', coalesce((
      select jsonb_agg(jsonb_build_object('review_id', p.review_id, 'reason', p.reason, 'at', p.created_at) order by p.id)
      from private.reporter_emails as e join public.review_reports as p on p.id = e.report_id where private.email_key(e.email) = address), '[]'),
    'grievances', coalesce((
      select jsonb_agg(private.grievance_status_json(g) order by g.received_at)
      from private.grievance_emails as e join private.grievances as g on g.id = e.grievance_id where private.email_key(e.email) = address), '[]'),
    'replies', coalesce((
      select jsonb_agg(jsonb_build_object('review_id', a.review_id, 'written_as', a.written_as, 'text', a.reply_text, 'state', a.state,
        'at', a.created_at) order by a.created_at)
      from private.replies as a where a.user_id = any (accounts)), '[]'),
    'reply_reports', coalesce((
      select jsonb_agg(jsonb_build_object('review_id', a.review_id, 'reason', p.reason, 'at', p.created_at) order by p.id)
      from private.reply_reports as p join private.replies as a on a.id = p.reply_id where private.email_key(p.email) = address), '[]'),
    'follows', coalesce((
      select jsonb_agg(jsonb_strip_nulls(private.follow_json(f)) - 'secret' order by f.seen_order)
      from private.follows as f where f.user_id = any (accounts)), '[]'),
    'waitlist', (
      select jsonb_build_object('name', w.name, 'created_at', w.created_at)
      from public.referral_waitlist as w where private.email_key(w.email) = address),
    'place_alerts', coalesce((
      select jsonb_agg(jsonb_build_object('locality', p.locality, 'city', p.city, 'confirmed', a.is_confirmed, 'created_on', a.created_on))
      from private.place_alerts as a cross join lateral private.known_place(a.city_slug, a.locality_slug) as p
      where private.email_key(a.email) = address), '[]'),
    'account_events', coalesce((
      select jsonb_agg(jsonb_build_object('at', e.created_at, 'ip_address', e.ip_address) order by e.created_at)
      from private.events_of(accounts[1], address) as e), '[]'));
end $$;

create function public.operator_about_email(who text, operator text, reason text) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  accounts constant uuid[] := array(select id from private.accounts_of(btrim(who)));
  address constant text := private.email_key(coalesce((select min(email) from private.accounts_of(btrim(who))), who));
begin
  perform private.record_operation('about', operator, accounts[1]::text, reason);
  return private.kept_about(accounts, address) || jsonb_build_object(
    'signed_by_other_accounts', coalesce((
      select jsonb_agg(n.review_id)
      from private.review_names as n left join private.review_authors as a on a.review_id = n.review_id
      where private.email_key(n.email) = address and (a.user_id is null or a.user_id <> all (accounts))), '[]'));
end $$;
comment on function public.operator_about_email(text, text, text) is
  'For operators, on a data subject''s request: a copy of what is stored about an email and its account.';

-- Erases an email and its account. If the reviews stay, deletes only rows that name the account or the email, and updates the
-- totals of homes whose reviews lose photos. The audit log names and counts no review. Deletes in the order in which other
-- transactions lock, to prevent deadlocks: each review, its name, photos and home; then the counts of authors and of places.
create function public.operator_erase(who text, with_reviews boolean, operator text, reason text default null) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  accounts constant uuid[] := array(select id from private.accounts_of(btrim(who)));
  address constant text := private.email_key(coalesce((select min(email) from private.accounts_of(btrim(who))), who));
  written uuid[];
  counts jsonb;
  deleted integer;
begin
  if btrim(who) = '' then
    perform private.refuse(400, 'Name the email, or the id of the account.');
  end if;
  perform private.lock_several_homes();
  written := array(select review_id from private.review_authors where user_id = any (accounts));
  counts := jsonb_build_object('accounts', cardinality(accounts), 'reviews', cardinality(written), 'photos', (
    select count(*) from storage.objects where bucket_id in ('review-proofs', 'withheld-proofs') and owner_id = any (accounts::text[])));
  if with_reviews then
    perform from public.reviews where id = any (written) order by id for update;
    delete from public.reviews where id = any (written);
  end if;
  -- Other accounts or operators may have entered the address in their reviews.
  with gone as (
    delete from private.review_names where review_id = any (written) or private.email_key(email) = address returning review_id
  )
  select count(*) into deleted from gone where review_id <> all (written);
  counts := counts || jsonb_build_object('names', deleted);
  delete from private.review_proofs where review_id = any (written);
  perform private.count_authors_now();
  -- The deletion cascades to sessions and review authors. Triggers queue the account's photos and delete its log entries.
  delete from auth.users where id = any (accounts);
  delete from private.reporter_emails where private.email_key(email) = address;
  get diagnostics deleted = row_count;
  counts := counts || jsonb_build_object('reports', deleted);
  delete from private.grievance_emails where private.email_key(email) = address;
  get diagnostics deleted = row_count;
  counts := counts || jsonb_build_object('grievances', deleted);
  delete from private.reply_reports where private.email_key(email) = address;
  get diagnostics deleted = row_count;
  counts := counts || jsonb_build_object('reply_reports', deleted);
  delete from public.referral_waitlist where private.email_key(email) = address;
  get diagnostics deleted = row_count;
  counts := counts || jsonb_build_object('waitlist', deleted);
  delete from private.place_alerts where private.email_key(email) = address;
  get diagnostics deleted = row_count;
  counts := counts || jsonb_build_object('place_alerts', deleted);
  delete from private.email_outbox where private.email_key(recipient) = address;
  get diagnostics deleted = row_count;
  counts := counts || jsonb_build_object('waiting_emails', deleted);
  -- Deletes the account service's log entries of an account that was deleted earlier. For an existing account, a trigger deletes them.
  deleted := 0;
  if cardinality(accounts) = 0 then
    delete from auth.audit_log_entries where id = any (array(select id from private.events_of(null, address)));
    get diagnostics deleted = row_count;
  end if;
  counts := counts || jsonb_build_object('events', deleted);

  if not exists (select from jsonb_each(counts) where value <> '0') then
    perform private.refuse(404, 'Nothing is kept about this email or account.');
  end if;
  perform private.record_operation('erase', operator, accounts[1]::text, reason,
    counts - array['reviews', 'names', 'photos'] || jsonb_build_object('with_reviews', with_reviews));
  return counts || jsonb_build_object('account', accounts[1], 'address', address, 'reviews_deleted', with_reviews);
end $$;
comment on function public.operator_erase(text, boolean, text, text) is
  'For operators: erases an account with its email, name, photos and log entries, and the email wherever else it was given; its reviews stay, or are deleted as well.';

-- A photo is uploaded before its review, which may never arrive. A review may name it for 50 minutes (private.own_proof_paths); ten minutes
-- later no such request is in flight. Names begin with the day of the upload, so an index finds recent ones.
create function public.operator_orphan_uploads(recent boolean default false) returns jsonb
language sql security definer set search_path = '' set statement_timeout = '60s' as $$
  -- The first call of a process covers all photos, and also queues reviews whose photos a slow process has moved to the wrong bucket.
  insert into private.photos_to_move (review_id)
  select moved.id
  from (
    select r.id from public.reviews as r where r.hidden_at is not null
    union
    select p.review_id from storage.objects as o join private.review_proofs as p on p.photo_name = regexp_replace(o.name, '^.*/', '')
    where o.bucket_id = 'withheld-proofs'
  ) as moved
  where not recent and exists (select from private.photo_moves(moved.id));
  select coalesce(jsonb_agg(jsonb_build_object('bucket', bucket_id, 'name', name)), '[]')
  from (
    select o.bucket_id, o.name from storage.objects as o
    where o.bucket_id = 'review-proofs'
      and o.name >= 'public/' || case when recent then (extract(epoch from now() - interval '3 days') * 1000)::bigint::text else '' end
      and o.created_at < now() - interval '1 hour' and (select private.clock_jump()) is null
      and not exists (select from private.review_proofs as p where p.photo_name = substr(o.name, 8))
    limit 500
  ) as orphan
$$;
comment on function public.operator_orphan_uploads(boolean) is
  'For operators: up to 500 uploads older than an hour that prove no review, of all or of the last three days. None while sweeps wait (private.clock_jump).';

-- Returns those of these photo names that prove a review or are in the public bucket. The embedded server removes other files; a
-- proof counts in any bucket, since an operator may be moving it.
create function private.known_photos(names text[]) returns setof text
language sql stable security definer set search_path = '' as $$
  select name from unnest(names) as name
  where exists (select from private.review_proofs as p where p.photo_name = name)
    or exists (select from storage.objects as o where o.bucket_id = 'review-proofs' and o.name = 'public/' || name)
$$;

-- Authors may not move or delete files in Storage: the embedded server, `npm run worker` and `npm run admin` do it for them.
create function public.operator_misplaced_photos() returns jsonb
language sql security definer set search_path = '' set statement_timeout = '60s' as $$
  delete from private.photos_to_remove as removed
  where not exists (select from storage.objects as o where o.bucket_id = removed.bucket_id and o.name = removed.name);
  -- Keeps rows for ten minutes: a process that has listed 200 moves can take two minutes, and may still make one that is now wrong.
  delete from private.photos_to_move as q
  where q.queued_at < now() - interval '10 minutes' and not exists (select from private.photo_moves(q.review_id));
  select jsonb_build_object(
    'moves', coalesce((
      select jsonb_agg(move)
      from (select distinct move from private.photos_to_move as q, private.photo_moves(q.review_id) as move limit 200) as misplaced), '[]'),
    'orphans', coalesce((
      select jsonb_agg(jsonb_build_object('bucket', bucket_id, 'name', name))
      from (
        select q.bucket_id, q.name from private.photos_to_remove as q
        where not exists (select from private.review_proofs as p where p.photo_name = regexp_replace(q.name, '^.*/', ''))
        limit 200
      ) as orphan), '[]'))
$$;
comment on function public.operator_misplaced_photos() is
  'For operators: up to 200 photos of hidden reviews that are still public or of shown ones that are withheld, and as many of deleted reviews and accounts.';

-- The facts that `npm run doctor` (server/doctor) queries. It compares rights with supabase/expected-access.txt, line by line.

create function private.our_relations() returns table (oid oid, name text, kind "char", acl aclitem[], has_row_security boolean, options text[])
language sql stable set search_path = '' as $$
  select c.oid, format('%I.%I', s.nspname, c.relname), c.relkind, c.relacl, c.relrowsecurity, c.reloptions
  from pg_class as c join pg_namespace as s on s.oid = c.relnamespace
  where s.nspname in ('public', 'private', 'gate') and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
    and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
$$;

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
    -- Skips functions of event triggers, which cannot be called: newer projects have such a function of the platform in public.
    and p.prorettype <> 'pg_catalog.event_trigger'::regtype
    and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
$$;

-- Returns the grants to the roles of API keys, to site_reader and to the embedded server's role. For service_role, of schemas and
-- functions only gate and operator_…: the platform grants the others.
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

-- Returns all access rules, one per row: grants, roles, views, row security, policies, triggers, functions, publications and
-- buckets. Includes policies on the platform's tables and triggers that call our functions.
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
  -- Compares the body by a short hash, since a baseline that is edited after a push keeps its version.
  select format('function %s as %s%s%s', name, case when is_definer then owner else 'its caller' end,
    coalesce(', ' || nullif(array_to_string(array(select unnest(settings) order by 1), ', '), ''), ''), ', body ' || body)
  from private.our_routines()
  union all
  -- Realtime sends changes of published tables to browsers.
  select format('publication %I of %I.%I', pubname, schemaname, tablename) from pg_publication_tables
  where schemaname in ('public', 'private', 'auth')
  union all
  select format('bucket %s %s, at most %s bytes, %s', id, case when public then 'public' else 'private' end,
    coalesce(file_size_limit::text, 'any number of'), coalesce(array_to_string(array(select unnest(allowed_mime_types) order by 1), ' '), 'any type'))
  from storage.buckets where id in ('review-proofs', 'withheld-proofs')
$$;

-- Returns no email, no secret and no review.
create function public.operator_deployment_facts() returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '30s' as $$
declare
  applied jsonb := '[]';
begin
  -- The table is missing if the migrations were not pushed with the Supabase CLI.
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
      where name in ('fsync', 'full_page_writes', 'jit', 'log_statement')),
    'oldest_waiting_email', (select min(created_at) from private.email_outbox),
    'worker_ran_at', (select at from private.worker_heartbeat),
    'clock_jump', private.clock_jump(),
    'retention_key', (select private.key_hash(value #>> '{}') from private.settings where key = 'retention_key'),
    'photo', (
      select (select min(p.photo_name) from private.review_proofs as p where p.review_id = r.id) from public.reviews as r
      where r.hidden_at is null and r.verified order by r.created_on desc, r.insert_order desc limit 1));
end $$;
comment on function public.operator_deployment_facts() is
  'For operators: the facts that npm run doctor compares with what it expects. Names a photo of the newest visible review that has one.';
