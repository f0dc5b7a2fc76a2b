-- How a review is separated from its author.

-- True while the review has a proof photo; erasing its author deletes them.
-- Lists inline this expression: calling the function added a second to a search.
create function private.has_proof(review_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select from private.review_proofs as p where p.review_id = has_proof.review_id);
end $$;

-- Deletes the name and the photos of a review that has lost its author.
-- Deleting an account deletes the name, the e-mail and the photos (which may show a face or a signature) of its reviews.
-- Security definer: the account service deletes accounts and has no rights on these tables.
create function private.forget_name_and_proofs() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.review_names where review_id = old.review_id;
  delete from private.review_proofs where review_id = old.review_id;
  return null;
end $$;
create trigger forget_name_and_proofs after delete on private.review_authors
  for each row execute function private.forget_name_and_proofs();

-- The canonical form of an e-mail, the same for all addresses of a mailbox: without case, +tags, and the dots of Gmail.
-- "+tags" are removed for every domain: most large providers ignore them, and hardly any other address contains a plus. Dots
-- are removed for Gmail, which ignores them; elsewhere they distinguish people. A dot at the end of the domain changes nothing.
-- Must match mailboxKey in server/embedded/email-address.ts.
create function private.mailbox_key(email text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select case
      when domain in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com'
      else name || '@' || domain
    end
  from (select lower(rtrim(btrim(email), '.')) as address) as given,
    substring(address from '[^@]*$') as domain,
    regexp_replace(left(address, -length(domain) - 1), '(?<=.)\+.*$', '') as name
$$;

-- Keyed hash of the mailbox of an account, equal for accounts whose e-mails share one. Limits of accounts count it. Never stored
-- as it is.
create function private.mailbox_of(account uuid) returns text
language sql stable set search_path = '' as $$
  select encode(sha256(convert_to(s.value #>> '{}' || ':' || private.mailbox_key(u.email), 'UTF8')), 'hex')
  from auth.users as u, private.settings as s
  where u.id = account and s.key = 'mailbox_secret'
$$;

-- Moves the author, the e-mail and the photos of a review to the private tables. Refuses a photo that proves another review.
-- Has to be the last before insert trigger; they fire in the order of their names.
-- Security definer: visitors may not write the private tables.
create function private.separate_author() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  given_email constant text := nullif(btrim(new.email), '');
  stored integer;
begin
  new.id := coalesce(new.id, gen_random_uuid());
  -- An operator's repeated insert (on conflict do nothing) adds nothing to the existing review.
  if not exists (select from public.reviews where id = new.id) then
    if new.user_id is not null then
      insert into private.review_authors (review_id, user_id) values (new.id, new.user_id);
    end if;
    if given_email is not null then
      insert into private.review_names (review_id, email, display_name, counted_at)
      values (new.id, given_email, private.display_name(given_email), case when new.hidden_at is null then new.created_at end);
    end if;
    if new.proof_urls is not null then
      -- In a fixed order, so that two reviews with the same photos cannot deadlock.
      insert into private.review_proofs (photo_name, review_id, position)
      select regexp_replace(path, '^.*/', ''), new.id, place
      from unnest(new.proof_urls) with ordinality as given (path, place)
      order by path
      on conflict (photo_name) do nothing;
      get diagnostics stored = row_count;
      if stored < cardinality(new.proof_urls) then
        perform private.refuse(400, 'A photo can be proof for only one review. Remove the photo of your other review, or choose another one.');
      end if;
    end if;
  end if;
  new.user_id := null;
  new.email := null;
  new.proof_urls := null;
  return new;
end $$;
create trigger separate_author before insert on public.reviews
  for each row execute function private.separate_author();

-- Keeps counted_at in line with created_at and hidden_at of the review.
create function private.date_name() returns trigger
language plpgsql set search_path = '' as $$
begin
  update private.review_names set counted_at = case when new.hidden_at is null then new.created_at end where review_id = new.id;
  return null;
end $$;
create trigger date_name after update of created_at, hidden_at on public.reviews
  for each row execute function private.date_name();
