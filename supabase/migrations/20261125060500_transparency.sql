-- What operators did, month by month, for everybody: counted from private.audit_log, so that it cannot disagree with it. How many
-- reviews were published and reported is counted as they come, in the same transaction: a log of them would tell at what time of day
-- each was written, and their tables have fewer once reviews are erased.

create table private.monthly_counts (
  month date not null,
  shard smallint not null,
  published bigint not null default 0,
  reported_reviews bigint not null default 0,
  reports bigint not null default 0,
  primary key (month, shard)
);
comment on table private.monthly_counts is 'Reviews published and reported by month (in India), with those that were erased since.';
comment on column private.monthly_counts.shard is 'Connections count in different rows: reviews that come at once do not wait for each other.';
comment on column private.monthly_counts.reported_reviews is 'Reviews that were reported in this month, once or more often.';
alter table private.monthly_counts enable row level security;

-- Counts new reviews in their month.
-- Once for each statement: many rows of one are counted in one update. Security definer: visitors may not write this table.
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

-- Counts new reports in their month, and the reviews of which they are the first in it.
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

-- The decisions of the audit log that were not undone, and who was looked up.
create function private.decisions()
returns table (subject text, command text, at timestamptz, details jsonb)
language sql stable set search_path = '' as $$
  select l.subject, l.command, l.at, l.details
  from private.audit_log as l
  where l.command = any (private.decision_commands() || 'author-of'::text)
    and not exists (
      select from private.audit_log as u
      where u.subject = l.subject and u.command = 'undo' and u.id > l.id and u.details ->> 'undone' = l.id::text)
$$;

-- The month of a time by India's clock, such as 2026-11.
-- In this form PostgreSQL inlines it: it is read for each entry of the log.
create function private.month_in_india(at timestamptz) returns text
language sql stable
return to_char(at at time zone 'Asia/Kolkata', 'YYYY-MM');

-- Complaints by month: how many, on which grounds, how fast, and how many in time.
-- A complaint counts in the month in which it came. One that is over time counts as late whether it is decided or not.
create function private.grievance_months()
returns table (month text, received bigint, by_ground jsonb, times jsonb)
language sql stable set search_path = '' as $$
  with filed as (
    select l.subject, l.at, l.details ->> 'ground' as ground, (l.details ->> 'acknowledge_by')::timestamptz as acknowledge_by,
      (l.details ->> 'decide_by')::timestamptz as decide_by, private.month_in_india(l.at) as month
    from private.audit_log as l where l.command = 'file-grievance'
  ),
  ended as (
    select d.subject, min(d.at) as acknowledged_at, min(d.at) filter (where d.command = 'decide-grievance') as decided_at
    from private.decisions() as d where d.command in ('acknowledge-grievance', 'decide-grievance')
    group by d.subject
  ),
  timed as (
    select f.month, f.ground, e.decided_at,
      extract(epoch from e.acknowledged_at - f.at) as acknowledge, extract(epoch from e.decided_at - f.at) as decide,
      case when e.acknowledged_at is not null or f.acknowledge_by < now() then coalesce(e.acknowledged_at <= f.acknowledge_by, false) end as acknowledged_in_time,
      case when e.decided_at is not null or f.decide_by < now() then coalesce(e.decided_at <= f.decide_by, false) end as decided_in_time
    from filed as f left join ended as e on e.subject = f.subject
  )
  select t.month, count(*),
    (select jsonb_object_agg(g.ground, g.number) from (
      select s.ground, count(*) as number from timed as s where s.month = t.month group by s.ground) as g),
    jsonb_build_object(
      'decided', count(t.decided_at),
      'acknowledge_median_seconds', round(percentile_cont(0.5) within group (order by t.acknowledge)),
      'acknowledge_slowest_seconds', round(max(t.acknowledge)),
      'acknowledged_in_time', count(*) filter (where t.acknowledged_in_time),
      'acknowledged_late', count(*) filter (where not t.acknowledged_in_time),
      'decide_median_seconds', round(percentile_cont(0.5) within group (order by t.decide)),
      'decide_slowest_seconds', round(max(t.decide)),
      'decided_in_time', count(*) filter (where t.decided_in_time),
      'decided_late', count(*) filter (where not t.decided_in_time))
  from timed as t group by t.month
$$;

-- What was published, reported and decided in each month, the newest on top.
-- Security definer: site_reader reads neither the audit log nor the counts. The result counts and names nothing.
create function private.transparency_months() returns jsonb
language sql stable security definer set search_path = '' as $$
  -- Both are read twice.
  with decision as materialized (
    select private.month_in_india(d.at) as month, d.subject, d.command, d.details from private.decisions() as d
  ),
  complaints as materialized (
    select * from private.grievance_months()
  ),
  counted as (
    select to_char(c.month, 'YYYY-MM') as month, sum(c.published) as published, sum(c.reported_reviews) as reported_reviews,
      sum(c.reports) as reports
    from private.monthly_counts as c group by 1
  ),
  decided as (
    select d.month,
      count(distinct d.subject) filter (where d.command = 'hide') as hidden,
      count(distinct d.subject) filter (where d.command = 'unhide') as shown_again,
      count(distinct d.subject) filter (where d.command = 'clear-flag') as cleared,
      -- Of a reply that is shown, the same command says that it stays.
      count(distinct d.subject) filter (where d.command = 'approve-reply' and d.details ->> 'was' is distinct from 'shown') as replies_published,
      count(distinct d.subject) filter (where d.command = 'refuse-reply') as replies_refused,
      count(*) filter (where d.command = 'author-of') as authors_looked_up
    from decision as d group by d.month
  ),
  hidden_by_clause as (
    select h.month, jsonb_object_agg(h.clause, h.number) as clauses
    from (
      select d.month, coalesce(d.details ->> 'clause', '') as clause, count(distinct d.subject) as number
      from decision as d where d.command = 'hide' group by 1, 2
    ) as h group by h.month
  ),
  months as (
    select month from counted union select month from decided union select month from complaints
  )
  select coalesce(jsonb_agg(jsonb_build_object(
      'month', m.month,
      'published', coalesce(c.published, 0), 'reported_reviews', coalesce(c.reported_reviews, 0), 'reports', coalesce(c.reports, 0),
      'hidden', coalesce(d.hidden, 0), 'hidden_by_clause', coalesce(h.clauses, '{}'),
      'shown_again', coalesce(d.shown_again, 0), 'cleared', coalesce(d.cleared, 0),
      'replies_published', coalesce(d.replies_published, 0), 'replies_refused', coalesce(d.replies_refused, 0),
      'authors_looked_up', coalesce(d.authors_looked_up, 0),
      'grievances', coalesce(g.received, 0), 'grievances_by_ground', coalesce(g.by_ground, '{}'),
      'times', g.times)
    order by m.month desc), '[]')
  from months as m
  left join counted as c using (month) left join decided as d using (month)
  left join hidden_by_clause as h using (month) left join complaints as g using (month)
$$;

create function public.transparency() returns jsonb
language sql stable security definer set search_path = '' set statement_timeout = '3s' as $$
  select private.transparency_months()
$$;
comment on function public.transparency() is 'What was published, reported and decided in each month.';
