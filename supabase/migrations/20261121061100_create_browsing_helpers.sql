-- What the browse functions share. The API does not expose this schema and no table is in it, but
-- its roles may use it: the browse functions run with the caller's rights.
create schema browsing;
comment on schema browsing is 'Functions shared by the browse functions in public. No tables, nothing private.';
revoke all on schema browsing from public;
grant usage on schema browsing to anon, authenticated, service_role;

-- Columns are named one by one: a column added later must not become public by itself.
create function browsing.review_json(review public.reviews) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', review.id,
    'property_id', review.property_id,
    'property_name', review.property_name,
    'locality', review.locality,
    'city', review.city,
    'property_type', review.property_type,
    'rating', review.rating,
    'review_text', review.review_text,
    'display_name', review.display_name,
    'move_in_date', review.move_in_date,
    'duration', review.duration,
    'would_recommend', review.would_recommend,
    'move_out_intent', review.move_out_intent,
    'verified', review.verified,
    'reported', review.reported,
    'proof_urls', review.proof_urls,
    'reported_issues', review.reported_issues,
    'created_at', review.created_at,
    'how_issues_reported', review.how_issues_reported,
    'issue_resolution_status', review.issue_resolution_status,
    'management_response_time', review.management_response_time)
$$;
comment on function browsing.review_json(public.reviews) is 'A review as the API shows it.';

create function browsing.group_json(property public.properties, count bigint, rating_total bigint, reviews jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'property_id', property.id,
    'slug', property.slug,
    'property_name', property.property_name,
    'locality', property.locality,
    'city', property.city,
    'count', count,
    'rating_total', rating_total,
    'reviews', coalesce(reviews, '[]'))
$$;
comment on function browsing.group_json(public.properties, bigint, bigint, jsonb) is 'A property with some of its reviews; count and rating_total are over all that match.';

create function browsing.search_pattern(search text) returns text
language sql immutable set search_path = '' as $$
  select '%' || regexp_replace(words, '([\\%_])', '\\\1', 'g') || '%'
  from (select btrim(left(btrim(regexp_replace(search, '[\u0001-\u001f\u007f-\u009f]+', ' ', 'g')), 100)) as words) as cleaned
  where words <> ''
$$;
comment on function browsing.search_pattern(text) is 'A pattern for ilike in which every character of the search is literal; null when there is nothing to search.';

create function browsing.city_key(city text) returns text
language sql immutable set search_path = '' as $$
  select nullif(lower(btrim(regexp_replace(regexp_replace(city, '[\u200c\u200d]', '', 'g'), '\s+', ' ', 'g'))), '')
$$;
comment on function browsing.city_key(text) is 'A city as properties.city_key spells it; null when none is chosen.';

create function browsing.write_cursor(variadic parts text[]) returns text
language sql stable set search_path = '' as $$
  select translate(encode(convert_to(to_jsonb(parts)::text, 'UTF8'), 'base64'), E'+/=\n', '-_')
$$;
comment on function browsing.write_cursor(text[]) is 'Where a page of results ended, as an opaque text.';

create function browsing.refuse_cursor() returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'PT400', message = 'This link to more results is damaged. Start again from the first page.';
end $$;
comment on function browsing.refuse_cursor() is 'Refuses a cursor that this database did not write.';

-- Null in, null out: no cursor means the first page.
create function browsing.read_cursor(cursor text, part_count integer) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  padded text := translate(cursor, '-_', '+/') || repeat('=', -length(cursor) & 3);
  parts text[];
begin
  if cursor is null or cursor = '' then
    return null;
  end if;
  begin
    parts := array(select jsonb_array_elements_text(convert_from(decode(padded, 'base64'), 'UTF8')::jsonb));
  exception when data_exception then
    perform browsing.refuse_cursor();
  end;
  if cardinality(parts) <> part_count or array_position(parts, null) is not null then
    perform browsing.refuse_cursor();
  end if;
  return parts;
end $$;
comment on function browsing.read_cursor(text, integer) is 'The parts that write_cursor put into a cursor; refuses a damaged one.';

-- Security definer: under row-level security ilike may not use an index, because it could tell about
-- rows that the caller may not see. This function tells only ids of properties with visible reviews.
-- Planned for the pattern at hand: a rare one is looked up, a common one is met soon by reading along.
create function browsing.matching_properties(pattern text, at_most integer) returns setof uuid
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  found_count integer;
begin
  return query select id from public.properties where review_count > 0 and search_text ilike pattern limit at_most;
  get diagnostics found_count = row_count;
  return query select property_id from public.reviews where hidden_at is null and review_text ilike pattern limit at_most - found_count;
end $$;
comment on function browsing.matching_properties(text, integer) is 'At most so many properties that match a search by name, locality, city or a review; some may come twice.';

revoke execute on all functions in schema browsing from public;
grant execute on all functions in schema browsing to anon, authenticated, service_role;
