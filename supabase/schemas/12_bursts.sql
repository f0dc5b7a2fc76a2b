-- Bursts: several reviews of one home within days that look like one person's work. A sweep finds them, operators decide at the desk.
-- A burst holds counts and reviews, never an author, an account or a network.

create table private.bursts (
  id uuid primary key default gen_random_uuid(),
  property_id uuid not null references public.properties (id) on delete cascade,
  found_on date not null default (now() at time zone 'Asia/Kolkata')::date,
  state text not null default 'open' check (state in ('open', 'checking', 'genuine', 'uncounted')),
  signals jsonb not null
);
comment on table private.bursts is 'Reviews of one home within days that may come from one person, found by a sweep.';
comment on column private.bursts.found_on is 'The date in India. The time of day would reveal when the last review was published.';
comment on column private.bursts.state is
  'open: waits for an operator. checking: the page of the home says so. genuine, uncounted: decided; the reviews of an uncounted one are in no figure.';
comment on column private.bursts.signals is
  'Counts when it was found: {days, reviews, expected, newAccounts, firstReviews, equalStars, areStarsUnlike, equalAnswers, nearTexts, score}.';
create unique index bursts_of_home on private.bursts (property_id) where state in ('open', 'checking');
create index bursts_by_home on private.bursts (property_id);
alter table private.bursts enable row level security;

create table private.burst_reviews (
  review_id uuid primary key references public.reviews (id) on delete cascade,
  burst_id uuid not null references private.bursts (id) on delete cascade,
  is_genuine boolean not null default false
);
comment on table private.burst_reviews is 'The reviews of each burst. A review is in at most one.';
comment on column private.burst_reviews.is_genuine is 'Whether an operator decided that this review counts, whatever the burst is.';
create index burst_reviews_by_burst on private.burst_reviews (burst_id);
alter table private.burst_reviews enable row level security;

-- Returns how surprising it is, in nats, that so large a part of all has a property that a usual share of reviews has. 0 if the part is not
-- larger than usual.
create function private.surprise(found bigint, of_all bigint, usual double precision) returns double precision
language sql immutable set search_path = '' as $$
  select case
    when found <= of_all * usual then 0
    else found * ln(found / (of_all * usual))
      + case when found < of_all then (of_all - found) * ln((of_all - found) / (of_all * (1 - usual))) else 0 end
  end
$$;

-- Returns the signals of a home's reviews after a day, as private.bursts stores them. Returns null if they are too few, or not
-- clearly more than the home usually gets. Reviews that only their authors have withdrawn count: a ring could bring them back later. An
-- erased account counts as new and its review as its first, since otherwise a ring would erase its accounts. docs/decisions/0024
create function private.burst_signals(home uuid, after_day date, until timestamptz) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  days constant integer := (until at time zone 'Asia/Kolkata')::date - after_day;
  shown record;
  compared record;
  rate double precision;
  by_chance double precision;
