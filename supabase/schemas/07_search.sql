-- A search returns pages of properties, in list order, that have a review with all its words. Each word is in the names of the property
-- (or another name of its city), or in the comment of the review. public.browse_properties (08_reading.sql) calls these functions.
-- docs/decisions/0009 has the measurements.
--
-- 1. understand splits the search into parts with a meaning, and search_of makes words, a city and filters of them.
-- 2. matching_page walks along the list and reads the reviews of each property (walk), which is fast if many match. Most pages are full
--    after 2 ms. Otherwise plan_search samples some 2,400 rows and estimates the cost of collecting all matches from the indexes
--    (collect_matches), which is fast if few match. The walk continues for half of that time first.
-- 3. matching_reviews lists and counts the matches of each property on the page.
-- 4. If the first page is empty and has no next one, relax_search leaves out words.
--
-- Names and comments have separate indexes, and a search may have words of both. So plan_search compares two plans. Plan "names" takes
-- words that are rare in comments, such as a city: each match has all of them in its names, or at least one in its comment. Plan "comments"
-- takes words that are rare in names. Both find all matches; the cheaper one runs. If few comments have a word of plan "names", a second
-- walk compares names and reads reviews only of homes whose names match.
--
-- Each plan stops at a limit of rows (search_limits), and the next page continues there: a page may be short and still have a next one. A
-- wrong estimate costs time, never a result.
--
-- Under RLS, like cannot use an index because its operator is not leakproof. So these functions are security definer, executable by
-- site_reader only, and return only ids and counts of visible rows.

-- Returns the characters of a text and its pairs of adjacent characters. Trigrams need three letters and split the syllables of Indian
-- scripts: without pairs, a search for two letters that occur nowhere read every review (305 ms at a million).
create function private.short_grams(given text) returns text[]
language sql immutable strict parallel safe
return (
  select characters || array(select first || second from unnest(characters, characters[2:]) as pair (first, second) where second <> '')
  from string_to_array(given, null) as characters
);

-- Names and comments have separate indexes: the name of a city or a builder is in few properties and in hardly any comment. Each index
-- includes the city, for words that are common overall and rare in one city.
create index properties_search on public.properties
  using gin (city_key extensions.text_ops, search_text extensions.gin_trgm_ops);
create index properties_short_search on public.properties using gin (private.short_grams(search_text));
create index reviews_search on public.reviews
  using gin (city_key extensions.text_ops, search_text extensions.gin_trgm_ops);
create index reviews_short_search on public.reviews using gin (private.short_grams(search_text));

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

-- A part of a search that has a meaning (docs/decisions/0020): home, rent, kind, answer, topic, generic, filler, city, place or word. "word" is what
-- names or comments must contain, unless it is a filter or the city. first and last count the typed words from 1.
create type private.search_part as (meaning text, value text, word text, first integer, last integer);

-- Returns the typed words of a search that have a letter or digit.
create function private.typed_words(search text) returns text[]
language sql immutable security definer set search_path = '' as $$
  select coalesce(array_agg(word order by place), '{}')
  from regexp_split_to_table(
    regexp_replace(regexp_replace(left(private.clean_line(left(search, 200)), 100), '([0-9]),(?=[0-9])', '\1', 'g'),
      '([^ ,;]{2})[/|+&](?=[^ ,;]{2})', '\1 ', 'g'), '[ ,;]+') with ordinality as split (word, place)
  where private.fold(word) <> ''
$$;

-- Returns what a search must contain for these tokens of one phrase. A number or a single letter at an edge is a whole word: "12-B" is
-- " 12 b ", which "112 bats" does not contain.
create function private.phrase_of(tokens text[]) returns text
language sql immutable set search_path = '' as $$
  select replace(regexp_replace(regexp_replace(array_to_string(tokens, '_'), '^([^_]|[0-9]+)_', ' \1_'), '_([^_]|[0-9]+)$', '_\1 '), '_', ' ')
$$;

-- Returns a rent as "from-to" in rupees, or null: "under 20k", "10-15k". is_one_word: the visitor typed both numbers as one word.
create function private.rent_in(phrase text, is_one_word boolean) returns text
language plpgsql immutable set search_path = '' as $$
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
end $$;

create function private.rupees(number text, unit text) returns integer
language sql immutable set search_path = '' as $$
  select case when number is not null then least(10000000, number::bigint * case
      when unit is null then 1 when unit in (' k', ' thousand') then 1000 else 100000
    end)::integer end
