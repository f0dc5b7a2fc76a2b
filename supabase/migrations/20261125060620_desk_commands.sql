-- Who may work at the desk is said by `npm run admin`, where the name of the operator comes from the command line.

create function public.operator_operators() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('email', u.email, 'name', o.name, 'added_at', o.added_at) order by o.added_at), '[]')
  from private.operators as o join auth.users as u on u.id = o.user_id
$$;
comment on function public.operator_operators() is 'For operators: who may work at the desk.';

create function public.operator_add_operator(email text, name text, operator text) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  account auth.users;
  given_name text;
begin
  select * into account from private.accounts_of(operator_add_operator.email) as u where u.email_confirmed_at is not null limit 1;
  if not found then
    perform private.refuse(404, 'There is no confirmed account with this e-mail: sign up at the site first.');
  end if;
  given_name := private.clean_line(coalesce(operator_add_operator.name, 'operator ' || left(account.id::text, 8)));
  if private.is_blank(given_name) or char_length(given_name) > 100 or position('@' in given_name) > 0 then
    perform private.refuse(400, 'Give a name of at most 100 characters that is no e-mail: the audit log shows it.');
  elsif exists (select from private.operators as o where o.name = given_name and o.user_id <> account.id) then
    perform private.refuse(409, 'Another operator has this name.');
  end if;
  insert into private.operators (user_id, name) values (account.id, given_name)
  on conflict (user_id) do update set name = excluded.name;
  perform private.record_operation('add-operator', operator_add_operator.operator, account.id::text, null, jsonb_build_object('name', given_name));
  return jsonb_build_object('email', account.email, 'name', given_name);
end $$;
comment on function public.operator_add_operator(text, text, text) is
  'For operators: lets an account work at the desk, under this name in the audit log.';

create function public.operator_remove_operator(email text, operator text) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  removed private.operators;
begin
  delete from private.operators
  where user_id in (select id from private.accounts_of(operator_remove_operator.email))
  returning * into removed;
  if not found then
    perform private.refuse(404, 'No operator has this e-mail.');
  end if;
  perform private.record_operation('remove-operator', operator_remove_operator.operator, removed.user_id::text, null,
    jsonb_build_object('name', removed.name));
  return jsonb_build_object('name', removed.name);
end $$;
comment on function public.operator_remove_operator(text, text) is 'For operators: takes the desk from an account, at once.';
