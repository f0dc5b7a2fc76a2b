-- Operators decide about reviews, replies, grievances, bursts and cities at /desk. Each decision is logged in its transaction. Decisions
-- cite a clause of the review policy and give a reason in one sentence, except those on cities and acknowledgements of grievances.
-- All except those on cities are emailed to the people concerned, whose email addresses the operator does not see.

-- Returns the last decision on a subject that was not undone, or nulls.
create function private.standing_decision(decided text) returns private.audit_log
language sql stable set search_path = '' as $$
  select l.* from private.standing_decisions as l where l.subject = decided order by l.id desc limit 1
$$;

-- Serializes transactions that change several homes: otherwise they could deadlock on the homes.
create function private.lock_several_homes() returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('several homes', 0))
$$;

-- Locks subjects before they are decided on, or before a decision is undone: a concurrent decision waits here, then reads the committed
-- one. Locks all subjects, and the reviews of replies, grievances and bursts, before the first home, in the order of authors and other operators.
create function private.lock_to_decide(subjects uuid[]) returns void
language plpgsql set search_path = '' as $$
declare
  changing constant uuid[] := subjects || array(select w.review_id from private.burst_reviews as w where w.burst_id = any (subjects));
begin
  if cardinality(changing) > 1 then
    perform private.lock_several_homes();
  end if;
  perform from public.reviews as r
  where r.id = any (changing || array(
    select a.review_id from private.replies as a where a.id = any (subjects)
    union all
    select g.review_id from private.grievances as g where g.id = any (subjects)))
  order by r.id for no key update;
  if cardinality(changing) > 1 then
    -- An erase locks this row, then the home.
    perform from private.review_authors as a where a.review_id = any (changing) order by a.review_id for no key update;
  end if;
  perform from private.replies as a where a.id = any (subjects) order by a.id for update;
  perform from private.grievances as g where g.id = any (subjects) order by g.id for update;
  perform from private.bursts as b where b.id = any (subjects) order by b.id for update;
end $$;

-- Runs the deferred counts of authors now, for a transaction that changes several reviews. An insert locks the author's count, then the
-- place's. Deferred triggers would fire review by review, and lock an author's count after another home's place.
create function private.count_authors_now() returns void
language sql set search_path = '' as $$
  set constraints private.count_name immediate
$$;

-- Carries out and logs a decision. command is one of private.decision_commands; outcome is that of a grievance, the name of a city, or the number of reviews of a burst that the
-- operator saw. Returns the id of the entry
-- in the audit log.
create function private.decide(subject uuid, command text, operator text, clause text, sentence text, outcome text default null) returns bigint
language plpgsql set search_path = '' as $$
#variable_conflict use_variable
declare
  details jsonb;
  review public.reviews;
  reply private.replies;
  burst private.bursts;
  decision bigint;
