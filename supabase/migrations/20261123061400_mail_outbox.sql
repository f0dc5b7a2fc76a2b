-- Account e-mails that wait to be sent. The embedded server puts them here, so that no request waits for a slow mail server and
-- none is lost with the process; hosted projects send their own and leave this table empty.
create table private.mail_outbox (
  id uuid primary key default gen_random_uuid(),
  template text not null check (template in ('confirmation', 'recovery')),
  recipient text not null,
  token_hash text not null,
  tries integer not null default 0,
  next_try_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
comment on table private.mail_outbox is 'Account e-mails that wait to be sent; a row is deleted as soon as its e-mail is out. Holds addresses and links that open accounts.';
comment on column private.mail_outbox.tries is 'How often it was taken to be sent.';
comment on column private.mail_outbox.next_try_at is 'When it may be taken again: while one is being sent, later than that can last.';
create index mail_outbox_next_try_at on private.mail_outbox (next_try_at);
-- No sample of the values in pg_statistic, which would outlive them.
alter table private.mail_outbox alter recipient set statistics 0, alter token_hash set statistics 0;

alter table private.mail_outbox enable row level security;
create policy "The account service keeps its e-mails until they are sent" on private.mail_outbox
  for all to supabase_auth_admin using (true) with check (true);
grant select, insert, update, delete on table private.mail_outbox to supabase_auth_admin;
