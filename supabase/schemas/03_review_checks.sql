-- Validates, cleans and completes what visitors insert into public.reviews, then applies rate limits. Overwrites the columns that
-- visitors may not set (author, verified, reported, dates, property). Refuses overlong input first, since cleaning takes linear
-- time. Limits must match app/domain/review-texts.ts and app/domain/photo.ts.
--
-- These triggers are for roles that are subject to RLS. Operators (the table's owner and roles with bypassrls) skip them: they
-- restore backups and load samples. The when condition is evaluated as the caller, before security definer takes effect.
--
-- Triggers of public.reviews fire in alphabetical order. Before insert: check_answers, check_submitted_review (here),
-- find_or_create_property, make_searchable, separate_author. After insert, per row: keep_property_totals, queue_photos_of_hidden_review;
-- then per statement: count_published, refuse_several_reviews, refuse_too_many_reviews (both here).

-- Returns true for public/<start of a day in India in milliseconds>-<random>.<extension>, which does not reveal the time of the upload.
create function private.is_photo_name(given text) returns boolean
language sql immutable set search_path = '' as $$
  select case
    when given ~ '^public/[0-9]{10,17}-[a-z0-9]{6,64}\.(png|jpg|jpeg|gif)$'
      then (substring(given from '^public/([0-9]+)')::bigint + 19800000) % 86400000 = 0
    else false
  end
$$;

-- Returns the paths of proof photos, or null. Refuses photos of other authors, and those uploaded more than 50 minutes ago: after an
-- hour a sweep deletes orphans (operator_orphan_uploads), and the ten minutes between cover requests in flight.
create function private.own_proof_paths(given text[], author uuid) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  public_folder constant text := '/storage/v1/object/public/review-proofs/';
  own_origins text[] := array(
    select substring(address from '^https?://[^/?#]+')
    from unnest(array[
      (select value #>> '{}' from private.settings where key = 'public_url'),
      (select auth.jwt()) ->> 'iss'
    ]) as address
  );
  url text;
  object_name text;
  uploaded_at timestamptz;
  paths text[] := '{}';
begin
  if cardinality(given) > 3 then
    perform private.refuse(400, 'Send at most 3 proof photos.');
  end if;
  foreach url in array coalesce(given, '{}') loop
    if length(url) <= 1000 and substring(url from '^https?://[^/?#]+') = any (own_origins) then
      url := substring(url from '^https?://[^/?#]+(/.*)$');
    end if;
    object_name := case when starts_with(url, public_folder) then substr(url, length(public_folder) + 1) end;
    uploaded_at := (
      select created_at from storage.objects
      where bucket_id = 'review-proofs' and name = object_name and owner_id = author::text);
    if uploaded_at is null or not private.is_photo_name(object_name) then
      perform private.refuse(400, 'A proof photo must be one that you uploaded.');
    elsif uploaded_at < now() - interval '50 minutes' then
      perform private.refuse(400, 'This photo was uploaded more than 50 minutes ago. Remove it and choose it again.');
    end if;
    if public_folder || object_name <> all (paths) then
      paths := paths || (public_folder || object_name);
    end if;
  end loop;
  return nullif(paths, '{}');
end $$;

-- Returns the reported issues with known keys only, or null if none is left. Like the form, drops issues without a description, and
-- all of them if the first has none. Refuses other malformed input and anything beyond the limits.
create function private.clean_issues(given jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  issue jsonb;
  issue_id text;
  description text;
  severity text;
  characters integer := 0;
  issues jsonb := '[]';
begin
  if given is null or given = 'null' then
    return null;
  end if;
  if jsonb_typeof(given) <> 'array' then
    perform private.refuse(400, 'Send the reported issues as a list.');
  end if;
  if jsonb_array_length(given) > 20 then
    perform private.refuse(400, 'Report at most 20 issues.');
  end if;
  -- Fits twenty descriptions of 1,000 four-byte characters.
  if pg_column_size(given) > 100000 then
    perform private.refuse(400, 'Shorten the description of each issue to 1000 characters.');
  end if;
  for issue in select value from jsonb_array_elements(given) loop
    if jsonb_typeof(issue) <> 'object' or coalesce(jsonb_typeof(issue -> 'description'), 'null') not in ('string', 'null') then
      perform private.refuse(400, 'Describe each reported issue in words.');
    end if;
    description := private.clean_text(issue ->> 'description');
    if private.is_blank(description) then
      exit when issues = '[]';
      continue;
    end if;
    if char_length(description) > 1000 then
      perform private.refuse(400, 'Shorten the description of each issue to 1000 characters.');
    end if;
    characters := characters + char_length(description);
    if characters > 5000 then
      perform private.refuse(400, 'Shorten the descriptions of the issues to 5000 characters in all.');
    end if;
    severity := nullif(issue ->> 'severity', '');
    if severity not in ('Minor', 'Moderate', 'Major', 'Critical') then
      perform private.refuse(400, 'Choose one of the listed severities.');
    end if;
    issue_id := case when issue ->> 'id' ~ '^[A-Za-z0-9_-]{1,64}$' then issue ->> 'id' else (jsonb_array_length(issues) + 1)::text end;
    issues := issues || jsonb_strip_nulls(jsonb_build_object('id', issue_id, 'description', description, 'severity', severity));
  end loop;
  return nullif(issues, '[]');
end $$;

-- Cleans names and comment. Refuses a review that lacks one of them or the rating (first, as app/domain/submission-check.ts does), is
-- too long, or has look-alike letters, an address or a long number in a name.
create function private.clean_required(given public.reviews) returns public.reviews
language plpgsql immutable set search_path = '' as $$
declare
  -- Before plain_name, which breaks up addresses.
  holds_address constant boolean := exists (
    select from unnest(array[given.property_name, given.locality, given.city]) as name
    where char_length(name) <= 1000 and private.holds_address(name));
begin
  if char_length(given.property_name) <= 1000 then
    given.property_name := private.plain_name(given.property_name);
  end if;
  if char_length(given.locality) <= 1000 then
    given.locality := private.plain_name(given.locality);
  end if;
  if char_length(given.city) <= 1000 then
    given.city := private.plain_name(given.city);
  end if;
  if char_length(given.review_text) <= 10000 then
    given.review_text := private.clean_text(given.review_text);
  end if;
  if coalesce(private.fold(left(given.property_name, 1000)), '') = '' then
    perform private.refuse(400, 'Enter the name of the property.');
  elsif coalesce(private.fold(left(given.locality, 1000)), '') = '' then
    perform private.refuse(400, 'Enter the locality.');
  elsif coalesce(private.fold(left(given.city, 1000)), '') = '' then
    perform private.refuse(400, 'Enter the city.');
  elsif private.is_blank(left(given.review_text, 10000)) then
    perform private.refuse(400, 'Write your review.');
  elsif given.rating is null or given.rating not between 1 and 5 then
    perform private.refuse(400, 'Choose a rating from 1 to 5 stars.');
  elsif char_length(given.property_name) > 120 then
    perform private.refuse(400, 'Shorten the name of the property to 120 characters.');
  elsif char_length(given.locality) > 120 then
    perform private.refuse(400, 'Shorten the locality to 120 characters.');
  elsif char_length(given.city) > 80 then
    perform private.refuse(400, 'Shorten the city to 80 characters.');
  elsif char_length(given.review_text) > 5000 then
    perform private.refuse(400, 'Shorten your review to 5000 characters.');
  elsif private.mixes_alphabets(private.fold(concat_ws(' ', given.property_name, given.locality, given.city))) then
    perform private.refuse(400, 'Some letters of a word in a name are Greek or Cyrillic and only look like English ones. Type that word again.');
  elsif holds_address then
    perform private.refuse(400, 'A name cannot contain a web or email address. Type only the name.');
  elsif exists (select from unnest(array[given.property_name, given.locality, given.city]) as name where private.holds_long_number(name)) then
    perform private.refuse(400, 'A name cannot contain a phone number, a PIN code or another number of more than four digits. Leave it out.');
  end if;
  return given;
end $$;

-- Derives the id of a review from its author and the id that the browser sent. A retry gets the same id, and a taken id does not
-- reveal another author's review, not even a hidden one.
create function private.own_review_id(author uuid, given uuid) returns uuid
language sql immutable set search_path = '' as $$
  select overlay(overlay(hash placing '4' from 13) placing '8' from 17)::uuid
  from substr(encode(sha256(convert_to(author || ':' || given, 'UTF8')), 'hex'), 1, 32) as hash
$$;

create function private.check_submitted_review() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  author constant uuid := (select auth.uid());
  own_email constant text := (select u.email from auth.users as u where u.id = author);
begin
  if author is null then
    perform private.refuse(401, 'Log in to publish a review.');
  end if;
  if not private.has_live_session() then
    perform private.refuse(401, 'Your session has ended. Log in again to publish your review.');
  end if;
  -- Locks the mailbox, so that concurrent reviews cannot pass its limits together. A retry gets the unique violation below, not a rate
  -- limit.
  perform pg_advisory_xact_lock(hashtextextended('reviews of ' || private.mailbox_of(author), 0));
  new.id := private.own_review_id(author, new.id);
  -- Raised here, because a request with "on conflict do nothing" would suppress the violation of the primary key.
  if exists (select from public.reviews where id = new.id) then
    raise unique_violation using message = 'duplicate key value violates unique constraint "reviews_pkey"';
  end if;

  new := private.clean_required(new);
  -- Another address would tie its owner to a review that they did not write. Stores the account service's spelling, by which top
  -- reviewers are grouped.
  new.email := private.clean_email(new.email);
  if new.email is not null and private.email_key(new.email) is distinct from private.email_key(own_email) then
    perform private.refuse(400, 'Sign with the email of your account, or as Anonymous.');
  end if;
  new.email := case when new.email is not null then own_email end;
  if new.move_in_date > (now() at time zone 'Asia/Kolkata')::date then
    perform private.refuse(400, 'The move-in date cannot be after today.');
  elsif new.move_in_date < date '1950-01-01' then
    perform private.refuse(400, 'The move-in date cannot be before 1950.');
  end if;
  new.reported_issues := private.clean_issues(new.reported_issues);
  new.proof_urls := private.own_proof_paths(new.proof_urls, author);
  new.verified := new.proof_urls is not null;
  new.user_id := author;
  new.property_id := null;
  new.reported := false;
  new.hidden_at := null;
  new.created_at := now();
  return new;
end $$;
create trigger check_submitted_review before insert on public.reviews
  for each row when (row_security_active('public.reviews')) execute function private.check_submitted_review();

create trigger refuse_several_reviews after insert on public.reviews
  referencing new table as inserted
  for each statement when (row_security_active('public.reviews'))
  execute function private.refuse_several_rows('Send one review at a time.');

-- Lets a mailbox review a home once and publish a text once within repeat_review_days, also across accounts and deleted accounts. Each hash
-- combines a mailbox with one home or one text: rows do not show that they share a mailbox, and contain no review and no time of day.
create table private.recent_reviews (
  hash bytea primary key,
  reviewed_on date not null
);
comment on table private.recent_reviews is
  'Which mailbox reviewed which home, or published which text, as hashes that only a caller who knows both parts can compute. Swept after repeat_review_days.';
comment on column private.recent_reviews.hash is 'Hash of private.mailbox_of and the id of a home, or a folded text.';
comment on column private.recent_reviews.reviewed_on is 'The date in India.';
alter table private.recent_reviews enable row level security;

create function private.recent_review_hash(mailbox text, what text) returns bytea
language sql immutable set search_path = '' as $$
  select sha256(convert_to(mailbox || ':' || what, 'UTF8'))
$$;

-- Refuses a review if its author's last review of the home, or last use of the text, is less than repeat_review_days ago. A null
-- date means that there is none. The status is not 429: sending it more slowly would not help.
create function private.refuse_repeated_review(home_reviewed_on date, text_published_on date) returns void
language plpgsql stable set search_path = '' as $$
declare
  days constant integer := private.setting('repeat_review_days');
  seconds integer;
begin
  seconds := ceil(extract(epoch from (home_reviewed_on + days)::timestamp at time zone 'Asia/Kolkata' - clock_timestamp()));
  if seconds > 0 then
    perform private.refuse(409, format('You reviewed this property less than %s ago. You can review it again in %s.',
      private.time_in_words(days * 86400), private.time_in_words(seconds)));
  elsif (text_published_on + days)::timestamp at time zone 'Asia/Kolkata' > clock_timestamp() then
    perform private.refuse(409, 'You have published this text before. Write a different text about this home.');
  end if;
end $$;

-- Returns the review of a home that an operator hid and its author may replace with a corrected one (`correction`, once it is stored),
-- or null. The hash allows one such replacement within repeat_review_days, and outlives both reviews.
create function private.review_to_replace(author uuid, home uuid, correction uuid default null) returns uuid
language sql stable set search_path = '' as $$
  select r.id
  from private.review_authors as a join public.reviews as r on r.id = a.review_id
  where a.user_id = author and r.property_id = home and private.is_hidden_by_operator(r)
    and not exists (
      select from private.recent_reviews as c
      where c.hash = private.recent_review_hash(private.mailbox_of(author), 'replaced ' || home))
    -- A later review that is visible is the one of this stay.
    and not exists (
      select from private.review_authors as b join public.reviews as later on later.id = b.review_id
      where b.user_id = author and later.property_id = home and later.insert_order > r.insert_order and later.hidden_at is null
        and later.id is distinct from correction)
  order by r.insert_order desc limit 1
$$;

-- Refuses a review of this home, or of any, if too many of today's reviews came from its network. Withdrawn and deleted reviews do not
-- count: with three of them an owner could silence all tenants on a network. count_for_network stores a hash of network and review, so
-- no row shows which reviews share a network.
create function private.limit_reviews_of_network(limit_name text, network text, home uuid default null) returns void
language plpgsql set search_path = '' as $$
declare
  size constant integer := private.setting(limit_name);
  used record;
begin
  if size = 0 then
    return;
  end if;
  select * into used from private.add_use(limit_name, network || coalesce(' ' || home, ''));
  if used.uses > size and size < (
    select count(*)
    from private.address_keys as k
    join public.reviews as r on r.created_on >= k.day and r.created_at >= k.day::timestamp at time zone 'utc'
    join private.recent_uses as u on u.limit_name = 'reviews_per_network_day'
      and u.who = private.use_hash(k.secret, 'reviews_per_network_day', network || ' ' || r.id)
    where k.day = (now() at time zone 'utc')::date and (home is null or r.property_id = home)
      and not exists (select from private.withdrawn_reviews as w where w.review_id = r.id)
  ) then
    perform private.refuse_for_now(private.limit_sentence(limit_name, used.seconds), used.seconds);
  end if;
end $$;

-- Counts a visible review of today for the network of the request. Call it after the home is locked: in the other order, two requests
-- deadlock.
create function private.count_for_network(review public.reviews) returns void
language plpgsql set search_path = '' as $$
declare
  network constant text := private.request_address(24, 48);
begin
  perform private.add_use('reviews_per_network_day', network || ' ' || review.id);
  perform private.limit_reviews_of_network('home_reviews_per_network_day', network, review.property_id);
  perform private.limit_reviews_of_network('reviews_per_network_day', network);
end $$;

-- Counts a review for its mailbox and its network, and refuses one that exceeds the limits in private.settings. For the mailbox, withdrawn
-- and deleted reviews count, too. Must be the last trigger, and check the mailbox before the network. Otherwise a caller could send a
-- review that fails anyway (two in one request, another review's photo) and learn from the error whether the mailbox or network reviewed
-- this home.
create function private.limit_review() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  mailbox constant text := private.mailbox_of((select auth.uid()));
  review public.reviews;
  replaced uuid;
  home_hash bytea;
  text_hash bytea;
begin
  select * into review from inserted;
  if not found then
    return null;
  end if;
  -- Skips a review that an operator is deciding on: the operator may wait for the home, which is locked here.
  select r.id into replaced from public.reviews as r
  where r.id = private.review_to_replace((select auth.uid()), review.property_id, review.id) and r.hidden_at is not null
  for no key update skip locked;
  home_hash := private.recent_review_hash(mailbox, review.property_id::text);
  text_hash := private.recent_review_hash(mailbox, private.fold(review.review_text));
  perform private.refuse_repeated_review(
    (select r.reviewed_on from private.recent_reviews as r where r.hash = home_hash and replaced is null),
    (select r.reviewed_on from private.recent_reviews as r where r.hash = text_hash));
  perform private.limit_use('reviews_per_day', mailbox);
  perform private.limit_use('reviews_per_minute', mailbox);
  if private.setting('repeat_review_days') > 0 then
    insert into private.recent_reviews as r (hash, reviewed_on)
    select hash, (now() at time zone 'Asia/Kolkata')::date from unnest(array[home_hash, text_hash,
      case when replaced is not null then private.recent_review_hash(mailbox, 'replaced ' || review.property_id) end]) as hash
    where hash is not null
    on conflict on constraint recent_reviews_pkey do update set reviewed_on = excluded.reviewed_on;
  end if;
  insert into private.withdrawn_reviews (review_id, hidden_by_operator) select replaced, true where replaced is not null
  on conflict do nothing;
  -- The corrected review stays in the burst of the replaced one, and counts only if that counted.
  insert into private.burst_reviews (review_id, burst_id, is_genuine)
  select review.id, w.burst_id, w.is_genuine from private.burst_reviews as w where w.review_id = replaced;
  update public.reviews as r set is_counted = false
  where r.id = review.id and not (select hidden.is_counted from public.reviews as hidden where hidden.id = replaced);
  perform private.count_for_network(review);
  return null;
end $$;
-- Its name makes it fire after refuse_several_reviews.
create trigger refuse_too_many_reviews after insert on public.reviews
  referencing new table as inserted
  for each statement when (row_security_active('public.reviews')) execute function private.limit_review();

-- The form calls this before it uploads photos. Checks only the account's reviews. A call stores nothing, so checking the mailbox would let
-- anna+x@, possibly another person, probe what anna@ reviewed. The limits of mailbox and network apply at publishing.
create function public.check_review_limits(review_id uuid, property_name text, locality text, city text, review_text text)
returns boolean
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
declare
  account constant uuid := private.signed_in_account();
  property constant uuid := private.home_named(left(property_name, 1000), left(locality, 1000), left(city, 1000));
  words constant text := private.search_text(private.clean_text(left(check_review_limits.review_text, 10000)));
  limit_name text;
  size integer;
  seconds integer;
begin
  -- An earlier try is stored: the retry will publish nothing.
  if private.my_review_id(review_id) is not null then
    return true;
  elsif char_length(review_text) > 10000 then
    perform private.refuse(400, 'Shorten your review to 5000 characters.');
  end if;
  perform private.refuse_repeated_review(
    max(r.created_on) filter (where r.property_id = property and private.review_to_replace(account, property) is null),
    max(r.created_on) filter (where split_part(r.search_text, '#', 1) = words))
  from private.review_authors as a join public.reviews as r on r.id = a.review_id where a.user_id = account;
  foreach limit_name in array array['reviews_per_day', 'reviews_per_minute'] loop
    size := private.setting(limit_name);
    -- Seconds until the size-th newest review leaves the window.
    seconds := (
      select ceil(extract(epoch from
        case limit_name when 'reviews_per_day' then date_trunc('day', r.created_at, 'UTC') else r.created_at end
        + private.window_of(limit_name) - clock_timestamp()))
      from private.review_authors as a join public.reviews as r on r.id = a.review_id
      where a.user_id = account order by r.created_at desc offset greatest(size - 1, 0) limit 1);
    if size > 0 and seconds > 0 then
      perform private.refuse_for_now(private.limit_sentence(limit_name, seconds), seconds);
    end if;
  end loop;
  return true;
end $$;
comment on function public.check_review_limits(uuid, text, text, text, text) is
  'Returns true, or refuses with status 409 or 429 and a message that says when the caller may publish this review.';