begin
  perform private.lock_to_decide(array[subject]);
  if command in ('accept-city', 'refuse-city') then
    return private.decide_city(subject, command, operator, outcome);
  elsif command = 'acknowledge-grievance' then
    perform private.acknowledge_grievance(subject, operator);
    return (private.standing_decision(subject::text)).id;
  end if;
  details := jsonb_build_object('clause', private.checked_clause(clause));
  if command = 'decide-grievance' then
    perform private.refuse_own(exists (
      select from private.grievances as g where g.id = subject and private.is_my_review(g.review_id)));
    perform private.decide_grievance(subject, outcome, details ->> 'clause', sentence, operator);
    return (private.standing_decision(subject::text)).id;
  end if;
  if command in ('hide', 'unhide', 'clear-flag') then
    review := private.existing_review(subject);
    perform private.refuse_own(private.is_my_review(subject));
    details := details || private.decide_review(review, command);
  elsif command in ('approve-reply', 'refuse-reply') then
    select * into reply from private.replies as a where a.id = subject;
    if not found then
      perform private.refuse(404, 'There is no reply with this id.');
    end if;
    perform private.refuse_own(reply.user_id = (select auth.uid()) or private.is_my_review(reply.review_id));
    details := details || private.decide_reply(reply, command);
  elsif command = 'count-review' then
    perform private.refuse_own(private.is_my_review(subject));
    update private.burst_reviews as w set is_genuine = true where w.review_id = subject and not w.is_genuine;
    if not found then
      perform private.refuse(409, 'This review counts already.');
    end if;
    details := details || jsonb_build_object('was_counted', (select r.is_counted from public.reviews as r where r.id = subject));
    update public.reviews as r set is_counted = true where r.id = subject and not r.is_counted;
  elsif command in ('check-burst', 'genuine-burst', 'uncount-burst') then
    select * into burst from private.bursts as b where b.id = subject;
    if not found then
      perform private.refuse(404, 'There is no burst of reviews with this id.');
    end if;
    perform private.refuse_own(exists (
      select from private.burst_reviews as w where w.burst_id = subject and private.is_my_review(w.review_id)));
    if command = 'uncount-burst' and outcome is distinct from private.burst_size(burst.id)::text then
      perform private.refuse(409, 'These reviews have changed since you loaded them. Load the queue again.');
    end if;
    details := details || private.decide_burst(burst, command);
  else
    perform private.refuse(400, 'There is no such decision.');
  end if;
  decision := private.record_operation(command, operator, subject::text, sentence, details);
  perform private.queue_decision_emails(decision);
  return decision;
end $$;

-- Decides whether a typed town counts as a city: under its own name or a corrected spelling, as another name of an existing city, which gets
-- its homes, or not at all. Returns the id of the entry in the audit log.
create function private.decide_city(town_id uuid, command text, operator text, name text) returns bigint
language plpgsql set search_path = '' as $$
declare
  given constant text := private.current_city(left(coalesce(name, ''), 200));
  town private.places;
  decided private.cities;
  moved public.properties;
  home public.properties;
begin
  -- Keeps concurrent reviews from finding or creating a home in the town.
  lock table public.reviews in exclusive mode;
  select p.* into town from private.places as p
  where p.id = town_id and p.locality is null and not p.is_accepted
    and not exists (select from private.cities as c where c.city_slug = p.city_slug);
  if not found then
    perform private.refuse(409, 'This town has been decided on, or has no home any more.');
  elsif command = 'refuse-city' then
    insert into private.cities (city, state) values (town.city, 'refused') returning * into decided;
  elsif private.fold(given) in ('', town.search_key) then
    if (select count(*) >= 1000 from private.cities as c where c.state = 'accepted') then
      perform private.refuse(409, '1,000 towns are accepted, which is the maximum.');
    end if;
    insert into private.cities (city, state) values (coalesce(nullif(given, ''), town.city), 'accepted') returning * into decided;
    update private.places as p set is_accepted = true, city = decided.city where p.city_slug = town.city_slug;
    update public.properties as p set city = decided.city where p.city_key = decided.city_key and p.city <> decided.city;
  else
    select c.* into decided from private.cities as c where c.city = given and c.state <> 'refused';
    if not found then
      perform private.refuse(400, 'There is no city with this name. Choose one from the list, or correct the spelling of this town.');
    end if;
    insert into private.city_aliases (alias, city) values (town.city, decided.city);
    for moved in select p.* from public.properties as p where p.city_key = town.search_key and private.home_of(p.id) = p.id order by p.id loop
      insert into public.properties (property_name, locality, city) values (moved.property_name, moved.locality, decided.city)
      on conflict do nothing;
      select p.* into home from public.properties as p
      where p.id = private.home_named(moved.property_name, moved.locality, decided.city);
      perform private.merge_home(moved.id, home);
    end loop;
  end if;
  return private.record_operation(command, operator, town_id::text, null,
    jsonb_build_object('town', town.city_slug, 'city', decided.city_slug));
end $$;

