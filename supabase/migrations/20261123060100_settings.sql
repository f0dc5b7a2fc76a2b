-- What operators can change without a release: limits within bounds, and a few facts and secrets of the installation.
--   update private.settings set value = '5' where key = 'reviews_per_day';
-- takes effect at the next request; the embedded server reloads its limits by address every minute. docs/decisions/0005
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
comment on column private.settings.value is 'An integer where there are bounds; else a JSON string, or JSON null where the setting is not used.';
comment on column private.settings.shipped is 'The default value.';
comment on column private.settings.minimum is 'The lowest value; 0 where the limit can be switched off. Null for settings that are not numbers.';
comment on column private.settings.description is 'What it means, for operators.';
alter table private.settings enable row level security;

insert into private.settings (key, value, shipped, minimum, maximum, description)
select key, to_jsonb(number), to_jsonb(number), minimum, maximum, description
from (values
  ('reviews_per_minute', 1, 0, 1000, 'Reviews of one mailbox, whatever its accounts, in a minute. 0: any number.'),
  ('reviews_per_day', 3, 0, 1000, 'The same in a day. 0: any number.'),
  ('home_reviews_per_network_day', 3, 0, 1000, 'Reviews of one home from one network (/24 or /48) in a day. 0: any number.'),
  ('repeat_review_days', 30, 0, 3650, 'Days in which a mailbox reviews a home once and publishes a text once, also after its account is deleted. 0: as often as it likes.'),
  ('proof_photos_per_day', 30, 0, 10000, 'Proof photos that one account uploads in 24 hours. 0: any number.'),
  ('reports_per_device_day', 5, 0, 100000, 'Reports of reviews and replies by one device in a day. 0: any number.'),
  ('reports_per_account_day', 5, 0, 100000, 'Reports by one account in a day, where an account sends them. 0: any number.'),
  ('reports_per_network_day', 10, 1, 100000, 'Reports from one network (/24 or /48) in a day.'),
  ('replies_per_account_day', 10, 0, 100000, 'Replies to reviews by one account in a day. 0: any number.'),
  ('replies_per_address_day', 30, 1, 100000, 'Replies to reviews from one network address in a day.'),
  ('report_decision_hours', 168, 1, 8760, 'Hours within which an operator decides on a reported review or reply: the order of the desk.'),
  ('reply_decision_hours', 48, 1, 8760, 'Hours within which an operator reads a new reply: the order of the desk.'),
  ('operator_login_hours', 12, 1, 720, 'Hours after logging in for which an operator without a second factor may work at the desk.'),
  ('waitlist_entries_per_account_hour', 10, 0, 100000, 'Waitlist entries by one account in an hour, where an account sends them. 0: any number.'),
  ('waitlist_entries_per_address_5_min', 10, 1, 100000, 'Waitlist entries from one network address in five minutes.'),
  ('waitlist_entries_per_address_day', 60, 1, 100000, 'Waitlist entries from one network address in a day.'),
  ('grievances_per_email_day', 5, 0, 100000, 'Complaints with one e-mail in a day. 0: any number.'),
  ('grievances_per_address_5_min', 10, 1, 100000, 'Complaints from one network address in five minutes.'),
  ('grievances_per_address_day', 30, 1, 100000, 'Complaints from one network address in a day.'),
  ('officer_letters_per_hour', 20, 0, 100000, 'Letters to the grievance officer about new complaints in an hour, and as many reminders of clocks. Beyond that one letter says how many wait. 0: any number.'),
  ('grievance_acknowledge_hours', 24, 1, 24, 'Hours in which a complaint is acknowledged. The law: 24.'),
  ('grievance_decide_hours', 168, 1, 360, 'Hours in which a complaint is decided. The law: 360.'),
  ('grievance_decide_hours_private_data', 36, 1, 360, 'The same where private data is shown.'),
  ('grievance_decide_hours_order', 3, 1, 36, 'The same for an order of a court or the government.'),
  ('grievance_days', 180, 30, 3650, 'Days after its decision in which a complaint is deleted; what the log has of it stays.'),
  ('changes_per_address_5_min', 300, 1, 1000000, 'Requests that write, of any kind, from one network address in five minutes; with the embedded backend without reviews and photos, which have limits of their own.'),
  ('account_event_days', 180, 1, 3650, 'Days after which an entry of the account service''s log (a log-in, say) is swept.'),
  -- Used by the embedded backend only. Must match LIMITS in server/embedded/limits.ts.
  ('sign_ins_per_address_5_min', 30, 1, 100000, 'Sign-ins and sign-ups from one network address in five minutes.'),
  ('sign_ups_per_address_day', 100, 1, 100000, 'Sign-ups from one network address in a day.'),
  ('sign_ups_per_network_day', 300, 1, 100000, 'Sign-ups from one /24 or /48 in a day.'),
  ('log_ins_per_network_15_min', 300, 1, 100000, 'Log-ins from one /24 or /48 in a quarter of an hour, whatever the account.'),
  ('verifications_per_address_5_min', 30, 1, 100000, 'Links of e-mails opened from one network address in five minutes.'),
  ('refreshes_per_address_5_min', 150, 1, 100000, 'Sessions renewed from one network address in five minutes.'),
  ('mails_per_address_hour', 30, 1, 100000, 'E-mails asked for from one network address in an hour.'),
  ('reviews_per_address_5_min', 30, 1, 100000, 'Reviews sent from one network address in five minutes, refused and repeated ones among them.'),
  ('reviews_per_address_day', 200, 1, 100000, 'Reviews sent from one network address in a day.'),
  ('uploads_per_address_5_min', 60, 1, 100000, 'Photos from one network address in five minutes.'),
  ('uploads_per_address_day', 400, 1, 100000, 'Photos from one network address in a day.'),
  ('wrong_passwords_15_min', 10, 1, 100000, 'Wrong passwords for one account from one /24 or /48 in a quarter of an hour.'),
  ('confirmations_per_recipient_hour', 3, 1, 100000, 'E-mails that confirm a sign-up to one recipient in an hour.'),
  ('confirmations_per_recipient_day', 6, 1, 100000, 'The same in a day.'),
  ('mails_per_recipient_hour', 5, 1, 100000, 'E-mails about an account to one recipient in an hour.'),
  ('mails_per_recipient_day', 10, 1, 100000, 'The same in a day.')
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
    'On Supabase projects: the header in which the gateway names a visitor''s network address. Where it is not sent: the last entry of x-forwarded-for.');

-- The number with this name in private.settings. Raises when there is none.
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

-- All numbers in private.settings by name.
-- Security definer: the embedded server needs the limits that it enforces itself, and must not read the secrets.
create function private.setting_numbers() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_object_agg(key, value) from private.settings where minimum is not null
$$;

-- A duration in seconds as shown to visitors, rounded up: "40 seconds", "12 minutes", "5 hours", "30 days".
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
