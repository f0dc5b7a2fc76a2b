-- Extensions, schemas and roles that the other files use.

-- pg_trgm: substring search in names and reviews. btree_gin: a city and trigrams in one multicolumn GIN index.
create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists btree_gin with schema extensions;

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
  ('repeat_review_days', 30, 0, 3650, 'Days in which a mailbox reviews a home once and publishes a text once, also after its account is deleted. 0: as often as it likes.'),
  ('proof_photos_per_day', 30, 0, 10000, 'Proof photos that one account uploads in 24 hours. 0: any number.'),
  ('reports_per_device_day', 5, 0, 100000, 'Reports of reviews and replies by one device in a day. 0: any number.'),
  ('reports_per_account_day', 5, 0, 100000, 'Reports by one account in a day, if the reporter is logged in. 0: any number.'),
  ('reports_per_network_day', 10, 1, 100000, 'Reports from one network (/24 or /48) in a day.'),
  ('replies_per_account_day', 10, 0, 100000, 'Replies to reviews by one account in a day. 0: any number.'),
  ('replies_per_network_day', 30, 1, 100000, 'Replies to reviews from one network (/24 or /48) in a day.'),
  ('report_decision_hours', 168, 1, 8760, 'Hours within which an operator decides on a reported review or reply: the order of the desk.'),
  ('reply_decision_hours', 48, 1, 8760, 'Hours within which an operator reads a new reply: the order of the desk.'),
  ('operator_login_hours', 12, 1, 720, 'Hours after logging in for which an operator without a second factor may work at the desk.'),
  ('waitlist_entries_per_account_hour', 10, 0, 100000, 'Waitlist entries by one account in an hour, if the visitor is logged in. 0: any number.'),
  ('waitlist_entries_per_address_5_min', 10, 1, 100000, 'Waitlist entries from one network address in five minutes.'),
  ('waitlist_entries_per_address_day', 60, 1, 100000, 'Waitlist entries from one network address in a day.'),
  ('grievances_per_email_day', 5, 0, 100000, 'Grievances with one email in a day. 0: any number.'),
  ('grievances_per_network_day', 20, 1, 100000, 'Grievances from one network (/24 or /48) in a day.'),
  ('grievance_acknowledge_hours', 24, 1, 24, 'Hours in which a grievance is acknowledged. The law: 24.'),
  ('grievance_decide_hours', 168, 1, 360, 'Hours in which a grievance is decided. The law: 360.'),
  ('grievance_decide_hours_private_data', 36, 1, 360, 'The same if private data is shown.'),
  ('grievance_decide_hours_order', 3, 1, 36, 'The same for an order of a court or the government.'),
  ('grievance_days', 180, 30, 3650, 'Days from its decision until a grievance is deleted. Its entries in the audit log stay.'),
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
-- search for "bangalore" also finds Bengaluru, and the reverse. Must match searchText in app/domain/search.ts.
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
comment on column public.reviews.search_text is 'The searchable form of its comment (private.search_text), without names. Set by a trigger.';
comment on column public.reviews.topics is 'The topics (private.topics) of its comment. Set by a trigger.';
comment on column public.reviews.city_key is 'The city_key of its property, for the index of searches in one city. Set by a trigger.';
comment on column public.reviews.hidden_at is
  'Set by an operator, or by its author (private.withdrawn_reviews). Public results, counts and averages exclude hidden reviews.';

create index reviews_newest on public.reviews (created_on desc, insert_order desc);
create index reviews_of_property_newest on public.reviews (property_id, created_on desc, insert_order desc);
create index reviews_of_property_best on public.reviews (property_id, rating desc, created_on desc, insert_order desc);
create index reviews_of_property_verified on public.reviews (property_id, created_on desc, insert_order desc) where verified;
create index reviews_of_property_verified_best on public.reviews (property_id, rating desc, created_on desc, insert_order desc)
  where verified;
create index reviews_flagged on public.reviews (id) where reported and hidden_at is null;
create index reviews_hidden on public.reviews (hidden_at desc, id desc) where hidden_at is not null;

alter table public.reviews enable row level security;
create policy "The site reads visible reviews" on public.reviews
  for select to site_reader using (hidden_at is null);
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
  ('size', array['bed', 'room', '1rk', '1bhk', '2bhk', '3bhk', '4bhk']),
  ('deposit', array['none', '1_month', '2_months', '3_months', '4_6_months', '7_10_months', 'more']),
  ('deposit_back', array['all', 'part', 'none', 'waiting', 'living_there']),
  ('brokerage', array['none', 'half_month', 'one_month', 'more']),
  ('rise', array['none', 'up_to_5', '5_to_10', 'over_10']),
  ('agreement', array['registered', 'stamp_paper', 'none']),
  ('water', array['all_day', 'fixed_hours', 'tanker', 'short']),
  ('power', array['all', 'lifts_lights', 'none']),
  ('noise', array['quiet', 'some', 'loud']),
  ('damp', array['none', 'some', 'bad']),
  ('safety', array['safe', 'mostly', 'no']),
  ('internet', array['fibre', 'works', 'poor']),
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
  ('curfew', array['none', 'before_10', 'later'], 'property_type', array['PG / Hostel', 'Shared Room']),
  ('food', array['good', 'fair', 'poor', 'none'], 'property_type', array['PG / Hostel', 'Shared Room']),
  ('sharing', array['single', 'two', 'three', 'four_up'], 'property_type', array['PG / Hostel', 'Shared Room'])
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
comment on column private.review_names.counted_at is 'created_at of the review; null while it is hidden.';
create index review_names_by_email on private.review_names (lower(email), counted_at);
alter table private.review_names enable row level security;
create policy "The site reads the names of reviews" on private.review_names for select to site_reader using (true);
grant select (review_id, display_name) on table private.review_names to site_reader;

create table private.review_proofs (
  photo_name text primary key,
  review_id uuid not null references public.reviews (id) on delete cascade deferrable initially deferred,
  position smallint not null check (position between 1 and 3),
  constraint review_proofs_have_places unique (review_id, position) include (photo_name)
);
comment on table private.review_proofs is 'The proof photos of each review. A photo belongs to one review only.';
comment on column private.review_proofs.photo_name is 'The last segment of its path in storage, the same in both buckets.';
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