begin
  with visible as (
    select r.id, r.rating, r.created_on, r.insert_order, r.created_on > after_day and b.id is null as is_recent
    from public.reviews as r
    left join private.burst_reviews as i on i.review_id = r.id
    left join private.bursts as b on b.id = i.burst_id and b.state in ('genuine', 'uncounted')
    where r.property_id = home and r.created_at <= until and (r.hidden_at is null or exists (
      select from private.withdrawn_reviews as w where w.review_id = r.id and not w.hidden_by_operator)) and b.state is distinct from 'uncounted'
    order by r.created_on desc, r.insert_order desc limit 1000
  ),
  by_rating as (
    select count(*) filter (where is_recent) as recent, count(*) filter (where not is_recent) as earlier from visible group by rating
  )
  select count(*) filter (where is_recent) as reviews, array_agg(id order by insert_order desc) filter (where is_recent) as ids,
    -- The usual rate of a home without earlier reviews is one in four months.
    days * (count(*) filter (where not is_recent) + 0.5)
      / (60 + greatest(after_day - min(created_on) filter (where not is_recent), 0)) as expected,
    (select max(recent) from by_rating) as equal_stars,
    -- Recent and earlier stars differ by this log-likelihood ratio. Chance makes it 2 on average.
    (select sum(sign * count * ln(count::double precision)) - 2
      from (
        select c.* from by_rating, unnest(array[recent, earlier, recent + earlier], array[1, 1, -1]) as c
        union all
        select c.* from (select sum(recent) as n, sum(earlier) as m from by_rating) as t, unnest(array[n, m, n + m], array[-1, -1, 1]) as c
      ) as counts (count, sign) where count > 0) as other_stars,
    (select (earlier + 2.5) / (sum(earlier) over () + 5) from by_rating order by recent desc, earlier desc limit 1) as usual_share
  into shown from visible;
  if shown.reviews < private.setting('burst_least_reviews') or shown.reviews <= shown.expected then
    return null;
  end if;
  rate := shown.reviews * ln(shown.reviews / shown.expected) - (shown.reviews - shown.expected);
  if rate < 2 then
    return null;
  end if;
  -- Compares at most 40 reviews with each other.
  with newest as (
    select r.id, r.created_at, a.user_id, private.answers_of(r) as answers, left(split_part(r.search_text, '#', 1), 400) as words
    from public.reviews as r left join private.review_authors as a on a.review_id = r.id
    where r.id = any (shown.ids[:40])
  ),
  facts as (
    select n.id, key || ':' || value as fact, count(*) over (partition by n.id) as given from newest as n, jsonb_each_text(n.answers)
  )
  select count(*) as reviews,
    count(*) filter (where coalesce(u.created_at > n.created_at - interval '2 days', true)) as new_accounts,
    count(*) filter (where not exists (
      select from private.review_authors as a join public.reviews as r on r.id = a.review_id
      where a.user_id = n.user_id and r.created_at < n.created_at)) as first_reviews,
    (select count(distinct id) from (
      select f.id from facts as f join facts as g on g.fact = f.fact and g.id <> f.id
      group by f.id, f.given, g.id, g.given
      having count(*) >= 4 and count(*) * 5 >= 4 * greatest(f.given, g.given)) as pairs) as equal_answers,
    (select count(distinct near) from newest as n join newest as m on m.id > n.id, unnest(array[n.id, m.id]) as near
      -- Comparing two texts takes 50 µs, so texts of different lengths, which cannot be alike, are skipped.
      where case when length(n.words) between greatest(40, length(m.words) / 2) and 2 * length(m.words)
        then extensions.similarity(n.words, m.words) >= 0.5 end) as near_texts
  into compared from newest as n left join auth.users as u on u.id = n.user_id;
  -- Two honest reviews of a home are alike in one of 70 pairs.
  by_chance := 1 - 0.985 ^ (compared.reviews - 1);
  return jsonb_build_object(
    'days', days, 'reviews', shown.reviews, 'expected', round(shown.expected::numeric, 1), 'newAccounts', compared.new_accounts,
    'firstReviews', compared.first_reviews, 'equalStars', shown.equal_stars, 'areStarsUnlike', coalesce(shown.other_stars > 3, false),
    'equalAnswers', compared.equal_answers,
    'nearTexts', compared.near_texts, 'score', round(
      private.setting('burst_weight_rate') * least(rate, 10)
      + private.setting('burst_weight_stars')
        * least(greatest(private.surprise(shown.equal_stars, shown.reviews, shown.usual_share), shown.other_stars), 14)
      -- Most honest tenants sign up to write, so these two say little.
      + private.setting('burst_weight_new_accounts') * least(private.surprise(compared.new_accounts, compared.reviews, 0.75), 3)
      + private.setting('burst_weight_first_reviews') * least(private.surprise(compared.first_reviews, compared.reviews, 0.85), 3)
      + private.setting('burst_weight_answers') * private.surprise(compared.equal_answers, compared.reviews, by_chance)
      + private.setting('burst_weight_texts') * private.surprise(compared.near_texts, compared.reviews, by_chance)
      + private.setting('burst_weight_earlier')
        * exists (select from private.bursts as b where b.property_id = home and b.state = 'uncounted')::integer));
end $$;

-- Stores a burst for each home whose reviews of the last days reach the threshold. Until it is decided, adds the later reviews of its first
-- burst_slow_days, and then those that reach the threshold with it. Its signals stay those of the day on which it was found: later ones would
-- show what a single review adds. Looks only at homes with a review since the day before yesterday (sweeps may wait for a day), or at one
-- home. Returns the number of new bursts.
create function private.find_bursts(at timestamptz default now(), only_home uuid default null) returns integer
language plpgsql set search_path = '' as $$
declare
  today constant date := (at at time zone 'Asia/Kolkata')::date;
  slow_days constant integer := private.setting('burst_slow_days');
  look record;
  burst uuid;
  bursts integer := 0;
begin
  -- Authors have erased all of its reviews.
  delete from private.bursts as b
  where b.state in ('open', 'checking') and not exists (select from private.burst_reviews as i where i.burst_id = b.id);
  for look in
    select home.id as home, b.id as burst, span.after_day, span.until, s.signals
    from (
      select latest.property_id as id
      from (
        select distinct property_id from public.reviews where only_home is null and created_on between today - 2 and today
        union all
        select only_home where only_home is not null
      ) as latest
      where private.setting('burst_least_reviews') <= (
        select count(*) from public.reviews as r where r.property_id = latest.property_id and r.created_on > today - slow_days)
    ) as home
    left join private.bursts as b on b.property_id = home.id and b.state in ('open', 'checking')
    cross join lateral (
      select min(r.created_on) as day from private.burst_reviews as i join public.reviews as r on r.id = i.review_id where i.burst_id = b.id
    ) as first
    cross join lateral (
      select today - days as after_day, at as until, false as is_own from unnest(array[private.setting('burst_days'), slow_days]) as days
      where b.id is null or first.day + slow_days <= today
      union all
      select first.day - 1, at, true where first.day + slow_days > today
    ) as span
    cross join lateral private.burst_signals(home.id, span.after_day, span.until) as s (signals)
    where s.signals is not null and (span.is_own or (s.signals -> 'score')::integer >= private.setting('burst_threshold'))
    order by (s.signals -> 'score')::integer desc
  loop
    burst := look.burst;
    if burst is null then
      -- The second window of the home, or a concurrent sweep, finds it stored.
      insert into private.bursts (property_id, found_on, signals) values (look.home, today, look.signals)
      on conflict do nothing returning id into burst;
      continue when burst is null;
      bursts := bursts + 1;
    end if;
    insert into private.burst_reviews (review_id, burst_id)
    select r.id, burst from public.reviews as r
    where r.property_id = look.home and r.created_on > look.after_day and r.created_at <= look.until and (r.hidden_at is null or exists (
      select from private.withdrawn_reviews as w where w.review_id = r.id and not w.hidden_by_operator))
    for key share skip locked
    on conflict do nothing;
  end loop;
  return bursts;
