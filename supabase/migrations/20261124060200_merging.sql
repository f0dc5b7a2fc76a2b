-- For operators: two properties that are one home. docs: server/operator/README.md.

-- The property with this id, first digits of an id, or page; refuses an unknown one.
create function private.property_named(home text) returns public.properties
language plpgsql stable set search_path = '' as $$
declare
  -- An id, its first eight digits, or the address of the home's page.
  digits constant text := lower(substring(btrim(left(home, 2000)) from '(?:^|[-/])([0-9a-fA-F]{8})(?:(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})?/?(?:[?#].*)?$'));
  property public.properties;
begin
  select * into property from public.properties as p where p.short_id = digits;
  if not found then
    perform private.refuse(404, format('There is no home "%s". Copy the address of its page.', left(home, 100)));
  end if;
  return property;
end $$;

-- A home as operators see it, with its number of visible reviews now.
create function private.operator_home_json(property public.properties) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', p.id, 'property_name', p.property_name, 'locality', p.locality, 'city', p.city, 'review_count', p.review_count)
  from public.properties as p where p.id = property.id
$$;

-- Nobody publishes, hides or deletes a review meanwhile (5 ms for each that is moved), so that none is left behind or counted twice.
create function public.operator_merge_homes(from_home text, into_home text, operator text, reason text) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  merged public.properties;
  home public.properties;
  moved integer;
begin
  lock table public.reviews in exclusive mode;
  merged := private.property_named(from_home);
  select p.* into home from public.properties as p where p.id = private.home_of((private.property_named(into_home)).id);
  if merged.id = home.id then
    perform private.refuse(400, 'These two are the same home.');
  elsif private.home_of(merged.id) <> merged.id then
    perform private.refuse(409, 'The first home is already merged.');
  end if;
  update private.merged_properties set into_id = home.id where into_id = merged.id;
  insert into private.merged_properties (from_id, into_id) values (merged.id, home.id);
  -- The trigger file_review moves each to the home of this name.
  update public.reviews set property_name = home.property_name, locality = home.locality, city = home.city
  where property_id = merged.id;
  get diagnostics moved = row_count;
  perform private.record_operation('merge', operator, merged.id::text, reason, jsonb_build_object('into', home.id, 'reviews', moved));
  return jsonb_build_object('from', private.operator_home_json(merged), 'into', private.operator_home_json(home), 'reviews', moved);
end $$;
comment on function public.operator_merge_homes(text, text, text, text) is
  'For operators: the reviews of the first home become the second''s, and its page leads there.';
