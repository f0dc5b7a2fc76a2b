-- Extensions, schemas and roles that the other files use.

-- pg_trgm: substring search in names and reviews. btree_gin: a city and trigrams in one multicolumn GIN index. fuzzystrmatch: the letters
-- that two spellings share. pgcrypto: OpenPGP, for sealed records.
create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists btree_gin with schema extensions;
create extension if not exists fuzzystrmatch with schema extensions;
create extension if not exists pgcrypto with schema extensions;

-- The API does not expose this schema, and anon, authenticated and service_role have no usage on it. RLS is on for its tables, too,
-- so an accidental grant exposes no rows. A function is security definer if its callers (visitors, site_reader, service_role or the
-- account service) have no rights on the tables and functions that it uses; comments give any other reason.
create schema private;
comment on schema private is 'Not exposed by the API: authors, names, settings, and the functions that triggers and read functions call.';
revoke all on schema private from public;

-- Owns the API's read functions, which are security definer. Its grants, partly by column, and RLS limit what they can return.
do $$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'site_reader') then
    create role site_reader nologin;
  end if;
end $$;
comment on role site_reader is 'Owns the API''s read functions: sees visible reviews and nothing of their authors.';
grant site_reader to current_user;
grant usage on schema private to site_reader;

-- Refuses a request: PostgREST maps SQLSTATE PTxyz to HTTP status xyz. The message is shown to the visitor, so it says what to do.
create function private.refuse(status integer, sentence text) returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'PT' || status, message = sentence;
end $$;

-- Refuses a request with status 429 and a Retry-After header: SQLSTATE PGRST sets PostgREST's status, headers and body explicitly.
-- The body has the shape of any other error.
create function private.refuse_for_now(sentence text, seconds integer) returns void
language plpgsql set search_path = '' as $$
begin
  raise sqlstate 'PGRST' using
    message = jsonb_build_object('code', 'PT429', 'message', sentence, 'details', null, 'hint', null)::text,
    detail = jsonb_build_object('status', 429, 'headers', jsonb_build_object('Retry-After', greatest(seconds, 1)::text))::text;
end $$;

-- Returns true if the caller's session still exists: an access token stays valid for up to an hour after log-out.
create function private.has_live_session() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.sessions as s
    where s.user_id = (select auth.uid()) and s.id::text = (select auth.jwt()) ->> 'session_id'
  )
$$;

-- Returns the account of the caller. Refuses a caller without a session or whose session has ended.
create function private.signed_in_account() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.has_live_session() then
    perform private.refuse(401, 'Your session has ended. Please log in again.');
  end if;
  return (select auth.uid());
end $$;

-- Refuses an ended session. Anonymous visitors have no session and pass.
create function private.refuse_ended_session() returns void
language plpgsql stable set search_path = '' as $$
begin
  if current_setting('role') = 'authenticated' and not private.has_live_session() then
    perform private.refuse(401, 'Your session has ended. Please log in again.');
  end if;
end $$;

-- Refuses a visitor's statement that inserts several rows. The trigger's argument is the message.
create function private.refuse_several_rows() returns trigger
language plpgsql set search_path = '' as $$
begin
  if (select count(*) from inserted) > 1 then
    raise exception using errcode = 'PT400', message = tg_argv[0];
  end if;
  return null;
end $$;

