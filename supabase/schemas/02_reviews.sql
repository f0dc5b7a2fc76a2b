-- One row per distinct property. Its totals change in the transaction of each review, so that lists never count.
create table public.properties (
  id uuid primary key default gen_random_uuid(),
  property_name text not null check (property_name ~ '\S' and char_length(property_name) <= 120),
  locality text not null check (locality ~ '\S' and char_length(locality) <= 120),
  city text not null check (city ~ '\S' and char_length(city) <= 80),
  -- Generated columns, not index expressions: under RLS only leakproof comparisons of plain columns can use an index. Collation
  -- "C" sorts the same on every installation.
  name_key text collate "C" not null generated always as (private.fold(property_name)) stored,
  locality_key text collate "C" not null generated always as (private.fold(locality)) stored,
  city_key text collate "C" not null generated always as (private.fold(city)) stored,
  search_text text not null,
  words text[] not null,
  review_count integer not null default 0 check (review_count >= 0),
  rating_total integer not null default 0 check (rating_total >= 0),
  verified_count integer not null default 0 check (verified_count >= 0),
  is_named_by_operator boolean not null default false,
  created_at timestamptz not null default now(),
  short_id text collate "C" not null unique generated always as (left(id::text, 8)) stored,
  name_traits bigint not null default 0,
  constraint properties_are_distinct unique (name_key, locality_key, city_key)
-- Leaves room on each page for HOT updates of review_count and rating_total, which need no index entries. A change of
-- verified_count is no HOT update, because a partial index has it in its condition.
) with (fillfactor = 85);
comment on table public.properties is 'Rented properties, one row each. Triggers create the rows and maintain the totals.';
comment on column public.properties.property_name is 'The spelling of most of its visible reviews, or an operator''s. locality likewise.';
comment on column public.properties.city is 'The spelling of a listed or accepted city (private.current_city), else that of most of its visible reviews.';
comment on column public.properties.is_named_by_operator is 'Whether an operator named it, so that reviews no longer change its spelling.';
comment on column public.properties.name_key is 'The folded property_name, for identity and sort order.';
comment on column public.properties.locality_key is 'The folded locality, for identity and sort order.';
comment on column public.properties.city_key is 'The folded city, for identity, sort order and the city filter.';
comment on column public.properties.search_text is 'The searchable form of its names (private.search_text). Set by a trigger.';
comment on column public.properties.name_traits is 'Bits of private.known_traits that its names state. Set by a trigger.';
comment on column public.properties.short_id is 'The id in the URL of its page. A new property gets an id whose first digits are free.';
comment on column public.properties.words is 'The words of its names, for suggestions. Set by a trigger.';
comment on column public.properties.review_count is 'Visible reviews.';
comment on column public.properties.rating_total is 'Sum of the ratings of the visible reviews; the average is rating_total / review_count.';
comment on column public.properties.verified_count is 'Visible reviews with photo proof.';

create index properties_by_city on public.properties (city_key, name_key, locality_key);
create index properties_with_verified_reviews on public.properties (name_key, locality_key, city_key) where verified_count > 0;

create function private.make_property_searchable() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.search_text := private.search_text(concat_ws(E'\n', new.property_name, new.locality, new.city));
  new.name_traits := private.traits_of_names(new.search_text);
  new.words := array(select distinct word from unnest(string_to_array(private.fold(concat_ws(' ', new.property_name, new.locality, new.city)), ' ')) as word);
  -- Sorted, to prevent deadlocks: if two transactions add the same word, the second waits for the first.
  insert into private.known_words (word) select word from unnest(new.words) as word order by word on conflict do nothing;
  return new;
end $$;
-- On insert only: a new spelling folds to the same words. With a before update trigger, PostgreSQL would treat the generated key
-- columns as changed: each update of the totals would take FOR UPDATE and block concurrent reviews of the property.
create trigger make_searchable before insert on public.properties
  for each row execute function private.make_property_searchable();
-- Also fires in bulk copies, with session_replication_role = replica.
alter table public.properties enable always trigger make_searchable;

alter table public.properties enable row level security;
create policy "The site reads properties that have a visible review" on public.properties
  for select to site_reader using (review_count > 0);

-- Hosted projects grant new tables to every role by default.
revoke all on table public.properties from public, anon, authenticated, service_role;
grant select (
  id, property_name, locality, city, name_key, locality_key, city_key,
  review_count, rating_total, verified_count, short_id
) on table public.properties to site_reader;

-- Author, display name and photos of a review are in private tables. Erasing a person deletes private rows and updates no review, so
-- nothing in public.reviews links the reviews of one author.
create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  property_id uuid not null references public.properties (id),
  property_name text not null check (property_name ~ '\S' and char_length(property_name) <= 120),
  locality text not null check (locality ~ '\S' and char_length(locality) <= 120),
  city text not null check (city ~ '\S' and char_length(city) <= 80),
  property_type text,
  rating integer not null check (rating between 1 and 5),
  review_text text not null check (review_text ~ '\S' and char_length(review_text) <= 5000),
  email text,
  user_id uuid,
  move_in_date date check (move_in_date >= date '1950-01-01' and isfinite(move_in_date)),
  duration text,
  would_recommend boolean,
  move_out_intent boolean,
  verified boolean not null default false,
  reported boolean not null default false,
  proof_urls text[],
  reported_issues jsonb check (jsonb_typeof(reported_issues) = 'array' and jsonb_array_length(reported_issues) between 1 and 20),
  how_issues_reported text,
  issue_resolution_status text,
  management_response_time text,
  answers jsonb not null default '{}',
  created_at timestamptz not null default now(),
  created_on date not null generated always as ((created_at at time zone 'Asia/Kolkata')::date) stored,
  insert_order bigint not null generated always as identity,
  search_text text not null,
  topics text[] not null,
  city_key text collate "C" not null,
  hidden_at timestamptz,
  is_counted boolean not null default true,
  constraint reviews_name_no_author check (email is null and user_id is null and proof_urls is null)
);
comment on table public.reviews is 'Tenants'' reviews. Signed-in users insert their own, functions return the visible ones, visitors update none.';
comment on column public.reviews.id is 'Derived from the author and the id that the browser sends (private.own_review_id), so that a retried insert is idempotent.';
comment on column public.reviews.property_id is 'Found or created from property_name, locality and city by a trigger.';
comment on column public.reviews.email is 'Write-only: moved to private.review_names, always null here.';
comment on column public.reviews.user_id is
  'Write-only: the author comes from the session and is stored in private.review_authors, always null here.';
