-- Visitors' text is stored without invisible and spoofing characters: control and bidirectional characters, zero-width spaces,
-- tags, variation selectors without effect, stacked combining marks. Joiners stay where they join: several Indian scripts and
-- many emoji need them. Must match app/domain/plain-text.ts.
--
-- Most are one expression (return) and set no search_path, so that PostgreSQL puts them in the place of their call: a review
-- makes some seventy of these calls.
--
-- The patterns that clean use no lookbehind: PostgreSQL would rescan the text from its start after each match (5,000
-- characters: 206 ms).

-- Cuts each run of combining marks to 30.
-- No language stacks more than 30 combining marks (UAX 15, stream-safe text), and normalize() takes quadratic time to order
-- them. The class is \p{M} and the joiners, which a later step may remove.
create function private.cap_marks(given text) returns text
language sql immutable strict parallel safe
return regexp_replace(
  given,
  replace(
    '([marks]{30})[marks]+',
    'marks',
    '\u200c\u200d\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7-\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07a6-\u07b0\u07eb-\u07f3\u07fd\u0816-\u0819\u081b-\u0823\u0825-\u0827\u0829-\u082d\u0859-\u085b\u0897-\u089f\u08ca-\u08e1\u08e3-\u0903\u093a-\u093c\u093e-\u094f\u0951-\u0957\u0962-\u0963\u0981-\u0983\u09bc\u09be-\u09cd\u09d7\u09e2-\u09e3\u09fe-\u0a03\u0a3c-\u0a51\u0a70-\u0a71\u0a75\u0a81-\u0a83\u0abc\u0abe-\u0acd\u0ae2-\u0ae3\u0afa-\u0b03\u0b3c\u0b3e-\u0b57\u0b62-\u0b63\u0b82\u0bbe-\u0bcd\u0bd7\u0c00-\u0c04\u0c3c\u0c3e-\u0c56\u0c62-\u0c63\u0c81-\u0c83\u0cbc\u0cbe-\u0cd6\u0ce2-\u0ce3\u0cf3-\u0d03\u0d3b-\u0d3c\u0d3e-\u0d4d\u0d57\u0d62-\u0d63\u0d81-\u0d83\u0dca-\u0ddf\u0df2-\u0df3\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u0f18-\u0f19\u0f35\u0f37\u0f39\u0f3e-\u0f3f\u0f71-\u0f84\u0f86-\u0f87\u0f8d-\u0fbc\u0fc6\u102b-\u103e\u1056-\u1059\u105e-\u1060\u1062-\u1064\u1067-\u106d\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d\u135d-\u135f\u1712-\u1715\u1732-\u1734\u1752-\u1753\u1772-\u1773\u17b4-\u17d3\u17dd\u180b-\u180d\u180f\u1885-\u1886\u18a9\u1920-\u193b\u1a17-\u1a1b\u1a55-\u1a7f\u1ab0-\u1b04\u1b34-\u1b44\u1b6b-\u1b73\u1b80-\u1b82\u1ba1-\u1bad\u1be6-\u1bf3\u1c24-\u1c37\u1cd0-\u1cd2\u1cd4-\u1ce8\u1ced\u1cf4\u1cf7-\u1cf9\u1dc0-\u1dff\u20d0-\u20f0\u2cef-\u2cf1\u2d7f\u2de0-\u2dff\u302a-\u302f\u3099-\u309a\ua66f-\ua672\ua674-\ua67d\ua69e-\ua69f\ua6f0-\ua6f1\ua802\ua806\ua80b\ua823-\ua827\ua82c\ua880-\ua881\ua8b4-\ua8c5\ua8e0-\ua8f1\ua8ff\ua926-\ua92d\ua947-\ua953\ua980-\ua983\ua9b3-\ua9c0\ua9e5\uaa29-\uaa36\uaa43\uaa4c-\uaa4d\uaa7b-\uaa7d\uaab0\uaab2-\uaab4\uaab7-\uaab8\uaabe-\uaabf\uaac1\uaaeb-\uaaef\uaaf5-\uaaf6\uabe3-\uabea\uabec-\uabed\ufb1e\ufe00-\ufe0f\ufe20-\ufe2f\U000101fd\U000102e0\U00010376-\U0001037a\U00010a01-\U00010a0f\U00010a38-\U00010a3f\U00010ae5-\U00010ae6\U00010d24-\U00010d27\U00010d69-\U00010d6d\U00010eab-\U00010eac\U00010efa-\U00010eff\U00010f46-\U00010f50\U00010f82-\U00010f85\U00011000-\U00011002\U00011038-\U00011046\U00011070\U00011073-\U00011074\U0001107f-\U00011082\U000110b0-\U000110ba\U000110c2\U00011100-\U00011102\U00011127-\U00011134\U00011145-\U00011146\U00011173\U00011180-\U00011182\U000111b3-\U000111c0\U000111c9-\U000111cc\U000111ce-\U000111cf\U0001122c-\U00011237\U0001123e\U00011241\U000112df-\U000112ea\U00011300-\U00011303\U0001133b-\U0001133c\U0001133e-\U0001134d\U00011357\U00011362-\U00011374\U000113b8-\U000113d0\U000113d2\U000113e1-\U000113e2\U00011435-\U00011446\U0001145e\U000114b0-\U000114c3\U000115af-\U000115c0\U000115dc-\U000115dd\U00011630-\U00011640\U000116ab-\U000116b7\U0001171d-\U0001172b\U0001182c-\U0001183a\U00011930-\U0001193e\U00011940\U00011942-\U00011943\U000119d1-\U000119e0\U000119e4\U00011a01-\U00011a0a\U00011a33-\U00011a39\U00011a3b-\U00011a3e\U00011a47\U00011a51-\U00011a5b\U00011a8a-\U00011a99\U00011b60-\U00011b67\U00011c2f-\U00011c3f\U00011c92-\U00011cb6\U00011d31-\U00011d45\U00011d47\U00011d8a-\U00011d97\U00011ef3-\U00011ef6\U00011f00-\U00011f01\U00011f03\U00011f34-\U00011f42\U00011f5a\U00013440\U00013447-\U00013455\U0001611e-\U0001612f\U00016af0-\U00016af4\U00016b30-\U00016b36\U00016f4f\U00016f51-\U00016f92\U00016fe4-\U00016ff1\U0001bc9d-\U0001bc9e\U0001cf00-\U0001cf46\U0001d165-\U0001d169\U0001d16d-\U0001d172\U0001d17b-\U0001d182\U0001d185-\U0001d18b\U0001d1aa-\U0001d1ad\U0001d242-\U0001d244\U0001da00-\U0001da36\U0001da3b-\U0001da6c\U0001da75\U0001da84\U0001da9b-\U0001daaf\U0001e000-\U0001e02a\U0001e08f\U0001e130-\U0001e136\U0001e2ae\U0001e2ec-\U0001e2ef\U0001e4ec-\U0001e4ef\U0001e5ee-\U0001e5ef\U0001e6e3\U0001e6e6\U0001e6ee-\U0001e6ef\U0001e6f5\U0001e8d0-\U0001e8d6\U0001e944-\U0001e94a'),
  '\1', 'g');

