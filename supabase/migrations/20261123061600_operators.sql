-- The operator_… functions are all that `npm run admin` (server/operator) can do, on the embedded backend and on hosted
-- projects. Only the database owner and service_role may call them. They are security definer because service_role has no usage
-- on private, and set a statement_timeout because they read whole lists.

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
comment on function private.existing_review(uuid) is 'The review with this id, hidden or not; refuses an unknown one.';

create function private.reports_json(review_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'count', coalesce(sum(count), 0), 'reasons', coalesce(jsonb_object_agg(reason, count), '{}'),
    'first_at', min(first_at), 'last_at', max(last_at))
  from (
    select reason, count(*) as count, min(created_at) as first_at, max(created_at) as last_at
    from public.review_reports as r where r.review_id = reports_json.review_id
    group by reason
  ) as by_reason
$$;
comment on function private.reports_json(uuid) is 'How often, why and when a review was reported.';

create function private.operator_review_json(review public.reviews) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', review.id,
    'property_name', review.property_name,
    'locality', review.locality,
    'city', review.city,
    'rating', review.rating,
    'display_name', coalesce((select display_name from private.review_names where review_id = review.id), 'Anonymous'),
    'created_on', review.created_on,
    'verified', review.verified and private.has_proof(review.id),
    'flagged', review.reported,
    'held_back', not review.reported and exists (select from private.flag_holdbacks as h where h.review_id = review.id),
    'waits_for', (
      select min(h.waits_for) from private.flag_holdbacks as h where h.review_id = review.id and not review.reported),
    'hidden_at', review.hidden_at,
    'withdrawn_on', (select w.withdrawn_on from private.withdrawn_reviews as w where w.review_id = review.id),
    'excerpt', left(regexp_replace(review.review_text, '\s+', ' ', 'g'), 200),
    'reports', private.reports_json(review.id))
$$;
comment on function private.operator_review_json(public.reviews) is 'A review as lists for operators show it, without its author.';

create function private.is_hidden_by_operator(review public.reviews) returns boolean
language sql stable set search_path = '' as $$
  select review.hidden_at is not null
    and coalesce((select w.hidden_by_operator from private.withdrawn_reviews as w where w.review_id = review.id), true)
$$;
comment on function private.is_hidden_by_operator(public.reviews) is 'False for a review that is hidden by its author alone.';

create function private.list_place(after text, out at timestamptz, out id uuid)
language plpgsql stable set search_path = '' as $$
begin
  at := split_part(after, ',', 1);
  id := split_part(after, ',', 2);
exception when data_exception then
  perform private.refuse(400, 'This --after is damaged: copy it from the end of the page before.');
end $$;
comment on function private.list_place(text) is 'Parses a cursor: <time>,<review id>. Nulls for the first page.';

create function private.list_cursor(at timestamptz, id uuid) returns text
language sql immutable set search_path = '' as $$
  select to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || ',' || id
$$;
comment on function private.list_cursor(timestamptz, uuid) is 'Formats a cursor, without spaces.';

create function public.operator_flagged_reviews(at_most integer default 20, after text default null) returns jsonb
language sql stable security definer set search_path = '' set statement_timeout = '60s' as $$
  with waiting as (
    select r.id, r.created_on from public.reviews as r where r.reported and r.hidden_at is null
    union
    select r.id, r.created_on from private.flag_holdbacks as h join public.reviews as r on r.id = h.review_id where r.hidden_at is null
  ),
  flagged as (
    select id, coalesce(
      (select min(p.created_at) from public.review_reports as p where p.review_id = waiting.id),
      created_on::timestamp at time zone 'Asia/Kolkata') as since
    from waiting
  ),
  page as (
    select flagged.id, flagged.since, row_number() over (order by flagged.since, flagged.id) as number
    from flagged, private.list_place(after) as ended
    where ended.id is null or (flagged.since, flagged.id) > (ended.at, ended.id)
    order by flagged.since, flagged.id
    limit least(greatest(coalesce(at_most, 20), 1), 100) + 1
  ),
  shown as (
    select * from page where number <= least(greatest(coalesce(at_most, 20), 1), 100)
  )
  select jsonb_build_object(
    'total', (select count(*) from flagged),
    'reviews', coalesce((
      select jsonb_agg(private.operator_review_json(r) order by s.number)
      from shown as s join public.reviews as r on r.id = s.id), '[]'),
    'next', case when (select count(*) from page) > (select count(*) from shown) then
      (select private.list_cursor(since, id) from shown order by number desc limit 1) end)
