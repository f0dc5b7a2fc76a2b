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
comment on table private.audit_log is 'Changes and lookups by operators, new grievances, and reminders of the rules. Append-only.';
comment on column private.audit_log.operator is 'The user of the operating system, the name in --operator, or the name of an operator of the desk. "visitor" for a new grievance, "sweep" for reminders of the rules, "its owner" for an account deleted by its owner.';
comment on column private.audit_log.subject is 'The id of a review, reply, grievance, burst, home, city or account, or the name of a setting; never an email.';
create index audit_log_by_subject on private.audit_log (subject, id);
create index audit_log_by_time on private.audit_log (at);
create index audit_log_undone on private.audit_log (subject) where command = 'undo';
alter table private.audit_log enable row level security;

-- Returns the commands of decisions, which can be undone.
create function private.decision_commands() returns text[]
language sql immutable parallel safe
return array['hide', 'unhide', 'clear-flag', 'approve-reply', 'refuse-reply', 'acknowledge-grievance', 'decide-grievance',
  'accept-city', 'refuse-city', 'check-burst', 'genuine-burst', 'uncount-burst', 'count-review'];

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
    'erase', 'set', 'file-grievance', 'withhold-photos', 'remind-of-rules', 'reminded-of-rules', 'acknowledge-grievance', 'accept-city', 'refuse-city', 'undo', 'add-operator',
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

-- IT Rules 3(1)(c): once a quarter the site reminds its users of the rules.
create table private.rules_reminder (
  is_only_row boolean primary key default true check (is_only_row),
  quarter date not null,
  after_account uuid,
  sent integer not null default 0
);
comment on table private.rules_reminder is 'The last reminder of the rules. The audit log has an entry for the start and the end of each.';
comment on column private.rules_reminder.quarter is 'Its first day, in India. That of the installation needs no reminder.';
comment on column private.rules_reminder.after_account is 'The cursor of a reminder that is not finished, otherwise null.';
alter table private.rules_reminder enable row level security;

-- Queues the reminder for the next accounts, in the transaction that moves the cursor: no account gets it twice. Leaves out accounts
-- younger than three months, which accepted the rules when they signed up.
create function private.queue_rules_reminders() returns void
language plpgsql set search_path = '' as $$
declare
  this_quarter constant date := date_trunc('quarter', now() at time zone 'Asia/Kolkata')::date;
  at_most constant integer := private.setting('rules_reminders_per_sweep');
  run private.rules_reminder;
  accounts uuid[];
  queued integer;
begin
  insert into private.rules_reminder (quarter) values (this_quarter) on conflict do nothing;
  -- Finds nothing while a concurrent sweep queues.
  select r.* into run from private.rules_reminder as r
  where r.quarter < this_quarter or r.after_account is not null for update skip locked;
  if not found then
    return;
  elsif run.quarter < this_quarter then
    run := (true, this_quarter, '00000000-0000-0000-0000-000000000000', 0);
    perform private.record_operation('remind-of-rules', 'sweep', null, null, jsonb_build_object('quarter', this_quarter));
  end if;
  accounts := array(select u.id from auth.users as u where u.id > run.after_account order by u.id limit at_most);
  perform private.queue_email('rules-reminder', u.email, '{}') from auth.users as u
  where u.id = any (accounts) and u.email_confirmed_at is not null and u.email <> '' and u.created_at < now() - interval '3 months';
  get diagnostics queued = row_count;
  run.sent := run.sent + queued;
  run.after_account := case when cardinality(accounts) = at_most then accounts[at_most] end;
  update private.rules_reminder as r set quarter = run.quarter, after_account = run.after_account, sent = run.sent where r.is_only_row;
  if run.after_account is null then
    perform private.record_operation('reminded-of-rules', 'sweep', null, null, jsonb_build_object('quarter', this_quarter, 'sent', run.sent));
  end if;
end $$;

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
  follows := private.queue_follow_emails() + private.queue_place_alerts();
  perform private.queue_deposit_reminders();
  perform private.queue_rules_reminders();
  delete from private.empty_searches where month < date_trunc('month', now() at time zone 'Asia/Kolkata')::date - interval '2 months';
  delete from private.monthly_reviewers where month < date_trunc('month', now() at time zone 'Asia/Kolkata')::date;
  delete from private.grievances where decided_at < now() - make_interval(days => (select private.setting('grievance_days')));
  delete from private.sealed_records where sealed_on < (now() at time zone 'Asia/Kolkata')::date - 180;
  -- Ten attempts take three hours. Emails wait longer only without a worker; links in account emails have expired by then.
  delete from private.email_outbox
  where created_at < now() - interval '1 day' and template in ('confirmation', 'recovery', 'password-changed', 'confirm-place-alert');
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
  perform private.delete_withheld_photos();
  -- Locks the withdrawn reviews before deleting them, since their authors may restore them concurrently.
  expired := array(
    select r.id from private.withdrawn_reviews as w join public.reviews as r on r.id = w.review_id
    where w.withdrawn_on <= (now() at time zone 'Asia/Kolkata')::date - 30
    order by w.withdrawn_on limit 100 for update of r skip locked);
  delete from public.reviews as r
  where r.id = any (expired) and exists (select from private.withdrawn_reviews as w where w.review_id = r.id);
  get diagnostics withdrawn = row_count;
  -- Last: it locks homes.
  perform private.find_bursts();
  return jsonb_build_object(
    'accounts', accounts, 'sessions', sessions, 'events', events, 'withdrawn', withdrawn, 'follows', follows);
end $$;
comment on function public.operator_sweep() is
  'For operators and the servers: deletes expired rows, at most ten accounts and a hundred withdrawn reviews, and queues news of follows for three seconds and of 1,000 place alerts. Returns the counts, or why it waits (clock_jump).';