end $$;

-- Carries out check-burst, genuine-burst or uncount-burst. Returns the details for undoing it.
create function private.decide_burst(burst private.bursts, command text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  next_state constant text := case command when 'check-burst' then 'checking' when 'genuine-burst' then 'genuine' else 'uncounted' end;
begin
  if burst.state = next_state or next_state = 'checking' and burst.state <> 'open' then
    perform private.refuse(409, 'These reviews have already been decided on.');
  end if;
  return jsonb_build_object('was', burst.state, 'reviews', private.set_burst(burst.id, next_state));
end $$;

-- Sets the state of a burst, and whether its reviews count. Returns how many of them changed.
create function private.set_burst(burst_id uuid, state text) returns integer
language plpgsql set search_path = '' as $$
declare
  changed integer;
begin
  update private.bursts as b set state = set_burst.state where b.id = set_burst.burst_id;
  update public.reviews as r set is_counted = not r.is_counted
  where r.is_counted = (set_burst.state = 'uncounted')
    and r.id in (select b.review_id from private.burst_reviews as b where b.burst_id = set_burst.burst_id and not b.is_genuine);
  get diagnostics changed = row_count;
  return changed;
end $$;

-- Returns why a review is not counted, as {reason, clause}.
create function private.uncounted_because(review_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('reason', l.reason, 'clause', l.details ->> 'clause')
  from private.burst_reviews as b
  join private.audit_log as l on l.subject = b.burst_id::text and l.command = 'uncount-burst'
  where b.review_id = uncounted_because.review_id order by l.id desc limit 1
$$;

create function private.burst_size(burst_id uuid) returns bigint
language sql stable set search_path = '' as $$
  select count(*) from private.burst_reviews as w join public.reviews as r on r.id = w.review_id
  where w.burst_id = burst_size.burst_id and r.hidden_at is null
$$;

-- Returns what readers of a home learn of bursts: {isChecked, uncountedCount}.
create function private.bursts_of_home(property_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'isChecked', coalesce(bool_or(b.state = 'checking' and private.burst_size(b.id) > 0), false),
    'uncountedCount', (
      select count(*) from private.bursts as o join private.burst_reviews as w on w.burst_id = o.id join public.reviews as r on r.id = w.review_id
      where o.property_id = bursts_of_home.property_id and o.state = 'uncounted' and r.hidden_at is null and not r.is_counted))
  from private.bursts as b where b.property_id = bursts_of_home.property_id
$$;

-- Returns public.home of a home without reviews that count, if it has others: its page shows those, but no list or figure has the home.
create function private.uncounted_home(property_id uuid) returns json
language sql stable security definer set search_path = '' as $$
  select json_build_object(
    'propertyId', p.id, 'propertyName', p.property_name, 'locality', p.locality, 'city', p.city,
    'count', 0, 'totalRating', 0, 'lastReviewOn', max(r.created_on), 'excerpt', '', 'figures', json_build_object(),
    'isCityAccepted', exists (
      select from private.places as place where place.city_slug = private.slug(p.city) and place.locality_slug = '' and place.is_accepted),
    'bursts', private.bursts_of_home(p.id), 'nearby', json_build_array())
  from public.properties as p join public.reviews as r on r.property_id = p.id
  where p.id = uncounted_home.property_id and r.hidden_at is null and not r.is_counted
  group by p.id
$$;

-- Returns the result of public.uncounted_reviews: site_reader sees no review that is not counted.
create function private.uncounted_of_home(property_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(private.review_json(s)) || jsonb_build_object('because', private.uncounted_because(s.id))
    order by s.created_on desc, s.insert_order desc), '[]')
  from (
    select shown.*
    from public.reviews as r join private.shown_reviews as shown on shown.id = r.id
    where r.property_id = uncounted_of_home.property_id and not r.is_counted and r.hidden_at is null
    order by r.created_on desc, r.insert_order desc limit 60
  ) as s
$$;
create function public.uncounted_reviews(property_id uuid) returns jsonb
language sql stable security definer set search_path = '' set statement_timeout = '3s' as $$
  select private.uncounted_of_home(property_id)
$$;
comment on function public.uncounted_reviews(uuid) is
  'The visible reviews of a home that are not counted, newest first, at most 60: [{because: {reason, clause}, …}].';
