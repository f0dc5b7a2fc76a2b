-- Neither a second account of a mailbox nor one that was deleted gives it another voice about a home. Each hash is of a mailbox with
-- one home, or with one text: no two rows show that they are of the same mailbox, and none names a review or a time of day.
create table private.recent_reviews (
  hash bytea primary key,
  reviewed_on date not null
);
comment on table private.recent_reviews is
  'Which mailbox reviewed which home, or published which text, as hashes that only who knows both can find. Swept after repeat_review_days.';
comment on column private.recent_reviews.hash is 'Of private.mailbox_of with the id of a home, or with a folded text.';
comment on column private.recent_reviews.reviewed_on is 'The date in India.';
alter table private.recent_reviews enable row level security;

-- What private.recent_reviews has of a mailbox and a home or a text.
create function private.recent_review_hash(mailbox text, what text) returns bytea
language sql immutable set search_path = '' as $$
  select sha256(convert_to(mailbox || ':' || what, 'UTF8'))
$$;

-- Refuses what private.recent_reviews has, with a sentence that may name the days of the limit and the time that is left.
create function private.refuse_repeated_review(hash bytea, sentence text) returns void
language plpgsql stable set search_path = '' as $$
declare
  days constant integer := private.setting('repeat_review_days');
  again_on constant date := (select r.reviewed_on + days from private.recent_reviews as r where r.hash = refuse_repeated_review.hash);
  seconds constant integer := ceil(extract(epoch from again_on::timestamp at time zone 'Asia/Kolkata' - clock_timestamp()));
begin
  if seconds > 0 then
    perform private.refuse_for_now(
      format(sentence, private.time_in_words(days * 86400), private.time_in_words(seconds)), seconds);
  end if;
end $$;

-- Refuses the caller's review of this home with this text that exceeds the limits in private.settings. Counts one that is sent.
-- The longest wait is checked first, so that waiting a minute does not end in waiting thirty days. Reviews count that are
-- anonymous, hidden, withdrawn or deleted since.
create function private.limit_review(property uuid, cleaned_text text, is_sent boolean) returns void
language plpgsql set search_path = '' as $$
declare
  mailbox constant text := private.mailbox_of((select auth.uid()));
  home_hash constant bytea := private.recent_review_hash(mailbox, property::text);
  text_hash constant bytea := private.recent_review_hash(mailbox, private.fold(cleaned_text));
  home_from_network constant text := private.request_address(24, 48) || ' ' || property;
begin
  perform private.refuse_repeated_review(
    home_hash, 'You reviewed this property less than %s ago. You can review it again in %s.');
  perform private.refuse_repeated_review(text_hash, 'You have published this text before. Write about this home in words of its own.');
  if not is_sent then
    perform private.refuse_used_up('home_reviews_per_network_day', home_from_network);
    perform private.refuse_used_up('reviews_per_day', mailbox);
    perform private.refuse_used_up('reviews_per_minute', mailbox);
    return;
  end if;
  perform private.limit_use('home_reviews_per_network_day', home_from_network);
  perform private.limit_use('reviews_per_day', mailbox);
  perform private.limit_use('reviews_per_minute', mailbox);
  if private.setting('repeat_review_days') > 0 then
    insert into private.recent_reviews as r (hash, reviewed_on)
    select hash, (now() at time zone 'Asia/Kolkata')::date from unnest(array[home_hash, text_hash]) as hash
    on conflict on constraint recent_reviews_pkey do update set reviewed_on = excluded.reviewed_on;
  end if;
end $$;

-- Counts a review, or refuses one that exceeds the limits in private.settings.
-- Fires after file_review, which sets property_id.
-- Security definer: visitors may not read settings and counts.
create function private.limit_reviews() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.limit_review(new.property_id, new.review_text, true);
  return new;
end $$;
create trigger limit_reviews before insert on public.reviews
  for each row when (row_security_active('public.reviews')) execute function private.limit_reviews();

-- Refuses the caller's review of the property with these names that would exceed the limits in private.settings.
-- The same for a review that is not sent yet.
-- Security definer: visitors may not read settings, counts and properties whose reviews are all hidden.
create function private.check_review_limits(property_name text, locality text, city text, review_text text) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  property constant uuid := (
    select private.home_of(p.id) from public.properties as p
    where p.name_key = private.fold(private.clean_line(left(check_review_limits.property_name, 1000)))
      and p.locality_key = private.fold(private.clean_line(left(check_review_limits.locality, 1000)))
      and p.city_key = private.fold(private.current_city(left(check_review_limits.city, 1000))));
begin
  if char_length(review_text) > 10000 then
    perform private.refuse(400, 'Shorten your review to 5000 characters.');
  end if;
  perform private.limit_review(property, private.clean_text(review_text), false);
end $$;
