CREATE OR REPLACE FUNCTION private.newest_order()
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce((select r.insert_order from public.reviews as r order by r.created_on desc, r.insert_order desc limit 1), 0)
$function$;

-- Requests for one email about a locality, and counts of searches that found nothing.
create table private.place_alerts (
  secret uuid primary key default gen_random_uuid(),
  email text not null check (char_length(email) <= 320),
  city_slug text collate "C" not null,
  locality_slug text collate "C" not null,
  is_confirmed boolean not null default false,
  seen_order bigint not null default private.newest_order(),
  created_on date not null default (now() at time zone 'Asia/Kolkata')::date,
  checked_on date not null default (now() at time zone 'Asia/Kolkata')::date
);
create unique index place_alerts_once on private.place_alerts (private.email_key(email), city_slug, locality_slug);
create index place_alerts_by_day on private.place_alerts (checked_on) where is_confirmed;

create table private.empty_searches (
  month date not null,
  city_slug text collate "C" not null,
  locality_slug text collate "C" not null,
  count integer not null,
  primary key (month, city_slug, locality_slug)
);
revoke all on table private.place_alerts, private.empty_searches from public, anon, authenticated, service_role;

insert into private.settings (key, value, shipped, minimum, maximum, description)
values
  ('place_alerts_per_email_day', '3', '3', 0, 100000, 'Emails to one mailbox in a day that confirm "Email me once". Further requests send none. 0: any number.'),
  ('empty_searches_per_address_day', '30', '30', 0, 100000, 'Searches without results that count from one network address in a day. 0: any number.');

ALTER TABLE "private"."empty_searches" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."place_alerts" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.is_within_limit(limit_name text, who text)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.setting(limit_name) = 0 or coalesce((private.add_use(limit_name, who)).uses, 0) <= private.setting(limit_name)
$function$;

CREATE OR REPLACE FUNCTION private.known_place(given_city text, given_locality text)
 RETURNS TABLE(city_slug text, locality_slug text, city text, locality text, has_homes boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with given (city_slug, locality_slug) as (
    select private.city_slug(given_city), case when private.is_blank(given_locality) then '' else private.locality_slug(given_locality) end
  )
  select p.city_slug, p.locality_slug, p.city, p.locality, true
  from given join private.places as p using (city_slug, locality_slug) where p.is_accepted
  union all
  select l.city_slug, l.locality_slug, l.city, l.locality, false from given join private.localities as l using (city_slug, locality_slug)
  union all
  select c.city_slug, '', c.city, null, false from given join private.cities as c using (city_slug)
  where given.locality_slug = '' and c.state <> 'refused'
  order by 5 desc limit 1
$function$;

CREATE OR REPLACE FUNCTION private.follow_json(follow private.follows)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'secret', follow.secret, 'propertyId', h.id, 'propertyName', h.property_name,
    'locality', coalesce(h.locality, p.locality), 'city', coalesce(h.city, p.city),
    'hasHomes', h.id is not null or coalesce(p.has_homes, false))
  from (select) as one
  left join public.properties as h on h.id = follow.property_id and h.review_count > 0
  left join private.known_place(follow.city_slug, follow.locality_slug) as p on follow.locality_slug is not null
$function$;

