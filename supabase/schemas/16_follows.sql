-- Emails about new reviews of the homes and localities that an account follows. docs/decisions/0022 explains why they only cover earlier
-- days.

create function private.newest_order() returns bigint
language sql stable set search_path = '' as $$
  select coalesce((select r.insert_order from public.reviews as r order by r.created_on desc, r.insert_order desc limit 1), 0)
$$;

create table private.follows (
  secret uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  property_id uuid references public.properties (id) on delete cascade,
  city_slug text collate "C",
  locality_slug text collate "C",
  seen_order bigint not null,
  checked_on date not null default (now() at time zone 'Asia/Kolkata')::date,
  constraint follows_a_home_or_a_locality check (
    num_nonnulls(property_id, locality_slug) = 1 and (city_slug is null) = (locality_slug is null)),
  constraint follows_once unique nulls not distinct (user_id, property_id, city_slug, locality_slug)
);
comment on table private.follows is
  'Follows of homes and localities. Only their account sees them, and they are deleted with it. No function counts followers.';
comment on column private.follows.secret is '122 random bits. The holder of an email''s link can end the follow without a session.';
comment on column private.follows.seen_order is 'reviews.insert_order of the newest review at its start.';
comment on column private.follows.checked_on is 'The day, in India, of the last check. Reviews of earlier days were already checked.';
create index follows_by_day on private.follows (checked_on);
create index follows_by_property on private.follows (property_id) where property_id is not null;
alter table private.follows enable row level security;

-- Omits the name of a home that is no longer shown. A listed locality keeps its name without homes.
create function private.follow_json(follow private.follows) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'secret', follow.secret, 'propertyId', h.id, 'propertyName', h.property_name,
    'locality', coalesce(h.locality, p.locality), 'city', coalesce(h.city, p.city),
    'hasHomes', h.id is not null or coalesce(p.has_homes, false))
  from (select) as one
  left join public.properties as h on h.id = follow.property_id and h.review_count > 0
  left join private.known_place(follow.city_slug, follow.locality_slug) as p on follow.locality_slug is not null
$$;

-- Returns the maximum of follows per account: the List-Unsubscribe header of an email names their secrets on one line of at most
-- 998 characters (RFC 5322). Must match MAX_FOLLOWS in app/domain/follow.ts.
create function private.max_follows() returns integer
language sql immutable return 20;

create function public.follow_place(property_id uuid default null, city text default null, locality text default null) returns boolean
language plpgsql security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  follower constant uuid := private.signed_in_account();
  home_id constant uuid := (
    select p.id from public.properties as p where p.id = private.home_of(follow_place.property_id) and p.review_count > 0);
  place record;
begin
  select p.city_slug, p.locality_slug into place from private.known_place(follow_place.city, follow_place.locality) as p
  where follow_place.property_id is null and p.locality is not null;
  if home_id is null and place.locality_slug is null then
    perform private.refuse(404, 'There is no such home or locality any more.');
  end if;
  -- Without this lock, concurrent calls could exceed the maximum.
  perform pg_advisory_xact_lock(hashtextextended('follows ' || follower, 0));
  if exists (
    select from private.follows as f
    where f.user_id = follower
      and (f.property_id, f.city_slug, f.locality_slug) is not distinct from (home_id, place.city_slug, place.locality_slug)
  ) then
    return false;
  elsif (select count(*) from private.follows as f where f.user_id = follower) >= private.max_follows() then
    perform private.refuse(409, format(
      'You follow %s homes and localities, the most for one account. In your account you can stop following one.',
      private.max_follows()));
  end if;
  insert into private.follows (user_id, property_id, city_slug, locality_slug, seen_order)
  values (follower, home_id, place.city_slug, place.locality_slug, private.newest_order());
  return true;
end $$;
comment on function public.follow_place(uuid, text, text) is
  'Makes the caller follow a home, or a locality of a city that is listed or has homes. Returns false if the caller already follows it. An account follows at most private.max_follows().';

create function private.follows_of(account uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(
    listed.follow order by listed.follow ->> 'propertyName', listed.follow ->> 'locality', listed.follow ->> 'secret'), '[]')
  from (select private.follow_json(f) as follow from private.follows as f where f.user_id = account) as listed
