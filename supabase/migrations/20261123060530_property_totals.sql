-- How the totals of a property follow its reviews and their photos.

-- True when a review, while visible, counts as verified. Takes a lock, so that the result holds until the transaction ends.
-- The result depends on the review and on its photos, so both updates take this lock. It is an advisory lock, since
-- a row lock would leave its transaction id in the review.
create function private.counts_as_verified(review public.reviews) returns boolean
language plpgsql set search_path = '' as $$
begin
  if not review.verified then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('proof of ' || review.id, 0));
  return private.has_proof(review.id);
end $$;

-- Subtracts reviews that have lost their last photo from the verified_count and the figures of their property.
create function private.uncount_unproved_reviews() returns trigger
language plpgsql set search_path = '' as $$
declare
  unproved uuid;
begin
  -- While homes are being merged (operator_merge_homes), the property of the review changes.
  lock table public.reviews in row share mode;
  for unproved in select distinct review_id from deleted order by review_id loop
    perform pg_advisory_xact_lock(hashtextextended('proof of ' || unproved, 0));
    update public.properties as p
    set verified_count = p.verified_count - 1
    from public.reviews as r
    where r.id = unproved and r.property_id = p.id and r.verified and r.hidden_at is null and not private.has_proof(r.id);
    if found then
      perform private.uncount_photos(unproved);
    end if;
  end loop;
  return null;
end $$;
create trigger uncount_unproved_reviews after delete on private.review_proofs
  referencing old table as deleted for each statement execute function private.uncount_unproved_reviews();

-- Locks the property of a review that is about to be deleted, and deletes its photos.
-- Locks the author, then the photos, as erasing an author does, then the property, so that a concurrent insert either keeps it or
-- waits and then finds or recreates it. Photos are deleted while uncount_unproved_reviews can still see the review.
create function private.delete_proofs() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform from private.review_authors where review_id = old.id for update;
  perform from private.review_proofs where review_id = old.id order by position for update;
  perform from public.properties where id = old.property_id for update;
  delete from private.review_proofs where review_id = old.id;
  return old;
end $$;
create trigger delete_proofs before delete on public.reviews
  for each row execute function private.delete_proofs();

-- Keeps the totals and figures of properties equal to their visible reviews.
-- The totals and figures of a property follow its visible reviews: inserted, hidden, shown again, corrected or deleted. A
-- property is deleted with its last review, hidden ones included, unless others are merged into it. Each change adds to or
-- subtracts from the locked row, so concurrent reviews lose no update.
-- Security definer: visitors may not write properties.
create function private.keep_property_totals() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_verified boolean;
begin
  if tg_op in ('UPDATE', 'DELETE') and old.hidden_at is null then
    is_verified := private.counts_as_verified(old);
    update public.properties
    set review_count = review_count - 1,
        rating_total = rating_total - old.rating,
        verified_count = verified_count - is_verified::integer
    where id = old.property_id;
    perform private.count_figures(old, is_verified, -1);
  end if;
  if tg_op in ('INSERT', 'UPDATE') and new.hidden_at is null then
    is_verified := private.counts_as_verified(new);
    update public.properties
    set review_count = review_count + 1,
        rating_total = rating_total + new.rating,
        verified_count = verified_count + is_verified::integer
    where id = new.property_id;
    perform private.count_figures(new, is_verified, 1);
  end if;
  if tg_op = 'DELETE' then
    delete from public.properties as p
    where p.id = old.property_id
      and not exists (select from public.reviews as r where r.property_id = p.id)
      and not exists (select from private.merged_properties as m where m.into_id = p.id);
  end if;
  return null;
end $$;
create trigger keep_property_totals
  after insert or delete or update of
    property_id, rating, verified, hidden_at, created_at, property_name, locality, city, property_type, move_in_date, duration,
    would_recommend, reported_issues, issue_resolution_status, management_response_time
  on public.reviews
  for each row execute function private.keep_property_totals();
