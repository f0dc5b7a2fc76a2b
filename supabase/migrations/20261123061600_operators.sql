-- The operator_… functions are all that `npm run admin` (server/operator), `npm run worker` and `npm run doctor` can do, on the
-- embedded backend and on hosted projects. Besides the database owner only service_role may call them, and some of them the role
-- of the embedded server. They are security definer because service_role has no usage on private; those that read whole lists
-- set a statement_timeout.

-- The review with this id, hidden or not; refuses an unknown one.
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

-- False for a review that is hidden by its author alone.
create function private.is_hidden_by_operator(review public.reviews) returns boolean
language sql stable set search_path = '' as $$
  select review.hidden_at is not null
    and coalesce((select w.hidden_by_operator from private.withdrawn_reviews as w where w.review_id = review.id), true)
$$;

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
