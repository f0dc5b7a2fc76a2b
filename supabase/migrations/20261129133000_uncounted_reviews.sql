alter table public.reviews add column is_counted boolean not null default true;
comment on column public.reviews.is_counted is
  'False after an operator decided not to count a burst. Lists, counts and averages leave it out; the page of its home still shows it.';

insert into private.settings (key, value, shipped, minimum, maximum, description) values
  ('burst_decision_hours', '72', '72', 1, 8760, 'Hours within which an operator decides on a burst of reviews: the order of the desk.');

DROP POLICY "The site reads visible reviews" ON "public"."reviews";

DROP TRIGGER "copy_counted_at" ON "public"."reviews";

DROP TRIGGER "keep_property_totals" ON "public"."reviews";

CREATE OR REPLACE FUNCTION private.bursts_of_home(property_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'isChecked', coalesce(bool_or(b.state = 'checking'), false),
    'uncountedCount', (
      select count(*) from private.bursts as o join private.burst_reviews as w on w.burst_id = o.id join public.reviews as r on r.id = w.review_id
      where o.property_id = bursts_of_home.property_id and o.state = 'uncounted' and r.hidden_at is null and not r.is_counted))
  from private.bursts as b where b.property_id = bursts_of_home.property_id
$function$;

REVOKE ALL ON FUNCTION "private"."bursts_of_home"(uuid) FROM PUBLIC, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.copy_counted_at()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update private.review_names set counted_at = case when new.hidden_at is null and new.is_counted then new.created_at end where review_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.count_figures(review public.reviews, has_photos boolean, change integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  facts constant text[] := private.facts_of(review, has_photos);
  spelt constant text[] := array[
    'property_name:' || review.property_name, 'locality:' || review.locality, 'city:' || review.city];
  counted private.property_figures;
begin
  update private.property_figures as f
  set figures = private.changed_counts(f.figures, facts, change),
      spellings = private.changed_counts(f.spellings, spelt, change),
      (last_day, last_order) = (
        select case when is_latest then review.created_on else f.last_day end,
          case when is_latest then review.insert_order else f.last_order end
        from (select change > 0 and (review.created_on, review.insert_order) > (f.last_day, f.last_order)) as compared (is_latest))
  where f.property_id = review.property_id
  returning f.* into counted;
  if not found then
    insert into private.property_figures (property_id, figures, spellings, last_day, last_order, city_slug, locality_slug)
    select p.id, private.changed_counts('{}', facts, change), private.changed_counts('{}', spelt, change),
      review.created_on, review.insert_order, private.slug(p.city), private.slug(p.locality)
    from public.properties as p where p.id = review.property_id
    returning * into counted;
  elsif counted.figures = '{}' then
    delete from private.property_figures as f where f.property_id = review.property_id;
  elsif change < 0 and (review.created_on, review.insert_order) = (counted.last_day, counted.last_order) then
    -- If one statement removes all reviews, no newest one is left, and the row stays as it is.
    update private.property_figures as f set last_day = newest.created_on, last_order = newest.insert_order
    from (
      select r.created_on, r.insert_order from public.reviews as r
      where r.property_id = review.property_id and r.hidden_at is null and r.is_counted
      order by r.created_on desc, r.insert_order desc limit 1
    ) as newest
    where f.property_id = review.property_id;
  end if;
  if counted.figures <> '{}' then
    perform private.spell_home(counted);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.decide(subject uuid, command text, operator text, clause text, sentence text, outcome text DEFAULT NULL::text)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
    update public.reviews as r set is_counted = true where r.id = subject and not r.is_counted;
    if not found then
      perform private.refuse(409, 'This review counts already.');
    end if;
  elsif command in ('check-burst', 'genuine-burst', 'uncount-burst') then
    select * into burst from private.bursts as b where b.id = subject;
    if not found then
      perform private.refuse(404, 'There is no burst of reviews with this id.');
    end if;
    perform private.refuse_own(exists (
      select from private.burst_reviews as w where w.burst_id = subject and private.is_my_review(w.review_id)));
    details := details || private.decide_burst(burst, command);
  else
    perform private.refuse(400, 'There is no such decision.');
  end if;
  decision := private.record_operation(command, operator, subject::text, sentence, details);
  perform private.queue_decision_emails(decision);
  return decision;
end $function$;

CREATE OR REPLACE FUNCTION private.decide_burst(burst private.bursts, command text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  next_state constant text := case command when 'check-burst' then 'checking' when 'genuine-burst' then 'genuine' else 'uncounted' end;
begin
  if burst.state = next_state or next_state = 'checking' and burst.state <> 'open' then
    perform private.refuse(409, 'These reviews have already been decided on.');
  end if;
  return jsonb_build_object('was', burst.state, 'reviews', private.set_burst(burst.id, next_state));
end $function$;

REVOKE ALL ON FUNCTION "private"."decide_burst"(private.bursts, text) FROM PUBLIC, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.decision_commands()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY['hide'::text, 'unhide'::text, 'clear-flag'::text, 'approve-reply'::text, 'refuse-reply'::text, 'acknowledge-grievance'::text, 'decide-grievance'::text, 'accept-city'::text, 'refuse-city'::text, 'check-burst'::text, 'genuine-burst'::text, 'uncount-burst'::text, 'count-review'::text];

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
    where l.command = 'author-of'
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
      count(*) filter (where d.command = 'author-of') as authors_looked_up
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
          'acknowledgeBy', g.acknowledge_by, 'decideBy', g.decide_by, 'acknowledgedAt', g.acknowledged_at),
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
    'isCounted', (select r.is_counted from public.reviews as r where r.id = shown.id))
  from (select s.* from private.shown_reviews as s where s.id = desk_review_json.review_id limit 1) as shown
