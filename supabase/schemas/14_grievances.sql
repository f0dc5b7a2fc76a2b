-- The numbered clauses of the review policy. Must match app/domain/policy-clauses.ts and content/pages/review-policy.md.
create table private.policy_clauses (
  id text primary key check (id ~ '^[1-9]\.[1-9]$'),
  sentence text not null
);
comment on table private.policy_clauses is 'The clauses of the review policy that operators'' decisions cite.';
comment on column private.policy_clauses.id is 'The number on the page. Decisions to keep a review or reply cite 5.1.';
alter table private.policy_clauses enable row level security;

insert into private.policy_clauses (id, sentence)
values
  ('1.1', 'It is about a home in India where its author rents or lives, or has rented or lived, as a tenant.'),
  ('1.2', 'It is the author''s own experience. What a neighbour told you is not yours to publish.'),
  ('1.3', 'It is true as far as its author knows: what happened and when, with opinion kept apart from fact.'),
  ('1.4', 'Each stay is reviewed once.'),
  ('2.1', 'No reviews in exchange for money or favours, of your own property or of a competitor''s.'),
  ('2.2', 'No names, phone numbers, addresses, bank details or documents of private persons.'),
  ('2.3', 'No insults, no threats, and no contempt for anyone''s religion, caste, region, language, sex, disability or food.'),
  ('2.4', 'No accusations of crimes that no court or authority has found.'),
  ('2.5', 'No advertising and no copied text.'),
  ('2.6', 'Nothing that is against the law, or that a court or the government orders to be taken off.'),
  ('3.1', 'Photos show no nudity and nothing sexual, no faces, no children, no names, signatures, account or identity numbers, and no other people''s documents.'),
  ('4.1', 'A reply comes from someone who owns or manages the home, and answers the review.'),
  ('4.2', 'A reply does not name, describe or guess at the tenant, and puts no pressure on anyone.'),
  ('5.1', 'A review or reply that follows these rules stays, however unwelcome it is.');

create function private.checked_clause(clause text) returns text
language plpgsql stable set search_path = '' as $$
begin
  if not exists (select from private.policy_clauses where id = btrim(checked_clause.clause)) then
    perform private.refuse(400, 'Name a clause of the review policy, such as 2.3.');
  end if;
  return btrim(checked_clause.clause);
end $$;

-- Anyone affected by what the site shows may file a grievance, without an account. Each has a ticket, a secret status page and two
-- deadlines. The values of writer, ground and outcome must match app/domain/grievance.ts.
create table private.grievances (
  id uuid primary key default gen_random_uuid(),
  secret uuid not null unique,
  ticket text not null unique,
  writer text not null check (writer in ('tenant', 'owner', 'other', 'authority')),
  ground text not null check (
    ground in ('untrue', 'private-data', 'nudity', 'threat', 'impersonation', 'copyright', 'order', 'other')),
  page text not null check (page ~ '\S' and char_length(page) <= 500),
  review_id uuid generated always as (
    substring(page from '#review-([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})')::uuid) stored,
  words text not null check (words ~ '\S' and char_length(words) <= 4000),
  received_at timestamptz not null default now(),
  acknowledge_by timestamptz not null,
  decide_by timestamptz not null,
  acknowledged_at timestamptz,
  decided_at timestamptz,
  outcome text check (outcome in ('upheld', 'partly', 'refused')),
  clause text check (char_length(clause) <= 100),
  sentence text check (char_length(sentence) <= 500),
  reminded_of text check (reminded_of in ('acknowledge', 'decide')),
  constraint grievances_are_decided_whole check (
    (decided_at is null) = (outcome is null) and (decided_at is null) = (sentence is null)
    and (decided_at is null or acknowledged_at is not null))
);
comment on table private.grievances is 'Grievances, deleted grievance_days after the decision. Their entries in private.audit_log stay.';
comment on column private.grievances.secret is 'Opens the status page. Chosen by the browser, so that a retry files no second grievance.';
comment on column private.grievances.ticket is 'The number for people. Opens nothing.';
comment on column private.grievances.review_id is 'The review in the URL of the page.';
comment on column private.grievances.acknowledge_by is 'From the settings when it was received.';
comment on column private.grievances.reminded_of is 'The deadline of the last reminder to the grievance officer.';
create index grievances_to_decide on private.grievances (decide_by) where decided_at is null;
create index grievances_decided on private.grievances (decided_at);
create index grievances_by_review on private.grievances (review_id);
alter table private.grievances enable row level security;