comment on column public.reviews.proof_urls is 'Write-only: up to three photos, moved to private.review_proofs, always null here.';
comment on column public.reviews.verified is
  'True when the author uploaded at least one proof photo. Shown and counted only while one remains: private.has_proof.';
comment on column public.reviews.reported is 'Shown as "Under Review". Set by a trigger on review_reports, cleared by operators.';
comment on column public.reviews.reported_issues is 'Up to 20 objects {id, description, severity?}; null if the tenant named none.';
comment on column public.reviews.answers is
  'The answers to the questions that have no column: {question: answer}. A trigger allows what private.allowed_answers lists.';
comment on column public.reviews.created_at is 'For operators; the public sees created_on.';
comment on column public.reviews.created_on is 'The date in India.';
comment on column public.reviews.insert_order is 'Orders the reviews of one day; never shown.';
comment on column public.reviews.search_text is
  'The searchable form of its comment (private.search_text), without names, and a code word (private.code_word) for each topic, and for each size or "for" that it says. Set by a trigger.';
comment on column public.reviews.topics is 'The topics (private.topics) of its comment. Set by a trigger.';
comment on column public.reviews.city_key is 'The city_key of its property, for the index of searches in one city. Set by a trigger.';
comment on column public.reviews.hidden_at is
  'Set by an operator, or by its author (private.withdrawn_reviews). Public results, counts and averages exclude hidden reviews.';

comment on column public.reviews.is_counted is
  'False after an operator decided not to count a burst. Lists, counts and averages leave it out; the page of its home still shows it.';

create index reviews_newest on public.reviews (created_on desc, insert_order desc);
create index reviews_of_property_newest on public.reviews (property_id, created_on desc, insert_order desc);
create index reviews_of_property_best on public.reviews (property_id, rating desc, created_on desc, insert_order desc);
create index reviews_of_property_verified on public.reviews (property_id, created_on desc, insert_order desc) where verified;
create index reviews_of_property_verified_best on public.reviews (property_id, rating desc, created_on desc, insert_order desc)
  where verified;
create index reviews_flagged on public.reviews (id) where reported and hidden_at is null;
create index reviews_hidden on public.reviews (hidden_at desc, id desc) where hidden_at is not null;

alter table public.reviews enable row level security;
create policy "The site reads visible reviews that count" on public.reviews
  for select to site_reader using (hidden_at is null and is_counted);
-- A policy checks the row that the "before insert" triggers return, not the row that was sent.
create policy "A signed-in user may publish a review" on public.reviews
  for insert to authenticated
  with check (
    (select auth.uid()) is not null and not reported and hidden_at is null
    and email is null and user_id is null and proof_urls is null
  );

revoke all on table public.reviews from public, anon, authenticated, service_role;
-- The columns that the form sends. A trigger overwrites those that a visitor may not set.
grant insert (
  id, property_name, locality, city, property_type, rating, review_text, email, user_id, move_in_date, duration,
  would_recommend, move_out_intent, verified, reported, proof_urls, reported_issues, created_at, how_issues_reported,
  issue_resolution_status, management_response_time, answers
) on table public.reviews to authenticated;
grant select (
  id, property_id, property_name, locality, city, property_type, rating, review_text, move_in_date, duration, would_recommend,
  move_out_intent, verified, reported, reported_issues, created_on, insert_order, how_issues_reported, issue_resolution_status,
  management_response_time, answers, topics
) on table public.reviews to site_reader;

create table private.allowed_answers (
  question text not null,
  answer text not null,
  says_nothing boolean not null default false,
  follows text,
  follows_answers text[],
  primary key (question, answer)
);
comment on table private.allowed_answers is
  'The allowed answers to each question about a home. Must match QUESTIONS in app/domain/questions.ts.';
comment on column private.allowed_answers.says_nothing is
  'The answer says nothing about the home, so figures of places exclude it. For deposit_back: the author has not moved out.';
comment on column private.allowed_answers.follows is
  'The question that has to be answered first, with one of follows_answers; null for a question that all are asked.';
