-- Denormalized figures of each property and numbers of homes per place, updated in the transaction of each review: a home with
-- 30,000 reviews is read like one with three. docs/decisions/0019

-- into_id has the reviews of both homes and is the from_id of no other row: merging it into a third home updates this row
-- (private.merge_home).
create table private.merged_properties (
  from_id uuid primary key references public.properties (id),
  into_id uuid not null references public.properties (id),
  constraint merged_properties_are_two check (from_id <> into_id)
);
comment on table private.merged_properties is 'Properties that operators have merged into another.';
create index merged_properties_by_home on private.merged_properties (into_id);
alter table private.merged_properties enable row level security;

create function private.home_of(property_id uuid) returns uuid
language sql stable set search_path = '' as $$
  select coalesce((select m.into_id from private.merged_properties as m where m.from_id = home_of.property_id), home_of.property_id)
$$;

-- Lists of homes are sorted and filtered by values that are computed from the figures.

create function private.review_count_of(figures jsonb) returns integer
language plpgsql immutable set search_path = '' as $$
begin
  return (select coalesce(sum((figures ->> ('rating:' || rating))::integer), 0) from generate_series(1, 5) as rating);
end $$;

-- Returns the mean rating with five additional reviews of three and a half stars. Homes with fewer than three reviews rank below all
-- others: one visitor's five stars must not lead a list. docs/decisions/0019
create function private.score_of(figures jsonb) returns double precision
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select (5 * 3.5 + coalesce(sum(rating * count), 0)) / (5 + coalesce(sum(count), 0)) - case when sum(count) >= 3 then 0 else 10 end
    from generate_series(1, 5) as rating cross join lateral (select (figures ->> ('rating:' || rating))::integer) as counted (count)
  );
end $$;

-- Returns the filters of homes, with rents in the order of the form. The position of each is its bit in property_figures.traits.
-- Must match app/domain/place-query.ts.
create function private.known_traits() returns text[]
language sql immutable set search_path = '' as $$
  select '{kind:pg,kind:flat,kind:house,size:bed,size:room,size:1rk,size:1bhk,size:2bhk,size:3bhk,size:4bhk,
    rent:under_5k,rent:5k_8k,rent:8k_12k,rent:12k_18k,rent:18k_25k,rent:25k_35k,rent:35k_50k,rent:50k_75k,rent:75k_1l,rent:over_1l,
    deposit_back:all,deposit_back:part,deposit_back:none,deposit_back:waiting,water:all_day,water:fixed_hours,water:tanker,water:short,
    bachelors:yes,bachelors:no,couples:yes,couples:no,pets:yes,pets:no,nonveg:yes,nonveg:no,guests:yes,guests:no,
    for:women,for:men,for:anyone,sharing:single,sharing:two,sharing:three,sharing:four_up,bathroom:attached,bathroom:shared,food:yes,curfew:none,
    brokerage:none}'::text[]
$$;

-- Returns the traits of a home: the most frequent answers to each question, each size that was rented, and the lowest rent. Counts
-- what comments say ("said:size:2bhk") like answers. The result is bits, since comparing arrays of texts took 150 ms for 10,000 homes
-- and ten filters.
create function private.traits_of(figures jsonb) returns bigint
language plpgsql immutable set search_path = '' as $$
declare
  known constant text[] := private.known_traits();
  questions constant text[] := array(select distinct split_part(trait, ':', 1) from unnest(known) as trait);
begin
  return coalesce((
    select bit_or(1::bigint << (place - 1))
    from (
      select place, question,
        sum(count) = max(sum(count)) over of_question as is_most_frequent, bool_or(is_answered_size) as is_answered_size,
        place = min(place) over of_question as is_first
      from (
        select
          case
            when key in ('property_type:PG / Hostel', 'property_type:Shared Room') then 'kind:pg'
            when key = 'property_type:Apartment' then 'kind:flat'
            when key in ('property_type:Independent House', 'property_type:Villa') then 'kind:house'
            when key in ('food:good', 'food:fair', 'food:poor') then 'food:yes'
            else regexp_replace(key, '^said:', '')
          end as trait,
          value::integer as count, key like 'size:%' as is_answered_size
        from jsonb_each_text(figures)
      ) as counted
      cross join lateral (select array_position(known, trait) as place, split_part(trait, ':', 1) as question) as found
      -- Living there says nothing about the deposit.
      where question = any (questions) and trait <> 'deposit_back:living_there'
      group by trait, place, question
      window of_question as (partition by question)
    ) as ranked
    where place is not null and case question when 'size' then is_answered_size or is_most_frequent when 'rent' then is_first else is_most_frequent end
  ), 0);
end $$;

-- Separate from public.properties: each review changes indexed columns (last_day, last_order), and there the update would add
-- entries to all indexes, trigrams included.
create table private.property_figures (
  property_id uuid primary key references public.properties (id) on delete cascade,
  figures jsonb not null,
  spellings jsonb not null,
  last_day date not null,
  last_order bigint not null,
  city_slug text collate "C" not null,
  locality_slug text collate "C" not null,
  review_count integer not null generated always as (private.review_count_of(figures)) stored,
  score double precision not null generated always as (private.score_of(figures)) stored,
  traits bigint not null generated always as (private.traits_of(figures)) stored
);
comment on table private.property_figures is 'Counts of the answers of visible reviews. One row for each property that has any.';
comment on column private.property_figures.figures is 'Counts by "question:answer" (private.facts_of), none of them 0.';
comment on column private.property_figures.spellings is 'Spellings of its names in visible reviews: counts by "property_name:Lakeview", "locality:…" and "city:…".';
comment on column private.property_figures.last_day is 'created_on of the latest visible review. last_order is its insert_order.';
comment on column private.property_figures.city_slug is 'private.slug(city). locality_slug likewise.';
create index property_figures_of_city on private.property_figures (city_slug, last_day desc, last_order desc);
create index property_figures_of_locality on private.property_figures (city_slug, locality_slug, last_day desc, last_order desc);
create index property_figures_best_of_city on private.property_figures (city_slug, score desc, last_order desc);
create index property_figures_best_of_locality on private.property_figures (city_slug, locality_slug, score desc, last_order desc);
create index property_figures_most_of_city on private.property_figures (city_slug, review_count desc, last_order desc);
create index property_figures_most_of_locality on private.property_figures (city_slug, locality_slug, review_count desc, last_order desc);
alter table private.property_figures enable row level security;
create policy "The site reads the figures of homes" on private.property_figures for select to site_reader using (true);
grant select on table private.property_figures to site_reader;

