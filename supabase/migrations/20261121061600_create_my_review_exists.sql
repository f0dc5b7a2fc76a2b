-- A submit that is repeated after a lost answer ends in a primary key violation. This tells the
-- author, and nobody else, that the review stored under the id is theirs.
-- Security definer: authors are kept in private.review_authors.
create function public.my_review_exists(review_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.review_authors as a
    where a.review_id = my_review_exists.review_id and a.user_id = (select auth.uid())
  )
$$;
comment on function public.my_review_exists(uuid) is 'True when the caller is the author of the review with this id.';
revoke execute on function public.my_review_exists(uuid) from public, anon, authenticated;
grant execute on function public.my_review_exists(uuid) to authenticated, service_role;