-- A separate table, so that an erase only deletes rows.
create table private.grievance_emails (
  grievance_id uuid primary key references private.grievances (id) on delete cascade,
  email text not null check (char_length(email) <= 320)
);
create index grievance_emails_by_email_key on private.grievance_emails (private.email_key(email));
comment on table private.grievance_emails is 'The emails of people who filed grievances. Erasing an email deletes its row; the grievance stays.';
alter table private.grievance_emails enable row level security;

create view private.open_grievances with (security_invoker = true) as
  select g.*, case when g.acknowledged_at is null then g.acknowledge_by else g.decide_by end as next_clock
  from private.grievances as g where g.decided_at is null;
comment on view private.open_grievances is 'Grievances that are not decided, with their next deadline.';

create function private.decision_hours(ground text) returns integer
language sql stable set search_path = '' as $$
  select private.setting(coalesce(
    (select s.key from private.settings as s where s.key = 'grievance_decide_hours_' || replace(ground, '-', '_')),
    'grievance_decide_hours'))
$$;

-- Returns a ticket such as G261125-K7QX3 (the day in India), without letters and digits that look alike.
create function private.new_ticket() returns text
language sql set search_path = '' as $$
  select 'G' || to_char(now() at time zone 'Asia/Kolkata', 'YYMMDD') || '-' || string_agg(
    substr('23456789ABCDEFGHJKLMNPQRSTUVWXYZ', 1 + get_byte(uuid_send(gen_random_uuid()), n) % 32, 1), '')
  from generate_series(0, 4) as n
$$;

-- Returns a grievance for its status page, with page and text only after an operator has acknowledged it. Otherwise anyone could
-- enter another person's email, and write to them in the name of this site.
create function private.grievance_status_json(grievance private.grievances) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'ticket', grievance.ticket, 'writer', grievance.writer, 'ground', grievance.ground,
    'page', case when grievance.acknowledged_at is not null then grievance.page end,
    'words', case when grievance.acknowledged_at is not null then grievance.words end,
    'receivedAt', grievance.received_at, 'acknowledgeBy', grievance.acknowledge_by, 'decideBy', grievance.decide_by,
    'acknowledgedAt', grievance.acknowledged_at, 'decidedAt', grievance.decided_at,
    'outcome', grievance.outcome, 'clause', grievance.clause, 'sentence', grievance.sentence)
$$;

-- Queues an email to the person who filed a grievance, unless the address was erased. It has no text of the grievance, since anyone can
-- enter another person's address.
create function private.write_to_grievance_writer(template text, grievance private.grievances) returns void
language sql set search_path = '' as $$
  select private.queue_email(template, e.email,
    private.grievance_status_json(grievance) - array['writer', 'page', 'words'] || jsonb_build_object('secret', grievance.secret),
    case when template <> 'grievance-received' then grievance.id::text end)
  from private.grievance_emails as e where e.grievance_id = grievance.id
$$;

create function private.write_to_officer(template text, grievance private.grievances) returns void
language sql set search_path = '' as $$
  select private.queue_email(template, null, jsonb_build_object(
    'ticket', grievance.ticket, 'ground', grievance.ground, 'writer', grievance.writer,
    'acknowledgeBy', grievance.acknowledge_by, 'decideBy', grievance.decide_by, 'acknowledgedAt', grievance.acknowledged_at))
$$;

-- Queues an email about photos to the author of the review that a grievance names. An email about a decision can be undone with it.
create function private.write_to_photo_author(template text, grievance private.grievances, decision bigint default null) returns void
language sql set search_path = '' as $$
  select private.queue_email(template, u.email, jsonb_build_object(
    'decision', decision, 'decideBy', grievance.decide_by, 'clause', grievance.clause, 'sentence', grievance.sentence,
    'home', concat_ws(', ', p.property_name, p.locality, p.city)), case when decision is not null then grievance.id::text end)
  from private.review_authors as a join auth.users as u on u.id = a.user_id
  join public.reviews as r on r.id = a.review_id join public.properties as p on p.id = r.property_id
  where a.review_id = grievance.review_id and u.email_confirmed_at is not null
$$;

-- Hides the photos of the review that a grievance about nudity names until the decision. Only the first such grievance about a review does:
-- otherwise anyone could keep photos hidden by filing again and again.
create function private.withhold_photos(grievance private.grievances) returns void
language plpgsql set search_path = '' as $$
begin
  if not private.is_within_limit('nudity_grievances_per_network_day', private.request_address(24, 48)) then
    return;
  end if;
  update private.review_proofs as p set is_withheld = true
  where p.review_id = grievance.review_id and not p.is_withheld
    and not exists (select from private.audit_log as l where l.subject = grievance.review_id::text and l.command = 'withhold-photos');
  if found then
    perform private.record_operation('withhold-photos', 'visitor', grievance.review_id::text, null);
    perform private.write_to_photo_author('photos-withheld', grievance);
  end if;
