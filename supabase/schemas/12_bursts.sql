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
  'Counts when it was found: {days, reviews, expected, newAccounts, firstReviews, equalStars, equalAnswers, nearTexts, score}.';
create unique index bursts_of_home on private.bursts (property_id) where state in ('open', 'checking');
create index bursts_by_home on private.bursts (property_id);
alter table private.bursts enable row level security;

create table private.burst_reviews (
  review_id uuid primary key references public.reviews (id) on delete cascade,
  burst_id uuid not null references private.bursts (id) on delete cascade
);
comment on table private.burst_reviews is 'The reviews of each burst. A review is in at most one.';
create index burst_reviews_by_burst on private.burst_reviews (burst_id);
alter table private.burst_reviews enable row level security;

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
    and r.id in (select b.review_id from private.burst_reviews as b where b.burst_id = set_burst.burst_id);
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

-- Returns what readers of a home learn of bursts: {isChecked, uncountedCount}.
create function private.bursts_of_home(property_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'isChecked', coalesce(bool_or(b.state = 'checking'), false),
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