-- Returns the facts of a review that figures count: its rating, photos by rating, the year of moving in, rating and deposit by year
-- of publication, the rent of the size that it names ("rent_of_2bhk:25k_35k"), each answer as "question:answer", each topic, each
-- severity of its issues once. "Nil" and the like as the first issue mean none. Must match saysNoIssues in app/domain/review.ts.
create function private.facts_of(review public.reviews, has_photos boolean) returns text[]
language plpgsql stable set search_path = '' as $$
begin
  return array_remove(array[
    'rating:' || review.rating,
    case when has_photos then 'photos:' || review.rating end,
    'move_in_year:' || date_part('year', review.move_in_date),
    'year:' || date_part('year', review.created_on) || ':rating:' || review.rating,
    'year:' || date_part('year', review.created_on) || ':back:' || nullif(review.answers ->> 'deposit_back', 'living_there'),
    'rent_of_' || (review.answers ->> 'size') || ':' || (review.answers ->> 'rent')
  ], null) || array(select key || ':' || value from jsonb_each_text(private.answers_of(review)))
    || array(select 'topic:' || topic from unnest(review.topics) as topic)
    || array(
      select 'said:' || trait from unnest(private.known_traits()) as trait
      where trait ~ '^(size|for):' and strpos(review.search_text, private.code_word(trait) || ' ') > 0
        and not private.answers_of(review) ? split_part(trait, ':', 1))
    || case
    when review.reported_issues #>> '{0,description}' ~* '^\s*(nil|no issues?|none|no|n/?a|-)\.?\s*$' then '{}'
    else array(
      select distinct 'severity:' || (issue ->> 'severity') from jsonb_array_elements(review.reported_issues) as issue
      where issue ->> 'severity' in ('Minor', 'Moderate', 'Major', 'Critical'))
  end;
end $$;

-- Adds the change to the count of each fact. Drops counts of 0.
create function private.changed_counts(counts jsonb, facts text[], change integer) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_object_agg(fact, total), '{}')
    from (
      select fact, sum(count) as total
      from (
        select key, value::integer from jsonb_each_text(counts)
        union all
        select added, change from unnest(facts) as added
      ) as counted (fact, count)
      group by fact having sum(count) <> 0
    ) as summed);
end $$;

-- Returns the spelling that most reviews use. Ties: the fewest bytes (no accents), then a capital at the beginning of each word and
-- nowhere else, then a first letter that is not lower-case, then the highest code points ("Tower of Hope" before "TOWER OF HOPE").
-- So the order of reviews, hidden ones included, leaves no trace. Must match mostUsed in app/domain/group-reviews.ts.
create function private.most_used(spellings jsonb, field text) returns text
language sql immutable set search_path = '' as $$
  select spelling
  from jsonb_each_text(spellings), substr(key, char_length(field) + 2) as spelling
  where starts_with(key, field || ':')
  order by value::integer desc, octet_length(spelling), spelling ~ '[A-Za-z][A-Z]|(^| )[a-z]', spelling ~ '^[a-z]', spelling collate "C" desc
  limit 1
$$;

-- Spells the names of a property like most of its visible reviews, unless an operator named it; a listed or accepted city keeps its
-- known spelling. The keys of the names do not change, nor does the URL.
create function private.spell_home(counted private.property_figures) returns void
language sql set search_path = '' as $$
  update public.properties as p
  set property_name = spelt.property_name, locality = spelt.locality, city = spelt.city
  from (
    select
      h.id,
      private.most_used(counted.spellings, 'property_name') as property_name,
      private.most_used(counted.spellings, 'locality') as locality,
      coalesce(
        (select c.city from private.cities as c where c.city_key = h.city_key and c.state <> 'refused'),
        private.most_used(counted.spellings, 'city')) as city
    from public.properties as h where h.id = counted.property_id and not h.is_named_by_operator
  ) as spelt
  where p.id = spelt.id and (p.property_name, p.locality, p.city) is distinct from (spelt.property_name, spelt.locality, spelt.city)
$$;

-- Adds a visible review to the figures of its property (1), or subtracts it (-1). Call it after the update of public.properties, which
-- locks the row.
create function private.count_figures(review public.reviews, has_photos boolean, change integer) returns void
language plpgsql set search_path = '' as $$
declare
  facts constant text[] := private.facts_of(review, has_photos);
  spelt constant text[] := array[
    'property_name:' || review.property_name, 'locality:' || review.locality, 'city:' || review.city];
  counted private.property_figures;
begin
  update private.property_figures as f
  set figures = private.changed_counts(f.figures, facts, change),
      spellings = private.changed_counts(f.spellings, spelt, change),
      (last_day, last_order) = (
        select case when is_latest then review.created_on else f.last_day end,
          case when is_latest then review.insert_order else f.last_order end
        from (select change > 0 and (review.created_on, review.insert_order) > (f.last_day, f.last_order)) as compared (is_latest))
  where f.property_id = review.property_id
  returning f.* into counted;
  if not found then
    insert into private.property_figures (property_id, figures, spellings, last_day, last_order, city_slug, locality_slug)
    select p.id, private.changed_counts('{}', facts, change), private.changed_counts('{}', spelt, change),
      review.created_on, review.insert_order, private.slug(p.city), private.slug(p.locality)
    from public.properties as p where p.id = review.property_id
    returning * into counted;
  elsif counted.figures = '{}' then
    delete from private.property_figures as f where f.property_id = review.property_id;
  elsif change < 0 and (review.created_on, review.insert_order) = (counted.last_day, counted.last_order) then
    -- If one statement removes all reviews, no newest one is left, and the row stays as it is.
    update private.property_figures as f set last_day = newest.created_on, last_order = newest.insert_order
    from (
      select r.created_on, r.insert_order from public.reviews as r
      where r.property_id = review.property_id and r.hidden_at is null and r.is_counted
      order by r.created_on desc, r.insert_order desc limit 1
    ) as newest
    where f.property_id = review.property_id;
  end if;
  if counted.figures <> '{}' then
    perform private.spell_home(counted);
  end if;
