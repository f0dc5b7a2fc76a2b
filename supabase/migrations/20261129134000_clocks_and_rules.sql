-- Functions are in alphabetical order, and some call later ones.
set check_function_bodies = off;

alter table private.grievances drop constraint grievances_ground_check;
alter table private.grievances add constraint grievances_ground_check check (
  ground in ('untrue', 'private-data', 'nudity', 'threat', 'impersonation', 'copyright', 'order', 'other'));

insert into private.settings (key, value, shipped, minimum, maximum, description)
select key, to_jsonb(number), to_jsonb(number), minimum, maximum, description
from (values
  ('grievance_decide_hours_threat', 36, 1, 36, 'The same for threats and abuse. The law: 36.'),
  ('grievance_decide_hours_impersonation', 36, 1, 36, 'The same if someone is impersonated. The law: 36.'),
  ('grievance_decide_hours_nudity', 2, 1, 2, 'The same for nudity, and sexual or morphed images. The law: 2.'),
  ('rules_reminders_per_sweep', 100, 1, 10000, 'Accounts that a sweep (every ten minutes) reads to send them the rules, once in each quarter.')
) as listed (key, number, minimum, maximum, description);

update private.policy_clauses
set sentence = 'Photos show no nudity and nothing sexual, no faces, no children, no names, signatures, account or identity numbers, and no other people''s documents.'
where id = '3.1';

alter table private.review_proofs add column is_withheld boolean not null default false;
comment on column private.review_proofs.is_withheld is
  'A grievance about nudity waits or was upheld: no page shows the photo. After a decision to uphold it, a sweep deletes the photo.';

-- IT Rules 3(1)(c): once a quarter the site reminds its users of the rules.
create table private.rules_reminder (
  is_only_row boolean primary key default true check (is_only_row),
  quarter date not null,
  after_account uuid,
  sent integer not null default 0
);
comment on table private.rules_reminder is 'The last reminder of the rules. The audit log has an entry for the start and the end of each.';
comment on column private.rules_reminder.quarter is 'Its first day, in India. That of the installation needs no reminder.';
comment on column private.rules_reminder.after_account is 'The cursor of a reminder that is not finished, otherwise null.';
alter table private.rules_reminder enable row level security;

create or replace view private.shown_reviews with (security_invoker = true) as
  select
    r.id, r.property_id, home.property_name, home.locality, home.city, r.rating, r.review_text,
    coalesce((select n.display_name from private.review_names as n where n.review_id = r.id), 'Anonymous') as display_name,
    r.move_in_date,
    r.verified and exists (select from private.review_proofs as proof where proof.review_id = r.id offset 0) as verified, r.reported,
    case when r.verified then array(
      select '/storage/v1/object/public/review-proofs/public/' || p.photo_name
      from private.review_proofs as p where p.review_id = r.id and not p.is_withheld order by p.position
    ) else '{}' end as proof_urls,
    r.reported_issues, r.created_on,
    -- Same as private.answers_of, which needs a whole row of public.reviews, but with the original answers about the deposit. If a key
    -- occurs several times, the last one counts: that of the first follow-up.
    r.answers || coalesce((
      select jsonb_object_agg(original.key, original.value order by f.position desc)
      from private.follow_ups as f
      cross join lateral jsonb_each(jsonb_build_object('deposit_back', f.deposit_was) || coalesce(f.answers_were, '{}')) as original
      where f.review_id = r.id and f.deposit_was is not null), '{}')
    || jsonb_strip_nulls(jsonb_build_object(
      'property_type', r.property_type,
      'duration', r.duration,
      'would_recommend', r.would_recommend::text,
      'move_out_intent', r.move_out_intent::text,
      'how_issues_reported', r.how_issues_reported,
      'issue_resolution_status', r.issue_resolution_status,
      'management_response_time', r.management_response_time)) as answers,
    r.insert_order,
    coalesce((
      select json_agg(json_build_object(
        'text', coalesce(f.follow_up, ''), 'depositBack', f.deposit_back, 'addedOn', f.created_on) order by f.position)
      from private.follow_ups as f where f.review_id = r.id
    ), '[]') as follow_ups,
    (select json_build_object('text', a.reply_text, 'createdOn', a.created_on)
      from private.replies as a where a.review_id = r.id and a.state = 'shown') as reply
  from public.reviews as r join public.properties as home on home.id = r.property_id;

