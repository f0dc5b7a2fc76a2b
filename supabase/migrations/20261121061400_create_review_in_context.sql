-- One review at the head of its property's group, so that a link to a review works whatever page it is on.
create function public.review_in_context(review_id uuid, reviews_per_group integer default 6) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select browsing.group_json(p, p.review_count, p.rating_total, (
    select jsonb_agg(browsing.review_json(shown.review))
    from (
      (select wanted as review)
      union all
      (
        select r from public.reviews as r
        where r.property_id = p.id and r.id <> wanted.id
        order by r.created_at desc, r.id desc
        limit least(greatest(coalesce(reviews_per_group, 6), 1), 60) - 1
      )
    ) as shown
  ))
  from public.reviews as wanted
  join public.properties as p on p.id = wanted.property_id
  where wanted.id = review_in_context.review_id
$$;
comment on function public.review_in_context(uuid, integer) is
  'The group of a review with that review first and the newest others after it; null when it does not exist or is hidden.';
revoke execute on function public.review_in_context(uuid, integer) from public, anon, authenticated;
grant execute on function public.review_in_context(uuid, integer) to anon, authenticated, service_role;
