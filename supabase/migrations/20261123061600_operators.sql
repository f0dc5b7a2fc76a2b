-- The operator_… functions are all that `npm run admin` (server/operator), `npm run worker` and `npm run doctor` can do, on the
-- embedded backend and on hosted projects. Besides the database owner only service_role may call them, and some of them the role
-- of the embedded server. They are security definer because service_role has no usage on private; those that read whole lists
-- set a statement_timeout.

create function private.existing_review(review_id uuid) returns public.reviews
language plpgsql stable set search_path = '' as $$
declare
  found_review public.reviews;
begin
  select * into found_review from public.reviews where id = review_id;
  if not found then
    perform private.refuse(404, 'There is no review with this id.');
  end if;
  return found_review;
end $$;
comment on function private.existing_review(uuid) is 'The review with this id, hidden or not; refuses an unknown one.';

create function private.reports_json(review_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'count', coalesce(sum(count), 0), 'reasons', coalesce(jsonb_object_agg(reason, count), '{}'),
    'first_at', min(first_at), 'last_at', max(last_at))
  from (
    select reason, count(*) as count, min(created_at) as first_at, max(created_at) as last_at
    from public.review_reports as r where r.review_id = reports_json.review_id
    group by reason
  ) as by_reason
$$;
comment on function private.reports_json(uuid) is 'How often, why and when a review was reported.';

create function private.operator_review_json(review public.reviews) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', review.id,
    'property_name', review.property_name,
    'locality', review.locality,
    'city', review.city,
    'rating', review.rating,
    'display_name', coalesce((select display_name from private.review_names where review_id = review.id), 'Anonymous'),
    'created_on', review.created_on,
    'verified', review.verified and private.has_proof(review.id),
    'flagged', review.reported,
    'hidden_at', review.hidden_at,
    'withdrawn_on', (select w.withdrawn_on from private.withdrawn_reviews as w where w.review_id = review.id),
    'excerpt', left(regexp_replace(review.review_text, '\s+', ' ', 'g'), 200),
    'reports', private.reports_json(review.id))
$$;
comment on function private.operator_review_json(public.reviews) is 'A review as lists for operators show it, without its author.';

create function private.is_hidden_by_operator(review public.reviews) returns boolean
language sql stable set search_path = '' as $$
  select review.hidden_at is not null
    and coalesce((select w.hidden_by_operator from private.withdrawn_reviews as w where w.review_id = review.id), true)
$$;
comment on function private.is_hidden_by_operator(public.reviews) is 'False for a review that is hidden by its author alone.';

create function private.list_place(after text, out at timestamptz, out id uuid)
language plpgsql stable set search_path = '' as $$
begin
  at := split_part(after, ',', 1);
  id := split_part(after, ',', 2);
exception when data_exception then
  perform private.refuse(400, 'This --after is damaged: copy it from the end of the page before.');
end $$;
comment on function private.list_place(text) is 'Parses a cursor: <time>,<review id>. Nulls for the first page.';

create function private.list_cursor(at timestamptz, id uuid) returns text
language sql immutable set search_path = '' as $$
  select to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || ',' || id
$$;
comment on function private.list_cursor(timestamptz, uuid) is 'Formats a cursor, without spaces.';

create function public.operator_flagged_reviews(at_most integer default 20, after text default null) returns jsonb
language sql stable security definer set search_path = '' set statement_timeout = '60s' as $$
  with flagged as (
    select r.id, coalesce(
      (select min(p.created_at) from public.review_reports as p where p.review_id = r.id),
      r.created_on::timestamp at time zone 'Asia/Kolkata') as since
    from public.reviews as r where r.reported and r.hidden_at is null
  ),
  page as (
    select flagged.id, flagged.since, row_number() over (order by flagged.since, flagged.id) as number
    from flagged, private.list_place(after) as ended
    where ended.id is null or (flagged.since, flagged.id) > (ended.at, ended.id)
    order by flagged.since, flagged.id
    limit least(greatest(coalesce(at_most, 20), 1), 100) + 1
  ),
  shown as (
    select * from page where number <= least(greatest(coalesce(at_most, 20), 1), 100)
  )
  select jsonb_build_object(
    'total', (select count(*) from flagged),
    'reviews', coalesce((
      select jsonb_agg(private.operator_review_json(r) order by s.number)
      from shown as s join public.reviews as r on r.id = s.id), '[]'),
    'next', case when (select count(*) from page) > (select count(*) from shown) then
      (select private.list_cursor(since, id) from shown order by number desc limit 1) end)
$$;
comment on function public.operator_flagged_reviews(integer, text) is
  'For operators: visible reviews that are flagged, with report counts, the one reported first on top.';