end $$;

create function private.uncount_photos(review_id uuid) returns void
language sql set search_path = '' as $$
  update private.property_figures as f set figures = private.changed_counts(f.figures, array['photos:' || r.rating], -1)
  from public.reviews as r
  where r.id = review_id and f.property_id = r.property_id
$$;

-- Transliterates a word to Latin letters. One table serves nine scripts of India, which have the same letters in the same order, each in
-- 128 code points (U+0900 to U+0D7F).
create function private.latin(word text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  -- In each script, the vowels begin at offset 05 (hexadecimal) and the consonants at 15. The vowel signs, 3E to 4C, are in the
  -- order of the vowels from 06.
  vowels constant text[] := string_to_array('a a i i u u ri l e e e ai o o o au', ' ');
  consonants constant text[] := string_to_array(
    'k kh g gh n ch chh j jh n t th d dh n t th d dh n n p ph b bh m y r r l l zh v sh sh s h', ' ');
begin
  if word !~ '[\u0900-\u0d7f]' then
    return word;
  end if;
  return (
    select string_agg(case
        when sign is null then letter
        when sign = 2 and next_sign is null then 'm'
        when sign in (1, 2) then 'n'
        when sign between 5 and 20 then vowels[sign - 4]
        when sign between 62 and 76 then vowels[sign - 60]
        -- Adds "a" to a consonant, unless a vowel sign or a virama follows or it is the last letter.
        when sign between 21 and 57 then consonants[sign - 20] || case when next_sign is null or next_sign between 62 and 77 then '' else 'a' end
        else ''
      end, '' order by place)
    from (
      select letter, place, sign, lead(sign) over (order by place) as next_sign
      from string_to_table(word, null) with ordinality as letters (letter, place)
      cross join lateral (select case when ascii(letter) between 2304 and 3455 then ascii(letter) & 127 end as sign) as of_letter
    ) as each_letter
  );
end $$;

-- Returns what spellings of a name share in any script: its consonants, ignoring aspiration and voice, and "a" for a vowel at the
-- beginning.
create function private.sound(word text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  sound text := replace(replace(private.latin(word), 'zh', 'l'), 'x', 'ks');
begin
  sound := regexp_replace(regexp_replace(sound, '(c+h+)+', 'j', 'g'), 'w(?![aeiouh])', '', 'g');
  sound := translate(sound, 'cqgzdbfw', 'kkkjtppv');
  sound := regexp_replace(sound, '(?<=[^aeiou])h+|y(?![aeiou])', '', 'g');
  sound := regexp_replace(regexp_replace(sound, '(.)\1+', '\1', 'g'), '^[aeiou]+', 'A');
  return replace(lower(regexp_replace(sound, '[aeiou]', '', 'g')), 'mp', 'np');
end $$;

-- The words of a deleted property stay until refresh_known_words removes them: most occur in other names.
create table private.known_words (
  word text collate "C" primary key,
  sound text collate "C" not null generated always as (private.sound(word)) stored
);
comment on table private.known_words is 'The distinct words of properties'' names, which correct typing mistakes and names in other scripts.';
create index known_words_by_sound on private.known_words (sound);
create index known_words_search on private.known_words using gin (word extensions.gin_trgm_ops);
create index properties_by_words on public.properties using gin (words);
alter table private.known_words enable row level security;

-- Replaces the known words by those of homes with a visible review: a search must not reveal what was withdrawn or erased.
create function private.refresh_known_words() returns void
language sql set search_path = '' as $$
  with named as materialized (select distinct unnest(p.words) as word from public.properties as p where p.review_count > 0),
  forgotten as (delete from private.known_words as k where not exists (select from named as n where n.word = k.word))
  insert into private.known_words (word) select n.word from named as n on conflict do nothing
$$;

create table private.places (
  id uuid not null generated always as (md5(city_slug || '/' || locality_slug)::uuid) stored,
  city_slug text collate "C" not null,
  locality_slug text collate "C" not null,
  city text not null,
  locality text,
  home_count integer not null check (home_count >= 0),
  is_accepted boolean not null,
  search_key text collate "C" not null generated always as (private.fold(coalesce(locality, city))) stored,
  primary key (city_slug, locality_slug)
);
comment on table private.places is 'Cities, and their localities, that have a home with a visible review.';
comment on column private.places.id is 'Identifies a city at the desk.';
comment on column private.places.is_accepted is 'Whether its city is listed or accepted (private.cities). Pages show no others.';
comment on column private.places.locality_slug is 'Empty in the row of a city. Spellings with the same slug are one place.';
comment on column private.places.city is 'The known spelling of the city, or that of its first home until it is accepted.';
comment on column private.places.locality is 'The spelling of most of its homes at the last refresh; until the first refresh, that of its first home. Null in the row of a city.';
-- Not unique: `on conflict` names the primary key, and another unique index would refuse the second of two concurrent inserts.
create index places_by_id on private.places (id);
create index places_of_city on private.places (city_slug, home_count desc) where locality is not null;
create index places_cities on private.places (home_count desc) where locality is null;
create index places_waiting on private.places (home_count desc) where locality is null and not is_accepted;
create index places_by_search_key on private.places (search_key);
create index places_by_compact_key on private.places (replace(search_key, ' ', ''));
create index places_search on private.places using gin (search_key extensions.gin_trgm_ops);
alter table private.places enable row level security;
create policy "The site reads places of accepted cities" on private.places for select to site_reader using (is_accepted);
grant select on table private.places to site_reader;

-- Counts a home that gets its first visible review, or loses its last, in its city and locality. Deferred to the end of the transaction,
-- so that homes of a city wait for each other only during a commit, in the same order (city, then locality).
create function private.count_place() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  home private.property_figures;
  slug text;
begin
  home := case tg_op when 'INSERT' then new else old end;
  foreach slug in array array['', home.locality_slug] loop
    if tg_op = 'INSERT' then
      insert into private.places (city_slug, locality_slug, city, locality, home_count, is_accepted)
      -- If this transaction has deleted the property since, the trigger also fires for the deletion and subtracts the home again.
      select home.city_slug, slug, coalesce(p.city, home.city_slug), case when slug <> '' then coalesce(p.locality, slug) end, 1,
        exists (select from private.cities as c where c.city_slug = home.city_slug and c.state <> 'refused')
      from (select) as one left join public.properties as p on p.id = home.property_id
      on conflict (city_slug, locality_slug) do update set home_count = places.home_count + 1;
    else
      update private.places as p set home_count = p.home_count - 1
      where p.city_slug = home.city_slug and p.locality_slug = slug;
      delete from private.places as p where p.city_slug = home.city_slug and p.locality_slug = slug and p.home_count = 0;
    end if;
  end loop;
  return null;
end $$;
create constraint trigger count_place after insert or delete on private.property_figures
  deferrable initially deferred for each row execute function private.count_place();

-- The read functions of the pages of homes (see 08_reading.sql).

-- Returns the id of the home with this short id, also of an invisible one. Follows merges.
create function private.home_with_short_id(short_id text) returns uuid
language sql stable security definer set search_path = '' as $$
  select private.home_of(p.id) from public.properties as p where p.short_id = lower(left(home_with_short_id.short_id, 9))
$$;

-- Returns the slug of a city by any of its names, from a URL or typed.
create function private.city_slug(city text) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select p.city_slug from private.places as p where p.city_slug = given and p.locality_slug = ''),
    (select a.city_slug from private.city_aliases as a where a.alias_slug = given limit 1),
    given)
  from private.slug(private.clean_line(left(city_slug.city, 200))) as given
