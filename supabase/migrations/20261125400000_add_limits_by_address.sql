-- How often one network address may ask, for the web server of the embedded backend, which counts in memory and reads these
-- numbers at its start and every minute. Must match LIMITS in server/embedded/address-limits.ts. A number that an
-- operator has set before stays.
insert into private.settings (key, value)
values
  ('sign_ins_per_address_5_min', '30'),
  ('sign_ups_per_address_day', '100'),
  ('verifications_per_address_5_min', '30'),
  ('refreshes_per_address_5_min', '150'),
  ('mails_per_address_hour', '30'),
  ('reviews_per_address_5_min', '30'),
  ('reviews_per_address_day', '200'),
  ('reports_per_address_5_min', '10'),
  ('reports_per_address_day', '60'),
  ('waitlist_entries_per_address_5_min', '10'),
  ('waitlist_entries_per_address_day', '60'),
  ('uploads_per_address_5_min', '60'),
  ('uploads_per_address_day', '400'),
  ('wrong_passwords_15_min', '10')
on conflict (key) do nothing;
