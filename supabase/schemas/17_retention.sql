-- Retention (IT Rules 2021, rule 3(1)(g) and (h)), off by default. With a key, deletions first seal what they delete to it. The key's
-- private half is offline, so nothing here can read a record back. docs/decisions/0023

-- A row shows a day, and a size in steps of 4 KB: an exact time, an id or a hash would tie an erased account to its reviews.
create table private.sealed_records (
  id uuid primary key default gen_random_uuid(),
  sealed_on date not null default (now() at time zone 'Asia/Kolkata')::date,
  sealed bytea not null
);
comment on table private.sealed_records is
  'Deleted accounts, reviews and replies, encrypted to the retention key. No role reads them. Swept after 180 days.';
comment on column private.sealed_records.sealed_on is 'The date in India.';
comment on column private.sealed_records.sealed is
  'An OpenPGP message: JSON {email, account, times, review_ids, removed}, padded with spaces to a multiple of 4 KB.';
create index sealed_records_by_day on private.sealed_records (sealed_on);
alter table private.sealed_records enable row level security;

-- Seals an account, a review or a reply that is about to be deleted. Photos are files, which the database cannot seal.
create function private.seal_before_deletion() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  key constant text := (select value #>> '{}' from private.settings where settings.key = 'retention_key');
  account uuid;
  review_ids uuid[];
  removed jsonb;
  record text;
begin
  if key is null then
    return old;
  elsif tg_table_name = 'users' then
    account := old.id;
    review_ids := array(select a.review_id from private.review_authors as a where a.user_id = old.id order by a.review_id);
    removed := jsonb_build_object('replies', (select jsonb_agg(to_jsonb(a)) from private.replies as a where a.user_id = old.id));
  elsif tg_table_name = 'reviews' then
    account := (select a.user_id from private.review_authors as a where a.review_id = old.id);
    review_ids := array[old.id];
    removed := jsonb_build_object(
      'review', to_jsonb(old) - array['search_text', 'topics', 'city_key', 'insert_order'],
      'signed_with', (select n.email from private.review_names as n where n.review_id = old.id),
      'withdrawn_on', (select w.withdrawn_on from private.withdrawn_reviews as w where w.review_id = old.id),
      'follow_ups', (select jsonb_agg(to_jsonb(f) order by f.position) from private.follow_ups as f where f.review_id = old.id));
  else
    -- A reply deleted with its author's account is in the record of the account.
    if not exists (select from auth.users as u where u.id = old.user_id) then
      return old;
    end if;
    account := old.user_id;
    review_ids := array[old.review_id];
    removed := jsonb_build_object('replies', jsonb_build_array(to_jsonb(old)));
  end if;
  record := jsonb_strip_nulls(jsonb_build_object(
    'email', u.email, 'account', account, 'review_ids', to_jsonb(review_ids), 'removed', removed,
    'times', jsonb_build_object('sealed_at', now(), 'created_at', u.created_at, 'confirmed_at', u.email_confirmed_at,
      'last_sign_in_at', u.last_sign_in_at)))
  from (values (account)) as named (id) left join auth.users as u on u.id = named.id;
  insert into private.sealed_records (sealed) values (extensions.pgp_pub_encrypt(
    record || repeat(' ', 4095 & -octet_length(record)), decode(key, 'base64'), 'cipher-algo=aes256'));
  return old;
end $$;
-- An unconfirmed account is not sealed: anyone can type a stranger's email, and such an account has written nothing.
create trigger seal_account before delete on auth.users
  for each row when (old.email_confirmed_at is not null) execute function private.seal_before_deletion();
create trigger seal_review before delete on public.reviews for each row execute function private.seal_before_deletion();
create trigger seal_reply before delete on private.replies for each row execute function private.seal_before_deletion();

create function private.key_hash(key text) returns text
language sql immutable strict
return encode(sha256(decode(key, 'base64')), 'hex');

create function public.operator_set_retention_key(new_key text, operator text, reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  old_key constant text := (select value #>> '{}' from private.settings where key = 'retention_key');
  change constant jsonb := jsonb_build_object('from', private.key_hash(old_key), 'to', private.key_hash(new_key));
begin
  if new_key is distinct from old_key then
    -- With a key that fails, no deletion would work.
    begin
      perform extensions.pgp_pub_encrypt('x', decode(new_key, 'base64'));
    exception when others then
      perform private.refuse(400, format('PostgreSQL cannot encrypt to this retention key (%s). It needs a public key with one subkey for encryption, of type RSA: gpg''s default, elliptic curves, does not work. docs/operations.md, "Keep deleted data sealed"', sqlerrm));
    end;
    update private.settings set value = coalesce(to_jsonb(new_key), 'null') where key = 'retention_key';
    perform private.record_operation('set-retention-key', operator, 'retention_key', reason, change);
  end if;
  return change;
end $$;
comment on function public.operator_set_retention_key(text, text, text) is
  'For operators: sets the OpenPGP key, in base64, to which deletions seal what they delete; null ends that. Returns the hashes {from, to}.';

-- By day or id only: a hash of an email or of a review's id would let anyone with the database test guesses.
create function public.operator_sealed_records(first_day date, last_day date, record uuid, operator text, reason text) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  records constant jsonb := (
    select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'sealed_on', s.sealed_on, 'sealed', encode(s.sealed, 'base64')) order by s.id), '[]')
    from private.sealed_records as s
    where s.id = record or s.sealed_on between first_day and least(last_day, first_day + 30));
begin
  if last_day - first_day > 30 then
    perform private.refuse(400, 'Export at most 31 days at a time.');
  end if;
  perform private.record_operation('sealed-records', operator, record::text, reason,
    jsonb_strip_nulls(jsonb_build_object('from', first_day, 'to', last_day, 'records', jsonb_array_length(records))));
  return records;
end $$;
comment on function public.operator_sealed_records(date, date, uuid, text, text) is
  'For operators, on an order: the sealed records of at most 31 days, or the one with this id: [{id, sealed_on, sealed}], in base64.';