$$;

-- A run of n tokens from the i-th that has a meaning. Of two with equal i and n, the one with the lower rank counts.
create type private.search_run as (i integer, n integer, meaning text, value text, word text, rank integer);

-- Returns the runs that name a locality: of a home, or a listed one; by its postal code; without its last word "Layout" or "Nagar". Of
-- several with a name, the one with most homes, then that of the city with most homes, then the best known.
create function private.places_in_search(tokens text[], city_slug text) returns setof private.search_run
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan as $$
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
end $$;

-- Returns the tokens without a meaning as parts: those of one typed word are one phrase.
create function private.words_between(tokens text[], firsts integer[], lasts integer[], first_token integer, last_token integer)
returns private.search_part[]
language sql stable set search_path = '' as $$
  select coalesce(array_agg((meaning, array_to_string(words, ' '), private.phrase_of(words), first, last)::private.search_part order by first), '{}')
  from (
    select
      case when bool_and(tokens[t] ~ '^([0-9]+|[a-z])$' or exists (
        select from private.search_words as w where w.phrase = tokens[t] and w.meaning in ('generic', 'filler'))) then 'generic' else 'word' end as meaning,
      array_agg(tokens[t] order by t) as words, firsts[t] as first, lasts[t] as last
    from generate_series(first_token, last_token) as t
    group by firsts[t], lasts[t]
  ) as word
$$;

-- Returns the parts of a search, from left to right. At each word, the longest run of at most six words that has a meaning counts.
create function private.understand(search text, wanted_city text) returns private.search_part[]
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
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
end $$;

-- Returns what a search was understood as, and for each part the search without it.
create function private.parts_json(parts private.search_part[], search text) returns json
language sql stable security definer set search_path = '' as $$
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
$$;

-- Returns a like pattern for each word, with escaped wildcards.
create function private.word_patterns(words text[]) returns text[]
language sql immutable strict set search_path = '' as $$
  select coalesce(array_agg('%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%' order by place), '{}')
  from unnest(words) with ordinality as given (word, place)
$$;

-- Returns the properties.city_key of a city by any of its names, or null.
create function private.city_key(city text) returns text
language sql stable security definer set search_path = '' as $$
  select nullif(private.fold(private.current_city(left(city, 200))), '')
$$;

-- A search for at most N properties after a position in the list, optionally of one city.
create type private.search as (
  words text[], city_key text, is_verified_only boolean, after_key text[], at_most integer,
  -- Bits of known traits: a home needs one of each.
  masks bigint[]
);

-- Returns the bits of the traits that meet a filter.
create function private.mask_of(wanted text) returns bigint
language plpgsql stable set search_path = '' as $$
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
end $$;

-- Returns the bits of the kinds, sizes and "for" that the searchable names of a home state: "Lake Gents PG".
create function private.traits_of_names(names text) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(bit_or(1::bigint << (array_position(private.known_traits(), w.value) - 1)), 0)
    from private.search_words as w
    where w.value ~ '^(kind|size|for):' and strpos(names, ' ' || w.phrase || ' ') > 0
  );
end $$;

-- Returns a search for the parts. Drops words that are part of a longer one, and searches for at most ten, since each is compared with
-- every review that is read.
create function private.search_of(
  parts private.search_part[], wanted_city text, is_verified_only boolean, after_key text[], at_most integer
) returns private.search
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
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
end $$;

-- Returns the limits of a search: the microseconds of the longest walk, and the properties and reviews that collect_matches reads at most.
create function private.search_limits(out longest_walk integer, out most_properties integer, out most_reviews integer)
language sql immutable set search_path = '' as $$
  select 60000, 100000, 20000
$$;

-- "offset 0" makes the photo check an index lookup for each of the few rows.
create view private.searched_reviews with (security_invoker = true) as
  select r.id, r.property_id, r.rating, r.created_on, r.insert_order, r.search_text, r.city_key,
    r.verified and exists (select from private.review_proofs as proof where proof.review_id = r.id offset 0) as is_verified
  from public.reviews as r
  where r.hidden_at is null;
comment on view private.searched_reviews is 'Visible reviews, and whether they are verified.';

