-- As before, with a search in any name of a city and counted by browsing.matching_total.
create or replace function public.property_reviews(
  property_id uuid, search text default '', city text default '', sort text default 'recent',
  after text default null, page_size integer default 60
) returns jsonb
language plpgsql stable security invoker
set search_path = '' set plan_cache_mode = force_custom_plan set statement_timeout = '3s' as $$
declare
  patterns text[] := browsing.search_patterns(search);
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
  if property.search_text ilike any (patterns) then
    patterns := null;
  end if;
  if patterns is not null then
    select matching.count, matching.rating_total into review_count, rating_total
    from browsing.matching_total(property.id, patterns, is_verified_only) as matching;
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
      and (patterns is null or r.review_text ilike any (patterns))
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
