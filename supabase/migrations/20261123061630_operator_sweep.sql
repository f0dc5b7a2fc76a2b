-- A photo is uploaded before its review, and proves nothing when the review never arrives or is deleted. A review may name it
-- for a day (private.own_proof_paths); an hour later no such request is in flight.
create function public.operator_orphan_uploads(at_most integer default 500) returns jsonb
language sql stable security definer set search_path = '' set statement_timeout = '60s' as $$
  select coalesce(jsonb_agg(jsonb_build_object('bucket', bucket_id, 'name', name)), '[]')
  from (
    select o.bucket_id, o.name from storage.objects as o
    where o.bucket_id in ('review-proofs', 'withheld-proofs')
      and o.created_at < now() - interval '25 hours'
      and not exists (select from private.review_proofs as p where p.photo_name = regexp_replace(o.name, '^.*/', ''))
    order by o.created_at
    limit least(greatest(coalesce(at_most, 500), 1), 1000)
  ) as orphan
$$;
comment on function public.operator_orphan_uploads(integer) is 'For operators: uploads older than 25 hours that prove no review, visible or hidden.';

-- Authors withdraw reviews and delete accounts, but may not move or delete files in Storage: the embedded server, `npm run worker`
-- and `npm run admin -- sweep` follow up. It also finds what an operator's command has left.
create function public.operator_misplaced_photos() returns jsonb
language sql security definer set search_path = '' set statement_timeout = '60s' as $$
  delete from private.photos_to_remove as removed
  where not exists (select from storage.objects as o where o.bucket_id = removed.bucket_id and o.name = removed.name);
  select jsonb_build_object(
    'moves', coalesce((
      select jsonb_agg(move)
      from (
        select jsonb_build_object(
          'from', jsonb_build_object('bucket', o.bucket_id, 'name', o.name),
          'to', jsonb_build_object('bucket', 'withheld-proofs', 'name', r.id || '/' || p.photo_name)) as move
        from public.reviews as r
        join private.review_proofs as p on p.review_id = r.id
        join storage.objects as o on o.bucket_id = 'review-proofs' and o.name = 'public/' || p.photo_name
        where r.hidden_at is not null
        union all
        select jsonb_build_object(
          'from', jsonb_build_object('bucket', o.bucket_id, 'name', o.name),
          'to', jsonb_build_object('bucket', 'review-proofs', 'name', 'public/' || p.photo_name))
        from storage.objects as o
        join private.review_proofs as p on p.photo_name = regexp_replace(o.name, '^.*/', '')
        join public.reviews as r on r.id = p.review_id
        where o.bucket_id = 'withheld-proofs' and r.hidden_at is null
        limit 200
      ) as misplaced), '[]'),
    'orphans', coalesce((
      select jsonb_agg(jsonb_build_object('bucket', bucket_id, 'name', name))
      from (
        select q.bucket_id, q.name from private.photos_to_remove as q
        where not exists (select from private.review_proofs as p where p.photo_name = regexp_replace(q.name, '^.*/', ''))
        limit 200
      ) as orphan), '[]'))
$$;
comment on function public.operator_misplaced_photos() is
  'For operators: photos of hidden reviews that are still public, of shown ones that are withheld, and those of deleted accounts.';

create function public.operator_sweep() returns jsonb
language sql security definer set search_path = '' set statement_timeout = '60s' as $$
  select private.sweep()
$$;
comment on function public.operator_sweep() is 'For operators: deletes what has expired. Returns how many of each.';

create function public.operator_record_sweep(swept jsonb, operator text) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.record_operation('sweep', operator, null, null, swept);
  return swept;
end $$;
comment on function public.operator_record_sweep(jsonb, text) is 'For operators: logs a manual sweep.';