alter table private.allowed_answers enable row level security;
insert into private.allowed_answers (question, answer, says_nothing)
select question, answer, answer in ('living_there', 'na', 'not_sure')
from (values
  ('property_type', array['Apartment', 'PG / Hostel', 'Independent House', 'Villa', 'Shared Room']),
  ('duration', array['Less than 6 months', '6–12 months', '1–2 years', 'More than 2 years']),
  ('would_recommend', array['true', 'false']),
  ('move_out_intent', array['true', 'false']),
  ('rent', array['under_5k', '5k_8k', '8k_12k', '12k_18k', '18k_25k', '25k_35k', '35k_50k', '50k_75k', '75k_1l', 'over_1l']),
  ('maintenance', array['in_rent', 'under_2k', '2k_5k', 'more']),
  ('size', array['bed', 'room', '1rk', '1bhk', '2bhk', '3bhk', '4bhk']),
  ('deposit', array['none', '1_month', '2_months', '3_months', '4_6_months', '7_10_months', 'more']),
  ('deposit_back', array['all', 'part', 'none', 'waiting', 'living_there']),
  ('brokerage', array['none', 'half_month', 'one_month', 'more']),
  ('rise', array['none', 'up_to_5', '5_to_10', 'over_10']),
  ('agreement', array['registered', 'stamp_paper', 'none']),
  ('lock_in', array['none', 'up_to_6', '7_to_11', 'longer']),
  ('water', array['all_day', 'fixed_hours', 'tanker', 'short']),
  ('power', array['all', 'lifts_lights', 'none']),
  ('noise', array['quiet', 'some', 'loud']),
  ('damp', array['none', 'some', 'bad']),
  ('safety', array['safe', 'mostly', 'no']),
  ('internet', array['fibre', 'works', 'poor']),
  ('let_by', array['owner', 'relative', 'company', 'broker']),
  ('bachelors', array['yes', 'no']),
  ('couples', array['yes', 'no']),
  ('pets', array['yes', 'no']),
  ('nonveg', array['yes', 'no']),
  ('guests', array['yes', 'no']),
  ('visits', array['announced', 'unannounced', 'never']),
  ('how_issues_reported', array['in_person', 'phone_email', 'app_portal', 'did_not_report', 'na']),
  ('issue_resolution_status', array['all_fixed', 'some_fixed', 'none_fixed', 'waiting', 'na']),
  ('management_response_time', array['1-2_days', 'within_week', 'more_than_week', 'rarely_responds', 'not_sure'])
) as listed (question, answers) cross join unnest(answers) as answer;
insert into private.allowed_answers (question, answer, follows, follows_answers)
select question, unnest(answers), follows, follows_answers
from (values
  ('deposit_when', array['at_handover', 'week', 'month', 'three_months', 'later'], 'deposit_back', array['all', 'part']),
  ('deposit_kept', array['painting', 'cleaning', 'damage', 'bills', 'notice', 'no_reason'], 'deposit_back', array['part', 'none']),
  ('for', array['women', 'men', 'anyone'], 'property_type', array['PG / Hostel', 'Shared Room']),
  ('curfew', array['none', 'before_10', 'later'], 'property_type', array['PG / Hostel', 'Shared Room']),
  ('food', array['good', 'fair', 'poor', 'none'], 'property_type', array['PG / Hostel', 'Shared Room']),
  ('sharing', array['single', 'two', 'three', 'four_up'], 'property_type', array['PG / Hostel', 'Shared Room']),
  ('bathroom', array['attached', 'shared'], 'property_type', array['PG / Hostel', 'Shared Room'])
) as listed (question, answers, follows, follows_answers);

-- Returns all closed answers of a review, from its columns and "answers": {"duration": "1–2 years", "would_recommend": "true"}.
create function private.answers_of(review public.reviews) returns jsonb
language sql immutable
return review.answers || jsonb_strip_nulls(jsonb_build_object(
  'property_type', review.property_type,
  'duration', review.duration,
  'would_recommend', review.would_recommend::text,
  'move_out_intent', review.move_out_intent::text,
  'how_issues_reported', review.how_issues_reported,
  'issue_resolution_status', review.issue_resolution_status,
  'management_response_time', review.management_response_time));

-- Turns an empty answer in a column into null. Refuses an answer that private.allowed_answers does not list or whose question was
-- not asked, and an entry of "answers" that is not a text or whose question has a column.
create function private.check_answers() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  given jsonb;
begin
  new.property_type := nullif(new.property_type, '');
  new.duration := nullif(new.duration, '');
  new.how_issues_reported := nullif(new.how_issues_reported, '');
  new.issue_resolution_status := nullif(new.issue_resolution_status, '');
  new.management_response_time := nullif(new.management_response_time, '');
  new.answers := coalesce(new.answers, '{}');
  if jsonb_typeof(new.answers) <> 'object' then
    perform private.refuse(400, 'Send the answers as an object.');
  end if;
  given := private.answers_of(new);
  if exists (
    select from jsonb_each(new.answers) where jsonb_typeof(value) <> 'string' or to_jsonb(new) ? key
  ) or exists (
    select key, value from jsonb_each_text(given)
    except select question, answer from private.allowed_answers
  ) then
    perform private.refuse(400, 'Choose one of the listed answers.');
  end if;
  if exists (
    select from private.allowed_answers as a
    where a.follows is not null and given ->> a.question = a.answer
      and (given ->> a.follows = any (a.follows_answers)) is not true
  ) then
    perform private.refuse(400, 'Answer the question before it first, or leave this one out.');
  end if;
  return new;
end $$;
create trigger check_answers
  before insert or update of property_type, duration, would_recommend, move_out_intent, how_issues_reported,
    issue_resolution_status, management_response_time, answers
  on public.reviews for each row execute function private.check_answers();

-- The foreign key is deferred: a before insert trigger stores these rows before their review.
create table private.review_authors (
  review_id uuid primary key references public.reviews (id) on delete cascade deferrable initially deferred,
  user_id uuid not null references auth.users (id) on delete cascade
);
comment on table private.review_authors is 'The account that published each review. Deleted with the account; the review stays.';
create index review_authors_by_user on private.review_authors (user_id);
alter table private.review_authors enable row level security;

create table private.review_names (
  review_id uuid primary key references public.reviews (id) on delete cascade deferrable initially deferred,
  email text check (char_length(email) <= 320),
  display_name text not null check (display_name ~ '\S' and char_length(display_name) <= 320),
  counted_at timestamptz
);
comment on table private.review_names is
  'The email that a review is signed with and the display name derived from it. A review without a row is by Anonymous.';