-- Returns 24 ctids, some without a row, on each of N pages of a table. The pages change by the hour. "tablesample system" visits every page
-- number (4 ms at a million reviews, 40 at ten million) and chooses other, uncached pages each time.
create function private.sampled_ctids(sampled regclass, page_count integer) returns tid[]
language sql stable set search_path = '' as $$
  select array_agg(format('(%s,%s)', page.number, item)::tid)
  from (select pg_catalog.pg_relation_size(sampled) / pg_catalog.current_setting('block_size')::integer as pages) as size
  cross join lateral (
    select distinct
      case
        when size.pages <= page_count then n
        else (hashint8extended(n, date_part('epoch', date_trunc('hour', now()))::bigint) & 9223372036854775807) % size.pages
      end as number
    from generate_series(0::bigint, least(size.pages, page_count) - 1) as n
  ) as page
  cross join generate_series(1, 24) as item;
$$;

-- Returns an SQL condition: the search_text of a row contains a word. The index looks up only the one or two trigrams of the word that are
-- rarest in the given sample texts. The index intersects the rows of all given trigrams, and common ones have hundreds of thousands. One or
-- two rare ones leave few false matches; "is true" keeps the check of the whole word out of the index lookup. At the edge of a word,
-- trigrams have fewer letters.
create function private.index_condition(word text, texts text[], row_name text) returns text
language sql immutable set search_path = '' as $$
  with wanted as (
    select word ~ '[[:alnum:]]{3}| [[:alnum:]]{2}|[[:alnum:]]{2} | [[:alnum:]] ' as has_trigrams, (select count(*) from unnest(texts) as text where strpos(text, word) > 0) as found
  ),
  grams as (
    select gram, has_trigrams, wanted_found, found, row_number() over (order by found, gram) as number
    from (
      select parts.*, (select count(*) from unnest(texts) as text where strpos(text, gram) > 0) as found
      from (
        select distinct has_trigrams, found as wanted_found, substr(word, start, size) as gram
        from wanted
        cross join lateral (select case when has_trigrams then 3 else least(char_length(word), 2) end as size) as part
        cross join lateral generate_series(1, char_length(word) - size + 1) as start
      ) as parts
      where not has_trigrams or gram ~ '^ ?[[:alnum:]]+ ?$'
    ) as counted
  )
  select string_agg(
      case
        when has_trigrams then format('%s.search_text like %L', row_name, '%' || gram || '%')
        else format('private.short_grams(%s.search_text) @> %L::text[]', row_name, array[gram])
      end, ' and ' order by number)
    || format(' and (%s.search_text like all (%L::text[])) is true', row_name, private.word_patterns(array[word]))
  from grams
  where number = 1 or number = 2 and not exists (select from grams as rarest where rarest.number = 1 and rarest.found <= 1.3 * rarest.wanted_found + 1)
$$;

create function private.index_conditions(words text[], texts text[], row_name text, joined_by text) returns text
language sql immutable set search_path = '' as $$
  select string_agg(private.index_condition(word, texts, row_name), joined_by order by place)
  from unnest(words) with ordinality as given (word, place)
$$;

-- Samples the texts of up to 960 properties and 1,440 reviews that are visible, and in the city if one is given. A weight is the number
-- of rows that each text represents.
create type private.search_sample as (
  names text[], names_weight double precision, comments text[], comments_weight double precision
);
create function private.sample_texts(search private.search) returns private.search_sample
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
declare
  sample private.search_sample;
begin
  select
    coalesce(array_agg(p.search_text) filter (where p.review_count > 0 and (search.city_key is null or p.city_key = search.city_key)), '{}'),
    greatest((select c.reltuples from pg_catalog.pg_class as c where c.oid = 'public.properties'::regclass), 0) / greatest(count(*), 1)
  into sample.names, sample.names_weight
  from public.properties as p where p.ctid = any (private.sampled_ctids('public.properties', 40));
  select
    coalesce(array_agg(r.search_text) filter (where r.hidden_at is null and (search.city_key is null or r.city_key = search.city_key)), '{}'),
    greatest((select c.reltuples from pg_catalog.pg_class as c where c.oid = 'public.reviews'::regclass), 0) / greatest(count(*), 1)
  into sample.comments, sample.comments_weight
  from public.reviews as r where r.ctid = any (private.sampled_ctids('public.reviews', 60));
  return sample;
end $$;

