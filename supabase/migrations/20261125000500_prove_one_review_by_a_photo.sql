-- A photo proves one review. Repeating a review never comes here: its id is taken, which is told before.
create table private.review_proofs (
  object_name text primary key,
  review_id uuid not null references public.reviews (id) on delete cascade
);
comment on table private.review_proofs is 'Which review a proof photo proves: one and no other.';
create index review_proofs_by_review on private.review_proofs (review_id);

-- Where photos were used for several reviews so far, those reviews keep them, and the photo counts as the first one's.
insert into private.review_proofs (object_name, review_id)
select substr(path, length('/storage/v1/object/public/review-proofs/') + 1), r.id
from public.reviews as r cross join unnest(r.proof_urls) as path
order by r.created_at, r.id
on conflict do nothing;

-- Security definer: visitors may not enter the schema.
create function private.claim_proofs() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  path text;
begin
  -- In one order, so that two reviews with the same photos wait for one another and not each for the other.
  for path in select given from unnest(new.proof_urls) as given order by given loop
    insert into private.review_proofs (object_name, review_id)
    values (substr(path, length('/storage/v1/object/public/review-proofs/') + 1), new.id)
    on conflict do nothing;
    if not found then
      perform private.refuse(400, 'A photo proves one review. Take out the photo of your other review, or choose another one.');
    end if;
  end loop;
  return null;
end $$;
comment on function private.claim_proofs() is 'Notes which photos prove this review; refuses one that proves another.';
create trigger claim_proofs after insert on public.reviews
  for each row when (row_security_active('public.reviews') and new.proof_urls is not null) execute function private.claim_proofs();

-- Thirty photos in 24 hours, as private.settings says. Counted again when the photo is stored: the policy is asked before
-- its bytes arrive, so a hundred that begin at once all pass it.
create function private.proof_wait(uploader text) returns integer
language sql stable security definer set search_path = '' as $$
  select greatest(1, ceil(extract(epoch from room.created_at + interval '1 day' - clock_timestamp())))::integer
  from (
    select created_at from storage.objects
    where private.setting('proof_photos_per_day') > 0
      and bucket_id = 'review-proofs' and owner_id = uploader and created_at > now() - interval '1 day'
    order by created_at desc offset greatest(private.setting('proof_photos_per_day') - 1, 0) limit 1
  ) as room
$$;
comment on function private.proof_wait(text) is 'Seconds until this account may upload another proof photo; null when it may now.';

create or replace function private.may_upload_proof() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.proof_wait((select auth.uid())::text) is null
$$;
comment on function private.may_upload_proof() is 'True while the caller has uploaded fewer proof photos than one account may in 24 hours.';

create function private.keep_proof_quota() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('proof photos of ' || new.owner_id, 0));
  if private.proof_wait(new.owner_id) is not null then
    -- As the policy would say it: the storage answers 403.
    raise insufficient_privilege using message = 'You have uploaded as many photos as one account may in a day.';
  end if;
  return new;
end $$;
comment on function private.keep_proof_quota() is 'Refuses a proof photo beyond the daily number of its account, also when many arrive at once.';

revoke execute on function private.claim_proofs(), private.proof_wait(text), private.keep_proof_quota() from public;

do $$
begin
  create trigger keep_proof_quota before insert on storage.objects
    for each row when (new.bucket_id = 'review-proofs' and new.owner_id is not null) execute function private.keep_proof_quota();
exception when insufficient_privilege then
  raise notice 'Triggers on storage.objects may not be made here: uploads that begin at once can exceed the daily number.';
end $$;
