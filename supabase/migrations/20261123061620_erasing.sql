-- Data subject requests and court orders. Lookups are logged, too: a court or the author may ask who looked up an author.

-- The comparison key of an e-mail.
-- Forms store e-mails as typed: case and full-width letters make no other address.
create function private.email_key(email text) returns text
language sql immutable strict parallel safe
return lower(normalize(btrim(email), nfkc));

-- The accounts with this e-mail, or the one with this id.
-- By e-mail or by id: after a restore of an older backup, the newer audit log has the ids of the accounts to erase again.
create function private.accounts_of(who text) returns setof auth.users
language sql stable set search_path = '' as $$
  select * from auth.users
  where who !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' and private.email_key(email) = private.email_key(who)
  union all
  select * from auth.users
  where id = case when who ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then who::uuid end
$$;

-- True when an entry of the account service's log names this account or e-mail.
-- The account service's log names accounts by e-mail and has no foreign key: its rows outlive the account, and deleting the
-- account adds one. Some rows hold the JSON as a JSON string.
create function private.is_event_of(payload json, account uuid, address text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(
    account::text in (event ->> 'actor_id', event #>> '{traits,user_id}')
    or lower(address) in (lower(event ->> 'actor_username'), lower(event #>> '{traits,user_email}')),
    false)
  from (select case json_typeof(payload) when 'string' then (payload #>> '{}')::json else payload end as event) as read
$$;

-- The entries of the account service's log that name this account or e-mail.
-- We cannot index that log, and parsing every row as JSON takes seconds, so rows are filtered by substring first,
-- case-sensitively, since the account service writes addresses in lower case. Of an address with characters that JSON may
-- escape, only the domain is searched.
create function private.events_of(account uuid, address text) returns setof auth.audit_log_entries
language plpgsql stable set search_path = '' as $$
declare
  account_text constant text := account::text;
  address_text constant text := lower(case when address ~ '^[\w.@+-]+$' then address else substring(address from '[^@]*$') end);
begin
  return query
    select * from auth.audit_log_entries as e
    where (strpos(e.payload::text, account_text) > 0 or strpos(e.payload::text, address_text) > 0)
      and private.is_event_of(e.payload, account, address);
end $$;

-- Deletes the account service's log entries about a deleted account.
-- Security definer: the account service deletes accounts and may not call this schema's functions.
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
  'For operators, on a court order: the account behind a review and the e-mail given with it.';

-- What is stored about an e-mail and its accounts.
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
          'mailbox_hash_kept_since', (
            select k.reviewed_on from private.recent_reviews as k
            where k.hash = private.recent_review_hash(private.mailbox_of(a.user_id), r.property_id::text)))
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
  'For operators, on a data subject''s request: a copy of what is stored about an e-mail and its account.';

-- One review per transaction: otherwise the totals of all their properties would share a transaction id. The audit log entry,
-- which names the account, would share it as well: operator_begin_erasing writes it before.
create function public.operator_erase_next_review(who text, with_text boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  author private.review_authors;
  photos jsonb;
begin
  select a.* into author
  from private.review_authors as a
  where a.user_id in (select id from private.accounts_of(btrim(who)))
  order by a.review_id limit 1;
  if not found then
    return null;
  end if;
  if with_text then
    photos := private.delete_review(author.review_id);
  else
    photos := (
      select coalesce(jsonb_agg(jsonb_build_object('bucket', o.bucket, 'name', o.name)), '[]') from private.photos_of(author.review_id) as o);
    delete from private.review_authors where review_id = author.review_id;
  end if;
  return jsonb_build_object('photos', photos);
end $$;
comment on function public.operator_erase_next_review(text, boolean) is
  'For operators: deletes one review of an account, or only its author, name and photos. Returns the photos; null when none is left.';

create function public.operator_begin_erasing(who text, with_text boolean, operator text, reason text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  account constant uuid := (select min(id::text) from private.accounts_of(btrim(who)));
begin
  if account is not null then
    perform private.record_operation('begin-erasing', operator, account::text, reason, jsonb_build_object('with_reviews', with_text));
  end if;
  return jsonb_build_object('account', account);
end $$;
comment on function public.operator_begin_erasing(text, boolean, text, text) is
  'For operators: logs that the reviews of an account are about to lose their author, or to be deleted.';

-- Only deletes: an update would link the remaining rows by its transaction id. The reviews have lost their author before, one
-- by one; otherwise the properties of those with photos are updated here, in one transaction.
create function public.operator_erase(who text, operator text, reason text default null) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  accounts constant uuid[] := array(select id from private.accounts_of(btrim(who)));
  address constant text := private.email_key(coalesce((select min(email) from private.accounts_of(btrim(who))), who));
  written constant uuid[] := array(select review_id from private.review_authors where user_id = any (accounts));
  photos constant jsonb := (
    select coalesce(jsonb_agg(jsonb_build_object('bucket', o.bucket, 'name', o.name)), '[]')
    from (
      select p.bucket, p.name from unnest(written) as review_id cross join private.photos_of(review_id) as p
      union
      select bucket_id, name from storage.objects
      where bucket_id in ('review-proofs', 'withheld-proofs') and owner_id = any (accounts::text[])
    ) as o);
  counts jsonb;
  deleted integer;
begin
  if btrim(who) = '' then
    perform private.refuse(400, 'Name the e-mail, or the id of the account.');
  end if;
  counts := jsonb_build_object('accounts', cardinality(accounts), 'reviews', cardinality(written), 'photos', jsonb_array_length(photos));

  -- Cascades to sessions; triggers delete the names and photos of its reviews, and its log entries.
  delete from auth.users where id = any (accounts);
  -- Other accounts, or an operator, may have typed the address into their reviews.
  delete from private.review_names where private.email_key(email) = address;
  get diagnostics deleted = row_count;
  counts := counts || jsonb_build_object('names', deleted);
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
  delete from private.mail_outbox where private.email_key(recipient) = address;
  get diagnostics deleted = row_count;
  counts := counts || jsonb_build_object('waiting_mails', deleted);
  -- Log entries of an account deleted earlier; a trigger has deleted those of one deleted now.
  deleted := 0;
  if cardinality(accounts) = 0 then
    delete from auth.audit_log_entries where id = any (array(select id from private.events_of(null, address)));
    get diagnostics deleted = row_count;
  end if;
  counts := counts || jsonb_build_object('events', deleted);

  if not exists (select from jsonb_each(counts) where value <> '0') then
    perform private.refuse(404, 'Nothing is kept about this e-mail or account.');
  end if;
  -- The log does not say how many reviews there were.
  perform private.record_operation('erase', operator, accounts[1]::text, reason, counts - array['reviews', 'names', 'photos']);
  return counts || jsonb_build_object('account', accounts[1], 'address', address, 'photos', photos);
end $$;
comment on function public.operator_erase(text, text, text) is
  'For operators: erases an account with its e-mail, name, photos and log entries, and the e-mail wherever else it was given; its reviews stay. Returns the photos to delete.';