-- Costs in microseconds: about 3 to read a property by its names, 20 to read its reviews, 12 for a review with its property, a half for a
-- row of the index. names and comments: up to 500 sampled texts each, for index_condition.
create type private.search_plan as (
  in_names text[], cost_by_names double precision, cost_of_their_comments double precision,
  in_comments text[], cost_by_comments double precision, names text[], comments text[]
);
-- Chooses the words of plan "names" (rare in comments) and of plan "comments" (rare in names), and estimates the costs of both from
-- a sample.
create function private.plan_search(search private.search, sample private.search_sample) returns private.search_plan
language plpgsql immutable set search_path = '' as $$
declare
  plan private.search_plan;
  patterns text[];
begin
  -- If a word does not occur in the sample, both plans use only that word (one of them if there are several).
  with counted as (
    select
      word, of_names, of_comments,
      row_number() over (order by of_comments, of_names, word) as by_comments,
      row_number() over (order by of_names > 1, of_comments, of_names, word) as by_names,
      min(of_names + of_comments) over () as fewest
    from (
      select
        word,
        (select count(*) from unnest(sample.names) as text where strpos(text, word) > 0) as of_names,
        (select count(*) from unnest(sample.comments) as text where strpos(text, word) > 0) as of_comments
      from unnest(search.words) as word
    ) as each_word
  ),
  chosen as (
    select
      *, by_comments = 1 or of_comments <= 2 and by_comments <= 4 and fewest > 0 as is_in_names,
      of_names <= 1 and (by_names = 1 or by_names <= 3 and fewest > 0) as is_in_comments
    from counted
  )
  select
    array_agg(word order by of_names) filter (where is_in_names),
    12 * sample.comments_weight * sum(of_comments) filter (where is_in_names),
    array_agg(word order by of_comments) filter (where is_in_comments),
    sample.comments_weight * min(of_comments) filter (where is_in_comments) / 2
      + 23 * sample.names_weight * sum(of_names) filter (where is_in_comments)
  into plan.in_names, plan.cost_of_their_comments, plan.in_comments, plan.cost_by_comments
  from chosen;

  patterns := private.word_patterns(plan.in_names);
  plan.cost_by_names := plan.cost_of_their_comments
    + 3 * sample.names_weight * (select count(*) from unnest(sample.names) as text where text like all (patterns));
  patterns := private.word_patterns(plan.in_comments);
  plan.cost_by_comments := plan.cost_by_comments
    + 12 * sample.comments_weight * (select count(*) from unnest(sample.comments) as text where text like all (patterns));

  -- Keeps 500 texts of each: 100 can miss words that occur in 10,000 reviews, and with 800 a search for a word of a hundred letters
  -- takes 15 ms longer.
  plan.names := sample.names[:500];
  plan.comments := sample.comments[:500];
  return plan;
end $$;

-- Returns an SQL condition on private.searched_reviews as r: "contains the rarest of these words" for a property with over 4,000
-- reviews, else "true", because reading all its reviews is cheaper. 100,000 rows of the index cost as much as 8,000 reviews.
create function private.comment_condition(words text[], review_count integer) returns text
language sql stable set search_path = '' as $$
  select case
    when review_count <= 4000 then 'true'
    else (
      select private.index_condition(word, texts, 'r')
      from (
        select coalesce(array_agg(r.search_text), '{}') as texts
        from public.reviews as r where r.ctid = any (private.sampled_ctids('public.reviews', 20))
      ) as sample
      cross join lateral unnest(words) as word
      order by (select count(*) from unnest(texts) as text where strpos(text, word) > 0), char_length(word) desc, word
      limit 1
    )
  end
$$;

create function private.has_match(property_id uuid, words text[], is_verified_only boolean) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  home public.properties;
  missing text[];
  is_match boolean;
begin
  select p.* into home from public.properties as p where p.id = has_match.property_id;
  missing := array(select word from unnest(words) as word where strpos(home.search_text, word) = 0);
  execute format($query$
    select exists (
      select from private.searched_reviews as r
      where r.property_id = $1 and (not $2 or r.is_verified) and %s and (r.search_text like all ($3)) is true
    )$query$, private.comment_condition(missing, home.review_count))
  into is_match using home.id, is_verified_only, private.word_patterns(missing);
  return is_match;
end $$;

create function private.place_of(property_id uuid) returns text[]
language sql stable set search_path = '' as $$
  select array[p.name_key, p.locality_key, p.city_key] from public.properties as p where p.id = property_id