$$;

create function private.locality_slug(locality text) returns text
language sql immutable security definer set search_path = '' as $$
  select private.slug(private.clean_line(left(locality_slug.locality, 300)))
$$;

-- Returns homes for lists, with the beginning of the newest review, in the order of the ids. Sends all figures: selecting the few that a
-- list needs took 0.9 ms for 20 homes instead of 0.1. Uses a generic plan, cached per connection.
create function private.home_summaries(ids uuid[]) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  return coalesce((
    select json_agg(json_build_object(
      'propertyId', p.id,
      'propertyName', p.property_name,
      'locality', p.locality,
      'city', p.city,
      'count', p.review_count,
      'totalRating', p.rating_total,
      'lastReviewOn', f.last_day,
      'figures', f.figures,
      'excerpt', case
        when char_length(newest.beginning) <= 160 then newest.beginning
        else regexp_replace(left(newest.beginning, 159), '\s+\S*$', '') || '…'
      end) order by place.number)
    from unnest(ids) with ordinality as place (id, number)
    join public.properties as p on p.id = place.id
    join private.property_figures as f on f.property_id = p.id
    cross join lateral (
      select btrim(regexp_replace(left(r.review_text, 400), '\s+', ' ', 'g')) as beginning
      from public.reviews as r where r.property_id = p.id
      order by r.created_on desc, r.insert_order desc limit 1
    ) as newest
  ), '[]');
end $$;

create function public.home(short_id text) returns json
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
declare
  home_id constant uuid := private.home_with_short_id(short_id);
begin
  return coalesce((
    select json_build_object(
      'propertyId', p.id,
      'propertyName', p.property_name,
      'locality', p.locality,
      'city', p.city,
      'count', p.review_count,
      'totalRating', p.rating_total,
      'lastReviewOn', f.last_day,
      'excerpt', private.home_summaries(array[p.id]) -> 0 -> 'excerpt',
      'figures', f.figures,
      'isCityAccepted', exists (
        select from private.places as place where place.city_slug = f.city_slug and place.locality_slug = ''),
      'bursts', private.bursts_of_home(p.id),
      'nearby', private.home_summaries(array(
        select near.property_id from private.property_figures as near
        where near.city_slug = f.city_slug and near.locality_slug = f.locality_slug and near.property_id <> f.property_id
        order by near.last_day desc, near.last_order desc limit 4)))
    from public.properties as p join private.property_figures as f on f.property_id = p.id
    where p.id = home_id
  ), private.uncounted_home(home_id));
end $$;
comment on function public.home(text) is
  'A home by the first eight digits of its id, with its figures and up to four others of its locality; null if it has no visible review. count is 0 if none counts.';

create function public.home_reviews(
  property_id uuid, sort text default 'newest', stars integer default null, with_photos boolean default false,
  answers jsonb default null, move_in_year integer default null, topic text default null,
  after text default null, page_size integer default 20
) returns json
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
declare
  review_limit constant integer := least(greatest(coalesce(page_size, 20), 1), 60);
  is_with_photos constant boolean := coalesce(with_photos, false);
  wanted_answers constant jsonb := case when jsonb_typeof(answers) = 'object' and answers <> '{}' then answers end;
  filter constant private.review_filter := (is_with_photos, wanted_answers, move_in_year, topic);
  last_id constant uuid := private.review_cursor(after, property_id);
  counts constant jsonb := (select f.figures from private.property_figures as f where f.property_id = home_reviews.property_id);
  -- The requested filters, as keys of private.property_figures.figures.
  facts constant text[] := array_remove(array['move_in_year:' || move_in_year, 'topic:' || topic], null)
    || array(select key || ':' || value from jsonb_each_text(wanted_answers));
  ratings constant integer[] := case
    when stars is not null then array[stars]
    when sort = 'highest' then '{5,4,3,2,1}'
    when sort = 'lowest' then '{1,2,3,4,5}'
    else '{null}'
  end;
  matching_count bigint;
  ids uuid[];
