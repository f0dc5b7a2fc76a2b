-- Very many reviews reported within an hour are not marked any more (private.flag_holdbacks): operators see them
-- among the flagged ones all the same, and clear them in the same way.

-- The valve is a change of its own: without it, nothing is held back.
create function private.held_back_reviews() returns setof uuid
language plpgsql stable set search_path = '' as $$
begin
  if to_regclass('private.flag_holdbacks') is not null then
    return query select distinct h.review_id from private.flag_holdbacks as h;
  end if;
end $$;
comment on function private.held_back_reviews() is 'Reviews that were reported and not marked, because too many were at once.';

create or replace function private.operator_review_json(review public.reviews) returns jsonb
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
    'held_back', not review.reported and review.id in (select private.held_back_reviews()),
    'hidden_at', review.hidden_at,
    'excerpt', left(regexp_replace(review.review_text, '\s+', ' ', 'g'), 200),
    'reports', private.reports_json(review.id))
$$;

create or replace function public.operator_flagged_reviews(at_most integer default 20, after text default null) returns jsonb
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
  with waiting as (
    select r.id, r.created_at from public.reviews as r where r.reported and r.hidden_at is null
    union
    select r.id, r.created_at from private.held_back_reviews() as held (id) join public.reviews as r using (id) where r.hidden_at is null
  ),
  flagged as (
    select id, coalesce((select min(p.created_at) from public.review_reports as p where p.review_id = waiting.id), created_at) as since
    from waiting
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
  'For operators: visible reviews that are flagged or whose reports were held back, the one reported first in front, with their reports counted.';

create or replace function public.operator_clear_flag(review_id uuid, operator text, reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  review constant public.reviews := private.existing_review(operator_clear_flag.review_id);
begin
  if not review.reported and review.id not in (select private.held_back_reviews()) then
    perform private.refuse(409, 'This review is not flagged.');
  end if;
  update public.reviews set reported = false where id = review.id;
  if to_regclass('private.flag_holdbacks') is not null then
    delete from private.flag_holdbacks where review_id = review.id;
  end if;
  perform private.record_operation('clear-flag', operator_clear_flag.operator, review.id::text, operator_clear_flag.reason,
    jsonb_build_object('reports', private.reports_json(review.id) -> 'count'));
  return jsonb_build_object('id', review.id);
end $$;

revoke execute on function private.held_back_reviews() from public;
