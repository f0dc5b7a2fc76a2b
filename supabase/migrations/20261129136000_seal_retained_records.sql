create extension if not exists pgcrypto with schema extensions;

create table private.sealed_records (
  id uuid primary key default gen_random_uuid(),
  sealed_on date not null default (now() at time zone 'Asia/Kolkata')::date,
  sealed bytea not null
);
create index sealed_records_by_day on private.sealed_records (sealed_on);
insert into private.settings (key, value, description)
values ('retention_key', 'null', 'The public OpenPGP key, in base64, to which deletions seal what they delete. Null: nothing is kept.');

ALTER TABLE "private"."sealed_records" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.key_hash(key text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE STRICT
RETURN encode(sha256(decode(key, 'base64'::text)), 'hex'::text);

REVOKE ALL ON FUNCTION "private"."key_hash"(text) FROM PUBLIC, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.seal_before_deletion()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  key constant text := (select value #>> '{}' from private.settings where settings.key = 'retention_key');
  account uuid;
  review_ids uuid[];
  removed jsonb;
  record text;
begin
  if key is null then
    return old;
  elsif tg_table_name = 'users' then
    account := old.id;
    review_ids := array(select a.review_id from private.review_authors as a where a.user_id = old.id order by a.review_id);
    removed := jsonb_build_object('replies', (select jsonb_agg(to_jsonb(a)) from private.replies as a where a.user_id = old.id));
  elsif tg_table_name = 'reviews' then
    account := (select a.user_id from private.review_authors as a where a.review_id = old.id);
    review_ids := array[old.id];
    removed := jsonb_build_object(
      'review', to_jsonb(old) - array['search_text', 'topics', 'city_key', 'insert_order'],
      'signed_with', (select n.email from private.review_names as n where n.review_id = old.id),
      'withdrawn_on', (select w.withdrawn_on from private.withdrawn_reviews as w where w.review_id = old.id),
      'follow_ups', (select jsonb_agg(to_jsonb(f) order by f.position) from private.follow_ups as f where f.review_id = old.id));
  else
    -- A reply deleted with its author's account is in the record of the account.
    if not exists (select from auth.users as u where u.id = old.user_id) then
      return old;
    end if;
    account := old.user_id;
    review_ids := array[old.review_id];
    removed := jsonb_build_object('replies', jsonb_build_array(to_jsonb(old)));
  end if;
  record := jsonb_strip_nulls(jsonb_build_object(
    'email', u.email, 'account', account, 'review_ids', to_jsonb(review_ids), 'removed', removed,
    'times', jsonb_build_object('sealed_at', now(), 'created_at', u.created_at, 'confirmed_at', u.email_confirmed_at,
      'last_sign_in_at', u.last_sign_in_at)))
  from (values (account)) as named (id) left join auth.users as u on u.id = named.id;
  insert into private.sealed_records (sealed) values (extensions.pgp_pub_encrypt(
    record || repeat(' ', 4095 & -octet_length(record)), decode(key, 'base64'), 'cipher-algo=aes256'));
  return old;
end $function$;

REVOKE ALL ON FUNCTION "private"."seal_before_deletion"() FROM PUBLIC, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.operator_deployment_facts()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '30s'
 SET jit TO 'off'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.operator_sealed_records(first_day date, last_day date, record uuid, operator text, reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '60s'
 SET jit TO 'off'
AS $function$
declare
  records constant jsonb := (
    select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'sealed_on', s.sealed_on, 'sealed', encode(s.sealed, 'base64')) order by s.id), '[]')
    from private.sealed_records as s
    where s.id = record or s.sealed_on between first_day and least(last_day, first_day + 30));
begin
  if last_day - first_day > 30 then
    perform private.refuse(400, 'Export at most 31 days at a time.');
  end if;
  perform private.record_operation('sealed-records', operator, record::text, reason,
    jsonb_strip_nulls(jsonb_build_object('from', first_day, 'to', last_day, 'records', jsonb_array_length(records))));
  return records;
end $function$;

