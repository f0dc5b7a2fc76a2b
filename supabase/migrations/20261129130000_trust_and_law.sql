-- Bursts of reviews, the duties of 2027, and deletions sealed to an offline key.
-- Functions are in alphabetical order, and some call later ones.
set check_function_bodies = off;

-- Bursts: several reviews of one home within days that look like one person's work. A sweep finds them, operators decide at the desk.
-- A burst holds counts and reviews, never an author, an account or a network.

create table private.bursts (
  id uuid primary key default gen_random_uuid(),
  property_id uuid not null references public.properties (id) on delete cascade,
  found_on date not null default (now() at time zone 'Asia/Kolkata')::date,
  state text not null default 'open' check (state in ('open', 'checking', 'genuine', 'uncounted')),
  signals jsonb not null
);
comment on table private.bursts is 'Reviews of one home within days that may come from one person, found by a sweep.';
comment on column private.bursts.found_on is 'The date in India. The time of day would reveal when the last review was published.';
comment on column private.bursts.state is
  'open: waits for an operator. checking: the page of the home says so. genuine, uncounted: decided; the reviews of an uncounted one are in no figure.';
comment on column private.bursts.signals is
  'Counts when it was found: {days, reviews, expected, newAccounts, firstReviews, equalStars, areStarsUnlike, equalAnswers, nearTexts, score}.';
create unique index bursts_of_home on private.bursts (property_id) where state in ('open', 'checking');
create index bursts_by_home on private.bursts (property_id);
alter table private.bursts enable row level security;

create table private.burst_reviews (
  review_id uuid primary key references public.reviews (id) on delete cascade,
  burst_id uuid not null references private.bursts (id) on delete cascade,
  is_genuine boolean not null default false
);
comment on table private.burst_reviews is 'The reviews of each burst. A review is in at most one.';
comment on column private.burst_reviews.is_genuine is 'Whether an operator decided that this review counts, whatever the burst is.';
create index burst_reviews_by_burst on private.burst_reviews (burst_id);
alter table private.burst_reviews enable row level security;

insert into private.settings (key, value, shipped, minimum, maximum, description)
select key, to_jsonb(number), to_jsonb(number), minimum, maximum, description
from (values
  ('burst_decision_hours', 72, 1, 8760, 'Hours within which an operator decides on a burst of reviews: the order of the desk.'),
  ('burst_days', 7, 1, 60, 'Days whose reviews of one home are compared to find a burst.'),
  ('burst_slow_days', 28, 1, 90, 'The same for slow bursts.'),
  ('burst_least_reviews', 5, 2, 1000, 'The fewest reviews that are a burst.'),
  ('burst_threshold', 80, 1, 100000, 'The score from which reviews are a burst for the desk. Each weight below multiplies the surprise of one signal, in nats.'),
  ('burst_weight_rate', 2, 0, 1000, 'Weight of more reviews than the home usually gets.'),
  ('burst_weight_stars', 7, 0, 1000, 'Weight of stars unlike the earlier ones of the home: one more often, or another mix.'),
  ('burst_weight_new_accounts', 8, 0, 1000, 'Weight of accounts younger than two days.'),
  ('burst_weight_first_reviews', 5, 0, 1000, 'Weight of first reviews of accounts.'),
  ('burst_weight_answers', 5, 0, 1000, 'Weight of nearly equal answers.'),
  ('burst_weight_texts', 5, 0, 1000, 'Weight of nearly equal texts.'),
  ('burst_weight_earlier', 20, 0, 1000, 'Points for an earlier burst of the home that is not counted.'),
  ('home_restores_per_network_day', 3, 0, 1000, 'Older reviews of one home that authors bring back from one network in a day. 0: any number.'),
  ('nudity_grievances_per_network_day', 3, 1, 1000, 'Grievances about nudity from one network in a day that hide photos at once. The photos of further ones stay until the decision.'),
  ('grievance_decide_hours_threat', 36, 1, 36, 'The same for threats and abuse. The law: 36.'),
  ('grievance_decide_hours_impersonation', 36, 1, 36, 'The same if someone is impersonated. The law: 36.'),
  ('grievance_decide_hours_nudity', 2, 1, 2, 'The same for nudity, and sexual or morphed images. The law: 2.'),
  ('rules_reminders_per_sweep', 100, 1, 10000, 'Accounts that a sweep (every ten minutes) reads to send them the rules, once in each quarter.')
) as listed (key, number, minimum, maximum, description);

