-- The cities to filter by. Hops from city to city along the index instead of reading every property.
create function public.review_cities() returns jsonb
language sql stable security invoker set search_path = '' as $$
  with recursive hop as (
    (select p.city_key, p.city from public.properties as p where p.review_count > 0 order by p.city_key, p.name_key, p.locality_key limit 1)
    union all
    select next_city.city_key, next_city.city
    from hop
    cross join lateral (
      select p.city_key, p.city from public.properties as p
      where p.review_count > 0 and p.city_key > hop.city_key
      order by p.city_key, p.name_key, p.locality_key
      limit 1
    ) as next_city
  )
  select coalesce(jsonb_agg(city order by city_key), '[]') from hop
$$;
comment on function public.review_cities() is 'Cities that have a visible review, each once, sorted ignoring case.';
revoke execute on function public.review_cities() from public, anon, authenticated;
grant execute on function public.review_cities() to anon, authenticated, service_role;
