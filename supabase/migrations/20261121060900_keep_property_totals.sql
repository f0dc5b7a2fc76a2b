-- Counts and sums of a property follow its visible reviews: a new one, one hidden or shown again,
-- one corrected or deleted by an operator. Each change adds or subtracts on the locked row, so
-- concurrent reviews of the same property cannot lose one another.

-- Security definer: visitors may not write properties.
create function private.keep_property_totals() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op in ('UPDATE', 'DELETE') and old.hidden_at is null then
    update public.properties
    set review_count = review_count - 1,
        rating_total = rating_total - old.rating,
        verified_count = verified_count - old.verified::integer,
        verified_rating_total = verified_rating_total - case when old.verified then old.rating else 0 end
    where id = old.property_id;
    -- A statement of its own, after the row is locked: it sees reviews that arrived while waiting for the lock.
    update public.properties
    set latest_review_at = (select max(created_at) from public.reviews where property_id = old.property_id and hidden_at is null)
    where id = old.property_id;
  end if;
  if tg_op in ('INSERT', 'UPDATE') and new.hidden_at is null then
    update public.properties
    set review_count = review_count + 1,
        rating_total = rating_total + new.rating,
        verified_count = verified_count + new.verified::integer,
        verified_rating_total = verified_rating_total + case when new.verified then new.rating else 0 end,
        latest_review_at = greatest(latest_review_at, new.created_at)
    where id = new.property_id;
  end if;
  return null;
end $$;
comment on function private.keep_property_totals() is 'Keeps the totals of public.properties equal to their visible reviews.';
revoke execute on function private.keep_property_totals() from public;

create trigger keep_property_totals
  after insert or delete or update of property_id, rating, verified, created_at, hidden_at, property_name, locality, city
  on public.reviews
  for each row execute function private.keep_property_totals();