comment on column private.review_names.counted_at is 'created_at of the review; null while it is hidden or not counted.';
create index review_names_by_email on private.review_names (lower(email), counted_at);
alter table private.review_names enable row level security;
create policy "The site reads the names of reviews" on private.review_names for select to site_reader using (true);
grant select (review_id, display_name) on table private.review_names to site_reader;

create table private.review_proofs (
  photo_name text primary key,
  review_id uuid not null references public.reviews (id) on delete cascade deferrable initially deferred,
  position smallint not null check (position between 1 and 3),
  is_withheld boolean not null default false,
  constraint review_proofs_have_places unique (review_id, position) include (photo_name)
);
comment on table private.review_proofs is 'The proof photos of each review. A photo belongs to one review only.';
comment on column private.review_proofs.photo_name is 'The last segment of its path in storage, the same in both buckets.';
comment on column private.review_proofs.is_withheld is
  'A grievance about nudity waits or was upheld: no page shows the photo. After a decision to uphold it, a sweep deletes the photo.';
alter table private.review_proofs enable row level security;
create policy "The site reads the photos of reviews" on private.review_proofs for select to site_reader using (true);
grant select on table private.review_proofs to site_reader;

create table private.withdrawn_reviews (
  review_id uuid primary key references public.reviews (id) on delete cascade,
  withdrawn_on date not null default (now() at time zone 'Asia/Kolkata')::date,
  hidden_by_operator boolean not null
);
comment on table private.withdrawn_reviews is
  'Reviews that their authors took back: hidden, and erased after 30 days unless they are brought back.';
comment on column private.withdrawn_reviews.hidden_by_operator is 'Whether an operator has hidden the review as well.';
create index withdrawn_reviews_by_day on private.withdrawn_reviews (withdrawn_on);
alter table private.withdrawn_reviews enable row level security;

-- Returns whether an operator has hidden a review: false if only its author has.
create function private.is_hidden_by_operator(review public.reviews) returns boolean
language sql stable set search_path = '' as $$
  select review.hidden_at is not null
    and coalesce((select w.hidden_by_operator from private.withdrawn_reviews as w where w.review_id = review.id), true)
$$;

-- Must match MAX_FOLLOW_UPS and MAX_FOLLOW_UP_LENGTH in app/domain/follow-up-check.ts. A review has at most three texts and four new
-- answers: from "I still live there" to "Still waiting", "None of it", "In part" and "All".
create table private.follow_ups (
  review_id uuid not null references public.reviews (id) on delete cascade,
  position smallint not null check (position between 1 and 7),
  follow_up text check (follow_up ~ '\S' and char_length(follow_up) <= 500),
  deposit_back text,
  deposit_was text,
  created_on date not null default (now() at time zone 'Asia/Kolkata')::date,
  answers_were jsonb,
  primary key (review_id, position),
  constraint follow_ups_say_something check (num_nonnulls(follow_up, deposit_back) > 0),
  constraint follow_ups_keep_what_was_written check ((deposit_back is null) = (deposit_was is null))
);
comment on table private.follow_ups is 'Texts and answers that an author added to a review later. Shown below it, never edited.';
comment on column private.follow_ups.deposit_back is
  'A new answer to this question, also written to reviews.answers: figures and filters count the latest.';
comment on column private.follow_ups.deposit_was is
  'The answer before: the review is shown as it was written (private.shown_reviews).';
comment on column private.follow_ups.created_on is 'The date in India.';
comment on column private.follow_ups.answers_were is
  'The answers that deposit_back made outdated: removed from reviews.answers, still shown with the review.';
alter table private.follow_ups enable row level security;
create policy "The site reads follow-ups" on private.follow_ups for select to site_reader using (true);
grant select on table private.follow_ups to site_reader;

-- Returns the property with these typed names, or the one that it is merged into, or null.
create function private.home_named(property_name text, locality text, city text) returns uuid
language plpgsql stable set search_path = '' as $$
begin
  return (
    select private.home_of(p.id) from public.properties as p
    where p.name_key = private.fold(private.plain_name(home_named.property_name))
      and p.locality_key = private.fold(private.plain_name(home_named.locality))
      and p.city_key = private.fold(private.current_city(home_named.city)));
end $$;

-- Finds or creates the property of a review, following merges. The review keeps its spelling of a name, as one vote for the
-- spelling of the property (private.count_figures), unless the property has a different name after a merge or rename.
create function private.find_or_create_property() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  given_name constant text := private.plain_name(new.property_name);
  given_locality constant text := private.plain_name(new.locality);
  current_city constant text := private.current_city(new.city);
  home public.properties;
begin
  loop
    select * into home from public.properties as p
    where p.id = private.home_named(given_name, given_locality, current_city)
    -- A concurrent transaction may be deleting the property with its last review.
    for key share;
    if not found then
      -- With two concurrent reviews of a new property, the second waits here, then finds the row of the first.
      insert into public.properties (property_name, locality, city) values (given_name, given_locality, current_city)
      on conflict do nothing
      returning * into home;
    end if;
    exit when found;
  end loop;
  new.property_id := home.id;
  new.property_name := case when private.fold(given_name) = home.name_key then given_name else home.property_name end;
  new.locality := case when private.fold(given_locality) = home.locality_key then given_locality else home.locality end;
  new.city := case when private.fold(current_city) = home.city_key then current_city else home.city end;
  new.city_key := home.city_key;
  return new;
end $$;
create trigger find_or_create_property before insert or update of property_name, locality, city on public.reviews
  for each row execute function private.find_or_create_property();

