-- Operators' actions are logged in the transaction that performs them. The log is append-only: its trigger refuses everything
-- else, also for the table's owner and when session_replication_role is replica. Subjects are ids, never e-mails, because
-- erasing a person must leave nothing behind.
create table private.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  operator text not null check (operator ~ '\S' and char_length(operator) <= 100),
  command text not null check (command ~ '^[a-z-]+$'),
  subject text check (char_length(subject) <= 100),
  reason text check (char_length(reason) <= 500),
  details jsonb not null default '{}',
  constraint audit_log_holds_no_email check (position('@' in concat_ws(' ', operator, subject, reason, details::text)) = 0)
);
comment on table private.audit_log is 'What operators changed or looked up, and the complaints that came in, one row each. Append-only.';
comment on column private.audit_log.operator is 'The user of the operating system, the name given with --operator, or that of an operator of the desk; visitor for a new complaint, its owner for an account deleted by its owner.';
comment on column private.audit_log.subject is 'The id of a review, reply, complaint, home or account, or the name of a setting; never an e-mail.';
create index audit_log_by_subject on private.audit_log (subject, id);
alter table private.audit_log enable row level security;

-- The commands that decide on a review, a reply or a complaint, and may be undone.
create function private.decision_commands() returns text[]
language sql immutable parallel safe
return array['hide', 'unhide', 'clear-flag', 'approve-reply', 'refuse-reply', 'acknowledge-grievance', 'decide-grievance'];

-- Refuses to update, delete or truncate the audit log.
create function private.keep_audit_log() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform private.refuse(403, 'Entries of the audit log cannot be changed or deleted.');
  return null;
end $$;
create trigger keep_audit_log before update or delete or truncate on private.audit_log
  for each statement execute function private.keep_audit_log();
alter table private.audit_log enable always trigger keep_audit_log;

-- Adds a row to the audit log and returns its id; refuses one without an operator or a reason, or with an e-mail.
create function private.record_operation(command text, operator text, subject text, reason text, details jsonb default '{}')
returns bigint
language plpgsql set search_path = '' as $$
declare
  given_operator constant text := private.clean_line(left(coalesce(operator, ''), 1000));
  given_reason constant text := nullif(private.clean_line(left(coalesce(reason, ''), 1000)), '');
  entry bigint;
begin
  if private.is_blank(given_operator) or char_length(given_operator) > 100 then
    perform private.refuse(400, 'Say who is at work, in at most 100 characters: --operator "<name>".');
  elsif private.is_blank(given_reason) and command not in (
    'begin-erasing', 'erase', 'set', 'sweep', 'file-grievance', 'acknowledge-grievance', 'undo', 'add-operator', 'remove-operator')
  then
    perform private.refuse(400, 'Give the reason: --reason "<why>".');
  elsif char_length(given_reason) > 500 then
    perform private.refuse(400, 'Shorten the reason to 500 characters.');
  elsif position('@' in concat(given_operator, given_reason)) > 0 then
    perform private.refuse(400, 'Leave e-mail addresses out of the reason and of the operator''s name: the audit log keeps none.');
  end if;
  insert into private.audit_log (command, operator, subject, reason, details)
  values (record_operation.command, given_operator, record_operation.subject, given_reason, record_operation.details)
  returning id into entry;
  return entry;
end $$;