REVOKE ALL ON FUNCTION "public"."operator_sealed_records"(date, date, uuid, text, text) FROM PUBLIC, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.operator_set_retention_key(new_key text, operator text, reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  old_key constant text := (select value #>> '{}' from private.settings where key = 'retention_key');
  change constant jsonb := jsonb_build_object('from', private.key_hash(old_key), 'to', private.key_hash(new_key));
begin
  if new_key is distinct from old_key then
    -- With a key that fails, no deletion would work.
    begin
      perform extensions.pgp_pub_encrypt('x', decode(new_key, 'base64'));
    exception when others then
      perform private.refuse(400, format('PostgreSQL cannot encrypt to this retention key (%s). It needs a public key with one subkey for encryption, of type RSA: gpg''s default, elliptic curves, does not work. docs/operations.md, "Keep deleted data sealed"', sqlerrm));
    end;
    update private.settings set value = coalesce(to_jsonb(new_key), 'null') where key = 'retention_key';
    perform private.record_operation('set-retention-key', operator, 'retention_key', reason, change);
  end if;
  return change;
end $function$;

REVOKE ALL ON FUNCTION "public"."operator_set_retention_key"(text, text, text) FROM PUBLIC, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.operator_sweep()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '60s'
 SET jit TO 'off'
AS $function$
declare
  accounts integer;
  sessions integer;
  events integer;
  follows integer;
  expired uuid[];
  read_to uuid;
  withdrawn integer;
begin
  -- These two steps run even if the clock is wrong: at worst they reset rate limits or send an email too early.
  perform private.forget_past_days();
  perform private.run_grievance_clocks();
  if not private.may_sweep() then
    return jsonb_build_object('clock_jump', private.clock_jump());
  end if;
  perform private.close_months();
  delete from private.recent_reviews
  where reviewed_on <= (now() at time zone 'Asia/Kolkata')::date - (select private.setting('repeat_review_days'));
  perform private.queue_desk_digest();
  follows := private.queue_follow_emails() + private.queue_place_alerts();
  perform private.queue_deposit_reminders();
  delete from private.empty_searches where month < date_trunc('month', now() at time zone 'Asia/Kolkata')::date - interval '2 months';
  delete from private.monthly_reviewers where month < date_trunc('month', now() at time zone 'Asia/Kolkata')::date;
  delete from private.grievances where decided_at < now() - make_interval(days => (select private.setting('grievance_days')));
  delete from private.sealed_records where sealed_on < (now() at time zone 'Asia/Kolkata')::date - 180;
  -- Ten attempts take three hours. Emails wait longer only without a worker; links in account emails have expired by then.
  delete from private.email_outbox
  where created_at < now() - interval '1 day' and template in ('confirmation', 'recovery', 'password-changed', 'confirm-place-alert');
  delete from private.email_outbox where created_at < now() - interval '30 days';
  -- Deletes accounts unconfirmed for a week. Reads 10,000 accounts per sweep, since the account service has no index for the
  -- unconfirmed ones, and deletes at most ten, since each deletion searches the whole log of the account service.
  select array_agg(next.id) filter (where next.is_expired), case when count(*) = 10000 then max(next.id::text)::uuid end
  into expired, read_to
  from (
    select u.id, email_confirmed_at is null
      and greatest(created_at, confirmation_sent_at, recovery_sent_at) < now() - interval '7 days' as is_expired
    from auth.users as u
    where u.id > coalesce((select c.next_account from private.sweep_clock as c), '00000000-0000-0000-0000-000000000000')
    order by u.id limit 10000
  ) as next;
  delete from auth.users where id = any (expired[:10]);
  get diagnostics accounts = row_count;
  if accounts < 10 then
    update private.sweep_clock as c set next_account = read_to where c.next_account is distinct from read_to;
  end if;
  delete from auth.sessions
  where coalesce(refreshed_at at time zone 'utc', created_at) < now() - interval '90 days' or not_after < now();
  get diagnostics sessions = row_count;
  -- Keeps the parent of the active token: a client that lost the response may send it again (rotate in server/embedded/sessions.ts).
  delete from auth.refresh_tokens as used
  where revoked and updated_at < now() - interval '7 days'
    and not exists (select from auth.refresh_tokens as t where t.parent = used.token and not t.revoked);
  delete from auth.audit_log_entries where created_at < now() - make_interval(days => (select private.setting('account_event_days')));
  get diagnostics events = row_count;
  perform private.lock_several_homes();
  -- Locks the withdrawn reviews before deleting them, since their authors may restore them concurrently.
  expired := array(
    select r.id from private.withdrawn_reviews as w join public.reviews as r on r.id = w.review_id
    where w.withdrawn_on <= (now() at time zone 'Asia/Kolkata')::date - 30
    order by w.withdrawn_on limit 100 for update of r skip locked);
  delete from public.reviews as r
  where r.id = any (expired) and exists (select from private.withdrawn_reviews as w where w.review_id = r.id);
  get diagnostics withdrawn = row_count;
  return jsonb_build_object(
    'accounts', accounts, 'sessions', sessions, 'events', events, 'withdrawn', withdrawn, 'follows', follows);
end $function$;

CREATE TRIGGER seal_account BEFORE DELETE ON auth.users FOR EACH ROW WHEN ((old.email_confirmed_at IS NOT NULL)) EXECUTE FUNCTION private.seal_before_deletion();

CREATE TRIGGER seal_reply BEFORE DELETE ON private.replies FOR EACH ROW EXECUTE FUNCTION private.seal_before_deletion();

CREATE TRIGGER seal_review BEFORE DELETE ON public.reviews FOR EACH ROW EXECUTE FUNCTION private.seal_before_deletion();

COMMENT ON COLUMN "private"."sealed_records"."sealed" IS 'An OpenPGP message: JSON {email, account, times, review_ids, removed}, padded with spaces to a multiple of 4 KB.';

COMMENT ON COLUMN "private"."sealed_records"."sealed_on" IS 'The date in India.';

COMMENT ON EXTENSION "pgcrypto" IS 'cryptographic functions';

COMMENT ON FUNCTION "public"."operator_sealed_records"(date, date, uuid, text, text) IS 'For operators, on an order: the sealed records of at most 31 days, or the one with this id: [{id, sealed_on, sealed}], in base64.';

COMMENT ON FUNCTION "public"."operator_set_retention_key"(text, text, text) IS 'For operators: sets the OpenPGP key, in base64, to which deletions seal what they delete; null ends that. Returns the hashes {from, to}.';

COMMENT ON TABLE "private"."sealed_records" IS 'Deleted accounts, reviews and replies, encrypted to the retention key. No role reads them. Swept after 180 days.';

REVOKE ALL ON FUNCTION "private"."key_hash"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."seal_before_deletion"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."operator_sealed_records"(date, date, uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."operator_sealed_records"(date, date, uuid, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."operator_set_retention_key"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."operator_set_retention_key"(text, text, text) TO "service_role";

-- Functions that several of the migrations of this release change.

CREATE OR REPLACE FUNCTION private.decision_counts(month date)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with span as (
    select month::timestamp at time zone 'Asia/Kolkata' as first, (month + interval '1 month') at time zone 'Asia/Kolkata' as next
  ),
  decision as (
    select d.subject, d.command, d.details from span join private.standing_decisions as d on d.at >= span.first and d.at < span.next
    union all
    select l.subject, l.command, l.details from span join private.audit_log as l on l.at >= span.first and l.at < span.next
    where l.command in ('author-of', 'remind-of-rules')
  ),
  decided as (
    select
      count(distinct d.subject) filter (where d.command = 'hide') as hidden,
      count(distinct d.subject) filter (where d.command = 'unhide') as shown_again,
      count(distinct d.subject) filter (where d.command = 'clear-flag') as cleared,
      -- For a reply that was already shown, approve-reply only dismisses the reports.
      count(distinct d.subject) filter (where d.command = 'approve-reply' and d.details ->> 'was' is distinct from 'shown') as replies_published,
      count(distinct d.subject) filter (where d.command = 'refuse-reply') as replies_refused,
      count(distinct d.subject) filter (where d.command = 'genuine-burst') as bursts_genuine,
      coalesce(sum((d.details ->> 'reviews')::integer) filter (where d.command = 'uncount-burst'), 0) as not_counted,
      coalesce(sum((d.details ->> 'reviews')::integer) filter (where d.command = 'genuine-burst'), 0)
        + count(*) filter (where d.command = 'count-review') as counted_again,
      count(*) filter (where d.command = 'author-of') as authors_looked_up,
      count(*) filter (where d.command = 'remind-of-rules') as rules_reminders
    from decision as d
  ),
  timed as (
    select l.details ->> 'ground' as ground, e.decided_at,
      extract(epoch from e.acknowledged_at - l.at) as acknowledge, extract(epoch from e.decided_at - l.at) as decide,
      case when e.acknowledged_at is not null or by.acknowledge < now() then coalesce(e.acknowledged_at <= by.acknowledge, false) end as acknowledged_in_time,
      case when e.decided_at is not null or by.decide < now() then coalesce(e.decided_at <= by.decide, false) end as decided_in_time
    from span join private.audit_log as l on l.at >= span.first and l.at < span.next and l.command = 'file-grievance'
    cross join lateral (
      select (l.details ->> 'acknowledge_by')::timestamptz as acknowledge, (l.details ->> 'decide_by')::timestamptz as decide) as by
    cross join lateral (
      select min(d.at) as acknowledged_at, min(d.at) filter (where d.command = 'decide-grievance') as decided_at
      from private.standing_decisions as d
      where d.subject = l.subject and d.command in ('acknowledge-grievance', 'decide-grievance')) as e
  )
  select jsonb_build_object(
    'hidden', hidden, 'shownAgain', shown_again, 'cleared', cleared,
    'hiddenByClause', (select coalesce(jsonb_object_agg(h.clause, h.number), '{}') from (
      select coalesce(d.details ->> 'clause', '') as clause, count(distinct d.subject) as number
      from decision as d where d.command = 'hide' group by 1) as h),
    'burstsGenuine', bursts_genuine, 'notCounted', not_counted, 'countedAgain', counted_again,
    'repliesPublished', replies_published, 'repliesRefused', replies_refused, 'authorsLookedUp', authors_looked_up,
    'rulesReminders', rules_reminders,
    'grievances', (select count(*) from timed),
    'grievancesByGround', (select coalesce(jsonb_object_agg(g.ground, g.number), '{}') from (
      select t.ground, count(*) as number from timed as t group by 1) as g),
    'times', (
      select jsonb_build_object(
        'decided', count(t.decided_at),
        'acknowledgeMedianSeconds', round(percentile_cont(0.5) within group (order by t.acknowledge)),
        'acknowledgeSlowestSeconds', round(max(t.acknowledge)),
        'acknowledgedInTime', count(*) filter (where t.acknowledged_in_time),
        'acknowledgedLate', count(*) filter (where not t.acknowledged_in_time),
        'decideMedianSeconds', round(percentile_cont(0.5) within group (order by t.decide)),
        'decideSlowestSeconds', round(max(t.decide)),
        'decidedInTime', count(*) filter (where t.decided_in_time),
        'decidedLate', count(*) filter (where not t.decided_in_time))
      from timed as t having count(*) > 0))
  from decided
$function$;

CREATE OR REPLACE FUNCTION private.desk_item_json(kind text, id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when desk_item_json.kind in ('review', 'hidden') then jsonb_build_object(
      'review', private.desk_review_json(desk_item_json.id),
      'isReviewShown', desk_item_json.kind <> 'hidden',
      'reports', coalesce((
        select jsonb_agg(
          jsonb_build_object('at', p.created_at, 'reason', p.reason, 'reporter', private.reporter_key(e.email)) order by p.id)
        from public.review_reports as p left join private.reporter_emails as e on e.report_id = p.id
        where p.review_id = desk_item_json.id), '[]'),
      'history', private.desk_history(desk_item_json.id::text))
    when desk_item_json.kind = 'reply' then (
      select jsonb_build_object(
        'review', private.desk_review_json(a.review_id),
        'reply', jsonb_build_object('text', a.reply_text, 'writtenAs', a.written_as, 'createdOn', a.created_on, 'state', a.state),
        'reports', coalesce((
          select jsonb_agg(jsonb_build_object('at', p.created_at, 'reason', p.reason, 'reporter', null) order by p.id)
          from private.reply_reports as p where p.reply_id = a.id), '[]'),
        'history', private.desk_history(a.id::text))
      from private.replies as a where a.id = desk_item_json.id)
    when desk_item_json.kind = 'grievance' then (
      select jsonb_build_object(
        'review', private.desk_review_json(g.review_id),
        'grievance', jsonb_build_object(
          'ticket', g.ticket, 'writer', g.writer, 'ground', g.ground, 'page', g.page, 'words', g.words,
          'acknowledgeBy', g.acknowledge_by, 'decideBy', g.decide_by, 'acknowledgedAt', g.acknowledged_at,
          'arePhotosWithheld', exists (select from private.review_proofs as p where p.review_id = g.review_id and p.is_withheld)),
        'isReviewShown', exists (select from public.reviews as r where r.id = g.review_id and r.hidden_at is null),
        'history', private.desk_history(g.id::text))
      from private.open_grievances as g where g.id = desk_item_json.id)
    when desk_item_json.kind in ('burst', 'uncounted') then (
      select jsonb_build_object(
        'isReviewShown', false,
        'burst', jsonb_build_object(
          'state', b.state, 'foundOn', b.found_on, 'signals', b.signals,
          'home', jsonb_build_object('propertyId', h.id, 'propertyName', h.property_name, 'locality', h.locality, 'city', h.city),
          'reviews', (
            select coalesce(jsonb_agg(private.desk_review_json(listed.id) order by listed.insert_order), '[]')
            from (
              select r.id, r.insert_order from private.burst_reviews as w join public.reviews as r on r.id = w.review_id
              where w.burst_id = b.id and r.hidden_at is null order by r.insert_order limit 100
            ) as listed)),
        'history', private.desk_history(b.id::text))
      from private.bursts as b join public.properties as h on h.id = b.property_id where b.id = desk_item_json.id)
    when desk_item_json.kind = 'city' then (
      select jsonb_build_object(
        'isReviewShown', false,
        'town', jsonb_build_object('name', p.city, 'homeCount', p.home_count, 'homes', (
          select jsonb_agg(jsonb_build_object('propertyId', h.id, 'propertyName', h.property_name, 'locality', h.locality, 'city', h.city))
          from (
            select h.* from private.property_figures as f join public.properties as h on h.id = f.property_id
            where f.city_slug = p.city_slug order by f.last_day desc, f.last_order desc limit 5
          ) as h)),
        'history', private.desk_history(p.id::text))
      from private.places as p where p.id = desk_item_json.id)
  end
$function$;

CREATE OR REPLACE FUNCTION private.desk_review_json(review_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select to_jsonb(private.review_json(shown)) || jsonb_build_object(
    'home', (
      select jsonb_build_object('count', p.review_count, 'totalRating', p.rating_total)
      from public.properties as p where p.id = shown.property_id),
    'isCounted', (select r.is_counted from public.reviews as r where r.id = shown.id),
    -- Also those that a grievance hides.
    'proofUrls', array(
      select '/storage/v1/object/public/review-proofs/public/' || p.photo_name
      from private.review_proofs as p where p.review_id = shown.id order by p.position))
  from (select s.* from private.shown_reviews as s where s.id = desk_review_json.review_id limit 1) as shown
$function$;

CREATE OR REPLACE FUNCTION private.undo_decision(decision bigint, operator text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  entry private.audit_log;
begin
  select * into entry from private.audit_log as l
  where l.id = decision and l.operator = undo_decision.operator
    and l.command = any (private.decision_commands());
  if not found then
    perform private.refuse(404, 'There is no such decision of yours.');
  end if;
  perform private.lock_to_decide(array[entry.subject::uuid]);
  if entry.at < clock_timestamp() - interval '1 minute' then
    perform private.refuse(409, 'A decision can be undone for a minute. Decide again.');
  elsif (private.standing_decision(entry.subject)).id is distinct from entry.id or entry.command = 'hide' and exists (
    select from private.grievances as g join private.standing_decisions as d on d.subject = g.id::text
    where g.review_id = entry.subject::uuid and g.outcome in ('upheld', 'partly') and d.command = 'decide-grievance' and d.id > entry.id
  ) then
    perform private.refuse(409, 'Another decision has been made since.');
  end if;
  if entry.command in ('acknowledge-grievance', 'decide-grievance') then
    perform private.undo_grievance(entry.subject::uuid);
    update private.review_proofs as p set is_withheld = (entry.details -> 'were_withheld')::boolean
    from private.grievances as g
    where g.id = entry.subject::uuid and p.review_id = g.review_id and entry.details ? 'were_withheld';
  elsif entry.command in ('accept-city', 'refuse-city') then
    perform private.undo_city(entry);
  elsif entry.command in ('hide', 'unhide') then
    perform private.set_hidden_by_operator(entry.subject::uuid, entry.command = 'unhide');
    update public.reviews set reported = true where id = entry.subject::uuid and (entry.details -> 'was_reported')::boolean;
  elsif entry.command = 'clear-flag' then
    update public.reviews set reported = true where id = entry.subject::uuid;
  elsif entry.command = 'count-review' then
    update public.reviews set is_counted = false where id = entry.subject::uuid;
  elsif entry.command in ('check-burst', 'genuine-burst', 'uncount-burst') then
    perform private.set_burst(entry.subject::uuid, entry.details ->> 'was');
  else
    perform private.set_reply(entry.subject::uuid, entry.details ->> 'was', (entry.details -> 'was_reported')::boolean);
  end if;
  delete from private.email_outbox as o
  where o.decision_subject = entry.subject and o.tries = 0 and o.fields ->> 'decision' = entry.id::text;
  perform private.record_operation('undo', operator, entry.subject, null,
    jsonb_build_object('undone', entry.id, 'command', entry.command, 'clause', entry.details -> 'clause'));
end $function$;

CREATE OR REPLACE FUNCTION public.operator_sweep()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '60s'
 SET jit TO 'off'
AS $function$
declare
  accounts integer;
  sessions integer;
  events integer;
  follows integer;
  expired uuid[];
  read_to uuid;
  withdrawn integer;
begin
  -- These two steps run even if the clock is wrong: at worst they reset rate limits or send an email too early.
  perform private.forget_past_days();
  perform private.run_grievance_clocks();
  if not private.may_sweep() then
    return jsonb_build_object('clock_jump', private.clock_jump());
  end if;
  perform private.close_months();
  perform private.find_bursts();
  delete from private.recent_reviews
  where reviewed_on <= (now() at time zone 'Asia/Kolkata')::date - (select private.setting('repeat_review_days'));
  perform private.queue_desk_digest();
  follows := private.queue_follow_emails() + private.queue_place_alerts();
  perform private.queue_deposit_reminders();
  perform private.queue_rules_reminders();
  delete from private.empty_searches where month < date_trunc('month', now() at time zone 'Asia/Kolkata')::date - interval '2 months';
  delete from private.monthly_reviewers where month < date_trunc('month', now() at time zone 'Asia/Kolkata')::date;
  delete from private.grievances where decided_at < now() - make_interval(days => (select private.setting('grievance_days')));
  delete from private.sealed_records where sealed_on < (now() at time zone 'Asia/Kolkata')::date - 180;
  -- Ten attempts take three hours. Emails wait longer only without a worker; links in account emails have expired by then.
  delete from private.email_outbox
  where created_at < now() - interval '1 day' and template in ('confirmation', 'recovery', 'password-changed', 'confirm-place-alert');
  delete from private.email_outbox where created_at < now() - interval '30 days';
  -- Deletes accounts unconfirmed for a week. Reads 10,000 accounts per sweep, since the account service has no index for the
  -- unconfirmed ones, and deletes at most ten, since each deletion searches the whole log of the account service.
  select array_agg(next.id) filter (where next.is_expired), case when count(*) = 10000 then max(next.id::text)::uuid end
  into expired, read_to
  from (
    select u.id, email_confirmed_at is null
      and greatest(created_at, confirmation_sent_at, recovery_sent_at) < now() - interval '7 days' as is_expired
    from auth.users as u
    where u.id > coalesce((select c.next_account from private.sweep_clock as c), '00000000-0000-0000-0000-000000000000')
    order by u.id limit 10000
  ) as next;
  delete from auth.users where id = any (expired[:10]);
  get diagnostics accounts = row_count;
  if accounts < 10 then
    update private.sweep_clock as c set next_account = read_to where c.next_account is distinct from read_to;
  end if;
  delete from auth.sessions
  where coalesce(refreshed_at at time zone 'utc', created_at) < now() - interval '90 days' or not_after < now();
  get diagnostics sessions = row_count;
  -- Keeps the parent of the active token: a client that lost the response may send it again (rotate in server/embedded/sessions.ts).
  delete from auth.refresh_tokens as used
  where revoked and updated_at < now() - interval '7 days'
    and not exists (select from auth.refresh_tokens as t where t.parent = used.token and not t.revoked);
  delete from auth.audit_log_entries where created_at < now() - make_interval(days => (select private.setting('account_event_days')));
  get diagnostics events = row_count;
  perform private.lock_several_homes();
  perform private.delete_withheld_photos();
  -- Locks the withdrawn reviews before deleting them, since their authors may restore them concurrently.
  expired := array(
    select r.id from private.withdrawn_reviews as w join public.reviews as r on r.id = w.review_id
    where w.withdrawn_on <= (now() at time zone 'Asia/Kolkata')::date - 30
    order by w.withdrawn_on limit 100 for update of r skip locked);
  delete from public.reviews as r
  where r.id = any (expired) and exists (select from private.withdrawn_reviews as w where w.review_id = r.id);
  get diagnostics withdrawn = row_count;
  return jsonb_build_object(
    'accounts', accounts, 'sessions', sessions, 'events', events, 'withdrawn', withdrawn, 'follows', follows);
end $function$;

CREATE OR REPLACE FUNCTION private.uncounted_of_home(property_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(to_jsonb(private.review_json(s)) || jsonb_build_object('because', private.uncounted_because(s.id))
    order by s.created_on desc, s.insert_order desc), '[]')
  from (
    select shown.*
    from public.reviews as r join private.shown_reviews as shown on shown.id = r.id
    where r.property_id = uncounted_of_home.property_id and not r.is_counted and r.hidden_at is null
    order by r.created_on desc, r.insert_order desc limit 60
  ) as s
$function$;

REVOKE ALL ON FUNCTION "private"."uncounted_of_home"(uuid) FROM PUBLIC, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.uncounted_reviews(property_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '3s'
 SET jit TO 'off'
AS $function$
  select private.uncounted_of_home(property_id)
$function$;

REVOKE ALL ON FUNCTION "public"."uncounted_reviews"(uuid) FROM PUBLIC, anon, authenticated, service_role;

GRANT CREATE ON SCHEMA "public" TO "site_reader";

ALTER FUNCTION "public"."uncounted_reviews"(uuid) OWNER TO "site_reader";

REVOKE CREATE ON SCHEMA "public" FROM "site_reader";

COMMENT ON FUNCTION "public"."uncounted_reviews"(uuid) IS 'The visible reviews of a home that are not counted, newest first, at most 60: [{because: {reason, clause}, …}].';

REVOKE ALL ON FUNCTION "private"."uncounted_of_home"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."uncounted_of_home"(uuid) TO "site_reader";

REVOKE ALL ON FUNCTION "public"."uncounted_reviews"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."uncounted_reviews"(uuid) TO "anon", "authenticated";