alter table public.reviews add column is_counted boolean not null default true;

alter table private.grievances drop constraint grievances_ground_check;
alter table private.grievances add constraint grievances_ground_check check (
  ground in ('untrue', 'private-data', 'nudity', 'threat', 'impersonation', 'copyright', 'order', 'other'));
update private.policy_clauses
set sentence = 'Photos show no nudity and nothing sexual, no faces, no children, no names, signatures, account or identity numbers, and no other people''s documents.'
where id = '3.1';

alter table private.review_proofs add column is_withheld boolean not null default false;

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
    r.verified and exists (
      select from private.review_proofs as proof where proof.review_id = r.id and not proof.is_withheld offset 0) as verified, r.reported,
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

create extension if not exists pgcrypto with schema extensions;
create table private.sealed_records (
  id uuid primary key default gen_random_uuid(),
  sealed_on date not null default (now() at time zone 'Asia/Kolkata')::date,
  sealed bytea not null
);
create index sealed_records_by_day on private.sealed_records (sealed_on);
insert into private.settings (key, value, description)
values ('retention_key', 'null', 'The public OpenPGP key, in base64, to which deletions seal what they delete. Null: nothing is kept.');

DROP POLICY "The site reads visible reviews" ON "public"."reviews";

DROP TRIGGER "copy_counted_at" ON "public"."reviews";

DROP TRIGGER "keep_property_totals" ON "public"."reviews";

ALTER TABLE "private"."sealed_records" ENABLE ROW LEVEL SECURITY;

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
    where r.property_id = home and r.created_at <= until and (r.hidden_at is null or exists (
      select from private.withdrawn_reviews as w where w.review_id = r.id and not w.hidden_by_operator)) and b.state is distinct from 'uncounted'
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
    -- Recent and earlier stars differ by this log-likelihood ratio. Chance makes it 2 on average.
    (select sum(sign * count * ln(count::double precision)) - 2
      from (
        select c.* from by_rating, unnest(array[recent, earlier, recent + earlier], array[1, 1, -1]) as c
        union all
        select c.* from (select sum(recent) as n, sum(earlier) as m from by_rating) as t, unnest(array[n, m, n + m], array[-1, -1, 1]) as c
      ) as counts (count, sign) where count > 0) as other_stars,
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
    'firstReviews', compared.first_reviews, 'equalStars', shown.equal_stars, 'areStarsUnlike', coalesce(shown.other_stars > 3, false),
    'equalAnswers', compared.equal_answers,
    'nearTexts', compared.near_texts, 'score', round(
      private.setting('burst_weight_rate') * least(rate, 10)
      + private.setting('burst_weight_stars')
        * least(greatest(private.surprise(shown.equal_stars, shown.reviews, shown.usual_share), shown.other_stars), 14)
      -- Most honest tenants sign up to write, so these two say little.
      + private.setting('burst_weight_new_accounts') * least(private.surprise(compared.new_accounts, compared.reviews, 0.75), 3)
      + private.setting('burst_weight_first_reviews') * least(private.surprise(compared.first_reviews, compared.reviews, 0.85), 3)
      + private.setting('burst_weight_answers') * private.surprise(compared.equal_answers, compared.reviews, by_chance)
      + private.setting('burst_weight_texts') * private.surprise(compared.near_texts, compared.reviews, by_chance)
      + private.setting('burst_weight_earlier')
        * exists (select from private.bursts as b where b.property_id = home and b.state = 'uncounted')::integer));
end $function$;

