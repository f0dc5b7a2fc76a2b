-- For operators: two properties that are one home, and back. docs: server/operator/README.md.

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
comment on function private.property_named(text) is 'The property with this id, first digits of an id, or page; refuses an unknown one.';

-- Locks are taken in the order of those who change single reviews: the reviews, then the advisory lock for which deletions of
-- reviews and of photos wait (private.wait_for_merges), then the properties. Of the properties, a review that is being inserted
-- holds key share on the one that it names and on the one that this is merged into, in that order.
--
-- A review that was inserted while this waited is not locked, and locking it now would be out of order. The exception ends the
-- subtransaction and thereby releases all of its locks.
create function private.lock_for_merging(reviews_of uuid[], first_home uuid, second_home uuid) returns void
language plpgsql set search_path = '' as $$
declare
  locked bigint;
begin
  loop
    begin
      perform from public.reviews as r
      where r.id = any (array(
        select id from public.reviews where property_id = any (reviews_of) or filed_as = any (reviews_of)))
      order by r.id for update;
      get diagnostics locked = row_count;
      perform pg_advisory_xact_lock(hashtextextended('merges', 0));
      perform from public.properties where id = first_home for update;
      perform from public.properties where id = second_home for update;
      if (select count(*) from public.reviews where property_id = any (reviews_of) or filed_as = any (reviews_of)) > locked then
        raise serialization_failure;
      end if;
      return;
    exception when serialization_failure then
      null;
    end;
  end loop;
end $$;
comment on function private.lock_for_merging(uuid[], uuid, uuid) is 'Locks these properties, and the reviews of some.';

-- Totals and figures are counted once at the end: 30,000 updates of one row in a transaction would leave as many versions of it.
create function private.refile_reviews(reviews_of uuid[], homes uuid[]) returns integer
language plpgsql set search_path = '' as $$
declare
  refiled integer;
begin
  perform set_config('private.is_refiling', 'on', true);
  -- The trigger file_review moves each to the property that the one it names is merged into now.
  update public.reviews set property_name = property_name
  where id = any (array(
    select id from public.reviews where property_id = any (reviews_of) or filed_as = any (reviews_of)));
  get diagnostics refiled = row_count;
  perform set_config('private.is_refiling', '', true);
  perform private.recount_home(home) from unnest(homes) as home;
  return refiled;
end $$;
comment on function private.refile_reviews(uuid[], uuid[]) is
  'Moves the reviews of some properties to where these are merged into now, and recounts the homes. Returns how many reviews.';

create function private.operator_home_json(property public.properties) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', p.id, 'property_name', p.property_name, 'locality', p.locality, 'city', p.city, 'review_count', p.review_count)
  from public.properties as p where p.id = property.id
$$;
comment on function private.operator_home_json(public.properties) is 'A home as operators see it, with its number of visible reviews now.';

create function public.operator_merge_homes(from_home text, into_home text, operator text, reason text) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  merged constant public.properties := private.property_named(from_home);
  home constant public.properties := private.property_named(into_home);
  moved integer;
begin
  -- It changes several homes, as a bulk decision does (private.lock_to_decide).
  perform pg_advisory_xact_lock(hashtextextended('several decisions', 0));
  lock table private.merged_properties in share row exclusive mode;
  if merged.id = home.id then
    perform private.refuse(400, 'These two are the same home.');
  elsif private.home_of(merged.id) <> merged.id then
    perform private.refuse(409, 'The first home is already merged. Unmerge it first.');
  elsif private.home_of(home.id) <> home.id then
    perform private.refuse(409, format('The second home is itself merged into %s: merge into that one.', private.home_of(home.id)));
  end if;
  perform private.lock_for_merging(array[merged.id], merged.id, home.id);
  insert into private.merged_properties (from_id, into_id) values (merged.id, home.id);
  moved := private.refile_reviews(array[merged.id], array[merged.id, home.id]);
  perform private.record_operation('merge', operator, merged.id::text, reason, jsonb_build_object('into', home.id, 'reviews', moved));
  return jsonb_build_object('from', private.operator_home_json(merged), 'into', private.operator_home_json(home), 'reviews', moved);
end $$;
comment on function public.operator_merge_homes(text, text, text, text) is
  'For operators: the reviews of the first home become the second''s, and its page leads there.';

create function public.operator_unmerge_home(from_home text, operator text, reason text) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  merged constant public.properties := private.property_named(from_home);
  home public.properties;
  -- Itself, and what was merged into it.
  filed_as uuid[];
  moved integer;
begin
  -- It changes several homes, as a bulk decision does (private.lock_to_decide).
  perform pg_advisory_xact_lock(hashtextextended('several decisions', 0));
  lock table private.merged_properties in share row exclusive mode;
  filed_as := array(
    with recursive below as (
      select merged.id
      union all
      select m.from_id from below join private.merged_properties as m on m.into_id = below.id
    )
    select id from below);
  select p.* into home from public.properties as p where p.id = private.home_of(merged.id);
  if home.id = merged.id then
    perform private.refuse(409, 'This home is not merged.');
  end if;
  perform private.lock_for_merging(filed_as, merged.id, home.id);
  delete from private.merged_properties where from_id = merged.id;
  moved := private.refile_reviews(filed_as, array[merged.id, home.id]);
  perform private.record_operation('unmerge', operator, merged.id::text, reason, jsonb_build_object('out_of', home.id, 'reviews', moved));
  return jsonb_build_object('from', private.operator_home_json(merged), 'into', private.operator_home_json(home), 'reviews', moved);
end $$;
comment on function public.operator_unmerge_home(text, text, text) is
  'For operators: undoes a merge. The home has its page and its reviews back, those among them that named it since.';

revoke execute on all functions in schema private from public;
revoke execute on function public.operator_merge_homes(text, text, text, text), public.operator_unmerge_home(text, text, text)
from public, anon, authenticated;
grant execute on function public.operator_merge_homes(text, text, text, text), public.operator_unmerge_home(text, text, text)
to service_role;