CREATE OR REPLACE FUNCTION private.decide_grievance(grievance_id uuid, outcome text, clause text, sentence text, operator text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  grievance private.grievances := private.grievance_to_change(grievance_id);
  given_sentence constant text := nullif(private.clean_line(left(coalesce(sentence, ''), 1000)), '');
  -- Null unless the ground is nudity and the review has photos.
  were_withheld constant boolean := (
    select bool_or(p.is_withheld) from private.review_proofs as p where p.review_id = grievance.review_id and grievance.ground = 'nudity');
  are_withheld boolean;
  decision bigint;
begin
  if coalesce(outcome, '') not in ('upheld', 'partly', 'refused') then
    perform private.refuse(400, 'Choose an outcome: upheld, partly or refused.');
  end if;
  -- Refuses a sentence that is missing, too long or contains an email.
  decision := private.record_operation('decide-grievance', operator, grievance.id::text, given_sentence,
    jsonb_build_object('outcome', outcome, 'clause', clause)
      || jsonb_strip_nulls(jsonb_build_object('were_withheld', were_withheld)));
  update private.grievances as g
  set acknowledged_at = coalesce(g.acknowledged_at, now()), decided_at = now(), outcome = decide_grievance.outcome,
    clause = decide_grievance.clause, sentence = given_sentence
  where g.id = grievance.id returning * into grievance;
  perform private.write_to_grievance_writer('grievance-decided', grievance);
  if were_withheld is not null then
    are_withheld := exists (
      select from private.grievances as g
      where g.review_id = grievance.review_id and g.ground = 'nudity' and g.outcome in ('upheld', 'partly'));
    update private.review_proofs as p set is_withheld = are_withheld where p.review_id = grievance.review_id;
    if grievance.outcome <> 'refused' then
      perform private.write_to_photo_author('photos-removed', grievance, decision);
    elsif were_withheld and not are_withheld then
      perform private.write_to_photo_author('photos-shown', grievance, decision);
    end if;
  end if;
end $function$;

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

CREATE OR REPLACE FUNCTION private.decision_hours(ground text)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.setting(coalesce(
    (select s.key from private.settings as s where s.key = 'grievance_decide_hours_' || replace(ground, '-', '_')),
    'grievance_decide_hours'))
$function$;

CREATE OR REPLACE FUNCTION private.delete_withheld_photos()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  delete from private.review_proofs as p using private.grievances as g
  where g.review_id = p.review_id and p.is_withheld and g.ground = 'nudity' and g.outcome in ('upheld', 'partly')
    and g.decided_at < now() - interval '2 minutes'
$function$;

REVOKE ALL ON FUNCTION "private"."delete_withheld_photos"() FROM PUBLIC, anon, authenticated, service_role;

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
    -- Also those that a grievance hides.
    'proofUrls', array(
      select '/storage/v1/object/public/review-proofs/public/' || p.photo_name
      from private.review_proofs as p where p.review_id = shown.id order by p.position))
  from (select s.* from private.shown_reviews as s where s.id = desk_review_json.review_id limit 1) as shown
$function$;

CREATE OR REPLACE FUNCTION private.queue_rules_reminders()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  this_quarter constant date := date_trunc('quarter', now() at time zone 'Asia/Kolkata')::date;
  at_most constant integer := private.setting('rules_reminders_per_sweep');
  run private.rules_reminder;
  accounts uuid[];
  queued integer;
