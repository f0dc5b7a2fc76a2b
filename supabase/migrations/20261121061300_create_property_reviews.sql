-- All reviews of one property, a page at a time, for the same search and sorts as browse_properties.
create function public.property_reviews(
  property_id uuid, search text default '', city text default '', sort text default 'recent',
  after text default null, page_size integer default 60
) returns jsonb
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  pattern text := browsing.search_pattern(search);
  wanted_city constant text := browsing.city_key(city);
  is_verified_only constant boolean := coalesce(sort = 'verified', false);
  is_by_rating constant boolean := coalesce(sort = 'rating', false);
  review_limit constant integer := least(greatest(coalesce(page_size, 60), 1), 60);
  last_seen constant text[] := browsing.read_cursor(after, case when is_by_rating then 3 else 2 end);
  last_created_at timestamptz;
  last_id uuid;
  last_rating integer;
  property public.properties;
  review_count bigint;
  rating_total bigint;
  page public.reviews[];
  next_cursor text;
begin
  begin
    last_created_at := last_seen[1];
    last_id := last_seen[2];
    last_rating := last_seen[3];
  exception when data_exception then
    perform browsing.refuse_cursor();
  end;

  select * into property from public.properties as p
  where p.id = property_reviews.property_id and (wanted_city is null or p.city_key = wanted_city);
  if not found then
    return jsonb_build_object('group', null, 'next', null);
  end if;

  -- When the property itself matches, so do all its reviews.
  if property.search_text ilike pattern then
    pattern := null;
  end if;
  if pattern is not null then
    select count(*), coalesce(sum(r.rating), 0) into review_count, rating_total
    from public.reviews as r
    where r.property_id = property.id and r.review_text ilike pattern and (not is_verified_only or r.verified);
  elsif is_verified_only then
    review_count := property.verified_count;
    rating_total := property.verified_rating_total;
  else
    review_count := property.review_count;
    rating_total := property.rating_total;
  end if;
  if review_count = 0 then
    return jsonb_build_object('group', null, 'next', null);
  end if;

  page := array(
    select r from public.reviews as r
    where r.property_id = property.id
      and (pattern is null or r.review_text ilike pattern)
      and (not is_verified_only or r.verified)
      and (
        last_id is null
        or case when is_by_rating
          then (r.rating, r.created_at, r.id) < (last_rating, last_created_at, last_id)
          else (r.created_at, r.id) < (last_created_at, last_id)
        end
      )
    order by case when is_by_rating then r.rating end desc, r.created_at desc, r.id desc
    limit review_limit + 1
  );
  if cardinality(page) > review_limit then
    page := page[:review_limit];
    next_cursor := case when is_by_rating
      then browsing.write_cursor(page[review_limit].created_at::text, page[review_limit].id::text, page[review_limit].rating::text)
      else browsing.write_cursor(page[review_limit].created_at::text, page[review_limit].id::text)
    end;
  end if;

  return jsonb_build_object(
    'group', browsing.group_json(property, review_count, rating_total, (
      select jsonb_agg(browsing.review_json(page[number]) order by number)
      from generate_subscripts(page, 1) as number
    )),
    'next', next_cursor);
end $$;
comment on function public.property_reviews(uuid, text, text, text, text, integer) is
  'A page of one property''s reviews: {group, next}; group is null when nothing matches.';
revoke execute on function public.property_reviews(uuid, text, text, text, text, integer) from public, anon, authenticated;
grant execute on function public.property_reviews(uuid, text, text, text, text, integer) to anon, authenticated, service_role;