create table private.topics (
  topic text primary key,
  words text[] not null
);
comment on table private.topics is 'The topics of comments. Pages capitalize them.';
comment on column private.topics.words is 'Folded prefixes of the words of a topic (private.fold). A prefix that ends in a blank is a whole word.';
alter table private.topics enable row level security;
create policy "The site reads topics" on private.topics for select to site_reader using (true);
grant select on table private.topics to site_reader;
insert into private.topics (topic, words)
select topic, array(select private.fold(word) || case when word like '% ' then ' ' else '' end from unnest(words) as word)
from (values
  ('deposit', array[
    'deposit', 'refund', 'deduct', 'my advance ', 'the advance ', 'whole advance ', 'months advance', 'month s advance',
    'advance of ', 'advance back', 'advance money', 'advance amount', 'caution money',
    'डिपॉज़िट', 'डिपॉजिट', 'डिपाजिट', 'ज़मानत', 'एडवांस', 'अडवांस', 'अनामत',
    'ডিপোজিট', 'জামানত', 'অগ্রিম',
    'முன்பண', 'டெபாசிட்', 'அட்வான்ஸ்',
    'డిపాజిట్', 'అడ్వాన్స్',
    'ಠೇವಣಿ', 'ಡಿಪಾಸಿಟ್', 'ಅಡ್ವಾನ್ಸ್', 'ಮುಂಗಡ',
    'ഡെപ്പോസിറ്റ്', 'ഡിപ്പോസിറ്റ്', 'അഡ്വാൻസ്',
    'ડિપોઝિટ', 'એડવાન્સ',
    'ਡਿਪਾਜ਼ਿਟ', 'ਐਡਵਾਂਸ']),
  ('water', array[
    'water', 'tanker', 'borewell', 'cauvery', 'kaveri', 'paani', 'pani ',
    'पानी', 'पाणी', 'टैंकर', 'टँकर', 'बोरवेल',
    'জল ', 'জলের ', 'পানি', 'ট্যাঙ্কার',
    'தண்ணீ', 'குடிநீர்', 'டேங்கர்',
    'నీళ్ల', 'నీళ్ళ', 'నీరు', 'నీటి', 'ట్యాంకర్',
    'ನೀರು', 'ನೀರಿ', 'ಟ್ಯಾಂಕರ್',
    'വെള്ളം', 'വെള്ളത്തി', 'കുടിവെള്ള', 'ടാങ്കർ',
    'પાણી', 'ટેન્કર',
    'ਪਾਣੀ', 'ਟੈਂਕਰ']),
  ('power', array[
    'power', 'electric', 'inverter', 'generator', 'genset', 'load shedding', 'voltage', 'bijli',
    'बिजली', 'इन्वर्टर', 'इनवर्टर', 'जनरेटर', 'वीज ',
    'বিদ্যুৎ', 'কারেন্ট', 'লোডশেডিং', 'জেনারেটর',
    'மின்சார', 'மின்வெட்டு', 'கரண்ட்', 'ஜெனரேட்டர்', 'இன்வெர்ட்டர்',
    'కరెంట్', 'కరెంటు', 'విద్యుత్', 'జనరేటర్', 'ఇన్వర్టర్',
    'ವಿದ್ಯುತ್', 'ಕರೆಂಟ್', 'ಜನರೇಟರ್', 'ಇನ್ವರ್ಟರ್',
    'വൈദ്യുതി', 'കറന്റ്', 'ജനറേറ്റർ', 'ഇൻവെർട്ടർ',
    'વીજળી', 'જનરેટર', 'ઇન્વર્ટર',
    'ਬਿਜਲੀ', 'ਜਨਰੇਟਰ', 'ਇਨਵਰਟਰ']),
  ('owner', array[
    'owner', 'landlord', 'landlad', 'malik ', 'maalik', 'makaan malik',
    'मालिक', 'मालक', 'घरमालक',
    'মালিক', 'বাড়িওয়াল',
    'உரிமையாள', 'வீட்டுக்கார', 'ஓனர்',
    'యజమాని', 'ఓనర్',
    'ಮಾಲೀಕ', 'ಮಾಲಿಕ', 'ಓನರ್',
    'ഉടമ', 'വീട്ടുടമ',
    'માલિક', 'મકાનમાલિક',
    'ਮਾਲਕ']),
  ('repairs', array[
    'repair', 'plumb', 'electrician', 'carpenter', 'mason ', 'leak', 'seep', 'damp', 'mould', 'mold ', 'fungus', 'broken',
    'geyser', 'cracks ', 'cracked', 'fixes ', 'fixed it ', 'fixed the ', 'was fixed ', 'were fixed ', 'got fixed ',
    'get fixed ', 'never fixed ', 'not fixed ', 'to fix ', 'replaced',
    'मरम्मत', 'प्लंबर', 'सीलन', 'रिसाव', 'लीक', 'टूटा ', 'टूटी ', 'टूटे ', 'गीज़र', 'दुरुस्ती', 'गळती', 'ओलावा',
    'মেরামত', 'সারাই', 'প্লাম্বার', 'স্যাঁতসেঁতে',
    'பழுது', 'ரிப்பேர்', 'கசிவு', 'ஒழுகு', 'பிளம்பர்',
    'మరమ్మత', 'రిపేర్', 'లీక్', 'ప్లంబర్',
    'ದುರಸ್ತಿ', 'ರಿಪೇರಿ', 'ಸೋರಿಕೆ', 'ಸೋರು', 'ಒದ್ದೆ', 'ಪ್ಲಂಬರ್',
    'അറ്റകുറ്റ', 'റിപ്പയർ', 'ചോർച്ച', 'പ്ലംബർ',
    'સમારકામ', 'રિપેર', 'ભેજ', 'પ્લમ્બર',
    'ਮੁਰੰਮਤ', 'ਪਲੰਬਰ']),
  ('noise', array[
    'nois', 'loud', 'quiet', 'silen', 'drilling', 'honk', 'traffic', 'peaceful', 'music',
    'शोर', 'आवाज़', 'शांत', 'शान्त', 'गोंगाट',
    'শব্দ', 'আওয়াজ', 'শান্ত', 'কোলাহল',
    'சத்த', 'இரைச்ச', 'அமைதி',
    'శబ్ద', 'నిశ్శబ్ద', 'ప్రశాంత',
    'ಸದ್ದು', 'ಗದ್ದಲ', 'ಶಬ್ದ', 'ಶಾಂತ',
    'ശബ്ദ', 'ബഹള', 'ശാന്ത',
    'અવાજ', 'ઘોંઘાટ', 'શાંત',
    'ਸ਼ੋਰ', 'ਰੌਲਾ', 'ਸ਼ਾਂਤ', 'ਅਵਾਜ਼', 'ਆਵਾਜ਼']),
  ('safety', array[
    'safe', 'unsafe', 'secure', 'security guard', 'security desk', 'security staff', 'security is ', 'guards ', 'guarded ',
    'the guard ', 'cctv', 'theft', 'thief', 'thieves', 'stole', 'stolen', 'burgl', 'watchman', 'harass',
    'सुरक्ष', 'असुरक्ष', 'चोरी', 'चौकीदार', 'गार्ड', 'सीसीटीवी',
    'নিরাপ', 'চুরি',
    'பாதுகா', 'திருட்டு',
    'భద్రత', 'సురక్షిత', 'దొంగ',
    'ಸುರಕ್ಷ', 'ಭದ್ರತೆ', 'ಕಳ್ಳ',
    'സുരക്ഷ', 'മോഷണ',
    'સુરક્ષ', 'સલામત', 'ચોરી',
    'ਸੁਰੱਖਿ', 'ਚੋਰੀ']),
  ('parking and lift', array[
    'parking', 'parked ', 'park my ', 'park a ', 'car park', 'garage', 'lift ', 'lifts ', 'elevator',
    'पार्किंग', 'लिफ़्ट', 'लिफ्ट',
    'পার্কিং', 'লিফট',
    'பார்க்கிங்', 'லிஃப்ட்', 'லிப்ட்',
    'పార్కింగ్', 'లిఫ్ట్',
    'ಪಾರ್ಕಿಂಗ್', 'ಲಿಫ್ಟ್',
    'പാർക്കിംഗ്', 'പാർക്കിങ്', 'ലിഫ്റ്റ്',
    'પાર્કિંગ', 'લિફ્ટ',
    'ਪਾਰਕਿੰਗ', 'ਲਿਫਟ']),
  ('neighbours', array[
    'neighbour ', 'neighbours ', 'neighbor ', 'neighbors ', 'neighbouring ', 'padosi', 'parosi',
    'पड़ोस', 'शेजार',
    'প্রতিবেশী',
    'பக்கத்து வீட்டு', 'அண்டை',
    'పొరుగు', 'పక్కింటి', 'ఇరుగుపొరుగు',
    'ನೆರೆಹೊರೆ', 'ನೆರೆಮನೆ', 'ಪಕ್ಕದ ಮನೆ',
    'അയൽ',
    'પડોશ', 'પાડોશ',
    'ਗੁਆਂਢ']),
  ('food', array[
    'food', 'meal', 'mess ', 'tiffin', 'breakfast', 'lunch', 'dinner', 'canteen', 'cook ', 'cooks ', 'cooking ', 'menu',
    'khana',
    'खाना ', 'खाने ', 'भोजन', 'नाश्ता', 'टिफ़िन', 'मेस ', 'जेवण',
    'খাবার', 'খাওয়া',
    'சாப்பா', 'உணவு', 'மெஸ்',
    'భోజన', 'ఆహార', 'తిండి', 'మెస్',
    'ಊಟ', 'ಆಹಾರ', 'ತಿಂಡಿ', 'ಮೆಸ್',
    'ഭക്ഷണ', 'ഊണ്', 'മെസ്',
    'ભોજન', 'જમવા', 'ખાવાનું', 'ટિફિન', 'નાસ્ત',
    'ਖਾਣਾ', 'ਖਾਣੇ', 'ਰੋਟੀ']),
  ('pets', array[
    'pet ', 'pets ', 'dog ', 'dogs ', 'cat ', 'cats ', 'puppy', 'kitten',
    'पालतू', 'कुत्त', 'बिल्ली', 'कुत्र', 'मांजर', 'पाळीव',
    'পোষা', 'কুকুর', 'বিড়াল',
    'நாய்', 'பூனை', 'செல்லப்பிராணி',
    'పెంపుడు', 'కుక్క', 'పిల్లి',
    'ಸಾಕುಪ್ರಾಣಿ', 'ನಾಯಿ', 'ಬೆಕ್ಕು',
    'വളർത്തുമൃഗ', 'നായ ', 'നായ്ക്ക', 'പൂച്ച',
    'પાલતુ', 'કૂતર', 'બિલાડ',
    'ਪਾਲਤੂ', 'ਕੁੱਤ', 'ਬਿੱਲੀ']),
  ('cleanliness', array[
    'clean ', 'cleaned', 'cleaner', 'cleaning', 'unclean', 'dirty', 'filthy', 'garbage', 'mosquito', 'cockroach', 'bedbug', 'bed bug', 'rats ', 'pest ',
    'safai', 'gandagi', 'machhar', 'machar ',
    'सफाई', 'गंदगी', 'गंदा', 'मच्छर', 'स्वच्छ', 'घाण',
    'পরিষ্কার', 'নোংরা', 'মশা',
    'சுத்த', 'கொசு', 'குப்பை',
    'శుభ్ర', 'దోమ', 'చెత్త',
    'ಸ್ವಚ್ಛ', 'ಸೊಳ್ಳೆ', 'ಕಸ ',
    'വൃത്തി', 'കൊതുക്',
    'સફાઈ', 'સ્વચ્છ', 'મચ્છર',
    'ਸਫ਼ਾਈ', 'ਮੱਛਰ']),
  ('rent', array[
    'rent ', 'rents ', 'rent hike', 'kiraya', 'kiraye', 'bhada ', 'vadagai', 'badige',
    'किराया', 'किराये', 'किराए', 'भाड़ा', 'भाडे', 'भाड्या',
    'ভাড়া',
    'வாடகை',
    'అద్దె',
    'ಬಾಡಿಗೆ',
    'വാടക',
    'ભાડું', 'ભાડા',
    'ਕਿਰਾਇਆ', 'ਕਿਰਾਏ']),
  ('fees', array[
    'fees ', 'society fee ', 'maintenance', 'charges ', 'charged ', 'brokerage', 'bill ', 'bills ', 'hidden cost',
    'extra cost',
    'शुल्क', 'मेंटेनेंस', 'मेन्टेनेंस', 'ब्रोकरेज', 'दलाली', 'बिल ', 'फ़ीस', 'चार्ज',
    'দালালি', 'চার্জ', 'রক্ষণাবেক্ষণ',
    'கட்டண', 'பராமரிப்பு', 'தரகு',
    'ఫీజు', 'చార్జీ', 'ఛార్జీ', 'మెయింటెనెన్స్',
    'ಶುಲ್ಕ', 'ನಿರ್ವಹಣ',
    'ഫീസ്', 'ചാർജ്', 'മെയിന്റനൻസ്',
    'ચાર્જ', 'દલાલી', 'મેન્ટેનન્સ',
    'ਫੀਸ', 'ਚਾਰਜ'])
) as listed (topic, words);