create function private.undo_city(entry private.audit_log) returns void
language plpgsql set search_path = '' as $$
begin
  if entry.details ->> 'city' <> entry.details ->> 'town' then
    perform private.refuse(409, 'This decision moved homes to another city, so it cannot be undone.');
  end if;
  lock table public.reviews in exclusive mode;
  delete from private.cities as c where c.city_slug = entry.details ->> 'town';
  update private.places as p set is_accepted = false where p.city_slug = entry.details ->> 'town';
end $$;

create function private.refuse_own(is_own boolean) returns void
language plpgsql set search_path = '' as $$
begin
  if is_own then
    perform private.refuse(409, 'You wrote this, or what it answers: leave it to another operator.');
  end if;
end $$;

create function private.decide_review(review public.reviews, command text) returns jsonb
language plpgsql set search_path = '' as $$
begin
  if command in ('hide', 'unhide') then
    if not private.set_hidden_by_operator(review.id, command = 'hide') then
      perform private.refuse(409, case command when 'hide' then 'This review is hidden already.' else 'This review is not hidden.' end);
    elsif command = 'hide' then
      return '{}';
    end if;
    -- Its reports were answered when it was hidden.
    update public.reviews set reported = false where id = review.id and reported;
    return jsonb_build_object('was_reported', review.reported);
  elsif private.is_hidden_by_operator(review) then
    -- Refuses to clear the flag of a hidden review: the emails of clear-flag report that the review stays.
    perform private.refuse(409, 'This review is hidden.');
  elsif not review.reported then
    perform private.refuse(409, 'This review is not flagged.');
  end if;
  update public.reviews set reported = false where id = review.id;
  return jsonb_build_object('reports', (select count(*) from public.review_reports as p where p.review_id = review.id));
end $$;

-- Sets the state of a reply. The index replies_shown allows one shown reply per review, also under concurrency.
create function private.set_reply(reply_id uuid, state text, reported boolean) returns void
language plpgsql set search_path = '' as $$
begin
  update private.replies as a set state = set_reply.state, reported = set_reply.reported where a.id = reply_id;
exception when unique_violation then
  perform private.refuse(409, 'Another reply is shown under this review. Refuse one of them.');
end $$;

-- Approves or refuses a reply that waits or was reported. Returns the details for undoing it.
create function private.decide_reply(reply private.replies, command text) returns jsonb
language plpgsql set search_path = '' as $$
begin
  if reply.state = 'refused' or command = 'approve-reply' and reply.state = 'shown' and not reply.reported then
    perform private.refuse(409, 'This reply has already been decided on.');
  elsif command = 'approve-reply' and exists (
    select from public.reviews as r where r.id = reply.review_id and r.hidden_at is not null
  ) then
    -- Refuses to approve a reply to a hidden review: the emails of approve-reply report that readers see the reply.
    perform private.refuse(409, 'The review that it answers is hidden.');
  end if;
  perform private.set_reply(reply.id, case command when 'approve-reply' then 'shown' else 'refused' end, false);
  return jsonb_build_object('was', reply.state, 'was_reported', reply.reported);
end $$;

-- Undoes a decision of this operator within a minute, and deletes its emails. Refuses if another decision followed: on the same
-- subject, or, if this one hid a review, one that upheld a grievance about the review in full or in part.
create function private.undo_decision(decision bigint, operator text) returns void
language plpgsql set search_path = '' as $$
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
    update private.burst_reviews as w set is_genuine = false where w.review_id = entry.subject::uuid;
    perform private.set_burst(b.id, b.state)
    from private.bursts as b join private.burst_reviews as w on w.burst_id = b.id where w.review_id = entry.subject::uuid;
  elsif entry.command in ('check-burst', 'genuine-burst', 'uncount-burst') then
    perform private.set_burst(entry.subject::uuid, entry.details ->> 'was');
  else
    perform private.set_reply(entry.subject::uuid, entry.details ->> 'was', (entry.details -> 'was_reported')::boolean);
  end if;
  delete from private.email_outbox as o
  where o.decision_subject = entry.subject and o.tries = 0 and o.fields ->> 'decision' = entry.id::text;
  perform private.record_operation('undo', operator, entry.subject, null,
    jsonb_build_object('undone', entry.id, 'command', entry.command, 'clause', entry.details -> 'clause'));