$$;

create function public.my_follows() returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
begin
  return private.follows_of(private.signed_in_account());
end $$;
comment on function public.my_follows() is
  'The caller''s follows by name, localities last: [{secret, propertyId, propertyName, locality, city, hasHomes}], without names of homes no longer shown.';

create function public.follows_of_link(secrets uuid[]) returns jsonb
language sql stable security definer set search_path = '' set statement_timeout = '3s' as $$
  select coalesce(jsonb_agg(private.follow_json(f) order by f.secret), '[]')
  from private.follows as f where f.secret = any (secrets[:private.max_follows()])
$$;
comment on function public.follows_of_link(uuid[]) is
  'For the holder of an email''s link: the follows with these secrets, in the shape of my_follows.';

create function public.unfollow(secrets uuid[]) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  ended constant jsonb := public.follows_of_link(secrets);
begin
  delete from private.follows as f where f.secret = any (secrets[:private.max_follows()]);
  return ended;
end $$;
comment on function public.unfollow(uuid[]) is
  'Ends the follows with these secrets, for their account and for the holder of an email''s link. Returns the ended ones.';

-- Returns at most five homes with their numbers of new reviews since the last check, or null. A locality omits homes that the account also
-- follows. Includes the follower's own reviews: otherwise the difference between two emails would reveal them.
create function private.news_of(follow private.follows, today date) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  homes constant uuid[] := case when follow.property_id is not null then array[follow.property_id] else array(
    select f.property_id from private.property_figures as f
    where f.city_slug = follow.city_slug and f.locality_slug = follow.locality_slug and f.last_day >= follow.checked_on) end;
begin
  return (
    with news as (
      select r.property_id, count(*) as reviews, max(r.insert_order) as last_order
      from public.reviews as r
      where r.property_id = any (homes) and r.hidden_at is null and r.is_counted and r.created_on >= follow.checked_on and r.created_on < today
        and r.insert_order > follow.seen_order
        and (follow.property_id is not null or not exists (
          select from private.follows as of_home
          where of_home.user_id = follow.user_id and of_home.property_id = r.property_id
            and r.created_on >= of_home.checked_on and r.insert_order > of_home.seen_order))
      group by r.property_id
    )
    select jsonb_strip_nulls(private.follow_json(follow)) || jsonb_build_object(
      'reviewCount', (select sum(n.reviews) from news as n),
      'homes', (
        select jsonb_agg(jsonb_build_object(
          'propertyId', p.id, 'propertyName', p.property_name, 'locality', p.locality, 'city', p.city, 'reviewCount', n.reviews)
          order by n.last_order desc)
        from (select * from news order by last_order desc limit 5) as n join public.properties as p on p.id = n.property_id))
    where exists (select from news));
end $$;

-- Queues at most one email per account and day, from 8 o'clock in India. Stops after three seconds and returns the number of checked follows:
-- callers repeat the sweep until it is 0. Concurrent sweeps share the accounts.
create function private.queue_follow_emails(at timestamptz default now()) returns integer
language plpgsql set search_path = '' as $$
declare
  today constant date := (at at time zone 'Asia/Kolkata')::date;
  checked integer := 0;
  checked_of_account integer;
  follower uuid;
  news jsonb;
begin
  if extract(hour from at at time zone 'Asia/Kolkata') < 8 then
    return 0;
  end if;
  for follower in
    select distinct due.user_id
    from (select f.user_id from private.follows as f where f.checked_on < today order by f.checked_on limit 1000) as due
  loop
    exit when clock_timestamp() > statement_timestamp() + interval '3 seconds';
    continue when not pg_try_advisory_xact_lock(hashtextextended('follows ' || follower, 0));
    select jsonb_agg(with_news.news order by with_news.news ->> 'propertyName', with_news.news ->> 'locality', with_news.news ->> 'secret') into news
    from (
      select private.news_of(f, today) as news from private.follows as f where f.user_id = follower and f.checked_on < today
    ) as with_news where with_news.news is not null;
    update private.follows as f set checked_on = today where f.user_id = follower and f.checked_on < today;
    get diagnostics checked_of_account = row_count;
    checked := checked + checked_of_account;
    perform private.queue_email('follow-news', u.email, jsonb_build_object('follows', news))
    from auth.users as u where u.id = follower and u.email_confirmed_at is not null and news is not null;
  end loop;
  return checked;
