-- Functions are in alphabetical order, and some call later ones.
set check_function_bodies = off;

alter table private.follow_ups drop constraint follow_ups_position_check;
alter table private.follow_ups add column answers_were jsonb;
alter table private.follow_ups add constraint follow_ups_position_check check (position between 1 and 7);

create or replace view private.shown_reviews with (security_invoker = true) as
  select
    r.id, r.property_id, home.property_name, home.locality, home.city, r.rating, r.review_text,
    coalesce((select n.display_name from private.review_names as n where n.review_id = r.id), 'Anonymous') as display_name,
    r.move_in_date,
    r.verified and exists (select from private.review_proofs as proof where proof.review_id = r.id offset 0) as verified, r.reported,
    case when r.verified then array(
      select '/storage/v1/object/public/review-proofs/public/' || p.photo_name
      from private.review_proofs as p where p.review_id = r.id order by p.position
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

CREATE OR REPLACE FUNCTION private.later_deposit_answers(answer text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
RETURN CASE answer WHEN 'living_there'::text THEN ARRAY['all'::text, 'part'::text, 'none'::text, 'waiting'::text] WHEN 'waiting'::text THEN ARRAY['all'::text, 'part'::text, 'none'::text] WHEN 'none'::text THEN ARRAY['all'::text, 'part'::text] WHEN 'part'::text THEN ARRAY['all'::text] ELSE '{}'::text[] END;

REVOKE ALL ON FUNCTION "private"."later_deposit_answers"(text) FROM PUBLIC, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.limit_review()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mailbox constant text := private.mailbox_of((select auth.uid()));
  review public.reviews;
  replaced uuid;
  home_hash bytea;
  text_hash bytea;
begin
  select * into review from inserted;
  if not found then
    return null;
  end if;
  -- Skips a review that an operator is deciding on: the operator may wait for the home, which is locked here.
  select r.id into replaced from public.reviews as r
  where r.id = private.review_to_replace((select auth.uid()), review.property_id, review.id) and r.hidden_at is not null
  for no key update skip locked;
  home_hash := private.recent_review_hash(mailbox, review.property_id::text);
  text_hash := private.recent_review_hash(mailbox, private.fold(review.review_text));
  perform private.refuse_repeated_review(
    (select r.reviewed_on from private.recent_reviews as r where r.hash = home_hash and replaced is null),
    (select r.reviewed_on from private.recent_reviews as r where r.hash = text_hash));
  perform private.limit_use('reviews_per_day', mailbox);
  perform private.limit_use('reviews_per_minute', mailbox);
  if private.setting('repeat_review_days') > 0 then
    insert into private.recent_reviews as r (hash, reviewed_on)
    select hash, (now() at time zone 'Asia/Kolkata')::date from unnest(array[home_hash, text_hash,
      case when replaced is not null then private.recent_review_hash(mailbox, 'replaced ' || review.property_id) end]) as hash
    where hash is not null
    on conflict on constraint recent_reviews_pkey do update set reviewed_on = excluded.reviewed_on;
  end if;
  insert into private.withdrawn_reviews (review_id, hidden_by_operator) select replaced, true where replaced is not null
  on conflict do nothing;
  perform private.count_for_network(review);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.my_review_json(review_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select to_jsonb(private.review_json(s)) - 'proofUrls' || jsonb_build_object(
    'state', case
      when w.review_id is not null then 'withdrawn'
      when r.hidden_at is not null then 'hidden'
      when r.reported then 'flagged'
      else 'public'
    end,
    'isAnonymous', not exists (select from private.review_names as n where n.review_id = r.id),
    'withdrawnOn', w.withdrawn_on,
    'erasedOn', w.withdrawn_on + 30,
    'reminderOn', case when r.hidden_at is null and private.is_deposit_open(r) then (
      select d.due_on from private.deposit_reminders as d where d.review_id = r.id
    ) end,
    'hidden', case when private.is_hidden_by_operator(r) then (
      select jsonb_build_object('reason', l.reason, 'clause', l.details ->> 'clause')
      from private.audit_log as l where l.subject = r.id::text and l.command = 'hide' order by l.id desc limit 1
    ) end,
    'isReplaceable', r.hidden_at is not null and w.review_id is null and r.id is not distinct from (
      select private.review_to_replace(a.user_id, r.property_id) from private.review_authors as a where a.review_id = r.id))
  from public.reviews as r
  join private.shown_reviews as s on s.id = r.id
  left join private.withdrawn_reviews as w on w.review_id = r.id
  where r.id = my_review_json.review_id
$function$;

CREATE OR REPLACE FUNCTION private.queue_decision_emails(decision bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_repeated_review(home_reviewed_on date, text_published_on date)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  days constant integer := private.setting('repeat_review_days');
  seconds integer;
begin
  seconds := ceil(extract(epoch from (home_reviewed_on + days)::timestamp at time zone 'Asia/Kolkata' - clock_timestamp()));
  if seconds > 0 then
    perform private.refuse(409, format('You reviewed this property less than %s ago. You can review it again in %s.',
      private.time_in_words(days * 86400), private.time_in_words(seconds)));
  elsif (text_published_on + days)::timestamp at time zone 'Asia/Kolkata' > clock_timestamp() then
    perform private.refuse(409, 'You have published this text before. Write a different text about this home.');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.review_to_replace(author uuid, home uuid, correction uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select r.id
  from private.review_authors as a join public.reviews as r on r.id = a.review_id
  where a.user_id = author and r.property_id = home and private.is_hidden_by_operator(r)
    and not exists (
      select from private.recent_reviews as c
      where c.hash = private.recent_review_hash(private.mailbox_of(author), 'replaced ' || home))
    -- A later review that is visible is the one of this stay.
    and not exists (
      select from private.review_authors as b join public.reviews as later on later.id = b.review_id
      where b.user_id = author and later.property_id = home and later.insert_order > r.insert_order and later.hidden_at is null
        and later.id is distinct from correction)
  order by r.insert_order desc limit 1
$function$;

REVOKE ALL ON FUNCTION "private"."review_to_replace"(uuid, uuid, uuid) FROM PUBLIC, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.add_follow_up(review_id uuid, follow_up text DEFAULT NULL::text, deposit_back text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  review constant public.reviews := private.lock_my_review(review_id);
  cleaned constant text := coalesce(
    case when char_length(follow_up) <= 1000 then private.clean_text(follow_up) else left(follow_up, 501) end, '');
  answer constant text := nullif(add_follow_up.deposit_back, '');
  possible constant text[] := private.later_deposit_answers(review.answers ->> 'deposit_back');
  -- When the deposit came back, and why it was kept, were answered about the answer that this one replaces.
  outdated constant text[] := array['deposit_when'] || case when answer <> 'part' then array['deposit_kept'] end;
begin
  if private.is_blank(cleaned) and answer is null then
    perform private.refuse(400, 'Write what has happened since.');
  elsif char_length(cleaned) > 500 then
    perform private.refuse(400, 'Shorten it to 500 characters.');
  elsif review.hidden_at is not null then
    perform private.refuse(409, 'This review is not being shown, so you cannot add to it.');
  end if;
  -- Treats a repeated addition as a retry: the response to the first request was lost.
  if exists (
    select from private.follow_ups as f
    where f.review_id = review.id and private.fold(coalesce(f.follow_up, '')) = private.fold(cleaned)
      and f.deposit_back is not distinct from answer
  ) then
    return private.my_review_json(review.id);
  end if;
  if answer is null then
    if (select count(*) from private.follow_ups as f where f.review_id = review.id and f.deposit_back is null) = 3 then
      perform private.refuse(409, 'You can add to a review three times, and this one already has three additions.');
    end if;
  elsif cardinality(possible) = 0 then
    perform private.refuse(409, 'Your review already says what happened to the deposit.');
  elsif answer <> all (possible) then
    perform private.refuse(400, 'Choose one of the listed answers.');
  end if;
  insert into private.follow_ups (review_id, position, follow_up, deposit_back, deposit_was, answers_were)
  select review.id, count(*) + 1, case when not private.is_blank(cleaned) then cleaned end, answer,
    case when answer is not null then review.answers ->> 'deposit_back' end,
    case when answer is not null then (
      select jsonb_object_agg(key, value) from jsonb_each(review.answers) where key = any (outdated)) end
  from private.follow_ups as f where f.review_id = review.id;
  if answer is not null then
    update public.reviews as r set answers = r.answers - outdated || jsonb_build_object('deposit_back', answer) where r.id = review.id;
  end if;
  return private.my_review_json(review.id);
end $function$;

CREATE OR REPLACE FUNCTION public.bring_back_my_review(review_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  review constant public.reviews := private.lock_my_review(review_id);
  is_still_hidden boolean;
begin
  -- Otherwise an operator who shows a replaced review again would leave two reviews of one stay.
  if exists (
    select from private.review_authors as a join public.reviews as r on r.id = a.review_id
    where a.user_id = (select auth.uid()) and r.property_id = review.property_id and r.id <> review.id
      and abs(r.created_on - review.created_on) < private.setting('repeat_review_days')
      and not exists (select from private.withdrawn_reviews as w where w.review_id = r.id)
  ) then
    perform private.refuse(409, 'You have published another review of this home. Withdraw that one first.');
  end if;
  delete from private.withdrawn_reviews as w where w.review_id = review.id returning w.hidden_by_operator into is_still_hidden;
  if not is_still_hidden then
    update public.reviews as r set hidden_at = null where r.id = review.id;
  end if;
  -- Otherwise a network could exceed its limit: withdraw reviews, publish others, and restore the first.
  if is_still_hidden is not null and review.created_at >= date_trunc('day', now(), 'UTC') then
    perform private.count_for_network(review);
  end if;
  return private.my_review_json(review.id);
end $function$;

CREATE OR REPLACE FUNCTION public.check_review_limits(review_id uuid, property_name text, locality text, city text, review_text text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '3s'
 SET jit TO 'off'
AS $function$
declare
  account constant uuid := private.signed_in_account();
  property constant uuid := private.home_named(left(property_name, 1000), left(locality, 1000), left(city, 1000));
  words constant text := private.search_text(private.clean_text(left(check_review_limits.review_text, 10000)));
  limit_name text;
  size integer;
  seconds integer;
begin
  -- An earlier try is stored: the retry will publish nothing.
  if private.my_review_id(review_id) is not null then
    return true;
  elsif char_length(review_text) > 10000 then
    perform private.refuse(400, 'Shorten your review to 5000 characters.');
  end if;
  perform private.refuse_repeated_review(
    max(r.created_on) filter (where r.property_id = property and private.review_to_replace(account, property) is null),
    max(r.created_on) filter (where split_part(r.search_text, '#', 1) = words))
  from private.review_authors as a join public.reviews as r on r.id = a.review_id where a.user_id = account;
  foreach limit_name in array array['reviews_per_day', 'reviews_per_minute'] loop
    size := private.setting(limit_name);
    -- Seconds until the size-th newest review leaves the window.
    seconds := (
      select ceil(extract(epoch from
        case limit_name when 'reviews_per_day' then date_trunc('day', r.created_at, 'UTC') else r.created_at end
        + private.window_of(limit_name) - clock_timestamp()))
      from private.review_authors as a join public.reviews as r on r.id = a.review_id
      where a.user_id = account order by r.created_at desc offset greatest(size - 1, 0) limit 1);
    if size > 0 and seconds > 0 then
      perform private.refuse_for_now(private.limit_sentence(limit_name, seconds), seconds);
    end if;
  end loop;
  return true;
end $function$;

COMMENT ON COLUMN "private"."follow_ups"."answers_were" IS 'The answers that deposit_back made outdated: removed from reviews.answers, still shown with the review.';

COMMENT ON FUNCTION "public"."check_review_limits"(uuid, text, text, text, text) IS 'Returns true, or refuses with status 409 or 429 and a message that says when the caller may publish this review.';

REVOKE ALL ON FUNCTION "private"."later_deposit_answers"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."review_to_replace"(uuid, uuid, uuid) FROM PUBLIC;
