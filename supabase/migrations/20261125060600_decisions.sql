-- Operators look after reviews, replies and grievances at /desk. Each
-- decision names a clause of the review policy and a sentence, is written down in the transaction that makes it, and goes by
-- letter to those whom it concerns, without the operator seeing who they are.

-- The decisions on a review, reply or grievance that were not undone, as entries of the audit log.
create function private.standing_decisions(decided text) returns setof private.audit_log
language sql stable set search_path = '' as $$
  select l.*
  from private.audit_log as l
  where l.subject = decided
    and l.command = any (private.decision_commands())
    and not exists (
      select from private.audit_log as u
      where u.subject = decided and u.command = 'undo' and u.id > l.id and u.details ->> 'undone' = l.id::text)
$$;

-- The last decision on a review, reply or grievance that was not undone, as its entry in the audit log; nulls when there is none.
create function private.standing_decision(decided text) returns private.audit_log
language sql stable set search_path = '' as $$
  select l.* from private.standing_decisions(decided) as l order by l.id desc limit 1
$$;

-- Locks reviews, replies and grievances that are about to be decided on, or whose decision is about to be undone.
-- A concurrent decision blocks here, and then reads the committed one. All subjects are locked before the first home: authors
-- and other operators lock a review, then its home, and two bulk decisions would deadlock on the homes.
create function private.lock_to_decide(subjects uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  if cardinality(subjects) > 1 then
    perform pg_advisory_xact_lock(hashtextextended('several decisions', 0));
  end if;
  perform from public.reviews as r where r.id = any (subjects) order by r.id for no key update;
  if cardinality(subjects) > 1 then
    -- Who erases an author holds this row and then wants the home.
    perform from private.review_authors as a where a.review_id = any (subjects) order by a.review_id for no key update;
  end if;
  perform from private.replies as a where a.id = any (subjects) order by a.id for update;
  perform from private.grievances as g where g.id = any (subjects) order by g.id for update;
end $$;

-- Runs the deferred counts of authors, for a transaction that changes several reviews.
-- An insert locks the author's count, then the place's. Deferred constraint triggers would fire review by review, and lock an
-- author's count after another home's place.
create function private.count_authors_now() returns void
language sql set search_path = '' as $$
  set constraints private.count_name immediate
$$;

-- Decides on a review, a reply or a grievance: hide, unhide, clear-flag, approve-reply, refuse-reply, acknowledge-grievance or
-- decide-grievance. Returns the entry in the audit log.
create function private.decide(subject uuid, command text, operator text, clause text, sentence text, outcome text default null) returns bigint
language plpgsql set search_path = '' as $$
#variable_conflict use_variable
declare
  details jsonb;
  review public.reviews;
  reply private.replies;
  earlier private.audit_log;
  decision bigint;
begin
  perform private.lock_to_decide(array[subject]);
  earlier := private.standing_decision(subject::text);
  if command = 'acknowledge-grievance' then
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
  else
    perform private.refuse(400, 'There is no such decision.');
  end if;
  -- Who would have heard of another decision in this minute hears of this one alone.
  delete from private.mail_outbox as o
  where o.subject = decide.subject::text and o.tries = 0 and o.fields ->> 'decision' = earlier.id::text and earlier.command <> command;
  if found then
    details := details || jsonb_build_object('replaced', earlier.id);
  end if;
  decision := private.record_operation(command, operator, subject::text, sentence, details);
  perform private.write_to_those_concerned(decision);
  return decision;
end $$;

-- Refuses an operator who would decide on a text of their own.
create function private.refuse_own(is_own boolean) returns void
language plpgsql set search_path = '' as $$
begin
  if is_own then
    perform private.refuse(409, 'You wrote this, or what it answers: leave it to another operator.');
  end if;
end $$;

-- Carries out hide, unhide or clear-flag. Returns what undoing it needs to know.
create function private.decide_review(review public.reviews, command text) returns jsonb
language plpgsql set search_path = '' as $$
begin
  if command in ('hide', 'unhide') then
    if not private.set_hidden_by_operator(review.id, command = 'hide') then
      perform private.refuse(409, case command when 'hide' then 'This review is hidden already.' else 'This review is not hidden.' end);
    end if;
    return '{}';
  elsif private.is_hidden_by_operator(review) then
    -- The letters of this decision say that it stays.
    perform private.refuse(409, 'This review is hidden.');
  elsif not review.reported then
    perform private.refuse(409, 'This review is not flagged.');
  end if;
  update public.reviews set reported = false where id = review.id;
  return jsonb_build_object('reports', (select count(*) from public.review_reports as p where p.review_id = review.id));
end $$;

-- Shows or refuses a reply, or lets it wait; refuses to show a second one under a review.
-- The index replies_shown sees what another operator shows at the same moment, too.
create function private.set_reply(reply_id uuid, state text, reported boolean) returns void
language plpgsql set search_path = '' as $$
begin
  update private.replies as a set state = set_reply.state, reported = set_reply.reported where a.id = reply_id;
exception when unique_violation then
  perform private.refuse(409, 'Another reply is shown under this review. Refuse one of them.');
end $$;

-- Carries out approve-reply or refuse-reply, of one that waits or was reported. Returns what undoing it needs to know.
create function private.decide_reply(reply private.replies, command text) returns jsonb
language plpgsql set search_path = '' as $$
begin
  if reply.state = 'refused' or command = 'approve-reply' and reply.state = 'shown' and not reply.reported then
    perform private.refuse(409, 'This reply has already been decided on.');
  end if;
  perform private.set_reply(reply.id, case command when 'approve-reply' then 'shown' else 'refused' end, false);
  return jsonb_build_object('was', reply.state, 'was_reported', reply.reported);
end $$;

-- Takes back a decision of this operator within a minute of it, with its letters. Refuses one that another has followed.
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
  elsif (private.standing_decision(entry.subject)).id is distinct from entry.id then
    perform private.refuse(409, 'Another decision has been made since.');
  end if;
  if entry.command in ('acknowledge-grievance', 'decide-grievance') then
    perform private.undo_grievance(entry.subject::uuid);
  elsif entry.command in ('hide', 'unhide') then
    perform private.set_hidden_by_operator(entry.subject::uuid, entry.command = 'unhide');
  elsif entry.command = 'clear-flag' then
    update public.reviews set reported = true where id = entry.subject::uuid;
  else
    perform private.set_reply(entry.subject::uuid, entry.details ->> 'was', (entry.details -> 'was_reported')::boolean);
  end if;
  -- Those of an earlier decision, which stands again, still go out.
  delete from private.mail_outbox as o
  where o.subject = entry.subject and o.tries = 0 and o.fields ->> 'decision' = entry.id::text;
  perform private.record_operation('undo', operator, entry.subject, null,
    jsonb_build_object('undone', entry.id, 'command', entry.command, 'clause', entry.details -> 'clause'));
  if entry.details ? 'replaced' then
    perform private.write_to_those_concerned((entry.details -> 'replaced')::bigint);
  end if;
end $$;

-- Whether a report of a review or reply was answered by a decision, this one aside.
-- A decision whose queued letters were replaced does not count, nor does one to show a review again, which reporters get no letter of.
create function private.is_answered(subject text, reported_at timestamptz, decision bigint) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from private.standing_decisions(is_answered.subject) as l
    where l.command in ('hide', 'clear-flag', 'approve-reply', 'refuse-reply') and l.at >= reported_at and l.id is distinct from decision
      and not exists (
        select from private.standing_decisions(is_answered.subject) as r where r.details ->> 'replaced' = l.id::text))
