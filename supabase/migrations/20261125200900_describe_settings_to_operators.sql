-- Operators see what a setting means and what it takes, where the table says so, and may name the header in which a
-- gateway passes on addresses. Columns that another change adds are read through to_jsonb.
create or replace function public.operator_settings() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(
    jsonb_build_object('name', s.key, 'value', s.value)
      || jsonb_strip_nulls(jsonb_build_object(
        'shipped', to_jsonb(s) -> 'shipped',
        'minimum', to_jsonb(s) -> 'minimum',
        'maximum', to_jsonb(s) -> 'maximum',
        'description', nullif(to_jsonb(s) ->> 'description', '')))
    order by s.key), '[]')
  from private.settings as s
  where jsonb_typeof(s.value) in ('number', 'boolean') or s.key = 'client_address_header'
$$;

create or replace function public.operator_set_setting(name text, new_value text, operator text, reason text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  setting constant jsonb := (
    select to_jsonb(s) from private.settings as s
    where s.key = name and (jsonb_typeof(s.value) in ('number', 'boolean') or s.key = 'client_address_header'));
  given constant text := lower(btrim(new_value));
  given_value jsonb;
begin
  if setting is null then
    perform private.refuse(404, 'There is no such setting. The command settings lists them.');
  elsif jsonb_typeof(setting -> 'value') = 'number' and (
    given !~ '^(0|[1-9][0-9]{0,8})$'
    or given::integer < (setting ->> 'minimum')::integer
    or given::integer > (setting ->> 'maximum')::integer)
  then
    perform private.refuse(400, format('Give a whole number from %s to %s.',
      coalesce(setting ->> 'minimum', '0'), coalesce(setting ->> 'maximum', '999999999')));
  elsif jsonb_typeof(setting -> 'value') = 'boolean' and given not in ('true', 'false') then
    perform private.refuse(400, 'Give true or false.');
  elsif name = 'client_address_header' and given !~ '^[a-z0-9-]{1,64}$' then
    perform private.refuse(400, 'Give the name of a header, such as x-forwarded-for.');
  end if;
  given_value := case when name = 'client_address_header' then to_jsonb(given) else given::jsonb end;
  begin
    update private.settings set value = given_value where key = name;
  exception when check_violation then
    perform private.refuse(400, 'This setting does not take that value.');
  end;
  perform private.record_operation('set', operator, name, reason,
    jsonb_build_object('from', setting -> 'value', 'to', given_value));
  return jsonb_build_object('name', name, 'from', setting -> 'value', 'to', given_value);
end $$;
