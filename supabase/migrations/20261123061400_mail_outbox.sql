-- Outbox of account e-mails. The embedded server queues them here, so that no request waits for a slow SMTP server and none is
-- lost with the process; hosted projects send their own and leave this table empty.
create table private.mail_outbox (
  id uuid primary key default gen_random_uuid(),
  template text not null check (template in ('confirmation', 'recovery')),
  recipient text not null,
  token_hash text not null,
  tries integer not null default 0,
  next_try_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
comment on table private.mail_outbox is
  'Queued account e-mails; a row is deleted as soon as its e-mail is sent. Holds addresses and tokens that open accounts.';
comment on column private.mail_outbox.tries is 'Delivery attempts.';
comment on column private.mail_outbox.next_try_at is 'The earliest next attempt. During an attempt: a time after its timeout.';
create index mail_outbox_next_try_at on private.mail_outbox (next_try_at);
-- Keeps sample values out of pg_statistic, where they would outlive their rows.
alter table private.mail_outbox alter recipient set statistics 0, alter token_hash set statistics 0;

alter table private.mail_outbox enable row level security;
create policy "The account service keeps its e-mails until they are sent" on private.mail_outbox
  for all to supabase_auth_admin using (true) with check (true);
grant select, insert, update, delete on table private.mail_outbox to supabase_auth_admin;
