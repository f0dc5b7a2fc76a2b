-- Photos that prove a stay. Signed-in users upload them, anyone with the URL opens them, and no policy lets visitors list, replace
-- or delete them. When a review is hidden, its photos move to the private bucket withheld-proofs as <review id>/<photo name>.
-- Limits must match app/domain/photo.ts.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values
  ('review-proofs', 'review-proofs', true, 5 * 1024 * 1024, array['image/png', 'image/jpeg', 'image/gif']),
  ('withheld-proofs', 'withheld-proofs', false, 5 * 1024 * 1024, array['image/png', 'image/jpeg', 'image/gif'])
on conflict (id) do update
  set public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

create function private.proof_wait(uploader text) returns integer
language sql stable set search_path = '' as $$
  select greatest(1, ceil(extract(epoch from room.created_at + interval '1 day' - clock_timestamp())))::integer
  from (
    select created_at from storage.objects
    where private.setting('proof_photos_per_day') > 0
      and bucket_id = 'review-proofs' and owner_id = uploader and created_at > now() - interval '1 day'
    order by created_at desc offset greatest(private.setting('proof_photos_per_day') - 1, 0) limit 1
  ) as room
$$;

-- Returns true if a photo with this name proves a review, also a hidden one: a new upload with the same name would prevent moving
-- the photo back.
create function private.is_proof(object_name text) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from private.review_proofs where photo_name = regexp_replace(object_name, '^.*/', ''))
$$;

-- Returns true for a valid photo name that proves no review. Refuses an ended session and a used-up daily quota.
create function private.may_upload_proof(object_name text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  -- Storage answers 403 only to insufficient_privilege, and 500 to any other error.
  if not private.has_live_session() then
    raise insufficient_privilege using message = 'Your session has ended. Please log in again.';
  elsif private.proof_wait((select auth.uid())::text) is not null then
    raise insufficient_privilege using message = 'You have uploaded as many photos as one account may in a day.';
  end if;
  return private.is_photo_name(object_name) and not private.is_proof(object_name);
end $$;

create policy "A signed-in user may upload proof photos" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'review-proofs' and private.may_upload_proof(name));

-- Refuses a proof photo beyond the account's daily quota, or one that would replace a proof. Concurrent uploads all pass the policy,
-- which Storage checks before the upload.
create function private.keep_proof_quota() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('proof photos of ' || new.owner_id, 0));
  if private.proof_wait(new.owner_id) is not null then
    -- The same error as from the policy: Storage answers 403.
    raise insufficient_privilege using message = 'You have uploaded as many photos as one account may in a day.';
  elsif private.is_proof(new.name) then
    raise insufficient_privilege using message = 'A photo of this name proves a review.';
  end if;
  return new;
end $$;

do $$
begin
  create trigger keep_proof_quota before insert on storage.objects
    for each row when (new.bucket_id = 'review-proofs' and new.owner_id is not null) execute function private.keep_proof_quota();
exception when insufficient_privilege then
  raise notice 'Cannot create triggers on storage.objects: concurrent uploads can exceed the daily quota.';
end $$;

-- The queue of photos to delete: authors, sweeps and the account service cannot delete files in Storage. operator_misplaced_photos
-- lists the photos for a process that can.
create table private.photos_to_remove (
  bucket_id text not null,
  name text not null,
  primary key (bucket_id, name)
);
comment on table private.photos_to_remove is 'Photos of deleted reviews and accounts that may still be in storage. Rows are deleted within a minute.';
alter table private.photos_to_remove enable row level security;

-- Queues the photos of deleted accounts in the public bucket. queue_deleted_proofs queues those in withheld-proofs.
create function private.queue_photos_of_deleted_accounts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.photos_to_remove (bucket_id, name)
  select o.bucket_id, o.name from storage.objects as o join deleted on o.owner_id = deleted.id::text
  where o.bucket_id = 'review-proofs'
  on conflict do nothing;
  return null;
end $$;
create trigger queue_photos_of_deleted_accounts after delete on auth.users
  referencing old table as deleted for each statement execute function private.queue_photos_of_deleted_accounts();

create function private.queue_deleted_proofs() returns trigger
language plpgsql set search_path = '' as $$
begin
  insert into private.photos_to_remove (bucket_id, name)
  select 'review-proofs', 'public/' || p.photo_name from deleted as p
  union all
  select 'withheld-proofs', p.review_id || '/' || p.photo_name from deleted as p
  on conflict do nothing;
  return null;
end $$;
create trigger queue_deleted_proofs after delete on private.review_proofs
  referencing old table as deleted for each statement execute function private.queue_deleted_proofs();

-- Photos move to another bucket when their review is hidden or shown again. operator_misplaced_photos lists the moves for a process that
-- can make them. One row per change, not per review: a job deletes only changes that it has seen.
create table private.photos_to_move (
  id bigint generated always as identity primary key,
  review_id uuid not null references public.reviews (id) on delete cascade,
  queued_at timestamptz not null default now()
);
comment on table private.photos_to_move is 'Reviews with photos that were hidden or shown. Rows are deleted once the photos are in place, after ten minutes at the earliest.';
create index photos_to_move_by_review on private.photos_to_move (review_id);
alter table private.photos_to_move enable row level security;

create function private.queue_photo_moves() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.photos_to_move (review_id)
  select new.id where exists (select from private.review_proofs as p where p.review_id = new.id);
  return null;
end $$;
create trigger queue_photos_of_hidden_review after insert on public.reviews
  for each row when (new.hidden_at is not null) execute function private.queue_photo_moves();
create trigger queue_photo_moves after update of hidden_at on public.reviews
  for each row when ((old.hidden_at is null) <> (new.hidden_at is null)) execute function private.queue_photo_moves();

-- Returns the moves that bring the photos of a review into the right bucket: {from, to}, each {bucket, name}.
create function private.photo_moves(review_id uuid) returns setof jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'from', jsonb_build_object('bucket', o.bucket_id, 'name', o.name),
    'to', case o.bucket_id
      when 'review-proofs' then jsonb_build_object('bucket', 'withheld-proofs', 'name', r.id || '/' || p.photo_name)
      else jsonb_build_object('bucket', 'review-proofs', 'name', 'public/' || p.photo_name)
    end)
  from public.reviews as r
  join private.review_proofs as p on p.review_id = r.id
  -- Written so that the index of names is used.
  join storage.objects as o on o.bucket_id = case when r.hidden_at is null then 'withheld-proofs' else 'review-proofs' end
    and o.name = case when r.hidden_at is null then r.id || '/' else 'public/' end || p.photo_name
  where r.id = photo_moves.review_id
$$;
