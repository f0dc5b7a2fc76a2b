-- Photos that prove a stay. Everyone may open one whose address they know; signed-in users add them;
-- nobody lists, replaces or deletes them through the API (no select, update or delete policy).
-- Limits must match app/domain/proof-file.ts.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('review-proofs', 'review-proofs', true, 5 * 1024 * 1024, array['image/png', 'image/jpeg', 'image/gif'])
on conflict (id) do update
  set public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

-- Ten reviews with three photos each, per user and day. Security definer: users may not read
-- storage.objects, but the policy has to count what they uploaded.
create function private.may_upload_proof() returns boolean
language sql stable security definer set search_path = '' as $$
  select count(*) < 30
  from storage.objects
  where bucket_id = 'review-proofs'
    and owner_id = (select auth.uid())::text
    and created_at > now() - interval '1 day'
$$;
comment on function private.may_upload_proof() is 'True while the caller has uploaded fewer than 30 proof photos in the last 24 hours.';
revoke execute on function private.may_upload_proof() from public;
-- The schema stays closed to them: this only lets the policy below run as the caller.
grant execute on function private.may_upload_proof() to authenticated;

create policy "A signed-in user may upload proof photos" on storage.objects
  for insert to authenticated
  with check (
    bucket_id = 'review-proofs'
    and name ~ '^public/[0-9]{10,17}-[a-z0-9]{6,64}\.(png|jpg|jpeg|gif)$'
    and (select private.may_upload_proof())
  );
