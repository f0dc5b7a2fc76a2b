-- What waits for operators, and the functions that their browsers call.

create table private.operators (
  user_id uuid primary key references auth.users (id) on delete cascade,
  name text not null unique check (name ~ '\S' and char_length(name) <= 100 and position('@' in name) = 0),
  added_at timestamptz not null default now()
);
comment on table private.operators is 'The accounts that may work at the desk.';
comment on column private.operators.name is 'Stands in the audit log: no e-mail.';
alter table private.operators enable row level security;

create table private.desk_digests (
  day date primary key
);
comment on table private.desk_digests is 'The days (in India) on which it was checked whether anything waits. Older ones are swept.';
alter table private.desk_digests enable row level security;

-- The name of the operator who calls; refuses others, and one who logged in long ago without a second factor.
-- 428 tells the page that the right account has to log in again.
create function private.current_operator() returns text
language plpgsql stable set search_path = '' as $$
declare
  account constant uuid := private.signed_in_account();
  operator constant text := (select o.name from private.operators as o where o.user_id = account);
begin
  if operator is null then
    perform private.refuse(403, 'Only operators may do this.');
  elsif coalesce((select auth.jwt()) ->> 'aal', '') <> 'aal2' and not exists (
    select from auth.sessions as s
    where s.user_id = account and s.id::text = (select auth.jwt()) ->> 'session_id'
      and s.created_at > now() - make_interval(hours => private.setting('operator_login_hours'))
  ) then
    perform private.refuse(428, format('You logged in more than %s ago. Please log in again.',
      private.time_in_words(private.setting('operator_login_hours') * 3600)));
  end if;
  return operator;
end $$;

