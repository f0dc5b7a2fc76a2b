-- Each decision is one transaction with its audit log entry. Files belong to the storage API: those of a deleted review are
-- returned, and the caller deletes them; those of a hidden one are moved as operator_misplaced_photos says.

-- The stored photos of a review, public or withheld.
create function private.photos_of(review_id uuid, out bucket text, out name text, out photo_name text) returns setof record
language sql stable set search_path = '' as $$
  select o.bucket_id, o.name, p.photo_name
  from private.review_proofs as p
  join storage.objects as o
    on o.bucket_id = 'review-proofs' and o.name = 'public/' || p.photo_name
    or o.bucket_id = 'withheld-proofs' and o.name = p.review_id || '/' || p.photo_name
  where p.review_id = photos_of.review_id
$$;

-- Hides a review or ends that; one that its author has withdrawn stays hidden. False where it was so before.
-- The lock on the review also guards its row of private.withdrawn_reviews, which its author may add or delete meanwhile.
create function private.set_hidden_by_operator(review_id uuid, is_to_be_hidden boolean) returns boolean
language plpgsql set search_path = '' as $$
declare
  review public.reviews;
begin
  select * into review from public.reviews as r where r.id = set_hidden_by_operator.review_id for no key update;
  if private.is_hidden_by_operator(review) = is_to_be_hidden then
    return false;
  end if;
  update private.withdrawn_reviews as w set hidden_by_operator = is_to_be_hidden where w.review_id = review.id;
  if not found then
    update public.reviews as r set hidden_at = case when is_to_be_hidden then now() end where r.id = review.id;
  end if;
  return true;
end $$;

-- Deletes a review with its reports and the link to its author. Returns its photos.
create function private.delete_review(review_id uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  photos constant jsonb := (
    select coalesce(jsonb_agg(jsonb_build_object('bucket', o.bucket, 'name', o.name)), '[]') from private.photos_of(review_id) as o);
begin
  delete from public.reviews where id = review_id;
  return photos;
end $$;

create function public.operator_delete_review(review_id uuid, operator text, reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  review constant public.reviews := private.existing_review(review_id);
begin
  perform private.record_operation('delete', operator, review.id::text, reason);
  return jsonb_build_object('id', review.id, 'photos', private.delete_review(review.id));
end $$;
comment on function public.operator_delete_review(uuid, text, text) is
  'For operators: deletes a review with its reports and the link to its author. Returns the photos to delete.';
