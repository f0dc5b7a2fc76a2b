create function private.text_key(cleaned text) returns text
language sql immutable strict parallel safe
return lower(normalize(regexp_replace(regexp_replace(cleaned, '[\u200c\u200d\ufe0e\ufe0f]', '', 'g'), '\s+', ' ', 'g'), nfc));
comment on function private.text_key(text) is 'The comparison key of a cleaned text: ignores case, whitespace and joiners.';

-- By default (private.settings) an account publishes a review a minute and three a day. Anonymous and hidden reviews count.
create function private.refuse_too_many_reviews(author uuid) returns void
language plpgsql set search_path = '' as $$
declare
  pause_seconds constant integer := private.setting('review_pause_seconds');
  per_day constant integer := private.setting('reviews_per_day');
  earlier timestamptz;
  seconds integer;
begin
  if per_day > 0 then
    -- The oldest review that still fills the daily quota: the next one is allowed when it is a day old.
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
end $$;
comment on function private.refuse_too_many_reviews(uuid) is
  'Refuses another review of an account that published one too recently, or too many in a day.';

-- Besides, a mailbox, across its accounts, reviews a property once in thirty days and no text twice.
create function private.refuse_over_review_limits(property uuid, cleaned_text text) returns void
language plpgsql set search_path = '' as $$
declare
  author constant uuid := (select auth.uid());
  author_mailbox constant bytea := private.mailbox_of(author);
  property_days constant integer := private.setting('property_pause_days');
  earlier timestamptz;
  seconds integer;
begin
  -- What it erases counts for none of the limits.
  if private.is_being_deleted(author::text) then
    perform private.refuse(409, 'You have begun to delete this account, so it publishes nothing. Finish that on its page, and sign up again to write.');
  end if;
  -- The longest wait is checked first, so that waiting a minute does not end in waiting thirty days.
  if private.setting('review_texts_once') = 1 and exists (
    select from private.review_authors as a join public.reviews as r on r.id = a.review_id
    where (a.user_id = author or a.mailbox = author_mailbox)
      and private.text_key(r.review_text) = private.text_key(cleaned_text)
  ) then
    -- Waiting does not help; the long Retry-After slows clients that retry automatically.
    perform private.refuse_for_now('You have published this text before. Write about this home in words of its own.', 86400);
  end if;

  if property_days > 0 then
    select max(r.created_at) into earlier
    from private.review_authors as a join public.reviews as r on r.id = a.review_id
    where (a.user_id = author or a.mailbox = author_mailbox) and r.property_id = property;
    seconds := ceil(extract(epoch from earlier + make_interval(days => property_days) - clock_timestamp()));
    if seconds > 0 then
      perform private.refuse_for_now(
        format('You reviewed this property less than %s ago. You can review it again in %s.',
          private.time_in_words(property_days * 86400), private.time_in_words(seconds)),
        seconds);
    end if;
  end if;

  perform private.refuse_too_many_reviews(author);
end $$;
comment on function private.refuse_over_review_limits(uuid, text) is
  'Refuses the caller''s review of this property with this text that exceeds the limits in private.settings.';

-- Fires after file_review, which sets property_id.
-- Security definer: visitors may not read authors and settings.
create function private.limit_reviews() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refuse_over_review_limits(new.property_id, new.review_text);
  return new;
end $$;
comment on function private.limit_reviews() is 'Refuses a review that exceeds the limits in private.settings.';
create trigger limit_reviews before insert on public.reviews
  for each row when (row_security_active('public.reviews')) execute function private.limit_reviews();

-- The same for a review that is not sent yet.
-- Security definer: visitors may not read authors, settings and properties whose reviews are all hidden.
create function private.check_review_limits(property_name text, locality text, city text, review_text text) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  property constant uuid := (
    select private.home_of(p.id) from public.properties as p
    where p.name_key = private.name_key(private.clean_line(left(check_review_limits.property_name, 1000)))
      and p.locality_key = private.name_key(private.clean_line(left(check_review_limits.locality, 1000)))
      and p.city_key = private.name_key(private.current_city(left(check_review_limits.city, 1000))));
begin
  if char_length(review_text) > 10000 then
    perform private.refuse(400, 'Shorten your review to 5000 characters.');
  end if;
  perform private.refuse_over_review_limits(property, private.clean_text(review_text));
end $$;
comment on function private.check_review_limits(text, text, text, text) is
  'Refuses the caller''s review of the property with these names that would exceed the limits in private.settings.';

revoke execute on all functions in schema private from public;