-- Removes control, bidirectional and zero-width characters and marks beyond 30 on a letter; keeps line breaks, tabs, joiners and
-- U+FE0E, U+FE0F.
-- NFC comes last: a removed character may have separated a letter from its accent. U+11A7 is removed because NFC drops it.
create function private.strip_invisible(given text) returns text
language sql immutable strict parallel safe
return private.cap_marks(normalize(
  private.cap_marks(regexp_replace(
    given,
    '[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u034f\u061c\u070f\u115f\u1160\u11a7\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]',
    '', 'g')),
  nfc));

-- Expands placeholders in a regular expression: <letter>, <nukta>, <virama> (Indian scripts) and <arabic> to classes, <picture>
-- to ranges.
create function private.expand_classes(pattern text) returns text
language sql immutable strict parallel safe
return replace(replace(replace(replace(replace(pattern,
  '<letter>', '[\u0904-\u0939\u0958-\u0961\u0971-\u097f\u0985-\u09b9\u09ce\u09dc-\u09e1\u09f0\u09f1\u0a05-\u0a39\u0a59-\u0a5e\u0a72-\u0a74\u0a85-\u0ab9\u0ae0\u0ae1\u0b05-\u0b39\u0b5c-\u0b61\u0b83-\u0bb9\u0c05-\u0c39\u0c58-\u0c61\u0c85-\u0cb9\u0cde-\u0ce1\u0d05-\u0d3a\u0d54-\u0d56\u0d5f-\u0d61\u0d7a-\u0d7f\u0d85-\u0dc6\uabc0-\uabe2]'),
  '<nukta>', '[\u093c\u09bc\u0a3c\u0abc\u0b3c\u0c3c\u0cbc]'),
  '<virama>', '[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\uabed]'),
  '<arabic>', '[\u0620-\u064a\u066e\u066f\u0671-\u06d3\u06d5\u06ee\u06ef\u06fa-\u06ff\u0750-\u077f\u08a0-\u08c9]'),
  '<picture>', '\u2190-\u21ff\u2300-\u27bf\u2900-\u297f\u2b00-\u2bff\U0001f000-\U0001faff');

