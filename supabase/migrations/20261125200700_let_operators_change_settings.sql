-- Operators change numbers and switches. The texts among the settings are this installation's own address and its
-- secrets: those are neither listed nor changed here.
create function public.operator_settings() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('name', key, 'value', value) order by key), '[]')
  from private.settings where jsonb_typeof(value) in ('number', 'boolean')
$$;
comment on function public.operator_settings() is 'For operators: the settings that they may change.';

create function public.operator_set_setting(name text, new_value text, operator text, reason text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  old_value constant jsonb := (
    select value from private.settings where key = name and jsonb_typeof(value) in ('number', 'boolean'));
  given constant text := lower(btrim(new_value));
begin
  if old_value is null then
    perform private.refuse(404, 'There is no such setting. The command settings lists them.');
  elsif jsonb_typeof(old_value) = 'number' and given !~ '^(0|[1-9][0-9]{0,8})$' then
    perform private.refuse(400, 'Give a whole number from 0 to 999999999.');
  elsif jsonb_typeof(old_value) = 'boolean' and given not in ('true', 'false') then
    perform private.refuse(400, 'Give true or false.');
  end if;
  begin
    update private.settings set value = given::jsonb where key = name;
  exception when check_violation then
    perform private.refuse(400, 'This setting does not take that value.');
  end;
  perform private.record_operation('set', operator, name, reason, jsonb_build_object('from', old_value, 'to', given::jsonb));
  return jsonb_build_object('name', name, 'from', old_value, 'to', given::jsonb);
end $$;
comment on function public.operator_set_setting(text, text, text, text) is 'For operators: changes a number or a switch among the settings.';

revoke execute on function public.operator_settings(), public.operator_set_setting(text, text, text, text)
from public, anon, authenticated;
grant execute on function public.operator_settings(), public.operator_set_setting(text, text, text, text) to service_role;