end $$;

-- "Email me once": news of a locality for visitors without an account.

create table private.place_alerts (
  secret uuid primary key default gen_random_uuid(),
  email text not null check (char_length(email) <= 320),
  city_slug text collate "C" not null,
  locality_slug text collate "C" not null,
  is_confirmed boolean not null default false,
  seen_order bigint not null default private.newest_order(),
  created_on date not null default (now() at time zone 'Asia/Kolkata')::date,
  checked_on date not null default (now() at time zone 'Asia/Kolkata')::date
);
comment on table private.place_alerts is
  'Requests for one email about the first new review in a locality. Deleted with that email, after 180 days, or after 2 days unless confirmed.';
comment on column private.place_alerts.secret is '122 random bits. The holder of an email''s link confirms or deletes the request.';
comment on column private.place_alerts.checked_on is 'As in private.follows; the day of the request until it is confirmed.';
create unique index place_alerts_once on private.place_alerts (private.email_key(email), city_slug, locality_slug);
create index place_alerts_by_day on private.place_alerts (checked_on) where is_confirmed;
alter table private.place_alerts enable row level security;

-- The answer does not depend on what is known about the email.
create function public.request_place_alert(city text, locality text, email text) returns boolean
language plpgsql security definer set search_path = '' set statement_timeout = '8s' as $$
#variable_conflict use_column
declare
  given_email constant text := case when char_length(request_place_alert.email) <= 1000 then private.clean_line(request_place_alert.email) end;
  place record;
  alert private.place_alerts;
begin
  perform private.refuse_ended_session();
  if not coalesce(private.is_email(given_email), false) then
    perform private.refuse(400, 'Enter a valid email address.');
  end if;
  select p.* into place from private.known_place(request_place_alert.city, request_place_alert.locality) as p where p.locality is not null;
  if not found then
    perform private.refuse(404, 'We do not know this locality.');
  end if;
  perform private.limit_use('waitlist_entries_per_address_5_min', private.request_address());
  perform private.limit_use('waitlist_entries_per_address_day', private.request_address());
  if private.is_within_limit('place_alerts_per_email_day', private.mailbox_key(private.email_key(given_email))) then
    insert into private.place_alerts as a (email, city_slug, locality_slug) values (given_email, place.city_slug, place.locality_slug)
    on conflict (private.email_key(email), city_slug, locality_slug)
    do update set created_on = case when a.is_confirmed then a.created_on else excluded.created_on end
    returning * into alert;
    -- Names only listed localities: the recipient may be a stranger, and visitors type the names of others.
    perform private.queue_email('confirm-place-alert', given_email, jsonb_build_object('secret', alert.secret, 'place', coalesce(
      (select concat_ws(', ', l.locality, l.city) from private.localities as l
        where l.city_slug = place.city_slug and l.locality_slug = place.locality_slug),
      'a locality of ' || place.city)));
  end if;
  return true;
end $$;
comment on function public.request_place_alert(text, text, text) is
  'Requests one email about the first new review in a locality that is listed or has homes. Queues an email that asks to confirm it. Always returns true.';

create function public.place_alert(secret uuid) returns jsonb
language sql stable security definer set search_path = '' set statement_timeout = '3s' as $$
  select jsonb_build_object('locality', p.locality, 'city', p.city, 'isConfirmed', a.is_confirmed)
  from private.place_alerts as a cross join lateral private.known_place(a.city_slug, a.locality_slug) as p
  where a.secret = place_alert.secret
$$;
comment on function public.place_alert(uuid) is
  'For the holder of an email''s link: the place of this request for an email, and whether it is confirmed; null if there is none.';

create function public.answer_place_alert(secret uuid, is_wanted boolean) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '8s' as $$
begin
  update private.place_alerts as a set is_confirmed = true where a.secret = answer_place_alert.secret and is_wanted;
  delete from private.place_alerts as a where a.secret = answer_place_alert.secret and not is_wanted;
  return public.place_alert(answer_place_alert.secret);
end $$;
comment on function public.answer_place_alert(uuid, boolean) is
  'For the holder of an email''s link: confirms the request or deletes it. Returns it like place_alert.';

