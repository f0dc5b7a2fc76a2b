-- The owner or manager of a home may answer each of its reviews once. An operator reads a reply before it is shown; nobody
-- checks who wrote it. A reply has its own private row, so that nothing in public.reviews names its author. The lengths and
-- roles must match app/domain/reply.ts.
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
comment on table private.replies is 'Answers of those who own or manage a home. Deleted when they are withdrawn, and with the account.';
comment on column private.replies.written_as is 'What its author states to be; nobody checks it.';
comment on column private.replies.state is
  'waiting: an operator has not read it yet. shown: under its review. refused: its author may write another.';
comment on column private.replies.reported is 'It was reported, and no operator has looked at it since.';
create unique index replies_shown on private.replies (review_id) where state = 'shown';
create index replies_by_user on private.replies (user_id);
create index replies_open on private.replies (created_at) where state = 'waiting' or reported;
alter table private.replies enable row level security;
create policy "The site reads replies that an operator has let through" on private.replies
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
comment on table private.reply_reports is 'Reports of replies, with the e-mails that reporters left. Erasing an e-mail deletes its rows.';
comment on column private.reply_reports.device is
  'Keyed hash of the device''s fingerprint and the reply''s id: a device reports a reply once and cannot be tracked.';
alter table private.reply_reports enable row level security;