-- Cleans a single line: invisible characters removed, whitespace collapsed, ends trimmed.
-- A name keeps a joiner next to a virama only, and the non-joiner after an Arabic letter.
create function private.clean_line(given text) returns text
language sql immutable strict parallel safe
return btrim(regexp_replace(
  normalize(
    regexp_replace(
      private.strip_invisible(regexp_replace(given, '[\ufe0e\ufe0f]', '', 'g')),
      private.expand_classes('(<letter><nukta>?(?:<virama>[\u200c\u200d]|[\u200c\u200d](?=<virama><letter>))|<arabic>\u200c)|[\u200c\u200d]'),
      '\1', 'g'),
    nfc),
  '[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'));

-- Cleans a text of several lines: invisible characters removed, line breaks normalized to LF, ends trimmed.
-- A text keeps joiners after any letter of these scripts, and the joiners and selectors of emoji sequences.
create function private.clean_text(given text) returns text
language sql immutable strict parallel safe
return regexp_replace(
  normalize(
    regexp_replace(
      regexp_replace(
        private.strip_invisible(regexp_replace(given, '\r\n|[\u000b-\u000d\u0085\u2028\u2029]', E'\n', 'g')),
        private.expand_classes('([\u00a9\u00ae\u203c\u2049\u2122\u2139\u3030\u303d\u3297\u3299<picture>][\ufe0e\ufe0f]|[0-9#*][\ufe0e\ufe0f](?=\u20e3))|[\ufe0e\ufe0f]'),
        '\1', 'g'),
      private.expand_classes('((?:<letter><nukta>?<virama>?|<arabic>)[\u200c\u200d]|[\ufe0f<picture>]\u200d(?=[<picture>]))|[\u200c\u200d]'),
      '\1', 'g'),
    nfc),
  '^[\u0009\u000a\u0020\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+|[\u0009\u000a\u0020\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+$',
  '', 'g');

-- True when a cleaned text has no visible character.
create function private.is_blank(given text) returns boolean
language sql immutable parallel safe
return regexp_replace(coalesce(given, ''), '[\u200c\u200d\ufe00-\ufe0f\u0009-\u000d\u0020]', '', 'g') = '';

