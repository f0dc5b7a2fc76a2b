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
          ('home_restores_per_network_day', 'Too many reviews of this home came back from your connection today. Come back tomorrow.'),
          ('proof_photos_per_day',
            'You uploaded %2$s photos in the last 24 hours. You can upload the next one in %1$s, or publish without it.'),
          ('reports_per_device_day', 'Too many reports came from this device. You can report again in %s.'),
          ('reports_per_account_day', 'Too many reports came from your account. You can report again in %s.'),
          ('reports_per_network_day', 'Too many reports came from your network. You can report again in %s.'),
          ('replies_per_account_day', 'Too many replies came from your account. You can reply again in %s.'),
          ('replies_per_network_day', 'Too many replies came from your network. You can reply again in %s.'),
          ('waitlist_entries_per_account_hour', 'Too many people joined from your account. You can join in %s.'),
          ('waitlist_entries_per_address_5_min', 'Too many emails were entered from your network. You can enter the next one in %s.'),
          ('waitlist_entries_per_address_day', 'Too many emails were entered from your network. You can enter the next one in %s.'),
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

-- Counts one use. Returns whether the limit allows it, for requests that must not reveal that they exceed one.
create function private.is_within_limit(limit_name text, who text) returns boolean
language sql set search_path = '' as $$
  select private.setting(limit_name) = 0 or coalesce((private.add_use(limit_name, who)).uses, 0) <= private.setting(limit_name)
$$;

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