end $$;

create function public.file_grievance(secret uuid, writer text, ground text, page text, words text, email text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  filed private.grievances;
  given_page constant text := case when char_length(page) <= 2000 then private.clean_line(page) end;
  given_words constant text := case when char_length(words) <= 10000 then private.clean_text(words) end;
  given_email constant text := case when char_length(email) <= 1000 then private.clean_line(email) end;
begin
  perform private.refuse_ended_session();
  if secret is null or substr(secret::text, 15, 1) <> '4' then
    perform private.refuse(400, 'Send a random UUID as the secret of the status page.');
  elsif coalesce(writer, '') not in ('tenant', 'owner', 'other', 'authority') then
    perform private.refuse(400, 'Say who you are.');
  elsif coalesce(ground, '') not in ('untrue', 'private-data', 'nudity', 'threat', 'impersonation', 'copyright', 'order', 'other') then
    perform private.refuse(400, 'Choose one of the listed grounds.');
  elsif private.is_blank(given_page) and char_length(page) <= 2000 or page is null then
    perform private.refuse(400, 'Say which page it is about.');
  elsif given_page is null or char_length(given_page) > 500 then
    perform private.refuse(400, 'Shorten the address of the page to 500 characters.');
  elsif private.is_blank(given_words) and char_length(words) <= 10000 or words is null then
    perform private.refuse(400, 'Say what is wrong.');
  elsif given_words is null or char_length(given_words) > 4000 then
    perform private.refuse(400, 'Shorten your complaint to 4,000 characters.');
  elsif not coalesce(private.is_email(given_email), false) then
    perform private.refuse(400, 'Enter a valid email address.');
  end if;
  -- With two concurrent tries, the second waits, then finds the first.
  perform pg_advisory_xact_lock(hashtextextended(secret::text, 0));
  select g.* into filed from private.grievances as g where g.secret = file_grievance.secret;
  if not found then
    perform private.limit_use('grievances_per_email_day', private.mailbox_key(private.email_key(given_email)));
    perform private.limit_use('grievances_per_network_day', private.request_address(24, 48));
    insert into private.grievances (secret, ticket, writer, ground, page, words, acknowledge_by, decide_by)
    values (secret, private.new_ticket(), writer, ground, given_page, given_words,
      now() + make_interval(hours => least(private.setting('grievance_acknowledge_hours'), private.decision_hours(ground))),
      now() + make_interval(hours => private.decision_hours(ground)))
    returning * into filed;
    insert into private.grievance_emails (grievance_id, email) values (filed.id, given_email);
    perform private.record_operation('file-grievance', 'visitor', filed.id::text, null,
      jsonb_build_object('ground', filed.ground, 'writer', filed.writer, 'acknowledge_by', filed.acknowledge_by, 'decide_by', filed.decide_by));
    if filed.ground = 'nudity' then
      perform private.withhold_photos(filed);
    end if;
    perform private.write_to_grievance_writer('grievance-received', filed);
    perform private.write_to_officer('grievance-arrived', filed);
  end if;
  return jsonb_build_object('ticket', filed.ticket, 'acknowledgeBy', filed.acknowledge_by, 'decideBy', filed.decide_by);
end $$;
comment on function public.file_grievance(uuid, text, text, text, text, text) is
  'Files a grievance, once for each secret, and queues its emails. Returns the ticket and both deadlines.';

create function public.grievance_status(secret uuid) returns jsonb
language sql stable security definer set search_path = '' set statement_timeout = '3s' as $$
  select private.grievance_status_json(g) from private.grievances as g where g.secret = grievance_status.secret
$$;
comment on function public.grievance_status(uuid) is
  'The grievance with this secret: its deadlines and decision, and once it is acknowledged also page and text; null if there is none.';

create function private.grievance_to_change(grievance_id uuid) returns private.grievances
language plpgsql set search_path = '' as $$
declare
  grievance private.grievances;
begin
  select * into grievance from private.grievances where id = grievance_id for update;
  if not found then
    perform private.refuse(404, 'There is no complaint with this id.');
  elsif grievance.decided_at is not null then
    perform private.refuse(409, 'This complaint has already been decided.');
  end if;
  return grievance;
end $$;

create function private.acknowledge_grievance(grievance_id uuid, operator text) returns void
language plpgsql set search_path = '' as $$
declare
  grievance private.grievances := private.grievance_to_change(grievance_id);
begin
  if grievance.acknowledged_at is not null then
    perform private.refuse(409, 'This complaint has already been acknowledged.');
  end if;
  update private.grievances set acknowledged_at = now() where id = grievance.id returning * into grievance;
  perform private.record_operation('acknowledge-grievance', operator, grievance.id::text, null);
  perform private.write_to_grievance_writer('grievance-acknowledged', grievance);
end $$;

create function private.decide_grievance(grievance_id uuid, outcome text, clause text, sentence text, operator text) returns void
language plpgsql set search_path = '' as $$
declare
  grievance private.grievances := private.grievance_to_change(grievance_id);
  given_sentence constant text := nullif(private.clean_line(left(coalesce(sentence, ''), 1000)), '');
  -- Null unless the ground is nudity and the review has photos.
  were_withheld constant boolean := (
    select bool_or(p.is_withheld) from private.review_proofs as p where p.review_id = grievance.review_id and grievance.ground = 'nudity');
  are_withheld boolean;
  decision bigint;
begin
  if coalesce(outcome, '') not in ('upheld', 'partly', 'refused') then
    perform private.refuse(400, 'Choose an outcome: upheld, partly or refused.');
  end if;
  -- Refuses a sentence that is missing, too long or contains an email.
  decision := private.record_operation('decide-grievance', operator, grievance.id::text, given_sentence,
    jsonb_build_object('outcome', outcome, 'clause', clause)
      || jsonb_strip_nulls(jsonb_build_object('were_withheld', were_withheld)));
  update private.grievances as g
  set acknowledged_at = coalesce(g.acknowledged_at, now()), decided_at = now(), outcome = decide_grievance.outcome,
    clause = decide_grievance.clause, sentence = given_sentence
  where g.id = grievance.id returning * into grievance;
  perform private.write_to_grievance_writer('grievance-decided', grievance);
  if were_withheld is not null then
    are_withheld := exists (
      select from private.grievances as g
      where g.review_id = grievance.review_id and g.ground = 'nudity' and g.outcome in ('upheld', 'partly'));
    update private.review_proofs as p set is_withheld = are_withheld where p.review_id = grievance.review_id;
    if grievance.outcome <> 'refused' then
      perform private.write_to_photo_author('photos-removed', grievance, decision);
    elsif were_withheld and not are_withheld then
      perform private.write_to_photo_author('photos-shown', grievance, decision);
    end if;
  end if;
end $$;

-- Deletes photos after a decision to uphold a grievance about them, once the decision can no longer be undone.
create function private.delete_withheld_photos() returns void
language sql set search_path = '' as $$
  delete from private.review_proofs as p using private.grievances as g
  where g.review_id = p.review_id and p.is_withheld and g.ground = 'nudity' and g.outcome in ('upheld', 'partly')
    and g.decided_at < now() - interval '2 minutes'
$$;

-- Undoes the last decision or acknowledgement of a grievance, and deletes its email. undo_decision checks and logs it.
create function private.undo_grievance(grievance_id uuid) returns void
language plpgsql set search_path = '' as $$
declare
  undone_email constant text := (
    select case when g.decided_at is null then 'grievance-acknowledged' else 'grievance-decided' end
    from private.grievances as g where g.id = grievance_id);
begin
  update private.grievances set
    acknowledged_at = case when decided_at is null or acknowledged_at = decided_at then null else acknowledged_at end,
    decided_at = null, outcome = null, clause = null, sentence = null
  where id = grievance_id;
  -- The email of an earlier acknowledgement, which is not undone, is still sent.
  delete from private.email_outbox as o where o.decision_subject = grievance_id::text and o.tries = 0 and o.template = undone_email;
end $$;

-- Reminds the grievance officer of grievances before a deadline, once for each.
create function private.run_grievance_clocks() returns void
language plpgsql set search_path = '' as $$
declare
  grievance private.grievances;
begin
  -- After three quarters of the time. With concurrent workers, a row that one has updated no longer matches for the other.
  for grievance in
    update private.grievances set reminded_of = case when acknowledged_at is null then 'acknowledge' else 'decide' end
    where decided_at is null
      and reminded_of is distinct from case when acknowledged_at is null then 'acknowledge' else 'decide' end
      and now() > received_at + 0.75 * (case when acknowledged_at is null then acknowledge_by else decide_by end - received_at)
    returning *
  loop
    perform private.write_to_officer('grievance-due', grievance);
  end loop;
end $$;