$function$;

CREATE OR REPLACE FUNCTION private.keep_property_totals()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_verified boolean;
begin
  if tg_op = 'DELETE' then
    delete from public.properties as p
    where p.id = old.property_id
      and not exists (select from public.reviews as r where r.property_id = p.id)
      and not exists (select from private.merged_properties as m where m.into_id = p.id);
    if found then
      return null;
    end if;
  elsif tg_op = 'UPDATE' then
    -- Also serializes changes to the photos of the review: uncount_unproved_reviews takes the same lock.
    perform from public.properties as p where p.id in (old.property_id, new.property_id) order by p.id for no key update;
  end if;
  if tg_op in ('UPDATE', 'DELETE') and old.hidden_at is null and old.is_counted then
    is_verified := old.verified and private.has_proof(old.id);
    update public.properties
    set review_count = review_count - 1,
        rating_total = rating_total - old.rating,
        verified_count = verified_count - is_verified::integer
    where id = old.property_id;
    perform private.count_figures(old, is_verified, -1);
  end if;
  if tg_op in ('INSERT', 'UPDATE') and new.hidden_at is null and new.is_counted then
    is_verified := new.verified and private.has_proof(new.id);
    update public.properties
    set review_count = review_count + 1,
        rating_total = rating_total + new.rating,
        verified_count = verified_count + is_verified::integer
    where id = new.property_id;
    perform private.count_figures(new, is_verified, 1);
  end if;
  return null;
end $function$;

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
          'created_at', r.created_at, 'hidden_at', r.hidden_at, 'is_counted', r.is_counted, 'withdrawn_on', w.withdrawn_on, 'email_given', n.email,
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

CREATE OR REPLACE FUNCTION private.lock_to_decide(subjects uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.merge_home(merged uuid, home public.properties)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  moved integer;
begin
  update private.merged_properties set into_id = home.id where into_id = merged;
  insert into private.merged_properties (from_id, into_id) values (merged, home.id);
  delete from private.follows as f
  where f.property_id = merged
    and exists (select from private.follows as other where other.user_id = f.user_id and other.property_id = home.id);
  update private.follows set property_id = home.id where property_id = merged;
  -- A home has one undecided burst: the reviews of the other join it.
  update private.burst_reviews as w set burst_id = kept.id
  from private.bursts as kept, private.bursts as moved
  where kept.property_id = home.id and moved.property_id = merged and w.burst_id = moved.id
    and kept.state in ('open', 'checking') and moved.state in ('open', 'checking');
  delete from private.bursts as b
  where b.property_id = merged and not exists (select from private.burst_reviews as w where w.burst_id = b.id);
  update private.bursts set property_id = home.id where property_id = merged;
  -- The trigger find_or_create_property moves each to the home with this name.
  update public.reviews set property_name = home.property_name, locality = home.locality, city = home.city
  where property_id = merged;
  get diagnostics moved = row_count;
  return moved;
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
      when not r.is_counted then 'uncounted'
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
    'uncounted', case when not r.is_counted then private.uncounted_because(r.id) end,
    'isReplaceable', r.hidden_at is not null and w.review_id is null and r.id is not distinct from (
      select private.review_to_replace(a.user_id, r.property_id) from private.review_authors as a where a.review_id = r.id))
  from public.reviews as r
  join private.shown_reviews as s on s.id = r.id
  left join private.withdrawn_reviews as w on w.review_id = r.id
  where r.id = my_review_json.review_id
$function$;