-- Must match MAX_FOLLOW_UPS and MAX_FOLLOW_UP_LENGTH in app/domain/follow-up-check.ts. A review has at most three texts and two new
-- answers: from "I still live there" to "Still waiting", and from that to the result.
create table private.follow_ups (
  review_id uuid not null references public.reviews (id) on delete cascade,
  position smallint not null check (position between 1 and 5),
  follow_up text check (follow_up ~ '\S' and char_length(follow_up) <= 500),
  deposit_back text,
  deposit_was text,
  created_on date not null default (now() at time zone 'Asia/Kolkata')::date,
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

create function private.make_review_searchable() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.search_text := private.search_text(new.review_text);
  new.topics := array(
    select t.topic from private.topics as t
    where exists (select from unnest(t.words) as word where strpos(new.search_text, ' ' || word) > 0)
    order by t.topic);
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
  update private.review_names set counted_at = case when new.hidden_at is null then new.created_at end where review_id = new.id;
  return null;
end $$;
create trigger copy_counted_at after update of created_at, hidden_at on public.reviews
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
    where r.id = unproved and r.property_id = p.id and r.verified and r.hidden_at is null and not private.has_proof(r.id);
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

-- Updates the totals and figures of a property when a visible review is inserted, hidden, shown again, corrected or deleted. Deletes a
-- property with its last review, hidden ones included, unless others are merged into it. Changes are relative, on a locked row, so no
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
  if tg_op in ('UPDATE', 'DELETE') and old.hidden_at is null then
    is_verified := old.verified and private.has_proof(old.id);
    update public.properties
    set review_count = review_count - 1,
        rating_total = rating_total - old.rating,
        verified_count = verified_count - is_verified::integer
    where id = old.property_id;
    perform private.count_figures(old, is_verified, -1);
  end if;
  if tg_op in ('INSERT', 'UPDATE') and new.hidden_at is null then
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
    property_id, rating, verified, hidden_at, created_at, property_name, locality, city, property_type, move_in_date, duration,
    would_recommend, move_out_intent, reported_issues, how_issues_reported, issue_resolution_status, management_response_time, answers,
    review_text, search_text, topics
  on public.reviews
  for each row execute function private.keep_property_totals();

-- Validates, cleans and completes what visitors insert into public.reviews, then applies rate limits. Overwrites the columns that
-- visitors may not set (author, verified, reported, dates, property). Refuses overlong input first, since cleaning takes linear
-- time. Limits must match app/domain/review-texts.ts and app/domain/photo.ts.
--
-- These triggers are for roles that are subject to RLS. Operators (the table's owner and roles with bypassrls) skip them: they
-- restore backups and load samples. The when condition is evaluated as the caller, before security definer takes effect.
--
-- Triggers of public.reviews fire in alphabetical order. Before insert: check_answers, check_submitted_review (here),
-- find_or_create_property, make_searchable, separate_author. After insert, per row: keep_property_totals, queue_photos_of_hidden_review;
-- then per statement: count_published, refuse_several_reviews, refuse_too_many_reviews (both here).

-- Returns true for public/<start of a day in India in milliseconds>-<random>.<extension>, which does not reveal the time of the upload.
create function private.is_photo_name(given text) returns boolean
language sql immutable set search_path = '' as $$
  select case
    when given ~ '^public/[0-9]{10,17}-[a-z0-9]{6,64}\.(png|jpg|jpeg|gif)$'
      then (substring(given from '^public/([0-9]+)')::bigint + 19800000) % 86400000 = 0
    else false
  end
$$;

-- Returns the paths of proof photos, or null. Refuses photos of other authors, and those uploaded more than 50 minutes ago: after an
-- hour a sweep deletes orphans (operator_orphan_uploads), and the ten minutes between cover requests in flight.
create function private.own_proof_paths(given text[], author uuid) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  public_folder constant text := '/storage/v1/object/public/review-proofs/';
  own_origins text[] := array(
    select substring(address from '^https?://[^/?#]+')
    from unnest(array[
      (select value #>> '{}' from private.settings where key = 'public_url'),
      (select auth.jwt()) ->> 'iss'
    ]) as address
  );
  url text;
  object_name text;
  uploaded_at timestamptz;
  paths text[] := '{}';
begin
  if cardinality(given) > 3 then
    perform private.refuse(400, 'Send at most 3 proof photos.');
  end if;
  foreach url in array coalesce(given, '{}') loop
    if length(url) <= 1000 and substring(url from '^https?://[^/?#]+') = any (own_origins) then
      url := substring(url from '^https?://[^/?#]+(/.*)$');
    end if;
    object_name := case when starts_with(url, public_folder) then substr(url, length(public_folder) + 1) end;
    uploaded_at := (
      select created_at from storage.objects
      where bucket_id = 'review-proofs' and name = object_name and owner_id = author::text);
    if uploaded_at is null or not private.is_photo_name(object_name) then
      perform private.refuse(400, 'A proof photo must be one that you uploaded.');
    elsif uploaded_at < now() - interval '50 minutes' then
      perform private.refuse(400, 'This photo was uploaded more than 50 minutes ago. Remove it and choose it again.');
    end if;
    if public_folder || object_name <> all (paths) then
      paths := paths || (public_folder || object_name);
    end if;
  end loop;
  return nullif(paths, '{}');
end $$;

-- Returns the reported issues with known keys only, or null if none is left. Like the form, drops issues without a description, and
-- all of them if the first has none. Refuses other malformed input and anything beyond the limits.
create function private.clean_issues(given jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  issue jsonb;
  issue_id text;
  description text;
  severity text;
  characters integer := 0;
  issues jsonb := '[]';
begin
  if given is null or given = 'null' then
    return null;
  end if;
  if jsonb_typeof(given) <> 'array' then
    perform private.refuse(400, 'Send the reported issues as a list.');
  end if;
  if jsonb_array_length(given) > 20 then
    perform private.refuse(400, 'Report at most 20 issues.');
  end if;
  -- Fits twenty descriptions of 1,000 four-byte characters.
  if pg_column_size(given) > 100000 then
    perform private.refuse(400, 'Shorten the description of each issue to 1000 characters.');
  end if;
  for issue in select value from jsonb_array_elements(given) loop
    if jsonb_typeof(issue) <> 'object' or coalesce(jsonb_typeof(issue -> 'description'), 'null') not in ('string', 'null') then
      perform private.refuse(400, 'Describe each reported issue in words.');
    end if;
    description := private.clean_text(issue ->> 'description');
    if private.is_blank(description) then
      exit when issues = '[]';
      continue;
    end if;
    if char_length(description) > 1000 then
      perform private.refuse(400, 'Shorten the description of each issue to 1000 characters.');
    end if;
    characters := characters + char_length(description);
    if characters > 5000 then
      perform private.refuse(400, 'Shorten the descriptions of the issues to 5000 characters in all.');
    end if;
    severity := nullif(issue ->> 'severity', '');
    if severity not in ('Minor', 'Moderate', 'Major', 'Critical') then
      perform private.refuse(400, 'Choose one of the listed severities.');
    end if;
    issue_id := case when issue ->> 'id' ~ '^[A-Za-z0-9_-]{1,64}$' then issue ->> 'id' else (jsonb_array_length(issues) + 1)::text end;
    issues := issues || jsonb_strip_nulls(jsonb_build_object('id', issue_id, 'description', description, 'severity', severity));
  end loop;
  return nullif(issues, '[]');
end $$;

-- Cleans names and comment. Refuses a review that lacks one of them or the rating (first, as app/domain/submission-check.ts does), is
-- too long, or has look-alike letters, an address or a long number in a name.
create function private.clean_required(given public.reviews) returns public.reviews
language plpgsql immutable set search_path = '' as $$
declare
  -- Before plain_name, which breaks up addresses.
  holds_address constant boolean := exists (
    select from unnest(array[given.property_name, given.locality, given.city]) as name
    where char_length(name) <= 1000 and private.holds_address(name));
begin
  if char_length(given.property_name) <= 1000 then
    given.property_name := private.plain_name(given.property_name);
  end if;
  if char_length(given.locality) <= 1000 then
    given.locality := private.plain_name(given.locality);
  end if;
  if char_length(given.city) <= 1000 then
    given.city := private.plain_name(given.city);
  end if;
  if char_length(given.review_text) <= 10000 then
    given.review_text := private.clean_text(given.review_text);
  end if;
  if coalesce(private.fold(left(given.property_name, 1000)), '') = '' then
    perform private.refuse(400, 'Enter the name of the property.');
  elsif coalesce(private.fold(left(given.locality, 1000)), '') = '' then
    perform private.refuse(400, 'Enter the locality.');
  elsif coalesce(private.fold(left(given.city, 1000)), '') = '' then
    perform private.refuse(400, 'Enter the city.');
  elsif private.is_blank(left(given.review_text, 10000)) then
    perform private.refuse(400, 'Write your review.');
  elsif given.rating is null or given.rating not between 1 and 5 then
    perform private.refuse(400, 'Choose a rating from 1 to 5 stars.');
  elsif char_length(given.property_name) > 120 then
    perform private.refuse(400, 'Shorten the name of the property to 120 characters.');
  elsif char_length(given.locality) > 120 then
    perform private.refuse(400, 'Shorten the locality to 120 characters.');
  elsif char_length(given.city) > 80 then
    perform private.refuse(400, 'Shorten the city to 80 characters.');
  elsif char_length(given.review_text) > 5000 then
    perform private.refuse(400, 'Shorten your review to 5000 characters.');
  elsif private.mixes_alphabets(private.fold(concat_ws(' ', given.property_name, given.locality, given.city))) then
    perform private.refuse(400, 'Some letters of a word in a name are Greek or Cyrillic and only look like English ones. Type that word again.');
  elsif holds_address then
    perform private.refuse(400, 'A name cannot contain a web or email address. Type only the name.');
  elsif exists (select from unnest(array[given.property_name, given.locality, given.city]) as name where private.holds_long_number(name)) then
    perform private.refuse(400, 'A name cannot contain a phone number, a PIN code or another number of more than four digits. Leave it out.');
  end if;
  return given;
end $$;

-- Derives the id of a review from its author and the id that the browser sent. A retry gets the same id, and a taken id does not
-- reveal another author's review, not even a hidden one.
create function private.own_review_id(author uuid, given uuid) returns uuid
language sql immutable set search_path = '' as $$
  select overlay(overlay(hash placing '4' from 13) placing '8' from 17)::uuid
  from substr(encode(sha256(convert_to(author || ':' || given, 'UTF8')), 'hex'), 1, 32) as hash
$$;

create function private.check_submitted_review() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  author constant uuid := (select auth.uid());
  own_email constant text := (select u.email from auth.users as u where u.id = author);
begin
  if author is null then
    perform private.refuse(401, 'Log in to publish a review.');
  end if;
  if not private.has_live_session() then
    perform private.refuse(401, 'Your session has ended. Log in again to publish your review.');
  end if;
  -- Locks the mailbox, so that concurrent reviews cannot pass its limits together. A retry gets the unique violation below, not a rate
  -- limit.
  perform pg_advisory_xact_lock(hashtextextended('reviews of ' || private.mailbox_of(author), 0));
  new.id := private.own_review_id(author, new.id);
  -- Raised here, because a request with "on conflict do nothing" would suppress the violation of the primary key.
  if exists (select from public.reviews where id = new.id) then
    raise unique_violation using message = 'duplicate key value violates unique constraint "reviews_pkey"';
  end if;

  new := private.clean_required(new);
  -- Another address would tie its owner to a review that they did not write. Stores the account service's spelling, by which top
  -- reviewers are grouped.
  new.email := private.clean_email(new.email);
  if new.email is not null and private.email_key(new.email) is distinct from private.email_key(own_email) then
    perform private.refuse(400, 'Sign with the email of your account, or as Anonymous.');
  end if;
  new.email := case when new.email is not null then own_email end;
  if new.move_in_date > (now() at time zone 'Asia/Kolkata')::date then
    perform private.refuse(400, 'The move-in date cannot be after today.');
  elsif new.move_in_date < date '1950-01-01' then
    perform private.refuse(400, 'The move-in date cannot be before 1950.');
  end if;
  new.reported_issues := private.clean_issues(new.reported_issues);
  new.proof_urls := private.own_proof_paths(new.proof_urls, author);
  new.verified := new.proof_urls is not null;
  new.user_id := author;
  new.property_id := null;
  new.reported := false;
  new.hidden_at := null;
  new.created_at := now();
  return new;
end $$;
create trigger check_submitted_review before insert on public.reviews
  for each row when (row_security_active('public.reviews')) execute function private.check_submitted_review();

create trigger refuse_several_reviews after insert on public.reviews
  referencing new table as inserted
  for each statement when (row_security_active('public.reviews'))
  execute function private.refuse_several_rows('Send one review at a time.');

-- Lets a mailbox review a home once and publish a text once within repeat_review_days, also across accounts and deleted accounts. Each hash
-- combines a mailbox with one home or one text: rows do not show that they share a mailbox, and contain no review and no time of day.
create table private.recent_reviews (
  hash bytea primary key,
  reviewed_on date not null
);
comment on table private.recent_reviews is
  'Which mailbox reviewed which home, or published which text, as hashes that only a caller who knows both parts can compute. Swept after repeat_review_days.';
comment on column private.recent_reviews.hash is 'Hash of private.mailbox_of and the id of a home, or a folded text.';
comment on column private.recent_reviews.reviewed_on is 'The date in India.';
alter table private.recent_reviews enable row level security;

create function private.recent_review_hash(mailbox text, what text) returns bytea
language sql immutable set search_path = '' as $$
  select sha256(convert_to(mailbox || ':' || what, 'UTF8'))
$$;

-- Refuses a review if its author's last review of the home, or last use of the text, is less than repeat_review_days ago. A null
-- date means that there is none.
create function private.refuse_repeated_review(home_reviewed_on date, text_published_on date) returns void
language plpgsql stable set search_path = '' as $$
declare
  days constant integer := private.setting('repeat_review_days');
  seconds integer;
begin
  seconds := ceil(extract(epoch from (home_reviewed_on + days)::timestamp at time zone 'Asia/Kolkata' - clock_timestamp()));
  if seconds > 0 then
    perform private.refuse_for_now(format('You reviewed this property less than %s ago. You can review it again in %s.',
      private.time_in_words(days * 86400), private.time_in_words(seconds)), seconds);
  end if;
  seconds := ceil(extract(epoch from (text_published_on + days)::timestamp at time zone 'Asia/Kolkata' - clock_timestamp()));
  if seconds > 0 then
    perform private.refuse_for_now('You have published this text before. Write a different text about this home.', seconds);
  end if;
end $$;

-- Refuses a review of this home, or of any, if too many of today's reviews came from its network. Withdrawn and deleted reviews do not
-- count: with three of them an owner could silence all tenants on a network. count_for_network stores a hash of network and review, so
-- no row shows which reviews share a network.
create function private.limit_reviews_of_network(limit_name text, network text, home uuid default null) returns void
language plpgsql set search_path = '' as $$
declare
  size constant integer := private.setting(limit_name);
  used record;
begin
  if size = 0 then
    return;
  end if;
  select * into used from private.add_use(limit_name, network || coalesce(' ' || home, ''));
  if used.uses > size and size < (
    select count(*)
    from private.address_keys as k
    join public.reviews as r on r.created_on >= k.day and r.created_at >= k.day::timestamp at time zone 'utc'
    join private.recent_uses as u on u.limit_name = 'reviews_per_network_day'
      and u.who = private.use_hash(k.secret, 'reviews_per_network_day', network || ' ' || r.id)
    where k.day = (now() at time zone 'utc')::date and (home is null or r.property_id = home)
      and not exists (select from private.withdrawn_reviews as w where w.review_id = r.id)
  ) then
    perform private.refuse_for_now(private.limit_sentence(limit_name, used.seconds), used.seconds);
  end if;
end $$;

-- Counts a visible review of today for the network of the request. Call it after the home is locked: in the other order, two requests
-- deadlock.
create function private.count_for_network(review public.reviews) returns void
language plpgsql set search_path = '' as $$
declare
  network constant text := private.request_address(24, 48);
begin
  perform private.add_use('reviews_per_network_day', network || ' ' || review.id);
  perform private.limit_reviews_of_network('home_reviews_per_network_day', network, review.property_id);
  perform private.limit_reviews_of_network('reviews_per_network_day', network);
end $$;

-- Counts a review for its mailbox and its network, and refuses one that exceeds the limits in private.settings. For the mailbox, withdrawn
-- and deleted reviews count, too. Must be the last trigger, and check the mailbox before the network. Otherwise a caller could send a
-- review that fails anyway (two in one request, another review's photo) and learn from the error whether the mailbox or network reviewed
-- this home.
create function private.limit_review() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  mailbox constant text := private.mailbox_of((select auth.uid()));
  review public.reviews;
  home_hash bytea;
  text_hash bytea;
begin
  select * into review from inserted;
  if not found then
    return null;
  end if;
  home_hash := private.recent_review_hash(mailbox, review.property_id::text);
  text_hash := private.recent_review_hash(mailbox, private.fold(review.review_text));
  perform private.refuse_repeated_review(
    (select r.reviewed_on from private.recent_reviews as r where r.hash = home_hash),
    (select r.reviewed_on from private.recent_reviews as r where r.hash = text_hash));
  perform private.limit_use('reviews_per_day', mailbox);
  perform private.limit_use('reviews_per_minute', mailbox);
  if private.setting('repeat_review_days') > 0 then
    insert into private.recent_reviews as r (hash, reviewed_on)
    select hash, (now() at time zone 'Asia/Kolkata')::date from unnest(array[home_hash, text_hash]) as hash
    on conflict on constraint recent_reviews_pkey do update set reviewed_on = excluded.reviewed_on;
  end if;
  perform private.count_for_network(review);
  return null;
end $$;
-- Its name makes it fire after refuse_several_reviews.
create trigger refuse_too_many_reviews after insert on public.reviews
  referencing new table as inserted
  for each statement when (row_security_active('public.reviews')) execute function private.limit_review();

-- The form calls this before it uploads photos. Checks only the account's reviews. A call stores nothing, so checking the mailbox would let
-- anna+x@, possibly another person, probe what anna@ reviewed. The limits of mailbox and network apply at publishing.
create function public.check_review_limits(review_id uuid, property_name text, locality text, city text, review_text text)
returns boolean
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
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
    max(r.created_on) filter (where r.property_id = property), max(r.created_on) filter (where r.search_text = words))
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
end $$;
comment on function public.check_review_limits(uuid, text, text, text, text) is
  'Returns true, or refuses with status 429 and a message that says when the caller may publish this review.';

-- Photos that prove a stay. Signed-in users upload them, anyone with the URL opens them, and no policy lets visitors list, replace
-- or delete them. When a review is hidden, its photos move to the private bucket withheld-proofs as <review id>/<photo name>.
-- Limits must match app/domain/photo.ts.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values
  ('review-proofs', 'review-proofs', true, 5 * 1024 * 1024, array['image/png', 'image/jpeg', 'image/gif']),
  ('withheld-proofs', 'withheld-proofs', false, 5 * 1024 * 1024, array['image/png', 'image/jpeg', 'image/gif'])
on conflict (id) do update
  set public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

create function private.proof_wait(uploader text) returns integer
language sql stable set search_path = '' as $$
  select greatest(1, ceil(extract(epoch from room.created_at + interval '1 day' - clock_timestamp())))::integer
  from (
    select created_at from storage.objects
    where private.setting('proof_photos_per_day') > 0
      and bucket_id = 'review-proofs' and owner_id = uploader and created_at > now() - interval '1 day'
    order by created_at desc offset greatest(private.setting('proof_photos_per_day') - 1, 0) limit 1
  ) as room
$$;

-- Returns true if a photo with this name proves a review, also a hidden one: a new upload with the same name would prevent moving
-- the photo back.
create function private.is_proof(object_name text) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from private.review_proofs where photo_name = regexp_replace(object_name, '^.*/', ''))
$$;

-- Returns true for a valid photo name that proves no review. Refuses an ended session and a used-up daily quota.
create function private.may_upload_proof(object_name text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  -- Storage answers 403 only to insufficient_privilege, and 500 to any other error.
  if not private.has_live_session() then
    raise insufficient_privilege using message = 'Your session has ended. Please log in again.';
  elsif private.proof_wait((select auth.uid())::text) is not null then
    raise insufficient_privilege using message = 'You have uploaded as many photos as one account may in a day.';
  end if;
  return private.is_photo_name(object_name) and not private.is_proof(object_name);
end $$;

create policy "A signed-in user may upload proof photos" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'review-proofs' and private.may_upload_proof(name));

-- Refuses a proof photo beyond the account's daily quota, or one that would replace a proof. Concurrent uploads all pass the policy,
-- which Storage checks before the upload.
create function private.keep_proof_quota() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('proof photos of ' || new.owner_id, 0));
  if private.proof_wait(new.owner_id) is not null then
    -- The same error as from the policy: Storage answers 403.
    raise insufficient_privilege using message = 'You have uploaded as many photos as one account may in a day.';
  elsif private.is_proof(new.name) then
    raise insufficient_privilege using message = 'A photo of this name proves a review.';
  end if;
  return new;
end $$;

do $$
begin
  create trigger keep_proof_quota before insert on storage.objects
    for each row when (new.bucket_id = 'review-proofs' and new.owner_id is not null) execute function private.keep_proof_quota();
exception when insufficient_privilege then
  raise notice 'Cannot create triggers on storage.objects: concurrent uploads can exceed the daily quota.';
end $$;

-- The queue of photos to delete: authors, sweeps and the account service cannot delete files in Storage. operator_misplaced_photos
-- lists the photos for a process that can.
create table private.photos_to_remove (
  bucket_id text not null,
  name text not null,
  primary key (bucket_id, name)
);
comment on table private.photos_to_remove is 'Photos of deleted reviews and accounts that may still be in storage. Rows are deleted within a minute.';
alter table private.photos_to_remove enable row level security;

-- Queues the photos of deleted accounts in the public bucket. queue_deleted_proofs queues those in withheld-proofs.
create function private.queue_photos_of_deleted_accounts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.photos_to_remove (bucket_id, name)
  select o.bucket_id, o.name from storage.objects as o join deleted on o.owner_id = deleted.id::text
  where o.bucket_id = 'review-proofs'
  on conflict do nothing;
  return null;
end $$;
create trigger queue_photos_of_deleted_accounts after delete on auth.users
  referencing old table as deleted for each statement execute function private.queue_photos_of_deleted_accounts();

create function private.queue_deleted_proofs() returns trigger
language plpgsql set search_path = '' as $$
begin
  insert into private.photos_to_remove (bucket_id, name)
  select 'review-proofs', 'public/' || p.photo_name from deleted as p
  union all
  select 'withheld-proofs', p.review_id || '/' || p.photo_name from deleted as p
  on conflict do nothing;
  return null;
end $$;
create trigger queue_deleted_proofs after delete on private.review_proofs
  referencing old table as deleted for each statement execute function private.queue_deleted_proofs();

-- Photos move to another bucket when their review is hidden or shown again. operator_misplaced_photos lists the moves for a process that
-- can make them. One row per change, not per review: a job deletes only changes that it has seen.
create table private.photos_to_move (
  id bigint generated always as identity primary key,
  review_id uuid not null references public.reviews (id) on delete cascade,
  queued_at timestamptz not null default now()
);
comment on table private.photos_to_move is 'Reviews with photos that were hidden or shown. Rows are deleted once the photos are in place, after ten minutes at the earliest.';
create index photos_to_move_by_review on private.photos_to_move (review_id);
alter table private.photos_to_move enable row level security;

create function private.queue_photo_moves() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.photos_to_move (review_id)
  select new.id where exists (select from private.review_proofs as p where p.review_id = new.id);
  return null;
end $$;
create trigger queue_photos_of_hidden_review after insert on public.reviews
  for each row when (new.hidden_at is not null) execute function private.queue_photo_moves();
create trigger queue_photo_moves after update of hidden_at on public.reviews
  for each row when ((old.hidden_at is null) <> (new.hidden_at is null)) execute function private.queue_photo_moves();

-- Returns the moves that bring the photos of a review into the right bucket: {from, to}, each {bucket, name}.
create function private.photo_moves(review_id uuid) returns setof jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'from', jsonb_build_object('bucket', o.bucket_id, 'name', o.name),
    'to', case o.bucket_id
      when 'review-proofs' then jsonb_build_object('bucket', 'withheld-proofs', 'name', r.id || '/' || p.photo_name)
      else jsonb_build_object('bucket', 'review-proofs', 'name', 'public/' || p.photo_name)
    end)
  from public.reviews as r
  join private.review_proofs as p on p.review_id = r.id
  -- Written so that the index of names is used.
  join storage.objects as o on o.bucket_id = case when r.hidden_at is null then 'withheld-proofs' else 'review-proofs' end
    and o.name = case when r.hidden_at is null then r.id || '/' else 'public/' end || p.photo_name
  where r.id = photo_moves.review_id
$$;

-- Reporting and joining the waitlist need no account, so they are limited by network address, and reports also by device. Hashes
-- with a random daily key neither identify a visitor nor track one from day to day. Both tables are unlogged: neither the WAL nor a
-- physical backup keeps deleted rows.
create unlogged table private.address_keys (
  day date primary key,
  secret text not null
);
comment on table private.address_keys is
  'The key of today''s hashes. Yesterday''s is deleted with the first use of a day, or by the next sweep.';
alter table private.address_keys enable row level security;

create unlogged table private.recent_uses (
  limit_name text not null,
  who bytea not null,
  started_at timestamptz not null,
  uses integer not null,
  primary key (limit_name, who)
);
comment on table private.recent_uses is 'Rate limit counters of devices, accounts, addresses, networks and emails. A window begins with the first use, or with the day (UTC).';
comment on column private.recent_uses.limit_name is 'The limit in private.settings. Its suffix is the length of the window: minute, 5_min, hour or day.';
comment on column private.recent_uses.who is
  'Keyed hash of the limit and the device, account, address, network or email. Accounts count by mailbox.';
alter table private.recent_uses enable row level security;

create function private.forget_past_days() returns void
language sql set search_path = '' as $$
  delete from private.address_keys where day < (now() at time zone 'utc')::date;
  delete from private.recent_uses where started_at < (now() at time zone 'utc')::date::timestamp at time zone 'utc';
$$;

create function private.window_of(limit_name text) returns interval
language sql immutable set search_path = '' as $$
  select case
      when limit_name ~ '_minute$' then interval '1 minute'
      when limit_name ~ '_5_min$' then interval '5 minutes'
      when limit_name ~ '_hour$' then interval '1 hour'
      else interval '1 day'
    end
$$;

-- Includes the limit, so that hashes of two limits cannot be linked.
create function private.use_hash(secret text, limit_name text, who text) returns bytea
language sql immutable set search_path = '' as $$
  select sha256(convert_to(secret || ':' || limit_name || ':' || who, 'UTF8'))
$$;

-- Counts one use. Returns the uses in the window, and the seconds until it ends. A window of a day begins with the day: its key is deleted
-- with the day, and the row stores no time of day.
create function private.add_use(limit_name text, who text, out uses integer, out seconds integer)
language plpgsql set search_path = '' as $$
declare
  span constant interval := private.window_of(limit_name);
  today constant date := (now() at time zone 'utc')::date;
  begins constant timestamptz := case when span = interval '1 day' then today::timestamp at time zone 'utc' else clock_timestamp() end;
  todays_secret text;
  used private.recent_uses;
begin
  if who is null then
    return;
  end if;
  select k.secret into todays_secret from private.address_keys as k where k.day = today;
  if not found then
    -- With two concurrent first requests of a day, the second waits for the insert, then reads its key.
    insert into private.address_keys (day, secret) values (today, gen_random_uuid()::text || gen_random_uuid()::text)
    on conflict (day) do nothing;
    if found then
      perform private.forget_past_days();
    end if;
    select k.secret into todays_secret from private.address_keys as k where k.day = today;
  end if;

  insert into private.recent_uses as u (limit_name, who, started_at, uses)
  values (add_use.limit_name, private.use_hash(todays_secret, add_use.limit_name, add_use.who), begins, 1)
  on conflict on constraint recent_uses_pkey do update set
    started_at = case when u.started_at > clock_timestamp() - span then u.started_at else begins end,
    uses = case when u.started_at > clock_timestamp() - span then least(u.uses, 1000000000) + 1 else 1 end
  returning * into used;
  uses := used.uses;
  seconds := greatest(1, ceil(extract(epoch from used.started_at + span - clock_timestamp())));
end $$;

create function private.limit_sentence(limit_name text, seconds integer) returns text
language sql stable set search_path = '' as $$
  select regexp_replace(format(
    coalesce(
      (
        select sentence
        from (values
          ('reviews_per_minute', 'You published a review a moment ago. You can publish the next one in %s.'),
          ('reviews_per_day', 'You published %2$s reviews, the most for one day. You can publish the next one in %1$s.'),
          -- One message for both: another would reveal that the network reviewed this home.
          ('home_reviews_per_network_day',
            'Too many reviews from your connection today. Try another connection or come back tomorrow.'),
          ('reviews_per_network_day',
            'Too many reviews from your connection today. Try another connection or come back tomorrow.'),
          ('proof_photos_per_day',
            'You uploaded %2$s photos in the last 24 hours. You can upload the next one in %1$s, or publish without it.'),
          ('reports_per_device_day', 'Too many reports came from this device. You can report again in %s.'),
          ('reports_per_account_day', 'Too many reports came from your account. You can report again in %s.'),
          ('reports_per_network_day', 'Too many reports came from your network. You can report again in %s.'),
          ('replies_per_account_day', 'Too many replies came from your account. You can reply again in %s.'),
          ('replies_per_network_day', 'Too many replies came from your network. You can reply again in %s.'),
          ('waitlist_entries_per_account_hour', 'Too many people joined from your account. You can join in %s.'),
          ('waitlist_entries_per_address_5_min', 'Too many people joined from your network. You can join in %s.'),
          ('waitlist_entries_per_address_day', 'Too many people joined from your network. You can join in %s.'),
          ('grievances_per_email_day', 'Too many complaints came from this email. You can send the next one in %s.'),
          ('grievances_per_network_day',
            'Too many complaints came from your network today. You can send the next one in %s, or write to the Grievance Officer by email or post.')
        ) as worded (worded_limit, sentence)
        where worded_limit = limit_name
      ),
      'Too many requests came from your network. You can try again in %s.'),
    private.time_in_words(seconds), private.setting(limit_name)), '\m1 reviews', '1 review')
$$;

create function private.limit_use(limit_name text, who text) returns void
language plpgsql set search_path = '' as $$
declare
  size constant integer := private.setting(limit_name);
  used record;
begin
  if size = 0 then
    return;
  end if;
  select * into used from private.add_use(limit_name, who);
  if used.uses > size then
    perform private.refuse_for_now(private.limit_sentence(limit_name, used.seconds), used.seconds);
  end if;
end $$;

-- Returns the visitor's address, or its prefix, from the header of the gateway or the embedded server. A household has a /64 in IPv6;
-- one customer may have a /48, or most of a /24. Must match networkOf and widerNetworkOf in server/client-address.ts.
create function private.request_address(ipv4_bits integer default 32, ipv6_bits integer default 64) returns text
language plpgsql stable set search_path = '' as $$
declare
  headers constant jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
  header constant text := (select value #>> '{}' from private.settings where key = 'client_address_header');
  given constant text := left(coalesce(headers ->> header, headers ->> 'x-forwarded-for'), 2000);
  -- Some proxies add the port, or write an IPv4 address as ::ffff:192.0.2.1.
  last_entry constant text := regexp_replace(btrim(substring(given from '[^,]*$')), '^\[(.+)\](?::\d+)?$', '\1');
  bare constant text := regexp_replace(last_entry, '^(?:::ffff:)?(\d+(?:\.\d+){3})(?::\d+)?$', '\1', 'i');
begin
  return host(network(set_masklen(bare::inet, case when family(bare::inet) = 6 then ipv6_bits else ipv4_bits end)));
exception when invalid_text_representation then
  return bare;
end $$;

-- Returns the wait and the message for an account over its daily quota of photos; nulls if it may upload.
-- Security definer: the embedded server, which calls it before an upload, may not read storage.objects and settings.
create function private.proof_quota(uploader uuid, out seconds integer, out sentence text)
language sql stable security definer set search_path = '' as $$
  select wait, private.limit_sentence('proof_photos_per_day', wait) from private.proof_wait(uploader::text) as wait where wait is not null
$$;

-- PostgREST's db_pre_request on Supabase projects. The embedded server counts the same in memory. Visitors' roles may use this schema,
-- but the API does not expose it.
create schema gate;
comment on schema gate is 'The function that PostgREST runs before each request. No tables, nothing private.';
revoke all on schema gate from public;
grant usage on schema gate to anon, authenticated, service_role;

create function gate.check_request() returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Skips reads, which PostgREST runs in read-only transactions, and the requests of operators and the worker (service_role).
  if current_setting('transaction_read_only') = 'on' or current_setting('role') = 'service_role' then
    return;
  end if;
  perform private.limit_use('changes_per_address_5_min', private.request_address());
end $$;
comment on function gate.check_request() is 'Limits the writes per network address.';
revoke execute on function gate.check_request() from public;
grant execute on function gate.check_request() to anon, authenticated, service_role;

do $$
begin
  if exists (select from pg_roles where rolname = 'authenticator') then
    alter role authenticator set pgrst.db_pre_request = 'gate.check_request';
    notify pgrst, 'reload config';
  end if;
exception when insufficient_privilege then
  raise notice 'Cannot change the role authenticator: set db-pre-request = "gate.check_request" in the configuration of PostgREST.';
end $$;

-- Anonymous requests time out after three seconds. Signed-in users keep the longer timeout of Supabase projects, since inserting a
-- review may wait for a lock.
do $$
begin
  alter role anon set statement_timeout = '3s';
  alter role authenticated set statement_timeout = '8s';
  notify pgrst, 'reload config';
exception when insufficient_privilege then
  raise notice 'Cannot change the roles of visitors: set the statement_timeout of anon to 3s yourself.';
end $$;

-- Visitors report abusive reviews, with or without an account. The API accepts reports, but returns none. The reasons must match
-- app/domain/report.ts.
create table public.review_reports (
  id bigint generated always as identity primary key,
  review_id uuid not null references public.reviews (id) on delete cascade,
  reason text not null check (reason in ('fake', 'offensive', 'unrelated', 'spam')),
  reporter_email text check (reporter_email is null),
  reporter_fingerprint text not null check (reporter_fingerprint ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  -- app/data/reports.ts turns this violation (23505) into "already reported".
  constraint review_reports_once_per_device unique (review_id, reporter_fingerprint)
);
comment on table public.review_reports is 'Abuse reports. Any visitor may add one; only operators read them.';
comment on column public.review_reports.reporter_email is 'Write-only: moved to private.reporter_emails, always null here.';
comment on column public.review_reports.reporter_fingerprint is
  'Keyed hash of the device''s fingerprint and the review''s id: a device reports a review once, and cannot be tracked across reviews.';

alter table public.review_reports enable row level security;
create policy "Anyone may report a review" on public.review_reports
  for insert to anon, authenticated with check (reporter_email is null);

revoke all on table public.review_reports from public, anon, authenticated, service_role;
grant insert (review_id, reason, reporter_email, reporter_fingerprint) on table public.review_reports to anon, authenticated;

-- The foreign key is deferred: a before insert trigger stores the email before its report.
create table private.reporter_emails (
  report_id bigint primary key references public.review_reports (id) on delete cascade deferrable initially deferred,
  email text not null check (char_length(email) <= 320)
);
comment on table private.reporter_emails is 'The emails that reporters left. Erasing one deletes its row; the report stays.';
alter table private.reporter_emails enable row level security;

create function private.reporter_hash(subject uuid, device text) returns text
language sql stable set search_path = '' as $$
  select encode(sha256(convert_to(concat_ws(':', value #>> '{}', subject, device), 'UTF8')), 'hex')
  from private.settings where key = 'report_secret'
$$;

create function private.limit_reports(device text) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.limit_use('reports_per_device_day', device);
  perform private.limit_use('reports_per_account_day', private.mailbox_of((select auth.uid())));
  perform private.limit_use('reports_per_network_day', private.request_address(24, 48));
end $$;

-- Validates a report, moves its email to private.reporter_emails, and limits reports by device, account and network. Duplicates do
-- not count, so a retry never exceeds a limit.
create function private.check_report() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  device constant text := new.reporter_fingerprint;
  email text;
begin
  perform private.refuse_ended_session();
  if new.reason is null or new.reason not in ('fake', 'offensive', 'unrelated', 'spam') then
    perform private.refuse(400, 'Choose one of the listed reasons.');
  elsif new.review_id is null or not exists (select from public.reviews where id = new.review_id and hidden_at is null) then
    perform private.refuse(404, 'This review does not exist or is no longer shown.');
  elsif coalesce(char_length(device), 0) not between 16 and 128 then
    perform private.refuse(400, 'Send a device fingerprint of 16 to 128 characters.');
  end if;
  email := private.clean_email(new.reporter_email);
  new.reporter_email := null;
  new.created_at := now();
  new.reporter_fingerprint := private.reporter_hash(new.review_id, device);
  if not exists (
    select from public.review_reports as r
    where r.review_id = new.review_id and r.reporter_fingerprint = new.reporter_fingerprint
  ) then
    perform private.limit_reports(device);
    if email is not null then
      insert into private.reporter_emails (report_id, email) values (new.id, email);
    end if;
  end if;
  return new;
end $$;
create trigger check_report before insert on public.review_reports
  for each row execute function private.check_report();

create function private.flag_reported_review() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.reviews set reported = true where id = new.review_id and not reported;
  return null;
end $$;
create trigger flag_reported_review after insert on public.review_reports
  for each row execute function private.flag_reported_review();

create trigger refuse_several_reports after insert on public.review_reports
  referencing new table as inserted
  for each statement when (row_security_active('public.review_reports'))
  execute function private.refuse_several_rows('Send one report at a time.');

-- People to notify when the referral program starts, with or without an account. The API accepts entries, but returns none. Limits
-- must match app/domain/waitlist.ts.
create table public.referral_waitlist (
  id bigint generated always as identity primary key,
  name text not null check (name ~ '\S' and char_length(name) <= 120),
  email text not null check (email ~ '\S' and char_length(email) <= 320),
  created_at timestamptz not null default now()
);
comment on table public.referral_waitlist is 'Visitors to notify about the referral program. Any visitor may join; only operators read it.';
comment on column public.referral_waitlist.email is 'Unique, ignoring case and surrounding spaces.';
-- app/data/waitlist.ts turns this violation (23505) into "already registered".
create unique index referral_waitlist_once_per_email on public.referral_waitlist (lower(btrim(email)));

alter table public.referral_waitlist enable row level security;
create policy "Anyone may join the referral waitlist" on public.referral_waitlist
  for insert to anon, authenticated with check (true);

revoke all on table public.referral_waitlist from public, anon, authenticated, service_role;
grant insert (name, email) on table public.referral_waitlist to anon, authenticated;

-- Cleans an entry and applies rate limits to a new one. Skips a known one: refuse_known_waitlist_entry reports it only at the end of the
-- statement, so that a request with two entries cannot probe an address without a trace.
create function private.check_waitlist_entry() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_known boolean;
begin
  perform private.refuse_ended_session();
  if char_length(new.name) <= 1000 then
    new.name := private.clean_line(new.name);
  end if;
  if char_length(new.email) <= 1000 then
    -- Joiners and variation selectors would make two addresses out of one.
    new.email := private.clean_line(regexp_replace(new.email, '[\u200c\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef]', '', 'g'));
  end if;
  if private.is_blank(left(new.name, 1000)) or private.is_blank(left(new.email, 1000)) then
    perform private.refuse(400, 'Please provide both name and email.');
  elsif char_length(new.name) > 120 then
    perform private.refuse(400, 'Shorten the name to 120 characters.');
  elsif char_length(new.email) > 320 or new.email !~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' then
    perform private.refuse(400, 'Enter a valid email address.');
  elsif coalesce(current_setting('gharsach.waitlist_entry', true), '') <> '' then
    perform private.refuse(400, 'Join the waitlist with one email at a time.');
  end if;
  new.created_at := now();
  is_known := exists (select from public.referral_waitlist where lower(btrim(email)) = lower(btrim(new.email)));
  perform set_config('gharsach.waitlist_entry', case when is_known then 'known' else 'new' end, true);
  if is_known then
    return null;
  end if;
  perform private.limit_use('waitlist_entries_per_account_hour', private.mailbox_of((select auth.uid())));
  perform private.limit_use('waitlist_entries_per_address_5_min', private.request_address());
  perform private.limit_use('waitlist_entries_per_address_day', private.request_address());
  return new;
end $$;
create trigger check_waitlist_entry before insert on public.referral_waitlist
  for each row when (row_security_active('public.referral_waitlist')) execute function private.check_waitlist_entry();

create function private.refuse_known_waitlist_entry() returns trigger
language plpgsql set search_path = '' as $$
declare
  entry constant text := current_setting('gharsach.waitlist_entry', true);
begin
  perform set_config('gharsach.waitlist_entry', '', true);
  if entry = 'known' then
    raise unique_violation using message = 'duplicate key value violates unique constraint "referral_waitlist_once_per_email"';
  end if;
  return null;
end $$;
create trigger refuse_known_waitlist_entry after insert on public.referral_waitlist
  for each statement when (row_security_active('public.referral_waitlist')) execute function private.refuse_known_waitlist_entry();

-- A search returns pages of properties, in list order, that have a review with all its words. Each word is in the names of the property
-- (or another name of its city), or in the comment of the review. public.browse_properties (08_reading.sql) calls these functions.
-- docs/decisions/0009 has the measurements.
--
-- 1. search_words folds and splits the search.
-- 2. matching_page walks along the list and reads the reviews of each property (walk), which is fast if many match. Most pages are full
--    after 2 ms. Otherwise plan_search samples some 2,400 rows and estimates the cost of collecting all matches from the indexes
--    (collect_matches), which is fast if few match. The walk continues for half of that time first.
-- 3. matching_reviews lists and counts the matches of each property on the page.
-- 4. If the first page is empty and has no next one, relax_search tries fewer words.
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

-- Returns the words of a search, or null: at most ten, since each is compared with every review that is read. Drops words that are part of
-- a longer one. A typed word that folds to several is a phrase, in which a number or a single letter at an edge is a whole word: "12-B" is
-- " 12 b ", which "112 bats" does not contain. Must match searchWords in app/domain/search.ts.
create function private.search_words(search text) returns text[]
language sql immutable security definer set search_path = '' as $$
  with written as (
    select string_agg(nullif(replace(private.fold(word), ' ', '_'), ''), ' ' order by place) as words
    from regexp_split_to_table(
      regexp_replace(left(private.clean_line(left(search, 200)), 100), '([0-9]),(?=[0-9])', '\1', 'g'), '[ ,;]+'
    ) with ordinality as split (word, place)
  ),
  given as (
    select
      replace(regexp_replace(regexp_replace(word, '^([^_]|[0-9]+)_', ' \1_'), '_([^_]|[0-9]+)$', '_\1 '), '_', ' ') as word,
      min(place) as place
    from written
    cross join lateral regexp_split_to_table(private.join_letters(words), ' ') with ordinality as split (word, place)
    group by 1
  ),
  needed as (
    select * from given
    where not exists (select from given as longer where longer.word <> given.word and strpos(longer.word, given.word) > 0)
    order by place limit 10
  )
  select array_agg(word order by place) from needed
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
  words text[], city_key text, is_verified_only boolean, after_key text[], at_most integer
);

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
      select q.id, q.review_count, q.search_text, q.name_key, q.locality_key, q.city_key
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
      select p.id, p.name_key, p.locality_key, p.city_key, p.search_text
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
              where (name_key, locality_key, city_key) > ($3, $4, $5)
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
            select q.id, q.name_key, q.locality_key, q.city_key, q.search_text from public.properties as q where q.id = c.property_id offset 0
          ) as p
          where (p.name_key, p.locality_key, p.city_key) > ($3, $4, $5)
            and not exists (select from unnest($7) as pattern where c.search_text not like pattern and p.search_text not like pattern)
        ) as matching
        order by name_key, locality_key, city_key
        limit $6
      ),
      (select count(*) from named) <= $8 and (select count(*) from commented) <= $9
    $query$, coalesce(names_condition, 'false'), coalesce(comment_condition, 'false'))
  into matches, is_complete
  using search.city_key, search.is_verified_only, search.after_key[1], search.after_key[2], search.after_key[3], search.at_most,
    private.word_patterns(search.words), limits.most_properties, limits.most_reviews;
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
    if round = 1 then
      plan := private.plan_search(search, case when sample is null then private.sample_texts(search) else sample end);
      budget := least(plan.cost_by_names / 2, plan.cost_by_comments / 2, longest_walk);
      is_by_names := plan.cost_by_comments is null or plan.cost_of_their_comments < plan.cost_by_comments / 2;
      -- With so few comments to read, walking by names is faster.
      exit when budget < first_walk or is_by_names and plan.cost_of_their_comments < 10 * first_walk;
    end if;
  end loop;

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

-- A search without results is relaxed in three steps: drop or replace words that occur in no review; drop generic words; drop words that
-- are in no name.

-- Must match GENERIC_WORDS in app/domain/relax-search.ts.
create function private.generic_words() returns text[]
language sql immutable set search_path = '' as $$
  select string_to_array(
    'a an the and or of in at on by to for from with without near nearby next opposite opp behind beside between under over above below '
    'no not is my any good best review reviews st nd rd th mr mrs ms dr shri smt sri ji sir madam '
    'landlord landlady owner tenant flat flats apartment apartments house home homes villa room rooms pg hostel bhk rk '
    'rent rental rented society building sector block phase stage main cross road street lane floor wing '
    'complex tower towers plot east west north south area corner circle gate junction signal stop extension '
    'city market mall metro station hospital school college temple office bungalow furnished semi family bachelor bachelors', ' ')
$$;

-- Returns true for a generic word, a number, a letter, or a phrase of these: "2", "D", "5th", "3BHK".
create function private.is_generic(word text) returns boolean
language sql immutable set search_path = '' as $$
  select not exists (
    select from unnest(string_to_array(btrim(word), ' ')) as part where part !~ '^([0-9]+|[a-z])$' and part <> all (private.generic_words()))
$$;

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

-- Returns true if all words of a phrase occur in names of properties.
create function private.is_of_names(phrase text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return not exists (
    select from unnest(string_to_array(btrim(phrase), ' ')) as part
    where not exists (select from private.known_words as known where known.word = part));
end $$;

-- Returns the relaxed search and its first page, or null if it finds nothing either. A number next to an omitted word is omitted with it:
-- "sector 2".
create function private.relax_search(
  search private.search, out searched text, out left_out text[], out is_replaced boolean, out page uuid[], out searched_to uuid
)
language plpgsql stable security definer set search_path = '' as $$
declare
  sample constant private.search_sample := private.sample_texts(search);
  asked constant text[] := search.words;
  given_word text;
  nearest text;
  kept text[] := '{}';
  tried text[] := asked;
begin
  is_replaced := false;
  foreach given_word in array asked loop
    -- Stops after a while: each unknown word may cost as much as a search.
    if clock_timestamp() > statement_timestamp() + interval '1 second' then
      return;
    end if;
    search.words := array[given_word];
    if private.occurs(search, sample) then
      kept := array_append(kept, given_word);
      continue;
    end if;
    nearest := null;
    if given_word !~ ' ' and not private.is_generic(given_word) then
      foreach nearest in array private.nearest_words(given_word, false) || null::text loop
        search.words := array[nearest];
        exit when nearest is null or private.occurs(search, sample);
      end loop;
    end if;
    kept := array_append(kept, nearest);
    is_replaced := is_replaced or nearest is not null;
  end loop;

  with decided as (
    select asked[place] as word, place,
      case
        when asked[place] ~ '^ ?[0-9]+( (st|nd|rd|th))?$' and (lag(word, 1, '') over in_order is null or lead(word, 1, '') over in_order is null) then null
        else word
      end as used
    from unnest(kept) with ordinality as given (word, place)
    window in_order as (order by place)
  ),
  runs as (
    select private.words_as_typed(array_agg(word order by place)) as run, min(place) as first
    from (select *, place - row_number() over (order by place) as number from decided where used is null) as of_run
    group by number
  )
  select
    coalesce((select array_agg(used order by place) from decided where used is not null), '{}'),
    coalesce((select array_agg(run order by first) from runs), '{}')
  into kept, left_out;

  for step in 1..3 loop
    if step > 1 then
      kept := array(
        select given from unnest(kept) with ordinality as of_kept (given, place)
        where not private.is_generic(given) and (step = 2 or private.is_of_names(given)) order by place);
    end if;
    continue when kept = tried or not exists (select from unnest(kept) as given where not private.is_generic(given));
    tried := kept;
    searched := private.words_as_typed(kept);
    search.words := private.search_words(searched);
    select matching.page, matching.searched_to into page, searched_to from private.matching_page(search, sample) as matching;
    if page <> '{}' or searched_to is not null then
      return;
    end if;
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

-- The owner or manager of a home may reply to each of its reviews once. An operator reads a reply before it is shown, but does not verify
-- its author. Replies are private rows, so that nothing in public.reviews names their author. Lengths and roles must match
-- app/domain/reply.ts.
create table private.replies (
  id uuid primary key default gen_random_uuid(),
  review_id uuid not null references public.reviews (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  written_as text not null check (written_as in ('owner', 'manager')),
  reply_text text not null check (reply_text ~ '\S' and char_length(reply_text) <= 1000),
  state text not null default 'waiting' check (state in ('waiting', 'shown', 'refused')),
  reported boolean not null default false,
  created_at timestamptz not null default now(),
  created_on date not null generated always as ((created_at at time zone 'Asia/Kolkata')::date) stored,
  constraint replies_once_per_account unique (review_id, user_id)
);
comment on table private.replies is 'Replies of owners and managers of homes. Deleted when withdrawn, and with the account.';
comment on column private.replies.written_as is 'The role that its author claims, unverified.';
comment on column private.replies.state is
  'waiting: no operator has read it. shown: below its review. refused: its author may write another.';
comment on column private.replies.reported is 'Whether it was reported since an operator last decided on it.';
create unique index replies_shown on private.replies (review_id) where state = 'shown';
create index replies_by_user on private.replies (user_id);
create index replies_open on private.replies (created_at) where state = 'waiting' or reported;
alter table private.replies enable row level security;
create policy "The site reads replies that an operator has approved" on private.replies
  for select to site_reader using (state = 'shown');
grant select (review_id, reply_text, state, created_on) on table private.replies to site_reader;

create table private.reply_reports (
  id bigint generated always as identity primary key,
  reply_id uuid not null references private.replies (id) on delete cascade,
  -- Must match REPORT_REASONS in app/domain/report.ts.
  reason text not null check (reason in ('fake', 'offensive', 'unrelated', 'spam')),
  email text check (char_length(email) <= 320),
  device text not null,
  created_at timestamptz not null default now(),
  constraint reply_reports_once_per_device unique (reply_id, device)
);
comment on table private.reply_reports is 'Reports of replies, with the emails that reporters left. Erasing an email deletes its rows.';
comment on column private.reply_reports.device is
  'Keyed hash of the device''s fingerprint and the reply''s id: a device reports a reply once and cannot be tracked.';
alter table private.reply_reports enable row level security;

-- Building blocks of the API's read functions. Those are security definer and owned by site_reader, so they see only visible rows and
-- granted columns. Visitors may select from no table.

-- Lists the columns, so that a new column does not become public by itself. "offset 0" makes the photo check an index lookup per row: the
-- planner might join all photos, and calling has_proof took thirty times as long.
create view private.shown_reviews with (security_invoker = true) as
  select
    r.id, r.property_id, home.property_name, home.locality, home.city, r.rating, r.review_text,
    coalesce((select n.display_name from private.review_names as n where n.review_id = r.id), 'Anonymous') as display_name,
    r.move_in_date,
    r.verified and exists (select from private.review_proofs as proof where proof.review_id = r.id offset 0) as verified, r.reported,
    case when r.verified then array(
      select '/storage/v1/object/public/review-proofs/public/' || p.photo_name
      from private.review_proofs as p where p.review_id = r.id order by p.position
    ) else '{}' end as proof_urls,
    r.reported_issues, r.created_on,
    -- Same as private.answers_of, which needs a whole row of public.reviews, but with the original answer to deposit_back.
    r.answers || coalesce((
      select jsonb_build_object('deposit_back', f.deposit_was)
      from private.follow_ups as f where f.review_id = r.id and f.deposit_was is not null order by f.position limit 1), '{}')
    || jsonb_strip_nulls(jsonb_build_object(
      'property_type', r.property_type,
      'duration', r.duration,
      'would_recommend', r.would_recommend::text,
      'move_out_intent', r.move_out_intent::text,
      'how_issues_reported', r.how_issues_reported,
      'issue_resolution_status', r.issue_resolution_status,
      'management_response_time', r.management_response_time)) as answers,
    r.insert_order,
    coalesce((
      select json_agg(json_build_object(
        'text', coalesce(f.follow_up, ''), 'depositBack', f.deposit_back, 'addedOn', f.created_on) order by f.position)
      from private.follow_ups as f where f.review_id = r.id
    ), '[]') as follow_ups,
    (select json_build_object('text', a.reply_text, 'createdOn', a.created_on)
      from private.replies as a where a.review_id = r.id and a.state = 'shown') as reply
  from public.reviews as r join public.properties as home on home.id = r.property_id;
comment on view private.shown_reviews is 'Reviews with names of homes, display names, photos and follow-ups, subject to RLS.';
grant select on private.shown_reviews to site_reader;

-- Returns a review as JSON. Has no search_path, so that PostgreSQL can inline it ("return" bodies do not need one). Pass a row of a
-- subquery with "order by" or "limit": for a row of the view itself, names and photos would be looked up at each use.
create function private.review_json(review private.shown_reviews) returns json
language sql stable
return json_build_object(
  'id', review.id,
  'propertyId', review.property_id,
  'propertyName', review.property_name,
  'locality', review.locality,
  'city', review.city,
  'rating', review.rating,
  'comment', review.review_text,
  'displayName', review.display_name,
  'moveInDate', review.move_in_date,
  'verified', review.verified,
  'reported', review.reported,
  'proofUrls', review.proof_urls,
  'reportedIssues', coalesce(review.reported_issues, '[]'),
  'publishedOn', review.created_on,
  'answers', review.answers,
  'followUps', review.follow_ups,
  'reply', review.reply);

-- Returns reviews in the order of the given ids, or null. Uses a generic plan, cached per connection.
create function private.reviews_json(ids uuid[]) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  return (
    select json_agg(private.review_json(shown))
    from (
      select r.* from unnest(ids) with ordinality as place (id, number) join private.shown_reviews as r on r.id = place.id
      order by place.number
    ) as shown
  );
end $$;

create view private.listed_homes with (security_invoker = true) as
  select p.id, p.property_name, p.locality, p.city, p.city_key, p.review_count, p.rating_total, p.verified_count
  from public.properties as p;
comment on view private.listed_homes is 'The columns of properties that lists show, subject to RLS.';
grant select on private.listed_homes to site_reader;

-- Returns a property with some of its matching reviews. count and totalRating cover all its reviews.
create function private.group_json(home private.listed_homes, matching_count bigint, reviews json) returns json
language sql stable
return json_build_object(
  'propertyId', home.id,
  'propertyName', home.property_name,
  'locality', home.locality,
  'city', home.city,
  'count', home.review_count,
  'totalRating', home.rating_total,
  'matchingCount', matching_count,
  'reviews', coalesce(reviews, '[]'));

-- Returns the approximate maximum size of a list response: 45 long reviews made a page of 16 MB.
create function private.max_list_bytes() returns integer
language sql immutable return 300000;

create function private.fitting_reviews(reviews json) returns json
language sql stable set search_path = '' as $$
  select case
    when octet_length(reviews::text) <= private.max_list_bytes() then reviews
    else (
      select json_agg(review order by number)
      from (
        select review, number, sum(octet_length(review::text)) over (order by number) as bytes
        from json_array_elements(reviews) with ordinality as listed (review, number)
      ) as sized
      where number = 1 or bytes <= private.max_list_bytes()
    )
  end
$$;

-- Returns the first properties that fit into max_list_bytes(). If even the first is too large, returns it with only its first reviews.
create function private.fitting_groups(groups json) returns json
language sql stable set search_path = '' as $$
  select case
    when octet_length(groups::text) <= private.max_list_bytes() then groups
    else (
      select json_agg(
        case
          when bytes <= private.max_list_bytes() then listed_group
          else (listed_group::jsonb || jsonb_build_object('reviews', private.fitting_reviews(listed_group -> 'reviews')))::json
        end order by number)
      from (
        select listed_group, number, sum(octet_length(listed_group::text)) over (order by number) as bytes
        from json_array_elements(groups) with ordinality as listed (listed_group, number)
      ) as sized
      where number = 1 or bytes <= private.max_list_bytes()
    )
  end
$$;

-- Returns the first reviews that fit a response, at most page_size, and the cursor of the others.
create function private.page_of_reviews(ids uuid[], page_size integer, out reviews json, out next uuid)
language plpgsql stable set search_path = '' as $$
begin
  reviews := private.fitting_reviews(private.reviews_json(ids[:page_size]));
  next := case when json_array_length(reviews) < cardinality(ids) then ids[json_array_length(reviews)] end;
end $$;

create function private.refuse_cursor() returns void
language plpgsql set search_path = '' as $$
begin
  perform private.refuse(400, 'This link to more results is damaged. Start again from the first page.');
end $$;

create function private.cursor_id(cursor text) returns uuid
language plpgsql immutable set search_path = '' as $$
begin
  if cursor !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    perform private.refuse_cursor();
  end if;
  return cursor;
end $$;

-- Returns the review of a cursor, or null for the first page. Refuses a malformed cursor, or one of another property.
create function private.review_cursor(cursor text, property_id uuid) returns uuid
language plpgsql stable set search_path = '' as $$
declare
  last_id constant uuid := case when cursor <> '' then private.cursor_id(cursor) end;
begin
  if last_id is not null then
    perform from public.reviews as r where r.id = last_id and r.property_id = review_cursor.property_id;
    if not found then
      perform private.refuse_cursor();
    end if;
  end if;
  return last_id;
end $$;

-- Returns the ids of a page of properties. Each kind of list has a query with a cached generic plan: custom plans spent a fifth of
-- the time on planning.
create function private.listed_page(wanted_city text, is_verified_only boolean, after text[], at_most integer) returns uuid[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  if wanted_city is null and not is_verified_only then
    return array(
      select p.id from public.properties as p
      where (p.name_key, p.locality_key, p.city_key) > (after[1], after[2], after[3])
      order by p.name_key, p.locality_key, p.city_key limit at_most
    );
  elsif wanted_city is null then
    return array(
      select p.id from public.properties as p
      where (p.name_key, p.locality_key, p.city_key) > (after[1], after[2], after[3]) and p.verified_count > 0
      order by p.name_key, p.locality_key, p.city_key limit at_most
    );
  end if;
  return array(
    select p.id from public.properties as p
    where p.city_key = wanted_city and (p.name_key, p.locality_key, p.city_key) > (after[1], after[2], after[3])
      and (not is_verified_only or p.verified_count > 0)
    order by p.name_key, p.locality_key, p.city_key limit at_most
  );
end $$;

-- Returns properties with the first of their reviews, or of their verified ones. Each sort order has a query with a cached generic plan,
-- which reads no more reviews than it returns.
create function private.whole_groups(page uuid[], is_verified_only boolean, is_by_rating boolean, review_limit integer) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  if is_verified_only then
    return (
      select json_agg(private.group_json(p, p.verified_count, listed.reviews) order by place.number)
      from unnest(page) with ordinality as place (id, number)
      join private.listed_homes as p on p.id = place.id
      cross join lateral (
        select json_agg(private.review_json(newest)) as reviews
        from (
          select * from private.shown_reviews as r where r.property_id = p.id and r.verified
          order by r.created_on desc, r.insert_order desc limit review_limit
        ) as newest
      ) as listed
    );
  elsif is_by_rating then
    return (
      select json_agg(private.group_json(p, p.review_count, listed.reviews) order by place.number)
      from unnest(page) with ordinality as place (id, number)
      join private.listed_homes as p on p.id = place.id
      cross join lateral (
        select json_agg(private.review_json(best)) as reviews
        from (
          select * from private.shown_reviews as r where r.property_id = p.id
          order by r.rating desc, r.created_on desc, r.insert_order desc limit review_limit
        ) as best
      ) as listed
    );
  end if;
  return (
    select json_agg(private.group_json(p, p.review_count, listed.reviews) order by place.number)
    from unnest(page) with ordinality as place (id, number)
    join private.listed_homes as p on p.id = place.id
    cross join lateral (
      select json_agg(private.review_json(newest)) as reviews
      from (
        select * from private.shown_reviews as r where r.property_id = p.id
        order by r.created_on desc, r.insert_order desc limit review_limit
      ) as newest
    ) as listed
  );
end $$;

-- Returns properties with their match counts and reviews. Row N of ids has the review ids of property N, padded with nulls.
create function private.groups_json(homes uuid[], matching_counts bigint[], ids uuid[]) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  return (
    select json_agg(
      private.group_json(p, matching_counts[home.number], (
        select json_agg(private.review_json(shown))
        from (
          select r.*
          from unnest(ids[home.number:home.number]) with ordinality as place (id, number)
          join private.shown_reviews as r on r.id = place.id
          order by place.number
        ) as shown
      ))
      order by home.number)
    from unnest(homes) with ordinality as home (id, number)
    join private.listed_homes as p on p.id = home.id
  );
end $$;

create function private.matching_groups(
  page uuid[], words text[], is_verified_only boolean, is_by_rating boolean, review_limit integer
) returns json
language plpgsql stable set search_path = '' as $$
declare
  counts bigint[];
  ids uuid[];
begin
  select
    array_agg(matching.count order by place.number),
    -- Pads the ids with nulls: array_agg makes a two-dimensional array only of arrays of equal length.
    array_agg((matching.ids || array_fill(null::uuid, array[review_limit]))[:review_limit] order by place.number)
  into counts, ids
  from unnest(page) with ordinality as place (id, number)
  cross join lateral private.matching_reviews(place.id, words, is_verified_only, is_by_rating, null, review_limit) as matching;
  return private.groups_json(page, counts, ids);
end $$;

create function public.recent_reviews(at_most integer default 3) returns json
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
begin
  return coalesce(
    private.reviews_json(array(
      select r.id from public.reviews as r
      order by r.created_on desc, r.insert_order desc
      limit least(greatest(coalesce(at_most, 3), 1), 10)
    )),
    '[]');
end $$;
comment on function public.recent_reviews(integer) is 'The newest reviews, at most ten.';

-- Sorts within each group; "verified" also filters. Without a search, counts come from public.properties. A page has at most 120 reviews,
-- so that few are read in vain if it does not fit a response.
create function public.browse_properties(
  search text default '', city text default '', sort text default 'recent', after text default null,
  page_size integer default 10, reviews_per_group integer default 6, exact boolean default false
) returns json
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
declare
  -- Skipped without arguments: the calls would take a tenth of the first page's 1.1 ms.
  words text[] := case when search <> '' then private.search_words(search) end;
  wanted_city constant text := case when city <> '' then private.city_key(city) end;
  is_verified_only constant boolean := coalesce(sort = 'verified', false);
  is_by_rating constant boolean := coalesce(sort = 'rating', false);
  review_limit constant integer := least(greatest(coalesce(reviews_per_group, 6), 1), 60);
  group_limit constant integer := least(greatest(coalesce(page_size, 10), 1), 50, 120 / review_limit);
  after_key text[] := array['', '', ''];
  page uuid[];
  next_cursor uuid;
  groups json;
  used_words text[];
  relaxed json;
begin
  if after <> '' then
    select array[p.name_key, p.locality_key, p.city_key] into after_key
    from public.properties as p where p.id = private.cursor_id(after);
    if not found then
      perform private.refuse_cursor();
    end if;
  end if;

  if words is null then
    page := private.listed_page(wanted_city, is_verified_only, after_key, group_limit + 1);
  else
    select matching.page, matching.searched_to into page, next_cursor
    from private.matching_page((words, wanted_city, is_verified_only, after_key, group_limit + 1)) as matching;
  end if;
  if page = '{}' and words is not null and next_cursor is null and coalesce(after, '') = '' then
    if not coalesce(exact, false) then
      select relaxation.page, relaxation.searched_to, private.search_words(relaxation.searched),
        json_build_object('search', relaxation.searched, 'leftOut', relaxation.left_out, 'isReplaced', relaxation.is_replaced)
      into page, next_cursor, used_words, relaxed
      from private.relax_search((words, wanted_city, is_verified_only, after_key, group_limit + 1)) as relaxation
      where relaxation.searched is not null;
    end if;
    if relaxed is null then
      return json_build_object('groups', '[]'::json, 'next', null, 'similar', private.similar_homes(words, wanted_city));
    end if;
    words := used_words;
  end if;
  if cardinality(page) > group_limit then
    page := page[:group_limit];
    next_cursor := page[group_limit];
  end if;

  groups := private.fitting_groups(case
    when words is null then private.whole_groups(page, is_verified_only, is_by_rating, review_limit)
    else private.matching_groups(page, words, is_verified_only, is_by_rating, review_limit)
  end);
  if json_array_length(groups) < cardinality(page) then
    next_cursor := page[json_array_length(groups)];
  end if;
  if relaxed is not null then
    return json_build_object('groups', coalesce(groups, '[]'), 'next', next_cursor, 'relaxed', relaxed);
  end if;
  return json_build_object('groups', coalesce(groups, '[]'), 'next', next_cursor);
end $$;
comment on function public.browse_properties(text, text, text, text, integer, integer, boolean) is
  'A page of properties with their first reviews: {groups, next}. {relaxed} is the search used instead if one that is not exact has no results; {similar} are properties if that has none either. sort is recent, rating or verified; after is next of the previous page.';

-- A filter for the reviews of a property; nulls match all. "answers" is for questions without a column.
create type private.review_filter as (with_photos boolean, answers jsonb, move_in_year integer, topic text);

-- Returns the newest reviews of a property before a position in its list that match the filter: of one rating, or of all (null).
-- Each index has a query with a cached generic plan.
create function private.next_reviews(
  property_id uuid, rating integer, filter private.review_filter, before_day date, before_order bigint, at_most integer
) returns uuid[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  with_photos constant boolean := coalesce(filter.with_photos, false);
  is_filtered constant boolean := filter.answers is not null or filter.move_in_year is not null or filter.topic is not null;
begin
  if is_filtered and rating is null then
    return array(
      select r.id from public.reviews as r
      where r.property_id = next_reviews.property_id and (r.created_on, r.insert_order) < (before_day, before_order)
        and (filter.answers is null or r.answers @> filter.answers)
        and (filter.move_in_year is null or date_part('year', r.move_in_date) = filter.move_in_year)
        and (filter.topic is null or filter.topic = any (r.topics))
        and (not with_photos or r.verified and exists (select from private.review_proofs as proof where proof.review_id = r.id))
      order by r.created_on desc, r.insert_order desc limit at_most);
  elsif is_filtered then
    return array(
      select r.id from public.reviews as r
      where r.property_id = next_reviews.property_id and r.rating = next_reviews.rating
        and (r.created_on, r.insert_order) < (before_day, before_order)
        and (filter.answers is null or r.answers @> filter.answers)
        and (filter.move_in_year is null or date_part('year', r.move_in_date) = filter.move_in_year)
        and (filter.topic is null or filter.topic = any (r.topics))
        and (not with_photos or r.verified and exists (select from private.review_proofs as proof where proof.review_id = r.id))
      order by r.created_on desc, r.insert_order desc limit at_most);
  elsif rating is null and with_photos then
    return array(
      select r.id from private.shown_reviews as r
      where r.property_id = next_reviews.property_id and r.verified and (r.created_on, r.insert_order) < (before_day, before_order)
      order by r.created_on desc, r.insert_order desc limit at_most);
  elsif rating is null then
    return array(
      select r.id from public.reviews as r
      where r.property_id = next_reviews.property_id and (r.created_on, r.insert_order) < (before_day, before_order)
      order by r.created_on desc, r.insert_order desc limit at_most);
  elsif with_photos then
    return array(
      select r.id from private.shown_reviews as r
      where r.property_id = next_reviews.property_id and r.rating = next_reviews.rating and r.verified
        and (r.created_on, r.insert_order) < (before_day, before_order)
      order by r.created_on desc, r.insert_order desc limit at_most);
  end if;
  return array(
    select r.id from public.reviews as r
    where r.property_id = next_reviews.property_id and r.rating = next_reviews.rating
      and (r.created_on, r.insert_order) < (before_day, before_order)
    order by r.created_on desc, r.insert_order desc limit at_most);
end $$;

-- Returns the next reviews of a property, optionally after one of them: rating by rating, each newest first. The rating null means all
-- ratings together; at_most null means no limit.
create function private.ordered_reviews(
  property_id uuid, ratings integer[], filter private.review_filter, after uuid, at_most integer
) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  last_day date := 'infinity';
  last_order bigint := 0;
  last_rating integer;
  listed_rating integer;
  page uuid[] := '{}';
begin
  if after is not null then
    select r.created_on, r.insert_order, r.rating into last_day, last_order, last_rating from public.reviews as r where r.id = after;
  end if;
  foreach listed_rating in array ratings[coalesce(array_position(ratings, last_rating), 1):] loop
    page := page || private.next_reviews(property_id, listed_rating, filter, last_day, last_order, at_most - cardinality(page));
    exit when cardinality(page) >= at_most;
    last_day := 'infinity';
  end loop;
  return page;
end $$;

create function public.property_reviews(
  property_id uuid, search text default '', city text default '', sort text default 'recent',
  after text default null, page_size integer default 60
) returns json
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
declare
  words constant text[] := case when search <> '' then private.search_words(search) end;
  wanted_city constant text := case when city <> '' then private.city_key(city) end;
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
  if words is not null then
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
end $$;
comment on function public.property_reviews(uuid, text, text, text, text, integer) is
  'A page of one property''s reviews: {group, next}; group is null if nothing matches.';

create function public.review_in_context(review_id uuid, reviews_per_group integer default 6) returns json
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
begin
  return (
    select private.group_json(p, p.review_count, private.fitting_reviews(private.reviews_json(wanted.id || array(
      select r.id from public.reviews as r
      where r.property_id = p.id and r.id <> wanted.id
      order by r.created_on desc, r.insert_order desc
      limit least(greatest(coalesce(reviews_per_group, 6), 1), 60) - 1
    ))))
    from public.reviews as wanted
    join private.listed_homes as p on p.id = wanted.property_id
    where wanted.id = review_in_context.review_id
  );
end $$;
comment on function public.review_in_context(uuid, integer) is
  'The group of a review with that review first, then the newest others; null if it does not exist or is hidden.';

-- Returns the names behind the emails with most visible reviews this month in India, at most ten. Ranks each review without an
-- email separately: grouped by author, they would show what one person wrote. Uses subqueries for the days, since a join would read
-- all reviews: 1.2 s at a million.
create function private.reviewers_of_month(at timestamptz default now()) returns table (label text, count bigint)
language sql stable security definer set search_path = '' as $$
  with days as (
    select date_trunc('month', at at time zone 'Asia/Kolkata')::date as first, (date_trunc('month', at at time zone 'Asia/Kolkata') + interval '1 month')::date as next
  ),
  placed as (
    select counted.*, row_number() over (order by review_count desc, first_at, email) as place
    from (
      (select m.email, m.review_count, m.first_at from private.monthly_reviewers as m where m.month = (select first from days)
       order by m.review_count desc, m.first_at, m.email limit 10)
      union all
      (select null, 1, r.created_at from public.reviews as r
       where r.created_on >= (select first from days) and r.created_on < (select next from days) and r.hidden_at is null
         and not exists (select from private.review_names as n where n.review_id = r.id and n.email is not null)
       order by r.created_on, r.insert_order limit 10)
    ) as counted
  )
  select coalesce(nullif(private.display_name(email), 'Anonymous'), 'Reviewer ' || place), review_count
  from placed where place <= 10
  order by place
$$;

create function public.top_reviewers() returns json
language sql stable security definer set search_path = '' set statement_timeout = '3s' as $$
  select coalesce(json_agg(json_build_object('label', label, 'count', count) order by place), '[]')
  from private.reviewers_of_month() with ordinality as reviewer (label, count, place)
$$;
comment on function public.top_reviewers() is
  'The authors with most visible reviews this month in India: up to ten {label, count}, in descending order.';

create function private.is_my_review(review_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.review_authors as a where a.review_id = is_my_review.review_id and a.user_id = (select auth.uid())
  )
$$;

-- Returns the id of the caller's review that has this id or was sent with it, or null.
create function private.my_review_id(given uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select a.review_id from private.review_authors as a
  where a.user_id = (select auth.uid()) and a.review_id in (given, private.own_review_id(a.user_id, given))
$$;

-- Tells an author whose submission got no response whether it was stored.
create function public.my_review(review_id uuid) returns json
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
declare
  answer json;
  my_id uuid;
begin
  perform private.signed_in_account();
  my_id := private.my_review_id(review_id);
  if my_id is null then
    return null;
  end if;
  select json_build_object(
    'id', my_id, 'propertyId', r.property_id, 'propertyName', home.property_name, 'locality', home.locality, 'city', home.city,
    'comment', r.review_text, 'depositBack', r.answers ->> 'deposit_back')
  into answer
  from public.reviews as r join public.properties as home on home.id = r.property_id where r.id = my_id;
  return coalesce(answer, json_build_object('id', my_id, 'hidden', true));
end $$;
comment on function public.my_review(uuid) is
  'The caller''s own review with this id, or sent with it: {id, propertyId, propertyName, locality, city, comment, depositBack}, '
  '{id, "hidden": true}, or null.';

-- The outbox. Functions queue emails in the transaction of their decision, and the embedded server queues its account emails, so that no
-- request waits for an SMTP server and no email is lost if a process crashes. The embedded server sends them itself, `npm run worker` those
-- of a hosted project. docs/decisions/0022
create table private.email_outbox (
  id uuid primary key default gen_random_uuid(),
  template text not null check (template ~ '^[a-z]+(-[a-z]+)*$'),
  recipient text check (char_length(recipient) <= 320),
  fields jsonb not null default '{}',
  decision_subject text check (char_length(decision_subject) <= 100),
  tries integer not null default 0,
  next_try_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
comment on table private.email_outbox is
  'Queued emails. A row is deleted as soon as its email is sent. Contains addresses and tokens that open accounts.';
comment on column private.email_outbox.template is 'A key of EMAILS in server/emails/emails.ts, or confirmation, recovery or password-changed.';
comment on column private.email_outbox.recipient is 'Null for the grievance officer, whose address is in the settings of the sender.';
comment on column private.email_outbox.fields is 'The values for the template.';
comment on column private.email_outbox.decision_subject is 'The id that the decision is about, as in private.audit_log. Undoing the decision deletes its emails.';
comment on column private.email_outbox.tries is 'Delivery attempts.';
comment on column private.email_outbox.next_try_at is 'The earliest next attempt. During an attempt: a time after its timeout.';
create index email_outbox_next_try_at on private.email_outbox (next_try_at);
create index email_outbox_by_subject on private.email_outbox (decision_subject) where decision_subject is not null;

alter table private.email_outbox enable row level security;
create policy "The account service keeps its emails until they are sent" on private.email_outbox
  for all to supabase_auth_admin using (true) with check (true);
grant insert (template, recipient, fields), select (next_try_at, tries), update (next_try_at) on table private.email_outbox to supabase_auth_admin;

-- Queues an email. An email with a decision_subject is sent a minute later, because the decision can be undone until then. Uses
-- clock_timestamp(), like private.undo_decision: now() is the start of the transaction, which may have waited for a lock.
create function private.queue_email(template text, recipient text, fields jsonb, decision_subject text default null) returns void
language sql set search_path = '' as $$
  insert into private.email_outbox (template, recipient, fields, decision_subject, next_try_at)
  values (template, recipient, coalesce(fields, '{}'), decision_subject,
    case when decision_subject is null then now() else clock_timestamp() + interval '1 minute' end)
$$;

create table private.worker_heartbeat (
  is_only_row boolean primary key default true check (is_only_row),
  at timestamptz not null
);
comment on table private.worker_heartbeat is
  'When the embedded server or npm run worker last looked for emails, accurate to ten seconds.';
alter table private.worker_heartbeat enable row level security;

-- Returns the last heartbeat of the worker, which shows how far a replica is behind. PostgreSQL's measures fail: the age of the
-- last replayed transaction grows without writes, and log positions show no lag once the connection is lost.
create function public.heartbeat() returns json
language sql stable security definer set search_path = '' set statement_timeout = '3s' as $$
  select to_json(extract(epoch from at)) from private.worker_heartbeat
$$;
comment on function public.heartbeat() is
  'When a sender last looked for emails, in seconds since 1970. A web server compares the primary with a replica.';

-- Takes due emails and sets the next try of each, in case the sender is killed: after 30 seconds (more than TRY_MS in
-- server/emails/delivery.ts), doubling with each try up to an hour.
create function public.operator_take_emails(at_most integer default 4) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  emails jsonb;
begin
  -- Reads first: this runs every few seconds, and even an update without effect writes WAL.
  if not exists (select from private.worker_heartbeat where at > now() - interval '10 seconds') then
    insert into private.worker_heartbeat (at) values (now()) on conflict (is_only_row) do update set at = excluded.at;
  end if;
  with due as (
    select id, least(3600, 30 * 2 ^ least(tries, 10)) as pause
    from private.email_outbox where next_try_at <= now()
    order by next_try_at limit least(greatest(at_most, 0), 100) for update skip locked
  ),
  taken as (
    update private.email_outbox as o set tries = o.tries + 1, next_try_at = now() + make_interval(secs => due.pause)
    from due where o.id = due.id
    returning o.*, due.pause
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', id, 'template', template, 'recipient', recipient, 'fields', fields, 'tries', tries, 'pause', pause)), '[]')
  into emails from taken;
  return emails;
end $$;
comment on function public.operator_take_emails(integer) is
  'For the worker: reserves emails to send now, and returns them with the seconds until they can be taken again. Records that a worker runs.';

create function public.operator_end_email(email_id uuid) returns jsonb
language sql security definer set search_path = '' as $$
  delete from private.email_outbox where id = email_id;
  select jsonb_build_object('id', email_id);
$$;
comment on function public.operator_end_email(uuid) is 'For the worker: deletes an email that was sent, or that cannot be.';

-- Operators' actions are logged in their transaction. The log is append-only, also for the table's owner and when
-- session_replication_role is replica. Subjects are ids, never emails: erasing a person must leave nothing behind.
create table private.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  operator text not null check (operator ~ '\S' and char_length(operator) <= 100),
  command text not null check (command ~ '^[a-z-]+$'),
  subject text check (char_length(subject) <= 100),
  reason text check (char_length(reason) <= 500),
  details jsonb not null default '{}',
  constraint audit_log_holds_no_email check (position('@' in concat_ws(' ', operator, subject, reason, details::text)) = 0)
);
comment on table private.audit_log is 'Changes and lookups by operators, and new grievances. Append-only.';
comment on column private.audit_log.operator is 'The user of the operating system, the name in --operator, or the name of an operator of the desk. "visitor" for a new grievance, "its owner" for an account deleted by its owner.';
comment on column private.audit_log.subject is 'The id of a review, reply, grievance, home, city or account, or the name of a setting; never an email.';
create index audit_log_by_subject on private.audit_log (subject, id);
create index audit_log_by_time on private.audit_log (at);
create index audit_log_undone on private.audit_log (subject) where command = 'undo';
alter table private.audit_log enable row level security;

-- Returns the commands of decisions, which can be undone.
create function private.decision_commands() returns text[]
language sql immutable parallel safe
return array['hide', 'unhide', 'clear-flag', 'approve-reply', 'refuse-reply', 'acknowledge-grievance', 'decide-grievance',
  'accept-city', 'refuse-city'];

create view private.standing_decisions with (security_invoker = true) as
  select l.* from private.audit_log as l
  where l.command = any (private.decision_commands())
    and not exists (
      select from private.audit_log as u
      where u.subject = l.subject and u.command = 'undo' and u.id > l.id and u.details ->> 'undone' = l.id::text);
comment on view private.standing_decisions is 'Entries of the audit log for decisions that were not undone.';

create function private.keep_audit_log() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform private.refuse(403, 'Entries of the audit log cannot be changed or deleted.');
  return null;
end $$;
create trigger keep_audit_log before update or delete or truncate on private.audit_log
  for each statement execute function private.keep_audit_log();
alter table private.audit_log enable always trigger keep_audit_log;

-- Adds an entry to the audit log and returns its id. Refuses one without an operator, without a reason (unless the command needs
-- none), or with an email.
create function private.record_operation(command text, operator text, subject text, reason text, details jsonb default '{}')
returns bigint
language plpgsql set search_path = '' as $$
declare
  given_operator constant text := private.clean_line(left(coalesce(operator, ''), 1000));
  given_reason constant text := nullif(private.clean_line(left(coalesce(reason, ''), 1000)), '');
  entry bigint;
begin
  if private.is_blank(given_operator) or char_length(given_operator) > 100 then
    perform private.refuse(400, 'Give your name in at most 100 characters: --operator "<name>".');
  elsif private.is_blank(given_reason) and command not in (
    'erase', 'set', 'file-grievance', 'acknowledge-grievance', 'accept-city', 'refuse-city', 'undo', 'add-operator',
    'remove-operator', 'confirm-clock')
  then
    perform private.refuse(400, 'Give the reason: --reason "<why>".');
  elsif char_length(given_reason) > 500 then
    perform private.refuse(400, 'Shorten the reason to 500 characters.');
  elsif position('@' in concat(given_operator, given_reason)) > 0 then
    perform private.refuse(400, 'Leave email addresses out of the reason and of the operator''s name: the audit log keeps none.');
  end if;
  insert into private.audit_log (command, operator, subject, reason, details)
  values (record_operation.command, given_operator, record_operation.subject, given_reason, record_operation.details)
  returning id into entry;
  return entry;
end $$;

-- A wrong clock must not delete recent rows. So if the database's clock is more than a day from the last sweep, sweeps wait for a day, or
-- until an operator confirms the clock.
create table private.sweep_clock (
  is_only_row boolean primary key default true check (is_only_row),
  swept_at timestamptz not null,
  looked_at timestamptz not null,
  waits_until timestamptz,
  next_account uuid
);
comment on column private.sweep_clock.next_account is 'The cursor of the search for unconfirmed accounts; null for the first.';
comment on table private.sweep_clock is 'The clock at the last deletion by age (swept_at), and at the last sweep.';
alter table private.sweep_clock enable row level security;

create function private.is_within_a_day(at timestamptz) returns boolean
language sql stable set search_path = '' as $$
  select now() between at - interval '1 day' and at + interval '1 day'
$$;

-- Returns why nothing may be deleted by age now, or null. The embedded server calls it before it deletes files.
create function private.clock_jump() returns text
language sql stable security definer set search_path = '' as $$
  select format(
    'The clock is more than a day from the last sweep: that was at %s, now it is %s (UTC). Nothing is deleted by age until %s. If the clock is right: npm run admin -- sweep --clock-is-right',
    to_char(swept_at at time zone 'utc', 'YYYY-MM-DD HH24:MI'), to_char(now() at time zone 'utc', 'YYYY-MM-DD HH24:MI'),
    to_char(coalesce(waits_until, now() + interval '1 day') at time zone 'utc', 'YYYY-MM-DD HH24:MI'))
  from private.sweep_clock where not private.is_within_a_day(swept_at)
$$;

-- Records the clock. Returns whether a sweep may delete by age. Another jump restarts the day of waiting.
create function private.may_sweep() returns boolean
language plpgsql set search_path = '' as $$
declare
  clock private.sweep_clock;
  may boolean;
begin
  insert into private.sweep_clock (swept_at, looked_at) values (now(), now()) on conflict do nothing;
  select * into clock from private.sweep_clock;
  may := private.is_within_a_day(clock.swept_at)
    or (private.is_within_a_day(clock.looked_at) and coalesce(clock.waits_until <= now(), false));
  -- Concurrent sweeps would write the same, so they do not wait for each other.
  update private.sweep_clock set
    looked_at = now(),
    swept_at = case when may then now() else swept_at end,
    waits_until = case
      when may then null
      when private.is_within_a_day(looked_at) and waits_until is not null then waits_until
      else now() + interval '1 day'
    end
  where is_only_row in (select c.is_only_row from private.sweep_clock as c for update skip locked);
  return may;
end $$;

create function public.operator_confirm_clock(operator text) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.sweep_clock (swept_at, looked_at) values (now(), now())
  on conflict (is_only_row) do update set swept_at = now(), looked_at = now(), waits_until = null;
  perform private.record_operation('confirm-clock', operator, null, null);
  return jsonb_build_object('clock', now());
end $$;
comment on function public.operator_confirm_clock(text) is
  'For operators: confirms the clock of the database, so that sweeps continue after a jump, or after a day without a sweep.';

-- Deletes expired rows and queues periodic emails. The embedded server or `npm run worker` calls this every ten minutes, and sweeps
-- photos through the storage API (operator_orphan_uploads).
create function public.operator_sweep() returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  accounts integer;
  sessions integer;
  events integer;
  follows integer;
  expired uuid[];
  read_to uuid;
  withdrawn integer;
begin
  -- These two steps run even if the clock is wrong: at worst they reset rate limits or send an email too early.
  perform private.forget_past_days();
  perform private.run_grievance_clocks();
  if not private.may_sweep() then
    return jsonb_build_object('clock_jump', private.clock_jump());
  end if;
  perform private.close_months();
  delete from private.recent_reviews
  where reviewed_on <= (now() at time zone 'Asia/Kolkata')::date - (select private.setting('repeat_review_days'));
  perform private.queue_desk_digest();
  follows := private.queue_follow_emails();
  perform private.queue_deposit_reminders();
  delete from private.monthly_reviewers where month < date_trunc('month', now() at time zone 'Asia/Kolkata')::date;
  delete from private.grievances where decided_at < now() - make_interval(days => (select private.setting('grievance_days')));
  -- Ten attempts take three hours. Emails wait longer only without a worker; links in account emails have expired by then.
  delete from private.email_outbox
  where created_at < now() - interval '1 day' and template in ('confirmation', 'recovery', 'password-changed');
  delete from private.email_outbox where created_at < now() - interval '30 days';
  -- Deletes accounts unconfirmed for a week. Reads 10,000 accounts per sweep, since the account service has no index for the
  -- unconfirmed ones, and deletes at most ten, since each deletion searches the whole log of the account service.
  select array_agg(next.id) filter (where next.is_expired), case when count(*) = 10000 then max(next.id::text)::uuid end
  into expired, read_to
  from (
    select u.id, email_confirmed_at is null
      and greatest(created_at, confirmation_sent_at, recovery_sent_at) < now() - interval '7 days' as is_expired
    from auth.users as u
    where u.id > coalesce((select c.next_account from private.sweep_clock as c), '00000000-0000-0000-0000-000000000000')
    order by u.id limit 10000
  ) as next;
  delete from auth.users where id = any (expired[:10]);
  get diagnostics accounts = row_count;
  if accounts < 10 then
    update private.sweep_clock as c set next_account = read_to where c.next_account is distinct from read_to;
  end if;
  delete from auth.sessions
  where coalesce(refreshed_at at time zone 'utc', created_at) < now() - interval '90 days' or not_after < now();
  get diagnostics sessions = row_count;
  -- Keeps the parent of the active token: a client that lost the response may send it again (rotate in server/embedded/sessions.ts).
  delete from auth.refresh_tokens as used
  where revoked and updated_at < now() - interval '7 days'
    and not exists (select from auth.refresh_tokens as t where t.parent = used.token and not t.revoked);
  delete from auth.audit_log_entries where created_at < now() - make_interval(days => (select private.setting('account_event_days')));
  get diagnostics events = row_count;
  perform private.lock_several_homes();
  -- Locks the withdrawn reviews before deleting them, since their authors may restore them concurrently.
  expired := array(
    select r.id from private.withdrawn_reviews as w join public.reviews as r on r.id = w.review_id
    where w.withdrawn_on <= (now() at time zone 'Asia/Kolkata')::date - 30
    order by w.withdrawn_on limit 100 for update of r skip locked);
  delete from public.reviews as r
  where r.id = any (expired) and exists (select from private.withdrawn_reviews as w where w.review_id = r.id);
  get diagnostics withdrawn = row_count;
  return jsonb_build_object(
    'accounts', accounts, 'sessions', sessions, 'events', events, 'withdrawn', withdrawn, 'follows', follows);
end $$;
comment on function public.operator_sweep() is
  'For operators and the servers: deletes expired rows, at most ten accounts and a hundred withdrawn reviews, and queues news of follows for three seconds. Returns the counts, or why it waits (clock_jump).';

-- `npm run admin` (server/operator), `npm run worker` and `npm run doctor` call only operator_… functions, on the embedded backend and on
-- hosted projects. Only the database owner and service_role may call them, and the embedded server some of them. Those that read whole
-- lists set a statement_timeout.

create function private.existing_review(review_id uuid) returns public.reviews
language plpgsql stable set search_path = '' as $$
declare
  found_review public.reviews;
begin
  select * into found_review from public.reviews where id = review_id;
  if not found then
    perform private.refuse(404, 'There is no review with this id.');
  end if;
  return found_review;
end $$;

-- Returns whether an operator has hidden a review: false if only its author has.
create function private.is_hidden_by_operator(review public.reviews) returns boolean
language sql stable set search_path = '' as $$
  select review.hidden_at is not null
    and coalesce((select w.hidden_by_operator from private.withdrawn_reviews as w where w.review_id = review.id), true)
$$;

create function public.operator_audit_log(at_most integer default 50, before bigint default null) returns jsonb
language sql stable security definer set search_path = '' set statement_timeout = '60s' as $$
  with page as (
    select * from private.audit_log
    where before is null or id < before
    order by id desc
    limit least(greatest(coalesce(at_most, 50), 1), 1000)
  )
  select jsonb_build_object(
    'entries', coalesce((select jsonb_agg(to_jsonb(page) order by id desc) from page), '[]'),
    'next', (select min(id) from page having exists (select from private.audit_log where id < (select min(id) from page))))
$$;
comment on function public.operator_audit_log(integer, bigint) is 'For operators: the audit log, newest first.';

-- Leaves out the URL and the secrets of the installation.
create function public.operator_settings() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(
    jsonb_build_object('name', key, 'value', value)
      || jsonb_strip_nulls(jsonb_build_object('shipped', shipped, 'minimum', minimum, 'maximum', maximum, 'description', description))
    order by key), '[]')
  from private.settings
  where minimum is not null or key = 'client_address_header'
$$;
comment on function public.operator_settings() is 'For operators: the settings that they may change.';

create function public.operator_set_setting(name text, new_value text, operator text, reason text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  setting private.settings;
  given constant text := lower(btrim(new_value));
  given_value jsonb;
begin
  select * into setting from private.settings where key = name and (minimum is not null or key = 'client_address_header');
  if not found then
    perform private.refuse(404, 'There is no such setting. The command settings lists them.');
  elsif setting.minimum is not null then
    if given !~ '^(0|[1-9][0-9]{0,8})$' or given::integer not between setting.minimum and setting.maximum then
      perform private.refuse(400, format('Give a whole number from %s to %s.', setting.minimum, setting.maximum));
    end if;
    given_value := given::jsonb;
  elsif given !~ '^[a-z0-9-]{1,64}$' then
    perform private.refuse(400, 'Give the name of a header, such as x-forwarded-for.');
  else
    given_value := to_jsonb(given);
  end if;
  update private.settings set value = given_value where key = name;
  perform private.record_operation('set', operator, name, reason, jsonb_build_object('from', setting.value, 'to', given_value));
  return jsonb_build_object('name', name, 'from', setting.value, 'to', given_value);
end $$;
comment on function public.operator_set_setting(text, text, text, text) is
  'For operators: changes a number in the settings, or the header with the client''s address.';

-- Hides a review or shows it again. If its author has withdrawn it, only records whether an operator hides it, too. Returns false
-- if nothing changed. The lock on the review also guards its row of private.withdrawn_reviews, which its author may add or delete
-- concurrently.
create function private.set_hidden_by_operator(review_id uuid, is_to_be_hidden boolean) returns boolean
language plpgsql set search_path = '' as $$
declare
  review public.reviews;
begin
  select * into review from public.reviews as r where r.id = set_hidden_by_operator.review_id for no key update;
  if private.is_hidden_by_operator(review) = is_to_be_hidden then
    return false;
  end if;
  update private.withdrawn_reviews as w set hidden_by_operator = is_to_be_hidden where w.review_id = review.id;
  if not found then
    update public.reviews as r set hidden_at = case when is_to_be_hidden then now() end where r.id = review.id;
  end if;
  return true;
end $$;

create function public.operator_delete_review(review_id uuid, operator text, reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  review constant public.reviews := private.existing_review(review_id);
begin
  perform private.record_operation('delete', operator, review.id::text, reason);
  delete from public.reviews as r where r.id = review.id;
  return jsonb_build_object('id', review.id);
end $$;
comment on function public.operator_delete_review(uuid, text, text) is
  'For operators: deletes a review with its reports, its photos and the link to its author.';

-- Data subject requests and court orders. Lookups are logged, too.

-- Returns the form of an email for comparisons: forms store it as typed, but case and full-width letters do not make another address.
create function private.email_key(email text) returns text
language sql immutable strict parallel safe
return lower(normalize(btrim(email), nfkc));
create index review_names_by_email_key on private.review_names (private.email_key(email));
create index reporter_emails_by_email_key on private.reporter_emails (private.email_key(email));
create index reply_reports_by_email_key on private.reply_reports (private.email_key(email));

-- Returns the accounts with this email or id. Accepts ids because accounts must be erased again after a restore: the audit log of
-- the replaced database names them by id.
create function private.accounts_of(who text) returns setof auth.users
language sql stable set search_path = '' as $$
  select * from auth.users
  -- The account service stores emails in lower case, and its index on them covers only accounts without is_sso_user.
  where who !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' and email in (private.email_key(who), lower(btrim(who))) and not is_sso_user
  union all
  select * from auth.users
  where id = case when who ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then who::uuid end
$$;

-- Returns the entries of the account service's log that name this account or email. They outlive the account, and deleting it adds one.
-- Some have the JSON as a JSON string. The log has no index, and parsing each row takes seconds, so this filters by substring first:
-- case-sensitively, since addresses are in lower case, and only by domain if JSON may escape characters of the address.
create function private.events_of(account uuid, address text) returns setof auth.audit_log_entries
language plpgsql stable set search_path = '' as $$
declare
  account_text constant text := account::text;
  address_text constant text := lower(case when address ~ '^[\w.@+-]+$' then address else substring(address from '[^@]*$') end);
begin
  return query
    with mentioning as materialized (
      select * from auth.audit_log_entries as e
      where strpos(e.payload::text, account_text) > 0 or strpos(e.payload::text, address_text) > 0
    )
    select m.*
    from mentioning as m
    cross join lateral (select case json_typeof(m.payload) when 'string' then (m.payload #>> '{}')::json else m.payload end as event) as read
    where account_text in (event ->> 'actor_id', event #>> '{traits,user_id}')
      or lower(address) in (lower(event ->> 'actor_username'), lower(event #>> '{traits,user_email}'));
end $$;

create function private.forget_events_of_deleted_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.audit_log_entries where id = any (array(select id from private.events_of(old.id, old.email)));
  delete from auth.flow_state where user_id = old.id;
  return null;
end $$;
create trigger forget_events_of_deleted_account after delete on auth.users
  for each row execute function private.forget_events_of_deleted_account();

create function public.operator_author_of_review(review_id uuid, operator text, reason text) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  review constant public.reviews := private.existing_review(review_id);
begin
  perform private.record_operation('author-of', operator, review.id::text, reason);
  return jsonb_build_object(
    'id', review.id, 'written_at', review.created_at,
    'email_given', (select n.email from private.review_names as n where n.review_id = review.id),
    'account', (
      select jsonb_build_object('id', u.id, 'email', u.email, 'created_at', u.created_at,
        'confirmed_at', u.email_confirmed_at, 'last_sign_in_at', u.last_sign_in_at)
      from private.review_authors as a join auth.users as u on u.id = a.user_id where a.review_id = review.id));
end $$;
comment on function public.operator_author_of_review(uuid, text, text) is
  'For operators, on a court order: the account behind a review and the email given with it.';

create function private.kept_about(accounts uuid[], address text) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'accounts', coalesce((
      select jsonb_agg(jsonb_build_object('id', u.id, 'email', u.email, 'created_at', u.created_at,
        'confirmed_at', u.email_confirmed_at, 'last_sign_in_at', u.last_sign_in_at,
        'sessions', (select count(*) from auth.sessions where user_id = u.id)))
      from auth.users as u where u.id = any (accounts)), '[]'),
    'reviews', coalesce((
      select jsonb_agg(
        to_jsonb(private.review_json(s)) || jsonb_build_object(
          'created_at', r.created_at, 'hidden_at', r.hidden_at, 'withdrawn_on', w.withdrawn_on, 'email_given', n.email,
          'deposit_reminder_on', (select d.due_on from private.deposit_reminders as d where d.review_id = r.id),
          'mailbox_hash_kept_since', (
            select k.reviewed_on from private.recent_reviews as k
            -- A later day belongs to another account of the mailbox.
            where k.hash = private.recent_review_hash(private.mailbox_of(a.user_id), r.property_id::text) and k.reviewed_on = r.created_on))
        order by r.created_at)
      from private.review_authors as a
      join public.reviews as r on r.id = a.review_id
      join private.shown_reviews as s on s.id = a.review_id
      left join private.review_names as n on n.review_id = a.review_id
      left join private.withdrawn_reviews as w on w.review_id = a.review_id
      where a.user_id = any (accounts)), '[]'),
    'uploads', coalesce((
      select jsonb_agg(jsonb_build_object('bucket', bucket_id, 'name', name, 'created_at', created_at) order by created_at)
      from storage.objects
      where bucket_id in ('review-proofs', 'withheld-proofs') and owner_id = any (accounts::text[])), '[]'),
    'reports', coalesce((
      select jsonb_agg(jsonb_build_object('review_id', p.review_id, 'reason', p.reason, 'at', p.created_at) order by p.id)
      from private.reporter_emails as e join public.review_reports as p on p.id = e.report_id where private.email_key(e.email) = address), '[]'),
    'grievances', coalesce((
      select jsonb_agg(private.grievance_status_json(g) order by g.received_at)
      from private.grievance_emails as e join private.grievances as g on g.id = e.grievance_id where private.email_key(e.email) = address), '[]'),
    'replies', coalesce((
      select jsonb_agg(jsonb_build_object('review_id', a.review_id, 'written_as', a.written_as, 'text', a.reply_text, 'state', a.state,
        'at', a.created_at) order by a.created_at)
      from private.replies as a where a.user_id = any (accounts)), '[]'),
    'reply_reports', coalesce((
      select jsonb_agg(jsonb_build_object('review_id', a.review_id, 'reason', p.reason, 'at', p.created_at) order by p.id)
      from private.reply_reports as p join private.replies as a on a.id = p.reply_id where private.email_key(p.email) = address), '[]'),
    'follows', coalesce((
      select jsonb_agg(jsonb_strip_nulls(private.follow_json(f)) - 'secret' order by f.seen_order)
      from private.follows as f where f.user_id = any (accounts)), '[]'),
    'waitlist', (
      select jsonb_build_object('name', w.name, 'created_at', w.created_at)
      from public.referral_waitlist as w where private.email_key(w.email) = address),
    'account_events', coalesce((
      select jsonb_agg(jsonb_build_object('at', e.created_at, 'ip_address', e.ip_address) order by e.created_at)
      from private.events_of(accounts[1], address) as e), '[]'));
end $$;

create function public.operator_about_email(who text, operator text, reason text) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  accounts constant uuid[] := array(select id from private.accounts_of(btrim(who)));
  address constant text := private.email_key(coalesce((select min(email) from private.accounts_of(btrim(who))), who));
begin
  perform private.record_operation('about', operator, accounts[1]::text, reason);
  return private.kept_about(accounts, address) || jsonb_build_object(
    'signed_by_other_accounts', coalesce((
      select jsonb_agg(n.review_id)
      from private.review_names as n left join private.review_authors as a on a.review_id = n.review_id
      where private.email_key(n.email) = address and (a.user_id is null or a.user_id <> all (accounts))), '[]'));
end $$;
comment on function public.operator_about_email(text, text, text) is
  'For operators, on a data subject''s request: a copy of what is stored about an email and its account.';

-- Erases an email and its account. If the reviews stay, deletes only rows that name the account or the email, and updates the
-- totals of homes whose reviews lose photos. The audit log names and counts no review. Deletes in the order in which other
-- transactions lock, to prevent deadlocks: each review, its name, photos and home; then the counts of authors and of places.
create function public.operator_erase(who text, with_reviews boolean, operator text, reason text default null) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  accounts constant uuid[] := array(select id from private.accounts_of(btrim(who)));
  address constant text := private.email_key(coalesce((select min(email) from private.accounts_of(btrim(who))), who));
  written uuid[];
  counts jsonb;
  deleted integer;
begin
  if btrim(who) = '' then
    perform private.refuse(400, 'Name the email, or the id of the account.');
  end if;
  perform private.lock_several_homes();
  written := array(select review_id from private.review_authors where user_id = any (accounts));
  counts := jsonb_build_object('accounts', cardinality(accounts), 'reviews', cardinality(written), 'photos', (
    select count(*) from storage.objects where bucket_id in ('review-proofs', 'withheld-proofs') and owner_id = any (accounts::text[])));
  if with_reviews then
    perform from public.reviews where id = any (written) order by id for update;
    delete from public.reviews where id = any (written);
  end if;
  -- Other accounts or operators may have entered the address in their reviews.
  with gone as (
    delete from private.review_names where review_id = any (written) or private.email_key(email) = address returning review_id
  )
  select count(*) into deleted from gone where review_id <> all (written);
  counts := counts || jsonb_build_object('names', deleted);
  delete from private.review_proofs where review_id = any (written);
  perform private.count_authors_now();
  -- The deletion cascades to sessions and review authors. Triggers queue the account's photos and delete its log entries.
  delete from auth.users where id = any (accounts);
  delete from private.reporter_emails where private.email_key(email) = address;
  get diagnostics deleted = row_count;
  counts := counts || jsonb_build_object('reports', deleted);
  delete from private.grievance_emails where private.email_key(email) = address;
  get diagnostics deleted = row_count;
  counts := counts || jsonb_build_object('grievances', deleted);
  delete from private.reply_reports where private.email_key(email) = address;
  get diagnostics deleted = row_count;
  counts := counts || jsonb_build_object('reply_reports', deleted);
  delete from public.referral_waitlist where private.email_key(email) = address;
  get diagnostics deleted = row_count;
  counts := counts || jsonb_build_object('waitlist', deleted);
  delete from private.email_outbox where private.email_key(recipient) = address;
  get diagnostics deleted = row_count;
  counts := counts || jsonb_build_object('waiting_emails', deleted);
  -- Deletes the account service's log entries of an account that was deleted earlier. For an existing account, a trigger deletes them.
  deleted := 0;
  if cardinality(accounts) = 0 then
    delete from auth.audit_log_entries where id = any (array(select id from private.events_of(null, address)));
    get diagnostics deleted = row_count;
  end if;
  counts := counts || jsonb_build_object('events', deleted);

  if not exists (select from jsonb_each(counts) where value <> '0') then
    perform private.refuse(404, 'Nothing is kept about this email or account.');
  end if;
  perform private.record_operation('erase', operator, accounts[1]::text, reason,
    counts - array['reviews', 'names', 'photos'] || jsonb_build_object('with_reviews', with_reviews));
  return counts || jsonb_build_object('account', accounts[1], 'address', address, 'reviews_deleted', with_reviews);
end $$;
comment on function public.operator_erase(text, boolean, text, text) is
  'For operators: erases an account with its email, name, photos and log entries, and the email wherever else it was given; its reviews stay, or are deleted as well.';

-- A photo is uploaded before its review, which may never arrive. A review may name it for 50 minutes (private.own_proof_paths); ten minutes
-- later no such request is in flight. Names begin with the day of the upload, so an index finds recent ones.
create function public.operator_orphan_uploads(recent boolean default false) returns jsonb
language sql security definer set search_path = '' set statement_timeout = '60s' as $$
  -- The first call of a process covers all photos, and also queues reviews whose photos a slow process has moved to the wrong bucket.
  insert into private.photos_to_move (review_id)
  select moved.id
  from (
    select r.id from public.reviews as r where r.hidden_at is not null
    union
    select p.review_id from storage.objects as o join private.review_proofs as p on p.photo_name = regexp_replace(o.name, '^.*/', '')
    where o.bucket_id = 'withheld-proofs'
  ) as moved
  where not recent and exists (select from private.photo_moves(moved.id));
  select coalesce(jsonb_agg(jsonb_build_object('bucket', bucket_id, 'name', name)), '[]')
  from (
    select o.bucket_id, o.name from storage.objects as o
    where o.bucket_id = 'review-proofs'
      and o.name >= 'public/' || case when recent then (extract(epoch from now() - interval '3 days') * 1000)::bigint::text else '' end
      and o.created_at < now() - interval '1 hour' and (select private.clock_jump()) is null
      and not exists (select from private.review_proofs as p where p.photo_name = substr(o.name, 8))
    limit 500
  ) as orphan
$$;
comment on function public.operator_orphan_uploads(boolean) is
  'For operators: up to 500 uploads older than an hour that prove no review, of all or of the last three days. None while sweeps wait (private.clock_jump).';

-- Returns those of these photo names that prove a review or are in the public bucket. The embedded server removes other files; a
-- proof counts in any bucket, since an operator may be moving it.
create function private.known_photos(names text[]) returns setof text
language sql stable security definer set search_path = '' as $$
  select name from unnest(names) as name
  where exists (select from private.review_proofs as p where p.photo_name = name)
    or exists (select from storage.objects as o where o.bucket_id = 'review-proofs' and o.name = 'public/' || name)
$$;

-- Authors may not move or delete files in Storage: the embedded server, `npm run worker` and `npm run admin` do it for them.
create function public.operator_misplaced_photos() returns jsonb
language sql security definer set search_path = '' set statement_timeout = '60s' as $$
  delete from private.photos_to_remove as removed
  where not exists (select from storage.objects as o where o.bucket_id = removed.bucket_id and o.name = removed.name);
  -- Keeps rows for ten minutes: a process that has listed 200 moves can take two minutes, and may still make one that is now wrong.
  delete from private.photos_to_move as q
  where q.queued_at < now() - interval '10 minutes' and not exists (select from private.photo_moves(q.review_id));
  select jsonb_build_object(
    'moves', coalesce((
      select jsonb_agg(move)
      from (select distinct move from private.photos_to_move as q, private.photo_moves(q.review_id) as move limit 200) as misplaced), '[]'),
    'orphans', coalesce((
      select jsonb_agg(jsonb_build_object('bucket', bucket_id, 'name', name))
      from (
        select q.bucket_id, q.name from private.photos_to_remove as q
        where not exists (select from private.review_proofs as p where p.photo_name = regexp_replace(q.name, '^.*/', ''))
        limit 200
      ) as orphan), '[]'))
$$;
comment on function public.operator_misplaced_photos() is
  'For operators: up to 200 photos of hidden reviews that are still public or of shown ones that are withheld, and as many of deleted reviews and accounts.';

-- The facts that `npm run doctor` (server/doctor) queries. It compares rights with supabase/expected-access.txt, line by line.

create function private.our_relations() returns table (oid oid, name text, kind "char", acl aclitem[], has_row_security boolean, options text[])
language sql stable set search_path = '' as $$
  select c.oid, format('%I.%I', s.nspname, c.relname), c.relkind, c.relacl, c.relrowsecurity, c.reloptions
  from pg_class as c join pg_namespace as s on s.oid = c.relnamespace
  where s.nspname in ('public', 'private', 'gate') and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
    and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
$$;

create function private.our_routines() returns table (
  name text, compares_service_role boolean, acl aclitem[], owner_oid oid, owner text, is_definer boolean, settings text[], body text
)
language sql stable set search_path = '' as $$
  select p.oid::regprocedure::text, s.nspname = 'gate' or p.proname like 'operator\_%', coalesce(p.proacl, acldefault('f', p.proowner)),
    p.proowner, case when p.proowner = private.nspowner then 'the owner' else p.proowner::regrole::text end, p.prosecdef, p.proconfig,
    case when p.prosqlbody is null then left(encode(sha256(convert_to(p.prosrc, 'UTF8')), 'hex'), 8) end
  from pg_proc as p join pg_namespace as s on s.oid = p.pronamespace
  cross join (select nspowner from pg_namespace where nspname = 'private') as private
  where s.nspname in ('public', 'private', 'gate')
    -- Skips functions of event triggers, which cannot be called: newer projects have such a function of the platform in public.
    and p.prorettype <> 'pg_catalog.event_trigger'::regtype
    and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
$$;

-- Returns the grants to the roles of API keys, to site_reader and to the embedded server's role. For service_role, of schemas and
-- functions only gate and operator_…: the platform grants the others.
create function private.grant_rules() returns setof text
language sql stable set search_path = '' as $$
  with grantee (oid, name) as (
    select 0, 'public'
    union all
    select oid, rolname from pg_roles
    where rolname in ('anon', 'authenticated', 'service_role', 'site_reader', 'supabase_auth_admin')
  ),
  given (object, compares_service_role, privilege, columns, grantee, is_grantable) as (
    select 'schema ' || nspname, nspname = 'gate', a.privilege_type, '', a.grantee, a.is_grantable
    from pg_namespace, aclexplode(nspacl) as a
    where nspname in ('public', 'private', 'gate')
    union all
    select name, true, a.privilege_type, '', a.grantee, a.is_grantable
    from private.our_relations(), aclexplode(acl) as a
    union all
    select r.name, true, a.privilege_type, format(' (%I)', t.attname), a.grantee, a.is_grantable
    from private.our_relations() as r join pg_attribute as t on t.attrelid = r.oid, aclexplode(t.attacl) as a
    union all
    select 'function ' || name, compares_service_role, a.privilege_type, '', a.grantee, a.is_grantable
    from private.our_routines(), aclexplode(acl) as a
    where a.grantee <> owner_oid
  )
  select lower(format('grant %s%s on ', privilege, columns)) || object || ' to ' || g.name
    || case when is_grantable then ' with grant option' else '' end
  from given join grantee as g on g.oid = given.grantee
  where g.name <> 'service_role' or compares_service_role
$$;

create function private.role_rules() returns setof text
language sql stable set search_path = '' as $$
  with role_setting as (
    select r.rolname as role, unnest(s.setconfig) as setting
    from pg_db_role_setting as s join pg_roles as r on r.oid = s.setrole
    where s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
  )
  select format('role %s %s', role, setting) from role_setting
  where role in ('anon', 'authenticated', 'service_role', 'site_reader') or role = 'authenticator' and setting like 'pgrst.%'
  union all
  select format('role %s %s', rolname, attribute)
  from pg_roles cross join lateral unnest(array[
    case when rolsuper then 'superuser' end, case when rolbypassrls then 'bypassrls' end, case when rolcreaterole then 'createrole' end,
    case when rolcreatedb then 'createdb' end, case when rolreplication then 'replication' end, case when rolcanlogin then 'login' end]) as attribute
  where rolname in ('anon', 'authenticated', 'service_role', 'site_reader') and attribute is not null
  union all
  select format('role %s in %s', member::regrole, roleid::regrole) from pg_auth_members
  where member in (select oid from pg_roles where rolname in ('anon', 'authenticated', 'service_role', 'site_reader'))
    or roleid = 'site_reader'::regrole and member in (select oid from pg_roles where rolname in ('authenticator', 'supabase_auth_admin'))
$$;

-- Returns all access rules, one per row: grants, roles, views, row security, policies, triggers, functions, publications and
-- buckets. Includes policies on the platform's tables and triggers that call our functions.
create function private.access_rules() returns setof text
language sql stable set search_path = '' as $$
  select * from private.grant_rules()
  union all
  select * from private.role_rules()
  union all
  select format('%s %s %s', case kind when 'v' then 'view' else 'materialized view' end, name, coalesce(options::text, ''))
  from private.our_relations() where kind in ('v', 'm')
  union all
  select 'row security on ' || name from private.our_relations() where kind in ('r', 'p') and has_row_security
  union all
  select format('row security on storage.%I', relname) from pg_class
  where relnamespace = 'storage'::regnamespace and relname in ('buckets', 'objects') and relrowsecurity
  union all
  select format('policy %s on %I.%I for %s to %s', quote_ident(policyname), schemaname, tablename, lower(cmd), array_to_string(array(select unnest(roles) order by 1), ', '))
    || coalesce(' using ' || qual, '') || coalesce(' with check ' || with_check, '') || case when permissive = 'RESTRICTIVE' then ' restrictive' else '' end
  from pg_policies where schemaname in ('public', 'private', 'gate', 'auth', 'storage')
  union all
  select 'trigger ' || regexp_replace(pg_get_triggerdef(t.oid), '^CREATE (CONSTRAINT )?TRIGGER ', '')
    || case t.tgenabled when 'O' then '' when 'A' then ' always' else ' disabled' end
  from pg_trigger as t join pg_class as c on c.oid = t.tgrelid join pg_proc as p on p.oid = t.tgfoid
  where not t.tgisinternal
    and exists (select from pg_namespace as s where s.oid in (c.relnamespace, p.pronamespace) and s.nspname in ('public', 'private', 'gate'))
  union all
  -- Compares the body by a short hash, since a baseline that is edited after a push keeps its version.
  select format('function %s as %s%s%s', name, case when is_definer then owner else 'its caller' end,
    coalesce(', ' || nullif(array_to_string(array(select unnest(settings) order by 1), ', '), ''), ''), ', body ' || body)
  from private.our_routines()
  union all
  -- Realtime sends changes of published tables to browsers.
  select format('publication %I of %I.%I', pubname, schemaname, tablename) from pg_publication_tables
  where schemaname in ('public', 'private', 'auth')
  union all
  select format('bucket %s %s, at most %s bytes, %s', id, case when public then 'public' else 'private' end,
    coalesce(file_size_limit::text, 'any number of'), coalesce(array_to_string(array(select unnest(allowed_mime_types) order by 1), ' '), 'any type'))
  from storage.buckets where id in ('review-proofs', 'withheld-proofs')
$$;

-- Returns no email, no secret and no review.
create function public.operator_deployment_facts() returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '30s' as $$
declare
  applied jsonb := '[]';
begin
  -- The table is missing if the migrations were not pushed with the Supabase CLI.
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    applied := (select coalesce(jsonb_agg(version order by version), '[]') from supabase_migrations.schema_migrations);
  end if;
  return jsonb_build_object(
    'database_time', clock_timestamp(),
    'server_version', current_setting('server_version'),
    'migrations', applied,
    'access', (select jsonb_agg(rule order by rule collate "C") from private.access_rules() as rule),
    'database_settings', (
      select jsonb_object_agg(name, setting) from pg_settings
      where name in ('fsync', 'full_page_writes', 'jit', 'log_statement')),
    'oldest_waiting_email', (select min(created_at) from private.email_outbox),
    'worker_ran_at', (select at from private.worker_heartbeat),
    'clock_jump', private.clock_jump(),
    'photo', (
      select (select min(p.photo_name) from private.review_proofs as p where p.review_id = r.id) from public.reviews as r
      where r.hidden_at is null and r.verified order by r.created_on desc, r.insert_order desc limit 1));
end $$;
comment on function public.operator_deployment_facts() is
  'For operators: the facts that npm run doctor compares with what it expects. Names a photo of the newest visible review that has one.';

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

-- Returns the mean rating with five additional reviews of three and a half stars. docs/decisions/0019
create function private.score_of(figures jsonb) returns double precision
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select (5 * 3.5 + coalesce(sum(rating * count), 0)) / (5 + coalesce(sum(count), 0))
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
    bachelors:yes,bachelors:no,couples:yes,couples:no,pets:yes,pets:no,nonveg:yes,nonveg:no,guests:yes,guests:no}'::text[]
$$;

-- Returns the traits of a home: the most frequent answers to each question, each size that was rented, and the lowest rent. The
-- result is bits, since comparing arrays of texts took 150 ms for 10,000 homes and ten filters.
create function private.traits_of(figures jsonb) returns bigint
language plpgsql immutable set search_path = '' as $$
declare
  known constant text[] := private.known_traits();
begin
  return coalesce((
    select bit_or(1::bigint << (place - 1))
    from (
      select place, question,
        sum(count) = max(sum(count)) over of_question as is_most_frequent,
        place = min(place) over of_question as is_first
      from (
        select
          case
            when key in ('property_type:PG / Hostel', 'property_type:Shared Room') then 'kind:pg'
            when key = 'property_type:Apartment' then 'kind:flat'
            when key in ('property_type:Independent House', 'property_type:Villa') then 'kind:house'
            else key
          end as trait,
          value::integer as count
        from jsonb_each_text(figures)
      ) as counted
      cross join lateral (select array_position(known, trait) as place, split_part(trait, ':', 1) as question) as found
      where place is not null
      group by place, question
      window of_question as (partition by question)
    ) as ranked
    where case question when 'size' then true when 'rent' then is_first else is_most_frequent end
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

-- Returns the facts of a review that figures count: its rating, photos by rating, the year of moving in, each answer as
-- "question:answer", each topic, each severity of its issues once. "Nil" and the like as the first issue mean none. Must match
-- saysNoIssues in app/domain/review.ts.
create function private.facts_of(review public.reviews, has_photos boolean) returns text[]
language plpgsql stable set search_path = '' as $$
begin
  return array_remove(array[
    'rating:' || review.rating,
    case when has_photos then 'photos:' || review.rating end,
    'move_in_year:' || date_part('year', review.move_in_date)
  ], null) || array(select key || ':' || value from jsonb_each_text(private.answers_of(review)))
    || array(select 'topic:' || topic from unnest(review.topics) as topic) || case
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
      where r.property_id = review.property_id and r.hidden_at is null
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
  id uuid not null unique generated always as (md5(city_slug || '/' || locality_slug)::uuid) stored,
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
create index places_of_city on private.places (city_slug, home_count desc) where locality is not null;
create index places_cities on private.places (home_count desc) where locality is null;
create index places_waiting on private.places (home_count desc) where locality is null and not is_accepted;
create index places_by_search_key on private.places (search_key);
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
  return (
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
      'nearby', private.home_summaries(array(
        select near.property_id from private.property_figures as near
        where near.city_slug = f.city_slug and near.locality_slug = f.locality_slug and near.property_id <> f.property_id
        order by near.last_day desc, near.last_order desc limit 4)))
    from public.properties as p join private.property_figures as f on f.property_id = p.id
    where p.id = home_id
  );
end $$;
comment on function public.home(text) is
  'A home by the first eight digits of its id, with its figures and up to four others of its locality; null if it has no visible review.';

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

create function public.home_cities() returns json
language sql stable security definer set search_path = '' set statement_timeout = '3s' as $$
  select coalesce(json_agg(json_build_object('city', city, 'homeCount', home_count, 'isThin', home_count < 5 and (
    select sum(p.review_count) < 5
    from private.property_figures as f join public.properties as p on p.id = f.property_id
    where f.city_slug = listed.city_slug)) order by home_count desc, search_key), '[]')
  from (
    select p.city, p.city_slug, p.home_count, p.search_key
    from private.places as p where p.locality is null order by p.home_count desc limit 1000
  ) as listed
$$;
comment on function public.home_cities() is 'The cities with most homes, at most 1,000: [{city, homeCount, isThin}]. isThin: fewer than five reviews.';

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
-- If there is none, tries the nearest known words. enable_seqscan is off because the planner underestimates the cost of comparing words:
-- reading all places took 30 ms.
create function private.suggested_places(term text, wanted_city text) returns setof private.places
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  key constant text := private.fold(left(private.clean_line(left(term, 200)), 60));
  slug constant text := case when wanted_city <> '' then private.city_slug(wanted_city) end;
  spelt text;
begin
  if key = '' then
    return;
  end if;
  -- The default of 0.6 would miss "banglore": its word similarity to "bangalore" is 0.58.
  perform set_config('pg_trgm.word_similarity_threshold', '0.5', true);
  return query
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
    select (place).* from ranked where number <= 3 order by number;
  if not found then
    spelt := (
      select string_agg(coalesce((private.nearest_words(word, true))[1], word), ' ' order by number)
      from unnest(string_to_array(key, ' ')) with ordinality as typed (word, number));
    if spelt <> key then
      return query select * from private.suggested_places(spelt, wanted_city);
    end if;
  end if;
end $$;

create function public.suggest_homes(term text, city text default '') returns json
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
begin
  return (
    select json_build_object(
      'homes', (
        select coalesce(json_agg(json_build_object(
          'propertyId', p.id, 'propertyName', p.property_name, 'locality', p.locality, 'city', p.city,
          'count', p.review_count, 'totalRating', p.rating_total) order by place.number), '[]')
        from unnest(private.suggested_homes(term, suggest_homes.city)) with ordinality as place (id, number)
        join public.properties as p on p.id = place.id),
      'localities', coalesce(json_agg(json_build_object('locality', place.locality, 'city', place.city, 'homeCount', place.home_count))
        filter (where place.locality is not null), '[]'),
      'cities', coalesce(json_agg(json_build_object('city', place.city, 'homeCount', place.home_count))
        filter (where place.locality is null), '[]'))
    from private.suggested_places(term, suggest_homes.city) as place
  );
end $$;
comment on function public.suggest_homes(text, text) is
  'Suggestions for the beginning of a name, in one city or all: {homes, localities, cities}, at most five, three and three.';

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

-- Moves the reviews and follows of a home to another, to which its URL then redirects. Returns the number of reviews. The caller has locked
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
  -- The trigger find_or_create_property moves each to the home with this name.
  update public.reviews set property_name = home.property_name, locality = home.locality, city = home.city
  where property_id = merged;
  get diagnostics moved = row_count;
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

-- Figures of all homes of a place, for the pages of cities and localities and for /deposits. Periodic jobs count them: in the transaction
-- of a review, each would wait for all others of its city. docs/decisions/0019

create table private.place_figures (
  city_slug text collate "C" not null,
  locality_slug text collate "C" not null,
  kind text not null check (kind in ('all', 'pg', 'flat')),
  figures jsonb not null,
  deposits jsonb,
  deposit_answers integer not null,
  traits jsonb,
  refreshed_on date not null,
  primary key (city_slug, locality_slug, kind)
);
comment on table private.place_figures is
  'Counts of the answers about the homes of a city or locality, as of the last refresh. The row without a city has the numbers of reviews and homes.';
comment on column private.place_figures.locality_slug is 'Empty in the rows of a city.';
comment on column private.place_figures.kind is
  'all, or the kind of homes: pg if most reviews of a home are of a PG / Hostel or a Shared Room, else flat.';
comment on column private.place_figures.figures is 'Like property_figures.figures, for questions with at least ten answers.';
comment on column private.place_figures.deposits is 'The figures about the deposit; null with fewer than ten answers.';
comment on column private.place_figures.traits is 'In the row of kind all: the number of homes with each trait (private.known_traits), for places with at least two homes.';
comment on column private.place_figures.refreshed_on is 'The day in India.';
create index place_figures_deposits on private.place_figures (city_slug, deposit_answers desc)
  where kind = 'all' and deposits is not null;
alter table private.place_figures enable row level security;
create policy "The site reads the figures of places" on private.place_figures for select to site_reader using (true);
grant select on table private.place_figures to site_reader;

-- The embedded server or `npm run worker` calls this function every hour until the result has no cursor, since all homes at once would take
-- minutes. It hardly blocks writers: it reads committed rows and writes only this table, changed spellings of localities and
-- private.known_words. A concurrent call returns at once. Hashing instead of sorting the facts of all homes makes it four times as fast.
create function public.operator_refresh_places(after_city text default '', most_homes integer default 250000) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '60s'
set work_mem = '64MB' set enable_sort = off set enable_memoize = off as $$
declare
  today constant date := (now() at time zone 'Asia/Kolkata')::date;
  -- The last city of this call; null if the call reaches the end of the list.
  last_city constant text collate "C" := (
    select min(summed.city_slug)
    from (
      select p.city_slug, sum(p.home_count) over (order by p.city_slug) as homes
      from private.places as p where p.locality is null and p.city_slug > after_city
    ) as summed
    where summed.homes >= most_homes
  );
  refreshed integer;
begin
  if not pg_try_advisory_xact_lock(hashtext('private.place_figures')) then
    return jsonb_build_object('places', 0, 'after', null);
  end if;
  delete from private.place_figures as f where f.city_slug > after_city and (last_city is null or f.city_slug <= last_city);
  -- Materialized: determines the kind once per home, not once per fact.
  with homes as materialized (
    select f.city_slug, f.locality_slug, f.figures, case when types.pg > types.flat then 'pg' when types.flat > 0 then 'flat' end as kind
    from private.property_figures as f cross join lateral (
      select
        coalesce((f.figures ->> 'property_type:PG / Hostel')::integer, 0)
          + coalesce((f.figures ->> 'property_type:Shared Room')::integer, 0) as pg,
        coalesce((f.figures ->> 'property_type:Apartment')::integer, 0)
          + coalesce((f.figures ->> 'property_type:Independent House')::integer, 0)
          + coalesce((f.figures ->> 'property_type:Villa')::integer, 0) as flat
    ) as types
    where f.city_slug > after_city and (last_city is null or f.city_slug <= last_city)
  ),
  -- Sums by locality and kind, which are few. The sums for cities and for all kinds are computed from these.
  counted as materialized (
    select h.city_slug, h.locality_slug, h.kind, fact.key as fact, sum(fact.value::integer) as count
    from homes as h cross join lateral jsonb_each_text(h.figures) as fact
    group by 1, 2, 3, 4
  ),
  -- grouping() distinguishes the sum of all kinds from an unknown kind.
  summed as (
    select c.city_slug, coalesce(c.locality_slug, '') as locality_slug,
      case when grouping(c.kind) = 1 then 'all' else c.kind end as kind, a.question, c.fact, sum(c.count)::integer as count
    from counted as c join private.allowed_answers as a on a.question || ':' || a.answer = c.fact and not a.says_nothing
    group by c.city_slug, a.question, c.fact, grouping sets ((c.locality_slug, c.kind), (c.locality_slug), (c.kind), ())
  ),
  answered as (
    select s.*, sum(s.count) over (partition by s.city_slug, s.locality_slug, s.kind, s.question) as answers
    from summed as s where s.kind is not null
  ),
  figures_of_kind as (
    select s.city_slug, s.locality_slug, s.kind, jsonb_object_agg(s.fact, s.count) as figures,
      jsonb_object_agg(s.fact, s.count) filter (where s.question like 'deposit%') as deposits,
      coalesce(sum(s.count) filter (where s.question in ('deposit', 'deposit_back')), 0)::integer as deposit_answers
    from answered as s where s.answers >= 10
    group by s.city_slug, s.locality_slug, s.kind
  ),
  having_it as (
    select f.city_slug, coalesce(f.locality_slug, '') as locality_slug, known.trait, count(*) as homes
    from private.property_figures as f
    join unnest(private.known_traits()) with ordinality as known (trait, place)
      on f.traits & (1::bigint << (known.place::integer - 1)) <> 0
    where f.city_slug > after_city and (last_city is null or f.city_slug <= last_city)
    group by f.city_slug, known.trait, grouping sets ((f.locality_slug), ())
  ),
  offered as (
    select h.city_slug, h.locality_slug, jsonb_object_agg(h.trait, h.homes) as traits
    from having_it as h join private.places as p using (city_slug, locality_slug)
    where p.home_count > 1 group by h.city_slug, h.locality_slug
  ),
  listed as (
    select t.city_slug, t.locality_slug, t.kind from figures_of_kind as t
    union select o.city_slug, o.locality_slug, 'all' from offered as o
  )
  insert into private.place_figures (city_slug, locality_slug, kind, figures, deposits, deposit_answers, traits, refreshed_on)
  select l.city_slug, l.locality_slug, l.kind, coalesce(t.figures, '{}'),
    t.deposits, coalesce(t.deposit_answers, 0),
    case when l.kind = 'all' then o.traits end, today
  from listed as l
  left join figures_of_kind as t using (city_slug, locality_slug, kind)
  left join offered as o using (city_slug, locality_slug);
  get diagnostics refreshed = row_count;
  -- Spells a locality like most of its homes. Waits for writers only if a spelling changes.
  update private.places as p set locality = spelt.locality
  from (
    select used.city_slug, used.locality_slug, private.most_used(jsonb_object_agg('locality:' || used.locality, used.homes), 'locality') as locality
    from (
      select f.city_slug, f.locality_slug, h.locality, count(*) as homes
      from private.property_figures as f join public.properties as h on h.id = f.property_id
      where f.city_slug > after_city and (last_city is null or f.city_slug <= last_city)
      group by 1, 2, 3
    ) as used
    group by 1, 2
  ) as spelt
  where p.city_slug = spelt.city_slug and p.locality_slug = spelt.locality_slug and p.locality <> spelt.locality;
  if last_city is null then
    delete from private.place_figures as f where f.city_slug = '';
    insert into private.place_figures (city_slug, locality_slug, kind, figures, deposit_answers, refreshed_on)
    select '', '', 'all', jsonb_build_object('reviews', sum(p.review_count), 'homes', count(*)), 0, today
    from public.properties as p where p.review_count > 0 having count(*) > 0;
    perform private.refresh_known_words();
  end if;
  return jsonb_build_object('places', refreshed, 'after', last_city);
end $$;
comment on function public.operator_refresh_places(text, integer) is
  'For the servers: refreshes the figures of places, city by city after after_city, until it has read most_homes homes; at the end also the words of homes. Returns the number of rows written and the cursor, null at the end.';

-- Returns {all, pg, flat, best, refreshedOn} of a place, or null before its first refresh. `best` has the three homes that
-- homes_page lists first when sorted by score. It is empty for places with at most five homes.
create function private.figures_of_place(city_slug text, locality_slug text) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  return (
    select json_build_object(
      'all', whole.figures,
      'pg', coalesce(pg.figures, '{}'),
      'flat', coalesce(flat.figures, '{}'),
      'best', case when place.home_count <= 5 then '[]' else private.home_summaries(case
        when place.locality_slug = '' then array(
          select f.property_id from private.property_figures as f
          where f.city_slug = place.city_slug order by f.score desc, f.last_order desc limit 3)
        else array(
          select f.property_id from private.property_figures as f
          where f.city_slug = place.city_slug and f.locality_slug = place.locality_slug
          order by f.score desc, f.last_order desc limit 3)
      end) end,
      'refreshedOn', whole.refreshed_on)
    from private.place_figures as whole
    join private.places as place using (city_slug, locality_slug)
    left join private.place_figures as pg
      on (pg.city_slug, pg.locality_slug, pg.kind) = (whole.city_slug, whole.locality_slug, 'pg')
    left join private.place_figures as flat
      on (flat.city_slug, flat.locality_slug, flat.kind) = (whole.city_slug, whole.locality_slug, 'flat')
    where whole.city_slug = figures_of_place.city_slug and whole.locality_slug = figures_of_place.locality_slug and whole.kind = 'all'
  );
end $$;

create function private.traits_of_place(city_slug text, locality_slug text) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return coalesce((
    select f.traits from private.place_figures as f
    where f.city_slug = traits_of_place.city_slug and f.locality_slug = traits_of_place.locality_slug and f.kind = 'all'
  ), '{}');
end $$;

create function public.site_totals() returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
begin
  return (
    select f.figures from private.place_figures as f where (f.city_slug, f.locality_slug, f.kind) = ('', '', 'all')
  );
end $$;
comment on function public.site_totals() is
  'The numbers of visible reviews and homes, as of the last refresh of places: {reviews, homes}, or null before it.';

create function public.deposit_figures() returns json
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
begin
  return (
    select coalesce(json_agg(json_build_object(
      'city', city.city, 'refreshedOn', city.refreshed_on, 'figures', city.deposits,
      'localities', (
        select coalesce(json_agg(json_build_object('locality', p.locality, 'figures', l.deposits) order by l.deposit_answers desc, p.search_key), '[]')
        from (
          select f.* from private.place_figures as f
          where f.city_slug = city.city_slug and f.locality_slug <> '' and f.kind = 'all' and f.deposits is not null
          order by f.deposit_answers desc limit 20
        ) as l join private.places as p on p.city_slug = l.city_slug and p.locality_slug = l.locality_slug
      )) order by city.deposit_answers desc, city.search_key), '[]')
    from (
      select f.city_slug, f.refreshed_on, f.deposits, f.deposit_answers, p.city, p.search_key
      from private.place_figures as f join private.places as p on p.city_slug = f.city_slug and p.locality_slug = ''
      where f.locality_slug = '' and f.kind = 'all' and f.deposits is not null
      order by f.deposit_answers desc limit 200
    ) as city
  );
end $$;
comment on function public.deposit_figures() is
  'What tenants got back of their deposits, by city and locality, for questions with ten answers or more: [{city, refreshedOn, figures, localities}], '
  'most answers first, at most 200 cities with 20 localities each.';

-- Functions for authors on the page /account. Each treats a review of another author like one that does not exist.

-- Returns the caller's review and locks it: the lock serializes changes by the author and operators.
create function private.lock_my_review(review_id uuid) returns public.reviews
language plpgsql set search_path = '' as $$
declare
  review public.reviews;
begin
  perform private.signed_in_account();
  if private.is_my_review(review_id) then
    select * into review from public.reviews as r where r.id = lock_my_review.review_id for no key update;
  end if;
  if review.id is null then
    perform private.refuse(404, 'There is no review of yours with this id.');
  end if;
  return review;
end $$;

-- An author who waits for a deposit may ask for a reminder. A row is deleted with the author's link to the review.
create table private.deposit_reminders (
  review_id uuid primary key references private.review_authors (review_id) on delete cascade,
  due_on date not null default (now() at time zone 'Asia/Kolkata')::date + 60
);
comment on table private.deposit_reminders is
  'Reviews whose authors want one email that asks whether the deposit came back. A row is deleted when its email is queued.';
comment on column private.deposit_reminders.due_on is 'The day in India.';
create index deposit_reminders_by_day on private.deposit_reminders (due_on);
alter table private.deposit_reminders enable row level security;

-- Returns true if the author may still give a new answer to "Did it come back?". Must match isDepositOpen in app/domain/follow-up-check.ts.
create function private.is_deposit_open(review public.reviews) returns boolean
language sql immutable
return coalesce(review.answers ->> 'deposit_back' in ('waiting', 'living_there'), false);

-- Returns a review as its author sees it. "state" must match ReviewState in app/domain/my-review.ts.
create function private.my_review_json(review_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(private.review_json(s)) - 'proofUrls' || jsonb_build_object(
    'state', case
      when w.review_id is not null then 'withdrawn'
      when r.hidden_at is not null then 'hidden'
      when r.reported then 'flagged'
      else 'public'
    end,
    'isAnonymous', not exists (select from private.review_names as n where n.review_id = r.id),
    'withdrawnOn', w.withdrawn_on,
    'erasedOn', w.withdrawn_on + 30,
    'reminderOn', case when r.hidden_at is null and private.is_deposit_open(r) then (
      select d.due_on from private.deposit_reminders as d where d.review_id = r.id
    ) end,
    'hidden', case when private.is_hidden_by_operator(r) then (
      select jsonb_build_object('reason', l.reason, 'clause', l.details ->> 'clause')
      from private.audit_log as l where l.subject = r.id::text and l.command = 'hide' order by l.id desc limit 1
    ) end)
  from public.reviews as r
  join private.shown_reviews as s on s.id = r.id
  left join private.withdrawn_reviews as w on w.review_id = r.id
  where r.id = my_review_json.review_id
$$;

-- Returns the newest replies of an account, without names of homes of hidden reviews, and the grievances filed with its confirmed email.
create function private.my_replies_and_grievances(account uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'replies', coalesce((
      select jsonb_agg(jsonb_build_object(
        'reviewId', a.review_id, 'propertyName', home.property_name, 'state', a.state, 'createdOn', a.created_on) order by a.created_at desc)
      from (select * from private.replies as own where own.user_id = account order by own.created_at desc limit 50) as a
      left join public.reviews as r on r.id = a.review_id and r.hidden_at is null
      left join public.properties as home on home.id = r.property_id), '[]'),
    'grievances', coalesce((
      select jsonb_agg(jsonb_build_object(
        'ticket', g.ticket, 'secret', g.secret, 'ground', g.ground, 'receivedAt', g.received_at,
        'isAcknowledged', g.acknowledged_at is not null, 'outcome', g.outcome) order by g.received_at desc)
      from (
        select own.*
        from auth.users as u
        join private.grievance_emails as e on private.email_key(e.email) = private.email_key(u.email)
        join private.grievances as own on own.id = e.grievance_id
        where u.id = account order by own.received_at desc limit 50
      ) as g), '[]'));
end $$;

create function public.my_reviews(after text default null) returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
declare
  account constant uuid := private.signed_in_account();
  last_id constant uuid := case when after <> '' then private.cursor_id(after) end;
  page_size constant integer := 20;
  page constant uuid[] := array(
    select r.id
    from private.review_authors as a join public.reviews as r on r.id = a.review_id
    where a.user_id = account
      and (last_id is null or r.insert_order < (
        select l.insert_order from public.reviews as l where l.id = last_id and private.is_my_review(l.id)))
    order by r.insert_order desc limit page_size + 1);
begin
  return jsonb_build_object(
    'reviews', coalesce((
      select jsonb_agg(private.my_review_json(id) order by number)
      from unnest(page[:page_size]) with ordinality as listed (id, number)), '[]'),
    'next', case when cardinality(page) > page_size then page[page_size] end)
    || case when last_id is null then private.my_replies_and_grievances(account) else '{}' end;
end $$;
comment on function public.my_reviews(text) is
  'A page of the caller''s own reviews, newest first: {reviews, next}. The first page also has the newest {replies, grievances}.';

create function public.make_my_review_anonymous(review_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  review constant public.reviews := private.lock_my_review(review_id);
begin
  delete from private.review_names as n where n.review_id = review.id;
  return private.my_review_json(review.id);
end $$;
comment on function public.make_my_review_anonymous(uuid) is 'Permanently deletes the name and the email of a review of the caller.';

create function public.withdraw_my_review(review_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  review constant public.reviews := private.lock_my_review(review_id);
begin
  insert into private.withdrawn_reviews (review_id, hidden_by_operator) values (review.id, review.hidden_at is not null)
  on conflict do nothing;
  -- Operators see hidden_at: the exact time would link the reviews that one author withdraws together.
  update public.reviews as r set hidden_at = (now() at time zone 'Asia/Kolkata')::date::timestamp at time zone 'Asia/Kolkata'
  where r.id = review.id and r.hidden_at is null;
  return private.my_review_json(review.id);
end $$;
comment on function public.withdraw_my_review(uuid) is 'Takes a review of the caller off the site. It is erased after 30 days (operator_sweep).';

create function public.bring_back_my_review(review_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  review constant public.reviews := private.lock_my_review(review_id);
  is_still_hidden boolean;
begin
  delete from private.withdrawn_reviews as w where w.review_id = review.id returning w.hidden_by_operator into is_still_hidden;
  if not is_still_hidden then
    update public.reviews as r set hidden_at = null where r.id = review.id;
  end if;
  -- Otherwise a network could exceed its limit: withdraw reviews, publish others, and restore the first.
  if is_still_hidden is not null and review.created_at >= date_trunc('day', now(), 'UTC') then
    perform private.count_for_network(review);
  end if;
  return private.my_review_json(review.id);
end $$;
comment on function public.bring_back_my_review(uuid) is
  'Restores a withdrawn review of the caller, which is shown again unless an operator has hidden it.';

-- Triggers of public.reviews update figures and filters. The follow-up stores the previous answer.
create function public.add_follow_up(review_id uuid, follow_up text default null, deposit_back text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  review constant public.reviews := private.lock_my_review(review_id);
  cleaned constant text := coalesce(
    case when char_length(follow_up) <= 1000 then private.clean_text(follow_up) else left(follow_up, 501) end, '');
  answer constant text := nullif(add_follow_up.deposit_back, '');
begin
  if private.is_blank(cleaned) and answer is null then
    perform private.refuse(400, 'Write what has happened since.');
  elsif char_length(cleaned) > 500 then
    perform private.refuse(400, 'Shorten it to 500 characters.');
  elsif review.hidden_at is not null then
    perform private.refuse(409, 'This review is not being shown, so you cannot add to it.');
  end if;
  -- Treats a repeated addition as a retry: the response to the first request was lost.
  if exists (
    select from private.follow_ups as f
    where f.review_id = review.id and private.fold(coalesce(f.follow_up, '')) = private.fold(cleaned)
      and f.deposit_back is not distinct from answer
  ) then
    return private.my_review_json(review.id);
  end if;
  if answer is null then
    if (select count(*) from private.follow_ups as f where f.review_id = review.id and f.deposit_back is null) = 3 then
      perform private.refuse(409, 'You can add to a review three times, and this one already has three additions.');
    end if;
  elsif not private.is_deposit_open(review) then
    perform private.refuse(409, 'Your review already says what happened to the deposit.');
  elsif answer not in ('all', 'part', 'none', 'waiting') or answer = review.answers ->> 'deposit_back' then
    perform private.refuse(400, 'Choose one of the listed answers.');
  end if;
  insert into private.follow_ups (review_id, position, follow_up, deposit_back, deposit_was)
  select review.id, count(*) + 1, case when not private.is_blank(cleaned) then cleaned end, answer,
    case when answer is not null then review.answers ->> 'deposit_back' end
  from private.follow_ups as f where f.review_id = review.id;
  if answer is not null then
    update public.reviews as r set answers = r.answers || jsonb_build_object('deposit_back', answer) where r.id = review.id;
  end if;
  return private.my_review_json(review.id);
end $$;
comment on function public.add_follow_up(uuid, text, text) is
  'Adds a dated text to a visible review of the caller, at most three, or a new answer to whether the deposit came back.';

create function public.export_my_data() returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  account constant uuid := private.signed_in_account();
begin
  return private.kept_about(array[account], (select private.email_key(u.email) from auth.users as u where u.id = account))
    || jsonb_build_object('sessions', (
      select jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'created_at', s.created_at, 'refreshed_at', s.refreshed_at,
        -- Hosted projects store these.
        'ip', to_jsonb(s) -> 'ip', 'user_agent', to_jsonb(s) -> 'user_agent')) order by s.created_at)
      from auth.sessions as s where s.user_id = account));
end $$;
comment on function public.export_my_data() is 'A copy of all data about the caller''s account and email.';

-- Records the account's id in the audit log, so that operators can erase the account again after they restore a backup.
create function public.delete_my_account(with_reviews boolean) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  account constant uuid := private.signed_in_account();
begin
  -- Irreversible: a stolen token must not be enough.
  if not exists (
    select from auth.sessions as s
    where s.id::text = (select auth.jwt()) ->> 'session_id' and s.user_id = account and s.created_at > now() - interval '15 minutes'
  ) then
    perform private.refuse(403, 'Enter your password again before you delete your account.');
  end if;
  perform public.operator_erase(account::text, coalesce(with_reviews, false), 'its owner');
  return true;
end $$;
comment on function public.delete_my_account(boolean) is
  'Deletes the caller''s account, and the caller''s email in all tables. Its reviews are deleted as well, or stay without author, name and photos.';

-- The numbered clauses of the review policy. Must match app/domain/policy-clauses.ts and content/pages/review-policy.md.
create table private.policy_clauses (
  id text primary key check (id ~ '^[1-9]\.[1-9]$'),
  sentence text not null
);
comment on table private.policy_clauses is 'The clauses of the review policy that operators'' decisions cite.';
comment on column private.policy_clauses.id is 'The number on the page. Decisions to keep a review or reply cite 5.1.';
alter table private.policy_clauses enable row level security;

insert into private.policy_clauses (id, sentence)
values
  ('1.1', 'It is about a home in India where its author rents or lives, or has rented or lived, as a tenant.'),
  ('1.2', 'It is the author''s own experience. What a neighbour told you is not yours to publish.'),
  ('1.3', 'It is true as far as its author knows: what happened and when, with opinion kept apart from fact.'),
  ('1.4', 'Each stay is reviewed once.'),
  ('2.1', 'No reviews in exchange for money or favours, of your own property or of a competitor''s.'),
  ('2.2', 'No names, phone numbers, addresses, bank details or documents of private persons.'),
  ('2.3', 'No insults, no threats, and no contempt for anyone''s religion, caste, region, language, sex, disability or food.'),
  ('2.4', 'No accusations of crimes that no court or authority has found.'),
  ('2.5', 'No advertising and no copied text.'),
  ('2.6', 'Nothing that is against the law, or that a court or the government orders to be taken off.'),
  ('3.1', 'Photos show no faces, no children, no names, signatures, account or identity numbers, and no other people''s documents.'),
  ('4.1', 'A reply comes from someone who owns or manages the home, and answers the review.'),
  ('4.2', 'A reply does not name, describe or guess at the tenant, and puts no pressure on anyone.'),
  ('5.1', 'A review or reply that follows these rules stays, however unwelcome it is.');

create function private.checked_clause(clause text) returns text
language plpgsql stable set search_path = '' as $$
begin
  if not exists (select from private.policy_clauses where id = btrim(checked_clause.clause)) then
    perform private.refuse(400, 'Name a clause of the review policy, such as 2.3.');
  end if;
  return btrim(checked_clause.clause);
end $$;

-- Anyone affected by what the site shows may file a grievance, without an account. Each has a ticket, a secret status page and two
-- deadlines. The values of writer, ground and outcome must match app/domain/grievance.ts.
create table private.grievances (
  id uuid primary key default gen_random_uuid(),
  secret uuid not null unique,
  ticket text not null unique,
  writer text not null check (writer in ('tenant', 'owner', 'other', 'authority')),
  ground text not null check (ground in ('untrue', 'private-data', 'threat', 'copyright', 'order', 'other')),
  page text not null check (page ~ '\S' and char_length(page) <= 500),
  review_id uuid generated always as (
    substring(page from '#review-([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})')::uuid) stored,
  words text not null check (words ~ '\S' and char_length(words) <= 4000),
  received_at timestamptz not null default now(),
  acknowledge_by timestamptz not null,
  decide_by timestamptz not null,
  acknowledged_at timestamptz,
  decided_at timestamptz,
  outcome text check (outcome in ('upheld', 'partly', 'refused')),
  clause text check (char_length(clause) <= 100),
  sentence text check (char_length(sentence) <= 500),
  reminded_of text check (reminded_of in ('acknowledge', 'decide')),
  constraint grievances_are_decided_whole check (
    (decided_at is null) = (outcome is null) and (decided_at is null) = (sentence is null)
    and (decided_at is null or acknowledged_at is not null))
);
comment on table private.grievances is 'Grievances, deleted grievance_days after the decision. Their entries in private.audit_log stay.';
comment on column private.grievances.secret is 'Opens the status page. Chosen by the browser, so that a retry files no second grievance.';
comment on column private.grievances.ticket is 'The number for people. Opens nothing.';
comment on column private.grievances.review_id is 'The review in the URL of the page.';
comment on column private.grievances.acknowledge_by is 'From the settings when it was received.';
comment on column private.grievances.reminded_of is 'The deadline of the last reminder to the grievance officer.';
create index grievances_to_decide on private.grievances (decide_by) where decided_at is null;
create index grievances_decided on private.grievances (decided_at);
create index grievances_by_review on private.grievances (review_id);
alter table private.grievances enable row level security;

-- A separate table, so that an erase only deletes rows.
create table private.grievance_emails (
  grievance_id uuid primary key references private.grievances (id) on delete cascade,
  email text not null check (char_length(email) <= 320)
);
create index grievance_emails_by_email_key on private.grievance_emails (private.email_key(email));
comment on table private.grievance_emails is 'The emails of people who filed grievances. Erasing an email deletes its row; the grievance stays.';
alter table private.grievance_emails enable row level security;

create view private.open_grievances with (security_invoker = true) as
  select g.*, case when g.acknowledged_at is null then g.acknowledge_by else g.decide_by end as next_clock
  from private.grievances as g where g.decided_at is null;
comment on view private.open_grievances is 'Grievances that are not decided, with their next deadline.';

create function private.decision_hours(ground text) returns integer
language sql stable set search_path = '' as $$
  select private.setting(case ground
    when 'order' then 'grievance_decide_hours_order'
    when 'private-data' then 'grievance_decide_hours_private_data'
    else 'grievance_decide_hours' end)
$$;

-- Returns a ticket such as G261125-K7QX3 (the day in India), without letters and digits that look alike.
create function private.new_ticket() returns text
language sql set search_path = '' as $$
  select 'G' || to_char(now() at time zone 'Asia/Kolkata', 'YYMMDD') || '-' || string_agg(
    substr('23456789ABCDEFGHJKLMNPQRSTUVWXYZ', 1 + get_byte(uuid_send(gen_random_uuid()), n) % 32, 1), '')
  from generate_series(0, 4) as n
$$;

-- Returns a grievance for its status page, with page and text only after an operator has acknowledged it. Otherwise anyone could
-- enter another person's email, and write to them in the name of this site.
create function private.grievance_status_json(grievance private.grievances) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'ticket', grievance.ticket, 'writer', grievance.writer, 'ground', grievance.ground,
    'page', case when grievance.acknowledged_at is not null then grievance.page end,
    'words', case when grievance.acknowledged_at is not null then grievance.words end,
    'receivedAt', grievance.received_at, 'acknowledgeBy', grievance.acknowledge_by, 'decideBy', grievance.decide_by,
    'acknowledgedAt', grievance.acknowledged_at, 'decidedAt', grievance.decided_at,
    'outcome', grievance.outcome, 'clause', grievance.clause, 'sentence', grievance.sentence)
$$;

-- Queues an email to the person who filed a grievance, unless the address was erased. It has no text of the grievance, since anyone can
-- enter another person's address.
create function private.write_to_grievance_writer(template text, grievance private.grievances) returns void
language sql set search_path = '' as $$
  select private.queue_email(template, e.email,
    private.grievance_status_json(grievance) - array['writer', 'page', 'words'] || jsonb_build_object('secret', grievance.secret),
    case when template <> 'grievance-received' then grievance.id::text end)
  from private.grievance_emails as e where e.grievance_id = grievance.id
$$;

create function private.write_to_officer(template text, grievance private.grievances) returns void
language sql set search_path = '' as $$
  select private.queue_email(template, null, jsonb_build_object(
    'ticket', grievance.ticket, 'ground', grievance.ground, 'writer', grievance.writer,
    'acknowledgeBy', grievance.acknowledge_by, 'decideBy', grievance.decide_by, 'acknowledgedAt', grievance.acknowledged_at))
$$;

create function public.file_grievance(secret uuid, writer text, ground text, page text, words text, email text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  filed private.grievances;
  given_page constant text := case when char_length(page) <= 2000 then private.clean_line(page) end;
  given_words constant text := case when char_length(words) <= 10000 then private.clean_text(words) end;
  given_email constant text := case when char_length(email) <= 1000 then private.clean_line(email) end;
begin
  perform private.refuse_ended_session();
  if secret is null or substr(secret::text, 15, 1) <> '4' then
    perform private.refuse(400, 'Send a random UUID as the secret of the status page.');
  elsif coalesce(writer, '') not in ('tenant', 'owner', 'other', 'authority') then
    perform private.refuse(400, 'Say who you are.');
  elsif coalesce(ground, '') not in ('untrue', 'private-data', 'threat', 'copyright', 'order', 'other') then
    perform private.refuse(400, 'Choose one of the listed grounds.');
  elsif private.is_blank(given_page) and char_length(page) <= 2000 or page is null then
    perform private.refuse(400, 'Say which page it is about.');
  elsif given_page is null or char_length(given_page) > 500 then
    perform private.refuse(400, 'Shorten the address of the page to 500 characters.');
  elsif private.is_blank(given_words) and char_length(words) <= 10000 or words is null then
    perform private.refuse(400, 'Say what is wrong.');
  elsif given_words is null or char_length(given_words) > 4000 then
    perform private.refuse(400, 'Shorten your complaint to 4,000 characters.');
  elsif not coalesce(private.is_email(given_email), false) then
    perform private.refuse(400, 'Enter a valid email address.');
  end if;
  -- With two concurrent tries, the second waits, then finds the first.
  perform pg_advisory_xact_lock(hashtextextended(secret::text, 0));
  select g.* into filed from private.grievances as g where g.secret = file_grievance.secret;
  if not found then
    perform private.limit_use('grievances_per_email_day', private.mailbox_key(private.email_key(given_email)));
    perform private.limit_use('grievances_per_network_day', private.request_address(24, 48));
    insert into private.grievances (secret, ticket, writer, ground, page, words, acknowledge_by, decide_by)
    values (secret, private.new_ticket(), writer, ground, given_page, given_words,
      now() + make_interval(hours => least(private.setting('grievance_acknowledge_hours'), private.decision_hours(ground))),
      now() + make_interval(hours => private.decision_hours(ground)))
    returning * into filed;
    insert into private.grievance_emails (grievance_id, email) values (filed.id, given_email);
    perform private.record_operation('file-grievance', 'visitor', filed.id::text, null,
      jsonb_build_object('ground', filed.ground, 'writer', filed.writer, 'acknowledge_by', filed.acknowledge_by, 'decide_by', filed.decide_by));
    perform private.write_to_grievance_writer('grievance-received', filed);
    perform private.write_to_officer('grievance-arrived', filed);
  end if;
  return jsonb_build_object('ticket', filed.ticket, 'acknowledgeBy', filed.acknowledge_by, 'decideBy', filed.decide_by);
end $$;
comment on function public.file_grievance(uuid, text, text, text, text, text) is
  'Files a grievance, once for each secret, and queues its emails. Returns the ticket and both deadlines.';

create function public.grievance_status(secret uuid) returns jsonb
language sql stable security definer set search_path = '' set statement_timeout = '3s' as $$
  select private.grievance_status_json(g) from private.grievances as g where g.secret = grievance_status.secret
$$;
comment on function public.grievance_status(uuid) is
  'The grievance with this secret: its deadlines and decision, and once it is acknowledged also page and text; null if there is none.';

create function private.grievance_to_change(grievance_id uuid) returns private.grievances
language plpgsql set search_path = '' as $$
declare
  grievance private.grievances;
begin
  select * into grievance from private.grievances where id = grievance_id for update;
  if not found then
    perform private.refuse(404, 'There is no complaint with this id.');
  elsif grievance.decided_at is not null then
    perform private.refuse(409, 'This complaint has already been decided.');
  end if;
  return grievance;
end $$;

create function private.acknowledge_grievance(grievance_id uuid, operator text) returns void
language plpgsql set search_path = '' as $$
declare
  grievance private.grievances := private.grievance_to_change(grievance_id);
begin
  if grievance.acknowledged_at is not null then
    perform private.refuse(409, 'This complaint has already been acknowledged.');
  end if;
  update private.grievances set acknowledged_at = now() where id = grievance.id returning * into grievance;
  perform private.record_operation('acknowledge-grievance', operator, grievance.id::text, null);
  perform private.write_to_grievance_writer('grievance-acknowledged', grievance);
end $$;

create function private.decide_grievance(grievance_id uuid, outcome text, clause text, sentence text, operator text) returns void
language plpgsql set search_path = '' as $$
declare
  grievance private.grievances := private.grievance_to_change(grievance_id);
  given_sentence constant text := nullif(private.clean_line(left(coalesce(sentence, ''), 1000)), '');
begin
  if coalesce(outcome, '') not in ('upheld', 'partly', 'refused') then
    perform private.refuse(400, 'Choose an outcome: upheld, partly or refused.');
  end if;
  -- Refuses a sentence that is missing, too long or contains an email.
  perform private.record_operation('decide-grievance', operator, grievance.id::text, given_sentence,
    jsonb_build_object('outcome', outcome, 'clause', clause));
  update private.grievances as g
  set acknowledged_at = coalesce(g.acknowledged_at, now()), decided_at = now(), outcome = decide_grievance.outcome,
    clause = decide_grievance.clause, sentence = given_sentence
  where g.id = grievance.id returning * into grievance;
  perform private.write_to_grievance_writer('grievance-decided', grievance);
end $$;

-- Undoes the last decision or acknowledgement of a grievance, and deletes its email. undo_decision checks and logs it.
create function private.undo_grievance(grievance_id uuid) returns void
language plpgsql set search_path = '' as $$
declare
  undone_email constant text := (
    select case when g.decided_at is null then 'grievance-acknowledged' else 'grievance-decided' end
    from private.grievances as g where g.id = grievance_id);
begin
  update private.grievances set
    acknowledged_at = case when decided_at is null or acknowledged_at = decided_at then null else acknowledged_at end,
    decided_at = null, outcome = null, clause = null, sentence = null
  where id = grievance_id;
  -- The email of an earlier acknowledgement, which is not undone, is still sent.
  delete from private.email_outbox as o where o.decision_subject = grievance_id::text and o.tries = 0 and o.template = undone_email;
end $$;

-- Reminds the grievance officer of grievances before a deadline, once for each.
create function private.run_grievance_clocks() returns void
language plpgsql set search_path = '' as $$
declare
  grievance private.grievances;
begin
  -- After three quarters of the time. With concurrent workers, a row that one has updated no longer matches for the other.
  for grievance in
    update private.grievances set reminded_of = case when acknowledged_at is null then 'acknowledge' else 'decide' end
    where decided_at is null
      and reminded_of is distinct from case when acknowledged_at is null then 'acknowledge' else 'decide' end
      and now() > received_at + 0.75 * (case when acknowledged_at is null then acknowledge_by else decide_by end - received_at)
    returning *
  loop
    perform private.write_to_officer('grievance-due', grievance);
  end loop;
end $$;

-- Signed-in users write a reply, and see and withdraw their own; any visitor reports a reply. The tables are in 08_reading.sql.

create function public.reply_to_review(review_id uuid, reply_text text, written_as text) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '8s' as $$
#variable_conflict use_column
declare
  author constant uuid := private.signed_in_account();
  given text := reply_to_review.reply_text;
begin
  if reply_to_review.written_as is null or reply_to_review.written_as not in ('owner', 'manager') then
    perform private.refuse(400, 'State that you own or manage this home.');
  elsif char_length(given) > 4000 then
    perform private.refuse(400, 'Shorten the reply to 1,000 characters.');
  end if;
  given := private.clean_text(given);
  if private.is_blank(given) then
    perform private.refuse(400, 'Write your reply.');
  elsif char_length(given) > 1000 then
    perform private.refuse(400, 'Shorten the reply to 1,000 characters.');
  elsif not exists (select from public.reviews where id = reply_to_review.review_id and hidden_at is null) then
    perform private.refuse(404, 'This review does not exist or is no longer shown.');
  elsif private.is_my_review(reply_to_review.review_id) then
    perform private.refuse(409, 'You wrote this review, so you cannot reply to it.');
  elsif exists (select from private.replies where review_id = reply_to_review.review_id and state = 'shown') then
    perform private.refuse(409, 'This review already has a reply.');
  end if;
  perform private.limit_use('replies_per_account_day', private.mailbox_of(author));
  perform private.limit_use('replies_per_network_day', private.request_address(24, 48));
  delete from private.replies where review_id = reply_to_review.review_id and user_id = author and state = 'refused';
  insert into private.replies (review_id, user_id, written_as, reply_text)
  values (reply_to_review.review_id, author, reply_to_review.written_as, given)
  on conflict on constraint replies_once_per_account do nothing;
  if not found then
    perform private.refuse(409, 'Your earlier reply is still waiting. Withdraw it to write another one.');
  end if;
  return private.my_reply_json(reply_to_review.review_id);
end $$;
comment on function public.reply_to_review(uuid, text, text) is
  'Stores the caller''s reply to a review, for an operator to read first. Returns it like my_reply.';

create function private.my_reply_json(review_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
      'state', a.state, 'writtenAs', a.written_as, 'text', a.reply_text, 'createdOn', a.created_on)
    || coalesce((
      select jsonb_build_object('clause', l.details ->> 'clause', 'sentence', l.reason)
      from private.audit_log as l
      where a.state = 'refused' and l.subject = a.id::text and l.command = 'refuse-reply'
      order by l.id desc limit 1), '{}')
  from private.replies as a where a.review_id = my_reply_json.review_id and a.user_id = (select auth.uid())
$$;

create function public.my_reply(review_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
begin
  perform private.signed_in_account();
  return private.my_reply_json(review_id);
end $$;
comment on function public.my_reply(uuid) is
  'The caller''s reply to a review: {state, writtenAs, text, createdOn}, with the clause and sentence of a refusal; null if there is none.';

create function public.withdraw_reply(review_id uuid) returns boolean
language plpgsql security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  author constant uuid := private.signed_in_account();
  withdrawn uuid;
begin
  delete from private.replies as a where a.review_id = withdraw_reply.review_id and a.user_id = author
  returning a.id into withdrawn;
  -- Its reporters still get the decision.
  delete from private.email_outbox as o
  where o.decision_subject = withdrawn::text and o.template in ('approve-reply', 'refuse-reply', 'reply-shown');
  return withdrawn is not null;
end $$;
comment on function public.withdraw_reply(uuid) is
  'Deletes the caller''s reply to a review, and the emails about it that have not been sent. False if there is none.';

-- The limits of reports of reviews apply.
create function public.report_reply(review_id uuid, reason text, reporter_email text, reporter_fingerprint text) returns boolean
language plpgsql security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  reported_id uuid;
  email text;
begin
  perform private.refuse_ended_session();
  if report_reply.reason is null or report_reply.reason not in ('fake', 'offensive', 'unrelated', 'spam') then
    perform private.refuse(400, 'Choose one of the listed reasons.');
  elsif coalesce(char_length(reporter_fingerprint), 0) not between 16 and 128 then
    perform private.refuse(400, 'Send a device fingerprint of 16 to 128 characters.');
  end if;
  select a.id into reported_id
  from private.replies as a join public.reviews as r on r.id = a.review_id
  where a.review_id = report_reply.review_id and a.state = 'shown' and r.hidden_at is null;
  if not found then
    perform private.refuse(404, 'This reply does not exist or is no longer shown.');
  end if;
  email := private.clean_email(reporter_email);
  insert into private.reply_reports (reply_id, reason, email, device)
  values (reported_id, report_reply.reason, email, private.reporter_hash(reported_id, reporter_fingerprint))
  on conflict on constraint reply_reports_once_per_device do nothing;
  if not found then
    return false;
  end if;
  perform private.limit_reports(reporter_fingerprint);
  update private.replies set reported = true where id = reported_id and not reported;
  return true;
end $$;
comment on function public.report_reply(uuid, text, text, text) is
  'Reports the reply to a review, once for each device: false for the second time. The reply stays until an operator decides.';

-- Public figures by month. Decisions are counted from private.audit_log. Published and reported reviews are counted in their transaction: a
-- log would reveal the time of day of each, and erased reviews are no longer in the tables.

create table private.monthly_counts (
  month date not null,
  shard smallint not null,
  published bigint not null default 0,
  reported_reviews bigint not null default 0,
  reports bigint not null default 0,
  primary key (month, shard)
);
comment on table private.monthly_counts is 'Reviews published and reported by month (in India), including those erased since.';
comment on column private.monthly_counts.shard is 'Connections count in different rows, so that concurrent reviews do not wait for each other.';
comment on column private.monthly_counts.reported_reviews is 'Distinct reviews that were reported in this month.';
alter table private.monthly_counts enable row level security;

-- Counts the reviews that a statement inserts, with one upsert for all of them.
create function private.count_published() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.monthly_counts as m (month, shard, published)
  select date_trunc('month', i.created_on)::date, pg_backend_pid() % 64, count(*) from inserted as i group by 1
  on conflict (month, shard) do update set published = m.published + excluded.published;
  return null;
end $$;
create trigger count_published after insert on public.reviews
  referencing new table as inserted for each statement execute function private.count_published();

create function private.count_reports() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.monthly_counts as m (month, shard, reported_reviews, reports)
  select date_trunc('month', i.created_at at time zone 'Asia/Kolkata')::date, pg_backend_pid() % 64,
    count(distinct i.review_id) filter (where not exists (
      select from public.review_reports as p
      where p.review_id = i.review_id and p.id < i.id
        and p.created_at >= date_trunc('month', i.created_at at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata')),
    count(*)
  from inserted as i group by 1
  on conflict (month, shard) do update set
    reported_reviews = m.reported_reviews + excluded.reported_reviews, reports = m.reports + excluded.reports;
  return null;
end $$;
create trigger count_reports after insert on public.review_reports
  referencing new table as inserted for each statement execute function private.count_reports();

-- Counts the decisions of a month (in India), and its grievances: their number, grounds, speed, and how many were in time. An overdue
-- grievance counts as late whether it is decided or not.
create function private.decision_counts(month date) returns jsonb
language sql stable set search_path = '' as $$
  with span as (
    select month::timestamp at time zone 'Asia/Kolkata' as first, (month + interval '1 month') at time zone 'Asia/Kolkata' as next
  ),
  decision as (
    select d.subject, d.command, d.details from span join private.standing_decisions as d on d.at >= span.first and d.at < span.next
    union all
    select l.subject, l.command, l.details from span join private.audit_log as l on l.at >= span.first and l.at < span.next
    where l.command = 'author-of'
  ),
  decided as (
    select
      count(distinct d.subject) filter (where d.command = 'hide') as hidden,
      count(distinct d.subject) filter (where d.command = 'unhide') as shown_again,
      count(distinct d.subject) filter (where d.command = 'clear-flag') as cleared,
      -- For a reply that was already shown, approve-reply only dismisses the reports.
      count(distinct d.subject) filter (where d.command = 'approve-reply' and d.details ->> 'was' is distinct from 'shown') as replies_published,
      count(distinct d.subject) filter (where d.command = 'refuse-reply') as replies_refused,
      count(*) filter (where d.command = 'author-of') as authors_looked_up
    from decision as d
  ),
  timed as (
    select l.details ->> 'ground' as ground, e.decided_at,
      extract(epoch from e.acknowledged_at - l.at) as acknowledge, extract(epoch from e.decided_at - l.at) as decide,
      case when e.acknowledged_at is not null or by.acknowledge < now() then coalesce(e.acknowledged_at <= by.acknowledge, false) end as acknowledged_in_time,
      case when e.decided_at is not null or by.decide < now() then coalesce(e.decided_at <= by.decide, false) end as decided_in_time
    from span join private.audit_log as l on l.at >= span.first and l.at < span.next and l.command = 'file-grievance'
    cross join lateral (
      select (l.details ->> 'acknowledge_by')::timestamptz as acknowledge, (l.details ->> 'decide_by')::timestamptz as decide) as by
    cross join lateral (
      select min(d.at) as acknowledged_at, min(d.at) filter (where d.command = 'decide-grievance') as decided_at
      from private.standing_decisions as d
      where d.subject = l.subject and d.command in ('acknowledge-grievance', 'decide-grievance')) as e
  )
  select jsonb_build_object(
    'hidden', hidden, 'shownAgain', shown_again, 'cleared', cleared,
    'hiddenByClause', (select coalesce(jsonb_object_agg(h.clause, h.number), '{}') from (
      select coalesce(d.details ->> 'clause', '') as clause, count(distinct d.subject) as number
      from decision as d where d.command = 'hide' group by 1) as h),
    'repliesPublished', replies_published, 'repliesRefused', replies_refused, 'authorsLookedUp', authors_looked_up,
    'grievances', (select count(*) from timed),
    'grievancesByGround', (select coalesce(jsonb_object_agg(g.ground, g.number), '{}') from (
      select t.ground, count(*) as number from timed as t group by 1) as g),
    'times', (
      select jsonb_build_object(
        'decided', count(t.decided_at),
        'acknowledgeMedianSeconds', round(percentile_cont(0.5) within group (order by t.acknowledge)),
        'acknowledgeSlowestSeconds', round(max(t.acknowledge)),
        'acknowledgedInTime', count(*) filter (where t.acknowledged_in_time),
        'acknowledgedLate', count(*) filter (where not t.acknowledged_in_time),
        'decideMedianSeconds', round(percentile_cont(0.5) within group (order by t.decide)),
        'decideSlowestSeconds', round(max(t.decide)),
        'decidedInTime', count(*) filter (where t.decided_in_time),
        'decidedLate', count(*) filter (where not t.decided_in_time))
      from timed as t having count(*) > 0))
  from decided
$$;

create table private.closed_months (
  month date primary key,
  counts jsonb not null
);
comment on table private.closed_months is 'Results of private.decision_counts for months that no longer change: counting the audit log of ten years takes seconds.';
alter table private.closed_months enable row level security;

-- Returns the months up to now that are not closed.
create function private.open_months() returns setof date
language sql stable set search_path = '' as $$
  select m.month::date
  from (select date_trunc('month', min(l.at) at time zone 'Asia/Kolkata') as month from private.audit_log as l) as first,
    generate_series(first.month, now() at time zone 'Asia/Kolkata', interval '1 month') as m (month)
  where not exists (select from private.closed_months as c where c.month = m.month::date)
$$;

-- Closes past months whose grievances are all decided, or that ended a year ago. Since decisions can be undone for a minute, waits an hour
-- after the end of the month, and five minutes after the last decision on a grievance.
create function private.close_months() returns void
language sql set search_path = '' as $$
  insert into private.closed_months (month, counts)
  select m.month, counted.counts
  from private.open_months() as m (month) cross join lateral private.decision_counts(m.month) as counted (counts)
  where m.month + interval '1 month 1 hour' < now() at time zone 'Asia/Kolkata'
    and not exists (select from private.audit_log as l where l.at > now() - interval '5 minutes' and l.command = 'decide-grievance')
    and (m.month + interval '13 months' < now() at time zone 'Asia/Kolkata'
      or coalesce((counted.counts -> 'times' -> 'decided')::integer, 0) = (counted.counts -> 'grievances')::integer)
    -- Another process may close the same month.
  on conflict do nothing
$$;

create function private.transparency_months() returns jsonb
language sql stable security definer set search_path = '' as $$
  with counted as (
    select c.month, jsonb_build_object(
      'published', sum(c.published), 'reportedReviews', sum(c.reported_reviews), 'reports', sum(c.reports)) as counts
    from private.monthly_counts as c group by 1
  ),
  decided as (
    select c.month, c.counts from private.closed_months as c
    union all
    select m.month, private.decision_counts(m.month) from private.open_months() as m (month)
  )
  select coalesce(jsonb_agg(
    jsonb_build_object('month', to_char(month, 'YYYY-MM'), 'published', 0, 'reportedReviews', 0, 'reports', 0)
      || coalesce(c.counts, '{}') || coalesce(d.counts, private.decision_counts(month))
    order by month desc), '[]')
  from counted as c full join decided as d using (month)
  -- Only months with a count above 0. Keys contain no digit except those of clauses, which are listed only with a count.
  where c.month is not null or d.counts::text ~ '[1-9]'
$$;

create function public.transparency() returns jsonb
language sql stable security definer set search_path = '' set statement_timeout = '3s' as $$
  select private.transparency_months()
$$;
comment on function public.transparency() is 'Published and reported reviews, and decisions, by month, newest first.';

-- Emails about new reviews of the homes and localities that an account follows. docs/decisions/0022 explains why they only cover earlier
-- days.

create table private.follows (
  secret uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  property_id uuid references public.properties (id) on delete cascade,
  city_slug text collate "C",
  locality_slug text collate "C",
  seen_order bigint not null,
  checked_on date not null default (now() at time zone 'Asia/Kolkata')::date,
  constraint follows_a_home_or_a_locality check (
    num_nonnulls(property_id, locality_slug) = 1 and (city_slug is null) = (locality_slug is null)),
  constraint follows_once unique nulls not distinct (user_id, property_id, city_slug, locality_slug)
);
comment on table private.follows is
  'Follows of homes and localities. Only their account sees them, and they are deleted with it. No function counts followers.';
comment on column private.follows.secret is '122 random bits. The holder of an email''s link can end the follow without a session.';
comment on column private.follows.seen_order is 'reviews.insert_order of the newest review at its start.';
comment on column private.follows.checked_on is 'The day, in India, of the last check. Reviews of earlier days were already checked.';
create index follows_by_day on private.follows (checked_on);
create index follows_by_property on private.follows (property_id) where property_id is not null;
alter table private.follows enable row level security;

-- Omits the name of a home that is no longer shown.
create function private.follow_json(follow private.follows) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'secret', follow.secret, 'propertyId', h.id, 'propertyName', h.property_name,
    'locality', coalesce(h.locality, p.locality), 'city', coalesce(h.city, p.city))
  from (select) as one
  left join public.properties as h on h.id = follow.property_id and h.review_count > 0
  left join private.places as p on p.city_slug = follow.city_slug and p.locality_slug = follow.locality_slug and p.is_accepted
$$;

-- Returns the maximum of follows per account: the List-Unsubscribe header of an email names their secrets on one line of at most
-- 998 characters (RFC 5322). Must match MAX_FOLLOWS in app/domain/follow.ts.
create function private.max_follows() returns integer
language sql immutable return 20;

create function public.follow_place(property_id uuid default null, city text default null, locality text default null) returns boolean
language plpgsql security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  follower constant uuid := private.signed_in_account();
  home_id constant uuid := (
    select p.id from public.properties as p where p.id = private.home_of(follow_place.property_id) and p.review_count > 0);
  place private.places;
begin
  if follow_place.property_id is null then
    select p.* into place from private.places as p
    where p.city_slug = private.city_slug(follow_place.city)
      and p.locality_slug = private.locality_slug(follow_place.locality) and p.locality is not null and p.is_accepted;
  end if;
  if home_id is null and place.locality_slug is null then
    perform private.refuse(404, 'There is no such home or locality any more.');
  end if;
  -- Without this lock, concurrent calls could exceed the maximum.
  perform pg_advisory_xact_lock(hashtextextended('follows ' || follower, 0));
  if exists (
    select from private.follows as f
    where f.user_id = follower
      and (f.property_id, f.city_slug, f.locality_slug) is not distinct from (home_id, place.city_slug, place.locality_slug)
  ) then
    return false;
  elsif (select count(*) from private.follows as f where f.user_id = follower) >= private.max_follows() then
    perform private.refuse(409, format(
      'You follow %s homes and localities, the most for one account. In your account you can stop following one.',
      private.max_follows()));
  end if;
  insert into private.follows (user_id, property_id, city_slug, locality_slug, seen_order)
  values (follower, home_id, place.city_slug, place.locality_slug, coalesce(
    (select r.insert_order from public.reviews as r order by r.created_on desc, r.insert_order desc limit 1), 0));
  return true;
end $$;
comment on function public.follow_place(uuid, text, text) is
  'Makes the caller follow a home, or a locality of a city. Returns false if the caller already follows it. An account follows at most private.max_follows().';

create function private.follows_of(account uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(
    listed.follow order by listed.follow ->> 'propertyName', listed.follow ->> 'locality', listed.follow ->> 'secret'), '[]')
  from (select private.follow_json(f) as follow from private.follows as f where f.user_id = account) as listed
$$;

create function public.my_follows() returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
begin
  return private.follows_of(private.signed_in_account());
end $$;
comment on function public.my_follows() is
  'The caller''s follows by name, localities last: [{secret, propertyId, propertyName, locality, city}], without names of homes no longer shown.';

create function public.follows_of_link(secrets uuid[]) returns jsonb
language sql stable security definer set search_path = '' set statement_timeout = '3s' as $$
  select coalesce(jsonb_agg(private.follow_json(f) order by f.secret), '[]')
  from private.follows as f where f.secret = any (secrets[:private.max_follows()])
$$;
comment on function public.follows_of_link(uuid[]) is
  'For the holder of an email''s link: the follows with these secrets, in the shape of my_follows.';

create function public.unfollow(secrets uuid[]) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  ended constant jsonb := public.follows_of_link(secrets);
begin
  delete from private.follows as f where f.secret = any (secrets[:private.max_follows()]);
  return ended;
end $$;
comment on function public.unfollow(uuid[]) is
  'Ends the follows with these secrets, for their account and for the holder of an email''s link. Returns the ended ones.';

-- Returns at most five homes with their numbers of new reviews since the last check, or null. A locality omits homes that the account also
-- follows. Includes the follower's own reviews: otherwise the difference between two emails would reveal them.
create function private.news_of(follow private.follows, today date) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  homes constant uuid[] := case when follow.property_id is not null then array[follow.property_id] else array(
    select f.property_id from private.property_figures as f
    where f.city_slug = follow.city_slug and f.locality_slug = follow.locality_slug and f.last_day >= follow.checked_on) end;
begin
  return (
    with news as (
      select r.property_id, count(*) as reviews, max(r.insert_order) as last_order
      from public.reviews as r
      where r.property_id = any (homes) and r.hidden_at is null and r.created_on >= follow.checked_on and r.created_on < today
        and r.insert_order > follow.seen_order
        and (follow.property_id is not null or not exists (
          select from private.follows as of_home
          where of_home.user_id = follow.user_id and of_home.property_id = r.property_id
            and r.created_on >= of_home.checked_on and r.insert_order > of_home.seen_order))
      group by r.property_id
    )
    select jsonb_strip_nulls(private.follow_json(follow)) || jsonb_build_object(
      'reviewCount', (select sum(n.reviews) from news as n),
      'homes', (
        select jsonb_agg(jsonb_build_object(
          'propertyId', p.id, 'propertyName', p.property_name, 'locality', p.locality, 'city', p.city, 'reviewCount', n.reviews)
          order by n.last_order desc)
        from (select * from news order by last_order desc limit 5) as n join public.properties as p on p.id = n.property_id))
    where exists (select from news));
end $$;

-- Queues at most one email per account and day, from 8 o'clock in India. Stops after three seconds and returns the number of checked follows:
-- callers repeat the sweep until it is 0. Concurrent sweeps share the accounts.
create function private.queue_follow_emails(at timestamptz default now()) returns integer
language plpgsql set search_path = '' as $$
declare
  today constant date := (at at time zone 'Asia/Kolkata')::date;
  checked integer := 0;
  checked_of_account integer;
  follower uuid;
  news jsonb;
begin
  if extract(hour from at at time zone 'Asia/Kolkata') < 8 then
    return 0;
  end if;
  for follower in
    select distinct due.user_id
    from (select f.user_id from private.follows as f where f.checked_on < today order by f.checked_on limit 1000) as due
  loop
    exit when clock_timestamp() > statement_timestamp() + interval '3 seconds';
    continue when not pg_try_advisory_xact_lock(hashtextextended('follows ' || follower, 0));
    select jsonb_agg(with_news.news order by with_news.news ->> 'propertyName', with_news.news ->> 'locality', with_news.news ->> 'secret') into news
    from (
      select private.news_of(f, today) as news from private.follows as f where f.user_id = follower and f.checked_on < today
    ) as with_news where with_news.news is not null;
    update private.follows as f set checked_on = today where f.user_id = follower and f.checked_on < today;
    get diagnostics checked_of_account = row_count;
    checked := checked + checked_of_account;
    perform private.queue_email('follow-news', u.email, jsonb_build_object('follows', news))
    from auth.users as u where u.id = follower and u.email_confirmed_at is not null and news is not null;
  end loop;
  return checked;
end $$;

create function public.remind_of_deposit(review_id uuid, is_wanted boolean) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  review constant public.reviews := private.lock_my_review(review_id);
begin
  if is_wanted is not true then
    delete from private.deposit_reminders as d where d.review_id = review.id;
  elsif review.hidden_at is not null or not private.is_deposit_open(review) then
    perform private.refuse(409, 'There is nothing to remind you of: the review is hidden, or already says what happened to the deposit.');
  else
    insert into private.deposit_reminders (review_id) values (review.id) on conflict do nothing;
  end if;
  return (select to_jsonb(d.due_on) from private.deposit_reminders as d where d.review_id = review.id);
end $$;
comment on function public.remind_of_deposit(uuid, boolean) is
  'For an author who waits for a deposit: requests an email in 60 days, or cancels it. Returns its day, or null.';

-- Queues due reminders from 8 o'clock in India, at most 500 per sweep. Skips a review that is hidden by then, or whose author has
-- answered what happened to the deposit.
create function private.queue_deposit_reminders(at timestamptz default now()) returns void
language plpgsql set search_path = '' as $$
declare
  due uuid;
begin
  if extract(hour from at at time zone 'Asia/Kolkata') < 8 then
    return;
  end if;
  for due in
    delete from private.deposit_reminders as d
    where d.review_id in (
      select w.review_id from private.deposit_reminders as w
      where w.due_on <= (at at time zone 'Asia/Kolkata')::date order by w.due_on limit 500 for update skip locked)
    returning d.review_id
  loop
    perform private.queue_email('deposit-reminder', u.email, jsonb_build_object(
      'review_id', r.id, 'home', concat_ws(', ', home.property_name, home.locality, home.city)))
    from public.reviews as r
    join public.properties as home on home.id = r.property_id
    join private.review_authors as a on a.review_id = r.id
    join auth.users as u on u.id = a.user_id
    where r.id = due and r.hidden_at is null and private.is_deposit_open(r) and u.email_confirmed_at is not null;
  end loop;
end $$;

create function public.operator_waiting() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'emails_waiting', (select count(*) from private.email_outbox),
    'oldest_email_seconds', (select coalesce(extract(epoch from now() - min(created_at)), 0)::integer from private.email_outbox),
    'grievances_open', (select count(*) from private.open_grievances),
    'grievance_seconds_left', (select extract(epoch from min(next_clock) - now())::integer from private.open_grievances),
    -- A follow is due at 8 o'clock on the day after its last check.
    'follow_seconds_late', (
      select greatest(coalesce(extract(epoch from now() - (min(checked_on) + interval '1 day 8 hours') at time zone 'Asia/Kolkata'), 0), 0)::integer
      from private.follows))
$$;
comment on function public.operator_waiting() is
  'For /metrics: the numbers of waiting emails and grievances, the age of the oldest email, the seconds until the next deadline of a grievance (null if none is open), and the delay of news of follows.';

-- Operators decide about reviews, replies, grievances and cities at /desk. Each decision is logged in its transaction. Decisions
-- cite a clause of the review policy and give a reason in one sentence, except those on cities and acknowledgements of grievances.
-- All except those on cities are emailed to the people concerned, whose email addresses the operator does not see.

-- Returns the last decision on a subject that was not undone, or nulls.
create function private.standing_decision(decided text) returns private.audit_log
language sql stable set search_path = '' as $$
  select l.* from private.standing_decisions as l where l.subject = decided order by l.id desc limit 1
$$;

-- Serializes transactions that change several homes: otherwise they could deadlock on the homes.
create function private.lock_several_homes() returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('several homes', 0))
$$;

-- Locks subjects before they are decided on, or before a decision is undone: a concurrent decision waits here, then reads the committed
-- one. Locks all subjects, and the reviews of replies and grievances, before the first home, in the order of authors and other operators.
create function private.lock_to_decide(subjects uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  if cardinality(subjects) > 1 then
    perform private.lock_several_homes();
  end if;
  perform from public.reviews as r
  where r.id = any (subjects || array(
    select a.review_id from private.replies as a where a.id = any (subjects)
    union all
    select g.review_id from private.grievances as g where g.id = any (subjects)))
  order by r.id for no key update;
  if cardinality(subjects) > 1 then
    -- An erase locks this row, then the home.
    perform from private.review_authors as a where a.review_id = any (subjects) order by a.review_id for no key update;
  end if;
  perform from private.replies as a where a.id = any (subjects) order by a.id for update;
  perform from private.grievances as g where g.id = any (subjects) order by g.id for update;
end $$;

-- Runs the deferred counts of authors now, for a transaction that changes several reviews. An insert locks the author's count, then the
-- place's. Deferred triggers would fire review by review, and lock an author's count after another home's place.
create function private.count_authors_now() returns void
language sql set search_path = '' as $$
  set constraints private.count_name immediate
$$;

-- Carries out and logs a decision. command is hide, unhide, clear-flag, approve-reply, refuse-reply, acknowledge-grievance,
-- decide-grievance, accept-city or refuse-city; outcome is that of a grievance, or the name of a city. Returns the id of the entry
-- in the audit log.
create function private.decide(subject uuid, command text, operator text, clause text, sentence text, outcome text default null) returns bigint
language plpgsql set search_path = '' as $$
#variable_conflict use_variable
declare
  details jsonb;
  review public.reviews;
  reply private.replies;
  decision bigint;
begin
  perform private.lock_to_decide(array[subject]);
  if command in ('accept-city', 'refuse-city') then
    return private.decide_city(subject, command, operator, outcome);
  elsif command = 'acknowledge-grievance' then
    perform private.acknowledge_grievance(subject, operator);
    return (private.standing_decision(subject::text)).id;
  end if;
  details := jsonb_build_object('clause', private.checked_clause(clause));
  if command = 'decide-grievance' then
    perform private.refuse_own(exists (
      select from private.grievances as g where g.id = subject and private.is_my_review(g.review_id)));
    perform private.decide_grievance(subject, outcome, details ->> 'clause', sentence, operator);
    return (private.standing_decision(subject::text)).id;
  end if;
  if command in ('hide', 'unhide', 'clear-flag') then
    review := private.existing_review(subject);
    perform private.refuse_own(private.is_my_review(subject));
    details := details || private.decide_review(review, command);
  elsif command in ('approve-reply', 'refuse-reply') then
    select * into reply from private.replies as a where a.id = subject;
    if not found then
      perform private.refuse(404, 'There is no reply with this id.');
    end if;
    perform private.refuse_own(reply.user_id = (select auth.uid()) or private.is_my_review(reply.review_id));
    details := details || private.decide_reply(reply, command);
  else
    perform private.refuse(400, 'There is no such decision.');
  end if;
  decision := private.record_operation(command, operator, subject::text, sentence, details);
  perform private.queue_decision_emails(decision);
  return decision;
end $$;

-- Decides whether a typed town counts as a city: under its own name or a corrected spelling, as another name of an existing city, which gets
-- its homes, or not at all. Returns the id of the entry in the audit log.
create function private.decide_city(town_id uuid, command text, operator text, name text) returns bigint
language plpgsql set search_path = '' as $$
declare
  given constant text := private.current_city(left(coalesce(name, ''), 200));
  town private.places;
  decided private.cities;
  moved public.properties;
  home public.properties;
begin
  -- Keeps concurrent reviews from finding or creating a home in the town.
  lock table public.reviews in exclusive mode;
  select p.* into town from private.places as p
  where p.id = town_id and p.locality is null and not p.is_accepted
    and not exists (select from private.cities as c where c.city_slug = p.city_slug);
  if not found then
    perform private.refuse(409, 'This town has been decided on, or has no home any more.');
  elsif command = 'refuse-city' then
    insert into private.cities (city, state) values (town.city, 'refused') returning * into decided;
  elsif private.fold(given) in ('', town.search_key) then
    if (select count(*) >= 1000 from private.cities as c where c.state = 'accepted') then
      perform private.refuse(409, '1,000 towns are accepted, which is the maximum.');
    end if;
    insert into private.cities (city, state) values (coalesce(nullif(given, ''), town.city), 'accepted') returning * into decided;
    update private.places as p set is_accepted = true, city = decided.city where p.city_slug = town.city_slug;
    update public.properties as p set city = decided.city where p.city_key = decided.city_key and p.city <> decided.city;
  else
    select c.* into decided from private.cities as c where c.city = given and c.state <> 'refused';
    if not found then
      perform private.refuse(400, 'There is no city with this name. Choose one from the list, or correct the spelling of this town.');
    end if;
    insert into private.city_aliases (alias, city) values (town.city, decided.city);
    for moved in select p.* from public.properties as p where p.city_key = town.search_key and private.home_of(p.id) = p.id order by p.id loop
      insert into public.properties (property_name, locality, city) values (moved.property_name, moved.locality, decided.city)
      on conflict do nothing;
      select p.* into home from public.properties as p
      where p.id = private.home_named(moved.property_name, moved.locality, decided.city);
      perform private.merge_home(moved.id, home);
    end loop;
  end if;
  return private.record_operation(command, operator, town_id::text, null,
    jsonb_build_object('town', town.city_slug, 'city', decided.city_slug));
end $$;

create function private.undo_city(entry private.audit_log) returns void
language plpgsql set search_path = '' as $$
begin
  if entry.details ->> 'city' <> entry.details ->> 'town' then
    perform private.refuse(409, 'This decision moved homes to another city, so it cannot be undone.');
  end if;
  lock table public.reviews in exclusive mode;
  delete from private.cities as c where c.city_slug = entry.details ->> 'town';
  update private.places as p set is_accepted = false where p.city_slug = entry.details ->> 'town';
end $$;

create function private.refuse_own(is_own boolean) returns void
language plpgsql set search_path = '' as $$
begin
  if is_own then
    perform private.refuse(409, 'You wrote this, or what it answers: leave it to another operator.');
  end if;
end $$;

create function private.decide_review(review public.reviews, command text) returns jsonb
language plpgsql set search_path = '' as $$
begin
  if command in ('hide', 'unhide') then
    if not private.set_hidden_by_operator(review.id, command = 'hide') then
      perform private.refuse(409, case command when 'hide' then 'This review is hidden already.' else 'This review is not hidden.' end);
    elsif command = 'hide' then
      return '{}';
    end if;
    -- Its reports were answered when it was hidden.
    update public.reviews set reported = false where id = review.id and reported;
    return jsonb_build_object('was_reported', review.reported);
  elsif private.is_hidden_by_operator(review) then
    -- Refuses to clear the flag of a hidden review: the emails of clear-flag report that the review stays.
    perform private.refuse(409, 'This review is hidden.');
  elsif not review.reported then
    perform private.refuse(409, 'This review is not flagged.');
  end if;
  update public.reviews set reported = false where id = review.id;
  return jsonb_build_object('reports', (select count(*) from public.review_reports as p where p.review_id = review.id));
end $$;

-- Sets the state of a reply. The index replies_shown allows one shown reply per review, also under concurrency.
create function private.set_reply(reply_id uuid, state text, reported boolean) returns void
language plpgsql set search_path = '' as $$
begin
  update private.replies as a set state = set_reply.state, reported = set_reply.reported where a.id = reply_id;
exception when unique_violation then
  perform private.refuse(409, 'Another reply is shown under this review. Refuse one of them.');
end $$;

-- Approves or refuses a reply that waits or was reported. Returns the details for undoing it.
create function private.decide_reply(reply private.replies, command text) returns jsonb
language plpgsql set search_path = '' as $$
begin
  if reply.state = 'refused' or command = 'approve-reply' and reply.state = 'shown' and not reply.reported then
    perform private.refuse(409, 'This reply has already been decided on.');
  elsif command = 'approve-reply' and exists (
    select from public.reviews as r where r.id = reply.review_id and r.hidden_at is not null
  ) then
    -- Refuses to approve a reply to a hidden review: the emails of approve-reply report that readers see the reply.
    perform private.refuse(409, 'The review that it answers is hidden.');
  end if;
  perform private.set_reply(reply.id, case command when 'approve-reply' then 'shown' else 'refused' end, false);
  return jsonb_build_object('was', reply.state, 'was_reported', reply.reported);
end $$;

-- Undoes a decision of this operator within a minute, and deletes its emails. Refuses if another decision followed: on the same
-- subject, or, if this one hid a review, one that upheld a grievance about the review in full or in part.
create function private.undo_decision(decision bigint, operator text) returns void
language plpgsql set search_path = '' as $$
#variable_conflict use_variable
declare
  entry private.audit_log;
begin
  select * into entry from private.audit_log as l
  where l.id = decision and l.operator = undo_decision.operator
    and l.command = any (private.decision_commands());
  if not found then
    perform private.refuse(404, 'There is no such decision of yours.');
  end if;
  perform private.lock_to_decide(array[entry.subject::uuid]);
  if entry.at < clock_timestamp() - interval '1 minute' then
    perform private.refuse(409, 'A decision can be undone for a minute. Decide again.');
  elsif (private.standing_decision(entry.subject)).id is distinct from entry.id or entry.command = 'hide' and exists (
    select from private.grievances as g join private.standing_decisions as d on d.subject = g.id::text
    where g.review_id = entry.subject::uuid and g.outcome in ('upheld', 'partly') and d.command = 'decide-grievance' and d.id > entry.id
  ) then
    perform private.refuse(409, 'Another decision has been made since.');
  end if;
  if entry.command in ('acknowledge-grievance', 'decide-grievance') then
    perform private.undo_grievance(entry.subject::uuid);
  elsif entry.command in ('accept-city', 'refuse-city') then
    perform private.undo_city(entry);
  elsif entry.command in ('hide', 'unhide') then
    perform private.set_hidden_by_operator(entry.subject::uuid, entry.command = 'unhide');
    update public.reviews set reported = true where id = entry.subject::uuid and (entry.details -> 'was_reported')::boolean;
  elsif entry.command = 'clear-flag' then
    update public.reviews set reported = true where id = entry.subject::uuid;
  else
    perform private.set_reply(entry.subject::uuid, entry.details ->> 'was', (entry.details -> 'was_reported')::boolean);
  end if;
  delete from private.email_outbox as o
  where o.decision_subject = entry.subject and o.tries = 0 and o.fields ->> 'decision' = entry.id::text;
  perform private.record_operation('undo', operator, entry.subject, null,
    jsonb_build_object('undone', entry.id, 'command', entry.command, 'clause', entry.details -> 'clause'));
end $$;

-- Returns true if a decision other than this one answered a report of a review or reply. Decisions to show a review again do not
-- count: reporters get no email about them.
create function private.is_answered(subject text, reported_at timestamptz, decision bigint) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from private.standing_decisions as l
    where l.subject = is_answered.subject and l.command in ('hide', 'clear-flag', 'approve-reply', 'refuse-reply')
      and l.at >= reported_at and l.id is distinct from decision)
$$;

create function private.unanswered_reports(review_id uuid, decision bigint default null) returns setof public.review_reports
language sql stable set search_path = '' as $$
  select p.*
  from public.review_reports as p
  where p.review_id = unanswered_reports.review_id and not private.is_answered(p.review_id::text, p.created_at, decision)
$$;

-- Queues the emails of a decision: to the author, for a reply shown for the first time also to the author of the review, and once
-- to each mailbox whose reports it answers, if an address is known.
create function private.queue_decision_emails(decision bigint) returns void
language plpgsql set search_path = '' as $$
declare
  entry private.audit_log;
  review public.reviews;
  reply private.replies;
  fields jsonb;
begin
  select * into entry from private.audit_log where id = decision;
  select * into reply from private.replies as a where a.id = entry.subject::uuid;
  select * into review from public.reviews as r where r.id = coalesce(reply.review_id, entry.subject::uuid);
  fields := jsonb_build_object(
    'decision', entry.id, 'command', entry.command, 'sentence', entry.reason,
    'clause', entry.details ->> 'clause',
    'rule', (select c.sentence from private.policy_clauses as c where c.id = entry.details ->> 'clause'),
    'review_id', review.id, 'home', (
      select concat_ws(', ', p.property_name, p.locality, p.city) from public.properties as p where p.id = review.property_id));
  if reply.id is null then
    perform private.queue_email(concat('review-', entry.command), u.email, fields, entry.subject)
    from private.review_authors as a join auth.users as u on u.id = a.user_id
    where a.review_id = review.id and u.email_confirmed_at is not null;
    perform private.queue_email(concat('report-', entry.command), given.email, fields, entry.subject)
    from (
      select distinct on (private.mailbox_key(private.email_key(e.email))) lower(e.email) as email
      from private.unanswered_reports(review.id, decision) as p join private.reporter_emails as e on e.report_id = p.id
    ) as given
    where entry.command <> 'unhide';
  else
    perform private.queue_email(entry.command, u.email, fields, entry.subject)
    from auth.users as u
    -- The author of a reply gets no email if only reports of it were dismissed.
    where u.id = reply.user_id and u.email_confirmed_at is not null
      and not (entry.command = 'approve-reply' and entry.details ->> 'was' = 'shown');
    perform private.queue_email('reply-shown', u.email, fields, entry.subject)
    from private.review_authors as a join auth.users as u on u.id = a.user_id
    where a.review_id = review.id and u.email_confirmed_at is not null
      and entry.command = 'approve-reply' and entry.details ->> 'was' = 'waiting';
    perform private.queue_email(concat('reply-report-', entry.command), given.email, fields, entry.subject)
    from (
      select distinct on (private.mailbox_key(private.email_key(p.email))) lower(p.email) as email
      from private.reply_reports as p
      where p.reply_id = reply.id and p.email is not null and not private.is_answered(entry.subject, p.created_at, decision)
    ) as given;
  end if;
end $$;

create table private.operators (
  user_id uuid primary key references auth.users (id) on delete cascade,
  name text not null unique check (name ~ '\S' and char_length(name) <= 100 and position('@' in name) = 0),
  added_at timestamptz not null default now()
);
comment on table private.operators is 'The accounts that may use the desk.';
comment on column private.operators.name is 'The name in the audit log, not an email.';
alter table private.operators enable row level security;

create table private.desk_digests (
  day date primary key
);
comment on table private.desk_digests is 'The days (in India) of checks for waiting items. A sweep deletes old ones.';
alter table private.desk_digests enable row level security;

-- Returns the caller's name. Refuses other accounts, and operators whose login is old and has no second factor: 428 makes the page ask them
-- to log in again.
create function private.current_operator() returns text
language plpgsql stable set search_path = '' as $$
declare
  account constant uuid := private.signed_in_account();
  operator constant text := (select o.name from private.operators as o where o.user_id = account);
begin
  if operator is null then
    perform private.refuse(403, 'Only operators may do this.');
  elsif coalesce((select auth.jwt()) ->> 'aal', '') <> 'aal2' and not exists (
    select from auth.sessions as s
    where s.user_id = account and s.id::text = (select auth.jwt()) ->> 'session_id'
      and s.created_at > now() - make_interval(hours => private.setting('operator_login_hours'))
  ) then
    perform private.refuse(428, format('You logged in more than %s ago. Please log in again.',
      private.time_in_words(private.setting('operator_login_hours') * 3600)));
  end if;
  return operator;
end $$;

-- Returns a pseudonym for the email of a reporter, or null, so that operators see the reports of one mailbox together. Not used for replies:
-- mostly the author of the review reports those, and their reviews would be linked.
create function private.reporter_key(email text) returns text
language sql stable set search_path = '' as $$
  select left(encode(sha256(convert_to(s.value #>> '{}' || ':reporter:' || private.mailbox_key(private.email_key(email)), 'UTF8')), 'hex'), 8)
  from private.settings as s where s.key = 'report_secret'
$$;

create function private.open_items()
returns table (kind text, id uuid, city text, since timestamptz, due_at timestamptz, reasons text[], reporters text[])
language sql stable set search_path = '' as $$
  with review_item as (
    select r.id, r.city, coalesce(new.since, reports.since, r.created_on::timestamp at time zone 'Asia/Kolkata') as since, reports.reasons, reports.reporters
    from public.reviews as r
    cross join lateral (select min(p.created_at) as since from private.unanswered_reports(r.id) as p) as new
    cross join lateral (
      select min(p.created_at) as since, array_agg(distinct p.reason) as reasons,
        array_agg(distinct private.reporter_key(e.email)) filter (where e.email is not null) as reporters
      from public.review_reports as p left join private.reporter_emails as e on e.report_id = p.id
      where p.review_id = r.id
    ) as reports
    where r.reported and r.hidden_at is null
  ),
  reply_item as (
    select a.id, r.city, coalesce(reports.since, a.created_at) as since, reports.since is not null as is_reported, reports.reasons
    from private.replies as a
    join public.reviews as r on r.id = a.review_id
    cross join lateral (
      select min(p.created_at) as since, array_agg(distinct p.reason) as reasons
      from private.reply_reports as p where p.reply_id = a.id and a.reported
    ) as reports
    where (a.state = 'waiting' or a.state = 'shown' and a.reported) and r.hidden_at is null
  )
  select 'review', i.id, i.city, i.since, i.since + make_interval(hours => (select private.setting('report_decision_hours'))),
    coalesce(i.reasons, '{}'), coalesce(i.reporters, '{}')
  from review_item as i
  union all
  select 'reply', i.id, i.city, i.since,
    i.since + make_interval(hours => private.setting(case when i.is_reported then 'report_decision_hours' else 'reply_decision_hours' end)),
    coalesce(i.reasons, '{}'), '{}'
  from reply_item as i
  union all
  select 'grievance', g.id, r.city, g.received_at, g.next_clock, array[g.ground], '{}'
  from private.open_grievances as g left join public.reviews as r on r.id = g.review_id
  union all
  -- Towns have no deadline: until a decision, their homes are only missing from the lists of cities. At most the 200 largest, since
  -- anyone can type a town.
  (select 'city', p.id, null, null, null, '{}', '{}' from private.places as p
   where p.locality is null and not p.is_accepted and not exists (select from private.cities as c where c.city_slug = p.city_slug)
   order by p.home_count desc limit 200)
$$;

create function private.desk_history(decided text) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(
    jsonb_build_object('at', l.at, 'operator', l.operator, 'command', l.command, 'reason', l.reason, 'clause', l.details -> 'clause')
    order by l.id), '[]')
  from private.audit_log as l where l.subject = decided
$$;

create function private.desk_review_json(review_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(private.review_json(shown)) || jsonb_build_object(
    'home', (
      select jsonb_build_object('count', p.review_count, 'totalRating', p.rating_total)
      from public.properties as p where p.id = shown.property_id))
  from (select s.* from private.shown_reviews as s where s.id = desk_review_json.review_id limit 1) as shown
$$;

-- Returns what an operator sees of an item: the full review, a reply, a grievance or a town, the reports without emails, and the history.
create function private.desk_item_json(kind text, id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select case when desk_item_json.kind in ('review', 'hidden') then jsonb_build_object(
      'review', private.desk_review_json(desk_item_json.id),
      'isReviewShown', desk_item_json.kind <> 'hidden',
      'reports', coalesce((
        select jsonb_agg(
          jsonb_build_object('at', p.created_at, 'reason', p.reason, 'reporter', private.reporter_key(e.email)) order by p.id)
        from public.review_reports as p left join private.reporter_emails as e on e.report_id = p.id
        where p.review_id = desk_item_json.id), '[]'),
      'history', private.desk_history(desk_item_json.id::text))
    when desk_item_json.kind = 'reply' then (
      select jsonb_build_object(
        'review', private.desk_review_json(a.review_id),
        'reply', jsonb_build_object('text', a.reply_text, 'writtenAs', a.written_as, 'createdOn', a.created_on, 'state', a.state),
        'reports', coalesce((
          select jsonb_agg(jsonb_build_object('at', p.created_at, 'reason', p.reason, 'reporter', null) order by p.id)
          from private.reply_reports as p where p.reply_id = a.id), '[]'),
        'history', private.desk_history(a.id::text))
      from private.replies as a where a.id = desk_item_json.id)
    when desk_item_json.kind = 'grievance' then (
      select jsonb_build_object(
        'review', private.desk_review_json(g.review_id),
        'grievance', jsonb_build_object(
          'ticket', g.ticket, 'writer', g.writer, 'ground', g.ground, 'page', g.page, 'words', g.words,
          'acknowledgeBy', g.acknowledge_by, 'decideBy', g.decide_by, 'acknowledgedAt', g.acknowledged_at),
        'isReviewShown', exists (select from public.reviews as r where r.id = g.review_id and r.hidden_at is null),
        'history', private.desk_history(g.id::text))
      from private.open_grievances as g where g.id = desk_item_json.id)
    when desk_item_json.kind = 'city' then (
      select jsonb_build_object(
        'isReviewShown', false,
        'town', jsonb_build_object('name', p.city, 'homeCount', p.home_count, 'homes', (
          select jsonb_agg(jsonb_build_object('propertyId', h.id, 'propertyName', h.property_name, 'locality', h.locality, 'city', h.city))
          from (
            select h.* from private.property_figures as f join public.properties as h on h.id = f.property_id
            where f.city_slug = p.city_slug order by f.last_day desc, f.last_order desc limit 5
          ) as h)),
        'history', private.desk_history(p.id::text))
      from private.places as p where p.id = desk_item_json.id)
  end
$$;

-- Queues one email a day to each operator, after 8 o'clock in India, if anything waits.
create function private.queue_desk_digest(at timestamptz default now()) returns void
language plpgsql set search_path = '' as $$
declare
  today constant date := (at at time zone 'Asia/Kolkata')::date;
  fields jsonb;
begin
  if extract(hour from at at time zone 'Asia/Kolkata') < 8 then
    return;
  end if;
  insert into private.desk_digests (day) values (today) on conflict do nothing;
  if not found then
    return;
  end if;
  delete from private.desk_digests where day < today - 7;
  select jsonb_build_object(
    'reviews', count(*) filter (where o.kind = 'review'), 'replies', count(*) filter (where o.kind = 'reply'),
    'grievances', count(*) filter (where o.kind = 'grievance'), 'cities', count(*) filter (where o.kind = 'city'), 'overdue', count(*) filter (where o.due_at < now()))
  into fields
  from private.open_items() as o having count(*) > 0;
  if fields is not null then
    perform private.queue_email('desk-digest', u.email, fields)
    from private.operators as o join auth.users as u on u.id = o.user_id;
  end if;
end $$;

-- Operators' browsers call the desk_… functions.

-- Lists hidden reviews only on request, the last 500. Empty filters match everything that is open.
create function public.desk_queue(
  kind text default '', city text default '', reason text default '', reporter text default '', skip integer default 0, at_most integer default 50
) returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '8s' as $$
#variable_conflict use_column
declare
  operator constant text := private.current_operator();
begin
  return (
    with listed as materialized (
      select * from private.open_items()
      union all
      (select 'hidden', r.id, r.city, r.hidden_at, null, '{}', '{}'
       from public.reviews as r
       where desk_queue.kind = 'hidden' and r.hidden_at is not null and private.is_hidden_by_operator(r)
       order by r.hidden_at desc limit 500)
    ),
    -- Computes the key once per city: once per item took 1.8 s for 10,000 items.
    city as materialized (
      select c.city, private.city_key(c.city) as city_key from (select distinct l.city from listed as l where l.city is not null) as c
    ),
    open as materialized (
      select l.*, city.city_key from listed as l left join city on city.city = l.city
    ),
    matching as (
      select * from open as o
      where (o.kind = desk_queue.kind or coalesce(desk_queue.kind, '') = '' and o.kind <> 'hidden')
        and (coalesce(desk_queue.city, '') = '' or o.city_key = (select private.city_key(desk_queue.city)))
        and (coalesce(desk_queue.reason, '') = '' or desk_queue.reason = any (o.reasons))
        and (coalesce(desk_queue.reporter, '') = '' or desk_queue.reporter = any (o.reporters))
    ),
    page as (
      select * from matching order by due_at, since desc, id
      offset greatest(coalesce(desk_queue.skip, 0), 0) limit least(greatest(coalesce(desk_queue.at_most, 50), 1), 100)
    )
    select jsonb_build_object(
      'operator', operator,
      'workerAt', (select h.at from private.worker_heartbeat as h),
      'total', (select count(*) from matching),
      'overdue', (select count(*) from open where due_at < now()),
      'kinds', (select coalesce(jsonb_object_agg(o.kind, o.count), '{}') from (
        select open.kind, count(*) from open where open.kind <> 'hidden' group by 1
        union all
        select 'hidden', (select count(*) from public.reviews as r where r.hidden_at is not null)
          - (select count(*) from private.withdrawn_reviews as w where not w.hidden_by_operator)
      ) as o where o.count > 0),
      'cities', (select coalesce(jsonb_agg(c.city order by c.city_key), '[]')
        from (select distinct on (open.city_key) open.city_key, open.city from open where open.city is not null order by 1) as c),
      'reasons', (select coalesce(jsonb_object_agg(o.reason, o.count), '{}')
        from (select one as reason, count(*) from open, unnest(open.reasons) as one group by 1) as o),
      -- Only reporters of several waiting items.
      'reporters', (select coalesce(jsonb_agg(jsonb_build_object('reporter', o.reporter, 'count', o.count) order by o.count desc), '[]')
        from (select one as reporter, count(*) from open, unnest(open.reporters) as one group by 1 having count(*) > 1 limit 100) as o),
      'items', (select coalesce(jsonb_agg(
        jsonb_build_object('kind', page.kind, 'id', page.id, 'city', page.city, 'since', page.since, 'dueAt', page.due_at, 'reasons', page.reasons,
          'isReviewShown', true, 'review', null, 'reply', null, 'grievance', null, 'town', null, 'reports', '[]'::jsonb)
          || private.desk_item_json(page.kind, page.id) order by page.due_at, page.since desc, page.id), '[]') from page))
  );
end $$;
comment on function public.desk_queue(text, text, text, text, integer, integer) is
  'For operators: a page of waiting items, most urgent first, the available filters, and when a sender last looked for emails.';

create function public.desk_decide(
  subjects uuid[], command text, clause text, sentence text, outcome text default null, hide uuid[] default '{}') returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  operator constant text := private.current_operator();
  subject uuid;
  decisions jsonb := '[]';
begin
  if coalesce(cardinality(subjects), 0) not between 1 and 100 or cardinality(hide) > 100 then
    perform private.refuse(400, 'Decide on 1 to 100 at once.');
  end if;
  perform private.lock_to_decide(subjects || hide);
  -- Skips reviews that are hidden or deleted by now.
  for subject in
    select r.id from public.reviews as r where r.id = any (hide) and not private.is_hidden_by_operator(r) order by r.id
  loop
    decisions := decisions || to_jsonb(private.decide(subject, 'hide', operator, desk_decide.clause, desk_decide.sentence));
  end loop;
  for subject in select distinct s.id from unnest(subjects) as s (id) order by s.id loop
    decisions := decisions || to_jsonb(private.decide(
      subject, desk_decide.command, operator, desk_decide.clause, desk_decide.sentence, desk_decide.outcome));
  end loop;
  perform private.count_authors_now();
  return decisions;
end $$;
comment on function public.desk_decide(uuid[], text, text, text, text, uuid[]) is
  'For operators: applies one decision to all these reviews, replies, grievances or cities and hides the reviews in `hide`; changes nothing if one of them is refused. Returns the entries of the audit log, for desk_undo.';

create function public.desk_undo(decisions bigint[]) returns boolean
language plpgsql security definer set search_path = '' set statement_timeout = '8s' as $$
#variable_conflict use_variable
declare
  operator constant text := private.current_operator();
  decision bigint;
begin
  if coalesce(cardinality(decisions), 0) not between 1 and 100 then
    perform private.refuse(400, 'Undo 1 to 100 decisions at once.');
  end if;
  perform private.lock_to_decide(array(
    select l.subject::uuid from private.audit_log as l
    where l.id = any (decisions) and l.operator = operator and l.command = any (private.decision_commands())));
  -- In reverse order: a review is hidden before the grievance about it is decided.
  for decision in select distinct d.id from unnest(decisions) as d (id) order by d.id desc loop
    perform private.undo_decision(decision, operator);
  end loop;
  perform private.count_authors_now();
  return true;
end $$;
comment on function public.desk_undo(bigint[]) is 'For operators: undoes their own decisions, each within a minute.';

create function public.operator_operators() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('email', u.email, 'name', o.name, 'added_at', o.added_at) order by o.added_at), '[]')
  from private.operators as o join auth.users as u on u.id = o.user_id
$$;
comment on function public.operator_operators() is 'For operators: the accounts that may use the desk.';

create function public.operator_add_operator(email text, name text, operator text) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  account auth.users;
  given_name text;
begin
  select * into account from private.accounts_of(operator_add_operator.email) as u where u.email_confirmed_at is not null limit 1;
  if not found then
    perform private.refuse(404, 'There is no confirmed account with this email: sign up at the site first.');
  end if;
  given_name := private.clean_line(coalesce(operator_add_operator.name, 'operator ' || left(account.id::text, 8)));
  if private.is_blank(given_name) or char_length(given_name) > 100 or position('@' in given_name) > 0 then
    perform private.refuse(400, 'Give a name of at most 100 characters that is no email: the audit log shows it.');
  elsif exists (select from private.operators as o where o.name = given_name and o.user_id <> account.id) then
    perform private.refuse(409, 'Another operator has this name.');
  end if;
  insert into private.operators (user_id, name) values (account.id, given_name)
  on conflict (user_id) do update set name = excluded.name;
  perform private.record_operation('add-operator', operator_add_operator.operator, account.id::text, null, jsonb_build_object('name', given_name));
  return jsonb_build_object('email', account.email, 'name', given_name);
end $$;
comment on function public.operator_add_operator(text, text, text) is
  'For operators: allows an account to use the desk, under this name in the audit log.';

create function public.operator_remove_operator(email text, operator text) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  removed private.operators;
begin
  delete from private.operators
  where user_id in (select id from private.accounts_of(operator_remove_operator.email))
  returning * into removed;
  if not found then
    perform private.refuse(404, 'No operator has this email.');
  end if;
  perform private.record_operation('remove-operator', operator_remove_operator.operator, removed.user_id::text, null,
    jsonb_build_object('name', removed.name));
  return jsonb_build_object('name', removed.name);
end $$;
comment on function public.operator_remove_operator(text, text) is 'For operators: ends an account''s access to the desk at once.';

-- A role can call only functions that are granted here. Hosted projects grant new functions to every role by default, and PostgreSQL to
-- public, so a migration that adds a function ends with these two statements for it.
revoke execute on all functions in schema public, private from public, anon, authenticated, service_role;
revoke all on all sequences in schema public from public, anon, authenticated, service_role;

-- Every visitor.
grant execute on function
  public.browse_properties, public.deposit_figures, public.file_grievance, public.follows_of_link, public.grievance_status, public.heartbeat, public.home,
  public.home_addresses, public.home_cities, public.home_reviews, public.homes_of_city, public.homes_of_locality, public.place_names, public.property_reviews,
  public.recent_reviews, public.report_reply, public.review_cities, public.review_in_context, public.suggest_homes,
  public.site_totals, public.top_reviewers, public.transparency, public.unfollow
to anon, authenticated;

-- Signed-in users. Policies and indexes run functions of private as the caller, who needs execute for that. The caller cannot call
-- them directly, without usage on the schema. If the first reader in a session may not execute a function of an index expression,
-- PostgreSQL caches the expression without inlining it, and no later query of the session can use the index.
grant execute on function
  private.may_upload_proof, private.short_grams, public.add_follow_up,
  public.bring_back_my_review, public.check_review_limits, public.delete_my_account, public.desk_decide, public.desk_queue,
  public.desk_undo, public.export_my_data, public.follow_place, public.make_my_review_anonymous, public.my_follows, public.my_reply,
  public.my_review, public.my_reviews, public.remind_of_deposit, public.reply_to_review, public.withdraw_my_review, public.withdraw_reply
to authenticated;

-- PostgreSQL with JIT (Debian's and PGDG's) compiles queries that it estimates as expensive, such as searches by trigrams: with 100,000
-- reviews a suggestion took 1.3 s, and 19 ms without JIT. Covers every function of the API; the platform's functions belong to other roles.
do $$
declare
  function regprocedure;
begin
  for function in select p.oid from pg_proc as p where p.pronamespace = 'public'::regnamespace and p.proowner = current_user::regrole loop
    execute format('alter function %s set jit = off', function);
  end loop;
end $$;

-- The read functions belong to site_reader, which is subject to RLS and may execute the functions that they call. A role needs
-- create on the schema only while it becomes an owner.
grant execute on function
  private.city_key, private.city_slug, private.cursor_id, private.email_key, private.figures_of_place, private.fitting_groups, private.fitting_reviews,
  private.relax_search, private.group_json, private.groups_json, private.home_summaries, private.home_with_short_id,
  private.homes_page, private.known_traits, private.listed_page, private.locality_slug, private.matching_groups,
  private.matching_page, private.matching_reviews, private.max_list_bytes, private.my_review_id, private.next_reviews, private.ordered_reviews,
  private.page_of_reviews, private.refuse, private.refuse_cursor, private.review_cursor, private.review_json,
  private.reviewers_of_month, private.reviews_json, private.search_words, private.short_grams, private.signed_in_account,
  private.similar_homes, private.suggested_homes, private.suggested_places, private.traits_of_place, private.transparency_months,
  private.whole_groups
to site_reader;
grant create on schema public to site_reader;
alter function public.browse_properties owner to site_reader;
alter function public.deposit_figures owner to site_reader;
alter function public.home owner to site_reader;
alter function public.home_addresses owner to site_reader;
alter function public.home_cities owner to site_reader;
alter function public.home_reviews owner to site_reader;
alter function public.homes_of_city owner to site_reader;
alter function public.homes_of_locality owner to site_reader;
alter function public.my_review owner to site_reader;
alter function public.place_names owner to site_reader;
alter function public.property_reviews owner to site_reader;
alter function public.recent_reviews owner to site_reader;
alter function public.review_cities owner to site_reader;
alter function public.review_in_context owner to site_reader;
alter function public.site_totals owner to site_reader;
alter function public.suggest_homes owner to site_reader;
alter function public.top_reviewers owner to site_reader;
alter function public.transparency owner to site_reader;
revoke create on schema public from site_reader;

-- The embedded server, for calls without a user.
grant execute on function
  private.clock_jump, private.known_photos, private.proof_quota, private.setting_numbers, public.operator_end_email, public.operator_misplaced_photos,
  public.operator_orphan_uploads, public.operator_refresh_places, public.operator_sweep, public.operator_take_emails, public.operator_waiting
to supabase_auth_admin;

-- Operators and the worker, with the secret key.
grant execute on function
  public.operator_about_email, public.operator_add_operator, public.operator_audit_log, public.operator_author_of_review, public.operator_confirm_clock,
  public.operator_delete_review, public.operator_deployment_facts, public.operator_end_email,
  public.operator_erase, public.operator_merge_homes, public.operator_misplaced_photos,
  public.operator_operators, public.operator_orphan_uploads, public.operator_refresh_places, public.operator_remove_operator, public.operator_rename_home,
  public.operator_set_setting, public.operator_settings, public.operator_sweep, public.operator_take_emails, public.operator_waiting
to service_role;
