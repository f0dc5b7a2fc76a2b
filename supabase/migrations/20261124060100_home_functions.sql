-- The read functions of the pages of homes, made like those of 20261123061210_lists.sql.

-- The property with these first digits, or the one that it is merged into.
-- Security definer: site_reader may not read merged properties. Returns an id, and nothing that says whether it is visible.
create function private.home_with_short_id(short_id text) returns uuid
language sql stable security definer set search_path = '' as $$
  select private.home_of(p.id) from public.properties as p where p.short_id = lower(left(home_with_short_id.short_id, 9))
$$;

-- The slug of a city given by any of its names.
-- "Bengaluru" under any of its names, as it stands in an address or as it is typed.
-- Security definer: site_reader may not read private.city_aliases.
create function private.city_slug(city text) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select p.city_slug from private.places as p where p.city_slug = given and p.locality_slug = ''),
    (select a.city_slug from private.city_aliases as a where a.alias_slug = given limit 1),
    given)
  from private.slug(private.clean_line(left(city_slug.city, 200))) as given
$$;

-- The slug of a locality, given as a slug or as it is typed.
-- Security definer: site_reader may not call the functions that clean texts.
create function private.locality_slug(locality text) returns text
language sql immutable security definer set search_path = '' as $$
  select private.slug(private.clean_line(left(locality_slug.locality, 300)))
$$;

-- Homes as lists show them, with the beginning of the newest review, in the order of the ids.
-- A generic plan, cached by the connection.
create function private.home_summaries(ids uuid[]) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  return coalesce((
    select json_agg(json_build_object(
      'property_id', p.id,
      'property_name', p.property_name,
      'locality', p.locality,
      'city', p.city,
      'count', p.review_count,
      'rating_total', p.rating_total,
      'last_review_on', f.last_day,
      'recommend_yes', coalesce((f.figures ->> 'would_recommend:true')::integer, 0),
      'recommend_no', coalesce((f.figures ->> 'would_recommend:false')::integer, 0),
      'excerpt', case
        when char_length(newest.beginning) <= 160 then newest.beginning
        else regexp_replace(left(newest.beginning, 159), '\s+\S*$', '') || '…'
      end) order by place.number)
    from unnest(ids) with ordinality as place (id, number)
    join public.properties as p on p.id = place.id
    join private.property_figures as f on f.property_id = p.id
    cross join lateral (
      select btrim(regexp_replace(left(r.review_text, 400), '\s+', ' ', 'g')) as beginning
      from public.reviews as r where r.property_id = p.id
      order by r.created_on desc, r.insert_order desc limit 1
    ) as newest
  ), '[]');
end $$;

create function public.home(short_id text) returns json
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
declare
  home_id constant uuid := private.home_with_short_id(short_id);
begin
  return (
    select json_build_object(
      'property_id', p.id,
      'property_name', p.property_name,
      'locality', p.locality,
      'city', p.city,
      'count', p.review_count,
      'rating_total', p.rating_total,
      'last_review_on', f.last_day,
      'figures', f.figures,
      'nearby', private.home_summaries(array(
        select near.property_id from private.property_figures as near
        where near.city_slug = f.city_slug and near.locality_slug = f.locality_slug and near.property_id <> f.property_id
        order by near.last_day desc, near.last_order desc limit 4)))
    from public.properties as p join private.property_figures as f on f.property_id = p.id
    where p.id = home_id
  );
end $$;
comment on function public.home(text) is
  'A home by the first eight digits of its id, with its figures and up to four others of its locality; null when it has no visible review.';

-- The newest reviews of a property before this one: of one rating or (null) all, with photos or all.
-- One query for each index, so that each gets a cached generic plan.
create function private.next_reviews(
  property_id uuid, rating integer, with_photos boolean, before_day date, before_order bigint, at_most integer
) returns uuid[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  if rating is null and with_photos then
    return array(
      select r.id from public.reviews as r
      where r.property_id = next_reviews.property_id and r.verified
        and exists (select from private.review_proofs as proof where proof.review_id = r.id offset 0)
        and (r.created_on, r.insert_order) < (before_day, before_order)
      order by r.created_on desc, r.insert_order desc limit at_most);
  elsif rating is null then
    return array(
      select r.id from public.reviews as r
      where r.property_id = next_reviews.property_id and (r.created_on, r.insert_order) < (before_day, before_order)
      order by r.created_on desc, r.insert_order desc limit at_most);
  elsif with_photos then
    return array(
      select r.id from public.reviews as r
      where r.property_id = next_reviews.property_id and r.rating = next_reviews.rating and r.verified
        and exists (select from private.review_proofs as proof where proof.review_id = r.id offset 0)
        and (r.created_on, r.insert_order) < (before_day, before_order)
      order by r.created_on desc, r.insert_order desc limit at_most);
  end if;
  return array(
    select r.id from public.reviews as r
    where r.property_id = next_reviews.property_id and r.rating = next_reviews.rating
      and (r.created_on, r.insert_order) < (before_day, before_order)
    order by r.created_on desc, r.insert_order desc limit at_most);
end $$;

create function public.home_reviews(
  property_id uuid, sort text default 'newest', stars integer default null, with_photos boolean default false,
  after text default null, page_size integer default 20
) returns json
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
declare
  review_limit constant integer := least(greatest(coalesce(page_size, 20), 1), 60);
  is_with_photos constant boolean := coalesce(with_photos, false);
  counts constant jsonb := (select f.figures from private.property_figures as f where f.property_id = home_reviews.property_id);
  -- Newest first is one list; else the ratings follow one another, each with its newest first.
  ratings constant integer[] := case
    when stars is not null then array[stars]
    when sort = 'highest' then '{5,4,3,2,1}'
    when sort = 'lowest' then '{1,2,3,4,5}'
    else '{null}'
  end;
  last_day date := 'infinity';
  last_order bigint := 0;
  last_rating integer;
  listed_rating integer;
  page uuid[] := '{}';
  next_cursor uuid;
  reviews json;
begin
  if after <> '' then
    select r.created_on, r.insert_order, r.rating into last_day, last_order, last_rating
    from public.reviews as r where r.id = private.cursor_id(after) and r.property_id = home_reviews.property_id;
    if not found then
      perform private.refuse_cursor();
    end if;
  end if;
  foreach listed_rating in array ratings[coalesce(array_position(ratings, last_rating), 1):] loop
    page := page || private.next_reviews(
      property_id, listed_rating, is_with_photos, last_day, last_order, review_limit + 1 - cardinality(page));
    exit when cardinality(page) > review_limit;
    last_day := 'infinity';
  end loop;
  if cardinality(page) > review_limit then
    page := page[:review_limit];
    next_cursor := page[review_limit];
  end if;
  reviews := coalesce(private.reviews_json(page), '[]');
  if octet_length(reviews::text) > private.max_list_bytes() then
    reviews := private.fitting_reviews(reviews);
    next_cursor := case when json_array_length(reviews) < cardinality(page) then page[json_array_length(reviews)] else next_cursor end;
  end if;
  return json_build_object('reviews', reviews, 'next', next_cursor, 'matching_count', (
    select coalesce(sum(count.value::integer), 0)
    from jsonb_each_text(counts) as count
    where count.key like case when is_with_photos then 'photos:' else 'rating:' end || coalesce(stars::text, '%')));
end $$;
comment on function public.home_reviews(uuid, text, integer, boolean, text, integer) is
  'A page of a home''s reviews: {reviews, next, matching_count}. sort is newest, highest or lowest; after is next of the previous page.';
