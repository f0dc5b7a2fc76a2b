-- What is stored under older names of cities moves to the current ones. A property that then equals
-- another is merged into it, with its reviews, the hidden ones too. Slugs stay: they are addresses.

-- Not by the triggers of reviews: they would take out and add every review by itself, one after the
-- other on the same rows, where one recount for each property says the same.
create function private.rename_aliased_cities() returns void
language plpgsql set search_path = '' as $$
declare
  aliased record;
  target public.properties;
  touched uuid[] := '{}';
begin
  lock table public.reviews, public.properties in share row exclusive mode;
  if not exists (select from public.properties as p join private.city_aliases as a on a.alias_key = p.city_key) then
    return;
  end if;
  alter table public.reviews disable trigger file_review;
  alter table public.reviews disable trigger keep_property_totals;

  for aliased in
    select p.id, p.name_key, p.locality_key, a.city
    from public.properties as p join private.city_aliases as a on a.alias_key = p.city_key
    order by p.created_at, p.id
  loop
    select * into target from public.properties as p
    where p.name_key = aliased.name_key and p.locality_key = aliased.locality_key
      and p.city_key = lower(regexp_replace(aliased.city, '[\u200c\u200d]', '', 'g'));
    if not found then
      update public.properties as p set city = aliased.city where p.id = aliased.id returning * into target;
    end if;
    update public.reviews
    set property_id = target.id, property_name = target.property_name, locality = target.locality, city = target.city
    where property_id = aliased.id;
    if target.id <> aliased.id then
      delete from public.properties where id = aliased.id;
      touched := touched || target.id;
    end if;
  end loop;

  update public.properties as p
  set (review_count, rating_total, verified_count, verified_rating_total, latest_review_at) = (
    select
      count(*), coalesce(sum(r.rating), 0), count(*) filter (where r.verified),
      coalesce(sum(r.rating) filter (where r.verified), 0), max(r.created_at)
    from public.reviews as r where r.property_id = p.id and r.hidden_at is null
  )
  where p.id = any (touched);

  alter table public.reviews enable trigger file_review;
  alter table public.reviews enable trigger keep_property_totals;
end $$;
comment on function private.rename_aliased_cities() is
  'Moves properties and reviews from older names of cities to the current ones, merging those that become equal. For migrations.';
revoke execute on function private.rename_aliased_cities() from public;

select private.rename_aliased_cities();
