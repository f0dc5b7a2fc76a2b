-- A cursor of brackets alone, some ten thousand deep, ran out of the database's stack: a fault of the server in place of
-- a refusal. One that was given out has at most 320 characters of names, 1720 as it is written.

-- Null in, null out: no cursor means the first page.
create or replace function browsing.read_cursor(cursor text, part_count integer) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  padded text := translate(cursor, '-_', '+/') || repeat('=', -length(cursor) & 3);
  parts text[];
begin
  if cursor is null or cursor = '' then
    return null;
  end if;
  if length(cursor) > 2000 then
    perform browsing.refuse_cursor();
  end if;
  begin
    parts := array(select jsonb_array_elements_text(convert_from(decode(padded, 'base64'), 'UTF8')::jsonb));
  exception when data_exception then
    perform browsing.refuse_cursor();
  end;
  if cardinality(parts) <> part_count or array_position(parts, null) is not null then
    perform browsing.refuse_cursor();
  end if;
  return parts;
end $$;
