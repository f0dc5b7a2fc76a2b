-- Text from visitors is stored without characters that are invisible or that change how the text
-- around them is shown (control characters, bidirectional overrides, zero-width spaces). The joiners
-- U+200C and U+200D stay: several Indian scripts and many emoji need them.

create function private.strip_invisible(given text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select regexp_replace(
    normalize(given, nfc),
    '[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e'
      '\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e007f]',
    '', 'g')
$$;
comment on function private.strip_invisible(text) is 'Removes control, bidirectional and zero-width characters; keeps line breaks, tabs and joiners.';

create function private.clean_line(given text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select btrim(regexp_replace(
    private.strip_invisible(given),
    '[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'))
$$;
comment on function private.clean_line(text) is 'One line: invisible characters removed, runs of spaces and line breaks made one space, ends trimmed.';

create function private.clean_text(given text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select regexp_replace(
    private.strip_invisible(regexp_replace(given, '\r\n|[\u000b-\u000d\u0085\u2028\u2029]', E'\n', 'g')),
    '^[\u0009\u000a\u0020\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+|[\u0009\u000a\u0020\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+$',
    '', 'g')
$$;
comment on function private.clean_text(text) is 'Several lines: invisible characters removed, line ends made LF, ends trimmed.';

create function private.is_blank(given text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select regexp_replace(coalesce(given, ''), '[\u200c\u200d\ufe00-\ufe0f\u0009-\u000d\u0020]', '', 'g') = ''
$$;
comment on function private.is_blank(text) is 'True when nothing of a cleaned text would be seen.';

-- Must match displayName in app/domain/display-name.ts.
create function private.display_name(email text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(
    nullif(private.clean_line(regexp_replace(split_part(email, '@', 1), '[\u200c\u200d]', '', 'g')), ''),
    'Anonymous')
$$;
comment on function private.display_name(text) is 'The name that a review shows: the part of the e-mail before the @, or Anonymous.';

revoke execute on function
  private.strip_invisible(text), private.clean_line(text), private.clean_text(text), private.is_blank(text), private.display_name(text)
from public;