end $$;

-- Returns true if a decision other than this one answered a report of a review or reply. Decisions to show a review again do not
-- count: reporters get no email about them.
create function private.is_answered(subject text, reported_at timestamptz, decision bigint) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from private.standing_decisions as l
    where l.subject = is_answered.subject and l.command in ('hide', 'clear-flag', 'approve-reply', 'refuse-reply')
      and l.at >= reported_at and l.id is distinct from decision)
$$;

create function private.unanswered_reports(review_id uuid, decision bigint default null) returns setof public.review_reports
language sql stable set search_path = '' as $$
  select p.*
  from public.review_reports as p
  where p.review_id = unanswered_reports.review_id and not private.is_answered(p.review_id::text, p.created_at, decision)
$$;

-- Emails the authors whose reviews are not counted, or count again.
create function private.queue_count_emails(entry private.audit_log) returns void
language sql set search_path = '' as $$
  select private.queue_email(
    case entry.command when 'uncount-burst' then 'review-uncounted' else 'review-counted' end, u.email,
    jsonb_build_object(
      'decision', entry.id, 'command', entry.command, 'sentence', entry.reason,
      'clause', entry.details ->> 'clause',
      'rule', (select c.sentence from private.policy_clauses as c where c.id = entry.details ->> 'clause'),
      'review_id', r.id, 'home', concat_ws(', ', p.property_name, p.locality, p.city)),
    entry.subject)
  from public.reviews as r
  join public.properties as p on p.id = r.property_id
  join private.review_authors as a on a.review_id = r.id
  join auth.users as u on u.id = a.user_id
  where r.hidden_at is null and u.email_confirmed_at is not null
    and r.id in (
      select entry.subject::uuid
      union all
      select w.review_id from private.burst_reviews as w where w.burst_id = entry.subject::uuid)
    and (entry.command = 'uncount-burst' or entry.details ->> 'was' = 'uncounted' or entry.details ->> 'was_counted' = 'false')
    and not exists (select from private.burst_reviews as w where w.review_id = r.id and w.is_genuine and entry.command <> 'count-review')
$$;

-- Queues the emails of a decision: to the author, for a reply shown for the first time also to the author of the review, and once
-- to each mailbox whose reports it answers, if an address is known.
create function private.queue_decision_emails(decision bigint) returns void
language plpgsql set search_path = '' as $$
declare
  entry private.audit_log;
  review public.reviews;
  reply private.replies;
  fields jsonb;