CREATE OR REPLACE FUNCTION private.news_of(follow private.follows, today date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  homes constant uuid[] := case when follow.property_id is not null then array[follow.property_id] else array(
    select f.property_id from private.property_figures as f
    where f.city_slug = follow.city_slug and f.locality_slug = follow.locality_slug and f.last_day >= follow.checked_on) end;
begin
  return (
    with news as (
      select r.property_id, count(*) as reviews, max(r.insert_order) as last_order
      from public.reviews as r
      where r.property_id = any (homes) and r.hidden_at is null and r.is_counted and r.created_on >= follow.checked_on and r.created_on < today
        and r.insert_order > follow.seen_order
        and (follow.property_id is not null or not exists (
          select from private.follows as of_home
          where of_home.user_id = follow.user_id and of_home.property_id = r.property_id
            and r.created_on >= of_home.checked_on and r.insert_order > of_home.seen_order))
      group by r.property_id
    )
    select jsonb_strip_nulls(private.follow_json(follow)) || jsonb_build_object(
      'reviewCount', (select sum(n.reviews) from news as n),
      'homes', (
        select jsonb_agg(jsonb_build_object(
          'propertyId', p.id, 'propertyName', p.property_name, 'locality', p.locality, 'city', p.city, 'reviewCount', n.reviews)
          order by n.last_order desc)
        from (select * from news order by last_order desc limit 5) as n join public.properties as p on p.id = n.property_id))
    where exists (select from news));
end $function$;

CREATE OR REPLACE FUNCTION private.open_items()
 RETURNS TABLE(kind text, id uuid, city text, since timestamp with time zone, due_at timestamp with time zone, reasons text[], reporters text[])
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
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
  where b.state in ('open', 'checking') and exists (
    select from private.burst_reviews as w join public.reviews as r on r.id = w.review_id where w.burst_id = b.id and r.hidden_at is null)
  union all
  -- Towns have no deadline: until a decision, their homes are only missing from the lists of cities. At most the 200 largest, since
  -- anyone can type a town.
  (select 'city', p.id, null, null, null, '{}', '{}' from private.places as p
   where p.locality is null and not p.is_accepted and not exists (select from private.cities as c where c.city_slug = p.city_slug)
   order by p.home_count desc limit 200)
$function$;

CREATE OR REPLACE FUNCTION private.queue_count_emails(entry private.audit_log)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
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
    and (entry.command in ('uncount-burst', 'count-review') or entry.details ->> 'was' = 'uncounted')
$function$;

REVOKE ALL ON FUNCTION "private"."queue_count_emails"(private.audit_log) FROM PUBLIC, anon, authenticated, service_role;

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
end $function$;

CREATE OR REPLACE FUNCTION private.queue_desk_digest(at timestamp with time zone DEFAULT now())
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.reviewers_of_month(at timestamp with time zone DEFAULT now())
 RETURNS TABLE(label text, count bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with days as (
    select date_trunc('month', at at time zone 'Asia/Kolkata')::date as first, (date_trunc('month', at at time zone 'Asia/Kolkata') + interval '1 month')::date as next
  ),
  placed as (
    select counted.*, row_number() over (order by review_count desc, first_at, email) as place
    from (
      (select m.email, m.review_count, m.first_at from private.monthly_reviewers as m where m.month = (select first from days)
       order by m.review_count desc, m.first_at, m.email limit 10)
      union all
      (select null, 1, r.created_at from public.reviews as r
       where r.created_on >= (select first from days) and r.created_on < (select next from days) and r.hidden_at is null and r.is_counted
         and not exists (select from private.review_names as n where n.review_id = r.id and n.email is not null)
       order by r.created_on, r.insert_order limit 10)
    ) as counted
  )
  select coalesce(nullif(private.display_name(email), 'Anonymous'), 'Reviewer ' || place), review_count
  from placed where place <= 10
  order by place
$function$;

CREATE OR REPLACE FUNCTION private.set_burst(burst_id uuid, state text)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  changed integer;
begin
  update private.bursts as b set state = set_burst.state where b.id = set_burst.burst_id;
  update public.reviews as r set is_counted = not r.is_counted
  where r.is_counted = (set_burst.state = 'uncounted')
    and r.id in (select b.review_id from private.burst_reviews as b where b.burst_id = set_burst.burst_id);
  get diagnostics changed = row_count;
  return changed;
end $function$;

REVOKE ALL ON FUNCTION "private"."set_burst"(uuid, text) FROM PUBLIC, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.uncount_unproved_reviews()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  unproved uuid;
begin
  -- operator_merge_homes may be changing the property of the review.
  lock table public.reviews in row share mode;
  for unproved in select distinct review_id from deleted order by review_id loop
    perform from public.reviews as r join public.properties as p on p.id = r.property_id where r.id = unproved for no key update of p;
    update public.properties as p
    set verified_count = p.verified_count - 1
    from public.reviews as r
    where r.id = unproved and r.property_id = p.id and r.verified and r.hidden_at is null and r.is_counted and not private.has_proof(r.id);
    if found then
      perform private.uncount_photos(unproved);
    end if;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.uncounted_because(review_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('reason', l.reason, 'clause', l.details ->> 'clause')
  from private.burst_reviews as b
  join private.audit_log as l on l.subject = b.burst_id::text and l.command = 'uncount-burst'
  where b.review_id = uncounted_because.review_id order by l.id desc limit 1
$function$;

REVOKE ALL ON FUNCTION "private"."uncounted_because"(uuid) FROM PUBLIC, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.uncounted_home(property_id uuid)
 RETURNS json
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select json_build_object(
    'propertyId', p.id, 'propertyName', p.property_name, 'locality', p.locality, 'city', p.city,
    'count', 0, 'totalRating', 0, 'lastReviewOn', max(r.created_on), 'excerpt', '', 'figures', json_build_object(),
    'isCityAccepted', exists (
      select from private.places as place where place.city_slug = private.slug(p.city) and place.locality_slug = '' and place.is_accepted),
    'bursts', private.bursts_of_home(p.id), 'nearby', json_build_array())
  from public.properties as p join public.reviews as r on r.property_id = p.id
  where p.id = uncounted_home.property_id and r.hidden_at is null and not r.is_counted
  group by p.id
$function$;

REVOKE ALL ON FUNCTION "private"."uncounted_home"(uuid) FROM PUBLIC, anon, authenticated, service_role;

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

CREATE OR REPLACE FUNCTION public.desk_queue(kind text DEFAULT ''::text, city text DEFAULT ''::text, reason text DEFAULT ''::text, reporter text DEFAULT ''::text, skip integer DEFAULT 0, at_most integer DEFAULT 50)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
 SET jit TO 'off'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.home(short_id text)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '3s'
 SET jit TO 'off'
AS $function$
declare
  home_id constant uuid := private.home_with_short_id(short_id);
begin
  return coalesce((
    select json_build_object(
      'propertyId', p.id,
      'propertyName', p.property_name,
      'locality', p.locality,
      'city', p.city,
      'count', p.review_count,
      'totalRating', p.rating_total,
      'lastReviewOn', f.last_day,
      'excerpt', private.home_summaries(array[p.id]) -> 0 -> 'excerpt',
      'figures', f.figures,
      'isCityAccepted', exists (
        select from private.places as place where place.city_slug = f.city_slug and place.locality_slug = ''),
      'bursts', private.bursts_of_home(p.id),
      'nearby', private.home_summaries(array(
        select near.property_id from private.property_figures as near
        where near.city_slug = f.city_slug and near.locality_slug = f.locality_slug and near.property_id <> f.property_id
        order by near.last_day desc, near.last_order desc limit 4)))
    from public.properties as p join private.property_figures as f on f.property_id = p.id
    where p.id = home_id
  ), private.uncounted_home(home_id));
end $function$;

CREATE TRIGGER copy_counted_at AFTER UPDATE OF created_at, hidden_at, is_counted ON public.reviews FOR EACH ROW EXECUTE FUNCTION private.copy_counted_at();

CREATE TRIGGER keep_property_totals AFTER INSERT OR DELETE OR UPDATE OF property_id, rating, verified, hidden_at, is_counted, created_at, property_name, locality, city, property_type, move_in_date, duration, would_recommend, move_out_intent, reported_issues, how_issues_reported, issue_resolution_status, management_response_time, answers, review_text, search_text, topics ON public.reviews FOR EACH ROW EXECUTE FUNCTION private.keep_property_totals();

CREATE POLICY "The site reads visible reviews that count" ON "public"."reviews" FOR SELECT TO "site_reader" USING (((hidden_at IS NULL) AND is_counted));

COMMENT ON COLUMN "private"."audit_log"."subject" IS 'The id of a review, reply, grievance, burst, home, city or account, or the name of a setting; never an email.';

COMMENT ON COLUMN "private"."review_names"."counted_at" IS 'created_at of the review; null while it is hidden or not counted.';

COMMENT ON COLUMN "public"."reviews"."is_counted" IS 'False after an operator decided not to count a burst. Lists, counts and averages leave it out; the page of its home still shows it.';

COMMENT ON FUNCTION "public"."desk_decide"(uuid[], text, text, text, text, uuid[]) IS 'For operators: applies one decision to all these reviews, replies, grievances, bursts or cities and hides the reviews in `hide`; changes nothing if one of them is refused. Returns the entries of the audit log, for desk_undo.';

COMMENT ON FUNCTION "public"."home"(text) IS 'A home by the first eight digits of its id, with its figures and up to four others of its locality; null if it has no visible review. count is 0 if none counts.';

REVOKE ALL ON FUNCTION "private"."bursts_of_home"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."bursts_of_home"(uuid) TO "site_reader";

REVOKE ALL ON FUNCTION "private"."decide_burst"(private.bursts, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."queue_count_emails"(private.audit_log) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."set_burst"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."uncounted_because"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."uncounted_home"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."uncounted_home"(uuid) TO "site_reader";