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
