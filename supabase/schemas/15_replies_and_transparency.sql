-- Signed-in users write a reply, and see and withdraw their own; any visitor reports a reply. The tables are in 08_reading.sql.

create function public.reply_to_review(review_id uuid, reply_text text, written_as text) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '8s' as $$
#variable_conflict use_column
declare
  author constant uuid := private.signed_in_account();
  given text := reply_to_review.reply_text;
begin
  if reply_to_review.written_as is null or reply_to_review.written_as not in ('owner', 'manager') then
    perform private.refuse(400, 'State that you own or manage this home.');
  elsif char_length(given) > 4000 then
    perform private.refuse(400, 'Shorten the reply to 1,000 characters.');
  end if;
  given := private.clean_text(given);
  if private.is_blank(given) then
    perform private.refuse(400, 'Write your reply.');
  elsif char_length(given) > 1000 then
    perform private.refuse(400, 'Shorten the reply to 1,000 characters.');
  elsif not exists (select from public.reviews where id = reply_to_review.review_id and hidden_at is null) then
    perform private.refuse(404, 'This review does not exist or is no longer shown.');
  elsif private.is_my_review(reply_to_review.review_id) then
    perform private.refuse(409, 'You wrote this review, so you cannot reply to it.');
  elsif exists (select from private.replies where review_id = reply_to_review.review_id and state = 'shown') then
    perform private.refuse(409, 'This review already has a reply.');
  end if;
  perform private.limit_use('replies_per_account_day', private.mailbox_of(author));
  perform private.limit_use('replies_per_network_day', private.request_address(24, 48));
  delete from private.replies where review_id = reply_to_review.review_id and user_id = author and state = 'refused';
  insert into private.replies (review_id, user_id, written_as, reply_text)
  values (reply_to_review.review_id, author, reply_to_review.written_as, given)
  on conflict on constraint replies_once_per_account do nothing;
  if not found then
    perform private.refuse(409, 'Your earlier reply is still waiting. Withdraw it to write another one.');
  end if;
  return private.my_reply_json(reply_to_review.review_id);
end $$;
comment on function public.reply_to_review(uuid, text, text) is
  'Stores the caller''s reply to a review, for an operator to read first. Returns it like my_reply.';

create function private.my_reply_json(review_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
      'state', a.state, 'writtenAs', a.written_as, 'text', a.reply_text, 'createdOn', a.created_on)
    || coalesce((
      select jsonb_build_object('clause', l.details ->> 'clause', 'sentence', l.reason)
      from private.audit_log as l
      where a.state = 'refused' and l.subject = a.id::text and l.command = 'refuse-reply'
      order by l.id desc limit 1), '{}')
  from private.replies as a where a.review_id = my_reply_json.review_id and a.user_id = (select auth.uid())
$$;

