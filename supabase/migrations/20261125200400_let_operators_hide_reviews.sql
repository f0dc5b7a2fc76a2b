-- What operators decide about a review. Each decision and its line in the audit log are one transaction. Files are
-- the storage's own matter: the answer says which ones have to move or go, and the caller sees to it. Hiding closes
-- the review first and its photos next; showing it again opens the photos first. Whatever fails in between, nothing is
-- open that should be closed, and the same command finishes the work.

create function public.operator_clear_flag(review_id uuid, operator text, reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  review constant public.reviews := private.existing_review(review_id);
begin
  if not review.reported then
    perform private.refuse(409, 'This review is not flagged.');
  end if;
  update public.reviews set reported = false where id = review.id;
  perform private.record_operation('clear-flag', operator, review.id::text, reason,
    jsonb_build_object('reports', private.reports_json(review.id) -> 'count'));
  return jsonb_build_object('id', review.id);
end $$;
comment on function public.operator_clear_flag(uuid, text, text) is
  'For operators: takes "Under Review" off a review. Its reports stay, so that no device reports it twice.';

create function public.operator_hide_review(review_id uuid, operator text, reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  review constant public.reviews := private.existing_review(review_id);
begin
  if review.hidden_at is null then
    update public.reviews set hidden_at = now() where id = review.id;
    perform private.record_operation('hide', operator, review.id::text, reason);
  end if;
  return jsonb_build_object('id', review.id, 'was_hidden', review.hidden_at is not null,
    'moves', private.photos_to_withhold(review));
end $$;
comment on function public.operator_hide_review(uuid, text, text) is
  'For operators: takes a review out of every public answer and count, and names the photos to move out of sight.';

create function public.operator_photos_to_restore(review_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  review constant public.reviews := private.existing_review(review_id);
  moves constant jsonb := private.photos_to_restore(review);
begin
  if review.hidden_at is null then
    perform private.refuse(409, 'This review is not hidden.');
  end if;
  if exists (
    select from jsonb_array_elements(moves) as move
    join storage.objects as o on o.bucket_id = 'review-proofs' and o.name = move #>> '{to,name}'
  ) then
    perform private.refuse(409,
      'A later upload has taken the name of one of this review''s photos: hide the review that shows it, or wait a day for the sweep.');
  end if;
  return jsonb_build_object('moves', moves);
end $$;
comment on function public.operator_photos_to_restore(uuid) is 'For operators: the photos to put back before a hidden review is shown again.';

create function public.operator_unhide_review(review_id uuid, operator text, reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  review constant public.reviews := private.existing_review(review_id);
begin
  if review.hidden_at is null then
    perform private.refuse(409, 'This review is not hidden.');
  end if;
  update public.reviews set hidden_at = null where id = review.id;
  perform private.record_operation('unhide', operator, review.id::text, reason);
  return jsonb_build_object('id', review.id);
end $$;
comment on function public.operator_unhide_review(uuid, text, text) is 'For operators: shows a hidden review again.';

create function public.operator_delete_review(review_id uuid, operator text, reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  review constant public.reviews := private.existing_review(review_id);
  photos constant jsonb := (
    select coalesce(jsonb_agg(jsonb_build_object('bucket', o.bucket_id, 'name', o.name)), '[]')
    from private.photos_of(array[review.id]) as o);
begin
  delete from public.reviews where id = review.id;
  perform private.record_operation('delete', operator, review.id::text, reason);
  return jsonb_build_object('id', review.id, 'photos', photos);
end $$;
comment on function public.operator_delete_review(uuid, text, text) is
  'For operators: deletes a review with its reports and the link to its author, and names the photos to delete.';

revoke execute on function
  public.operator_clear_flag(uuid, text, text), public.operator_hide_review(uuid, text, text),
  public.operator_photos_to_restore(uuid), public.operator_unhide_review(uuid, text, text),
  public.operator_delete_review(uuid, text, text)
from public, anon, authenticated;
grant execute on function
  public.operator_clear_flag(uuid, text, text), public.operator_hide_review(uuid, text, text),
  public.operator_photos_to_restore(uuid), public.operator_unhide_review(uuid, text, text),
  public.operator_delete_review(uuid, text, text)
to service_role;