begin
  if cardinality(facts) > 1 or facts <> '{}' and (stars is not null or is_with_photos) then
    -- Combined filters have no stored count: read all reviews.
    ids := private.ordered_reviews(property_id, ratings, filter, null, null);
    matching_count := cardinality(ids);
    ids := ids[coalesce(array_position(ids, last_id), 0) + 1:];
  else
    ids := private.ordered_reviews(property_id, ratings, filter, last_id, review_limit + 1);
  end if;
  if facts = '{}' then
    select sum(count.value::integer) into matching_count
    from jsonb_each_text(counts) as count
    where count.key like case when is_with_photos then 'photos:' else 'rating:' end || coalesce(stars::text, '%');
  elsif matching_count is null then
    matching_count := counts ->> facts[1];
  end if;
  return (
    select json_build_object(
      'reviews', coalesce(page.reviews, '[]'), 'next', page.next, 'matchingCount', coalesce(matching_count, 0),
      'topicWords', (select t.words from private.topics as t where t.topic = home_reviews.topic))
    from private.page_of_reviews(ids, review_limit) as page
  );
end $$;
comment on function public.home_reviews(uuid, text, integer, boolean, jsonb, integer, text, text, integer) is
  'A page of a home''s reviews: {reviews, next, matchingCount, topicWords}. sort is newest, highest or lowest; answers are to questions '
  'without a column; topicWords are the prefixes of the words of the topic; after is next of the previous page.';

-- Returns twenty homes of a city or locality and the cursor of the next page. sort is latest, best or reviews; filters has a list
-- of answers per question, one of which must be a trait of the home. With filters it walks at most 10,000 homes in the order of
-- sort; if a rare combination does not fill the page, the next page starts where the walk ended. The first page has matching_count
-- if the walk read all homes; missing has, by question, the number of homes read that fail only this filter. The query is planned
-- for each call, to choose an index with the order of sort.
create function private.homes_page(
  city_slug text, locality_slug text, after text, sort text, filters jsonb,
  out homes json, out next uuid, out matching_count integer, out missing jsonb
)
language plpgsql stable set search_path = '' set enable_sort = off set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  page_size constant integer := 20;
  asked constant jsonb := case when jsonb_typeof(filters) = 'object' and filters <> '{}' then filters end;
  at_most constant integer := case when asked is null then page_size + 1 else 10000 end;
  place constant text := case when locality_slug is null then 'f.city_slug = $1' else 'f.city_slug = $1 and f.locality_slug = $2' end;
  sort_column constant text := case sort when 'best' then 'score' when 'reviews' then 'review_count' else 'last_day' end;
  last private.property_figures;
  unmet text;
  page uuid[];
  seen integer;
  last_seen uuid;
begin
  if after <> '' then
    select f.* into last from private.property_figures as f where f.property_id = private.cursor_id(after);
    if (last.city_slug, last.locality_slug) is distinct from (city_slug, coalesce(locality_slug, last.locality_slug)) then
      perform private.refuse_cursor();
    end if;
  end if;
  -- Limits the filters: each row of the query below lists the names of those that it does not meet.
  if (select count(*) > 20 or max(char_length(name)) > 30 from jsonb_object_keys(asked) as name) then
    perform private.refuse(400, 'Choose at most 20 of the available filters.');
  end if;
  select string_agg(format('case when f.traits & %s = 0 then %L end', wanted, question), ', ') into unmet
  from jsonb_each(asked) as each_question (question, answers) cross join lateral (
    select coalesce(bit_or(1::bigint << (array_position(private.known_traits(), question || ':' || answer) - 1)), 0) as wanted
    from jsonb_array_elements_text(case jsonb_typeof(answers) when 'array' then answers else '[]' end) as answer
  ) as of_question;
  execute format($query$
    with walked as materialized (
      select f.property_id, row_number() over () as number, array_remove(array[%3$s]::text[], null) as unmet
      from (
        select f.property_id, f.traits from private.property_figures as f
        where %1$s and ($4 is null or (f.%2$I, f.last_order) < (($3).%2$I, ($3).last_order))
        order by f.%2$I desc, f.last_order desc limit $5
      ) as f
    )
    select (array_agg(property_id order by number) filter (where unmet = '{}'))[:$6], count(*) filter (where unmet = '{}'), count(*),
      (array_agg(property_id order by number desc))[1],
      (select jsonb_object_agg(question, count) from (
        select w.unmet[1], count(*) from walked as w where cardinality(w.unmet) = 1 group by 1
      ) as lacking (question, count))
    from walked$query$, place, sort_column, coalesce(unmet, ''))
  into page, matching_count, seen, last_seen, missing
  using city_slug, locality_slug, last, last.property_id, at_most, page_size + 1;
  if cardinality(page) > page_size then
    next := page[page_size];
  elsif asked is not null and seen = at_most then
    next := last_seen;
  end if;
  if asked is null or after <> '' or seen = at_most then
    matching_count := null;
  end if;
  homes := private.home_summaries(page[:page_size]);
end $$;

create function public.homes_of_city(
  city text, after text default null, sort text default 'latest', filters jsonb default null
) returns json
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
declare
  slug constant text := private.city_slug(city);
begin
  return (
    select json_build_object(
      'city', place.city,
      'homeCount', place.home_count,
      'localities', (
        select coalesce(json_agg(json_build_object('locality', l.locality, 'homeCount', l.home_count) order by l.home_count desc, l.search_key), '[]')
        from (
          select p.locality, p.home_count, p.search_key from private.places as p
          where p.city_slug = slug and p.locality is not null
          order by p.home_count desc limit 200
        ) as l),
      'figures', case when after is null then private.figures_of_place(slug, '') end,
      'traits', private.traits_of_place(slug, ''),
      'homes', page.homes,
      'next', page.next,
      'matchingCount', page.matching_count,
      'missing', coalesce(page.missing, '{}'))
    from private.places as place, private.homes_page(slug, null, after, sort, filters) as page
    where place.city_slug = slug and place.locality_slug = ''
  );
end $$;
comment on function public.homes_of_city(text, text, text, jsonb) is
  'A city by any of its names: {city, homeCount, localities, figures, traits, homes, next, matchingCount, missing}, with its 200 largest '
  'localities; null if it has no home. sort is latest, best or reviews; filters has lists of answers by question; after is next of the '
  'previous page.';