-- Returns the word for a topic ("water") or an answer ("size:2bhk") in searchable texts: "#" and six capital consonants. No folded word
-- contains it, and its trigrams are rare: those of "#WATER" would be in every comment about water.
create function private.code_word(meaning text) returns text
language sql immutable strict parallel safe
return '#' || translate(left(md5(meaning), 6), '0123456789abcdef', 'BCDFGHJKLMNPQRTV');

create function private.make_review_searchable() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.search_text := private.search_text(new.review_text);
  new.topics := array(
    select t.topic from private.topics as t
    where exists (select from unnest(t.words) as word where strpos(new.search_text, ' ' || word) > 0)
    order by t.topic);
  new.search_text := new.search_text || coalesce((
    select string_agg(private.code_word(meaning) || ' ', '' order by meaning)
    from (
      select unnest(new.topics) as meaning
      union select w.value from private.search_words as w
      where w.value ~ '^(size|for):' and w.phrase ~ ' ' and strpos(new.search_text, ' ' || w.phrase || ' ') > 0
    ) as said), '');
  -- Bulk copies run without find_or_create_property.
  new.city_key := coalesce(new.city_key, private.fold(new.city));
  return new;
end $$;
create trigger make_searchable before insert or update of review_text, search_text, topics on public.reviews
  for each row execute function private.make_review_searchable();