create function public.operator_hidden_reviews(at_most integer default 20, after text default null) returns jsonb
language sql stable security definer set search_path = '' set statement_timeout = '60s' as $$
  with page as (
    select r.id, r.hidden_at, row_number() over (order by r.hidden_at desc, r.id desc) as number
    from public.reviews as r, private.list_place(after) as ended
    where r.hidden_at is not null and private.is_hidden_by_operator(r) and (ended.id is null or (r.hidden_at, r.id) < (ended.at, ended.id))
    order by r.hidden_at desc, r.id desc
    limit least(greatest(coalesce(at_most, 20), 1), 100) + 1
  ),
  shown as (
    select * from page where number <= least(greatest(coalesce(at_most, 20), 1), 100)
  )
  select jsonb_build_object(
    'total', (select count(*) from public.reviews as r where r.hidden_at is not null and private.is_hidden_by_operator(r)),
    'reviews', coalesce((
      select jsonb_agg(
        private.operator_review_json(r) || jsonb_build_object('hidden_because', (
          select reason from private.audit_log where subject = r.id::text and command = 'hide' order by id desc limit 1))
        order by s.number)
      from shown as s join public.reviews as r on r.id = s.id), '[]'),
    'next', case when (select count(*) from page) > (select count(*) from shown) then
      (select private.list_cursor(hidden_at, id) from shown order by number desc limit 1) end)
$$;
comment on function public.operator_hidden_reviews(integer, text) is
  'For operators: reviews that operators have hidden, with the reason, the one hidden last on top.';

-- With the e-mails of reporters, who want to hear the outcome.
create function public.operator_show_review(review_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  review constant public.reviews := private.existing_review(review_id);
begin
  return private.operator_review_json(review) - 'excerpt' || jsonb_build_object(
    'review_text', review.review_text,
    'reported_issues', review.reported_issues,
    'whole', private.desk_review_json(review.id),
    'proof_urls', (select r.proof_urls from private.shown_reviews as r where r.id = review.id),
    'reports', coalesce((
      select jsonb_agg(jsonb_build_object('at', r.created_at, 'reason', r.reason, 'reporter_email', e.email)
        order by r.created_at, r.id)
      from public.review_reports as r left join private.reporter_emails as e on e.report_id = r.id
      where r.review_id = review.id), '[]'),
    'history', private.desk_history(review.id::text));
end $$;
comment on function public.operator_show_review(uuid) is
  'For operators: one review in full, its reports and its audit log entries, without its author.';

create function public.operator_audit_log(at_most integer default 50, before bigint default null) returns jsonb
language sql stable security definer set search_path = '' set statement_timeout = '60s' as $$
  with page as (
    select * from private.audit_log
    where before is null or id < before
    order by id desc
    limit least(greatest(coalesce(at_most, 50), 1), 1000)
  )
  select jsonb_build_object(
    'entries', coalesce((select jsonb_agg(to_jsonb(page) order by id desc) from page), '[]'),
    'next', (select min(id) from page having exists (select from private.audit_log where id < (select min(id) from page))))
$$;
comment on function public.operator_audit_log(integer, bigint) is 'For operators: the audit log, newest first.';

-- Operators change numbers and the header with the client's address. The other settings are this installation's own URL and its
-- secrets: those are neither listed nor changed here.
create function public.operator_settings() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(
    jsonb_build_object('name', key, 'value', value)
      || jsonb_strip_nulls(jsonb_build_object('shipped', shipped, 'minimum', minimum, 'maximum', maximum, 'description', description))
    order by key), '[]')
  from private.settings
  where minimum is not null or key = 'client_address_header'
$$;
comment on function public.operator_settings() is 'For operators: the settings that they may change.';

create function public.operator_set_setting(name text, new_value text, operator text, reason text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  setting private.settings;
  given constant text := lower(btrim(new_value));
  given_value jsonb;
begin
  select * into setting from private.settings where key = name and (minimum is not null or key = 'client_address_header');
  if not found then
    perform private.refuse(404, 'There is no such setting. The command settings lists them.');
  elsif setting.minimum is not null then
    if given !~ '^(0|[1-9][0-9]{0,8})$' or given::integer not between setting.minimum and setting.maximum then
      perform private.refuse(400, format('Give a whole number from %s to %s.', setting.minimum, setting.maximum));
    end if;
    given_value := given::jsonb;
  elsif given !~ '^[a-z0-9-]{1,64}$' then
    perform private.refuse(400, 'Give the name of a header, such as x-forwarded-for.');
  else
    given_value := to_jsonb(given);
  end if;
  update private.settings set value = given_value where key = name;
  perform private.record_operation('set', operator, name, reason, jsonb_build_object('from', setting.value, 'to', given_value));
  return jsonb_build_object('name', name, 'from', setting.value, 'to', given_value);
end $$;
comment on function public.operator_set_setting(text, text, text, text) is
  'For operators: changes a number in the settings, or the header with the client''s address.';

revoke execute on all functions in schema private from public;
-- Hosted projects grant new functions to every role by default.
revoke execute on function
  public.operator_flagged_reviews(integer, text), public.operator_hidden_reviews(integer, text),
  public.operator_show_review(uuid), public.operator_audit_log(integer, bigint), public.operator_settings(),
  public.operator_set_setting(text, text, text, text)
from public, anon, authenticated, service_role;
grant execute on function
  public.operator_flagged_reviews(integer, text), public.operator_hidden_reviews(integer, text),
  public.operator_show_review(uuid), public.operator_audit_log(integer, bigint), public.operator_settings(),
  public.operator_set_setting(text, text, text, text)
to service_role;