begin
  insert into private.rules_reminder (quarter) values (this_quarter) on conflict do nothing;
  -- Finds nothing while a concurrent sweep queues.
  select r.* into run from private.rules_reminder as r
  where r.quarter < this_quarter or r.after_account is not null for update skip locked;
  if not found then
    return;
  elsif run.quarter < this_quarter then
    run := (true, this_quarter, '00000000-0000-0000-0000-000000000000', 0);
    perform private.record_operation('remind-of-rules', 'sweep', null, null, jsonb_build_object('quarter', this_quarter));
  end if;
  accounts := array(select u.id from auth.users as u where u.id > run.after_account order by u.id limit at_most);
  perform private.queue_email('rules-reminder', u.email, '{}') from auth.users as u
  where u.id = any (accounts) and u.email_confirmed_at is not null and u.email <> '' and u.created_at < now() - interval '3 months';
  get diagnostics queued = row_count;
  run.sent := run.sent + queued;
  run.after_account := case when cardinality(accounts) = at_most then accounts[at_most] end;
  update private.rules_reminder as r set quarter = run.quarter, after_account = run.after_account, sent = run.sent where r.is_only_row;
  if run.after_account is null then
    perform private.record_operation('reminded-of-rules', 'sweep', null, null, jsonb_build_object('quarter', this_quarter, 'sent', run.sent));
  end if;
end $function$;

REVOKE ALL ON FUNCTION "private"."queue_rules_reminders"() FROM PUBLIC, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.record_operation(command text, operator text, subject text, reason text, details jsonb DEFAULT '{}'::jsonb)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  given_operator constant text := private.clean_line(left(coalesce(operator, ''), 1000));
  given_reason constant text := nullif(private.clean_line(left(coalesce(reason, ''), 1000)), '');
  entry bigint;
begin
  if private.is_blank(given_operator) or char_length(given_operator) > 100 then
    perform private.refuse(400, 'Give your name in at most 100 characters: --operator "<name>".');
  elsif private.is_blank(given_reason) and command not in (
    'erase', 'set', 'file-grievance', 'withhold-photos', 'remind-of-rules', 'reminded-of-rules', 'acknowledge-grievance', 'accept-city', 'refuse-city', 'undo', 'add-operator',
    'remove-operator', 'confirm-clock')
  then
    perform private.refuse(400, 'Give the reason: --reason "<why>".');
  elsif char_length(given_reason) > 500 then
    perform private.refuse(400, 'Shorten the reason to 500 characters.');
  elsif position('@' in concat(given_operator, given_reason)) > 0 then
    perform private.refuse(400, 'Leave email addresses out of the reason and of the operator''s name: the audit log keeps none.');
  end if;
  insert into private.audit_log (command, operator, subject, reason, details)
  values (record_operation.command, given_operator, record_operation.subject, given_reason, record_operation.details)
  returning id into entry;
  return entry;
end $function$;

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
  else
    perform private.set_reply(entry.subject::uuid, entry.details ->> 'was', (entry.details -> 'was_reported')::boolean);
  end if;
  delete from private.email_outbox as o
  where o.decision_subject = entry.subject and o.tries = 0 and o.fields ->> 'decision' = entry.id::text;
  perform private.record_operation('undo', operator, entry.subject, null,
    jsonb_build_object('undone', entry.id, 'command', entry.command, 'clause', entry.details -> 'clause'));
end $function$;

CREATE OR REPLACE FUNCTION private.withhold_photos(grievance private.grievances)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update private.review_proofs as p set is_withheld = true
  where p.review_id = grievance.review_id and not p.is_withheld
    and not exists (select from private.audit_log as l where l.subject = grievance.review_id::text and l.command = 'withhold-photos');
  if found then
    perform private.record_operation('withhold-photos', 'visitor', grievance.review_id::text, null);
    perform private.write_to_photo_author('photos-withheld', grievance);
  end if;
end $function$;

REVOKE ALL ON FUNCTION "private"."withhold_photos"(private.grievances) FROM PUBLIC, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.write_to_photo_author(template text, grievance private.grievances, decision bigint DEFAULT NULL::bigint)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.queue_email(template, u.email, jsonb_build_object(
    'decision', decision, 'decideBy', grievance.decide_by, 'clause', grievance.clause, 'sentence', grievance.sentence,
    'home', concat_ws(', ', p.property_name, p.locality, p.city)), case when decision is not null then grievance.id::text end)
  from private.review_authors as a join auth.users as u on u.id = a.user_id
  join public.reviews as r on r.id = a.review_id join public.properties as p on p.id = r.property_id
  where a.review_id = grievance.review_id and u.email_confirmed_at is not null