alter table public.reviews enable always trigger make_searchable;

-- Denormalized counts by month and email: every view of the start page reads the top reviewers.
create table private.monthly_reviewers (
  month date not null,
  email text not null,
  review_count integer not null,
  first_at timestamptz not null,
  primary key (month, email)
);
comment on table private.monthly_reviewers is 'Visible reviews by month (in India) and email, counted from private.review_names. A deleted name no longer counts.';
comment on column private.monthly_reviewers.email is 'In lower case.';
create index monthly_reviewers_by_count on private.monthly_reviewers (month, review_count desc, first_at);
alter table private.monthly_reviewers enable row level security;

-- Recounts the few reviews of one email, so that the count cannot drift. Deferred to the end of the transaction: taking this lock
-- after the row locks on properties prevents deadlocks.
create function private.count_reviewer(author_email text, at timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  first_day constant date := date_trunc('month', at at time zone 'Asia/Kolkata')::date;
  starts constant timestamptz := first_day::timestamp at time zone 'Asia/Kolkata';
  ends constant timestamptz := (first_day + interval '1 month') at time zone 'Asia/Kolkata';
begin
  if author_email is null or at is null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('reviewer ' || author_email, 0));
  delete from private.monthly_reviewers as m where m.month = first_day and m.email = author_email;
  insert into private.monthly_reviewers (month, email, review_count, first_at)
  select first_day, author_email, count(*), min(n.counted_at)
  from private.review_names as n
  where lower(n.email) = author_email and n.counted_at >= starts and n.counted_at < ends
  having count(*) > 0;
end $$;

create function private.count_name() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    perform private.count_reviewer(lower(old.email), old.counted_at);
  end if;
  if tg_op <> 'DELETE' then
    perform private.count_reviewer(lower(new.email), new.counted_at);
  end if;
  return null;
end $$;
create constraint trigger count_name after insert or update of counted_at or delete on private.review_names
  deferrable initially deferred for each row execute function private.count_name();

-- Returns whether a review has a proof photo. Lists repeat this expression instead: function calls added a second to a search.
create function private.has_proof(review_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select from private.review_proofs as p where p.review_id = has_proof.review_id);
end $$;

-- Deletes name, email and photos (which may show a face or a signature) of the reviews of a deleted account.
create function private.forget_name_and_proofs() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.review_names where review_id = old.review_id;
  delete from private.review_proofs where review_id = old.review_id;
  return null;
end $$;
create trigger forget_name_and_proofs after delete on private.review_authors
  for each row execute function private.forget_name_and_proofs();

