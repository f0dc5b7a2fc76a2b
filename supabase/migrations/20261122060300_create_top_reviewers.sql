-- Who published most reviews in the current calendar month of India's clock: at most ten places, each with
-- a label and a count.
--
-- Reviews are grouped by the e-mail given with them, or by account where there is none. A signed-in author
-- may type any address, so an address names a place only when it is the confirmed one of the author's own
-- account: nobody adds to another's place or stands under another's name. Reviews that an author signed
-- with other addresses count together, apart from the anonymous ones, as "Reviewer N"
-- (docs/decisions/0010). Where no account is known, an e-mail was entered by an operator and stands for
-- itself; without either, nobody is there to be counted.
--
-- Security definer: authors are kept in private.review_authors.
create function public.top_reviewers() returns jsonb
language sql stable security definer set search_path = '' as $$
  with month as (
    select date_trunc('month', now() at time zone 'Asia/Kolkata') as first_day
  ),
  counted as (
    select
      case when a.user_id is null or a.is_own_email then lower(a.email) end as own_email,
      a.user_id, count(*) as review_count, min(a.counted_at) as first_at
    from month
    join private.review_authors as a
      on a.counted_at >= month.first_day at time zone 'Asia/Kolkata'
      and a.counted_at < (month.first_day + interval '1 month') at time zone 'Asia/Kolkata'
    where a.user_id is not null or a.email is not null
    group by a.user_id, own_email, a.email is null
    order by review_count desc, first_at, a.user_id, own_email, a.email is null
    limit 10
  ),
  placed as (
    select own_email, review_count, row_number() over (order by review_count desc, first_at, user_id, own_email) as place
    from counted
  )
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'label', coalesce(nullif(private.display_name(own_email), 'Anonymous'), 'Reviewer ' || place),
        'count', review_count
      )
      order by place
    ),
    '[]')
  from placed
$$;
comment on function public.top_reviewers() is
  'The authors of most visible reviews of this month in India: up to ten {label, count}, the first in front.';
revoke execute on function public.top_reviewers() from public, anon, authenticated;
grant execute on function public.top_reviewers() to anon, authenticated, service_role;