$$;

-- The reports of a review that no decision has answered yet, this one aside.
create function private.unanswered_reports(review_id uuid, decision bigint default null) returns setof public.review_reports
language sql stable set search_path = '' as $$
  select p.*
  from public.review_reports as p
  where p.review_id = unanswered_reports.review_id and not private.is_answered(p.review_id::text, p.created_at, decision)
$$;

-- Queues the letters of a decision: to the author, and once to each mailbox whose reports it answers, as far as an address is
-- known.
create function private.write_to_those_concerned(decision bigint) returns void
language plpgsql set search_path = '' as $$
declare
  entry private.audit_log;
  review public.reviews;
  reply private.replies;
  fields jsonb;
begin
  select * into entry from private.audit_log where id = decision;
  select * into reply from private.replies as a where a.id = entry.subject::uuid;
  select * into review from public.reviews as r where r.id = coalesce(reply.review_id, entry.subject::uuid);
  fields := jsonb_build_object(
    'decision', entry.id, 'command', entry.command, 'sentence', entry.reason,
    'clause', entry.details ->> 'clause',
    'rule', (select c.sentence from private.policy_clauses as c where c.id = entry.details ->> 'clause'),
    'review_id', review.id, 'home', concat_ws(', ', review.property_name, review.locality, review.city));
  if reply.id is null then
    perform private.queue_letter(concat('review-', entry.command), u.email, fields, entry.subject)
    from private.review_authors as a join auth.users as u on u.id = a.user_id
    where a.review_id = review.id and u.email_confirmed_at is not null
      -- Its author has not heard that it was hidden.
      and not (entry.command = 'unhide' and entry.details ? 'replaced');
    perform private.queue_letter(concat('report-', entry.command), given.email, fields, entry.subject)
    from (
      select distinct on (private.mailbox_key(private.email_key(e.email))) lower(e.email) as email
      from private.unanswered_reports(review.id, decision) as p join private.reporter_emails as e on e.report_id = p.id
    ) as given
    where entry.command <> 'unhide';
  else
    perform private.queue_letter(entry.command, u.email, fields, entry.subject)
    from auth.users as u
    -- Who only hears that a report of it came to nothing is left in peace.
    where u.id = reply.user_id and not (entry.command = 'approve-reply' and entry.details ->> 'was' = 'shown');
    perform private.queue_letter('reply-shown', u.email, fields, entry.subject)
    from private.review_authors as a join auth.users as u on u.id = a.user_id
    where a.review_id = review.id and u.email_confirmed_at is not null
      and entry.command = 'approve-reply' and entry.details ->> 'was' = 'waiting';
    perform private.queue_letter(concat('reply-report-', entry.command), given.email, fields, entry.subject)
    from (
      select distinct on (private.mailbox_key(private.email_key(p.email))) lower(p.email) as email
      from private.reply_reports as p
      where p.reply_id = reply.id and p.email is not null and not private.is_answered(entry.subject, p.created_at, decision)
    ) as given;
  end if;
end $$;