-- Stands for the e-mail of a reporter at the desk; null for none.
-- The reports of one mailbox can be seen together without its e-mail. A report without one cannot be tied to another at all, nor can
-- one of a reply: mostly the author of the review reports it, whose reviews would be tied together.
create function private.reporter_key(email text) returns text
language sql stable set search_path = '' as $$
  select left(encode(sha256(convert_to(s.value #>> '{}' || ':reporter:' || private.mailbox_key(private.email_key(email)), 'UTF8')), 'hex'), 8)
  from private.settings as s where s.key = 'report_secret'
$$;

-- Everything that waits for a decision, and until when it should be decided.
create function private.open_items()
returns table (kind text, id uuid, city text, since timestamptz, due_at timestamptz, reasons text[], reporters text[])
language sql stable set search_path = '' as $$
  with review_item as (
    select r.id, r.city, coalesce(new.since, reports.since, r.created_on::timestamp at time zone 'Asia/Kolkata') as since, reports.reasons, reports.reporters
    from public.reviews as r
    cross join lateral (select min(p.created_at) as since from private.unanswered_reports(r.id) as p) as new
    cross join lateral (
      select min(p.created_at) as since, array_agg(distinct p.reason) as reasons,
        array_agg(distinct private.reporter_key(e.email)) filter (where e.email is not null) as reporters
      from public.review_reports as p left join private.reporter_emails as e on e.report_id = p.id
      where p.review_id = r.id
    ) as reports
    where r.reported and r.hidden_at is null
  ),
  reply_item as (
    select a.id, r.city, coalesce(reports.since, a.created_at) as since, reports.since is not null as is_reported, reports.reasons
    from private.replies as a
    join public.reviews as r on r.id = a.review_id
    cross join lateral (
      select min(p.created_at) as since, array_agg(distinct p.reason) as reasons
      from private.reply_reports as p where p.reply_id = a.id and a.reported
    ) as reports
    where (a.state = 'waiting' or a.state = 'shown' and a.reported) and r.hidden_at is null
  )
  select 'review', i.id, i.city, i.since, i.since + make_interval(hours => (select private.setting('report_decision_hours'))),
    coalesce(i.reasons, '{}'), coalesce(i.reporters, '{}')
  from review_item as i
  union all
  select 'reply', i.id, i.city, i.since,
    i.since + make_interval(hours => private.setting(case when i.is_reported then 'report_decision_hours' else 'reply_decision_hours' end)),
    coalesce(i.reasons, '{}'), '{}'
  from reply_item as i
  union all
  select 'grievance', g.id, r.city, g.received_at, g.next_clock, array[g.ground], '{}'
  from private.open_grievances() as g left join public.reviews as r on r.id = g.review_id
$$;

-- What operators did with a review, reply or grievance.
create function private.desk_history(decided text) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(
    jsonb_build_object('at', l.at, 'operator', l.operator, 'command', l.command, 'reason', l.reason, 'clause', l.details -> 'clause')
    order by l.id), '[]')
  from private.audit_log as l where l.subject = decided
$$;

-- A review in full as readers see it, with the totals of its home.
create function private.desk_review_json(review_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(private.review_json(shown)) || jsonb_build_object(
    'home', (
      select jsonb_build_object('review_count', p.review_count, 'rating_total', p.rating_total)
      from public.properties as p where p.id = shown.property_id))
  from (select s.* from private.shown_reviews as s where s.id = desk_review_json.review_id limit 1) as shown
$$;

-- All that an operator sees of an item: the review in full, a reply or a grievance, the reports without e-mails, and the history.
create function private.desk_item_json(kind text, id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select case when desk_item_json.kind in ('review', 'hidden') then jsonb_build_object(
      'review', private.desk_review_json(desk_item_json.id),
      'is_review_shown', desk_item_json.kind <> 'hidden',
      'reports', coalesce((
        select jsonb_agg(
          jsonb_build_object('at', p.created_at, 'reason', p.reason, 'reporter', private.reporter_key(e.email)) order by p.id)
        from public.review_reports as p left join private.reporter_emails as e on e.report_id = p.id
        where p.review_id = desk_item_json.id), '[]'),
      'history', private.desk_history(desk_item_json.id::text))
    when desk_item_json.kind = 'reply' then (
      select jsonb_build_object(
        'review', private.desk_review_json(a.review_id),
        'reply', jsonb_build_object('text', a.reply_text, 'written_as', a.written_as, 'created_on', a.created_on, 'state', a.state),
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
          'acknowledge_by', g.acknowledge_by, 'decide_by', g.decide_by, 'acknowledged_at', g.acknowledged_at),
        'is_review_shown', exists (select from public.reviews as r where r.id = g.review_id and r.hidden_at is null),
        'history', private.desk_history(g.id::text))
      from private.open_grievances() as g where g.id = desk_item_json.id)
  end
$$;

-- A page of what waits, most urgent first, with what there is to filter by. Empty filters match all that waits; hidden reviews
-- are a kind of their own.
create function private.desk_queue(kind text, city text, reason text, reporter text, skip integer, at_most integer) returns jsonb
language sql stable set search_path = '' as $$
  with listed as materialized (
    select * from private.open_items()
    union all
    select 'hidden', r.id, r.city, r.hidden_at, null, '{}', '{}'
    from public.reviews as r where r.hidden_at is not null and private.is_hidden_by_operator(r)
  ),
  -- Once for each city: for each of 10,000 items it took 1.8 s.
  city as materialized (
    select c.city, private.city_key(c.city) as city_key from (select distinct l.city from listed as l where l.city is not null) as c
  ),
  open as materialized (
    select l.*, city.city_key from listed as l left join city on city.city = l.city
  ),
  matching as (
    select * from open as o
    where (o.kind = desk_queue.kind or coalesce(desk_queue.kind, '') = '' and o.kind <> 'hidden')
      and (coalesce(desk_queue.city, '') = '' or o.city_key = (select private.city_key(desk_queue.city)))
      and (coalesce(desk_queue.reason, '') = '' or desk_queue.reason = any (o.reasons))
      and (coalesce(desk_queue.reporter, '') = '' or desk_queue.reporter = any (o.reporters))
  ),
  page as (
    select * from matching order by due_at, since desc, id
    offset greatest(coalesce(desk_queue.skip, 0), 0) limit least(greatest(coalesce(desk_queue.at_most, 50), 1), 100)
  )
  select jsonb_build_object(
    'total', (select count(*) from matching),
    'overdue', (select count(*) from open where due_at < now()),
    'kinds', (select coalesce(jsonb_object_agg(o.kind, o.count), '{}') from (select open.kind, count(*) from open group by 1) as o),
    'cities', (select coalesce(jsonb_agg(c.city order by c.city_key), '[]')
      from (select distinct on (open.city_key) open.city_key, open.city from open where open.city is not null order by 1) as c),
    'reasons', (select coalesce(jsonb_object_agg(o.reason, o.count), '{}')
      from (select one as reason, count(*) from open, unnest(open.reasons) as one group by 1) as o),
    -- Who reported several things that wait.
    'reporters', (select coalesce(jsonb_agg(jsonb_build_object('reporter', o.reporter, 'count', o.count) order by o.count desc), '[]')
      from (select one as reporter, count(*) from open, unnest(open.reporters) as one group by 1 having count(*) > 1 limit 100) as o),
    'items', (select coalesce(jsonb_agg(
      jsonb_build_object('kind', page.kind, 'id', page.id, 'city', page.city, 'since', page.since, 'due_at', page.due_at, 'reasons', page.reasons)
        || private.desk_item_json(page.kind, page.id) order by page.due_at, page.since desc, page.id), '[]') from page))
$$;

-- Once a day, after eight in the morning in India: writes to operators what waits, if anything does.
create function private.queue_desk_digest(at timestamptz default now()) returns void
language plpgsql set search_path = '' as $$
declare
  today constant date := (at at time zone 'Asia/Kolkata')::date;
  fields jsonb;
begin
  if extract(hour from at at time zone 'Asia/Kolkata') < 8 then
    return;
  end if;
  insert into private.desk_digests (day) values (today) on conflict do nothing;
  if not found then
    return;
  end if;
  delete from private.desk_digests where day < today - 7;
  select jsonb_build_object(
    'reviews', count(*) filter (where o.kind = 'review'), 'replies', count(*) filter (where o.kind = 'reply'),
    'grievances', count(*) filter (where o.kind = 'grievance'), 'overdue', count(*) filter (where o.due_at < now()))
  into fields
  from private.open_items() as o having count(*) > 0;
  if fields is not null then
    perform private.queue_letter('desk-digest', u.email, fields)
    from private.operators as o join auth.users as u on u.id = o.user_id;
  end if;
end $$;

-- The functions that operators' browsers call. Security definer: visitors' roles may not use this schema.

create function public.desk_queue(
  kind text default '', city text default '', reason text default '', reporter text default '', skip integer default 0, at_most integer default 50
) returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '8s' as $$
begin
  return jsonb_build_object(
      'operator', private.current_operator(),
      'worker_at', (select h.at from private.worker_heartbeat as h))
    || private.desk_queue(kind, city, reason, reporter, skip, at_most);
end $$;
comment on function public.desk_queue(text, text, text, text, integer, integer) is 'For operators: private.desk_queue, with the caller''s name and when letters were last looked for.';

create function public.desk_decide(
  subjects uuid[], command text, clause text, sentence text, outcome text default null, hide uuid[] default '{}') returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  operator constant text := private.current_operator();
  subject uuid;
  decisions jsonb := '[]';
begin
  if coalesce(cardinality(subjects), 0) not between 1 and 100 or cardinality(hide) > 100 then
    perform private.refuse(400, 'Decide on 1 to 100 at once.');
  end if;
  perform private.lock_to_decide(subjects || hide);
  for subject in select distinct s.id from unnest(hide) as s (id) order by s.id loop
    decisions := decisions || to_jsonb(private.decide(subject, 'hide', operator, desk_decide.clause, desk_decide.sentence));
  end loop;
  for subject in select distinct s.id from unnest(subjects) as s (id) order by s.id loop
    decisions := decisions || to_jsonb(private.decide(
      subject, desk_decide.command, operator, desk_decide.clause, desk_decide.sentence, desk_decide.outcome));
  end loop;
  perform private.count_authors_now();
  return decisions;
end $$;
comment on function public.desk_decide(uuid[], text, text, text, text, uuid[]) is
  'For operators: one decision on reviews, replies or grievances, and the reviews to hide with it; all of them or none. Returns the entries of the audit log, for desk_undo.';

create function public.desk_undo(decisions bigint[]) returns boolean
language plpgsql security definer set search_path = '' set statement_timeout = '8s' as $$
#variable_conflict use_variable
declare
  operator constant text := private.current_operator();
  decision bigint;
begin
  if coalesce(cardinality(decisions), 0) not between 1 and 100 then
    perform private.refuse(400, 'Undo 1 to 100 decisions at once.');
  end if;
  perform private.lock_to_decide(array(
    select l.subject::uuid from private.audit_log as l
    where l.id = any (decisions) and l.operator = operator and l.command = any (private.decision_commands())));
  for decision in select distinct d.id from unnest(decisions) as d (id) order by d.id loop
    perform private.undo_decision(decision, operator);
  end loop;
  perform private.count_authors_now();
  return true;
end $$;
comment on function public.desk_undo(bigint[]) is 'For operators: takes back decisions of their own, within a minute of each.';