create function public.homes_of_locality(
  city text, locality text, after text default null, sort text default 'latest', filters jsonb default null
) returns json
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
declare
  slug constant text := private.city_slug(city);
  slug_of_locality constant text := private.locality_slug(locality);
begin
  return (
    select json_build_object(
      'city', place.city,
      'locality', place.locality,
      'homeCount', place.home_count,
      'figures', case when after is null then private.figures_of_place(slug, slug_of_locality) end,
      'traits', private.traits_of_place(slug, slug_of_locality),
      'homes', page.homes,
      'next', page.next,
      'matchingCount', page.matching_count,
      'missing', coalesce(page.missing, '{}'))
    from private.places as place, private.homes_page(slug, slug_of_locality, after, sort, filters) as page
    where place.city_slug = slug and place.locality_slug = slug_of_locality
  );
end $$;
comment on function public.homes_of_locality(text, text, text, text, jsonb) is
  'A locality, in the shape of homes_of_city; null if it has no home.';

create function public.place_names(city text, locality text) returns json
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
declare
  slug constant text := private.city_slug(city);
begin
  return (
    select json_build_object('city', p.city, 'locality', (
      select l.locality from private.places as l
      where l.city_slug = slug and l.locality_slug = private.locality_slug(place_names.locality)))
    from private.places as p where p.city_slug = slug and p.locality_slug = '');
end $$;
comment on function public.place_names(text, text) is
  'A city and one of its localities by any of their names: {city, locality}. Omits a locality without a home; null if the city has none.';

create function public.review_cities() returns json
language sql stable security definer set search_path = '' set statement_timeout = '3s' as $$
  select coalesce(json_agg(p.city order by p.search_key), '[]') from private.places as p where p.locality is null
$$;
comment on function public.review_cities() is 'Listed and accepted cities that have a visible review, sorted ignoring case.';

-- Returns the homes of one part of a sitemap. The limit of 5,000 must be well above ADDRESSES_PER_PART in app/domain/home.ts, the
-- upper bound of a part's average size.
create function public.home_addresses(prefix text) returns json
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
begin
  if char_length(prefix) > 4 or prefix !~ '^[0-9a-f]*$' then
    perform private.refuse(400, 'Give at most four hexadecimal digits.');
  end if;
  return (
    select coalesce(json_agg(json_build_object(
      'propertyId', property_id, 'propertyName', property_name, 'locality', locality, 'city', city, 'count', review_count,
      'lastReviewOn', last_day)
      order by short_id), '[]')
    from (
      select f.property_id, p.property_name, p.locality, p.city, p.review_count, f.last_day, p.short_id
      from public.properties as p
      join private.property_figures as f on f.property_id = p.id
      join private.places as place on place.city_slug = f.city_slug and place.locality_slug = ''
      where p.short_id >= prefix and p.short_id < prefix || 'g'
      order by p.short_id limit 5000
    ) as listed
  );
end $$;
comment on function public.home_addresses(text) is 'The homes of accepted cities whose id begins with these up to four hexadecimal digits, at most 5,000.';

-- Suggestions compare names word by word: whole names by trigrams took 200 ms at 60,000 homes, since many share "PG for Ladies". A typed
-- word means all known words that begin with it, or else the nearest ones (a typing mistake, or another script).