$$;

-- Walks along the properties that have name_words in their names, until search.at_most of them have a review with all words or the
-- budget of microseconds is spent: about 2 per property, and 16 more to read its reviews. Returns the matches and the last property
-- read. A step reads 100 to 2,000 properties, and at most the newest 500 reviews of each. If a property with more reviews has no
-- match among those, the step ends before it and has_match checks it.
create function private.walk(
  search private.search, name_words text[], budget double precision, out matches uuid[], out last uuid, out is_end boolean
)
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
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
end $$;

-- Returns the next matches among the properties whose names or comments meet a condition. Reads a bounded number of candidates, so the
-- result is incomplete if there are more.
create function private.collect_matches(
  search private.search, names_condition text, comment_condition text, out matches uuid[], out is_complete boolean
)
language plpgsql stable set search_path = '' set work_mem = '32MB'
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
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
end $$;

-- Returns the first of these properties in list order, without duplicates, optionally up to a property.
create function private.first_in_list(properties uuid[], up_to uuid, at_most integer) returns uuid[]
language sql stable set search_path = '' as $$
  select array(
    select p.id from public.properties as p
    left join public.properties as last on last.id = up_to
    where p.id = any (properties)
      and (last.id is null or (p.name_key, p.locality_key, p.city_key) <= (last.name_key, last.locality_key, last.city_key))
    order by p.name_key, p.locality_key, p.city_key
    limit at_most
  )
$$;

-- Returns the next properties in list order that have a review with all words. searched_to is the last one read if more may follow.
create function private.matching_page(
  search private.search, out page uuid[], out searched_to uuid, sample private.search_sample default null
)
language plpgsql stable security definer set search_path = '' as $$
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
end $$;

-- Returns the next reviews of a property with all these words and the number of matches: exact; for a home with over 500 reviews, 101 can
-- mean more than 100. Must match MAX_COUNTED_MATCHES in app/domain/property-group.ts. Reads all matches, except of a large property with
-- many matches, where it stops early. "offset 0" keeps the planner from scanning the newest-first index for a few matches, and "is true"
-- hides common words from the trigram index. Uses "execute", so that the plan depends on the words.
create function private.matching_reviews(
  property_id uuid, words text[], is_verified_only boolean, is_by_rating boolean, after uuid, at_most integer,
  out count integer, out ids uuid[]
)
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  home public.properties;
  last public.reviews;
  missing text[];
  patterns text[];
begin
  select p.* into home from public.properties as p where p.id = matching_reviews.property_id;
  if after is not null then
    select r.* into last from public.reviews as r where r.id = matching_reviews.after and r.property_id = home.id;
  end if;
  missing := array(select word from unnest(words) as word where strpos(home.search_text, word) = 0);
  patterns := private.word_patterns(missing);
  if home.review_count <= 500 then
    select count(*), coalesce((array_agg(m.id order by case when is_by_rating then m.rating end desc, m.created_on desc, m.insert_order desc)
      filter (where last.rating is null or case when is_by_rating then (m.rating, m.created_on, m.insert_order) < (last.rating, last.created_on, last.insert_order)
        else (m.created_on, m.insert_order) < (last.created_on, last.insert_order) end))[:at_most], '{}')
    into count, ids
    from (
      select r.id, r.rating, r.created_on, r.insert_order from private.searched_reviews as r
      where r.property_id = home.id and (not is_verified_only or r.is_verified) and (r.search_text like all (patterns)) is true
      offset 0
    ) as m;
    return;
  end if;

  if missing = '{}' then
    count := case when is_verified_only then home.verified_count else home.review_count end;
  else
    select count(*) into count
    from (
      select r.search_text from private.searched_reviews as r
      where r.property_id = home.id and (not is_verified_only or r.is_verified)
      order by r.created_on desc, r.insert_order desc
      limit 500
    ) as newest
    where newest.search_text like all (patterns);
    count := case when count > 100 then 101 end;
  end if;
  if count is null then
    execute format($query$
      select count(*), coalesce((array_agg(m.id order by case when $3 then m.rating end desc, m.created_on desc, m.insert_order desc)
        filter (where $4 is null or case when $3 then (m.rating, m.created_on, m.insert_order) < ($4, $5, $6)
          else (m.created_on, m.insert_order) < ($5, $6) end))[:$8], '{}')
      from (
        select r.id, r.rating, r.created_on, r.insert_order from private.searched_reviews as r
        where r.property_id = $1 and (not $2 or r.is_verified) and %s and (r.search_text like all ($7)) is true
        offset 0
      ) as m$query$, private.comment_condition(missing, home.review_count))
    into count, ids
    using home.id, is_verified_only, is_by_rating, last.rating, last.created_on, last.insert_order, patterns, at_most;
  else
    execute $query$
      select array(
        select r.id from private.searched_reviews as r
        where r.property_id = $1 and (not $2 or r.is_verified) and (r.search_text like all ($7)) is true
          and ($4 is null or case when $3 then (r.rating, r.created_on, r.insert_order) < ($4, $5, $6)
            else (r.created_on, r.insert_order) < ($5, $6) end)
        order by case when $3 then r.rating end desc, r.created_on desc, r.insert_order desc
        limit $8
      )$query$
    into ids using home.id, is_verified_only, is_by_rating, last.rating, last.created_on, last.insert_order, patterns, at_most;
  end if;
