-- Functions are in alphabetical order, and some call later ones.
set check_function_bodies = off;

create extension if not exists fuzzystrmatch with schema extensions;

-- What tenants type, and what it means. docs/decisions/0020. Must match app/domain/search-words.json, which agreement.test.ts writes.
create table private.search_words (
  phrase text collate "C" primary key check (phrase = private.fold(phrase)),
  meaning text not null check (meaning in ('kind', 'answer', 'topic', 'generic', 'filler', 'equal', 'said')),
  value text not null
);
comment on table private.search_words is 'Words and phrases of searches that mean a filter, a topic or another word, or say little or nothing about a home.';
comment on column private.search_words.value is
  'A trait (private.known_traits) of a kind, an answer, or what names and comments say, a topic (private.topics), the other phrase of an equal; empty for a generic word and a filler.';
-- For the triggers of each review and home: reading all words took half a millisecond.
create index search_words_said on private.search_words (phrase, value) where value ~ '^(size|for):';
create index search_words_equal on private.search_words (phrase, value) where meaning = 'equal';
alter table private.search_words enable row level security;
insert into private.search_words (meaning, value, phrase)
select meaning, value, private.fold(phrase)
from (values
  ('kind', 'kind:pg', 'pg, pgs, paying guest, hostel, hostels, shared room, shared rooms, mess, co living, coliving'),
  ('kind', 'kind:flat', 'flat, flats, apartment, apartments, apt, apts, appartment, builder floor'),
  ('kind', 'kind:house', 'house, houses, independent house, villa, villas, bungalow, bungalows, row house, kothi'),
  ('answer', 'size:1rk', '1 rk, one rk, 1 room kitchen, studio, studio apartment, studio flat'),
  ('answer', 'size:1bhk', '1 bhk, one bhk, 1 bedroom, one bedroom, single bedroom'),
  ('answer', 'size:2bhk', '2 bhk, two bhk, 2 bedroom, two bedroom, double bedroom, 2 bedrooms, 2 bed'),
  ('answer', 'size:3bhk', '3 bhk, three bhk, 3 bedroom, three bedroom, triple bedroom, 3 bedrooms, 3 bed'),
  ('answer', 'size:4bhk', '4 bhk, four bhk, 4 bedroom, four bedroom, 5 bhk, 4 bedrooms'),
  ('answer', 'for:women', 'ladies, lady, girls, girl, women, woman, womens, female, females, mahila, ladki, ladkiyon, ladkiya, only girls, ladies only, girls only'),
  ('answer', 'for:men', 'gents, boys, boy, men, mens, male, males, ladke, ladko, ladkon, only boys, gents only, boys only'),
  ('answer', 'for:anyone', 'co ed, coed, unisex, mixed pg, pg for both, boys and girls'),
  ('said', 'for:women', 'ladies pg, girls pg, women pg, womens pg, female pg, ladies hostel, girls hostel, womens hostel, pg for ladies, pg for girls, pg for women,
    pg for female, hostel for girls'),
  ('said', 'for:men', 'gents pg, boys pg, men pg, mens pg, male pg, gents hostel, boys hostel, mens hostel, pg for gents, pg for boys, pg for men, pg for male,
    hostel for boys'),
  ('said', 'for:anyone', 'co ed pg, coed pg, unisex pg, co living pg'),
  ('answer', 'sharing:single', 'single sharing, single occupancy, single room, single room pg, private room'),
  ('answer', 'sharing:two', 'double sharing, two sharing, 2 sharing, twin sharing, double occupancy'),
  ('answer', 'sharing:three', 'triple sharing, three sharing, 3 sharing'),
  ('answer', 'sharing:four_up', 'four sharing, 4 sharing, 5 sharing, 6 sharing'),
  ('answer', 'bathroom:attached', 'attached bathroom, attached bath, attached washroom, attached toilet, private bathroom'),
  ('answer', 'food:yes', 'with food, food included, with meals, meals included, food provided, with mess'),
  ('answer', 'curfew:none', 'no curfew, without curfew, no timing, no time limit, no time restriction, 24 hours entry'),
  ('answer', 'brokerage:none', 'no brokerage, without brokerage, zero brokerage, no broker, without broker, no brokers, owner direct, direct owner,
    direct from owner, brokerage free'),
  ('answer', 'pets:yes', 'pet friendly, pets allowed, pet allowed, pets welcome, with pets, with pet, with dog, with dogs, with cat, with cats, dog friendly'),
  ('answer', 'bachelors:yes', 'bachelor, bachelors, for bachelors, for bachelor, bachelors allowed, bachelor allowed, bachelor friendly, bachelors welcome'),
  ('answer', 'couples:yes', 'couples, couple, couple friendly, unmarried couple, unmarried couples, couples allowed, couple allowed, unmarried couple allowed,
    unmarried couples allowed, live in couple, live in couples'),
  ('answer', 'nonveg:no', 'veg, vegetarian, veg only, only veg, pure veg, vegetarian only, only vegetarian, vegetarians only, pure vegetarian'),
  ('answer', 'nonveg:yes', 'non veg allowed, nonveg allowed, non veg, nonveg, non vegetarian'),
  ('answer', 'water:all_day', '24 hours water, 24 x 7 water, 24 7 water, water all day'),
  ('topic', 'water', 'pani, paani, pani ki problem, paani ki problem, pani ki samasya, pani ka problem, jol, neer, thanni, tanni, thannir, neeru, neellu, neelu,
    nillu, vellam, water problem, water issue, water supply, water shortage, ನೀರು, నీళ్ళ, నీళ్లు, తాగునీరు, தண்ணீர், தண்ணி, पानी, पाणी, জল, পানি, വെള്ളം, પાણી, ਪਾਣੀ'),
  ('topic', 'power', 'bijli, bijlee, light problem, current problem, power cut, power cuts, load shedding, vidyut, karant, minsaram, बिजली, वीज, ವಿದ್ಯುತ್, కరెంట్,
    மின்சாரம், বিদ্যুৎ'),
  ('topic', 'owner', 'makan malik, makaan malik, malik, maalik, maliki, ghar malik, gharmalak, ghar malak, malak, veetu owner, veettukarar, intiyajamani, yajamani,
    maalika, malika, barir malik, bariwala, bariwalla, मालिक, मकान मालिक, घरमालक, ಮಾಲೀಕ, ఓనర్, ஓனர், বাড়িওয়ালা'),
  ('topic', 'rent', 'kiraya, kiraye, kirayedar, bhada, bhade, bhadyane, bhara, vaadagai, vadagai, vadagaikku, badige, addeku, adde, किराया, किराये, भाड़ा, भाडे, भाड्याने, ভাড়া,
    வாடகை, ಬಾಡಿಗೆ, అద్దె, വാടക, ભાડું'),
  ('topic', 'deposit', 'deposit wapas, deposit wapas nahi, deposit wapas nahi mila, deposit wapas nahi diya, deposit return, deposit not returned, deposit refund,
    deposit back, security wapas, paisa wapas, paise wapas, advance wapas'),
  ('topic', 'cleanliness', 'safai, saaf safai, saaf, ganda, gandagi, gandagee, machhar, machar, macchar, mosquito, mosquitoes, cockroach, cockroaches, kosu, doma, domalu, solle,
    मच्छर, सफाई, साफ सफाई'),
  ('topic', 'safety', 'chori, chor, suraksha, kallan, donga, kalla, चोरी, सुरक्षा'),
  ('topic', 'neighbours', 'padosi, parosi, padosee, pados, shejari, akkam pakkam, pakkada mane, पड़ोसी, शेजारी'),
  ('topic', 'food', 'khana, bhojan, bhojanam, saapadu, sapadu, oota, uta, jevan, khabar, tiffin, खाना, भोजन, जेवण, খাবার, சாப்பாடு, ಊಟ, భోజనం'),
  ('topic', 'repairs', 'seelan, silan, marammat, repair problem, leakage problem, सीलन, मरम्मत'),
  ('topic', 'noise', 'shor, awaaz, awaz, shor sharaba, शोर'),
  ('equal', 'bengaluru', 'blr, bglr, blore, bangaluru, bengalore, banglore, bangalor, bengluru'),
  ('equal', 'hyderabad', 'hyd, hydrabad'),
  ('equal', 'gurugram', 'ggn, gurugaon, gurgoan'),
  ('equal', 'vijayawada', 'bezawada'),
  ('equal', 'electronic city', 'e city, ecity, electronics city'),
  ('equal', 'society', 'soc, soceity'),
  ('equal', 'residency', 'residancy, recidency'),
  ('equal', 'sector', 'sec'),
  ('equal', 'layout', 'lyt, lay out'),
  ('equal', 'nagar', 'ngr'),
  ('equal', 'phase', 'ph'),
  ('equal', 'extension', 'extn, ext'),
  ('equal', 'station', 'stn'),
  ('equal', 'market', 'mkt'),
  ('generic', '', 'landlord, landlady, owner, tenant, home, homes, room, rooms, bhk, rk, society, building, sector, block, phase, stage, main, cross, road, street, lane,
    floor, wing, complex, tower, towers, plot, area, corner, circle, gate, junction, signal, stop, extension, city, market, mall, metro, station, hospital, school, college,
    university, temple, office, furnished, semi, semi furnished, fully furnished, family, families, fiber, gated, gated community, it park, tech park, sharing, timing, without,
    no, not, st, nd, rd, th, veedu, illu, mane, kamra, ghar, makan, makaan, घर, ಮನೆ, வீடு, বাড়ি'),
  ('filler', '', 'a, an, the, and, or, of, in, at, on, by, to, for, from, with, near, nr, nearby, near by, next, next to, opposite, opp, behind, beside, between, under, over,
    above, below, is, it, my, me, i, any, only, good, best, bad, worst, review, reviews, rating, ratings, pls, please, how, about, mr, mrs, ms, dr, shri, smt, sri, ji, sir, madam,
    rent, rental, rented, for rent, on rent, to let, budget, cheap, charges, sq, ft, sqft, hr, hrs, available, need, want, looking, looking for, problem, problems, issue, issues,
    full, allowed, included, friendly, no bachelors, bachelors not allowed, no couples, no pets, pets not allowed, no deposit, without deposit, zero deposit, no food, without food,
    ki, ka, ke, ko, hai, he, hain, mein, nahi, nahin, wala, wali, wale, ke paas, paas, par, aur, kaise, kaisa, kya, se, bhi, la, le, lo, alli, illa, madhe, madhye, er, e, der,
    chhe, chahiye, mila, diya, kiya, bahut, bohot, accha, acha, achha, aata, aati, ata, jyada, zyada, sasta, saste, kam, se kam, ke andar, andar, tak,
    मध्ये, में, के, का, की, है, के पास, ಅಲ್ಲಿ, బాగా, সমস্যা, సమస్య')
) as listed (meaning, value, phrases), regexp_split_to_table(phrases, ',\s+') as phrase;
create type private.search_part as (meaning text, value text, word text, first integer, last integer);
create type private.search_run as (i integer, n integer, meaning text, value text, word text, rank integer);
alter type private.search add attribute masks bigint[] cascade;
create index places_by_compact_key on private.places (replace(search_key, ' ', ''));

insert into private.topics (topic, words)
select topic, array(select private.fold(word) || case when word like '% ' then ' ' else '' end from unnest(words) as word)
from (values
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
    'ਕਿਰਾਇਆ', 'ਕਿਰਾਏ'])
) as listed (topic, words);

REVOKE ALL ON FUNCTION "private"."nearest_places"(text, text, integer) FROM "site_reader";
alter table public.properties add column name_traits bigint not null default 0;
insert into private.settings (key, value, shipped, minimum, maximum, description) values
  ('empty_searches_per_place_day', '1', '1', 0, 100000, 'Searches without results for one place that count from one network address in a day. 0: any number.');

DROP FUNCTION "private"."generic_words"();

DROP FUNCTION "private"."is_generic"(text);

DROP FUNCTION "private"."is_of_names"(text);

DROP FUNCTION "private"."relax_search"(private.search);

DROP FUNCTION "private"."search_words"(text);

DROP FUNCTION "private"."suggested_places"(text, text);

ALTER TABLE "private"."search_words" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.beginning_of_place(word text, city_key text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (select p.search_key
  from (select string_to_array(btrim(word), ' ') as tokens) as given
  cross join lateral generate_series(1, cardinality(tokens) - 1) as n
  join private.places as p on p.search_key = array_to_string(tokens[:n], ' ') and p.locality is not null
  where city_key is null or p.city_slug = replace(city_key, ' ', '-')
  order by n desc limit 1);
end $function$;

REVOKE ALL ON FUNCTION "private"."beginning_of_place"(text, text) FROM PUBLIC, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.code_word(meaning text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ('#'::text || translate("left"(md5(meaning), 6), '0123456789abcdef'::text, 'BCDFGHJKLMNPQRTV'::text));

REVOKE ALL ON FUNCTION "private"."code_word"(text) FROM PUBLIC, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.collect_matches(search private.search, names_condition text, comment_condition text, OUT matches uuid[], OUT is_complete boolean)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET work_mem TO '32MB'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  limits constant record := private.search_limits();
begin
  execute format($query$
    with named as materialized (
      select p.id, p.name_key, p.locality_key, p.city_key, p.search_text, p.name_traits
      from public.properties as p
      where (%s) and ($1 is null or p.city_key = $1) and p.review_count > 0 and (not $2 or p.verified_count > 0)
      limit $8 + 1
    ),
    commented as materialized (
      select r.property_id, r.search_text
      from private.searched_reviews as r
      where (%s) and ($1 is null or r.city_key = $1) and (not $2 or r.is_verified)
      limit $9 + 1
    )
    select
      array(
        select id
        from (
          (
            select n.id, n.name_key, n.locality_key, n.city_key
            -- "offset 0" sorts the properties before their reviews are read.
            from (
              select * from named
              where (name_key, locality_key, city_key) > ($3, $4, $5) and ($10 = '{}' or not exists (
                select from private.property_figures as f, unnest($10) as mask where f.property_id = id and mask & (f.traits | name_traits) = 0))
              order by name_key, locality_key, city_key
              offset 0
            ) as n
            cross join lateral (select array(select pattern from unnest($7) as pattern where n.search_text not like pattern) as missing) as m
            where m.missing = '{}' or exists (
              select from private.searched_reviews as r
              where r.property_id = n.id and r.search_text like all (m.missing) and (not $2 or r.is_verified)
            )
            limit $6
          )
          union
          select p.id, p.name_key, p.locality_key, p.city_key
          from commented as c
          -- "offset 0" keeps the planner from walking all properties with the comments in a loop inside.
          cross join lateral (
            select q.id, q.name_key, q.locality_key, q.city_key, q.search_text, q.name_traits from public.properties as q
            where q.id = c.property_id offset 0
          ) as p
          where (p.name_key, p.locality_key, p.city_key) > ($3, $4, $5)
            and not exists (select from unnest($7) as pattern where c.search_text not like pattern and p.search_text not like pattern)
            and ($10 = '{}' or not exists (
              select from private.property_figures as f, unnest($10) as mask where f.property_id = p.id and mask & (f.traits | p.name_traits) = 0))
        ) as matching
        order by name_key, locality_key, city_key
        limit $6
      ),
      (select count(*) from named) <= $8 and (select count(*) from commented) <= $9
    $query$, coalesce(names_condition, 'false'), coalesce(comment_condition, 'false'))
  into matches, is_complete
  using search.city_key, search.is_verified_only, search.after_key[1], search.after_key[2], search.after_key[3], search.at_most,
    private.word_patterns(search.words), limits.most_properties, limits.most_reviews, search.masks;
end $function$;

CREATE OR REPLACE FUNCTION private.facts_of(review public.reviews, has_photos boolean)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.is_in_names(words text[], city_key text, sample private.search_sample)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
declare
  is_found boolean;
begin
  execute format('select exists (select from public.properties as p where %s and ($1 is null or p.city_key = $1) and p.review_count > 0)',
    private.index_conditions(words, sample.names[:500], 'p', ' and '))
  into is_found using city_key;
  return is_found;
end $function$;

REVOKE ALL ON FUNCTION "private"."is_in_names"(text[], text, private.search_sample) FROM PUBLIC, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.known_traits()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select '{kind:pg,kind:flat,kind:house,size:bed,size:room,size:1rk,size:1bhk,size:2bhk,size:3bhk,size:4bhk,
    rent:under_5k,rent:5k_8k,rent:8k_12k,rent:12k_18k,rent:18k_25k,rent:25k_35k,rent:35k_50k,rent:50k_75k,rent:75k_1l,rent:over_1l,
    deposit_back:all,deposit_back:part,deposit_back:none,deposit_back:waiting,water:all_day,water:fixed_hours,water:tanker,water:short,
    bachelors:yes,bachelors:no,couples:yes,couples:no,pets:yes,pets:no,nonveg:yes,nonveg:no,guests:yes,guests:no,
    for:women,for:men,for:anyone,sharing:single,sharing:two,sharing:three,sharing:four_up,bathroom:attached,bathroom:shared,food:yes,curfew:none,
    brokerage:none}'::text[]
$function$;

CREATE OR REPLACE FUNCTION private.make_property_searchable()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.search_text := private.search_text(concat_ws(E'\n', new.property_name, new.locality, new.city));
  new.name_traits := private.traits_of_names(new.search_text);
  new.words := array(select distinct word from unnest(string_to_array(private.fold(concat_ws(' ', new.property_name, new.locality, new.city)), ' ')) as word);
  -- Sorted, to prevent deadlocks: if two transactions add the same word, the second waits for the first.
  insert into private.known_words (word) select word from unnest(new.words) as word order by word on conflict do nothing;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.make_review_searchable()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.mask_of(wanted text)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(bit_or(1::bigint << (place::integer - 1)), 0)
    from unnest(private.known_traits()) with ordinality as known (trait, place)
    where trait = wanted or trait in (
      select 'rent:' || band
      from (values ('under_5k', 0, 5000), ('5k_8k', 5000, 8000), ('8k_12k', 8000, 12000), ('12k_18k', 12000, 18000), ('18k_25k', 18000, 25000),
        ('25k_35k', 25000, 35000), ('35k_50k', 35000, 50000), ('50k_75k', 50000, 75000), ('75k_1l', 75000, 100000), ('over_1l', 100000, 10000000)
      ) as rent (band, lowest, highest)
      where wanted ~ '^[0-9]' and lowest < split_part(wanted, '-', 2)::integer and highest > split_part(wanted, '-', 1)::integer)
  );
end $function$;

REVOKE ALL ON FUNCTION "private"."mask_of"(text) FROM PUBLIC, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.matching_page(search private.search, OUT page uuid[], OUT searched_to uuid, sample private.search_sample DEFAULT NULL::private.search_sample)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  longest_walk constant integer := (private.search_limits()).longest_walk;
  first_walk constant integer := least(2000, longest_walk);
  budget double precision := first_walk;
  plan private.search_plan;
  walked record;
  -- is_by_names: the comments of plan "names" cost less than half as much as plan "comments". commented: the matches among those comments.
  is_by_names boolean;
  commented uuid[];
  has_all_commented boolean := false;
  collected uuid[];
  is_complete boolean := false;
begin
  page := '{}';
  for round in 1..2 loop
    select * into walked from private.walk(search, '{}', budget);
    page := page || walked.matches[:search.at_most];
    search.at_most := search.at_most - least(cardinality(walked.matches), search.at_most);
    searched_to := case when search.at_most > 0 and not walked.is_end then walked.last end;
    if searched_to is null then
      return;
    end if;
    search.after_key := private.place_of(searched_to);
    if search.words = '{}' then
      -- Only filters: no index has them.
      budget := 4 * longest_walk;
    elsif round = 1 then
      plan := private.plan_search(search, case when sample is null then private.sample_texts(search) else sample end);
      budget := least(plan.cost_by_names / 2, plan.cost_by_comments / 2, longest_walk);
      is_by_names := plan.cost_by_comments is null or plan.cost_of_their_comments < plan.cost_by_comments / 2;
      -- With so few comments to read, walking by names is faster.
      exit when budget < first_walk or is_by_names and plan.cost_of_their_comments < 10 * first_walk;
    end if;
  end loop;

  if search.words = '{}' then
    return;
  end if;
  if is_by_names then
    select c.matches, c.is_complete into commented, has_all_commented
    from private.collect_matches(search, null, private.index_conditions(plan.in_names, plan.comments, 'r', ' or ')) as c;
  end if;
  if has_all_commented and budget >= first_walk then
    select * into walked from private.walk(search, plan.in_names, budget);
    if cardinality(walked.matches) >= search.at_most or walked.is_end then
      page := page || private.first_in_list(walked.matches || commented, null, search.at_most);
      searched_to := null;
      return;
    end if;
  end if;
  if has_all_commented and (plan.cost_by_comments is null or plan.cost_by_names < plan.cost_by_comments) then
    select c.matches || commented, c.is_complete into collected, is_complete
    from private.collect_matches(search, private.index_conditions(plan.in_names, plan.names, 'p', ' and '), null) as c;
  elsif plan.cost_by_comments is not null then
    select c.matches, c.is_complete into collected, is_complete
    from private.collect_matches(
      search, private.index_conditions(plan.in_comments, plan.names, 'p', ' or '),
      private.index_conditions(plan.in_comments, plan.comments, 'r', ' and ')) as c;
  end if;
  if is_complete then
    page := page || private.first_in_list(collected, null, search.at_most);
    searched_to := null;
  elsif has_all_commented and budget >= first_walk then
    page := page || private.first_in_list(walked.matches || commented, walked.last, search.at_most);
    searched_to := walked.last;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.nearest_places(city_slug text, locality_slug text, at_most integer)
 RETURNS SETOF private.places
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p.*
  from private.localities as here
  cross join private.localities as l
  join private.places as p on p.city_slug = l.city_slug and p.locality_slug = l.locality_slug and p.is_accepted
  cross join lateral (select (l.latitude - here.latitude) ^ 2 + ((l.longitude - here.longitude) * cosd(here.latitude)) ^ 2) as distance (degrees)
  where here.city_slug = nearest_places.city_slug and here.locality_slug = nearest_places.locality_slug
    and (l.city_slug, l.locality_slug) <> (here.city_slug, here.locality_slug) and degrees < 0.27 ^ 2
  order by degrees, l.rank
  limit at_most
$function$;

CREATE OR REPLACE FUNCTION private.occurs(search private.search, sample private.search_sample)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  word constant text := search.words[1];
  walked record;
  collected record;
begin
  search.at_most := 1;
  search.masks := '{}';
  if exists (select from unnest(sample.names || sample.comments) as text where strpos(text, word) > 0) then
    if not search.is_verified_only then
      return true;
    end if;
    select * into walked from private.walk(search, '{}', (private.search_limits()).longest_walk / 4);
    return walked.matches <> '{}' or not walked.is_end;
  end if;
  select * into collected
  from private.collect_matches(search, private.index_condition(word, sample.names[:500], 'p'), private.index_condition(word, sample.comments[:500], 'r'));
  return collected.matches <> '{}' or not collected.is_complete;
end $function$;

CREATE OR REPLACE FUNCTION private.parts_json(parts private.search_part[], search text)
 RETURNS json
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(json_agg(json_build_object(
    'meaning', p.meaning, 'value', p.value, 'typed', array_to_string(typed[p.first:p.last], ' '),
    'without', (
      select coalesce(string_agg(word, ' ' order by number), '')
      from unnest(typed) with ordinality as kept (word, number)
      where not exists (
        select from unnest(parts) as other
        where kept.number between other.first and other.last and (other.meaning = 'filler' or (other.meaning, other.value) = (p.meaning, p.value))))
    ) order by p.first), '[]')
  from private.typed_words(search) as typed, unnest(parts) as p where p.meaning not in ('generic', 'filler')
$function$;

REVOKE ALL ON FUNCTION "private"."parts_json"(private.search_part[], text) FROM PUBLIC, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.phrase_of(tokens text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select replace(regexp_replace(regexp_replace(array_to_string(tokens, '_'), '^([^_]|[0-9]+)_', ' \1_'), '_([^_]|[0-9]+)$', '_\1 '), '_', ' ')
$function$;

REVOKE ALL ON FUNCTION "private"."phrase_of"(text[]) FROM PUBLIC, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.place_of_search(parts private.search_part[], wanted_city text, OUT place json, OUT nearby json)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  slug_of_city text := replace(coalesce(wanted_city, (select private.fold(p.value) from unnest(parts) as p where p.meaning = 'city' limit 1)), ' ', '-');
  slug_of_locality constant text := coalesce(
    (select private.slug(p.value) from unnest(parts) as p where p.meaning = 'place' order by p.first limit 1),
    private.similar_locality(parts, slug_of_city));
  named record;
begin
  select known.city, known.locality, known.city_slug into named
  from (
    select p.city, p.locality, p.city_slug, p.home_count, 0 as rank from private.places as p where p.locality_slug = slug_of_locality and p.is_accepted
    union all
    select l.city, l.locality, l.city_slug, 0, l.rank from private.localities as l where l.locality_slug = slug_of_locality
  ) as known
  left join private.places as c on c.city_slug = known.city_slug and c.locality_slug = ''
  where slug_of_city is null or known.city_slug = slug_of_city
  order by known.home_count desc, c.home_count desc nulls last, known.rank, known.locality limit 1;
  slug_of_city := coalesce(named.city_slug, slug_of_city);
  place := (
    select json_build_object('city', c.city, 'locality', named.locality) from private.cities as c
    where c.city_slug = slug_of_city and c.state <> 'refused');
  nearby := (
    with near as (select * from private.nearest_places(slug_of_city, slug_of_locality, 5) with ordinality),
    most as (
      select p.*, row_number() over (order by p.home_count desc, p.locality) as ordinality from private.places as p
      where p.city_slug = slug_of_city and p.locality is not null and p.is_accepted and not exists (select from near)
      order by ordinality limit 5
    )
    select json_agg(json_build_object('locality', shown.locality, 'city', shown.city, 'homeCount', shown.home_count) order by shown.ordinality)
    from (table near union all table most) as shown);
end $function$;

REVOKE ALL ON FUNCTION "private"."place_of_search"(private.search_part[], text) FROM PUBLIC, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.places_in_search(tokens text[], city_slug text)
 RETURNS SETOF private.search_run
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  -- The spelling of each run without blanks, and what is added to it.
  spelt constant private.search_run[] := array(
    select (i, n, null, suffix, typed || suffix, null)::private.search_run
    from generate_series(1, cardinality(tokens)) as i, generate_series(1, least(6, cardinality(tokens) - i + 1)) as n,
      array_to_string(tokens[i:i + n - 1], '') as typed, unnest('{"",layout,nagar}'::text[]) as suffix
    where typed ~ '...' and (typed ~ '[^0-9]' or typed ~ '^[0-9]{6}$'));
  compacts constant text[] := array(select word from unnest(spelt));
begin
  return query with named as materialized (
    select replace(p.search_key, ' ', '') as spelling, p.city_slug, p.locality, p.search_key, 0 as rank, p.home_count
    from private.places as p where replace(p.search_key, ' ', '') = any (compacts) and p.locality is not null
    union all
    select spelling, l.city_slug, l.locality, l.locality_key, l.rank, coalesce(p.home_count, 0)
    from private.localities as l
    left join private.places as p using (city_slug, locality_slug)
    cross join unnest(array[l.compact, l.pincode]) as spelling
    where (l.compact = any (compacts) or l.pincode = any (tokens)) and spelling = any (compacts)
  )
  select distinct on (s.i, s.n) s.i, s.n, 'place', k.locality,
    private.phrase_of(case when s.value = '' then string_to_array(k.search_key, ' ') else tokens[s.i:s.i + s.n - 1] end), 5
  from named as k
  join unnest(spelt) as s on s.word = k.spelling
  left join private.places as c on c.city_slug = k.city_slug and c.locality_slug = ''
  where places_in_search.city_slug is null or k.city_slug = places_in_search.city_slug
  order by s.i, s.n, s.value, k.home_count desc, c.home_count desc nulls last, k.rank, k.locality;
end $function$;

REVOKE ALL ON FUNCTION "private"."places_in_search"(text[], text) FROM PUBLIC, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.relax_search(asked text, INOUT parts private.search_part[], wanted_city text, is_verified_only boolean, at_most integer, OUT searched text, OUT left_out text[], OUT is_replaced boolean, OUT page uuid[], OUT searched_to uuid)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  typed constant text[] := private.typed_words(asked);
  search private.search := private.search_of(parts, wanted_city, is_verified_only, array['', '', ''], at_most);
  alone private.search := search;
  sample constant private.search_sample := private.sample_texts(search);
  -- The typed words, null if left out, and the positions of the others. Fillers count as neither.
  used text[] := typed;
  fillers constant integer[] := array(select number from unnest(parts) as p, generate_series(p.first, p.last) as number where p.meaning = 'filler');
  positions integer[];
  nearest text;
  kept integer;
  part private.search_part;
  place_words text[];
  is_without_place boolean := exists (select from unnest(parts) as p where p.meaning = 'place');
  -- What must remain: filters and topics alone would list homes anywhere.
  anchors text[] := '{city,place,home,word}';
begin
  is_replaced := false;
  if not exists (select from unnest(parts) as p where p.meaning = any (anchors)) then
    anchors := '{topic,rent,answer,kind}';
  end if;
  if not exists (select from private.places as p where p.city_slug = replace(search.city_key, ' ', '-')) and search.city_key is not null then
    return;
  end if;
  foreach part in array parts loop
    -- Stops after a while: each unknown word may cost as much as a search.
    if clock_timestamp() > statement_timestamp() + interval '0.8 seconds' then
      return;
    end if;
    alone.words := array[part.word];
    continue when part.meaning not in ('home', 'place', 'word', 'generic');
    if private.occurs(alone, sample) then
      is_without_place := is_without_place and part.meaning <> 'place';
      continue;
    end if;
    nearest := case part.meaning when 'place' then private.beginning_of_place(part.word, search.city_key) end;
    if nearest is null and part.meaning in ('place', 'word') and part.word !~ ' ' then
      -- A Latin word has at least five letters, and shares two thirds of them: "pani" is not Pune, nor "gutter" Kattru. A listed place is only
      -- replaced by its name in another script.
      foreach nearest in array array(
        select word from unnest(private.nearest_words(part.word, false)) with ordinality as near (word, place)
        where case
          when part.meaning = 'place' and (word ~ '[^ -~]') = (part.word ~ '[^ -~]') then false
          when part.word ~ '[^ -~]' then true
          else char_length(part.word) > 4 and (
            starts_with(part.word, word)
            or 3 * extensions.levenshtein(part.word, private.latin(word)) <= greatest(char_length(part.word), char_length(word)))
        end
        order by place) || null::text
      loop
        alone.words := array[nearest];
        exit when nearest is null or private.occurs(alone, sample);
      end loop;
    end if;
    is_without_place := is_without_place and (part.meaning <> 'place' or nearest is null);
    -- The typed words of a place's beginning stay as typed.
    kept := coalesce((
      select number from generate_series(part.first, part.last) as number
      where replace(private.fold(array_to_string(typed[part.first:number], ' ')), ' ', '') = replace(nearest, ' ', '')), part.first - 1);
    if kept < part.last then
      used[kept + 1:part.last] := array_fill(null::text, array[part.last - kept]);
    end if;
    if kept < part.first then
      used[part.first] := private.words_as_typed(array[nearest]);
      is_replaced := is_replaced or nearest is not null;
    end if;
  end loop;
  -- No home is in any of the places.
  if is_without_place then
    return;
  end if;
  -- "sector 2": a number belongs to the word beside it.
  used := array(
    select case when not exists (
        select from unnest(parts) as p
        where p.meaning = 'generic' and p.first = place and p.word ~ '^ ?[0-9]+( (st|nd|rd|th))?$'
          and (p.first > 1 and used[p.first - 1] is null or p.last < cardinality(typed) and used[p.last + 1] is null)
      ) then word end
    from unnest(used) with ordinality as given (word, place) order by place);

  loop
    if used is distinct from typed then
      searched := (
        select string_agg(word, ' ' order by place) from unnest(used) with ordinality as given (word, place) where place <> all (fillers));
      parts := private.understand(searched, wanted_city);
      if not exists (select from unnest(parts) as p where p.meaning = any (anchors)) or clock_timestamp() > statement_timestamp() + interval '0.8 seconds' then
        exit;
      end if;
      search := private.search_of(parts, wanted_city, is_verified_only, array['', '', ''], at_most);
      select matching.page, matching.searched_to into page, searched_to from private.matching_page(search, sample) as matching;
      if page <> '{}' or searched_to is not null then
        left_out := array(
          select string_agg(word, ' ' order by place)
          from (
            select word, place, place - row_number() over (order by place) as run
            from unnest(typed) with ordinality as given (word, place) where used[place] is null
          ) as left_words group by run order by min(place));
        return;
      end if;
    end if;
    place_words := array(select p.word from unnest(parts) as p where p.meaning = 'place');
    select p.* into part
    from unnest(parts) with ordinality as p (meaning, value, word, first, last, number)
    cross join lateral (
      select case p.meaning when 'generic' then 1 when 'word' then 2 when 'home' then 2 when 'topic' then 3 when 'rent' then 4 when 'answer' then 4 when 'kind' then 5 end
    ) as turn (turn)
    -- "case", so that names are only read once no generic word is left.
    where case
      when turn = 2 then not exists (select from unnest(parts) as other where other.meaning = 'generic')
        and not private.is_in_names(place_words || p.word, search.city_key, sample)
      else turn is not null
    end
    order by turn, number desc limit 1;
    exit when not found;
    positions := array(
      select place from unnest(used) with ordinality as given (word, place)
      where word is not null and (used is not distinct from typed or place <> all (fillers)) order by place);
    for number in part.first..part.last loop
      used[positions[number]] := null;
    end loop;
  end loop;
  searched := null;
end $function$;

REVOKE ALL ON FUNCTION "private"."relax_search"(text, private.search_part[], text, boolean, integer) FROM PUBLIC, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.rent_in(phrase text, is_one_word boolean)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  matched constant text[] := regexp_match(phrase,
    '^((?:under|below|within|upto|up to|less than|max|maximum|budget|rent|rs|inr) )*([0-9]{1,7})( (?:k|thousand|l|lakhs?))?(?:( to)? ([0-9]{1,7})( (?:k|thousand|l|lakhs?))?)?( (?:rent|budget|rs|rupees|per month|se kam|ke andar|tak))?$');
  first integer := private.rupees(matched[2], coalesce(matched[3], matched[6]));
  second constant integer := private.rupees(matched[5], matched[6]);
begin
  if matched is null then
    return null;
  elsif second is null then
    if first not between 1000 and 1000000
      or num_nonnulls(matched[1], matched[3], matched[7]) = 0 and (first not between 3000 and 200000 or first % 500 <> 0)
    then
      return null;
    end if;
    return '0-' || first;
  elsif matched[4] is null and not is_one_word and num_nonnulls(matched[3], matched[6]) < 2
    or first < 1000 or second > 1000000 or first >= second
  then
    return null;
  end if;
  return first || '-' || second;
end $function$;

REVOKE ALL ON FUNCTION "private"."rent_in"(text, boolean) FROM PUBLIC, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.rupees(number text, unit text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when number is not null then least(10000000, number::bigint * case
      when unit is null then 1 when unit in (' k', ' thousand') then 1000 else 100000
    end)::integer end
$function$;

REVOKE ALL ON FUNCTION "private"."rupees"(text, text) FROM PUBLIC, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.search_of(parts private.search_part[], wanted_city text, is_verified_only boolean, after_key text[], at_most integer)
 RETURNS private.search
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  search private.search;
begin
  with given as (
    select p.word, min(place) as place from unnest(parts) with ordinality as p (meaning, value, word, first, last, place)
    where p.meaning not in ('city', 'rent', 'kind', 'answer')
      and (p.meaning <> 'filler' or not exists (select from unnest(parts) as other where other.meaning <> 'filler'))
    group by p.word
  )
  select
    (
      select coalesce((array_agg(word order by place))[:10], '{}') from given
      where not exists (select from given as longer where longer.word <> given.word and strpos(longer.word, given.word) > 0)
    ),
    coalesce(wanted_city, (select private.fold(p.value) from unnest(parts) as p where p.meaning = 'city' limit 1)),
    is_verified_only, after_key, at_most,
    (
      select coalesce(array_agg(private.mask_of(p.value)), '{}') from unnest(parts) as p where p.meaning in ('rent', 'kind', 'answer')
    )
  into search;
  return search;
end $function$;

REVOKE ALL ON FUNCTION "private"."search_of"(private.search_part[], text, boolean, text[], integer) FROM PUBLIC, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.search_text(given text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE STRICT
 SET search_path TO ''
AS $function$
declare
  words constant text := ' ' || private.fold(given) || ' ';
begin
  return words || coalesce((
    select string_agg(other.alias_words, '') || string_agg(distinct other.city_words, '')
    from private.city_aliases as other
    where other.city = any (array(
      select named.city from private.city_aliases as named
      where strpos(words, named.alias_words) > 0 or strpos(words, named.city_words) > 0))
  ), '') || coalesce((
    select string_agg(distinct w.value || ' ', '') from private.search_words as w
    where w.meaning = 'equal' and w.value !~ ' ' and strpos(words, ' ' || w.phrase || ' ') > 0
  ), '');
end $function$;

CREATE OR REPLACE FUNCTION private.similar_locality(parts private.search_part[], wanted_slug text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select l.locality_slug
    from (
      select string_agg(replace(p.value, ' ', ''), '') as typed
      from unnest(parts) with ordinality as a (meaning, value, word, first, last, number), generate_series(0, 2) as more,
        unnest(parts) with ordinality as p (meaning, value, word, first, last, number)
      where a.meaning = 'word' and p.number between a.number and a.number + more
      group by a.number, more having bool_and(p.meaning in ('word', 'generic'))
    ) as run
    join private.localities as l on wanted_slug is null or l.city_slug = wanted_slug
    cross join extensions.levenshtein(left(run.typed, 60), left(l.compact, 60)) as distance
    where char_length(run.typed) > 4 and (starts_with(l.compact, run.typed) or 3 * distance <= greatest(char_length(run.typed), char_length(l.compact)))
    order by char_length(run.typed) desc, distance, l.rank, l.city_slug limit 1
  );
end $function$;

REVOKE ALL ON FUNCTION "private"."similar_locality"(private.search_part[], text) FROM PUBLIC, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.suggested_places(term text, wanted_city text, is_corrected boolean DEFAULT false)
 RETURNS SETOF private.places
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_seqscan TO 'off'
AS $function$
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
end $function$;

REVOKE ALL ON FUNCTION "private"."suggested_places"(text, text, boolean) FROM PUBLIC, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.traits_of(figures jsonb)
 RETURNS bigint
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.traits_of_names(names text)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(bit_or(1::bigint << (array_position(private.known_traits(), w.value) - 1)), 0)
    from private.search_words as w
    where w.value ~ '^(kind|size|for):' and strpos(names, ' ' || w.phrase || ' ') > 0
  );
end $function$;

REVOKE ALL ON FUNCTION "private"."traits_of_names"(text) FROM PUBLIC, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.typed_words(search text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(word order by place), '{}')
  from regexp_split_to_table(
    regexp_replace(regexp_replace(left(private.clean_line(left(search, 200)), 100), '([0-9]),(?=[0-9])', '\1', 'g'),
      '([^ ,;]{2})[/|+&](?=[^ ,;]{2})', '\1 ', 'g'), '[ ,;]+') with ordinality as split (word, place)
  where private.fold(word) <> ''
$function$;

REVOKE ALL ON FUNCTION "private"."typed_words"(text) FROM PUBLIC, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.understand(search text, wanted_city text)
 RETURNS private.search_part[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  typed constant text[] := private.typed_words(search);
  tokens text[];
  firsts integer[];
  lasts integer[];
  runs private.search_run[];
  phrases text[];
  known_runs private.search_run[];
  -- The only city that is no word, and the city of the places.
  slug_of_city text := replace(wanted_city, ' ', '-');
  parts private.search_part[] := '{}';
  next_token integer := 1;
  item private.search_run;
begin
  with part as (
    select token, word_number, sum(char_length(token)) over (order by word_number, number) as ends
    from unnest(typed) with ordinality as given (word, word_number), string_to_table(private.fold(word), ' ') with ordinality as split (token, number)
  ),
  token as (
    select token, number, sum(char_length(token)) over (order by number) as ends
    from string_to_table(private.join_letters((select string_agg(p.token, ' ' order by p.ends) from part as p)), ' ') with ordinality as split (token, number)
  ),
  joined as (
    select t.number, t.token, min(p.word_number) as first, max(p.word_number) as last
    from token as t join part as p on p.ends > t.ends - char_length(t.token) and p.ends <= t.ends
    group by t.number, t.token order by t.number limit 20
  )
  -- "sec 62" is "sector 62".
  select array_agg(coalesce(w.value, j.token) order by j.number), array_agg(j.first order by j.number), array_agg(j.last order by j.number)
  into tokens, firsts, lasts
  from joined as j left join private.search_words as w on w.phrase = j.token and w.meaning = 'equal' and w.value not like '% %';

  -- Looks phrases up by arrays: a join would be planned for a million runs.
  runs := array(
    select (i, n, null, null, coalesce(w.value, given), case when w.value is null then 0 else 6 end)::private.search_run
    from generate_series(1, cardinality(tokens)) as i
    cross join generate_series(1, least(6, cardinality(tokens) - i + 1)) as n
    cross join array_to_string(tokens[i:i + n - 1], ' ') as given
    left join private.search_words as w on w.phrase = given and w.meaning = 'equal');
  phrases := array(select distinct r.word from unnest(runs) as r);
  with known as materialized (
    select w.phrase, w.meaning, w.value, 3 as rank from private.search_words as w where w.phrase = any (phrases) and w.meaning not in ('equal', 'said')
    union all select a.alias_key, 'city', a.city, 4 from private.city_aliases as a where a.alias_key = any (phrases)
    union all select c.city_key, 'city', c.city, 4 from private.cities as c where c.city_key = any (phrases) and c.state <> 'refused'
    union all select distinct p.name_key, 'home', p.name_key, 1 from public.properties as p
      where p.name_key = any (phrases) and p.name_key like '% %' and p.review_count > 0
  )
  select array_agg((i, n, meaning, value,
    case when meaning = 'topic' then private.code_word(value) else private.phrase_of(string_to_array(word, ' ')) end, rank)::private.search_run)
  into known_runs
  from (
    select r.i, r.n, k.meaning, k.value, r.word, k.rank
    from unnest(runs) as r join known as k on k.phrase = r.word
    where case k.meaning
      -- "5th" stays a phrase.
      when 'generic' then firsts[r.i] is distinct from lasts[r.i - 1] and lasts[r.i + r.n - 1] is distinct from firsts[r.i + r.n]
      when 'filler' then firsts[r.i] is distinct from lasts[r.i - 1] and lasts[r.i + r.n - 1] is distinct from firsts[r.i + r.n]
      -- "Ladies PG" is no name, "Veg Street" is one.
      when 'home' then exists (
        select from unnest(tokens[r.i:r.i + r.n - 1]) as token
        where token not in (select alone.phrase from known as alone where alone.meaning in ('kind', 'answer', 'topic', 'city', 'filler')))
      else true
    end
    union all
    select r.i, r.n, 'word', r.word, r.word, r.rank from unnest(runs) as r where r.rank > 0
    union all
    select r.i, r.n, 'rent', rent, r.word, 2
    from unnest(runs) as r
    cross join lateral private.rent_in(r.word, exists (
      select from generate_series(r.i, r.i + r.n - 2) as t where firsts[t] = firsts[t + 1] and tokens[t] ~ '^[0-9]+$' and tokens[t + 1] ~ '^[0-9]+$')) as rent
    where r.word ~ '^((under|below|within|up|upto|less|max|maximum|budget|rent|rs|inr) |[0-9])' and r.word ~ '([0-9]|k|l|lakhs?|thousand|rent|budget|rs|rupees|month|kam|andar|tak)$'
      and rent is not null
  ) as meant;

  -- Of several cities the one whose localities explain the others ("Anand Vihar Delhi"), else the last.
  if slug_of_city is null then
    slug_of_city := (
      select named.slug
      from (
        select private.slug(f.value) as slug, max(f.i) as i, count(*) over () as cities from unnest(known_runs) as f where f.meaning = 'city' group by 1
      ) as named
      order by named.cities > 1 and exists (
        select from private.places_in_search(tokens, named.slug) as p join unnest(known_runs) as other on other.meaning = 'city'
        where private.slug(other.value) <> named.slug and other.i between p.i and p.i + p.n - 1) desc, named.i desc
      limit 1);
  end if;
  for item in
    select f.* from unnest(known_runs) as f
    union all
    select p.* from private.places_in_search(tokens, slug_of_city) as p
    order by i, n desc, rank
  loop
    continue when item.i < next_token;
    parts := parts || private.words_between(tokens, firsts, lasts, next_token, item.i - 1);
    if item.meaning = 'city' and private.slug(item.value) <> slug_of_city then
      item.meaning := 'word';
      item.value := btrim(item.word);
    end if;
    parts := parts || (item.meaning, item.value, item.word, firsts[item.i], lasts[item.i + item.n - 1])::private.search_part;
    next_token := item.i + item.n;
  end loop;
  return parts || private.words_between(tokens, firsts, lasts, next_token, cardinality(tokens));
end $function$;

REVOKE ALL ON FUNCTION "private"."understand"(text, text) FROM PUBLIC, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.walk(search private.search, name_words text[], budget double precision, OUT matches uuid[], OUT last uuid, OUT is_end boolean)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  patterns constant text[] := private.word_patterns(search.words);
  name_patterns constant text[] := private.word_patterns(name_words);
  most_at_once constant integer := case when name_words = '{}' then 400 else 2000 end;
  at_once integer := 100;
  spent double precision := 0;
  step record;
begin
  matches := '{}';
  loop
    with near as materialized (
      select q.id, q.review_count, q.search_text, q.name_traits, q.name_key, q.locality_key, q.city_key
      from public.properties as q
      where q.review_count > 0
        and (q.name_key, q.locality_key, q.city_key) > (search.after_key[1], search.after_key[2], search.after_key[3])
        and (search.city_key is null or q.city_key = search.city_key)
        and (not search.is_verified_only or q.verified_count > 0)
      order by q.name_key, q.locality_key, q.city_key
      limit at_once
    ),
    named as (
      select
        near.id, near.review_count,
        array(select pattern from unnest(patterns) as pattern where near.search_text not like pattern) as missing,
        row_number() over in_order as number,
        sum(least(near.review_count, 500)) over in_order as to_look_into
      from near
      where near.search_text like all (name_patterns)
        and (search.masks = '{}' or not exists (
          select from private.property_figures as f, unnest(search.masks) as mask
          where f.property_id = near.id and mask & (f.traits | near.name_traits) = 0))
      window in_order as (order by near.name_key, near.locality_key, near.city_key rows unbounded preceding)
    ),
    looked_into as (
      select
        p.id, p.number,
        case
          when p.missing = '{}' then true
          when p.to_look_into > 4000 then null
          when exists (
            select from (
              select r.search_text from private.searched_reviews as r
              where r.property_id = p.id and (not search.is_verified_only or r.is_verified)
              order by r.created_on desc, r.insert_order desc
              limit 500
            ) as newest
            where newest.search_text like all (p.missing)
          ) then true
          when p.review_count <= 500 then false
        end as is_match
      from named as p
    ),
    decided as (
      select *, coalesce(min(number) filter (where is_match is null) over (), at_once + 1) as first_unknown from looked_into
    )
    select
      coalesce(array_agg(id order by number) filter (where is_match and number < first_unknown), '{}') as matches,
      case
        when count(*) filter (where number = first_unknown) = 1 then (array_agg(id) filter (where number = first_unknown - 1))[1]
        else (select near.id from near order by near.name_key desc, near.locality_key desc, near.city_key desc limit 1)
      end as last,
      (array_agg(id) filter (where number = first_unknown))[1] as undecided,
      count(*) filter (where number < first_unknown) as looked_into,
      (select count(*) from near) < at_once and count(*) filter (where number = first_unknown) = 0 as is_end
    into step
    from decided;

    matches := matches || step.matches;
    last := coalesce(step.last, last);
    is_end := step.is_end;
    spent := spent + 2 * at_once + 16 * step.looked_into;
    at_once := least(4 * at_once, most_at_once);
    if step.undecided is not null and step.looked_into = 0 then
      last := step.undecided;
      spent := spent + 5000;
      matches := matches || case when private.has_match(last, search.words, search.is_verified_only) then array[last] else '{}' end;
    end if;
    exit when cardinality(matches) >= search.at_most or is_end or spent >= budget;
    search.after_key := private.place_of(last);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.words_between(tokens text[], firsts integer[], lasts integer[], first_token integer, last_token integer)
 RETURNS private.search_part[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(array_agg((meaning, array_to_string(words, ' '), private.phrase_of(words), first, last)::private.search_part order by first), '{}')
  from (
    select
      case when bool_and(tokens[t] ~ '^([0-9]+|[a-z])$' or exists (
        select from private.search_words as w where w.phrase = tokens[t] and w.meaning in ('generic', 'filler'))) then 'generic' else 'word' end as meaning,
      array_agg(tokens[t] order by t) as words, firsts[t] as first, lasts[t] as last
    from generate_series(first_token, last_token) as t
    group by firsts[t], lasts[t]
  ) as word
$function$;

REVOKE ALL ON FUNCTION "private"."words_between"(text[], integer[], integer[], integer, integer) FROM PUBLIC, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.browse_properties(search text DEFAULT ''::text, city text DEFAULT ''::text, sort text DEFAULT 'recent'::text, after text DEFAULT NULL::text, page_size integer DEFAULT 10, reviews_per_group integer DEFAULT 6, exact boolean DEFAULT false)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '3s'
 SET jit TO 'off'
AS $function$
declare
  -- Skipped without arguments: the calls would take a tenth of the first page's 1.1 ms.
  wanted_city constant text := case when city <> '' then private.city_key(city) end;
  searched text := nullif(search, '');
  parts private.search_part[] := case when search <> '' then nullif(private.understand(search, wanted_city), '{}') end;
  asked private.search;
  is_verified_only constant boolean := coalesce(sort = 'verified', false);
  is_by_rating constant boolean := coalesce(sort = 'rating', false);
  review_limit constant integer := least(greatest(coalesce(reviews_per_group, 6), 1), 60);
  group_limit constant integer := least(greatest(coalesce(page_size, 10), 1), 50, 120 / review_limit);
  after_key text[] := array['', '', ''];
  page uuid[];
  next_cursor uuid;
  groups json;
  relaxation record;
  relaxed json;
begin
  if after <> '' then
    select array[p.name_key, p.locality_key, p.city_key] into after_key
    from public.properties as p where p.id = private.cursor_id(after);
    if not found then
      perform private.refuse_cursor();
    end if;
  end if;

  asked := private.search_of(parts, wanted_city, is_verified_only, after_key, group_limit + 1);
  if asked.words = '{}' and asked.masks = '{}' then
    page := private.listed_page(asked.city_key, is_verified_only, after_key, group_limit + 1);
  else
    select matching.page, matching.searched_to into page, next_cursor from private.matching_page(asked) as matching;
  end if;
  if page = '{}' and parts is not null and next_cursor is null and coalesce(after, '') = '' then
    select * into relaxation from private.relax_search(search, parts, wanted_city, is_verified_only, group_limit + 1) where not coalesce(exact, false);
    if relaxation.searched is null then
      return (
        select json_build_object(
          'groups', '[]'::json, 'next', null, 'understood', private.parts_json(parts, search),
          'similar', private.similar_homes(array(select p.word from unnest(parts) as p where p.meaning in ('home', 'place', 'word')), wanted_city),
          'place', found.place, 'nearby', coalesce(found.nearby, '[]'))
        from private.place_of_search(parts, wanted_city) as found);
    end if;
    parts := relaxation.parts;
    page := relaxation.page;
    next_cursor := relaxation.searched_to;
    searched := relaxation.searched;
    relaxed := json_build_object('search', searched, 'leftOut', relaxation.left_out, 'isReplaced', relaxation.is_replaced);
    asked := private.search_of(parts, wanted_city, is_verified_only, after_key, group_limit + 1);
  end if;
  if cardinality(page) > group_limit then
    page := page[:group_limit];
    next_cursor := page[group_limit];
  end if;

  groups := private.fitting_groups(case
    when asked.words = '{}' then private.whole_groups(page, is_verified_only, is_by_rating, review_limit)
    else private.matching_groups(page, asked.words, is_verified_only, is_by_rating, review_limit)
  end);
  if json_array_length(groups) < cardinality(page) then
    next_cursor := page[json_array_length(groups)];
  end if;
  -- Without nulls: version 1.0.0 expects relaxed to be missing.
  return case
    when parts is null then json_build_object('groups', coalesce(groups, '[]'), 'next', next_cursor)
    when relaxed is null then
      json_build_object('groups', coalesce(groups, '[]'), 'next', next_cursor, 'understood', private.parts_json(parts, searched))
    else json_build_object(
      'groups', coalesce(groups, '[]'), 'next', next_cursor, 'understood', private.parts_json(parts, searched), 'relaxed', relaxed)
  end;
end $function$;

CREATE OR REPLACE FUNCTION public.check_review_limits(review_id uuid, property_name text, locality text, city text, review_text text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '3s'
 SET jit TO 'off'
AS $function$
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
    max(r.created_on) filter (where r.property_id = property), max(r.created_on) filter (where split_part(r.search_text, '#', 1) = words))
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
end $function$;

CREATE OR REPLACE FUNCTION public.count_empty_search(city text, locality text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '3s'
 SET jit TO 'off'
AS $function$
begin
  insert into private.empty_searches as e (month, city_slug, locality_slug, count)
  select date_trunc('month', now() at time zone 'Asia/Kolkata')::date, p.city_slug, p.locality_slug, 1
  from private.known_place(count_empty_search.city, count_empty_search.locality) as p
  where private.is_within_limit('empty_searches_per_place_day', concat_ws(' ', private.request_address(), p.city_slug, p.locality_slug))
    and private.is_within_limit('empty_searches_per_address_day', private.request_address())
  on conflict on constraint empty_searches_pkey do update set count = e.count + 1;
end $function$;

CREATE OR REPLACE FUNCTION public.property_reviews(property_id uuid, search text DEFAULT ''::text, city text DEFAULT ''::text, sort text DEFAULT 'recent'::text, after text DEFAULT NULL::text, page_size integer DEFAULT 60)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '3s'
 SET jit TO 'off'
AS $function$
declare
  wanted_city constant text := case when city <> '' then private.city_key(city) end;
  words constant text[] := case
    when search <> '' then (private.search_of(private.understand(search, wanted_city), wanted_city, false, null, null)).words else '{}' end;
  is_verified_only constant boolean := coalesce(sort = 'verified', false);
  is_by_rating constant boolean := coalesce(sort = 'rating', false);
  review_limit constant integer := least(greatest(coalesce(page_size, 60), 1), 60);
  home private.listed_homes;
  last_id uuid;
  matching_count bigint;
  ids uuid[];
begin
  select h.* into home
  from private.listed_homes as h
  where h.id = property_reviews.property_id and (wanted_city is null or h.city_key = wanted_city);
  if not found then
    return json_build_object('group', null, 'next', null);
  end if;
  last_id := private.review_cursor(after, home.id);
  if words <> '{}' then
    select matching.count, matching.ids into matching_count, ids
    from private.matching_reviews(home.id, words, is_verified_only, is_by_rating, last_id, review_limit + 1) as matching;
  else
    matching_count := case when is_verified_only then home.verified_count else home.review_count end;
    ids := private.ordered_reviews(
      home.id, case when is_by_rating then '{5,4,3,2,1}'::integer[] else '{null}' end, (is_verified_only, null, null, null), last_id,
      review_limit + 1);
  end if;
  return (
    select json_build_object(
      'group', case when matching_count > 0 then private.group_json(home, matching_count, page.reviews) end, 'next', page.next)
    from private.page_of_reviews(ids, review_limit) as page
  );
end $function$;

CREATE OR REPLACE FUNCTION public.request_place_alert(city text, locality text, email text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '8s'
 SET jit TO 'off'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.suggest_homes(term text, city text DEFAULT ''::text)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '3s'
 SET jit TO 'off'
AS $function$
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
end $function$;

COMMENT ON COLUMN "private"."search_words"."value" IS 'A trait (private.known_traits) of a kind, an answer, or what names and comments say, a topic (private.topics), the other phrase of an equal; empty for a generic word and a filler.';

COMMENT ON COLUMN "public"."properties"."name_traits" IS 'Bits of private.known_traits that its names state. Set by a trigger.';

COMMENT ON COLUMN "public"."reviews"."search_text" IS 'The searchable form of its comment (private.search_text), without names, and a code word (private.code_word) for each topic, and for each size or "for" that it says. Set by a trigger.';

COMMENT ON EXTENSION "fuzzystrmatch" IS 'determine similarities and distance between strings';

COMMENT ON FUNCTION "public"."browse_properties"(text, text, text, text, integer, integer, boolean) IS 'A page of properties with their first reviews: {groups, next}. {understood} are the parts of the search, {relaxed} the search used instead if one that is not exact has no results, {similar} properties if that has none either. sort is recent, rating or verified; after is next of the previous page.';

COMMENT ON TABLE "private"."search_words" IS 'Words and phrases of searches that mean a filter, a topic or another word, or say little or nothing about a home.';

REVOKE ALL ON FUNCTION "private"."beginning_of_place"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."code_word"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_in_names"(text[], text, private.search_sample) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mask_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."parts_json"(private.search_part[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."parts_json"(private.search_part[], text) TO "site_reader";

REVOKE ALL ON FUNCTION "private"."phrase_of"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."place_of_search"(private.search_part[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."place_of_search"(private.search_part[], text) TO "site_reader";

REVOKE ALL ON FUNCTION "private"."places_in_search"(text[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."relax_search"(text, private.search_part[], text, boolean, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."relax_search"(text, private.search_part[], text, boolean, integer) TO "site_reader";

REVOKE ALL ON FUNCTION "private"."rent_in"(text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."rupees"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."search_of"(private.search_part[], text, boolean, text[], integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."search_of"(private.search_part[], text, boolean, text[], integer) TO "site_reader";

REVOKE ALL ON FUNCTION "private"."similar_locality"(private.search_part[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."suggested_places"(text, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."suggested_places"(text, text, boolean) TO "site_reader";

REVOKE ALL ON FUNCTION "private"."traits_of_names"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."typed_words"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."understand"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."understand"(text, text) TO "site_reader";

REVOKE ALL ON FUNCTION "private"."words_between"(text[], integer[], integer[], integer, integer) FROM PUBLIC;

-- Finds the new topics, what comments say of sizes, the figures of each year and the rents of each size. keep_property_totals would recount a home for each of
-- its reviews. Building the indexes again is faster than updating them: of a million reviews, it takes minutes instead of an hour.
drop index public.reviews_search, public.reviews_short_search;
alter table public.reviews disable trigger keep_property_totals;
update public.reviews set topics = topics;
alter table public.reviews enable trigger keep_property_totals;
create index reviews_search on public.reviews
  using gin (city_key extensions.text_ops, search_text extensions.gin_trgm_ops);
create index reviews_short_search on public.reviews using gin (private.short_grams(search_text));
update private.property_figures as f set figures = private.changed_counts(f.figures, added.facts, 1)
from (
  select r.property_id, array_agg(fact) as facts
  from public.reviews as r cross join lateral unnest(private.facts_of(r, false)) as fact
  where r.hidden_at is null and (fact ~ '^(said:|year:|rent_of_)' or fact in ('topic:cleanliness', 'topic:rent'))
  group by r.property_id
) as added
where f.property_id = added.property_id;
-- Computes the traits of the other homes.
update private.property_figures set figures = figures;
-- Finds abbreviations in names, and the kinds, sizes and "for" that names state.
update public.properties as p set search_text = named.search_text, name_traits = private.traits_of_names(named.search_text)
from (select id, private.search_text(concat_ws(E'\n', property_name, locality, city)) as search_text from public.properties) as named
where named.id = p.id
  and (p.search_text, p.name_traits) is distinct from (named.search_text, private.traits_of_names(named.search_text));
