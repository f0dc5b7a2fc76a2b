-- Requests of people about themselves, and orders of courts. Everything here is written down, looking up included: who
-- asked the database for an author is a fact that a court, or the author, may ask for in turn. private.mail_outbox comes
-- with a later migration, before anybody can call this.

-- Accounts by their e-mail, or by their id: after a restore of an older backup the audit log of the newer one names
-- the accounts that have to be erased again.
create function private.accounts_of(who text) returns setof auth.users
language sql stable set search_path = '' as $$
  select * from auth.users
  where lower(email) = lower(who)
    or who ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' and id::text = lower(who)
$$;
comment on function private.accounts_of(text) is 'The accounts with this e-mail, or the one with this id.';

create function public.operator_author_of_review(review_id uuid, operator text, reason text) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  review constant public.reviews := private.existing_review(review_id);
  author private.review_authors;
begin
  select * into author from private.review_authors as a where a.review_id = review.id;
  perform private.record_operation('author-of', operator, review.id::text, reason);
  return jsonb_build_object('id', review.id, 'written_at', review.created_at, 'email_given', author.email,
    'account', (
      select jsonb_build_object('id', u.id, 'email', u.email, 'created_at', u.created_at,
        'confirmed_at', u.email_confirmed_at, 'last_sign_in_at', u.last_sign_in_at)
      from auth.users as u where u.id = author.user_id));
end $$;
comment on function public.operator_author_of_review(uuid, text, text) is
  'For operators, under the order of a court: the account behind a review and the e-mail given with it.';

create function public.operator_about_email(who text, operator text, reason text) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  accounts constant uuid[] := array(select id from private.accounts_of(btrim(who)));
  address constant text := lower(coalesce((select min(email) from private.accounts_of(btrim(who))), btrim(who)));
begin
  perform private.record_operation('about', operator, accounts[1]::text, reason);
  return jsonb_build_object(
    'accounts', coalesce((
      select jsonb_agg(jsonb_build_object('id', u.id, 'email', u.email, 'created_at', u.created_at,
        'confirmed_at', u.email_confirmed_at, 'last_sign_in_at', u.last_sign_in_at,
        'sessions', (select count(*) from auth.sessions where user_id = u.id)))
      from auth.users as u where u.id = any (accounts)), '[]'),
    'reviews', coalesce((
      select jsonb_agg(to_jsonb(browsing.review_json(r)) || jsonb_build_object('hidden_at', r.hidden_at, 'email_given', a.email)
        order by r.created_at)
      from private.review_authors as a join public.reviews as r on r.id = a.review_id
      where a.user_id = any (accounts)), '[]'),
    'signed_by_other_accounts', coalesce((
      select jsonb_agg(a.review_id) from private.review_authors as a
      where lower(a.email) = address and (a.user_id is null or a.user_id <> all (accounts))), '[]'),
    'uploads', coalesce((
      select jsonb_agg(jsonb_build_object('bucket', bucket_id, 'name', name, 'created_at', created_at) order by created_at)
      from storage.objects
      where bucket_id in ('review-proofs', 'withheld-proofs') and owner_id = any (accounts::text[])), '[]'),
    'reports', coalesce((
      select jsonb_agg(jsonb_build_object('review_id', p.review_id, 'reason', p.reason, 'at', p.created_at) order by p.id)
      from public.review_reports as p where lower(p.reporter_email) = address), '[]'),
    'waitlist', (
      select jsonb_build_object('name', w.name, 'created_at', w.created_at)
      from public.referral_waitlist as w where lower(btrim(w.email)) = address),
    'account_events', coalesce((
      select jsonb_agg(jsonb_build_object('at', e.created_at, 'ip_address', e.ip_address) order by e.created_at)
      from auth.audit_log_entries as e where private.is_event_of(e.payload, accounts[1], address)), '[]'));
end $$;
comment on function public.operator_about_email(text, text, text) is
  'For operators, for a person who asks: a copy of what is kept about an e-mail and its account.';

create function public.operator_erase(who text, with_reviews boolean, operator text, reason text default null) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  accounts constant uuid[] := array(select id from private.accounts_of(btrim(who)));
  address constant text := lower(coalesce((select min(email) from private.accounts_of(btrim(who))), btrim(who)));
  written constant uuid[] := array(select review_id from private.review_authors where user_id = any (accounts));
  photos constant jsonb := (
    select coalesce(jsonb_agg(distinct jsonb_build_object('bucket', o.bucket_id, 'name', o.name)), '[]')
    from (
      select bucket_id, name from private.photos_of(written)
      union
      select bucket_id, name from storage.objects
      where bucket_id in ('review-proofs', 'withheld-proofs') and owner_id = any (accounts::text[])
    ) as o);
  signed uuid[];
  counts jsonb;
  changed integer;
begin
  if btrim(who) = '' then
    perform private.refuse(400, 'Name the e-mail, or the id of the account.');
  end if;

  -- Other accounts, or an operator, may have typed the address into their reviews.
  signed := array(
    select review_id from private.review_authors
    where lower(email) = address and review_id <> all (written));
  update private.review_authors set email = null, is_own_email = false where review_id = any (signed);
  update public.reviews set display_name = 'Anonymous' where id = any (signed);
  counts := jsonb_build_object('accounts', cardinality(accounts), 'reviews', cardinality(written),
    'reviews_deleted', with_reviews is true, 'names', cardinality(signed));

  -- First: while the account is there, they are known to be its own.
  if with_reviews then
    delete from public.reviews where id = any (written);
  end if;
  -- Its sessions go with it; triggers take the e-mail, the name and the photos off its reviews and delete its events.
  delete from auth.users where id = any (accounts);

  update public.review_reports set reporter_email = null where lower(reporter_email) = address;
  get diagnostics changed = row_count;
  counts := counts || jsonb_build_object('reports', changed);
  delete from public.referral_waitlist where lower(btrim(email)) = address;
  get diagnostics changed = row_count;
  counts := counts || jsonb_build_object('waitlist', changed);
  delete from private.mail_outbox where lower(recipient) = address;
  get diagnostics changed = row_count;
  counts := counts || jsonb_build_object('waiting_mails', changed);
  -- Of an account that was deleted before there was a trigger for them.
  delete from auth.audit_log_entries where private.is_event_of(payload, null, address);
  get diagnostics changed = row_count;
  counts := counts || jsonb_build_object('events', changed, 'photos', jsonb_array_length(photos));

  if counts - 'reviews_deleted' = '{"accounts": 0, "reviews": 0, "names": 0, "reports": 0, "waitlist": 0, "waiting_mails": 0, "events": 0, "photos": 0}' then
    perform private.refuse(404, 'Nothing is kept about this e-mail or account.');
  end if;
  perform private.record_operation('erase', operator, accounts[1]::text, reason, counts);
  return counts || jsonb_build_object('account', accounts[1], 'address', address, 'photos', photos);
end $$;
comment on function public.operator_erase(text, boolean, text, text) is
  'For operators: erases an account with its e-mail, name, photos and events, and the e-mail wherever else it was given; on request its reviews, too. Names the photos to delete.';

revoke execute on function private.accounts_of(text) from public;
revoke execute on function
  public.operator_author_of_review(uuid, text, text), public.operator_about_email(text, text, text),
  public.operator_erase(text, boolean, text, text)
from public, anon, authenticated;
grant execute on function
  public.operator_author_of_review(uuid, text, text), public.operator_about_email(text, text, text),
  public.operator_erase(text, boolean, text, text)
to service_role;
