-- One account publishes a review a minute and three a day, one of each property in thirty days, and no text twice. Its
-- reviews are counted in private.review_authors, so those without a name count, too, and hidden ones as well.

-- Reviews of one account are taken one after the other: each is counted by the next. Triggers run in the order of their
-- names, this one first: whoever sends the same review twenty times at once hears nineteen times that it is there, from
-- check_submitted_review, and never from limit_reviews that it came too soon.
create function private.await_turn() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('reviews of ' || (select auth.uid())::text, 0));
  return new;
end $$;
comment on function private.await_turn() is 'Waits until no other review of this account is being stored.';
create trigger await_turn before insert on public.reviews
  for each row when (row_security_active('public.reviews')) execute function private.await_turn();

create function private.text_key(given text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select lower(regexp_replace(private.clean_line(given), '[\u200c\u200d\ufe00-\ufe0f]', '', 'g'))
$$;
comment on function private.text_key(text) is 'A text without what makes it look different only: case, spaces, line breaks and invisible characters.';

-- Security definer: authors and settings are out of visitors' reach.
create function private.limit_reviews() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  author constant uuid := (select auth.uid());
  pause_seconds constant integer := private.setting('review_pause_seconds');
  per_day constant integer := private.setting('reviews_per_day');
  property_days constant integer := private.setting('property_pause_days');
  earlier timestamptz;
  seconds integer;
begin
  -- What takes longest to pass comes first: nobody waits a minute to hear of thirty days.
  if private.setting('review_texts_once') = 1 and exists (
    select from private.review_authors as a join public.reviews as r on r.id = a.review_id
    where a.user_id = author and private.text_key(r.review_text) = private.text_key(new.review_text)
  ) then
    -- Waiting does not help, and clients that try again by themselves shall not hurry.
    perform private.refuse_for_now('You have published this text before. Write about this home in words of its own.', 86400);
  end if;

  if property_days > 0 then
    select max(r.created_at) into earlier
    from private.review_authors as a join public.reviews as r on r.id = a.review_id
    where a.user_id = author and r.property_id = new.property_id;
    seconds := ceil(extract(epoch from earlier + make_interval(days => property_days) - clock_timestamp()));
    if seconds > 0 then
      perform private.refuse_for_now(
        format('You reviewed this property less than %s ago. You can review it again in %s.',
          private.time_in_words(property_days * 86400), private.time_in_words(seconds)),
        seconds);
    end if;
  end if;

  if per_day > 0 then
    -- The oldest of as many as a day may have: with it gone, there is room.
    select r.created_at into earlier
    from private.review_authors as a join public.reviews as r on r.id = a.review_id
    where a.user_id = author and r.created_at > clock_timestamp() - interval '1 day'
    order by r.created_at desc offset per_day - 1 limit 1;
    if found then
      seconds := ceil(extract(epoch from earlier + interval '1 day' - clock_timestamp()));
      perform private.refuse_for_now(
        format('You published %s in the last 24 hours. You can publish the next one in %s.',
          case when per_day = 1 then 'a review' else per_day || ' reviews' end, private.time_in_words(seconds)),
        seconds);
    end if;
  end if;

  if pause_seconds > 0 then
    select max(r.created_at) into earlier
    from private.review_authors as a join public.reviews as r on r.id = a.review_id
    where a.user_id = author;
    seconds := ceil(extract(epoch from earlier + make_interval(secs => pause_seconds) - clock_timestamp()));
    if seconds > 0 then
      perform private.refuse_for_now(
        format('You published a review a moment ago. You can publish the next one in %s.', private.time_in_words(seconds)),
        seconds);
    end if;
  end if;
  return new;
end $$;
comment on function private.limit_reviews() is 'Refuses a review of an account that has published enough for now, as private.settings says.';
-- After file_review, which finds the property.
create trigger limit_reviews before insert on public.reviews
  for each row when (row_security_active('public.reviews')) execute function private.limit_reviews();

revoke execute on function private.await_turn(), private.text_key(text), private.limit_reviews() from public;