$$;
comment on function public.operator_flagged_reviews(integer, text) is
  'For operators: visible reviews that are flagged or have held reports, with report counts, the one reported first on top.';

create function public.operator_hidden_reviews(at_most integer default 20, after text default null) returns jsonb
language sql stable security definer set search_path = '' set statement_timeout = '60s' as $$
  with page as (
    select r.id, r.hidden_at, row_number() over (order by r.hidden_at desc, r.id desc) as number
    from public.reviews as r, private.list_place(after) as ended
    where r.hidden_at is not null and private.is_hidden_by_operator(r) and (ended.id is null or (r.hidden_at, r.id) < (ended.at, ended.id))
    order by r.hidden_at desc, r.id desc
    limit least(greatest(coalesce(at_most, 20), 1), 100) + 1
  ),
  shown as (
    select * from page where number <= least(greatest(coalesce(at_most, 20), 1), 100)
  )
  select jsonb_build_object(
    'total', (select count(*) from public.reviews as r where r.hidden_at is not null and private.is_hidden_by_operator(r)),
    'reviews', coalesce((
      select jsonb_agg(
        private.operator_review_json(r) || jsonb_build_object('hidden_because', (
          select reason from private.audit_log where subject = r.id::text and command = 'hide' order by id desc limit 1))
        order by s.number)
      from shown as s join public.reviews as r on r.id = s.id), '[]'),
    'next', case when (select count(*) from page) > (select count(*) from shown) then
      (select private.list_cursor(hidden_at, id) from shown order by number desc limit 1) end)
$$;
comment on function public.operator_hidden_reviews(integer, text) is
  'For operators: reviews that operators have hidden, with the reason, the one hidden last on top.';

-- With the e-mails of reporters, who want to hear the outcome.
create function public.operator_show_review(review_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  review constant public.reviews := private.existing_review(review_id);
begin
  return private.operator_review_json(review) - 'excerpt' || jsonb_build_object(
    'review_text', review.review_text,
    'reported_issues', review.reported_issues,
    'whole', private.desk_review_json(review.id),
    'proof_urls', (select r.proof_urls from private.shown_reviews as r where r.id = review.id),
    'reports', coalesce((
      select jsonb_agg(jsonb_build_object('at', r.created_at, 'reason', r.reason, 'reporter_email', e.email)
        order by r.created_at, r.id)
      from public.review_reports as r left join private.reporter_emails as e on e.report_id = r.id
      where r.review_id = review.id), '[]'),
    'history', private.desk_history(review.id::text));
end $$;
comment on function public.operator_show_review(uuid) is
  'For operators: one review in full, its reports and its audit log entries, without its author.';

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

-- Each decision is one transaction with its audit log entry. Files belong to the storage API: the result lists those to move or
-- delete, and the caller does it. Hiding takes the review off first and its photos next; showing it again restores the photos
-- first. Whatever fails in between, nothing is public that should be hidden, and repeating the command finishes the work.

create function private.photos_of(review_id uuid, out bucket text, out name text, out photo_name text) returns setof record
language sql stable set search_path = '' as $$
  select o.bucket_id, o.name, p.photo_name
  from private.review_proofs as p
  join storage.objects as o
    on o.bucket_id = 'review-proofs' and o.name = 'public/' || p.photo_name
    or o.bucket_id = 'withheld-proofs' and o.name = p.review_id || '/' || p.photo_name
  where p.review_id = photos_of.review_id
$$;
comment on function private.photos_of(uuid) is 'The stored photos of a review, public or withheld.';

create function private.photo_moves(review_id uuid, target_bucket text) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
      'from', jsonb_build_object('bucket', bucket, 'name', name),
      'to', jsonb_build_object('bucket', target_bucket, 'name',
        case target_bucket when 'withheld-proofs' then review_id || '/' || photo_name else 'public/' || photo_name end))), '[]')
  from private.photos_of(review_id) where bucket <> target_bucket
$$;
comment on function private.photo_moves(uuid, text) is 'The moves that bring the photos of a review into the other bucket.';

create function public.operator_clear_flag(review_id uuid, operator text, reason text, clause text default '5.1') returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.decide(review_id, 'clear-flag', operator, clause, reason);
  return jsonb_build_object('id', review_id);
