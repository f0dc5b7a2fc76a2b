-- What operators read. The functions named operator_… are the whole of what `npm run admin` can do
-- (server/operator), for the embedded backend and for hosted projects alike. Only the owner of the database
-- and service_role may call them; they are security definer because service_role may not enter the schema
-- private, and have a time limit of their own because lists are read whole.

create index reviews_flagged on public.reviews (id) where reported and hidden_at is null;
create index reviews_hidden on public.reviews (hidden_at desc, id desc) where hidden_at is not null;

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
    'display_name', review.display_name,
    'created_at', review.created_at,
    'verified', review.verified,
    'flagged', review.reported,
    'hidden_at', review.hidden_at,
    'excerpt', left(regexp_replace(review.review_text, '\s+', ' ', 'g'), 200),
    'reports', private.reports_json(review.id))
$$;
comment on function private.operator_review_json(public.reviews) is 'A review as lists for operators show it; not who wrote it.';

create function public.operator_flagged_reviews(at_most integer default 20, after text default null) returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  ended text[];
  answer jsonb;
begin
  begin
    ended := browsing.read_cursor(after, 2);
    perform ended[1]::timestamptz, ended[2]::uuid;
  exception when others then
    perform private.refuse(400, 'This --after is damaged: copy it from the end of the page before.');
  end;
  with flagged as (
    select r.id, coalesce((select min(created_at) from public.review_reports where review_id = r.id), r.created_at) as since
    from public.reviews as r
    where r.reported and r.hidden_at is null
  ),
  page as (
    select id, since from flagged
    where ended is null or (since, id) > (ended[1]::timestamptz, ended[2]::uuid)
    order by since, id
    limit least(greatest(coalesce(at_most, 20), 1), 100) + 1
  ),
  shown as (
    select * from page order by since, id limit least(greatest(coalesce(at_most, 20), 1), 100)
  )
  select jsonb_build_object(
    'total', (select count(*) from flagged),
    'reviews', coalesce((
      select jsonb_agg(private.operator_review_json(r) order by s.since, s.id)
      from shown as s join public.reviews as r on r.id = s.id), '[]'),
    'next', case when (select count(*) from page) > (select count(*) from shown) then
      (select browsing.write_cursor(since::text, id::text) from shown order by since desc, id desc limit 1) end)
  into answer;
  return answer;
end $$;
comment on function public.operator_flagged_reviews(integer, text) is
  'For operators: visible reviews that are flagged, the one reported first in front, with their reports counted.';

create function public.operator_hidden_reviews(at_most integer default 20, after text default null) returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  ended text[];
  answer jsonb;
begin
  begin
    ended := browsing.read_cursor(after, 2);
    perform ended[1]::timestamptz, ended[2]::uuid;
  exception when others then
    perform private.refuse(400, 'This --after is damaged: copy it from the end of the page before.');
  end;
  with page as (
    select * from public.reviews
    where hidden_at is not null and (ended is null or (hidden_at, id) < (ended[1]::timestamptz, ended[2]::uuid))
    order by hidden_at desc, id desc
    limit least(greatest(coalesce(at_most, 20), 1), 100) + 1
  ),
  shown as (
    select * from page order by hidden_at desc, id desc limit least(greatest(coalesce(at_most, 20), 1), 100)
  )
  select jsonb_build_object(
    'total', (select count(*) from public.reviews where hidden_at is not null),
    'reviews', coalesce((
      select jsonb_agg(
        private.operator_review_json(r) || jsonb_build_object('hidden_because', (
          select reason from private.audit_log where subject = r.id::text and command = 'hide' order by id desc limit 1))
        order by r.hidden_at desc, r.id desc)
      from shown as s join public.reviews as r on r.id = s.id), '[]'),
    'next', case when (select count(*) from page) > (select count(*) from shown) then
      (select browsing.write_cursor(hidden_at::text, id::text) from shown order by hidden_at, id limit 1) end)
  into answer;
  return answer;
end $$;
comment on function public.operator_hidden_reviews(integer, text) is 'For operators: hidden reviews, the one hidden last in front, with the reason.';

-- Reporters who left an e-mail want to hear what became of their report.
create function public.operator_show_review(review_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  review constant public.reviews := private.existing_review(review_id);
begin
  return private.operator_review_json(review) - 'excerpt' || jsonb_build_object(
    'review_text', review.review_text,
    'reported_issues', review.reported_issues,
    'proof_urls', review.proof_urls,
    'reports', coalesce((
      select jsonb_agg(jsonb_build_object('at', r.created_at, 'reason', r.reason, 'reporter_email', r.reporter_email)
        order by r.created_at, r.id)
      from public.review_reports as r where r.review_id = review.id), '[]'),
    'history', coalesce((
      select jsonb_agg(jsonb_build_object('at', l.at, 'operator', l.operator, 'command', l.command, 'reason', l.reason)
        order by l.id)
      from private.audit_log as l where l.subject = review.id::text), '[]'));
end $$;
comment on function public.operator_show_review(uuid) is 'For operators: one review in full, its reports and what operators did with it; not who wrote it.';

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
comment on function public.operator_audit_log(integer, bigint) is 'For operators: the audit log, the newest entry in front.';

revoke execute on function
  private.existing_review(uuid), private.reports_json(uuid), private.operator_review_json(public.reviews)
from public;
revoke execute on function
  public.operator_flagged_reviews(integer, text), public.operator_hidden_reviews(integer, text),
  public.operator_show_review(uuid), public.operator_audit_log(integer, bigint)
from public, anon, authenticated;
grant execute on function
  public.operator_flagged_reviews(integer, text), public.operator_hidden_reviews(integer, text),
  public.operator_show_review(uuid), public.operator_audit_log(integer, bigint)
to service_role;
