-- What authors ask about a review while they publish it.

-- True when the caller is the author of the review with this id.
-- Security definer: site_reader may not read authors.
create function private.is_my_review(review_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.review_authors as a where a.review_id = is_my_review.review_id and a.user_id = (select auth.uid())
  )
$$;

-- Retrying a submission whose response was lost raises a unique violation. This tells only the author that the
-- stored review with that id is theirs.
create function public.my_review(review_id uuid) returns json
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
declare
  answer json;
begin
  perform private.signed_in_account();
  if not private.is_my_review(review_id) then
    return null;
  end if;
  select json_build_object('property_name', r.property_name, 'locality', r.locality, 'city', r.city, 'review_text', r.review_text)
  into answer
  from public.reviews as r where r.id = my_review.review_id;
  return coalesce(answer, json_build_object('hidden', true));
end $$;
comment on function public.my_review(uuid) is
  'The caller''s own review with this id: {property_name, locality, city, review_text}, {"hidden": true}, or null when there is none.';

-- Photos are sent before the review that shows them. This tells their author first whether it will be taken.
create function public.check_review_limits(review_id uuid, property_name text, locality text, city text, review_text text)
returns boolean
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
begin
  perform private.signed_in_account();
  -- An earlier try has arrived: sending it again publishes nothing.
  if not private.is_my_review(review_id) then
    perform private.check_review_limits(property_name, locality, city, review_text);
  end if;
  return true;
end $$;
comment on function public.check_review_limits(uuid, text, text, text, text) is
  'True, or refuses with status 429 while the caller may not publish this review, with a message that says when.';
