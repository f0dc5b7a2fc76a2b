-- A photo is uploaded before its review. When the review then does not arrive, or goes later, the photo is nobody's
-- proof any more: after a day it is swept. The day leaves time to submit.
create function public.operator_orphan_uploads(at_most integer default 500) returns jsonb
language sql stable security definer set search_path = '' set statement_timeout = '60s' as $$
  select coalesce(jsonb_agg(jsonb_build_object('bucket', bucket_id, 'name', name)), '[]')
  from (
    select o.bucket_id, o.name from storage.objects as o
    where o.bucket_id in ('review-proofs', 'withheld-proofs')
      and o.created_at < now() - interval '1 day'
      and not exists (select from public.reviews as r where r.proof_urls @> array[private.proof_path(o.name)])
    order by o.created_at
    limit least(greatest(coalesce(at_most, 500), 1), 1000)
  ) as orphan
$$;
comment on function public.operator_orphan_uploads(integer) is 'For operators: uploads older than a day that no review shows, hidden ones included.';

create function public.operator_record_sweep(removed integer, operator text) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.record_operation('sweep-uploads', operator, null, null, jsonb_build_object('removed', removed));
  return jsonb_build_object('removed', removed);
end $$;
comment on function public.operator_record_sweep(integer, text) is 'For operators: writes down how many uploads were swept by hand.';

revoke execute on function public.operator_orphan_uploads(integer), public.operator_record_sweep(integer, text)
from public, anon, authenticated;
grant execute on function public.operator_orphan_uploads(integer), public.operator_record_sweep(integer, text) to service_role;
