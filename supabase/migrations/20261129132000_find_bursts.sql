insert into private.settings (key, value, shipped, minimum, maximum, description)
select key, to_jsonb(number), to_jsonb(number), minimum, maximum, description
from (values
  ('burst_days', 7, 1, 60, 'Days whose reviews of one home are compared to find a burst.'),
  ('burst_slow_days', 28, 1, 90, 'The same for slow bursts.'),
  ('burst_least_reviews', 5, 2, 1000, 'The fewest reviews that are a burst.'),
  ('burst_threshold', 80, 1, 100000, 'The score from which reviews are a burst for the desk. Each weight below multiplies the surprise of one signal, in nats.'),
  ('burst_weight_rate', 2, 0, 1000, 'Weight of more reviews than the home usually gets.'),
  ('burst_weight_stars', 7, 0, 1000, 'Weight of stars unlike the earlier ones of the home, equal ones above all.'),
  ('burst_weight_new_accounts', 8, 0, 1000, 'Weight of accounts younger than two days.'),
  ('burst_weight_first_reviews', 5, 0, 1000, 'Weight of first reviews of accounts.'),
  ('burst_weight_answers', 5, 0, 1000, 'Weight of nearly equal answers.'),
  ('burst_weight_texts', 5, 0, 1000, 'Weight of nearly equal texts.'),
  ('burst_weight_earlier', 20, 0, 1000, 'Points for an earlier burst of the home that is not counted.')
) as listed (key, number, minimum, maximum, description)
on conflict do nothing;