-- Returns the canonical form of an email, equal for all addresses of a mailbox. Removes +tags, which most large providers ignore, and
-- the dots of Gmail; elsewhere dots distinguish people. Must match mailboxKey in server/embedded/email-address.ts.
create function private.mailbox_key(email text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select case
      when domain in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com'
      else name || '@' || domain
    end
  from (select lower(rtrim(btrim(email), '.')) as address) as given,
    substring(address from '[^@]*$') as domain,
    regexp_replace(left(address, -length(domain) - 1), '(?<=.)\+.*$', '') as name
$$;

-- Returns a keyed hash of an account's mailbox, so that limits count all accounts of a mailbox together. Tables store it only
-- hashed again with other values.
create function private.mailbox_of(account uuid) returns text
language sql stable set search_path = '' as $$
  select encode(sha256(convert_to(s.value #>> '{}' || ':' || private.mailbox_key(u.email), 'UTF8')), 'hex')
  from auth.users as u, private.settings as s
  where u.id = account and s.key = 'mailbox_secret'
$$;

-- Moves author, email and photos of a review to private tables. Refuses a photo that proves another review. Must be the last of the "before
-- insert" triggers, which fire in alphabetical order.
create function private.separate_author() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  given_email constant text := nullif(btrim(new.email), '');
  stored integer;
begin
  new.id := coalesce(new.id, gen_random_uuid());
  -- An operator's repeated insert (on conflict do nothing) adds nothing to the existing review.
  if not exists (select from public.reviews where id = new.id) then
    if new.user_id is not null then
      insert into private.review_authors (review_id, user_id) values (new.id, new.user_id);
    end if;
    if given_email is not null then
      insert into private.review_names (review_id, email, display_name, counted_at)
      values (new.id, given_email, private.display_name(given_email), case when new.hidden_at is null then new.created_at end);
    end if;
    if new.proof_urls is not null then
      -- Sorted, so that two reviews with the same photos cannot deadlock.
      insert into private.review_proofs (photo_name, review_id, position)
      select regexp_replace(path, '^.*/', ''), new.id, place
      from unnest(new.proof_urls) with ordinality as given (path, place)
      order by path
      on conflict (photo_name) do nothing;
      get diagnostics stored = row_count;
      if stored < cardinality(new.proof_urls) then
        perform private.refuse(400, 'A photo can be proof for only one review. Remove the photo of your other review, or choose another one.');
      end if;
    end if;
  end if;
  new.user_id := null;
  new.email := null;
  new.proof_urls := null;
  return new;
end $$;
create trigger separate_author before insert on public.reviews
  for each row execute function private.separate_author();

create function private.copy_counted_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  update private.review_names set counted_at = case when new.hidden_at is null and new.is_counted then new.created_at end where review_id = new.id;
  return null;
end $$;
create trigger copy_counted_at after update of created_at, hidden_at, is_counted on public.reviews
  for each row execute function private.copy_counted_at();

-- Subtracts reviews that have lost their last photo from the verified_count and the figures of their property.
create function private.uncount_unproved_reviews() returns trigger
language plpgsql set search_path = '' as $$
declare
  unproved uuid;
begin
  -- operator_merge_homes may be changing the property of the review.
  lock table public.reviews in row share mode;
  for unproved in select distinct review_id from deleted order by review_id loop
    perform from public.reviews as r join public.properties as p on p.id = r.property_id where r.id = unproved for no key update of p;
    update public.properties as p
    set verified_count = p.verified_count - 1
    from public.reviews as r
    where r.id = unproved and r.property_id = p.id and r.verified and r.hidden_at is null and r.is_counted and not private.has_proof(r.id);
    if found then
      perform private.uncount_photos(unproved);
    end if;
  end loop;
  return null;
end $$;
create trigger uncount_unproved_reviews after delete on private.review_proofs
  referencing old table as deleted for each statement execute function private.uncount_unproved_reviews();

-- Deletes the photos of a review that is about to be deleted, while uncount_unproved_reviews still sees the review. Locks the author,
-- then the photos (as erasing an author does), then the property: a concurrent insert keeps the property, or waits and recreates it.
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

-- Updates the totals and figures of a property when a visible review that counts is inserted, hidden, shown again, corrected or deleted.
-- Deletes a property with its last review, hidden ones included, unless others are merged into it. Changes are relative, on a locked row, so no
-- update is lost.
create function private.keep_property_totals() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_verified boolean;
begin
  if tg_op = 'DELETE' then
    delete from public.properties as p
    where p.id = old.property_id
      and not exists (select from public.reviews as r where r.property_id = p.id)
      and not exists (select from private.merged_properties as m where m.into_id = p.id);
    if found then
      return null;
    end if;
  elsif tg_op = 'UPDATE' then
    -- Also serializes changes to the photos of the review: uncount_unproved_reviews takes the same lock.
    perform from public.properties as p where p.id in (old.property_id, new.property_id) order by p.id for no key update;
  end if;
  if tg_op in ('UPDATE', 'DELETE') and old.hidden_at is null and old.is_counted then
    is_verified := old.verified and private.has_proof(old.id);
    update public.properties
    set review_count = review_count - 1,
        rating_total = rating_total - old.rating,
        verified_count = verified_count - is_verified::integer
    where id = old.property_id;
    perform private.count_figures(old, is_verified, -1);
  end if;
  if tg_op in ('INSERT', 'UPDATE') and new.hidden_at is null and new.is_counted then
    is_verified := new.verified and private.has_proof(new.id);
    update public.properties
    set review_count = review_count + 1,
        rating_total = rating_total + new.rating,
        verified_count = verified_count + is_verified::integer
    where id = new.property_id;
    perform private.count_figures(new, is_verified, 1);
  end if;
  return null;
end $$;
create trigger keep_property_totals
  after insert or delete or update of
    property_id, rating, verified, hidden_at, is_counted, created_at, property_name, locality, city, property_type, move_in_date, duration,
    would_recommend, move_out_intent, reported_issues, how_issues_reported, issue_resolution_status, management_response_time, answers,
    review_text, search_text, topics
  on public.reviews
  for each row execute function private.keep_property_totals();
