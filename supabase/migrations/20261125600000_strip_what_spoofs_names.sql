-- A name that only looks like another one, or that turns the words around it about, deceives its readers, and a search
-- does not find it. All that nobody sees is taken out now: also tags, variation selectors, shorthand and musical
-- controls, and what Unicode keeps for more of the kind. The joiners U+200C and U+200D stay where they join: in names
-- at the sign that kills a vowel and (U+200C) after an Arabic letter, in texts after any letter of these scripts and in
-- emoji. Composed last: a character that was taken out may have parted a letter from its accent.
-- Must match app/domain/plain-text.ts.

create or replace function private.strip_invisible(given text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select normalize(
    regexp_replace(
      given,
      '[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]',
      '', 'g'),
    nfc)
$$;
comment on function private.strip_invisible(text) is
  'Removes what is never seen: control, bidirectional, zero-width characters; keeps line breaks, tabs, joiners and U+FE0E, U+FE0F.';

create or replace function private.clean_line(given text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select btrim(regexp_replace(
    normalize(
      regexp_replace(
        private.strip_invisible(regexp_replace(given, '[\ufe0e\ufe0f]', '', 'g')),
        '(?<![\u0904-\u0939\u0958-\u0961\u0971-\u097f\u0985-\u09b9\u09ce\u09dc-\u09e1\u09f0\u09f1\u0a05-\u0a39\u0a59-\u0a5e\u0a72-\u0a74\u0a85-\u0ab9\u0ae0\u0ae1\u0b05-\u0b39\u0b5c-\u0b61\u0b83-\u0bb9\u0c05-\u0c39\u0c58-\u0c61\u0c85-\u0cb9\u0cde-\u0ce1\u0d05-\u0d3a\u0d54-\u0d56\u0d5f-\u0d61\u0d7a-\u0d7f\u0d85-\u0dc6\uabc0-\uabe2][\u093c\u09bc\u0a3c\u0abc\u0b3c\u0c3c\u0cbc]?[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\uabed])(?:\u200d|(?<![\u0620-\u064a\u066e\u066f\u0671-\u06d3\u06d5\u06ee\u06ef\u06fa-\u06ff\u0750-\u077f\u08a0-\u08c9])\u200c)(?:(?![\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\uabed][\u0904-\u0939\u0958-\u0961\u0971-\u097f\u0985-\u09b9\u09ce\u09dc-\u09e1\u09f0\u09f1\u0a05-\u0a39\u0a59-\u0a5e\u0a72-\u0a74\u0a85-\u0ab9\u0ae0\u0ae1\u0b05-\u0b39\u0b5c-\u0b61\u0b83-\u0bb9\u0c05-\u0c39\u0c58-\u0c61\u0c85-\u0cb9\u0cde-\u0ce1\u0d05-\u0d3a\u0d54-\u0d56\u0d5f-\u0d61\u0d7a-\u0d7f\u0d85-\u0dc6\uabc0-\uabe2])|(?<![\u0904-\u0939\u0958-\u0961\u0971-\u097f\u0985-\u09b9\u09ce\u09dc-\u09e1\u09f0\u09f1\u0a05-\u0a39\u0a59-\u0a5e\u0a72-\u0a74\u0a85-\u0ab9\u0ae0\u0ae1\u0b05-\u0b39\u0b5c-\u0b61\u0b83-\u0bb9\u0c05-\u0c39\u0c58-\u0c61\u0c85-\u0cb9\u0cde-\u0ce1\u0d05-\u0d3a\u0d54-\u0d56\u0d5f-\u0d61\u0d7a-\u0d7f\u0d85-\u0dc6\uabc0-\uabe2][\u093c\u09bc\u0a3c\u0abc\u0b3c\u0c3c\u0cbc]?[\u200c\u200d]))',
        '', 'g'),
      nfc),
    '[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'))
$$;

create or replace function private.clean_text(given text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select regexp_replace(
    normalize(
      regexp_replace(
        regexp_replace(
          private.strip_invisible(regexp_replace(given, '\r\n|[\u000b-\u000d\u0085\u2028\u2029]', E'\n', 'g')),
          '(?<![\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u27bf\u2900-\u297f\u2b00-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff])(?:(?<![0-9#*])[\ufe0e\ufe0f]|[\ufe0e\ufe0f](?!\u20e3))',
          '', 'g'),
        '(?<![\u0904-\u0939\u0958-\u0961\u0971-\u097f\u0985-\u09b9\u09ce\u09dc-\u09e1\u09f0\u09f1\u0a05-\u0a39\u0a59-\u0a5e\u0a72-\u0a74\u0a85-\u0ab9\u0ae0\u0ae1\u0b05-\u0b39\u0b5c-\u0b61\u0b83-\u0bb9\u0c05-\u0c39\u0c58-\u0c61\u0c85-\u0cb9\u0cde-\u0ce1\u0d05-\u0d3a\u0d54-\u0d56\u0d5f-\u0d61\u0d7a-\u0d7f\u0d85-\u0dc6\uabc0-\uabe2][\u093c\u09bc\u0a3c\u0abc\u0b3c\u0c3c\u0cbc]?[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\uabed]?)(?<![\u0620-\u064a\u066e\u066f\u0671-\u06d3\u06d5\u06ee\u06ef\u06fa-\u06ff\u0750-\u077f\u08a0-\u08c9])(?:\u200c|(?<![\ufe0f\u2190-\u21ff\u2300-\u27bf\u2900-\u297f\u2b00-\u2bff\U0001f000-\U0001faff])\u200d|\u200d(?![\u2190-\u21ff\u2300-\u27bf\u2900-\u297f\u2b00-\u2bff\U0001f000-\U0001faff]))',
        '', 'g'),
      nfc),
    '^[\u0009\u000a\u0020\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+|[\u0009\u000a\u0020\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+$',
    '', 'g')
$$;
