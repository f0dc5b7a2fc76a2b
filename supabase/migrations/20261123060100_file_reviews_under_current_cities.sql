-- A review is filed under the current name of its city, whichever name its author typed.

-- Security definer: visitors may not write properties and authors; this lends them exactly this much.
create or replace function private.file_review() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  property public.properties;
  new_property_id constant uuid := gen_random_uuid();
  given_name constant text := private.clean_line(new.property_name);
  given_locality constant text := private.clean_line(new.locality);
  current_city constant text := private.current_city(new.city);
begin
  -- Two requests may name a new property at the same time: the second waits for the first, then finds its row.
  for attempt in 1..2 loop
    select * into property from public.properties as p
    where p.name_key = lower(regexp_replace(given_name, '[\u200c\u200d]', '', 'g'))
      and p.locality_key = lower(regexp_replace(given_locality, '[\u200c\u200d]', '', 'g'))
      and p.city_key = lower(regexp_replace(current_city, '[\u200c\u200d]', '', 'g'));
    exit when found;
    insert into public.properties (id, slug, property_name, locality, city)
    values (
      new_property_id, private.property_slug(new_property_id, given_name, given_locality, current_city),
      given_name, given_locality, current_city
    )
    on conflict on constraint properties_are_distinct do nothing
    returning * into property;
    exit when found;
  end loop;
  new.property_id := property.id;
  new.property_name := property.property_name;
  new.locality := property.locality;
  new.city := property.city;

  if tg_op = 'INSERT' then
    new.id := coalesce(new.id, gen_random_uuid());
    -- Only an operator can have given one.
    new.display_name := coalesce(new.display_name, private.display_name(new.email));
    -- An operator's repeated insert (on conflict do nothing) leaves the first author in place.
    insert into private.review_authors (review_id, user_id, email)
    values (new.id, new.user_id, nullif(btrim(new.email), ''))
    on conflict (review_id) do nothing;
    new.user_id := null;
    new.email := null;
  end if;
  return new;
end $$;
comment on function private.file_review() is
  'Finds or makes the property of a review, in the current name of its city, and moves the author to private.review_authors.';
comment on column public.properties.property_name is 'As its first reviewer spelt it, spaces collapsed. The same goes for locality.';
comment on column public.properties.city is 'The current name where another is known (private.city_aliases), else as its first reviewer spelt it.';