create function public.my_reply(review_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
begin
  perform private.signed_in_account();
  return private.my_reply_json(review_id);
end $$;
comment on function public.my_reply(uuid) is
  'The caller''s reply to a review: {state, writtenAs, text, createdOn}, with the clause and sentence of a refusal; null if there is none.';

create function public.withdraw_reply(review_id uuid) returns boolean
language plpgsql security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  author constant uuid := private.signed_in_account();
  withdrawn uuid;
begin
  delete from private.replies as a where a.review_id = withdraw_reply.review_id and a.user_id = author
  returning a.id into withdrawn;
  -- Its reporters still get the decision.
  delete from private.email_outbox as o
  where o.decision_subject = withdrawn::text and o.template in ('approve-reply', 'refuse-reply', 'reply-shown');
  return withdrawn is not null;
end $$;
comment on function public.withdraw_reply(uuid) is
  'Deletes the caller''s reply to a review, and the emails about it that have not been sent. False if there is none.';

-- The limits of reports of reviews apply.
create function public.report_reply(review_id uuid, reason text, reporter_email text, reporter_fingerprint text) returns boolean
language plpgsql security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  reported_id uuid;
  email text;
begin
  perform private.refuse_ended_session();
  if report_reply.reason is null or report_reply.reason not in ('fake', 'offensive', 'unrelated', 'spam') then
    perform private.refuse(400, 'Choose one of the listed reasons.');
  elsif coalesce(char_length(reporter_fingerprint), 0) not between 16 and 128 then
    perform private.refuse(400, 'Send a device fingerprint of 16 to 128 characters.');
  end if;
  select a.id into reported_id
  from private.replies as a join public.reviews as r on r.id = a.review_id
  where a.review_id = report_reply.review_id and a.state = 'shown' and r.hidden_at is null;
  if not found then
    perform private.refuse(404, 'This reply does not exist or is no longer shown.');
  end if;
  email := private.clean_email(reporter_email);
  insert into private.reply_reports (reply_id, reason, email, device)
  values (reported_id, report_reply.reason, email, private.reporter_hash(reported_id, reporter_fingerprint))
  on conflict on constraint reply_reports_once_per_device do nothing;
  if not found then
    return false;
  end if;
  perform private.limit_reports(reporter_fingerprint);
  update private.replies set reported = true where id = reported_id and not reported;
  return true;
end $$;
comment on function public.report_reply(uuid, text, text, text) is
  'Reports the reply to a review, once for each device: false for the second time. The reply stays until an operator decides.';

-- Public figures by month. Decisions are counted from private.audit_log. Published and reported reviews are counted in their transaction: a
-- log would reveal the time of day of each, and erased reviews are no longer in the tables.

create table private.monthly_counts (
  month date not null,
  shard smallint not null,
  published bigint not null default 0,
  reported_reviews bigint not null default 0,
  reports bigint not null default 0,
  primary key (month, shard)
);
comment on table private.monthly_counts is 'Reviews published and reported by month (in India), including those erased since.';
comment on column private.monthly_counts.shard is 'Connections count in different rows, so that concurrent reviews do not wait for each other.';
comment on column private.monthly_counts.reported_reviews is 'Distinct reviews that were reported in this month.';
alter table private.monthly_counts enable row level security;

-- Counts the reviews that a statement inserts, with one upsert for all of them.
create function private.count_published() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.monthly_counts as m (month, shard, published)
  select date_trunc('month', i.created_on)::date, pg_backend_pid() % 64, count(*) from inserted as i group by 1
  on conflict (month, shard) do update set published = m.published + excluded.published;
  return null;
end $$;
create trigger count_published after insert on public.reviews
  referencing new table as inserted for each statement execute function private.count_published();

create function private.count_reports() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.monthly_counts as m (month, shard, reported_reviews, reports)
  select date_trunc('month', i.created_at at time zone 'Asia/Kolkata')::date, pg_backend_pid() % 64,
    count(distinct i.review_id) filter (where not exists (
      select from public.review_reports as p
      where p.review_id = i.review_id and p.id < i.id
        and p.created_at >= date_trunc('month', i.created_at at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata')),
    count(*)
  from inserted as i group by 1
  on conflict (month, shard) do update set
    reported_reviews = m.reported_reviews + excluded.reported_reviews, reports = m.reports + excluded.reports;
  return null;
end $$;
create trigger count_reports after insert on public.review_reports
  referencing new table as inserted for each statement execute function private.count_reports();

-- Counts the decisions of a month (in India), and its grievances: their number, grounds, speed, and how many were in time. An overdue
-- grievance counts as late whether it is decided or not.
create function private.decision_counts(month date) returns jsonb
language sql stable set search_path = '' as $$
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
      count(distinct d.subject) filter (where d.command = 'check-burst') as bursts_checked,
      count(distinct d.subject) filter (where d.command = 'genuine-burst') as bursts_genuine,
      coalesce(sum((d.details ->> 'reviews')::integer) filter (where d.command = 'uncount-burst'), 0) as not_counted,
      coalesce(sum((d.details ->> 'reviews')::integer) filter (where d.command = 'genuine-burst'), 0)
        + count(*) filter (where d.command = 'count-review' and d.details ->> 'was_counted' = 'false') as counted_again,
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
    'burstsChecked', bursts_checked, 'burstsGenuine', bursts_genuine, 'notCounted', not_counted, 'countedAgain', counted_again,
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
$$;

create table private.closed_months (
  month date primary key,
  counts jsonb not null
);
comment on table private.closed_months is 'Results of private.decision_counts for months that no longer change: counting the audit log of ten years takes seconds.';
alter table private.closed_months enable row level security;

-- Returns the months up to now that are not closed.
create function private.open_months() returns setof date
language sql stable set search_path = '' as $$
  select m.month::date
  from (select date_trunc('month', min(l.at) at time zone 'Asia/Kolkata') as month from private.audit_log as l) as first,
    generate_series(first.month, now() at time zone 'Asia/Kolkata', interval '1 month') as m (month)
  where not exists (select from private.closed_months as c where c.month = m.month::date)
$$;

-- Closes past months whose grievances are all decided, or that ended a year ago. Since decisions can be undone for a minute, waits an hour
-- after the end of the month, and five minutes after the last decision on a grievance.
create function private.close_months() returns void
language sql set search_path = '' as $$
  insert into private.closed_months (month, counts)
  select m.month, counted.counts
  from private.open_months() as m (month) cross join lateral private.decision_counts(m.month) as counted (counts)
  where m.month + interval '1 month 1 hour' < now() at time zone 'Asia/Kolkata'
    and not exists (select from private.audit_log as l where l.at > now() - interval '5 minutes' and l.command = 'decide-grievance')
    and (m.month + interval '13 months' < now() at time zone 'Asia/Kolkata'
      or coalesce((counted.counts -> 'times' -> 'decided')::integer, 0) = (counted.counts -> 'grievances')::integer)
    -- Another process may close the same month.
  on conflict do nothing
$$;

create function private.transparency_months() returns jsonb
language sql stable security definer set search_path = '' as $$
  with counted as (
    select c.month, jsonb_build_object(
      'published', sum(c.published), 'reportedReviews', sum(c.reported_reviews), 'reports', sum(c.reports)) as counts
    from private.monthly_counts as c group by 1
  ),
  decided as (
    select c.month, c.counts from private.closed_months as c
    union all
    select m.month, private.decision_counts(m.month) from private.open_months() as m (month)
  )
  select coalesce(jsonb_agg(
    jsonb_build_object('month', to_char(month, 'YYYY-MM'), 'published', 0, 'reportedReviews', 0, 'reports', 0)
      || coalesce(c.counts, '{}') || coalesce(d.counts, private.decision_counts(month))
    order by month desc), '[]')
  from counted as c full join decided as d using (month)
  -- Only months with a count above 0. Keys contain no digit except those of clauses, which are listed only with a count.
  where c.month is not null or d.counts::text ~ '[1-9]'
$$;

create function public.transparency() returns jsonb
language sql stable security definer set search_path = '' set statement_timeout = '3s' as $$
  select private.transparency_months()
$$;
comment on function public.transparency() is 'Published and reported reviews, and decisions, by month, newest first.';

create table private.empty_searches (
  month date not null,
  city_slug text collate "C" not null,
  locality_slug text collate "C" not null,
  count integer not null,
  primary key (month, city_slug, locality_slug)
);
comment on table private.empty_searches is
  'Searches that found nothing, by month (in India) and place, for three months. Keeps no word of a search.';
comment on column private.empty_searches.locality_slug is 'Empty for a search in a whole city.';
alter table private.empty_searches enable row level security;

create function public.count_empty_search(city text, locality text) returns void
language plpgsql security definer set search_path = '' set statement_timeout = '3s' as $$
begin
  insert into private.empty_searches as e (month, city_slug, locality_slug, count)
  select date_trunc('month', now() at time zone 'Asia/Kolkata')::date, p.city_slug, p.locality_slug, 1
  from private.known_place(count_empty_search.city, count_empty_search.locality) as p
  where private.is_within_limit('empty_searches_per_place_day', concat_ws(' ', private.request_address(), p.city_slug, p.locality_slug))
    and private.is_within_limit('empty_searches_per_address_day', private.request_address())
  on conflict on constraint empty_searches_pkey do update set count = e.count + 1;
end $$;
comment on function public.count_empty_search(text, text) is
  'Counts a search that found nothing in a city, or a locality of it, that is listed or has homes. Ignores other places, and searches beyond the limit.';

create function public.empty_searches() returns jsonb
language sql stable security definer set search_path = '' set statement_timeout = '3s' as $$
  select coalesce(jsonb_agg(jsonb_build_object('city', p.city, 'locality', p.locality, 'count', counted.count)
    order by counted.count desc, p.city, p.locality), '[]')
  from (
    select e.city_slug, e.locality_slug, sum(e.count) as count from private.empty_searches as e
    where e.month >= date_trunc('month', now() at time zone 'Asia/Kolkata')::date - interval '2 months'
    group by 1, 2 having sum(e.count) >= 20 order by 3 desc limit 50
  ) as counted cross join lateral private.known_place(counted.city_slug, counted.locality_slug) as p
$$;
comment on function public.empty_searches() is
  'Places where 20 searches or more of this month and the two before it found nothing: [{city, locality, count}], at most 50, most searches first.';