begin
  select * into entry from private.audit_log where id = decision;
  if entry.command in ('check-burst', 'genuine-burst', 'uncount-burst', 'count-review') then
    perform private.queue_count_emails(entry);
    return;
  end if;
  select * into reply from private.replies as a where a.id = entry.subject::uuid;
  select * into review from public.reviews as r where r.id = coalesce(reply.review_id, entry.subject::uuid);
  fields := jsonb_build_object(
    'decision', entry.id, 'command', entry.command, 'sentence', entry.reason,
    'clause', entry.details ->> 'clause',
    'rule', (select c.sentence from private.policy_clauses as c where c.id = entry.details ->> 'clause'),
    'review_id', review.id, 'home', (
      select concat_ws(', ', p.property_name, p.locality, p.city) from public.properties as p where p.id = review.property_id));
  if reply.id is null then
    perform private.queue_email(concat('review-', entry.command), u.email, fields || jsonb_build_object(
      'is_replaceable', private.review_to_replace(u.id, review.property_id) is not distinct from review.id), entry.subject)
    from private.review_authors as a join auth.users as u on u.id = a.user_id
    where a.review_id = review.id and u.email_confirmed_at is not null
      -- A review that its author withdrew, or replaced, stays hidden.
      and not (entry.command = 'unhide' and exists (
        select from private.withdrawn_reviews as w where w.review_id = review.id));
    perform private.queue_email(concat('report-', entry.command), given.email, fields, entry.subject)
    from (
      select distinct on (private.mailbox_key(private.email_key(e.email))) lower(e.email) as email
      from private.unanswered_reports(review.id, decision) as p join private.reporter_emails as e on e.report_id = p.id
    ) as given
    where entry.command <> 'unhide';
  else
    perform private.queue_email(entry.command, u.email, fields, entry.subject)
    from auth.users as u
    -- The author of a reply gets no email if only reports of it were dismissed.
    where u.id = reply.user_id and u.email_confirmed_at is not null
      and not (entry.command = 'approve-reply' and entry.details ->> 'was' = 'shown');
    perform private.queue_email('reply-shown', u.email, fields, entry.subject)
    from private.review_authors as a join auth.users as u on u.id = a.user_id
    where a.review_id = review.id and u.email_confirmed_at is not null
      and entry.command = 'approve-reply' and entry.details ->> 'was' = 'waiting';
    perform private.queue_email(concat('reply-report-', entry.command), given.email, fields, entry.subject)
    from (
      select distinct on (private.mailbox_key(private.email_key(p.email))) lower(p.email) as email
      from private.reply_reports as p
      where p.reply_id = reply.id and p.email is not null and not private.is_answered(entry.subject, p.created_at, decision)
    ) as given;
  end if;
end $$;

create table private.operators (
  user_id uuid primary key references auth.users (id) on delete cascade,
  name text not null unique check (name ~ '\S' and char_length(name) <= 100 and position('@' in name) = 0),
  added_at timestamptz not null default now()
);
comment on table private.operators is 'The accounts that may use the desk.';
comment on column private.operators.name is 'The name in the audit log, not an email.';
alter table private.operators enable row level security;

create table private.desk_digests (
  day date primary key
);
comment on table private.desk_digests is 'The days (in India) of checks for waiting items. A sweep deletes old ones.';
alter table private.desk_digests enable row level security;

-- Returns the caller's name. Refuses other accounts, and operators whose login is old and has no second factor: 428 makes the page ask them
-- to log in again.
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

