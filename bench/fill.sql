-- Fills the tables from the temporary tables homes, texts, samples and passwords, as the triggers would. All of them but
-- make_searchable are disabled here.
-- Deterministic except for the dates, which end now.

-- A pseudo-random number in [0, 1) for a row and a purpose, and a list entry chosen by it.
create function pg_temp.share(number int, purpose text) returns double precision language sql immutable as
  $$ select (hashtextextended(purpose, number) & 4294967295) / 4294967296.0::double precision $$;
create function pg_temp.one_of(number int, purpose text, list text[]) returns text language sql immutable as
  $$ select list[1 + floor(pg_temp.share(number, purpose) * cardinality(list))::int] $$;

-- Multiplying by an odd number gives each home other first digits.
create function pg_temp.home_id(number int) returns uuid language sql immutable as
  $$ select overlay(md5('home ' || number) placing lpad(to_hex((number * 2654435761) & 4294967295), 8, '0') from 1)::uuid $$;

-- Seven confirmed accounts for ten reviews: most tenants write one.
insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
select
  md5('account ' || n)::uuid, lower(regexp_replace(h.name, '[^A-Za-z]+', '.', 'g')) || n || '@example.com', p.password, joined,
  '{"provider": "email", "providers": ["email"]}', jsonb_build_object('sub', md5('account ' || n)::uuid, 'email_verified', false),
  joined, joined
from generate_series(0, (select count(*) * 0.7 from texts)::int) as n
join homes as h on h.number = n % (select count(*) from homes)
cross join passwords as p cross join (select now() - interval '7 years' as joined);
insert into auth.identities (id, provider, provider_id, user_id, identity_data, created_at, updated_at)
select gen_random_uuid(), 'email', id::text, id, raw_user_meta_data, created_at, created_at from auth.users;

insert into public.reviews (
  id, property_id, property_name, locality, city, rating, review_text, property_type, move_in_date, duration, would_recommend,
  move_out_intent, verified, reported_issues, how_issues_reported, issue_resolution_status, management_response_time,
  created_at, insert_order, hidden_at)
overriding system value
select
  md5('review ' || n)::uuid, pg_temp.home_id(h.number), h.name, h.locality, h.city, rating, t.text,
  pg_temp.one_of(n, 'type', '{Apartment,Apartment,Apartment,PG / Hostel,Independent House,Villa,Shared Room,null}'),
  case when pg_temp.share(n, 'moved') < 0.6 then (created_at - interval '1 day' * (30 + 900 * pg_temp.share(n, 'month')))::date end,
  pg_temp.one_of(n, 'duration', '{Less than 6 months,6–12 months,1–2 years,1–2 years,More than 2 years,null}'),
  case when pg_temp.share(n, 'recommends') < 0.75 then rating > 3 end,
  case when pg_temp.share(n, 'leaves') < 0.6 then rating < 3 end,
  pg_temp.share(n, 'verified') < 0.15,
  case when pg_temp.share(n, 'issues') < 0.6 then (
    select jsonb_agg(jsonb_build_object(
      'id', i::text, 'severity', pg_temp.one_of(n + i, 'severity', '{Minor,Moderate,Major,Critical}'),
      'description', pg_temp.one_of(n + i, 'issue', '{Damp on the wall,The geyser is broken,Power cuts,No receipt,Cockroaches in the kitchen,Nil}')))
    from generate_series(1, 1 + floor(3 * pg_temp.share(n, 'issue count'))::int) as i) end,
  pg_temp.one_of(n, 'how', '{in_person,phone_email,phone_email,app_portal,did_not_report,na,null}'),
  pg_temp.one_of(n, 'resolution', '{all_fixed,some_fixed,none_fixed,waiting,na,null}'),
  pg_temp.one_of(n, 'response', '{1-2_days,within_week,more_than_week,rarely_responds,not_sure,null}'),
  created_at, n + 1, case when pg_temp.share(n, 'hidden') < 0.002 then now() end
from (
  select
    t.*, t.number as n, 1 + floor(5 * pg_temp.share(t.number, 'rating') ^ 0.75)::int as rating,
    now() - interval '1 second' - interval '6 years' * (1 - (t.number + 0.9) / count(*) over ()) ^ 1.5 as created_at
  from texts as t
) as t
join homes as h on h.number = t.home
order by n;
select setval(pg_get_serial_sequence('public.reviews', 'insert_order'), (select count(*) from texts));

