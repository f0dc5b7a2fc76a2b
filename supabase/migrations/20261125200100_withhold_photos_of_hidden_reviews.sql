-- A hidden review's photos must not be open to those who know their addresses. They lie in this bucket as
-- <id of the review>/<name of the photo> until the review is shown again. No policy lets a visitor near it.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('withheld-proofs', 'withheld-proofs', false, 5 * 1024 * 1024, array['image/png', 'image/jpeg', 'image/gif'])
on conflict (id) do update
  set public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

-- Which reviews show a photo.
create index reviews_by_proof on public.reviews using gin (proof_urls) where proof_urls is not null;

create function private.proof_path(object_name text) returns text
language sql immutable set search_path = '' as $$
  select '/storage/v1/object/public/review-proofs/public/' || regexp_replace(object_name, '^.*/', '')
$$;
comment on function private.proof_path(text) is 'How reviews.proof_urls names a photo, whichever bucket it lies in.';

create function private.photo_name(proof_path text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(proof_path, '^.*/', '')
$$;
comment on function private.photo_name(text) is 'The last part of a path in reviews.proof_urls.';

create function private.photos_to_withhold(hidden public.reviews) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
      'from', jsonb_build_object('bucket', o.bucket_id, 'name', o.name),
      'to', jsonb_build_object('bucket', 'withheld-proofs', 'name', hidden.id || '/' || private.photo_name(o.name)))), '[]')
  from unnest(hidden.proof_urls) as path
  join storage.objects as o on o.bucket_id = 'review-proofs' and o.name = 'public/' || private.photo_name(path)
  -- An author may show one photo with two reviews.
  where not exists (
    select from public.reviews as r where r.proof_urls @> array[path] and r.hidden_at is null and r.id <> hidden.id)
$$;
comment on function private.photos_to_withhold(public.reviews) is 'Where the photos of this review lie and where they go when it is hidden, but for those that another visible review shows.';

create function private.photos_to_restore(hidden public.reviews) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
      'from', jsonb_build_object('bucket', o.bucket_id, 'name', o.name),
      'to', jsonb_build_object('bucket', 'review-proofs', 'name', 'public/' || private.photo_name(path)))), '[]')
  from unnest(hidden.proof_urls) as path
  cross join lateral (
    select * from storage.objects
    where bucket_id = 'withheld-proofs'
      and name in (
        select a.review_id || '/' || private.photo_name(path)
        from private.review_authors as a
        where a.review_id = hidden.id
          -- Withheld with another review of the same author.
          or a.user_id = (select user_id from private.review_authors where review_id = hidden.id)
      )
    order by name = hidden.id || '/' || private.photo_name(path) desc
    limit 1
  ) as o
$$;
comment on function private.photos_to_restore(public.reviews) is 'Where the withheld photos of this review lie and where they go when it is shown again.';

create function private.photos_of(reviews uuid[]) returns setof storage.objects
language sql stable set search_path = '' as $$
  select o.*
  from public.reviews as r
  cross join unnest(r.proof_urls) as path
  join storage.objects as o
    on o.bucket_id = 'review-proofs' and o.name = 'public/' || private.photo_name(path)
    or o.bucket_id = 'withheld-proofs' and o.name = r.id || '/' || private.photo_name(path)
  where r.id = any (reviews)
    and not exists (
      select from public.reviews as other where other.proof_urls @> array[path] and other.id <> all (reviews))
$$;
comment on function private.photos_of(uuid[]) is 'The stored photos of these reviews that no other review shows.';

revoke execute on function
  private.proof_path(text), private.photo_name(text), private.photos_to_withhold(public.reviews),
  private.photos_to_restore(public.reviews), private.photos_of(uuid[])
from public;