-- Writes each nasal before its consonant as an anusvara.
-- A nasal before a consonant that is made in the same place is written as an anusvara, too. The Indian scripts have their letters
-- at the same places, counted from their first one: the virama at the 77th, the anusvara at the second.
create function private.with_anusvaras(given text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  scripts constant integer[] := array[2304, 2432, 2560, 2688, 2816, 3072, 3200, 3328];
  nasals constant text[] := array[
    'ङ्(?=[क-घ])|ञ्(?=[च-झ])|ण्(?=[ट-ढ])|न्(?=[त-ध])|म्(?=[प-भ])',
    'ঙ্(?=[ক-ঘ])|ঞ্(?=[চ-ঝ])|ণ্(?=[ট-ঢ])|ন্(?=[ত-ধ])|ম্(?=[প-ভ])',
    'ਙ੍(?=[ਕ-ਘ])|ਞ੍(?=[ਚ-ਝ])|ਣ੍(?=[ਟ-ਢ])|ਨ੍(?=[ਤ-ਧ])|ਮ੍(?=[ਪ-ਭ])',
    'ઙ્(?=[ક-ઘ])|ઞ્(?=[ચ-ઝ])|ણ્(?=[ટ-ઢ])|ન્(?=[ત-ધ])|મ્(?=[પ-ભ])',
    'ଙ୍(?=[କ-ଘ])|ଞ୍(?=[ଚ-ଝ])|ଣ୍(?=[ଟ-ଢ])|ନ୍(?=[ତ-ଧ])|ମ୍(?=[ପ-ଭ])',
    'ఙ్(?=[క-ఘ])|ఞ్(?=[చ-ఝ])|ణ్(?=[ట-ఢ])|న్(?=[త-ధ])|మ్(?=[ప-భ])',
    'ಙ್(?=[ಕ-ಘ])|ಞ್(?=[ಚ-ಝ])|ಣ್(?=[ಟ-ಢ])|ನ್(?=[ತ-ಧ])|ಮ್(?=[ಪ-ಭ])',
    'ങ്(?=[ക-ഘ])|ഞ്(?=[ച-ഝ])|ണ്(?=[ട-ഢ])|ന്(?=[ത-ധ])|മ്(?=[പ-ഭ])'
  ];
begin
  for number in 1..cardinality(scripts) loop
    if strpos(given, chr(scripts[number] + 77)) > 0 then
      given := regexp_replace(given, nasals[number], chr(scripts[number] + 2), 'g');
    end if;
  end loop;
  return given;
end $$;

-- Joins neighbouring words of one Latin letter: "m g road" is "mg road".
-- A letter after a number is part of that: the A of "12B, A Wing" stays a word. By word, not by a pattern: PostgreSQL would rescan
-- what comes before each match (2,500 letters: 300 ms).
create function private.join_letters(given text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  if given !~ '(^| )[a-z] [a-z]( |$)' then
    return given;
  end if;
  return (
    with split as (
      select word, place, lag(word, 1, '') over (order by place) as before
      from string_to_table(given, ' ') with ordinality as split (word, place)
    ),
    marked as (
      select word, place, word ~ '^[a-z]$' and before !~ '[0-9]$' as is_letter from split
    ),
    spaced as (
      select word, place, case when is_letter and lag(is_letter) over (order by place) then '' else ' ' end as space from marked
    )
    select substr(string_agg(space || word, '' order by place), 2) from spaced
  );
end $$;

-- The spelling key of a cleaned text: words of small letters or of digits 0 to 9, single blanks between them; empty for symbols
-- only.
-- What all spellings of a text have in common; homes with the same folded names are one. Must match app/domain/fold.ts, which
-- says what each step is for. Most texts are ASCII, and need few of them.
create function private.fold(given text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  folded text;
begin
  if octet_length(given) = char_length(given) then
    folded := translate(lower(given), '''"`', '');
  else
    folded := regexp_replace(
      replace(lower(normalize(given, nfkd)), 'ς', 'σ'),
      ' (?=[\u0300-\u036f])|[\u0300-\u036f\u093c\u09bc\u0a3c\u0abc\u0b3c\u0c3c\u0cbc\u00ad\u200b-\u200f\u2060-\u2064\ufe00-\ufe0f\ufeff''"`\u02b9-\u02bd\u2018-\u201f\u2032]',
      '', 'g');
    if folded ~ '[\u0660-\u0d7f]' then
      if folded ~ '[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef\u0b66-\u0b6f\u0be6-\u0bef\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f]' then
        folded := translate(folded,
          '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯',
          '01234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789');
      end if;
      folded := replace(replace(replace(replace(replace(replace(replace(
        folded, 'ൺ', 'ണ്'), 'ൻ', 'ന്'), 'ർ', 'ര്'), 'ൽ', 'ല്'), 'ൾ', 'ള്'), 'ൿ', 'ക്'), 'ৎ', 'ত্');
      folded := translate(folded, U&'\0bb6\0a70\0901\0981\0a01\0a81\0b01\0c01\0c81\0d01', U&'\0bb8\0a02\0902\0982\0a02\0a82\0b02\0c02\0c82\0d02');
      folded := regexp_replace(folded, '\u0d4d+', U&'\0d4d', 'g');
      folded := private.with_anusvaras(folded);
    end if;
    folded := normalize(folded, nfc);
  end if;
  if folded ~ '[a-z]\.[a-z]' then
    folded := regexp_replace(folded, '(?<![a-z0-9])([a-z])\.(?=[a-z](?![a-z0-9]))', '\1', 'g');
  end if;
  if folded ~ '[0-9]' then
    folded := regexp_replace(folded, '([0-9]),(?=[0-9])', '\1', 'g');
    folded := regexp_replace(folded, '([0-9])([^0-9 ])', '\1 \2', 'g');
    folded := regexp_replace(folded, '([^0-9 ])([0-9])', '\1 \2', 'g');
  end if;
  -- A blank alone is no match: each takes as long as reading a hundred letters.
  folded := regexp_replace(
    folded,
    ' *[\u0001-\u001f\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u0970\u0af0\u1680\u2000-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\U0001f000-\U0001faff][ \u0001-\u001f\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u0970\u0af0\u1680\u2000-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\U0001f000-\U0001faff]*|  +',
    ' ', 'g');
  return private.join_letters(btrim(folded));
end $$;

-- True where a word of a folded name has both Latin letters and Greek or Cyrillic ones.
-- Latin, Greek and Cyrillic have letters that look the same. Must match mixesAlphabets in app/domain/fold.ts.
create function private.mixes_alphabets(folded text) returns boolean
language sql immutable strict parallel safe
return folded ~ '[a-z\u00df-\u024f][^ ]*[\u0370-\u058f\u13a0-\u13ff\u2c80-\u2cff\uab70-\uabbf]|[\u0370-\u058f\u13a0-\u13ff\u2c80-\u2cff\uab70-\uabbf][^ ]*[a-z\u00df-\u024f]';

-- The name that a review shows: the part of the e-mail before the @, or Anonymous.
-- Must match displayName in app/domain/display-name.ts.
create function private.display_name(email text) returns text
language sql immutable parallel safe
return coalesce(
  nullif(private.clean_line(regexp_replace(split_part(private.clean_line(email), '@', 1), '[\u200c\u200d]', '', 'g')), ''),
  'Anonymous');

-- True for one plain e-mail.
-- Brackets, comments and lists would name another mailbox, or the same one any number of times: mail programs read
-- "Prize<asha@example.in>" as the second part alone. Must match isEmail in app/domain/account.ts.
create function private.is_email(given text) returns boolean
language sql immutable
return char_length(given) <= 320 and given ~ '^[^\s@<>()[\]:;,\\"]+@[^\s@<>()[\]:;,\\"]+\.[^\s@<>()[\]:;,\\"]+$';

-- A cleaned e-mail, null for none. Refuses anything that is not an e-mail.
-- Overlong input is refused before it is cleaned: that takes time in proportion to the length.
create function private.clean_email(given text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  email constant text := case when char_length(given) <= 1000 then nullif(private.clean_line(given), '') else given end;
begin
  if not private.is_email(email) then
    perform private.refuse(400, 'Enter a valid email address, or leave the email empty.');
  end if;
  return email;
end $$;
