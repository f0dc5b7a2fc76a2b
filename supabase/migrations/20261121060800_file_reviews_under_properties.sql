-- Every new review, a visitor's or an operator's, is filed under its property and parted from its author.

create function private.property_slug(id uuid, property_name text, locality text, city text) returns text
language sql immutable set search_path = '' as $$
  select concat_ws('-',
    nullif(btrim(left(regexp_replace(lower(concat_ws(' ', property_name, locality, city)), '[^[:alnum:]]+', '-', 'g'), 80), '-'), ''),
    left(id::text, 8))
$$;
comment on function private.property_slug(uuid, text, text, text) is 'The names in lower case with hyphens, and the start of the id.';

-- Security definer: visitors may not write properties and authors; this lends them exactly this much.
create function private.file_review() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  property public.properties;
  new_property_id constant uuid := gen_random_uuid();
begin
  -- Two requests may name a new property at the same time: the second waits for the first, then finds its row.
  for attempt in 1..2 loop
    select * into property from public.properties as p
    where p.name_key = lower(regexp_replace(private.clean_line(new.property_name), '[\u200c\u200d]', '', 'g'))
      and p.locality_key = lower(regexp_replace(private.clean_line(new.locality), '[\u200c\u200d]', '', 'g'))
      and p.city_key = lower(regexp_replace(private.clean_line(new.city), '[\u200c\u200d]', '', 'g'));
    exit when found;
    insert into public.properties (id, slug, property_name, locality, city)
    values (
      new_property_id, private.property_slug(new_property_id, new.property_name, new.locality, new.city),
      private.clean_line(new.property_name), private.clean_line(new.locality), private.clean_line(new.city)
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
comment on function private.file_review() is 'Finds or makes the property of a review and moves its author to private.review_authors.';
revoke execute on function private.property_slug(uuid, text, text, text), private.file_review() from public;

create trigger file_review before insert or update of property_name, locality, city on public.reviews
  for each row execute function private.file_review();