-- A change takes effect at the next request. The embedded server reloads its limits by address every minute. docs/decisions/0005
-- explains the limits.
create table private.settings (
  key text primary key,
  value jsonb not null,
  shipped jsonb,
  minimum integer,
  maximum integer,
  description text not null,
  constraint settings_are_within_bounds check (
    case
      when minimum is null then true
      when jsonb_typeof(value) <> 'number' then false
      else (value #>> '{}')::numeric between minimum and maximum and (value #>> '{}')::numeric = trunc((value #>> '{}')::numeric)
    end
  )
);
comment on table private.settings is 'Limits, facts and secrets of this installation. Operators may change them.';
comment on column private.settings.value is 'An integer if the setting has bounds, else a JSON string, or JSON null if it is not used.';
comment on column private.settings.shipped is 'The default value.';
comment on column private.settings.minimum is 'The lowest value; 0 if the limit can be disabled. Null for settings that are not numbers.';
comment on column private.settings.description is 'The description for operators.';
alter table private.settings enable row level security;

insert into private.settings (key, value, shipped, minimum, maximum, description)
select key, to_jsonb(number), to_jsonb(number), minimum, maximum, description
from (values
  ('reviews_per_minute', 1, 0, 1000, 'Reviews of one mailbox, whatever its accounts, in a minute. 0: any number.'),
  ('reviews_per_day', 3, 0, 1000, 'The same in a day. 0: any number.'),
  ('reviews_per_network_day', 30, 0, 100000, 'Reviews from one network (/24 or /48) in a day, without withdrawn ones. 0: any number.'),
  ('home_reviews_per_network_day', 3, 0, 1000, 'The same of one home.'),
  ('home_restores_per_network_day', 3, 0, 1000, 'Older reviews of one home that authors bring back from one network in a day. 0: any number.'),
  ('nudity_grievances_per_network_day', 3, 1, 1000, 'Grievances about nudity from one network in a day that hide photos at once. The photos of further ones stay until the decision.'),
  ('repeat_review_days', 30, 0, 3650, 'Days in which a mailbox reviews a home once and publishes a text once, also after its account is deleted. 0: as often as it likes.'),
  ('proof_photos_per_day', 30, 0, 10000, 'Proof photos that one account uploads in 24 hours. 0: any number.'),
  ('reports_per_device_day', 5, 0, 100000, 'Reports of reviews and replies by one device in a day. 0: any number.'),
  ('reports_per_account_day', 5, 0, 100000, 'Reports by one account in a day, if the reporter is logged in. 0: any number.'),
  ('reports_per_network_day', 10, 1, 100000, 'Reports from one network (/24 or /48) in a day.'),
  ('replies_per_account_day', 10, 0, 100000, 'Replies to reviews by one account in a day. 0: any number.'),
  ('replies_per_network_day', 30, 1, 100000, 'Replies to reviews from one network (/24 or /48) in a day.'),
  ('report_decision_hours', 168, 1, 8760, 'Hours within which an operator decides on a reported review or reply: the order of the desk.'),
  ('reply_decision_hours', 48, 1, 8760, 'Hours within which an operator reads a new reply: the order of the desk.'),
  ('burst_decision_hours', 72, 1, 8760, 'Hours within which an operator decides on a burst of reviews: the order of the desk.'),
  ('operator_login_hours', 12, 1, 720, 'Hours after logging in for which an operator without a second factor may work at the desk.'),
  ('waitlist_entries_per_account_hour', 10, 0, 100000, 'Waitlist entries by one account in an hour, if the visitor is logged in. 0: any number.'),
  ('waitlist_entries_per_address_5_min', 10, 1, 100000, 'Waitlist entries from one network address in five minutes.'),
  ('waitlist_entries_per_address_day', 60, 1, 100000, 'Waitlist entries from one network address in a day.'),
  ('place_alerts_per_email_day', 3, 0, 100000, 'Emails to one mailbox in a day that confirm "Email me once". Further requests send none. 0: any number.'),
  ('empty_searches_per_place_day', 1, 0, 100000, 'Searches without results for one place that count from one network address in a day. 0: any number.'),
  ('empty_searches_per_address_day', 30, 0, 100000, 'Searches without results that count from one network address in a day. 0: any number.'),
  ('grievances_per_email_day', 5, 0, 100000, 'Grievances with one email in a day. 0: any number.'),
  ('grievances_per_network_day', 20, 1, 100000, 'Grievances from one network (/24 or /48) in a day.'),
  ('grievance_acknowledge_hours', 24, 1, 24, 'Hours in which a grievance is acknowledged. The law: 24.'),
  ('grievance_decide_hours', 168, 1, 360, 'Hours in which a grievance is decided. The law: 360.'),
  ('grievance_decide_hours_private_data', 36, 1, 360, 'The same if private data is shown.'),
  ('grievance_decide_hours_order', 3, 1, 36, 'The same for an order of a court or the government.'),
  ('grievance_decide_hours_threat', 36, 1, 36, 'The same for threats and abuse. The law: 36.'),
  ('grievance_decide_hours_impersonation', 36, 1, 36, 'The same if someone is impersonated. The law: 36.'),
  ('grievance_decide_hours_nudity', 2, 1, 2, 'The same for nudity, and sexual or morphed images. The law: 2.'),
  ('grievance_days', 180, 30, 3650, 'Days from its decision until a grievance is deleted. Its entries in the audit log stay.'),
  ('rules_reminders_per_sweep', 100, 1, 10000, 'Accounts that a sweep (every ten minutes) reads to send them the rules, once in each quarter.'),
  ('burst_days', 7, 1, 60, 'Days whose reviews of one home are compared to find a burst.'),
  ('burst_slow_days', 28, 1, 90, 'The same for slow bursts.'),
  ('burst_least_reviews', 5, 2, 1000, 'The fewest reviews that are a burst.'),
  ('burst_threshold', 80, 1, 100000, 'The score from which reviews are a burst for the desk. Each weight below multiplies the surprise of one signal, in nats.'),
  ('burst_weight_rate', 2, 0, 1000, 'Weight of more reviews than the home usually gets.'),
  ('burst_weight_stars', 7, 0, 1000, 'Weight of stars unlike the earlier ones of the home: one more often, or another mix.'),
  ('burst_weight_new_accounts', 8, 0, 1000, 'Weight of accounts younger than two days.'),
  ('burst_weight_first_reviews', 5, 0, 1000, 'Weight of first reviews of accounts.'),
  ('burst_weight_answers', 5, 0, 1000, 'Weight of nearly equal answers.'),
  ('burst_weight_texts', 5, 0, 1000, 'Weight of nearly equal texts.'),
  ('burst_weight_earlier', 20, 0, 1000, 'Points for an earlier burst of the home that is not counted.'),
  ('changes_per_address_5_min', 300, 1, 1000000, 'Write requests of any kind from one network address in five minutes. The embedded backend limits reviews and photos separately.'),
  ('account_event_days', 180, 1, 3650, 'Days after which an entry of the account service''s log (a log-in, say) is swept.'),
  -- Used by the embedded backend only. Must match LIMITS in server/embedded/limits.ts.
  ('sign_ins_per_address_5_min', 30, 1, 100000, 'Sign-ins and sign-ups from one network address in five minutes.'),
  ('sign_ups_per_address_day', 100, 1, 100000, 'Sign-ups from one network address in a day.'),
  ('sign_ups_per_network_day', 300, 1, 100000, 'Sign-ups from one /24 or /48 in a day.'),
  ('log_ins_per_network_15_min', 300, 1, 100000, 'Log-ins from one /24 or /48 in a quarter of an hour, whatever the account.'),
  ('verifications_per_address_5_min', 30, 1, 100000, 'Links of emails opened from one network address in five minutes.'),
  ('refreshes_per_address_5_min', 150, 1, 100000, 'Sessions renewed from one network address in five minutes.'),
  ('sessions_per_address_5_min', 300, 1, 100000, 'Requests with a session to the account service (the account, a new password, a log-out) from one network address in five minutes.'),
  ('emails_per_address_hour', 30, 1, 100000, 'Emails asked for from one network address in an hour.'),
  ('emails_per_network_hour', 100, 1, 100000, 'The same from one /24 or /48.'),
  ('reviews_per_address_5_min', 30, 1, 100000, 'Reviews sent from one network address in five minutes, including refused and repeated ones.'),
  ('reviews_per_address_day', 200, 1, 100000, 'Reviews sent from one network address in a day.'),
  ('uploads_per_address_5_min', 60, 1, 100000, 'Photos from one network address in five minutes.'),
  ('uploads_per_address_day', 400, 1, 100000, 'Photos from one network address in a day.'),
  ('photo_megabytes_per_network_day', 200, 1, 100000, 'Megabytes of photos from one /24 or /48 in a day.'),
  ('wrong_passwords_15_min', 10, 1, 100000, 'Wrong passwords for one account from one /24 or /48 in a quarter of an hour.'),
  ('confirmations_per_recipient_hour', 3, 1, 100000, 'Emails that confirm a sign-up to one recipient in an hour.'),
  ('confirmations_per_recipient_day', 6, 1, 100000, 'The same in a day.'),
  ('recoveries_per_recipient_hour', 2, 1, 100000, 'Emails that recover an account to one recipient in an hour.'),
  ('recoveries_per_recipient_day', 4, 1, 100000, 'The same in a day.'),
  ('assured_recoveries_per_recipient_hour', 1, 1, 100000, 'Emails that recover a confirmed account in an hour, however many its mailbox had.')
) as listed (key, number, minimum, maximum, description);

insert into private.settings (key, value, description)
values
  ('public_url', 'null', 'The address under which browsers reach this Supabase, if it is not the one that issues the tokens.'),
  ('retention_key', 'null', 'The public OpenPGP key, in base64, to which deletions seal what they delete. Null: nothing is kept.'),
  -- Two random UUIDs: 244 random bits.
  ('report_secret', to_jsonb(gen_random_uuid()::text || gen_random_uuid()::text),
    'Makes stored fingerprints of reporters meaningless outside this database. Changing it lets every device report again.'),
  ('mailbox_secret', to_jsonb(gen_random_uuid()::text || gen_random_uuid()::text),
    'Makes stored hashes of authors'' mailboxes meaningless outside this database. Changing it lets each mailbox review its homes again.'),
  ('client_address_header', '"cf-connecting-ip"',
    'On Supabase projects: the header in which the gateway sends a visitor''s network address. Without it, the last entry of x-forwarded-for counts.');

create function private.setting(name text) returns integer
language plpgsql stable set search_path = '' as $$
declare
  number constant integer := (select (value #>> '{}')::integer from private.settings where key = name and minimum is not null);
begin
  if number is null then
    raise exception 'private.settings has no number "%".', name;
  end if;
  return number;
end $$;

-- Returns all numeric settings. Security definer: the embedded server enforces some of these limits, but must not read the secrets
-- in the same table.
create function private.setting_numbers() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_object_agg(key, value) from private.settings where minimum is not null
$$;

-- Formats a duration for visitors, rounded up: "40 seconds", "12 minutes", "5 hours", "30 days".
create function private.time_in_words(seconds integer) returns text
language sql immutable set search_path = '' as $$
  select amount || ' ' || unit || case when amount = 1 then '' else 's' end
  from (
    select
      case
        when seconds < 100 then greatest(seconds, 1)
        when seconds < 100 * 60 then ceil(seconds / 60.0)
        when seconds < 36 * 3600 then ceil(seconds / 3600.0)
        else ceil(seconds / 86400.0)
      end::integer as amount,
      case
        when seconds < 100 then 'second'
        when seconds < 100 * 60 then 'minute'
        when seconds < 36 * 3600 then 'hour'
        else 'day'
      end as unit
  ) as worded
$$;

-- The embedded server's role for everything but visitors' requests.
grant usage on schema private to supabase_auth_admin;

-- The cleaning functions remove invisible and spoofing characters from visitors' text: control and bidirectional characters,
-- zero-width spaces, tags, variation selectors without effect, combining marks beyond 30 in a run. They keep joiners that join:
-- several Indian scripts and many emoji need them. Must match app/domain/plain-text.ts. Most functions are one expression (return)
-- without search_path, so that PostgreSQL inlines them: publishing a review makes some seventy calls. Their patterns have no
-- lookbehind: PostgreSQL would rescan the text from its start after each match (206 ms for 5,000 characters).

-- Cuts each run of combining marks to 30, the most in any language (UAX 15, stream-safe text): normalize() sorts them in
-- quadratic time. The class is \p{M} and the joiners, which a later step may remove.
create function private.cap_marks(given text) returns text
language sql immutable strict parallel safe
return regexp_replace(
  given,
  replace(
    '([marks]{30})[marks]+',
    'marks',
    '\u200c\u200d\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7-\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07a6-\u07b0\u07eb-\u07f3\u07fd\u0816-\u0819\u081b-\u0823\u0825-\u0827\u0829-\u082d\u0859-\u085b\u0897-\u089f\u08ca-\u08e1\u08e3-\u0903\u093a-\u093c\u093e-\u094f\u0951-\u0957\u0962-\u0963\u0981-\u0983\u09bc\u09be-\u09cd\u09d7\u09e2-\u09e3\u09fe-\u0a03\u0a3c-\u0a51\u0a70-\u0a71\u0a75\u0a81-\u0a83\u0abc\u0abe-\u0acd\u0ae2-\u0ae3\u0afa-\u0b03\u0b3c\u0b3e-\u0b57\u0b62-\u0b63\u0b82\u0bbe-\u0bcd\u0bd7\u0c00-\u0c04\u0c3c\u0c3e-\u0c56\u0c62-\u0c63\u0c81-\u0c83\u0cbc\u0cbe-\u0cd6\u0ce2-\u0ce3\u0cf3-\u0d03\u0d3b-\u0d3c\u0d3e-\u0d4d\u0d57\u0d62-\u0d63\u0d81-\u0d83\u0dca-\u0ddf\u0df2-\u0df3\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u0f18-\u0f19\u0f35\u0f37\u0f39\u0f3e-\u0f3f\u0f71-\u0f84\u0f86-\u0f87\u0f8d-\u0fbc\u0fc6\u102b-\u103e\u1056-\u1059\u105e-\u1060\u1062-\u1064\u1067-\u106d\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d\u135d-\u135f\u1712-\u1715\u1732-\u1734\u1752-\u1753\u1772-\u1773\u17b4-\u17d3\u17dd\u180b-\u180d\u180f\u1885-\u1886\u18a9\u1920-\u193b\u1a17-\u1a1b\u1a55-\u1a7f\u1ab0-\u1b04\u1b34-\u1b44\u1b6b-\u1b73\u1b80-\u1b82\u1ba1-\u1bad\u1be6-\u1bf3\u1c24-\u1c37\u1cd0-\u1cd2\u1cd4-\u1ce8\u1ced\u1cf4\u1cf7-\u1cf9\u1dc0-\u1dff\u20d0-\u20f0\u2cef-\u2cf1\u2d7f\u2de0-\u2dff\u302a-\u302f\u3099-\u309a\ua66f-\ua672\ua674-\ua67d\ua69e-\ua69f\ua6f0-\ua6f1\ua802\ua806\ua80b\ua823-\ua827\ua82c\ua880-\ua881\ua8b4-\ua8c5\ua8e0-\ua8f1\ua8ff\ua926-\ua92d\ua947-\ua953\ua980-\ua983\ua9b3-\ua9c0\ua9e5\uaa29-\uaa36\uaa43\uaa4c-\uaa4d\uaa7b-\uaa7d\uaab0\uaab2-\uaab4\uaab7-\uaab8\uaabe-\uaabf\uaac1\uaaeb-\uaaef\uaaf5-\uaaf6\uabe3-\uabea\uabec-\uabed\ufb1e\ufe00-\ufe0f\ufe20-\ufe2f\U000101fd\U000102e0\U00010376-\U0001037a\U00010a01-\U00010a0f\U00010a38-\U00010a3f\U00010ae5-\U00010ae6\U00010d24-\U00010d27\U00010d69-\U00010d6d\U00010eab-\U00010eac\U00010efa-\U00010eff\U00010f46-\U00010f50\U00010f82-\U00010f85\U00011000-\U00011002\U00011038-\U00011046\U00011070\U00011073-\U00011074\U0001107f-\U00011082\U000110b0-\U000110ba\U000110c2\U00011100-\U00011102\U00011127-\U00011134\U00011145-\U00011146\U00011173\U00011180-\U00011182\U000111b3-\U000111c0\U000111c9-\U000111cc\U000111ce-\U000111cf\U0001122c-\U00011237\U0001123e\U00011241\U000112df-\U000112ea\U00011300-\U00011303\U0001133b-\U0001133c\U0001133e-\U0001134d\U00011357\U00011362-\U00011374\U000113b8-\U000113d0\U000113d2\U000113e1-\U000113e2\U00011435-\U00011446\U0001145e\U000114b0-\U000114c3\U000115af-\U000115c0\U000115dc-\U000115dd\U00011630-\U00011640\U000116ab-\U000116b7\U0001171d-\U0001172b\U0001182c-\U0001183a\U00011930-\U0001193e\U00011940\U00011942-\U00011943\U000119d1-\U000119e0\U000119e4\U00011a01-\U00011a0a\U00011a33-\U00011a39\U00011a3b-\U00011a3e\U00011a47\U00011a51-\U00011a5b\U00011a8a-\U00011a99\U00011b60-\U00011b67\U00011c2f-\U00011c3f\U00011c92-\U00011cb6\U00011d31-\U00011d45\U00011d47\U00011d8a-\U00011d97\U00011ef3-\U00011ef6\U00011f00-\U00011f01\U00011f03\U00011f34-\U00011f42\U00011f5a\U00013440\U00013447-\U00013455\U0001611e-\U0001612f\U00016af0-\U00016af4\U00016b30-\U00016b36\U00016f4f\U00016f51-\U00016f92\U00016fe4-\U00016ff1\U0001bc9d-\U0001bc9e\U0001cf00-\U0001cf46\U0001d165-\U0001d169\U0001d16d-\U0001d172\U0001d17b-\U0001d182\U0001d185-\U0001d18b\U0001d1aa-\U0001d1ad\U0001d242-\U0001d244\U0001da00-\U0001da36\U0001da3b-\U0001da6c\U0001da75\U0001da84\U0001da9b-\U0001daaf\U0001e000-\U0001e02a\U0001e08f\U0001e130-\U0001e136\U0001e2ae\U0001e2ec-\U0001e2ef\U0001e4ec-\U0001e4ef\U0001e5ee-\U0001e5ef\U0001e6e3\U0001e6e6\U0001e6ee-\U0001e6ef\U0001e6f5\U0001e8d0-\U0001e8d6\U0001e944-\U0001e94a'),
  '\1', 'g');

-- Removes invisible characters except line breaks, tabs, joiners, U+FE0E and U+FE0F. Normalizes to NFC only after that: a removed
-- character may have separated a letter from its accent. Removes U+11A7 because NFC drops it.
create function private.strip_invisible(given text) returns text
language sql immutable strict parallel safe
return private.cap_marks(normalize(
  private.cap_marks(regexp_replace(
    given,
    '[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u034f\u061c\u070f\u115f\u1160\u11a7\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]',
    '', 'g')),
  nfc));

-- Expands placeholders in a regular expression: <letter>, <nukta>, <virama> (Indian scripts) and <arabic> to classes, <picture> to ranges.
create function private.expand_classes(pattern text) returns text
language sql immutable strict parallel safe
return replace(replace(replace(replace(replace(pattern,
  '<letter>', '[\u0904-\u0939\u0958-\u0961\u0971-\u097f\u0985-\u09b9\u09ce\u09dc-\u09e1\u09f0\u09f1\u0a05-\u0a39\u0a59-\u0a5e\u0a72-\u0a74\u0a85-\u0ab9\u0ae0\u0ae1\u0b05-\u0b39\u0b5c-\u0b61\u0b83-\u0bb9\u0c05-\u0c39\u0c58-\u0c61\u0c85-\u0cb9\u0cde-\u0ce1\u0d05-\u0d3a\u0d54-\u0d56\u0d5f-\u0d61\u0d7a-\u0d7f\u0d85-\u0dc6\uabc0-\uabe2]'),
  '<nukta>', '[\u093c\u09bc\u0a3c\u0abc\u0b3c\u0c3c\u0cbc]'),
  '<virama>', '[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\uabed]'),
  '<arabic>', '[\u0620-\u064a\u066e\u066f\u0671-\u06d3\u06d5\u06ee\u06ef\u06fa-\u06ff\u0750-\u077f\u08a0-\u08c9]'),
  '<picture>', '\u2190-\u21ff\u2300-\u27bf\u2900-\u297f\u2b00-\u2bff\U0001f000-\U0001faff');

-- Removes invisible characters, collapses whitespace and trims. Keeps a joiner only next to a virama, and the non-joiner after an
-- Arabic letter.
create function private.clean_line(given text) returns text
language sql immutable strict parallel safe
return btrim(regexp_replace(
  normalize(
    regexp_replace(
      private.strip_invisible(regexp_replace(given, '[\ufe0e\ufe0f]', '', 'g')),
      private.expand_classes('(<letter><nukta>?(?:<virama>[\u200c\u200d]|[\u200c\u200d](?=<virama><letter>))|<arabic>\u200c)|[\u200c\u200d]'),
      '\1', 'g'),
    nfc),
  '[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'));

-- Removes invisible characters, normalizes line breaks to LF and trims. Keeps joiners after any Indian or Arabic letter, and the
-- joiners and selectors of emoji sequences.
create function private.clean_text(given text) returns text
language sql immutable strict parallel safe
return regexp_replace(
  normalize(
    regexp_replace(
      regexp_replace(
        private.strip_invisible(regexp_replace(given, '\r\n|[\u000b-\u000d\u0085\u2028\u2029]', E'\n', 'g')),
        private.expand_classes('([\u00a9\u00ae\u203c\u2049\u2122\u2139\u3030\u303d\u3297\u3299<picture>][\ufe0e\ufe0f]|[0-9#*][\ufe0e\ufe0f](?=\u20e3))|[\ufe0e\ufe0f]'),
        '\1', 'g'),
      private.expand_classes('((?:<letter><nukta>?<virama>?|<arabic>)[\u200c\u200d]|[\ufe0f<picture>]\u200d(?=[<picture>]))|[\u200c\u200d]'),
      '\1', 'g'),
    nfc),
  '^[\u0009\u000a\u0020\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+|[\u0009\u000a\u0020\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+$',
  '', 'g');

create function private.is_blank(given text) returns boolean
language sql immutable parallel safe
return regexp_replace(coalesce(given, ''), '[\u200c\u200d\ufe00-\ufe0f\u0009-\u000d\u0020]', '', 'g') = '';

-- Replaces a nasal by the anusvara if the next consonant has the same place of articulation: names are spelled both ways. In the
-- block of each of these scripts, the virama has offset 77 and the anusvara offset 2.
create function private.with_anusvaras(given text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  scripts constant integer[] := array[2304, 2432, 2560, 2688, 2816, 3072, 3200, 3328];
  nasals constant text[] := array[
    'ङ्(?=[क-घ])|ञ्(?=[च-झ])|ण्(?=[ट-ढ])|न्(?=[त-ध])|म्(?=[प-भ])',
    'ঙ্(?=[ক-ঘ])|ঞ্(?=[চ-ঝ])|ণ্(?=[ট-ঢ])|ন্(?=[ত-ধ])|ম্(?=[প-ভ])',
    'ਙ੍(?=[ਕ-ਘ])|ਞ੍(?=[ਚ-ਝ])|ਣ੍(?=[ਟ-ਢ])|ਨ੍(?=[ਤ-ਧ])|ਮ੍(?=[ਪ-ਭ])',
    'ઙ્(?=[ક-ઘ])|ઞ્(?=[ચ-ઝ])|ણ્(?=[ટ-ઢ])|ન્(?=[ત-ધ])|મ્(?=[પ-ભ])',
    'ଙ୍(?=[କ-ଘ])|ଞ୍(?=[ଚ-ଝ])|ଣ୍(?=[ଟ-ଢ])|ନ୍(?=[ତ-ଧ])|ମ୍(?=[ପ-ଭ])',
    'ఙ్(?=[క-ఘ])|ఞ్(?=[చ-ఝ])|ణ్(?=[ట-ఢ])|న్(?=[త-ధ])|మ్(?=[ప-భ])',
    'ಙ್(?=[ಕ-ಘ])|ಞ್(?=[ಚ-ಝ])|ಣ್(?=[ಟ-ಢ])|ನ್(?=[ತ-ಧ])|ಮ್(?=[ಪ-ಭ])',
    'ങ്(?=[ക-ഘ])|ഞ്(?=[ച-ഝ])|ണ്(?=[ട-ഢ])|ന്(?=[ത-ധ])|മ്(?=[പ-ഭ])'
  ];
begin
  for number in 1..cardinality(scripts) loop
    if strpos(given, chr(scripts[number] + 77)) > 0 then
      given := regexp_replace(given, nasals[number], chr(scripts[number] + 2), 'g');
    end if;
  end loop;
  return given;
end $$;

-- Joins neighboring words of one Latin letter: "m g road" becomes "mg road". A letter after a number belongs to that number: the A of "12B,
-- A Wing" stays a word. Loops over words, since a pattern would rescan the text before each match (300 ms for 2,500 letters).
create function private.join_letters(given text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  if given !~ '(^| )[a-z] [a-z]( |$)' then
    return given;
  end if;
  return (
    with split as (
      select word, place, lag(word, 1, '') over (order by place) as before
      from string_to_table(given, ' ') with ordinality as split (word, place)
    ),
    marked as (
      select word, place, word ~ '^[a-z]$' and before !~ '[0-9]$' as is_letter from split
    ),
    spaced as (
      select word, place, case when is_letter and lag(is_letter) over (order by place) then '' else ' ' end as space from marked
    )
    select substr(string_agg(space || word, '' order by place), 2) from spaced
  );
end $$;

-- Returns the key that all spellings of a cleaned text share: words of lower-case letters or of digits 0 to 9, separated by single
-- blanks; empty for symbols only. Homes with the same folded names are one. Must match app/domain/fold.ts, which explains each
-- step. Most texts are ASCII and need few steps.
create function private.fold(given text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  folded text;
begin
  if octet_length(given) = char_length(given) then
    folded := translate(lower(given), '''"`', '');
  else
    folded := regexp_replace(
      replace(lower(normalize(given, nfkd)), 'ς', 'σ'),
      ' (?=[\u0300-\u036f])|[\u0300-\u036f\u093c\u09bc\u0a3c\u0abc\u0b3c\u0c3c\u0cbc\u00ad\u200b-\u200f\u2060-\u2064\ufe00-\ufe0f\ufeff''"`\u02b9-\u02bd\u2018-\u201f\u2032]',
      '', 'g');
    if folded ~ '[\u0660-\u0d7f]' then
      if folded ~ '[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef\u0b66-\u0b6f\u0be6-\u0bef\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f]' then
        folded := translate(folded,
          '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯',
          '01234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789');
      end if;
      folded := replace(replace(replace(replace(replace(replace(replace(
        folded, 'ൺ', 'ണ്'), 'ൻ', 'ന്'), 'ർ', 'ര്'), 'ൽ', 'ല്'), 'ൾ', 'ള്'), 'ൿ', 'ക്'), 'ৎ', 'ত্');
      folded := translate(folded, U&'\0bb6\0a70\0901\0981\0a01\0a81\0b01\0c01\0c81\0d01', U&'\0bb8\0a02\0902\0982\0a02\0a82\0b02\0c02\0c82\0d02');
      folded := regexp_replace(folded, '\u0d4d+', U&'\0d4d', 'g');
      folded := private.with_anusvaras(folded);
    end if;
    folded := normalize(folded, nfc);
  end if;
  if folded ~ '[a-z]\.[a-z]' then
    folded := regexp_replace(folded, '(?<![a-z0-9])([a-z])\.(?=[a-z](?![a-z0-9]))', '\1', 'g');
  end if;
  if folded ~ '[0-9]' then
    folded := regexp_replace(folded, '([0-9]),(?=[0-9])', '\1', 'g');
    folded := regexp_replace(folded, '([0-9])([^0-9 ])', '\1 \2', 'g');
    folded := regexp_replace(folded, '([^0-9 ])([0-9])', '\1 \2', 'g');
  end if;
  -- Does not match single blanks: each match costs as much as scanning a hundred letters.
  folded := regexp_replace(
    folded,
    ' *[\u0001-\u001f\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u0970\u0af0\u1680\u2000-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\U0001f000-\U0001faff][ \u0001-\u001f\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u0970\u0af0\u1680\u2000-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\U0001f000-\U0001faff]*|  +',
    ' ', 'g');
  return private.join_letters(btrim(folded));
end $$;

-- Returns true if a word of a folded name has both Latin and Greek or Cyrillic letters, some of which look the same. Must match
-- mixesAlphabets in app/domain/plain-name.ts.
create function private.mixes_alphabets(folded text) returns boolean
language sql immutable strict parallel safe
return folded ~ '[a-z\u00df-\u024f][^ ]*[\u0370-\u058f\u13a0-\u13ff\u2c80-\u2cff\uab70-\uabbf]|[\u0370-\u058f\u13a0-\u13ff\u2c80-\u2cff\uab70-\uabbf][^ ]*[a-z\u00df-\u024f]';

-- Removes decoration from a name: symbols, emoji, accents that form no single character with their letter, repeated or empty
-- punctuation. Replaces fancy letters by plain ones; returns the cleaned name if nothing else would be left.
create function private.undecorated(given text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  cleaned constant text := private.clean_line(given);
  plain text := replace(cleaned, '`', '''');
  mark text;
begin
  if octet_length(plain) > char_length(plain) then
    plain := regexp_replace(normalize(replace(plain, '´', ''''), nfkc), ' (?=[\u0300-\u036f])|[\u0300-\u036f]', '', 'g');
    plain := regexp_replace(plain, '[\u02b9-\u02bd\u2018-\u201b\u2032]', '''', 'g');
    plain := regexp_replace(regexp_replace(plain, '[\u201c-\u201f]', '"', 'g'), '[\u2010-\u2015\u2212]', '-', 'g');
  end if;
  -- The punctuation that private.fold removes, except the characters that are common in names.
  plain := regexp_replace(
    plain,
    '[\u0001-\u001f!$*<=>?\\^_\u007b-\u00bf\u00d7\u00f7\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u1680\u2000-\u200a\u2010-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\U0001f000-\U0001faff]',
    ' ', 'g');
  plain := regexp_replace(plain, '[(\[][\] ()\[]{0,9}[)\]]', ' ', 'g');
  plain := regexp_replace(plain, '  +', ' ', 'g');
  -- Loops, since a pattern with a back reference takes seconds for a thousand brackets.
  foreach mark in array string_to_array('"#%&''()+,./:;@[]-', null) loop
    if strpos(plain, mark || mark) > 0 or strpos(plain, mark || ' ' || mark) > 0 then
      plain := regexp_replace(plain, format('\%s(?: ?\%1$s)+', mark), mark, 'g');
    end if;
  end loop;
  plain := regexp_replace(plain, '^[ %&+,./:;)\]-]+|[ #&,./:;@([-]+$', '', 'g');
  return coalesce(nullif(plain, ''), cleaned);
end $$;

-- Returns the shown name of a home, a locality or a city: without decoration, and with a blank after a dot before two letters, because mail
-- programs and browsers turn "evil.estate" into a link. It folds to the same key as the typed name. Must match app/domain/plain-name.ts.
create function private.plain_name(given text) returns text
language sql immutable strict parallel safe
return regexp_replace(
  private.undecorated(given), '([^ ])\.(?=[A-Za-z]{2}|[\u0370-\u1dff\u2c00-\U0010ffff]{2})', '\1. ', 'g');

-- Returns true if a typed name clearly contains a web or email address; private.plain_name breaks up all others. Must match
-- holdsAddress in app/domain/plain-name.ts.
create function private.holds_address(typed text) returns boolean
language sql immutable strict parallel safe
return lower(private.undecorated(typed)) ~ (
  '[a-z]{3}:/|(^|[^a-z])(https?|ftp|mailto|tel|sms|whatsapp|upi) *:|www\.|\.xn-|[^ @]@[^ @]+\.[^ @]{2}'
  || '|[^ .,/@:;()]{2} ?\.(com|net|org|in|co|io|ai|me|info|biz|app|dev|xyz|site|online|website|ly)\.?($|[ ,;:/#()"''&+%@\[\]])'
  || '|(^|[^.])[^ .,/@:;()] ?\.(?!nos?/)[a-z]{2,}/[a-z0-9]');

-- Returns true if a plain name has a number of more than four digits, or ten digits without a letter between them, as in phone
-- numbers. House numbers such as "8-2-293/82/A" have fewer. Must match holdsLongNumber in app/domain/plain-name.ts.
create function private.holds_long_number(plain text) returns boolean
language sql immutable strict parallel safe
return private.fold(replace(plain, ',', ' ')) ~ '[0-9]{5}|[0-9]( ?[0-9]){9}';

-- Returns the name that a review shows: its email up to the "@", or Anonymous. Must match displayName in app/domain/display-name.ts.
create function private.display_name(email text) returns text
language sql immutable parallel safe
return coalesce(
  nullif(private.clean_line(regexp_replace(split_part(private.clean_line(email), '@', 1), '[\u200c\u200d]', '', 'g')), ''),
  'Anonymous');

-- Returns true for one plain email. Brackets, comments and lists could name another mailbox, or the same mailbox in many ways: mail
-- programs read "Prize<asha@example.in>" as the address in brackets. Must match isEmail in app/domain/account.ts.
create function private.is_email(given text) returns boolean
language sql immutable
return char_length(given) <= 320 and given ~ '^[^\s@<>()[\]:;,\\"]+@[^\s@<>()[\]:;,\\"]+\.[^\s@<>()[\]:;,\\"]+$';

-- Returns the cleaned email, or null if it is empty. Refuses an invalid one, and does not clean more than 1,000 characters, since
-- cleaning takes linear time.
create function private.clean_email(given text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  email constant text := case when char_length(given) <= 1000 then nullif(private.clean_line(given), '') else given end;
begin
  if not private.is_email(email) then
    perform private.refuse(400, 'Enter a valid email address, or leave the email empty.');
  end if;
  return email;
end $$;

-- Returns the words of a name joined by hyphens, or a hyphen for symbols only. Must match slug in app/domain/home.ts.
create function private.slug(given text) returns text
language sql immutable strict parallel safe
return coalesce(nullif(replace(private.fold(given), ' ', '-'), ''), '-');

-- A city is stored under its current name, which groups its reviews, and is found under older names and in several scripts. Must
-- match app/domain/cities.ts.
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
comment on column private.city_aliases.alias_key is 'The folded alias, comparable with properties.city_key.';
comment on column private.city_aliases.alias_words is 'The folded alias with a space before and after, to find in a searchable text. city_words likewise.';
comment on column private.city_aliases.alias_slug is 'The alias in a URL. city_slug likewise.';
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

-- An unlisted town counts as a city once an operator has accepted it. Until then, it has no page and is missing from the lists of cities.
create table private.cities (
  city text not null check (city = private.plain_name(city) and char_length(city) <= 80),
  city_key text collate "C" primary key generated always as (private.fold(city)) stored,
  city_slug text collate "C" not null unique generated always as (private.slug(city)) stored,
  state text not null check (state in ('listed', 'accepted', 'refused'))
);
comment on table private.cities is 'The cities of the form, and the towns that operators have decided on. Listed cities must match app/domain/cities.ts.';
comment on column private.cities.city is 'The spelling under which reviews are stored.';
comment on column private.cities.state is 'refused: the town stays a text of its reviews, and the desk does not list it again.';
alter table private.cities enable row level security;

insert into private.cities (city, state)
select city, 'listed'
from regexp_split_to_table(
  'Agartala, Agra, Ahmedabad, Aizawl, Ajmer, Aligarh, Amravati, Amritsar, Anand, Asansol, Bareilly, Belagavi,
  Bengaluru, Bhavnagar, Bhilai, Bhopal, Bhubaneswar, Bikaner, Chandigarh, Chennai, Chhatrapati Sambhajinagar,
  Coimbatore, Cuttack, Davanagere, Dehradun, Delhi, Dhanbad, Durgapur, Erode, Faridabad, Gandhinagar, Gangtok, Gaya,
  Ghaziabad, Gorakhpur, Greater Noida, Guntur, Gurugram, Guwahati, Gwalior, Haridwar, Howrah, Hubballi, Hyderabad,
  Imphal, Indore, Itanagar, Jabalpur, Jaipur, Jalandhar, Jammu, Jamnagar, Jamshedpur, Jhansi, Jodhpur, Kakinada,
  Kalaburagi, Kannur, Kanpur, Kochi, Kohima, Kolhapur, Kolkata, Kollam, Kota, Kottayam, Kozhikode, Lucknow, Ludhiana,
  Madurai, Mangaluru, Mathura, Meerut, Mohali, Mumbai, Mysuru, Nagpur, Nashik, Navi Mumbai, Nellore, Noida, Panaji,
  Panchkula, Patiala, Patna, Prayagraj, Puducherry, Pune, Raipur, Rajkot, Ranchi, Rourkela, Salem, Shillong, Shimla,
  Siliguri, Srinagar, Surat, Thane, Thiruvananthapuram, Thrissur, Tiruchirappalli, Tirupati, Udaipur, Udupi,
  Vadodara, Varanasi, Vellore, Vijayawada, Visakhapatnam', ',\s+') as city;

-- Returns the name under which a city is stored: the current name for an alias, the known spelling of a listed or accepted city, any
-- other name without decoration.
create function private.current_city(given text) returns text
language sql stable set search_path = '' as $$
  select coalesce(
    (select a.city from private.city_aliases as a where a.alias_key = private.fold(plain)),
    (select c.city from private.cities as c where c.city_key = private.fold(plain) and c.state <> 'refused'),
    plain)
  from private.plain_name(given) as plain
$$;

-- Returns the searchable form of a text: folded, with a space before and after, followed by the other names of its cities. So a
-- search for "bangalore" also finds Bengaluru, and the reverse. Must match searchText in app/domain/matches-query.ts.
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
  ), '') || coalesce((
    select string_agg(distinct w.value || ' ', '') from private.search_words as w
    where w.meaning = 'equal' and w.value !~ ' ' and strpos(words, ' ' || w.phrase || ' ') > 0
  ), '');
end $$;