end $$;
comment on function public.operator_clear_flag(uuid, text, text, text) is
  'For operators: takes "Under Review" off a review. Its reports stay, so that no device reports it twice.';

-- Its author may withdraw it or bring it back meanwhile: that row is locked by the review.
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
comment on function private.set_hidden_by_operator(uuid, boolean) is
  'Hides a review or ends that; one that its author has withdrawn stays hidden. False where it was so before.';

create function public.operator_hide_review(review_id uuid, operator text, reason text, clause text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  was_hidden constant boolean := private.is_hidden_by_operator(private.existing_review(review_id));
begin
  if not was_hidden then
    perform private.decide(review_id, 'hide', operator, clause, reason);
  end if;
  return jsonb_build_object('id', review_id, 'was_hidden', was_hidden,
    'moves', private.photo_moves(review_id, 'withheld-proofs'));
end $$;
comment on function public.operator_hide_review(uuid, text, text, text) is
  'For operators: hides a review from every public result and count. Returns the photos to withhold.';

create function public.operator_photos_to_restore(review_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  review constant public.reviews := private.existing_review(review_id);
begin
  if not private.is_hidden_by_operator(review) then
    perform private.refuse(409, 'This review is not hidden.');
  end if;
  return jsonb_build_object('moves', case
    when exists (select from private.withdrawn_reviews as w where w.review_id = review.id) then '[]'
    else private.photo_moves(review.id, 'review-proofs')
  end);
end $$;
comment on function public.operator_photos_to_restore(uuid) is 'For operators: the photos to move back before a hidden review is shown again.';

create function public.operator_unhide_review(review_id uuid, operator text, reason text, clause text default '5.1') returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.decide(review_id, 'unhide', operator, clause, reason);
  return jsonb_build_object('id', review_id);
end $$;
comment on function public.operator_unhide_review(uuid, text, text, text) is 'For operators: shows a hidden review again.';

create function private.delete_review(review_id uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  photos constant jsonb := (
    select coalesce(jsonb_agg(jsonb_build_object('bucket', o.bucket, 'name', o.name)), '[]') from private.photos_of(review_id) as o);
begin
  delete from public.reviews where id = review_id;
  return photos;
end $$;
comment on function private.delete_review(uuid) is 'Deletes a review with its reports and the link to its author. Returns its photos.';

create function public.operator_delete_review(review_id uuid, operator text, reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  review constant public.reviews := private.existing_review(review_id);
begin
  perform private.record_operation('delete', operator, review.id::text, reason);
  return jsonb_build_object('id', review.id, 'photos', private.delete_review(review.id));
end $$;
comment on function public.operator_delete_review(uuid, text, text) is
  'For operators: deletes a review with its reports and the link to its author. Returns the photos to delete.';

-- Data subject requests and court orders. Lookups are logged, too: a court or the author may ask who looked up an author.

-- Forms store e-mails as typed: case and full-width letters make no other address.
create function private.email_key(email text) returns text
language sql immutable strict parallel safe
return lower(normalize(btrim(email), nfkc));
comment on function private.email_key(text) is 'The comparison key of an e-mail.';

-- By e-mail or by id: after a restore of an older backup, the newer audit log has the ids of the accounts to erase again.
create function private.accounts_of(who text) returns setof auth.users
language sql stable set search_path = '' as $$
  select * from auth.users
  where who !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' and private.email_key(email) = private.email_key(who)
  union all
  select * from auth.users
  where id = case when who ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then who::uuid end
$$;
comment on function private.accounts_of(text) is 'The accounts with this e-mail, or the one with this id.';

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
comment on function private.is_event_of(json, uuid, text) is 'True when an entry of the account service''s log names this account or e-mail.';

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
comment on function private.events_of(uuid, text) is 'The entries of the account service''s log that name this account or e-mail.';

-- Security definer: the account service deletes accounts and may not call this schema's functions.
create function private.forget_events_of_deleted_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.audit_log_entries where id = any (array(select id from private.events_of(old.id, old.email)));
  delete from auth.flow_state where user_id = old.id;
  return null;
end $$;
comment on function private.forget_events_of_deleted_account() is 'Deletes the account service''s log entries about a deleted account.';
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
          'created_at', r.created_at, 'hidden_at', r.hidden_at, 'withdrawn_on', w.withdrawn_on, 'email_given', n.email)
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
comment on function private.kept_about(uuid[], text) is 'What is stored about an e-mail and its accounts.';

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

-- A photo is uploaded before its review, and proves nothing when the review never arrives or is deleted. A review may name it
-- for a day (private.own_proof_paths); an hour later no such request is in flight.
create function public.operator_orphan_uploads(at_most integer default 500) returns jsonb
language sql stable security definer set search_path = '' set statement_timeout = '60s' as $$
  select coalesce(jsonb_agg(jsonb_build_object('bucket', bucket_id, 'name', name)), '[]')
  from (
    select o.bucket_id, o.name from storage.objects as o
    where o.bucket_id in ('review-proofs', 'withheld-proofs')
      and o.created_at < now() - interval '25 hours'
      and not exists (select from private.review_proofs as p where p.photo_name = regexp_replace(o.name, '^.*/', ''))
    order by o.created_at
    limit least(greatest(coalesce(at_most, 500), 1), 1000)
  ) as orphan
$$;
comment on function public.operator_orphan_uploads(integer) is 'For operators: uploads older than 25 hours that prove no review, visible or hidden.';

-- Authors withdraw reviews and delete accounts, and the storage API is not theirs to move or delete files: the embedded server and
-- `npm run admin -- sweep` follow up. It finds what a command of an operator left, too.
create function public.operator_misplaced_photos() returns jsonb
language sql security definer set search_path = '' set statement_timeout = '60s' as $$
  delete from private.photos_to_remove as removed
  where not exists (select from storage.objects as o where o.bucket_id = removed.bucket_id and o.name = removed.name);
  select jsonb_build_object(
    'moves', coalesce((
      select jsonb_agg(move)
      from (
        select jsonb_build_object(
          'from', jsonb_build_object('bucket', o.bucket_id, 'name', o.name),
          'to', jsonb_build_object('bucket', 'withheld-proofs', 'name', r.id || '/' || p.photo_name)) as move
        from public.reviews as r
        join private.review_proofs as p on p.review_id = r.id
        join storage.objects as o on o.bucket_id = 'review-proofs' and o.name = 'public/' || p.photo_name
        where r.hidden_at is not null
        union all
        select jsonb_build_object(
          'from', jsonb_build_object('bucket', o.bucket_id, 'name', o.name),
          'to', jsonb_build_object('bucket', 'review-proofs', 'name', 'public/' || p.photo_name))
        from storage.objects as o
        join private.review_proofs as p on p.photo_name = regexp_replace(o.name, '^.*/', '')
        join public.reviews as r on r.id = p.review_id
        where o.bucket_id = 'withheld-proofs' and r.hidden_at is null
        limit 200
      ) as misplaced), '[]'),
    'orphans', coalesce((
      select jsonb_agg(jsonb_build_object('bucket', bucket_id, 'name', name))
      from (
        select q.bucket_id, q.name from private.photos_to_remove as q
        where not exists (select from private.review_proofs as p where p.photo_name = regexp_replace(q.name, '^.*/', ''))
        limit 200
      ) as orphan), '[]'))
$$;
comment on function public.operator_misplaced_photos() is
  'For operators: photos of hidden reviews that are still public, of shown ones that are withheld, and those of deleted accounts.';

create function public.operator_sweep() returns jsonb
language sql security definer set search_path = '' set statement_timeout = '60s' as $$
  select private.sweep()
$$;
comment on function public.operator_sweep() is 'For operators: deletes what has expired and releases held reports. Returns how many of each.';

create function public.operator_record_sweep(swept jsonb, operator text) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.record_operation('sweep', operator, null, null, swept);
  return swept;
end $$;
comment on function public.operator_record_sweep(jsonb, text) is 'For operators: logs a manual sweep.';

-- Operators change numbers and the header with the client's address. The other settings are this installation's own URL and its
-- secrets: those are neither listed nor changed here.
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

revoke execute on all functions in schema private from public;
do $$
declare
  operation regprocedure;
begin
  for operation in select oid from pg_catalog.pg_proc where pronamespace = 'public'::regnamespace and proname like 'operator\_%' loop
    execute format('revoke execute on function %s from public, anon, authenticated', operation);
    execute format('grant execute on function %s to service_role', operation);
  end loop;
end $$;
-- The embedded server sweeps automatically.
grant execute on function public.operator_orphan_uploads(integer), public.operator_misplaced_photos() to supabase_auth_admin;
