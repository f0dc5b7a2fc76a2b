-- Names that were stored with characters which are now taken out are cleaned. Properties that only looked different
-- become one, with all their reviews.
create function private.clean_stored_names() returns void
language plpgsql set search_path = '' as $$
declare
  dirty record;
begin
  lock table public.reviews, public.properties in share row exclusive mode;
  for dirty in
    select *
    from (
      select
        id, created_at, property_name, locality, city,
        private.clean_line(property_name) as clean_name, private.clean_line(locality) as clean_locality,
        private.current_city(city) as clean_city
      from public.properties
    ) as p
    where (property_name, locality, city) is distinct from (clean_name, clean_locality, clean_city)
      and '' not in (clean_name, clean_locality, clean_city)
    order by created_at, id
  loop
    update public.properties as p
    set property_name = dirty.clean_name, locality = dirty.clean_locality, city = dirty.clean_city
    where p.id = dirty.id
      and not exists (
        select from public.properties as other
        where other.id <> dirty.id
          and other.name_key = lower(regexp_replace(dirty.clean_name, '[\u200c\u200d]', '', 'g'))
          and other.locality_key = lower(regexp_replace(dirty.clean_locality, '[\u200c\u200d]', '', 'g'))
          and other.city_key = lower(regexp_replace(dirty.clean_city, '[\u200c\u200d]', '', 'g'))
      );
    -- The trigger file_review finds the property that has these names now.
    update public.reviews
    set property_name = dirty.clean_name, locality = dirty.clean_locality, city = dirty.clean_city
    where property_id = dirty.id;
    delete from public.properties as p
    where p.id = dirty.id and not exists (select from public.reviews where property_id = dirty.id);
  end loop;

  update public.reviews set display_name = private.display_name(display_name)
  where display_name <> private.display_name(display_name);
end $$;
comment on function private.clean_stored_names() is
  'Cleans names of properties and authors as new ones are cleaned, merging properties that become equal. For migrations.';
revoke execute on function private.clean_stored_names() from public;

select private.clean_stored_names();