end $$;

-- Returns true if the one word of a search occurs in a visible review, or if finding out would take too long. Skips the index
-- lookup for a word in the sample: the word is probably common, and the lookup would list all its rows.
create function private.occurs(search private.search, sample private.search_sample) returns boolean
language plpgsql stable set search_path = '' as $$
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
end $$;

-- Returns a search text that has these words: "12b" for " 12 b ", "lake-view" for "lake view".
create function private.words_as_typed(words text[]) returns text
language sql immutable set search_path = '' as $$
  select string_agg(
    replace(regexp_replace(btrim(word), '([0-9]) (?=[^0-9 ])|([^0-9 ]) (?=[0-9])', '\1\2', 'g'), ' ', '-'), ' ' order by place)
  from unnest(words) with ordinality as given (word, place)
$$;

-- Returns the longest beginning of a locality's name that is a locality with homes: "koramangala" for "koramangala 5 th block". Or null.
create function private.beginning_of_place(word text, city_key text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (select p.search_key
  from (select string_to_array(btrim(word), ' ') as tokens) as given
  cross join lateral generate_series(1, cardinality(tokens) - 1) as n
  join private.places as p on p.search_key = array_to_string(tokens[:n], ' ') and p.locality is not null
  where city_key is null or p.city_slug = replace(city_key, ' ', '-')
  order by n desc limit 1);
end $$;

-- Returns true if a visible home has all these words in its names.
create function private.is_in_names(words text[], city_key text, sample private.search_sample) returns boolean
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
declare
  is_found boolean;
begin
  execute format('select exists (select from public.properties as p where %s and ($1 is null or p.city_key = $1) and p.review_count > 0)',
    private.index_conditions(words, sample.names[:500], 'p', ' and '))
  into is_found using city_key;
  return is_found;
end $$;

-- Relaxes a search that finds nothing (docs/decisions/0020). Returns the relaxed search with its parts and its first page; searched is null
-- if it finds nothing either.
create function private.relax_search(
  asked text, inout parts private.search_part[], wanted_city text, is_verified_only boolean, at_most integer,
  out searched text, out left_out text[], out is_replaced boolean, out page uuid[], out searched_to uuid
)
language plpgsql stable security definer set search_path = '' as $$
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
end $$;

create function private.similar_homes(words text[], wanted_city text) returns json
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(json_agg(json_build_object(
      'propertyId', p.id, 'propertyName', p.property_name, 'locality', p.locality, 'city', p.city) order by place.number), '[]')
    from unnest((private.suggested_homes(array_to_string(words, ' '), wanted_city))[:3]) with ordinality as place (id, number)
    join public.properties as p on p.id = place.id
  );
end $$;

-- Returns the slug of the listed locality whose name begins with unknown words of a search, or shares two thirds of its letters with them:
-- "whitefeild", "hitech city". Null if there is none.
create function private.similar_locality(parts private.search_part[], wanted_slug text) returns text
language plpgsql stable set search_path = '' as $$
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
end $$;

-- Returns what a search without results leads to: the place that it names, and the localities with homes near it, or else those of its
-- city with most homes.
create function private.place_of_search(parts private.search_part[], wanted_city text, out place json, out nearby json)
language plpgsql stable security definer set search_path = '' as $$
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
end $$;
