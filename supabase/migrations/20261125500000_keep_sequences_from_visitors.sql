-- Hosted projects give every role all rights on new sequences. No call of the API leads to one, and visitors need none:
-- identity columns count by themselves.
revoke all on all sequences in schema public from anon, authenticated;
