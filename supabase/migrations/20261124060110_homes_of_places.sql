-- The homes of a city or a locality, and those of sitemaps.

-- Refuses a cursor that is no home of this city and locality.
create function private.refuse_unless_of(home private.property_figures, city_slug text, locality_slug text) returns void
language plpgsql set search_path = '' as $$
begin
  if (home.city_slug, home.locality_slug) is distinct from (city_slug, coalesce(locality_slug, home.locality_slug)) then
    perform private.refuse_cursor();
  end if;
end $$;

-- Homes of a city, or of one of its localities, by latest review, and the cursor of those that follow.
-- Pages of twenty, by latest review. One query for each index, with a cached generic plan.
create function private.homes_page(city_slug text, locality_slug text, after text, out homes json, out next uuid)
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  page_size constant integer := 20;
  last private.property_figures;
  page uuid[];
begin
  if after <> '' then
    select f.* into last from private.property_figures as f where f.property_id = private.cursor_id(after);
    perform private.refuse_unless_of(last, city_slug, locality_slug);
  end if;
  if locality_slug is null then
    page := array(
      select f.property_id from private.property_figures as f
      where f.city_slug = homes_page.city_slug
        and (f.last_day, f.last_order) < (coalesce(last.last_day, 'infinity'), coalesce(last.last_order, 0))
      order by f.last_day desc, f.last_order desc limit page_size + 1);
  else
    page := array(
      select f.property_id from private.property_figures as f
      where f.city_slug = homes_page.city_slug and f.locality_slug = homes_page.locality_slug
        and (f.last_day, f.last_order) < (coalesce(last.last_day, 'infinity'), coalesce(last.last_order, 0))
      order by f.last_day desc, f.last_order desc limit page_size + 1);
  end if;
  if cardinality(page) > page_size then
    next := page[page_size];
  end if;
  homes := private.home_summaries(page[:page_size]);
end $$;

create function public.homes_of_city(city text, after text default null) returns json
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
declare
  slug constant text := private.city_slug(city);
begin
  return (
    select json_build_object(
      'city', place.city,
      'home_count', place.home_count,
      'localities', (
        select coalesce(json_agg(json_build_object('locality', l.locality, 'home_count', l.home_count) order by l.home_count desc, l.search_key), '[]')
        from (
          select p.locality, p.home_count, p.search_key from private.places as p
          where p.city_slug = slug and p.locality is not null
          order by p.home_count desc limit 200
        ) as l),
      'homes', page.homes,
      'next', page.next)
    from private.places as place, private.homes_page(slug, null, after) as page
    where place.city_slug = slug and place.locality_slug = ''
  );
end $$;
comment on function public.homes_of_city(text, text) is
  'A city by any of its names: {city, home_count, localities, homes, next}, with its 200 largest localities; null when it has no home.';

create function public.homes_of_locality(city text, locality text, after text default null) returns json
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
declare
  slug constant text := private.city_slug(city);
  slug_of_locality constant text := private.locality_slug(locality);
begin
  return (
    select json_build_object(
      'city', place.city,
      'locality', place.locality,
      'home_count', place.home_count,
      'homes', page.homes,
      'next', page.next)
    from private.places as place, private.homes_page(slug, slug_of_locality, after) as page
    where place.city_slug = slug and place.locality_slug = slug_of_locality
  );
end $$;
comment on function public.homes_of_locality(text, text, text) is
  'A locality: {city, locality, home_count, homes, next}; null when it has no home.';

create function public.home_cities() returns json
language sql stable security definer set search_path = '' set statement_timeout = '3s' as $$
  select coalesce(json_agg(json_build_object('city', city, 'home_count', home_count) order by home_count desc, search_key), '[]')
  from (
    select p.city, p.home_count, p.search_key from private.places as p where p.locality is null order by p.home_count desc limit 1000
  ) as listed
$$;
comment on function public.home_cities() is 'The cities with the most homes, at most 1,000: [{city, home_count}].';

-- For sitemaps. The limit must be well above ADDRESSES_PER_PART in app/domain/home.ts, which is an average.
create function public.home_addresses(prefix text) returns json
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
begin
  if char_length(prefix) > 4 or prefix !~ '^[0-9a-f]*$' then
    perform private.refuse(400, 'Give at most four hexadecimal digits.');
  end if;
  return (
    select coalesce(json_agg(json_build_object(
      'property_id', property_id, 'property_name', property_name, 'locality', locality, 'city', city, 'last_review_on', last_day)
      order by short_id), '[]')
    from (
      select f.property_id, p.property_name, p.locality, p.city, f.last_day, p.short_id
      from public.properties as p join private.property_figures as f on f.property_id = p.id
      where p.short_id >= prefix and p.short_id < prefix || 'g'
      order by p.short_id limit 5000
    ) as listed
  );
end $$;
comment on function public.home_addresses(text) is 'The homes whose id begins with these up to four hexadecimal digits, at most 5,000.';
