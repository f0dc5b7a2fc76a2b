-- Outbox of e-mails. The functions that decide queue their letters here, in the same transaction; the embedded server also its
-- account e-mails, so that no request waits for a slow SMTP server and none is lost with the process. The embedded server sends
-- them itself, `npm run worker` those of a hosted project. docs/decisions/0012
create table private.mail_outbox (
  id uuid primary key default gen_random_uuid(),
  template text not null check (template ~ '^[a-z]+(-[a-z]+)*$'),
  recipient text check (char_length(recipient) <= 320),
  fields jsonb not null default '{}',
  subject text check (char_length(subject) <= 100),
  tries integer not null default 0,
  next_try_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
comment on table private.mail_outbox is
  'Queued e-mails; a row is deleted as soon as its e-mail is sent. Holds addresses and tokens that open accounts.';
comment on column private.mail_outbox.template is 'Which words it has: a key of LETTERS in server/letters/letters.ts, or confirmation, recovery or password-changed.';
comment on column private.mail_outbox.recipient is 'Null: the grievance officer, whose address the sender has in its settings.';
comment on column private.mail_outbox.fields is 'What the words are filled with.';
comment on column private.mail_outbox.subject is 'What was decided, as in private.audit_log: undoing the decision deletes its letters.';
comment on column private.mail_outbox.tries is 'Delivery attempts.';
comment on column private.mail_outbox.next_try_at is 'The earliest next attempt. During an attempt: a time after its timeout.';
create index mail_outbox_next_try_at on private.mail_outbox (next_try_at);
create index mail_outbox_by_subject on private.mail_outbox (subject) where subject is not null;
-- Keeps sample values out of pg_statistic, where they would outlive their rows.

alter table private.mail_outbox enable row level security;
create policy "The account service keeps its e-mails until they are sent" on private.mail_outbox
  for all to supabase_auth_admin using (true) with check (true);
grant insert (template, recipient, fields), select (next_try_at, tries), update (next_try_at) on table private.mail_outbox to supabase_auth_admin;

-- Queues one letter. One about a decision, whose subject is given, waits for the minute in which the decision can be undone.
-- By the clock, like the minute of the decision (private.undo_decision): its transaction may have waited since it began.
create function private.queue_letter(template text, recipient text, fields jsonb, subject text default null) returns void
language sql set search_path = '' as $$
  insert into private.mail_outbox (template, recipient, fields, subject, next_try_at)
  values (template, recipient, coalesce(fields, '{}'), subject,
    case when subject is null then now() else clock_timestamp() + interval '1 minute' end)
$$;

create table private.worker_heartbeat (
  is_only_row boolean primary key default true check (is_only_row),
  at timestamptz not null
);
comment on table private.worker_heartbeat is 'When letters were last looked for, to the minute: by the embedded server, or by npm run worker.';
alter table private.worker_heartbeat enable row level security;

-- Taking a letter moves its next try behind the longest time that sending can last, so that a letter whose sender was killed
-- is taken again: after 30 seconds (more than TRY_MS in server/embedded/mail.ts), doubling with each try up to an hour.
-- Security definer: service_role has no usage on private.
create function public.operator_take_letters(at_most integer default 4) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  letters jsonb;
begin
  -- Read first: it is called every few seconds, and even an update without effect would write WAL.
  if not exists (select from private.worker_heartbeat where at > now() - interval '1 minute') then
    insert into private.worker_heartbeat (at) values (now()) on conflict (is_only_row) do update set at = excluded.at;
  end if;
  with due as (
    select id, least(3600, 30 * 2 ^ least(tries, 10)) as pause
    from private.mail_outbox where next_try_at <= now()
    order by next_try_at limit least(greatest(at_most, 0), 100) for update skip locked
  ),
  taken as (
    update private.mail_outbox as o set tries = o.tries + 1, next_try_at = now() + make_interval(secs => due.pause)
    from due where o.id = due.id
    returning o.*, due.pause
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', id, 'template', template, 'recipient', recipient, 'fields', fields, 'tries', tries, 'pause', pause,
    'age', extract(epoch from now() - created_at))), '[]')
  into letters from taken;
  return letters;
end $$;
comment on function public.operator_take_letters(integer) is
  'For the worker: letters to send now, each given to one worker, with the seconds until it is given out again. Notes that a worker runs.';

create function public.operator_end_letter(letter_id uuid) returns jsonb
language sql security definer set search_path = '' as $$
  delete from private.mail_outbox where id = letter_id;
  select jsonb_build_object('id', letter_id);
$$;
comment on function public.operator_end_letter(uuid) is 'For the worker: deletes a letter that was sent, or that cannot be.';
