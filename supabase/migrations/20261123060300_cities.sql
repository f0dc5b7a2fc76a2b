-- Cities that changed their names are typed under both. A city is stored under its current name, so that its reviews stand
-- together, and is found under either. The names must match app/domain/cities.ts.
create function private.plain_words(given text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select ' ' || btrim(regexp_replace(lower(given), '[^[:alnum:]]+', ' ', 'g')) || ' '
$$;
comment on function private.plain_words(text) is 'The words of a text in lower case, with one space before, between and after them.';

create table private.city_aliases (
  alias text not null check (alias = private.clean_line(alias)),
  alias_key text collate "C" primary key generated always as (private.name_key(alias)) stored,
  city text not null check (city = private.clean_line(city)),
  alias_words text not null generated always as (private.plain_words(alias)) stored,
  city_words text not null generated always as (private.plain_words(city)) stored
);
comment on table private.city_aliases is 'Older and other names of cities.';
comment on column private.city_aliases.alias_key is 'alias ignoring case, as properties.city_key would spell it.';
comment on column private.city_aliases.alias_words is 'alias as a search for it is recognised. The same goes for city_words.';
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
  ('Vizag', 'Visakhapatnam');

create function private.current_city(given text) returns text
language sql stable set search_path = '' as $$
  select coalesce((select city from private.city_aliases where alias_key = private.name_key(cleaned)), cleaned)
  from private.clean_line(given) as cleaned
$$;
comment on function private.current_city(text) is 'A city''s name as it is stored: the current one for an older one, any other as it was typed but for spaces.';
revoke execute on all functions in schema private from public;