-- Returns up to five known words that sound like this one, or else are spelled much like it, the most similar first. A word in an Indian
-- script may be a prefix.
create function private.nearest_words(typed text, is_beginning boolean) returns text[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  spelt constant text := private.latin(typed);
  sounding constant text := private.sound(typed);
  nearest text[];
begin
  if char_length(typed) < 3 or sounding = '' then
    return '{}';
  end if;
  -- Two consonants are not enough without a similar spelling: "पुणे" (Pune) would match "Bandha".
  nearest := array(
    select word
    from (
      select w.word, w.sound, extensions.similarity(spelt, private.latin(w.word)) as likeness
      from private.known_words as w
      where w.sound between sounding and sounding || case when is_beginning and spelt <> typed then U&'\+10FFFF' else '' end
      order by w.sound limit 200
    ) as sounds_like_it
    where likeness > 0.1 or char_length(sounding) > 2
    order by sound = sounding desc, likeness desc, word limit 5);
  if nearest = '{}' then
    nearest := array(
      select w.word from private.known_words as w
      where spelt operator(extensions.%) w.word and (is_beginning or extensions.similarity(spelt, w.word) > 0.45)
      order by extensions.similarity(spelt, w.word) desc, w.word limit 5);
  end if;
  return nearest;
end $$;

create function private.words_meant(typed text) returns text[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  meant text[] := array(
    select w.word from private.known_words as w
    where w.word >= typed and w.word < typed || U&'\+10FFFF'
    order by w.word limit 50);
begin
  return case when meant = '{}' then private.nearest_words(typed, true) else meant end;
end $$;

-- Returns up to five visible homes whose name begins with the term, or whose names have all its words. Compares at most 200 homes. Custom
-- plans, since a prefix may match two names or half of them. Security definer: an index of arrays cannot be used under RLS.
create function private.suggested_homes(term text, wanted_city text) returns uuid[]
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  begins constant text := private.fold(left(private.clean_line(left(term, 200)), 60));
  key_of_city constant text := case when wanted_city <> '' then private.city_key(wanted_city) end;
  found_homes uuid[];
  conditions text;
  more_homes uuid[];
begin
  if begins = '' then
    return '{}';
  end if;
  found_homes := array(
    select id
    from (
      select p.id, p.review_count, p.name_key from public.properties as p
      where p.name_key >= begins and p.name_key < begins || U&'\+10FFFF'
        and p.review_count > 0 and (key_of_city is null or p.city_key = key_of_city)
      order by p.name_key limit 50
    ) as beginning
    order by review_count desc, name_key limit 5);
  if cardinality(found_homes) = 5 then
    return found_homes;
  end if;
  select string_agg(format('p.words && %L::text[]', private.words_meant(word)), ' and ') into conditions
  from (select distinct word from unnest(string_to_array(begins, ' ')) as word) as typed;
  if conditions is null then
    return found_homes;
  end if;
  execute format($query$
    select array(
      select id
      from (
        select p.id, p.review_count, p.name_key, extensions.similarity($1, p.name_key) as likeness
        from public.properties as p
        where %s and p.review_count > 0 and ($2 is null or p.city_key = $2) and p.id <> all ($3)
        limit 200
      ) as like_it
      order by likeness desc, review_count desc, name_key limit $4)$query$, conditions)
  into more_homes using begins, key_of_city, found_homes, 5 - cardinality(found_homes);
  return found_homes || more_homes;
end $$;

-- Returns up to three localities and three cities whose names (of cities also other names) begin with the term or have something similar.
-- If there is none, tries the nearest known words. Adds listed localities without homes, found by name or postal code: names that begin
-- with the term come first, and those with homes before others. enable_seqscan is off because the planner underestimates the cost of
-- comparing words: reading all places took 30 ms.
create function private.suggested_places(term text, wanted_city text, is_corrected boolean default false) returns setof private.places
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  key constant text := private.fold(left(private.clean_line(left(term, 200)), 60));
  slug constant text := case when wanted_city <> '' then private.city_slug(wanted_city) end;
  joined constant text := replace(key, ' ', '');
  spelt text;
  found_places private.places[];
  is_listed boolean;
begin
  if key = '' then
    return;
  end if;
  -- The default of 0.6 would miss "banglore": its word similarity to "bangalore" is 0.58.
  perform set_config('pg_trgm.word_similarity_threshold', '0.5', true);
  found_places := array(
    with named as (
      select place, 2 as likeness from (
        select p as place from private.places as p
        where p.is_accepted and p.search_key >= key and p.search_key < key || U&'\+10FFFF' limit 200
      ) as beginning
      union all
      select place, extensions.word_similarity(key, (place).search_key) from (
        select p as place from private.places as p
        where p.is_accepted and char_length(key) > 2 and key operator(extensions.<%) p.search_key limit 200
      ) as like_it
      union all
      select place, likeness from (
        select p as place, case when starts_with(known, key) then 2 else extensions.word_similarity(key, known) end as likeness
        from private.city_aliases as a
        cross join lateral btrim(a.alias_words) as known
        join private.places as p on p.city_slug = a.city_slug and p.locality_slug = '' and p.is_accepted
      ) as alias
      where likeness > 0.5
    ),
    best as (
      select place, max(likeness) as likeness from named
      where slug is null or (place).city_slug = slug
      group by place
    ),
    ranked as (
      select place, row_number() over (
        partition by (place).locality is null order by likeness desc, (place).home_count desc, (place).city_slug, (place).locality_slug) as number
      from best
    )
    select place from ranked where number <= 3 order by number);
  if found_places = '{}' and not is_corrected then
    spelt := (
      select string_agg(coalesce((private.nearest_words(word, true))[1], word), ' ' order by number)
      from unnest(string_to_array(key, ' ')) with ordinality as typed (word, number));
    if spelt <> key then
      found_places := array(select place from private.suggested_places(spelt, wanted_city, true) as place);
    end if;
  end if;
  -- Names that begin with the term make similar ones needless, whose comparison takes 3 ms.
  is_listed := exists (
    select from unnest(found_places) as p join private.city_aliases as a on a.city_slug = p.city_slug and starts_with(btrim(a.alias_words), key)
    where p.locality is null
  ) or exists (
    select from private.localities
    where (slug is null or city_slug = slug) and (compact >= joined and compact < joined || U&'\+10FFFF' or pincode = joined));
  return query
    with listed as (
      select coalesce(p, row(null, l.city_slug, l.locality_slug, l.city, l.locality, 0, true, l.locality_key)::private.places) as place,
        row_number() over (order by likeness desc, coalesce(p.home_count, 0) desc, l.rank, l.city_slug) as number
      from (
        select *,
          case when starts_with(compact, joined) or pincode = joined then 1 else extensions.word_similarity(key, locality_key) end as likeness
        from private.localities
        where (slug is null or city_slug = slug)
          and (compact >= joined and compact < joined || U&'\+10FFFF' or pincode = joined
            or not is_listed and char_length(key) > 2 and key operator(extensions.<%) locality_key)
      ) as l
      left join private.places as p on p.city_slug = l.city_slug and p.locality_slug = l.locality_slug
    ),
    named as (
      select distinct on ((place).city_slug, (place).locality_slug) place, number
      from (
        select place, number from listed where number <= 3
        union all
        select found_places[number], number from generate_subscripts(found_places, 1) as number
      ) as each
      order by (place).city_slug, (place).locality_slug, number
    ),
    ranked as (
      select place, row_number() over (
        partition by (place).locality is null
        order by starts_with(replace((place).search_key, ' ', ''), joined) desc, (place).home_count = 0, number) as number
      from named
    )
    select (place).* from ranked where number <= 3 order by number;
end $$;

create function public.suggest_homes(term text, city text default '') returns json
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
declare
  homes uuid[] := private.suggested_homes(term, city);
  places private.places[] := array(select place from private.suggested_places(term, city) as place);
  named text;
begin
  if homes = '{}' and places = '{}' then
    -- As a search does, leaves out what names no home and no place.
    named := (
      select string_agg(p.value, ' ' order by p.first)
      from unnest(private.understand(term, case when city <> '' then private.city_key(city) end)) as p
      where p.meaning in ('home', 'place', 'city'));
    homes := private.suggested_homes(named, city);
    places := array(select place from private.suggested_places(named, city) as place);
  end if;
  return (
    select json_build_object(
      'homes', (
        select coalesce(json_agg(json_build_object(
          'propertyId', p.id, 'propertyName', p.property_name, 'locality', p.locality, 'city', p.city,
          'count', p.review_count, 'totalRating', p.rating_total) order by place.number), '[]')
        from unnest(homes) with ordinality as place (id, number)
        join public.properties as p on p.id = place.id),
      'localities', coalesce(json_agg(json_build_object('locality', place.locality, 'city', place.city, 'homeCount', place.home_count))
        filter (where place.locality is not null), '[]'),
      'cities', coalesce(json_agg(json_build_object('city', place.city, 'homeCount', place.home_count))
        filter (where place.locality is null), '[]'))
    from unnest(places) as place
  );
end $$;
comment on function public.suggest_homes(text, text) is
  'Suggestions for the beginning of a name, in one city or all: {homes, localities, cities}, at most five, three and three. Listed localities without homes have a homeCount of 0.';

create function private.property_named(home text) returns public.properties
language plpgsql stable set search_path = '' as $$
declare
  -- An id, its first eight digits, or the address of the home's page.
  digits constant text := lower(substring(btrim(left(home, 2000)) from '(?:^|[-/])([0-9a-fA-F]{8})(?:(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})?/?(?:[?#].*)?$'));
  property public.properties;
begin
  select * into property from public.properties as p where p.short_id = digits;
  if not found then
    perform private.refuse(404, format('There is no home "%s". Copy the address of its page.', left(home, 100)));
  end if;
  return property;
end $$;

create function private.operator_home_json(property public.properties) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', p.id, 'property_name', p.property_name, 'locality', p.locality, 'city', p.city, 'review_count', p.review_count)
  from public.properties as p where p.id = property.id
$$;

-- Moves the reviews, follows and bursts of a home to another, to which its URL then redirects. Returns the number of reviews. The caller has locked
-- public.reviews.
create function private.merge_home(merged uuid, home public.properties) returns integer
language plpgsql set search_path = '' as $$
declare
  moved integer;
begin
  update private.merged_properties set into_id = home.id where into_id = merged;
  insert into private.merged_properties (from_id, into_id) values (merged, home.id);
  delete from private.follows as f
  where f.property_id = merged
    and exists (select from private.follows as other where other.user_id = f.user_id and other.property_id = home.id);
  update private.follows set property_id = home.id where property_id = merged;
  -- A home has one undecided burst: the reviews of the other join it.
  update private.burst_reviews as w set burst_id = kept.id
  from private.bursts as kept, private.bursts as moved
  where kept.property_id = home.id and moved.property_id = merged and w.burst_id = moved.id
    and kept.state in ('open', 'checking') and moved.state in ('open', 'checking');
  delete from private.bursts as b
  where b.property_id = merged and not exists (select from private.burst_reviews as w where w.burst_id = b.id);
  update private.bursts set property_id = home.id where property_id = merged;
  -- The trigger find_or_create_property moves each to the home with this name.
  update public.reviews set property_name = home.property_name, locality = home.locality, city = home.city
  where property_id = merged;
  get diagnostics moved = row_count;
  perform private.find_bursts(only_home => home.id);
  return moved;
end $$;

-- Blocks publishing, hiding and deleting reviews (5 ms for each moved review), so that none is missed or counted twice.
create function public.operator_merge_homes(from_home text, into_home text, operator text, reason text) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  merged public.properties;
  home public.properties;
  moved integer;
begin
  lock table public.reviews in exclusive mode;
  merged := private.property_named(from_home);
  select p.* into home from public.properties as p where p.id = private.home_of((private.property_named(into_home)).id);
  if merged.id = home.id then
    perform private.refuse(400, 'These two are the same home.');
  elsif private.home_of(merged.id) <> merged.id then
    perform private.refuse(409, 'The first home is already merged.');
  end if;
  moved := private.merge_home(merged.id, home);
  perform private.record_operation('merge', operator, merged.id::text, reason, jsonb_build_object('into', home.id, 'reviews', moved));
  return jsonb_build_object('from', private.operator_home_json(merged), 'into', private.operator_home_json(home), 'reviews', moved);
end $$;
comment on function public.operator_merge_homes(text, text, text, text) is
  'For operators: moves the reviews of the first home to the second, and redirects its page.';

-- Changes the spelling of a home. Different names make another home, into which this one is merged: its URL redirects there, and reviews
-- under the old names are filed there.
create function public.operator_rename_home(
  home text, property_name text, locality text, city text, operator text, reason text) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
#variable_conflict use_column
declare
  named public.properties;
  target public.properties;
  new_name text;
  new_locality text;
  new_city text;
begin
  lock table public.reviews in exclusive mode;
  select p.* into named from public.properties as p
  where p.id = private.home_of((private.property_named(operator_rename_home.home)).id);
  new_name := private.plain_name(left(coalesce(operator_rename_home.property_name, named.property_name), 1000));
  new_locality := private.plain_name(left(coalesce(operator_rename_home.locality, named.locality), 1000));
  new_city := private.current_city(left(coalesce(operator_rename_home.city, named.city), 1000));
  if '' in (private.fold(new_name), private.fold(new_locality), private.fold(new_city))
    or greatest(char_length(new_name), char_length(new_locality)) > 120 or char_length(new_city) > 80
  then
    perform private.refuse(400, 'Give names of at most 120 characters and a city of at most 80, each with a letter or digit.');
  end if;
  select p.* into target from public.properties as p
  where p.name_key = private.fold(new_name) and p.locality_key = private.fold(new_locality) and p.city_key = private.fold(new_city);
  if not found then
    insert into public.properties (property_name, locality, city) values (new_name, new_locality, new_city) returning * into target;
  elsif private.home_of(target.id) <> named.id then
    perform private.refuse(409, 'Another home has this name. Merge the two with the command merge.');
  end if;
  if target.id <> named.id then
    -- The new name is that of a home that was merged into this one: reverse the merge.
    delete from private.merged_properties where from_id = target.id;
    perform private.merge_home(named.id, target);
  end if;
  update public.properties as p
  set property_name = new_name, locality = new_locality, city = new_city, is_named_by_operator = true
  where p.id = target.id returning * into target;
  -- The log accepts no "@".
  perform private.record_operation('rename', operator, named.id::text, reason, jsonb_build_object(
    'home', target.id, 'name', replace(concat_ws(', ', new_name, new_locality, new_city), '@', ' at ')));
  return private.operator_home_json(target);
end $$;
comment on function public.operator_rename_home(text, text, text, text, text, text) is
  'For operators: changes the names of a home or their spelling, which its reviews then no longer change. Null keeps a name.';
