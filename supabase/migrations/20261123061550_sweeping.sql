-- Deletes what has expired: every ten minutes by the embedded server, or by `npm run worker` beside a hosted project. Photos are
-- swept through the storage API (operator_orphan_uploads).
-- Security definer: the embedded server may not read these tables.

-- Deletes what has expired, at most ten accounts and one withdrawn review at once. Returns how many of each.
create function private.sweep() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  accounts integer;
  sessions integer;
  events integer;
  expired uuid;
  withdrawn integer;
begin
  perform private.forget_past_days();
  delete from private.recent_reviews
  where reviewed_on <= (now() at time zone 'Asia/Kolkata')::date - (select private.setting('repeat_review_days'));
  perform private.queue_desk_digest();
  delete from private.monthly_reviewers where month < date_trunc('month', now() at time zone 'Asia/Kolkata')::date;
  perform private.run_grievance_clocks();
  -- Ten attempts to send one take three hours. Letters wait longer only where no worker runs; the link of an account e-mail is
  -- over by then.
  delete from private.mail_outbox
  where created_at < now() - interval '1 day' and template in ('confirmation', 'recovery', 'password-changed');
  delete from private.mail_outbox where created_at < now() - interval '30 days';
  -- Unconfirmed for a week. Few at a time: each searches the whole log of the account service, and this call has a minute.
  delete from auth.users
  where id in (
    select id from auth.users
    where email_confirmed_at is null and greatest(created_at, confirmation_sent_at, recovery_sent_at) < now() - interval '7 days'
    limit 10);
  get diagnostics accounts = row_count;
  -- Not refreshed for 90 days, or expired.
  delete from auth.sessions
  where coalesce(refreshed_at at time zone 'utc', created_at) < now() - interval '90 days' or not_after < now();
  get diagnostics sessions = row_count;
  -- Revoked a week ago, except the parent of the active token.
  delete from auth.refresh_tokens as used
  where revoked and updated_at < now() - interval '7 days'
    and not exists (select from auth.refresh_tokens as t where t.parent = used.token and not t.revoked);
  delete from auth.audit_log_entries where created_at < now() - make_interval(days => (select private.setting('account_event_days')));
  get diagnostics events = row_count;
  -- One review for each call: deleting it locks its home, and homes of one author must not share a transaction. The review is
  -- locked first, since its author may bring it back just now.
  select r.id into expired
  from private.withdrawn_reviews as w join public.reviews as r on r.id = w.review_id
  where w.withdrawn_on <= (now() at time zone 'Asia/Kolkata')::date - 30
  order by w.withdrawn_on limit 1 for update of r skip locked;
  delete from public.reviews
  where id = expired and exists (select from private.withdrawn_reviews as w where w.review_id = expired);
  get diagnostics withdrawn = row_count;
  return jsonb_build_object('accounts', accounts, 'sessions', sessions, 'events', events, 'withdrawn', withdrawn);
end $$;