CREATE OR REPLACE FUNCTION private.burst_signals(home uuid, after_day date, until timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  days constant integer := (until at time zone 'Asia/Kolkata')::date - after_day;
  shown record;
  compared record;
  rate double precision;
  by_chance double precision;
begin
  with visible as (
    select r.id, r.rating, r.created_on, r.insert_order, r.created_on > after_day and b.id is null as is_recent
    from public.reviews as r
    left join private.burst_reviews as i on i.review_id = r.id
    left join private.bursts as b on b.id = i.burst_id and b.state in ('genuine', 'uncounted')
    where r.property_id = home and r.created_at <= until and r.hidden_at is null and b.state is distinct from 'uncounted'
    order by r.created_on desc, r.insert_order desc limit 1000
  ),
  by_rating as (
    select count(*) filter (where is_recent) as recent, count(*) filter (where not is_recent) as earlier from visible group by rating
  )
  select count(*) filter (where is_recent) as reviews, array_agg(id order by insert_order desc) filter (where is_recent) as ids,
    -- The usual rate of a home without earlier reviews is one in four months.
    days * (count(*) filter (where not is_recent) + 0.5)
      / (60 + greatest(after_day - min(created_on) filter (where not is_recent), 0)) as expected,
    (select max(recent) from by_rating) as equal_stars,
    (select (earlier + 2.5) / (sum(earlier) over () + 5) from by_rating order by recent desc, earlier desc limit 1) as usual_share
  into shown from visible;
  if shown.reviews < private.setting('burst_least_reviews') or shown.reviews <= shown.expected then
    return null;
  end if;
  rate := shown.reviews * ln(shown.reviews / shown.expected) - (shown.reviews - shown.expected);
  if rate < 2 then
    return null;
  end if;
  -- Compares at most 40 reviews with each other.
  with newest as (
    select r.id, r.created_at, a.user_id, private.answers_of(r) as answers, left(split_part(r.search_text, '#', 1), 400) as words
    from public.reviews as r left join private.review_authors as a on a.review_id = r.id
    where r.id = any (shown.ids[:40])
  ),
  facts as (
    select n.id, key || ':' || value as fact, count(*) over (partition by n.id) as given from newest as n, jsonb_each_text(n.answers)
  )
  select count(*) as reviews,
    count(*) filter (where coalesce(u.created_at > n.created_at - interval '2 days', true)) as new_accounts,
    count(*) filter (where not exists (
      select from private.review_authors as a join public.reviews as r on r.id = a.review_id
      where a.user_id = n.user_id and r.created_at < n.created_at)) as first_reviews,
    (select count(distinct id) from (
      select f.id from facts as f join facts as g on g.fact = f.fact and g.id <> f.id
      group by f.id, f.given, g.id, g.given
      having count(*) >= 4 and count(*) * 5 >= 4 * greatest(f.given, g.given)) as pairs) as equal_answers,
    (select count(distinct near) from newest as n join newest as m on m.id > n.id, unnest(array[n.id, m.id]) as near
      -- Comparing two texts takes 50 µs, so texts of different lengths, which cannot be alike, are skipped.
      where case when length(n.words) between greatest(40, length(m.words) / 2) and 2 * length(m.words)
        then extensions.similarity(n.words, m.words) >= 0.5 end) as near_texts
  into compared from newest as n left join auth.users as u on u.id = n.user_id;
  -- Two honest reviews of a home are alike in one of 70 pairs.
  by_chance := 1 - 0.985 ^ (compared.reviews - 1);
  return jsonb_build_object(
    'days', days, 'reviews', shown.reviews, 'expected', round(shown.expected::numeric, 1), 'newAccounts', compared.new_accounts,
    'firstReviews', compared.first_reviews, 'equalStars', shown.equal_stars, 'equalAnswers', compared.equal_answers,
    'nearTexts', compared.near_texts, 'score', round(
      private.setting('burst_weight_rate') * least(rate, 10)
      + private.setting('burst_weight_stars') * least(private.surprise(shown.equal_stars, shown.reviews, shown.usual_share), 14)
      -- Most honest tenants sign up to write, so these two say little.
      + private.setting('burst_weight_new_accounts') * least(private.surprise(compared.new_accounts, compared.reviews, 0.75), 3)
      + private.setting('burst_weight_first_reviews') * least(private.surprise(compared.first_reviews, compared.reviews, 0.85), 3)
      + private.setting('burst_weight_answers') * private.surprise(compared.equal_answers, compared.reviews, by_chance)
      + private.setting('burst_weight_texts') * private.surprise(compared.near_texts, compared.reviews, by_chance)
      + private.setting('burst_weight_earlier')
        * exists (select from private.bursts as b where b.property_id = home and b.state = 'uncounted')::integer));
end $function$;

REVOKE ALL ON FUNCTION "private"."burst_signals"(uuid, date, timestamp with time zone) FROM PUBLIC, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.find_bursts(at timestamp with time zone DEFAULT now())
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  today constant date := (at at time zone 'Asia/Kolkata')::date;
  slow_days constant integer := private.setting('burst_slow_days');
  look record;
  burst uuid;
  bursts integer := 0;
begin
  for look in
    select home.id as home, b.id as burst, span.after_day, span.until, s.signals
    from (
      select latest.property_id as id
      from (select distinct property_id from public.reviews where created_on between today - 2 and today) as latest
      where private.setting('burst_least_reviews') <= (
        select count(*) from public.reviews as r where r.property_id = latest.property_id and r.created_on > today - slow_days)
    ) as home
    left join private.bursts as b on b.property_id = home.id and b.state in ('open', 'checking')
    cross join lateral (
      select today - days as after_day, at as until from unnest(array[private.setting('burst_days'), slow_days]) as days where b.id is null
      union all
      select min(r.created_on) - 1, least(at, (min(r.created_on) + slow_days)::timestamp at time zone 'Asia/Kolkata')
      from private.burst_reviews as i join public.reviews as r on r.id = i.review_id where i.burst_id = b.id having b.id is not null
    ) as span
    cross join lateral private.burst_signals(home.id, span.after_day, span.until) as s (signals)
    where s.signals is not null and (b.id is not null or (s.signals -> 'score')::integer >= private.setting('burst_threshold'))
    order by (s.signals -> 'score')::integer desc
  loop
    burst := look.burst;
    if burst is null then
      -- The second window of the home, or a concurrent sweep, finds it stored.
      insert into private.bursts (property_id, found_on, signals) values (look.home, today, look.signals)
      on conflict do nothing returning id into burst;
      continue when burst is null;
      bursts := bursts + 1;
    end if;
    insert into private.burst_reviews (review_id, burst_id)
    select r.id, burst from public.reviews as r
    where r.property_id = look.home and r.created_on > look.after_day and r.created_at <= look.until and r.hidden_at is null
    for key share skip locked
    on conflict do nothing;
    if found then
      update private.bursts as b set signals = look.signals where b.id = burst and b.signals <> look.signals;
    end if;
  end loop;
  return bursts;
end $function$;

REVOKE ALL ON FUNCTION "private"."find_bursts"(timestamp with time zone) FROM PUBLIC, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.surprise(found bigint, of_all bigint, usual double precision)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when found <= of_all * usual then 0
    else found * ln(found / (of_all * usual))
      + case when found < of_all then (of_all - found) * ln((of_all - found) / (of_all * (1 - usual))) else 0 end
  end
$function$;

REVOKE ALL ON FUNCTION "private"."surprise"(bigint, bigint, double precision) FROM PUBLIC, anon, authenticated, service_role;

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

REVOKE ALL ON FUNCTION "private"."burst_signals"(uuid, date, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."find_bursts"(timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."surprise"(bigint, bigint, double precision) FROM PUBLIC;