-- Returns a pseudonym for the email of a reporter, or null, so that operators see the reports of one mailbox together. Not used for replies:
-- mostly the author of the review reports those, and their reviews would be linked.
create function private.reporter_key(email text) returns text
language sql stable set search_path = '' as $$
  select left(encode(sha256(convert_to(s.value #>> '{}' || ':reporter:' || private.mailbox_key(private.email_key(email)), 'UTF8')), 'hex'), 8)
  from private.settings as s where s.key = 'report_secret'
$$;

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
  from private.open_grievances as g left join public.reviews as r on r.id = g.review_id
  union all
  select 'burst', b.id, p.city, found.at, found.at + make_interval(hours => (select private.setting('burst_decision_hours'))), '{}', '{}'
  from private.bursts as b
  join public.properties as p on p.id = b.property_id
  cross join lateral (select b.found_on::timestamp at time zone 'Asia/Kolkata') as found (at)
  where b.state in ('open', 'checking') and private.burst_size(b.id) > 0
  union all
  -- Towns have no deadline: until a decision, their homes are only missing from the lists of cities. At most the 200 largest, since
  -- anyone can type a town.
  (select 'city', p.id, null, null, null, '{}', '{}' from private.places as p
   where p.locality is null and not p.is_accepted and not exists (select from private.cities as c where c.city_slug = p.city_slug)
   order by p.home_count desc limit 200)
$$;

create function private.desk_history(decided text) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(
    jsonb_build_object('at', l.at, 'operator', l.operator, 'command', l.command, 'reason', l.reason, 'clause', l.details -> 'clause')
    order by l.id), '[]')
  from private.audit_log as l where l.subject = decided
$$;

create function private.desk_review_json(review_id uuid) returns jsonb
language sql stable set search_path = '' as $$
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
$$;

-- Returns what an operator sees of an item: the full review, a reply, a grievance, a burst or a town, the reports without emails, and the
-- history.
create function private.desk_item_json(kind text, id uuid) returns jsonb
language sql stable set search_path = '' as $$
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
          'state', b.state, 'foundOn', b.found_on, 'signals', b.signals, 'size', private.burst_size(b.id),
          'home', jsonb_build_object('propertyId', h.id, 'propertyName', h.property_name, 'locality', h.locality, 'city', h.city),
          'reviews', (
            select coalesce(jsonb_agg(
              private.desk_review_json(listed.id) || jsonb_build_object('isGenuine', listed.is_genuine) order by listed.insert_order), '[]')
            from (
              select r.id, r.insert_order, w.is_genuine from private.burst_reviews as w join public.reviews as r on r.id = w.review_id
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
$$;

-- Queues one email a day to each operator, after 8 o'clock in India, if anything waits.
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
    'grievances', count(*) filter (where o.kind = 'grievance'), 'bursts', count(*) filter (where o.kind = 'burst'), 'cities', count(*) filter (where o.kind = 'city'), 'overdue', count(*) filter (where o.due_at < now()))
  into fields
  from private.open_items() as o having count(*) > 0;
  if fields is not null then
    perform private.queue_email('desk-digest', u.email, fields)
    from private.operators as o join auth.users as u on u.id = o.user_id;
  end if;
end $$;

-- Operators' browsers call the desk_… functions.

-- Lists hidden reviews, and bursts that are not counted, only on request, the last 500. Empty filters match everything that is open.
create function public.desk_queue(
  kind text default '', city text default '', reason text default '', reporter text default '', skip integer default 0, at_most integer default 50
) returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '8s' as $$
#variable_conflict use_column
declare
  operator constant text := private.current_operator();
begin
  return (
    with listed as materialized (
      select * from private.open_items()
      union all
      (select 'hidden', r.id, r.city, r.hidden_at, null, '{}', '{}'
       from public.reviews as r
       where desk_queue.kind = 'hidden' and r.hidden_at is not null and private.is_hidden_by_operator(r)
       order by r.hidden_at desc limit 500)
      union all
      (select 'uncounted', b.id, p.city, b.found_on::timestamp at time zone 'Asia/Kolkata', null, '{}', '{}'
       from private.bursts as b join public.properties as p on p.id = b.property_id
       where desk_queue.kind = 'uncounted' and b.state = 'uncounted'
       order by b.found_on desc limit 500)
    ),
    -- Computes the key once per city: once per item took 1.8 s for 10,000 items.
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
      'operator', operator,
      'workerAt', (select h.at from private.worker_heartbeat as h),
      'total', (select count(*) from matching),
      'overdue', (select count(*) from open where due_at < now()),
      'kinds', (select coalesce(jsonb_object_agg(o.kind, o.count), '{}') from (
        select open.kind, count(*) from open where open.kind not in ('hidden', 'uncounted') group by 1
        union all
        select 'uncounted', count(*) from private.bursts as b where b.state = 'uncounted'
        union all
        select 'hidden', (select count(*) from public.reviews as r where r.hidden_at is not null)
          - (select count(*) from private.withdrawn_reviews as w where not w.hidden_by_operator)
      ) as o where o.count > 0),
      'cities', (select coalesce(jsonb_agg(c.city order by c.city_key), '[]')
        from (select distinct on (open.city_key) open.city_key, open.city from open where open.city is not null order by 1) as c),
      'reasons', (select coalesce(jsonb_object_agg(o.reason, o.count), '{}')
        from (select one as reason, count(*) from open, unnest(open.reasons) as one group by 1) as o),
      -- Only reporters of several waiting items.
      'reporters', (select coalesce(jsonb_agg(jsonb_build_object('reporter', o.reporter, 'count', o.count) order by o.count desc), '[]')
        from (select one as reporter, count(*) from open, unnest(open.reporters) as one group by 1 having count(*) > 1 limit 100) as o),
      'items', (select coalesce(jsonb_agg(
        jsonb_build_object('kind', page.kind, 'id', page.id, 'city', page.city, 'since', page.since, 'dueAt', page.due_at, 'reasons', page.reasons,
          'isReviewShown', true, 'review', null, 'reply', null, 'grievance', null, 'burst', null, 'town', null, 'reports', '[]'::jsonb)
          || private.desk_item_json(page.kind, page.id) order by page.due_at, page.since desc, page.id), '[]') from page))
  );
end $$;
comment on function public.desk_queue(text, text, text, text, integer, integer) is
  'For operators: a page of waiting items, most urgent first, the available filters, and when a sender last looked for emails.';

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
  -- Skips reviews that are hidden or deleted by now.
  for subject in
    select r.id from public.reviews as r where r.id = any (hide) and not private.is_hidden_by_operator(r) order by r.id
  loop
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
  'For operators: applies one decision to all these reviews, replies, grievances, bursts or cities and hides the reviews in `hide`; changes nothing if one of them is refused. Returns the entries of the audit log, for desk_undo.';

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
  -- In reverse order: a review is hidden before the grievance about it is decided.
  for decision in select distinct d.id from unnest(decisions) as d (id) order by d.id desc loop
    perform private.undo_decision(decision, operator);
  end loop;
  perform private.count_authors_now();
  return true;
end $$;
comment on function public.desk_undo(bigint[]) is 'For operators: undoes their own decisions, each within a minute.';

create function public.operator_operators() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('email', u.email, 'name', o.name, 'added_at', o.added_at) order by o.added_at), '[]')
  from private.operators as o join auth.users as u on u.id = o.user_id
$$;
comment on function public.operator_operators() is 'For operators: the accounts that may use the desk.';

create function public.operator_add_operator(email text, name text, operator text) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  account auth.users;
  given_name text;
begin
  select * into account from private.accounts_of(operator_add_operator.email) as u where u.email_confirmed_at is not null limit 1;
  if not found then
    perform private.refuse(404, 'There is no confirmed account with this email: sign up at the site first.');
  end if;
  given_name := private.clean_line(coalesce(operator_add_operator.name, 'operator ' || left(account.id::text, 8)));
  if private.is_blank(given_name) or char_length(given_name) > 100 or position('@' in given_name) > 0 then
    perform private.refuse(400, 'Give a name of at most 100 characters that is no email: the audit log shows it.');
  elsif exists (select from private.operators as o where o.name = given_name and o.user_id <> account.id) then
    perform private.refuse(409, 'Another operator has this name.');
  end if;
  insert into private.operators (user_id, name) values (account.id, given_name)
  on conflict (user_id) do update set name = excluded.name;
  perform private.record_operation('add-operator', operator_add_operator.operator, account.id::text, null, jsonb_build_object('name', given_name));
  return jsonb_build_object('email', account.email, 'name', given_name);
end $$;
comment on function public.operator_add_operator(text, text, text) is
  'For operators: allows an account to use the desk, under this name in the audit log.';

create function public.operator_remove_operator(email text, operator text) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  removed private.operators;
begin
  delete from private.operators
  where user_id in (select id from private.accounts_of(operator_remove_operator.email))
  returning * into removed;
  if not found then
    perform private.refuse(404, 'No operator has this email.');
  end if;
  perform private.record_operation('remove-operator', operator_remove_operator.operator, removed.user_id::text, null,
    jsonb_build_object('name', removed.name));
  return jsonb_build_object('name', removed.name);
end $$;
comment on function public.operator_remove_operator(text, text) is 'For operators: ends an account''s access to the desk at once.';