REVOKE ALL ON FUNCTION "private"."is_within_limit"(text, text) FROM PUBLIC, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.kept_about(accounts uuid[], address text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
          'created_at', r.created_at, 'hidden_at', r.hidden_at, 'withdrawn_on', w.withdrawn_on, 'email_given', n.email,
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
end $function$;

REVOKE ALL ON FUNCTION "private"."known_place"(text, text) FROM PUBLIC, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.limit_sentence(limit_name text, seconds integer)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select regexp_replace(format(
    coalesce(
      (
        select sentence
        from (values
          ('reviews_per_minute', 'You published a review a moment ago. You can publish the next one in %s.'),
          ('reviews_per_day', 'You published %2$s reviews, the most for one day. You can publish the next one in %1$s.'),
          -- One message for both: another would reveal that the network reviewed this home.
          ('home_reviews_per_network_day',
            'Too many reviews from your connection today. Try another connection or come back tomorrow.'),
          ('reviews_per_network_day',
            'Too many reviews from your connection today. Try another connection or come back tomorrow.'),
          ('proof_photos_per_day',
            'You uploaded %2$s photos in the last 24 hours. You can upload the next one in %1$s, or publish without it.'),
          ('reports_per_device_day', 'Too many reports came from this device. You can report again in %s.'),
          ('reports_per_account_day', 'Too many reports came from your account. You can report again in %s.'),
          ('reports_per_network_day', 'Too many reports came from your network. You can report again in %s.'),
          ('replies_per_account_day', 'Too many replies came from your account. You can reply again in %s.'),
          ('replies_per_network_day', 'Too many replies came from your network. You can reply again in %s.'),
          ('waitlist_entries_per_account_hour', 'Too many people joined from your account. You can join in %s.'),
          ('waitlist_entries_per_address_5_min', 'Too many emails were entered from your network. You can enter the next one in %s.'),
          ('waitlist_entries_per_address_day', 'Too many emails were entered from your network. You can enter the next one in %s.'),
          ('grievances_per_email_day', 'Too many complaints came from this email. You can send the next one in %s.'),
          ('grievances_per_network_day',
            'Too many complaints came from your network today. You can send the next one in %s, or write to the Grievance Officer by email or post.')
        ) as worded (worded_limit, sentence)
        where worded_limit = limit_name
      ),
      'Too many requests came from your network. You can try again in %s.'),
    private.time_in_words(seconds), private.setting(limit_name)), '\m1 reviews', '1 review')
$function$;

REVOKE ALL ON FUNCTION "private"."newest_order"() FROM PUBLIC, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.queue_place_alerts(at timestamp with time zone DEFAULT now())
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  today constant date := (at at time zone 'Asia/Kolkata')::date;
  checked integer := 0;
  alert private.place_alerts;
  news jsonb;
begin
  delete from private.place_alerts as a where a.created_on <= today - case when a.is_confirmed then 180 else 2 end;
  if extract(hour from at at time zone 'Asia/Kolkata') < 8 then
    return 0;
  end if;
  for alert in
    select a.* from private.place_alerts as a
    where a.is_confirmed and a.checked_on < today order by a.checked_on limit 1000 for update skip locked
  loop
    checked := checked + 1;
    news := private.news_of(
      (alert.secret, null, null, alert.city_slug, alert.locality_slug, alert.seen_order, alert.checked_on)::private.follows, today);
    if news is null then
      update private.place_alerts as a set checked_on = today where a.secret = alert.secret;
    else
      delete from private.place_alerts as a where a.secret = alert.secret;
      perform private.queue_email('place-alert', alert.email, news - 'secret');
    end if;
  end loop;
  return checked;
end $function$;

REVOKE ALL ON FUNCTION "private"."queue_place_alerts"(timestamp with time zone) FROM PUBLIC, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.answer_place_alert(secret uuid, is_wanted boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
 SET jit TO 'off'
AS $function$
begin
  update private.place_alerts as a set is_confirmed = true where a.secret = answer_place_alert.secret and is_wanted;
  delete from private.place_alerts as a where a.secret = answer_place_alert.secret and not is_wanted;
  return public.place_alert(answer_place_alert.secret);
end $function$;

REVOKE ALL ON FUNCTION "public"."answer_place_alert"(uuid, boolean) FROM PUBLIC, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.count_empty_search(city text, locality text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '3s'
 SET jit TO 'off'
AS $function$
begin
  insert into private.empty_searches as e (month, city_slug, locality_slug, count)
  select date_trunc('month', now() at time zone 'Asia/Kolkata')::date, p.city_slug, p.locality_slug, 1
  from private.known_place(count_empty_search.city, count_empty_search.locality) as p
  where private.is_within_limit('empty_searches_per_address_day', private.request_address())
  on conflict on constraint empty_searches_pkey do update set count = e.count + 1;
end $function$;

REVOKE ALL ON FUNCTION "public"."count_empty_search"(text, text) FROM PUBLIC, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.empty_searches()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '3s'
 SET jit TO 'off'
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('city', p.city, 'locality', p.locality, 'count', counted.count)
    order by counted.count desc, p.city, p.locality), '[]')
  from (
    select e.city_slug, e.locality_slug, sum(e.count) as count from private.empty_searches as e
    where e.month >= date_trunc('month', now() at time zone 'Asia/Kolkata')::date - interval '2 months'
    group by 1, 2 having sum(e.count) >= 20 order by 3 desc limit 50
  ) as counted cross join lateral private.known_place(counted.city_slug, counted.locality_slug) as p
$function$;

REVOKE ALL ON FUNCTION "public"."empty_searches"() FROM PUBLIC, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.follow_place(property_id uuid DEFAULT NULL::uuid, city text DEFAULT NULL::text, locality text DEFAULT NULL::text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
 SET jit TO 'off'
AS $function$
declare
  follower constant uuid := private.signed_in_account();
  home_id constant uuid := (
    select p.id from public.properties as p where p.id = private.home_of(follow_place.property_id) and p.review_count > 0);
  place record;
begin
  select p.city_slug, p.locality_slug into place from private.known_place(follow_place.city, follow_place.locality) as p
  where follow_place.property_id is null and p.locality is not null;
  if home_id is null and place.locality_slug is null then
    perform private.refuse(404, 'There is no such home or locality any more.');
  end if;
  -- Without this lock, concurrent calls could exceed the maximum.
  perform pg_advisory_xact_lock(hashtextextended('follows ' || follower, 0));
  if exists (
    select from private.follows as f
    where f.user_id = follower
      and (f.property_id, f.city_slug, f.locality_slug) is not distinct from (home_id, place.city_slug, place.locality_slug)
  ) then
    return false;
  elsif (select count(*) from private.follows as f where f.user_id = follower) >= private.max_follows() then
    perform private.refuse(409, format(
      'You follow %s homes and localities, the most for one account. In your account you can stop following one.',
      private.max_follows()));
  end if;
  insert into private.follows (user_id, property_id, city_slug, locality_slug, seen_order)
  values (follower, home_id, place.city_slug, place.locality_slug, private.newest_order());
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.operator_erase(who text, with_reviews boolean, operator text, reason text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '60s'
 SET jit TO 'off'
AS $function$
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
  delete from private.recent_reviews
  where reviewed_on <= (now() at time zone 'Asia/Kolkata')::date - (select private.setting('repeat_review_days'));
  perform private.queue_desk_digest();
  follows := private.queue_follow_emails() + private.queue_place_alerts();
  perform private.queue_deposit_reminders();
  delete from private.empty_searches where month < date_trunc('month', now() at time zone 'Asia/Kolkata')::date - interval '2 months';
  delete from private.monthly_reviewers where month < date_trunc('month', now() at time zone 'Asia/Kolkata')::date;
  delete from private.grievances where decided_at < now() - make_interval(days => (select private.setting('grievance_days')));
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

CREATE OR REPLACE FUNCTION public.place_alert(secret uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '3s'
 SET jit TO 'off'
AS $function$
  select jsonb_build_object('locality', p.locality, 'city', p.city, 'isConfirmed', a.is_confirmed)
  from private.place_alerts as a cross join lateral private.known_place(a.city_slug, a.locality_slug) as p
  where a.secret = place_alert.secret
$function$;

REVOKE ALL ON FUNCTION "public"."place_alert"(uuid) FROM PUBLIC, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.request_place_alert(city text, locality text, email text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
 SET jit TO 'off'
AS $function$
#variable_conflict use_column
declare
  given_email constant text := case when char_length(request_place_alert.email) <= 1000 then private.clean_line(request_place_alert.email) end;
  place record;
  alert private.place_alerts;
begin
  perform private.refuse_ended_session();
  if not coalesce(private.is_email(given_email), false) then
    perform private.refuse(400, 'Enter a valid email address.');
  end if;
  select p.* into place from private.known_place(request_place_alert.city, request_place_alert.locality) as p where p.locality is not null;
  if not found then
    perform private.refuse(404, 'We do not know this locality.');
  end if;
  perform private.limit_use('waitlist_entries_per_address_5_min', private.request_address());
  perform private.limit_use('waitlist_entries_per_address_day', private.request_address());
  insert into private.place_alerts as a (email, city_slug, locality_slug) values (given_email, place.city_slug, place.locality_slug)
  on conflict (private.email_key(email), city_slug, locality_slug)
  do update set created_on = case when a.is_confirmed then a.created_on else excluded.created_on end
  returning * into alert;
  if private.is_within_limit('place_alerts_per_email_day', private.mailbox_key(private.email_key(given_email))) then
    -- Names only listed localities: the recipient may be a stranger, and visitors type the names of others.
    perform private.queue_email('confirm-place-alert', given_email, jsonb_build_object('secret', alert.secret, 'place', coalesce(
      (select concat_ws(', ', l.locality, l.city) from private.localities as l
        where l.city_slug = place.city_slug and l.locality_slug = place.locality_slug),
      'a locality of ' || place.city)));
  end if;
  return true;
end $function$;

REVOKE ALL ON FUNCTION "public"."request_place_alert"(text, text, text) FROM PUBLIC, anon, authenticated, service_role;

COMMENT ON COLUMN "private"."empty_searches"."locality_slug" IS 'Empty for a search in a whole city.';

COMMENT ON COLUMN "private"."place_alerts"."checked_on" IS 'As in private.follows; the day of the request until it is confirmed.';

COMMENT ON COLUMN "private"."place_alerts"."secret" IS '122 random bits. The holder of an email''s link confirms or deletes the request.';

COMMENT ON FUNCTION "public"."answer_place_alert"(uuid, boolean) IS 'For the holder of an email''s link: confirms the request or deletes it. Returns it like place_alert.';

COMMENT ON FUNCTION "public"."count_empty_search"(text, text) IS 'Counts a search that found nothing in a city, or a locality of it, that is listed or has homes. Ignores other places, and searches beyond the limit.';

COMMENT ON FUNCTION "public"."empty_searches"() IS 'Places where 20 searches or more of this month and the two before it found nothing: [{city, locality, count}], at most 50, most searches first.';

COMMENT ON FUNCTION "public"."follow_place"(uuid, text, text) IS 'Makes the caller follow a home, or a locality of a city that is listed or has homes. Returns false if the caller already follows it. An account follows at most private.max_follows().';

COMMENT ON FUNCTION "public"."my_follows"() IS 'The caller''s follows by name, localities last: [{secret, propertyId, propertyName, locality, city, hasHomes}], without names of homes no longer shown.';

COMMENT ON FUNCTION "public"."operator_sweep"() IS 'For operators and the servers: deletes expired rows, at most ten accounts and a hundred withdrawn reviews, and queues news of follows for three seconds and of 1,000 place alerts. Returns the counts, or why it waits (clock_jump).';

COMMENT ON FUNCTION "public"."place_alert"(uuid) IS 'For the holder of an email''s link: the place of this request for an email, and whether it is confirmed; null if there is none.';

COMMENT ON FUNCTION "public"."request_place_alert"(text, text, text) IS 'Requests one email about the first new review in a locality that is listed or has homes. Queues an email that asks to confirm it. Always returns true.';

COMMENT ON TABLE "private"."empty_searches" IS 'Searches that found nothing, by month (in India) and place, for three months. Keeps no word of a search.';

COMMENT ON TABLE "private"."place_alerts" IS 'Requests for one email about the first new review in a locality. Deleted with that email, after 180 days, or after 2 days unless confirmed.';

REVOKE ALL ON FUNCTION "private"."is_within_limit"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."known_place"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."newest_order"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."queue_place_alerts"(timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."answer_place_alert"(uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."answer_place_alert"(uuid, boolean) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."count_empty_search"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."count_empty_search"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."empty_searches"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."empty_searches"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."place_alert"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."place_alert"(uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."request_place_alert"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."request_place_alert"(text, text, text) TO "anon", "authenticated";