REVOKE ALL ON FUNCTION "private"."burst_signals"(uuid, date, timestamp with time zone) FROM PUBLIC, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.burst_size(burst_id uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select count(*) from private.burst_reviews as w join public.reviews as r on r.id = w.review_id
  where w.burst_id = burst_size.burst_id and r.hidden_at is null
$function$;

REVOKE ALL ON FUNCTION "private"."burst_size"(uuid) FROM PUBLIC, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.bursts_of_home(property_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'isChecked', coalesce(bool_or(b.state = 'checking' and private.burst_size(b.id) > 0), false),
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
    'isCounted', (select r.is_counted from public.reviews as r where r.id = shown.id),
    -- Also those that a grievance hides.
    'proofUrls', array(
      select '/storage/v1/object/public/review-proofs/public/' || p.photo_name
      from private.review_proofs as p where p.review_id = shown.id order by p.position))
  from (select s.* from private.shown_reviews as s where s.id = desk_review_json.review_id limit 1) as shown
$function$;

CREATE OR REPLACE FUNCTION private.find_bursts(at timestamp with time zone DEFAULT now(), only_home uuid DEFAULT NULL::uuid)
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
  -- Authors have erased all of its reviews.
  delete from private.bursts as b
  where b.state in ('open', 'checking') and not exists (select from private.burst_reviews as i where i.burst_id = b.id);
  for look in
    select home.id as home, b.id as burst, span.after_day, span.until, s.signals
    from (
      select latest.property_id as id
      from (
        select distinct property_id from public.reviews where only_home is null and created_on between today - 2 and today
        union all
        select only_home where only_home is not null
      ) as latest
      where private.setting('burst_least_reviews') <= (
        select count(*) from public.reviews as r where r.property_id = latest.property_id and r.created_on > today - slow_days)
    ) as home
    left join private.bursts as b on b.property_id = home.id and b.state in ('open', 'checking')
    cross join lateral (
      select min(r.created_on) as day from private.burst_reviews as i join public.reviews as r on r.id = i.review_id where i.burst_id = b.id
    ) as first
    cross join lateral (
      select today - days as after_day, at as until, false as is_own from unnest(array[private.setting('burst_days'), slow_days]) as days
      where b.id is null or first.day + slow_days <= today
      union all
      select first.day - 1, at, true where first.day + slow_days > today
    ) as span
    cross join lateral private.burst_signals(home.id, span.after_day, span.until) as s (signals)
    where s.signals is not null and (span.is_own or (s.signals -> 'score')::integer >= private.setting('burst_threshold'))
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
    where r.property_id = look.home and r.created_on > look.after_day and r.created_at <= look.until and (r.hidden_at is null or exists (
      select from private.withdrawn_reviews as w where w.review_id = r.id and not w.hidden_by_operator))
    for key share skip locked
    on conflict do nothing;
  end loop;
  return bursts;
end $function$;

REVOKE ALL ON FUNCTION "private"."find_bursts"(timestamp with time zone, uuid) FROM PUBLIC, anon, authenticated, service_role;

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

CREATE OR REPLACE FUNCTION private.key_hash(key text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE STRICT
RETURN encode(sha256(decode(key, 'base64'::text)), 'hex'::text);

REVOKE ALL ON FUNCTION "private"."key_hash"(text) FROM PUBLIC, anon, authenticated, service_role;

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
  -- The corrected review stays in the burst of the replaced one, and counts only if that counted.
  insert into private.burst_reviews (review_id, burst_id, is_genuine)
  select review.id, w.burst_id, w.is_genuine from private.burst_reviews as w where w.review_id = replaced;
  update public.reviews as r set is_counted = false
  where r.id = review.id and not (select hidden.is_counted from public.reviews as hidden where hidden.id = replaced);
  perform private.count_for_network(review);
  return null;
end $function$;

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
          ('home_restores_per_network_day', 'Too many reviews of this home came back from your connection today. Come back tomorrow.'),
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
  perform private.find_bursts(only_home => home.id);
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
  where b.state in ('open', 'checking') and private.burst_size(b.id) > 0
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
    and (entry.command = 'uncount-burst' or entry.details ->> 'was' = 'uncounted' or entry.details ->> 'was_counted' = 'false')
    and not exists (select from private.burst_reviews as w where w.review_id = r.id and w.is_genuine and entry.command <> 'count-review')
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

CREATE OR REPLACE FUNCTION private.seal_before_deletion()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  key constant text := (select value #>> '{}' from private.settings where settings.key = 'retention_key');
  account uuid;
  review_ids uuid[];
  removed jsonb;
  record text;
begin
  if key is null then
    return old;
  elsif tg_table_name = 'users' then
    account := old.id;
    review_ids := array(select a.review_id from private.review_authors as a where a.user_id = old.id order by a.review_id);
    removed := jsonb_build_object('replies', (select jsonb_agg(to_jsonb(a)) from private.replies as a where a.user_id = old.id));
  elsif tg_table_name = 'reviews' then
    account := (select a.user_id from private.review_authors as a where a.review_id = old.id);
    review_ids := array[old.id];
    removed := jsonb_build_object(
      'review', to_jsonb(old) - array['search_text', 'topics', 'city_key', 'insert_order'],
      'signed_with', (select n.email from private.review_names as n where n.review_id = old.id),
      'withdrawn_on', (select w.withdrawn_on from private.withdrawn_reviews as w where w.review_id = old.id),
      'follow_ups', (select jsonb_agg(to_jsonb(f) order by f.position) from private.follow_ups as f where f.review_id = old.id));
  else
    -- A reply deleted with its author's account is in the record of the account.
    if not exists (select from auth.users as u where u.id = old.user_id) then
      return old;
    end if;
    account := old.user_id;
    review_ids := array[old.review_id];
    removed := jsonb_build_object('replies', jsonb_build_array(to_jsonb(old)));
  end if;
  record := jsonb_strip_nulls(jsonb_build_object(
    'email', u.email, 'account', account, 'review_ids', to_jsonb(review_ids), 'removed', removed,
    'times', jsonb_build_object('sealed_at', now(), 'created_at', u.created_at, 'confirmed_at', u.email_confirmed_at,
      'last_sign_in_at', u.last_sign_in_at)))
  from (values (account)) as named (id) left join auth.users as u on u.id = named.id;
  insert into private.sealed_records (sealed) values (extensions.pgp_pub_encrypt(
    record || repeat(' ', 4095 & -octet_length(record)), decode(key, 'base64'), 'cipher-algo=aes256'));
  return old;
end $function$;

REVOKE ALL ON FUNCTION "private"."seal_before_deletion"() FROM PUBLIC, anon, authenticated, service_role;

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
    and r.id in (select b.review_id from private.burst_reviews as b where b.burst_id = set_burst.burst_id and not b.is_genuine);
  get diagnostics changed = row_count;
  return changed;
end $function$;

REVOKE ALL ON FUNCTION "private"."set_burst"(uuid, text) FROM PUBLIC, anon, authenticated, service_role;

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

CREATE OR REPLACE FUNCTION private.uncounted_of_home(property_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(to_jsonb(private.review_json(s)) || jsonb_build_object('because', private.uncounted_because(s.id))
    order by s.created_on desc, s.insert_order desc), '[]')
  from (
    select shown.*
    from public.reviews as r join private.shown_reviews as shown on shown.id = r.id
    where r.property_id = uncounted_of_home.property_id and not r.is_counted and r.hidden_at is null
    order by r.created_on desc, r.insert_order desc limit 60
  ) as s
$function$;

REVOKE ALL ON FUNCTION "private"."uncounted_of_home"(uuid) FROM PUBLIC, anon, authenticated, service_role;

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
end $function$;

CREATE OR REPLACE FUNCTION private.withhold_photos(grievance private.grievances)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not private.is_within_limit('nudity_grievances_per_network_day', private.request_address(24, 48)) then
    return;
  end if;
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
  elsif is_still_hidden is not null then
    perform private.limit_use('home_restores_per_network_day', private.request_address(24, 48) || ' ' || review.property_id);
  end if;
  return private.my_review_json(review.id);
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

CREATE OR REPLACE FUNCTION public.operator_deployment_facts()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '30s'
 SET jit TO 'off'
AS $function$
declare
  applied jsonb := '[]';
begin
  -- The table is missing if the migrations were not pushed with the Supabase CLI.
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    applied := (select coalesce(jsonb_agg(version order by version), '[]') from supabase_migrations.schema_migrations);
  end if;
  return jsonb_build_object(
    'database_time', clock_timestamp(),
    'server_version', current_setting('server_version'),
    'migrations', applied,
    'access', (select jsonb_agg(rule order by rule collate "C") from private.access_rules() as rule),
    'database_settings', (
      select jsonb_object_agg(name, setting) from pg_settings
      where name in ('fsync', 'full_page_writes', 'jit', 'log_statement')),
    'oldest_waiting_email', (select min(created_at) from private.email_outbox),
    'worker_ran_at', (select at from private.worker_heartbeat),
    'clock_jump', private.clock_jump(),
    'retention_key', (select private.key_hash(value #>> '{}') from private.settings where key = 'retention_key'),
    'photo', (
      select (select min(p.photo_name) from private.review_proofs as p where p.review_id = r.id) from public.reviews as r
      where r.hidden_at is null and r.verified order by r.created_on desc, r.insert_order desc limit 1));
end $function$;

CREATE OR REPLACE FUNCTION public.operator_sealed_records(first_day date, last_day date, record uuid, operator text, reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '60s'
 SET jit TO 'off'
AS $function$
declare
  records constant jsonb := (
    select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'sealed_on', s.sealed_on, 'sealed', encode(s.sealed, 'base64')) order by s.id), '[]')
    from private.sealed_records as s
    where s.id = record or s.sealed_on between first_day and least(last_day, first_day + 30));
begin
  if last_day - first_day > 30 then
    perform private.refuse(400, 'Export at most 31 days at a time.');
  end if;
  perform private.record_operation('sealed-records', operator, record::text, reason,
    jsonb_strip_nulls(jsonb_build_object('from', first_day, 'to', last_day, 'records', jsonb_array_length(records))));
  return records;
end $function$;

REVOKE ALL ON FUNCTION "public"."operator_sealed_records"(date, date, uuid, text, text) FROM PUBLIC, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.operator_set_retention_key(new_key text, operator text, reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  old_key constant text := (select value #>> '{}' from private.settings where key = 'retention_key');
  change constant jsonb := jsonb_build_object('from', private.key_hash(old_key), 'to', private.key_hash(new_key));
begin
  if new_key is distinct from old_key then
    -- With a key that fails, no deletion would work.
    begin
      perform extensions.pgp_pub_encrypt('x', decode(new_key, 'base64'));
    exception when others then
      perform private.refuse(400, format('PostgreSQL cannot encrypt to this retention key (%s). It needs a public key with one subkey for encryption, of type RSA: gpg''s default, elliptic curves, does not work. docs/operations.md, "Keep deleted data sealed"', sqlerrm));
    end;
    update private.settings set value = coalesce(to_jsonb(new_key), 'null') where key = 'retention_key';
    perform private.record_operation('set-retention-key', operator, 'retention_key', reason, change);
  end if;
  return change;
end $function$;

REVOKE ALL ON FUNCTION "public"."operator_set_retention_key"(text, text, text) FROM PUBLIC, anon, authenticated, service_role;

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
  delete from private.sealed_records where sealed_on < (now() at time zone 'Asia/Kolkata')::date - 180;
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
  -- Last: it locks homes.
  perform private.find_bursts();
  return jsonb_build_object(
    'accounts', accounts, 'sessions', sessions, 'events', events, 'withdrawn', withdrawn, 'follows', follows);
end $function$;

CREATE OR REPLACE FUNCTION public.uncounted_reviews(property_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '3s'
 SET jit TO 'off'
AS $function$
  select private.uncounted_of_home(property_id)
$function$;

REVOKE ALL ON FUNCTION "public"."uncounted_reviews"(uuid) FROM PUBLIC, anon, authenticated, service_role;

GRANT CREATE ON SCHEMA "public" TO "site_reader";

ALTER FUNCTION "public"."uncounted_reviews"(uuid) OWNER TO "site_reader";

REVOKE CREATE ON SCHEMA "public" FROM "site_reader";

CREATE TRIGGER seal_account BEFORE DELETE ON auth.users FOR EACH ROW WHEN ((old.email_confirmed_at IS NOT NULL)) EXECUTE FUNCTION private.seal_before_deletion();

CREATE TRIGGER seal_reply BEFORE DELETE ON private.replies FOR EACH ROW EXECUTE FUNCTION private.seal_before_deletion();

CREATE TRIGGER copy_counted_at AFTER UPDATE OF created_at, hidden_at, is_counted ON public.reviews FOR EACH ROW EXECUTE FUNCTION private.copy_counted_at();

CREATE TRIGGER keep_property_totals AFTER INSERT OR DELETE OR UPDATE OF property_id, rating, verified, hidden_at, is_counted, created_at, property_name, locality, city, property_type, move_in_date, duration, would_recommend, move_out_intent, reported_issues, how_issues_reported, issue_resolution_status, management_response_time, answers, review_text, search_text, topics ON public.reviews FOR EACH ROW EXECUTE FUNCTION private.keep_property_totals();

CREATE TRIGGER seal_review BEFORE DELETE ON public.reviews FOR EACH ROW EXECUTE FUNCTION private.seal_before_deletion();

CREATE POLICY "The site reads visible reviews that count" ON "public"."reviews" FOR SELECT TO "site_reader" USING (((hidden_at IS NULL) AND is_counted));

COMMENT ON COLUMN "private"."audit_log"."operator" IS 'The user of the operating system, the name in --operator, or the name of an operator of the desk. "visitor" for a new grievance, "sweep" for reminders of the rules, "its owner" for an account deleted by its owner.';

COMMENT ON COLUMN "private"."audit_log"."subject" IS 'The id of a review, reply, grievance, burst, home, city or account, or the name of a setting; never an email.';

COMMENT ON COLUMN "private"."review_names"."counted_at" IS 'created_at of the review; null while it is hidden or not counted.';

COMMENT ON COLUMN "private"."review_proofs"."is_withheld" IS 'A grievance about nudity waits or was upheld: no page shows the photo. After a decision to uphold it, a sweep deletes the photo.';

COMMENT ON COLUMN "private"."sealed_records"."sealed" IS 'An OpenPGP message: JSON {email, account, times, review_ids, removed}, padded with spaces to a multiple of 4 KB.';

COMMENT ON COLUMN "private"."sealed_records"."sealed_on" IS 'The date in India.';

COMMENT ON COLUMN "public"."reviews"."is_counted" IS 'False after an operator decided not to count a burst. Lists, counts and averages leave it out; the page of its home still shows it.';

COMMENT ON FUNCTION "public"."desk_decide"(uuid[], text, text, text, text, uuid[]) IS 'For operators: applies one decision to all these reviews, replies, grievances, bursts or cities and hides the reviews in `hide`; changes nothing if one of them is refused. Returns the entries of the audit log, for desk_undo.';

COMMENT ON FUNCTION "public"."home"(text) IS 'A home by the first eight digits of its id, with its figures and up to four others of its locality; null if it has no visible review. count is 0 if none counts.';

COMMENT ON FUNCTION "public"."operator_sealed_records"(date, date, uuid, text, text) IS 'For operators, on an order: the sealed records of at most 31 days, or the one with this id: [{id, sealed_on, sealed}], in base64.';

COMMENT ON FUNCTION "public"."operator_set_retention_key"(text, text, text) IS 'For operators: sets the OpenPGP key, in base64, to which deletions seal what they delete; null ends that. Returns the hashes {from, to}.';

COMMENT ON FUNCTION "public"."uncounted_reviews"(uuid) IS 'The visible reviews of a home that are not counted, newest first, at most 60: [{because: {reason, clause}, …}].';

COMMENT ON TABLE "private"."audit_log" IS 'Changes and lookups by operators, new grievances, and reminders of the rules. Append-only.';

COMMENT ON TABLE "private"."sealed_records" IS 'Deleted accounts, reviews and replies, encrypted to the retention key. No role reads them. Swept after 180 days.';

REVOKE ALL ON FUNCTION "private"."burst_signals"(uuid, date, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."burst_size"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."bursts_of_home"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."bursts_of_home"(uuid) TO "site_reader";

REVOKE ALL ON FUNCTION "private"."decide_burst"(private.bursts, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."delete_withheld_photos"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."find_bursts"(timestamp with time zone, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."key_hash"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."queue_count_emails"(private.audit_log) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."queue_rules_reminders"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."seal_before_deletion"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."set_burst"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."surprise"(bigint, bigint, double precision) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."uncounted_because"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."uncounted_home"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."uncounted_home"(uuid) TO "site_reader";

REVOKE ALL ON FUNCTION "private"."uncounted_of_home"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."uncounted_of_home"(uuid) TO "site_reader";

REVOKE ALL ON FUNCTION "private"."withhold_photos"(private.grievances) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_to_photo_author"(text, private.grievances, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."operator_sealed_records"(date, date, uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."operator_sealed_records"(date, date, uuid, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."operator_set_retention_key"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."operator_set_retention_key"(text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."uncounted_reviews"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."uncounted_reviews"(uuid) TO "anon", "authenticated";
