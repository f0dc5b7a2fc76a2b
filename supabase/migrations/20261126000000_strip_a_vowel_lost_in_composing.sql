-- PostgreSQL composes a Korean syllable with U+11A7, which no living word has, into the syllable alone; browsers keep both.
-- What the form had accepted was stored as something else. Now neither has it. Must match app/domain/plain-text.ts.

create or replace function private.strip_invisible(given text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select normalize(
    regexp_replace(
      given,
      '[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u034f\u061c\u115f\u1160\u11a7\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]',
      '', 'g'),
    nfc)
$$;
