-- Renamed cities are typed under both names, and in several scripts. A city is stored under its current name, so that its
-- reviews are grouped, and is found under any. The names must match app/domain/cities.ts.
-- Must match slug in app/domain/home.ts.

-- The words of a name for an address, joined by hyphens; a hyphen for a name of symbols only.
create function private.slug(given text) returns text
language sql immutable strict parallel safe
return coalesce(nullif(replace(private.fold(given), ' ', '-'), ''), '-');

create table private.city_aliases (
  alias text not null check (alias = private.clean_line(alias)),
  alias_key text collate "C" primary key generated always as (private.fold(alias)) stored,
  city text not null check (city = private.clean_line(city)),
  alias_words text not null generated always as (' ' || private.fold(alias) || ' ') stored,
  city_words text not null generated always as (' ' || private.fold(city) || ' ') stored,
  alias_slug text collate "C" not null generated always as (private.slug(alias)) stored,
  city_slug text collate "C" not null generated always as (private.slug(city)) stored
);
comment on table private.city_aliases is 'Older names of cities, and names in other scripts.';
comment on column private.city_aliases.alias_key is 'alias folded, comparable with properties.city_key.';
comment on column private.city_aliases.alias_words is 'alias folded, between blanks, to be matched in a searchable text. city_words likewise.';
comment on column private.city_aliases.alias_slug is 'alias in an address. city_slug likewise.';
comment on column private.city_aliases.city is 'The name under which reviews of this city are stored.';
alter table private.city_aliases enable row level security;

insert into private.city_aliases (alias, city)
values
  ('Allahabad', 'Prayagraj'),
  ('Amdavad', 'Ahmedabad'),
  ('Aurangabad, Maharashtra', 'Chhatrapati Sambhajinagar'),
  ('Bangalore', 'Bengaluru'),
  ('Banaras', 'Varanasi'),
  ('Baroda', 'Vadodara'),
  ('Belgaum', 'Belagavi'),
  ('Benares', 'Varanasi'),
  ('Bhubaneshwar', 'Bhubaneswar'),
  ('Bombay', 'Mumbai'),
  ('Calcutta', 'Kolkata'),
  ('Calicut', 'Kozhikode'),
  ('Cannanore', 'Kannur'),
  ('Cochin', 'Kochi'),
  ('Davangere', 'Davanagere'),
  ('Ernakulam', 'Kochi'),
  ('Gauhati', 'Guwahati'),
  ('Gulbarga', 'Kalaburagi'),
  ('Gurgaon', 'Gurugram'),
  ('Hubli', 'Hubballi'),
  ('Madras', 'Chennai'),
  ('Mangalore', 'Mangaluru'),
  ('Mysore', 'Mysuru'),
  ('Nasik', 'Nashik'),
  ('New Delhi', 'Delhi'),
  ('Panjim', 'Panaji'),
  ('Pondicherry', 'Puducherry'),
  ('Poona', 'Pune'),
  ('Quilon', 'Kollam'),
  ('Sahibzada Ajit Singh Nagar', 'Mohali'),
  ('Simla', 'Shimla'),
  ('Trichur', 'Thrissur'),
  ('Trichy', 'Tiruchirappalli'),
  ('Trivandrum', 'Thiruvananthapuram'),
  ('Vishakhapatnam', 'Visakhapatnam'),
  ('Vizag', 'Visakhapatnam'),
  ('मुंबई', 'Mumbai'),
  ('दिल्ली', 'Delhi'),
  ('नई दिल्ली', 'Delhi'),
  ('बेंगलुरु', 'Bengaluru'),
  ('बैंगलोर', 'Bengaluru'),
  ('हैदराबाद', 'Hyderabad'),
  ('चेन्नई', 'Chennai'),
  ('कोलकाता', 'Kolkata'),
  ('पुणे', 'Pune'),
  ('अहमदाबाद', 'Ahmedabad'),
  ('जयपुर', 'Jaipur'),
  ('लखनऊ', 'Lucknow'),
  ('कानपुर', 'Kanpur'),
  ('नागपुर', 'Nagpur'),
  ('इंदौर', 'Indore'),
  ('भोपाल', 'Bhopal'),
  ('पटना', 'Patna'),
  ('गुरुग्राम', 'Gurugram'),
  ('गुड़गांव', 'Gurugram'),
  ('नोएडा', 'Noida'),
  ('गाजियाबाद', 'Ghaziabad'),
  ('फरीदाबाद', 'Faridabad'),
  ('आगरा', 'Agra'),
  ('वाराणसी', 'Varanasi'),
  ('प्रयागराज', 'Prayagraj'),
  ('चंडीगढ़', 'Chandigarh'),
  ('देहरादून', 'Dehradun'),
  ('रांची', 'Ranchi'),
  ('रायपुर', 'Raipur'),
  ('ठाणे', 'Thane'),
  ('नाशिक', 'Nashik'),
  ('नवी मुंबई', 'Navi Mumbai'),
  ('ಬೆಂಗಳೂರು', 'Bengaluru'),
  ('ಮೈಸೂರು', 'Mysuru'),
  ('ಮಂಗಳೂರು', 'Mangaluru'),
  ('ಹುಬ್ಬಳ್ಳಿ', 'Hubballi'),
  ('ಬೆಳಗಾವಿ', 'Belagavi'),
  ('சென்னை', 'Chennai'),
  ('மதுரை', 'Madurai'),
  ('கோயம்புத்தூர்', 'Coimbatore'),
  ('திருச்சிராப்பள்ளி', 'Tiruchirappalli'),
  ('హైదరాబాద్', 'Hyderabad'),
  ('విశాఖపట్నం', 'Visakhapatnam'),
  ('విజయవాడ', 'Vijayawada'),
  ('കൊച്ചി', 'Kochi'),
  ('തിരുവനന്തപുരം', 'Thiruvananthapuram'),
  ('കോഴിക്കോട്', 'Kozhikode'),
  ('কলকাতা', 'Kolkata'),
  ('হাওড়া', 'Howrah'),
  ('અમદાવાદ', 'Ahmedabad'),
  ('સુરત', 'Surat'),
  ('વડોદરા', 'Vadodara'),
  ('ਚੰਡੀਗੜ੍ਹ', 'Chandigarh'),
  ('ਅੰਮ੍ਰਿਤਸਰ', 'Amritsar'),
  ('ਲੁਧਿਆਣਾ', 'Ludhiana'),
  ('ଭୁବନେଶ୍ୱର', 'Bhubaneswar');

-- The name under which a city is stored: the current name of an alias, any other city as typed, cleaned.
create function private.current_city(given text) returns text
language sql stable set search_path = '' as $$
  select coalesce((select city from private.city_aliases where alias_key = private.fold(cleaned)), cleaned)
  from private.clean_line(given) as cleaned
$$;

-- The searchable form of a text: folded, between blanks, and followed by the other names of the cities in it.
-- A text that names such a city is indexed under all names of the city, so that a search for "bangalore" finds Bengaluru, and
-- one for "bengaluru" what was written about Bangalore. Must match searchText in app/domain/search.ts.
create function private.search_text(given text) returns text
language plpgsql stable strict set search_path = '' as $$
declare
  words constant text := ' ' || private.fold(given) || ' ';
begin
  return words || coalesce((
    select string_agg(other.alias_words, '') || string_agg(distinct other.city_words, '')
    from private.city_aliases as other
    where other.city = any (array(
      select named.city from private.city_aliases as named
      where strpos(words, named.alias_words) > 0 or strpos(words, named.city_words) > 0))
  ), '');
end $$;
