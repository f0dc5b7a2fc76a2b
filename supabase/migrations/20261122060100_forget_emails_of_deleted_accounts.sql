-- When an account is deleted, its reviews stay without it, and the e-mails that were given with them are
-- forgotten. So an e-mail without an account was entered by an operator, never typed by a visitor:
-- public.top_reviewers() relies on that.
create function private.forget_email_of_deleted_account() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.email := null;
  return new;
end $$;
comment on function private.forget_email_of_deleted_account() is 'Forgets the e-mail of a review whose account is gone.';
revoke execute on function private.forget_email_of_deleted_account() from public;

create trigger forget_email_of_deleted_account before update of user_id on private.review_authors
  for each row when (old.user_id is not null and new.user_id is null)
  execute function private.forget_email_of_deleted_account();