insert into public.properties (
  id, property_name, locality, city, review_count, rating_total, verified_count, created_at)
select
  property_id, property_name, locality, city, count(*) filter (where hidden_at is null),
  coalesce(sum(rating) filter (where hidden_at is null), 0), count(*) filter (where hidden_at is null and verified), min(created_at)
from public.reviews group by property_id, property_name, locality, city order by min(insert_order);

insert into private.property_figures (property_id, figures, last_day, last_order, city_slug, locality_slug)
select p.id, counted.figures, counted.last_day, counted.last_order, private.slug(p.city), private.slug(p.locality)
from (
  -- Each review of a home is later than those with a lower insert_order.
  select property_id, jsonb_object_agg(fact, count) as figures, max(last_day) as last_day, max(last_order) as last_order
  from (
    select r.property_id, fact, count(*), max(r.created_on) as last_day, max(r.insert_order) as last_order
    from public.reviews as r, unnest(private.facts_of(r, r.verified)) as fact
    where r.hidden_at is null group by 1, 2
  ) as facts
  group by property_id
) as counted
join public.properties as p on p.id = counted.property_id;
insert into private.places (city_slug, locality_slug, city, locality, home_count)
select f.city_slug, case when p.locality is null then '' else f.locality_slug end, min(p.city), p.locality, count(*)
from private.property_figures as f
cross join lateral (
  select h.city, h.locality from public.properties as h where h.id = f.property_id
  union all
  select h.city, null from public.properties as h where h.id = f.property_id
) as p
group by f.city_slug, case when p.locality is null then '' else f.locality_slug end, p.locality;

-- Two thirds of the reviews are signed with the account's e-mail, a twentieth with another one.
create temp table signed as
select
  r.id, r.created_at, r.hidden_at, u.id as user_id,
  case when kind < 0.65 then u.email when kind < 0.7 then 'tenant.' || r.insert_order || '@example.in' end as email
from public.reviews as r
cross join lateral (
  select pg_temp.share(r.insert_order::int, 'signature') as kind,
    floor(pg_temp.share(r.insert_order::int, 'account') * (select count(*) * 0.7 from texts))::int as account
)
join auth.users as u on u.id = md5('account ' || account)::uuid;
insert into private.review_authors (review_id, user_id) select id, user_id from signed;
insert into private.review_names (review_id, email, display_name, counted_at)
select id, email, private.display_name(email), case when hidden_at is null then created_at end from signed where email is not null;
insert into private.monthly_reviewers (month, email, review_count, first_at)
select date_trunc('month', counted_at at time zone 'Asia/Kolkata'), lower(email), count(*), min(counted_at)
from private.review_names where counted_at > now() - interval '31 days' group by 1, 2;

-- One to three photos, each a copy of a sample, named as by the form: by the start of the day in India. Those of hidden reviews are
-- withheld.
create temp table photos as
select review_id, position, sample, photo_name, user_id,
  case when hidden then 'withheld-proofs' else 'review-proofs' end as bucket,
  case when hidden then review_id::text else 'public' end || '/' || photo_name as object_name
from (
  select
    r.id as review_id, position, (r.insert_order + position) % (select count(*) from samples) as sample, r.hidden_at is not null as hidden,
    (extract(epoch from r.created_on::timestamp at time zone 'Asia/Kolkata') * 1000)::bigint || '-'
      || left(replace(r.id::text, '-', ''), 12) || position || '.jpg' as photo_name
  from public.reviews as r, generate_series(1, 1 + floor(3 * pg_temp.share(r.insert_order::int, 'photos') ^ 2)::int) as position
  where r.verified
) as named join private.review_authors using (review_id);
insert into private.review_proofs (photo_name, review_id, position) select photo_name, review_id, position from photos;
insert into storage.objects (id, bucket_id, name, owner_id, metadata, created_at)
select gen_random_uuid(), bucket, object_name, user_id, s.metadata, now()
from photos join samples as s on s.number = photos.sample;