$function$;

REVOKE ALL ON FUNCTION "private"."write_to_photo_author"(text, private.grievances, bigint) FROM PUBLIC, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.file_grievance(secret uuid, writer text, ground text, page text, words text, email text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  filed private.grievances;
  given_page constant text := case when char_length(page) <= 2000 then private.clean_line(page) end;
  given_words constant text := case when char_length(words) <= 10000 then private.clean_text(words) end;
  given_email constant text := case when char_length(email) <= 1000 then private.clean_line(email) end;
begin
  perform private.refuse_ended_session();
  if secret is null or substr(secret::text, 15, 1) <> '4' then
    perform private.refuse(400, 'Send a random UUID as the secret of the status page.');
  elsif coalesce(writer, '') not in ('tenant', 'owner', 'other', 'authority') then
    perform private.refuse(400, 'Say who you are.');
  elsif coalesce(ground, '') not in ('untrue', 'private-data', 'nudity', 'threat', 'impersonation', 'copyright', 'order', 'other') then
    perform private.refuse(400, 'Choose one of the listed grounds.');
  elsif private.is_blank(given_page) and char_length(page) <= 2000 or page is null then
    perform private.refuse(400, 'Say which page it is about.');
  elsif given_page is null or char_length(given_page) > 500 then
    perform private.refuse(400, 'Shorten the address of the page to 500 characters.');
  elsif private.is_blank(given_words) and char_length(words) <= 10000 or words is null then
    perform private.refuse(400, 'Say what is wrong.');
  elsif given_words is null or char_length(given_words) > 4000 then
    perform private.refuse(400, 'Shorten your complaint to 4,000 characters.');
  elsif not coalesce(private.is_email(given_email), false) then
    perform private.refuse(400, 'Enter a valid email address.');
  end if;
  -- With two concurrent tries, the second waits, then finds the first.
  perform pg_advisory_xact_lock(hashtextextended(secret::text, 0));
  select g.* into filed from private.grievances as g where g.secret = file_grievance.secret;
  if not found then
    perform private.limit_use('grievances_per_email_day', private.mailbox_key(private.email_key(given_email)));
    perform private.limit_use('grievances_per_network_day', private.request_address(24, 48));
    insert into private.grievances (secret, ticket, writer, ground, page, words, acknowledge_by, decide_by)
    values (secret, private.new_ticket(), writer, ground, given_page, given_words,
      now() + make_interval(hours => least(private.setting('grievance_acknowledge_hours'), private.decision_hours(ground))),
      now() + make_interval(hours => private.decision_hours(ground)))
    returning * into filed;
    insert into private.grievance_emails (grievance_id, email) values (filed.id, given_email);
    perform private.record_operation('file-grievance', 'visitor', filed.id::text, null,
      jsonb_build_object('ground', filed.ground, 'writer', filed.writer, 'acknowledge_by', filed.acknowledge_by, 'decide_by', filed.decide_by));
    if filed.ground = 'nudity' then
      perform private.withhold_photos(filed);
    end if;
    perform private.write_to_grievance_writer('grievance-received', filed);
    perform private.write_to_officer('grievance-arrived', filed);
  end if;
  return jsonb_build_object('ticket', filed.ticket, 'acknowledgeBy', filed.acknowledge_by, 'decideBy', filed.decide_by);
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
  perform private.queue_rules_reminders();
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

COMMENT ON COLUMN "private"."audit_log"."operator" IS 'The user of the operating system, the name in --operator, or the name of an operator of the desk. "visitor" for a new grievance, "sweep" for reminders of the rules, "its owner" for an account deleted by its owner.';

COMMENT ON TABLE "private"."audit_log" IS 'Changes and lookups by operators, new grievances, and reminders of the rules. Append-only.';

REVOKE ALL ON FUNCTION "private"."delete_withheld_photos"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."queue_rules_reminders"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."withhold_photos"(private.grievances) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_to_photo_author"(text, private.grievances, bigint) FROM PUBLIC;