-- Checks at most 1,000 requests and returns their number, like queue_follow_emails. Deletes each with its email, and expired ones.
create function private.queue_place_alerts(at timestamptz default now()) returns integer
language plpgsql set search_path = '' as $$
declare
  today constant date := (at at time zone 'Asia/Kolkata')::date;
  checked integer := 0;
  alert private.place_alerts;
  news jsonb;
begin
  delete from private.place_alerts as a where a.created_on <= today - case when a.is_confirmed then 180 else 2 end;
  if extract(hour from at at time zone 'Asia/Kolkata') < 8 then
    return 0;
  end if;
  for alert in
    select a.* from private.place_alerts as a
    where a.is_confirmed and a.checked_on < today order by a.checked_on limit 1000 for update skip locked
  loop
    checked := checked + 1;
    news := private.news_of(
      (alert.secret, null, null, alert.city_slug, alert.locality_slug, alert.seen_order, alert.checked_on)::private.follows, today);
    if news is null then
      update private.place_alerts as a set checked_on = today where a.secret = alert.secret;
    else
      delete from private.place_alerts as a where a.secret = alert.secret;
      perform private.queue_email('place-alert', alert.email, news - 'secret');
    end if;
  end loop;
  return checked;
end $$;

create function public.remind_of_deposit(review_id uuid, is_wanted boolean) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  review constant public.reviews := private.lock_my_review(review_id);
begin
  if is_wanted is not true then
    delete from private.deposit_reminders as d where d.review_id = review.id;
  elsif review.hidden_at is not null or not private.is_deposit_open(review) then
    perform private.refuse(409, 'There is nothing to remind you of: the review is hidden, or already says what happened to the deposit.');
  else
    insert into private.deposit_reminders (review_id) values (review.id) on conflict do nothing;
  end if;
  return (select to_jsonb(d.due_on) from private.deposit_reminders as d where d.review_id = review.id);
end $$;
comment on function public.remind_of_deposit(uuid, boolean) is
  'For an author who waits for a deposit: requests an email in 60 days, or cancels it. Returns its day, or null.';

-- Queues due reminders from 8 o'clock in India, at most 500 per sweep. Skips a review that is hidden by then, or whose author has
-- answered what happened to the deposit.
create function private.queue_deposit_reminders(at timestamptz default now()) returns void
language plpgsql set search_path = '' as $$
declare
  due uuid;
begin
  if extract(hour from at at time zone 'Asia/Kolkata') < 8 then
    return;
  end if;
  for due in
    delete from private.deposit_reminders as d
    where d.review_id in (
      select w.review_id from private.deposit_reminders as w
      where w.due_on <= (at at time zone 'Asia/Kolkata')::date order by w.due_on limit 500 for update skip locked)
    returning d.review_id
  loop
    perform private.queue_email('deposit-reminder', u.email, jsonb_build_object(
      'review_id', r.id, 'home', concat_ws(', ', home.property_name, home.locality, home.city)))
    from public.reviews as r
    join public.properties as home on home.id = r.property_id
    join private.review_authors as a on a.review_id = r.id
    join auth.users as u on u.id = a.user_id
    where r.id = due and r.hidden_at is null and private.is_deposit_open(r) and u.email_confirmed_at is not null;
  end loop;
end $$;

create function public.operator_waiting() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'emails_waiting', (select count(*) from private.email_outbox),
    'oldest_email_seconds', (select coalesce(extract(epoch from now() - min(created_at)), 0)::integer from private.email_outbox),
    'grievances_open', (select count(*) from private.open_grievances),
    'grievance_seconds_left', (select extract(epoch from min(next_clock) - now())::integer from private.open_grievances),
    -- A follow is due at 8 o'clock on the day after its last check.
    'follow_seconds_late', (
      select greatest(coalesce(extract(epoch from now() - (min(checked_on) + interval '1 day 8 hours') at time zone 'Asia/Kolkata'), 0), 0)::integer
      from private.follows))
$$;
comment on function public.operator_waiting() is
  'For /metrics: the numbers of waiting emails and grievances, the age of the oldest email, the seconds until the next deadline of a grievance (null if none is open), and the delay of news of follows.';
