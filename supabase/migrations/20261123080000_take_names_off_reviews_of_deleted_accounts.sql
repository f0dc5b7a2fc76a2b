-- When an account is deleted, nothing that it chose to be called by stays: its reviews lose the name, too.
-- Security definer: whoever may delete accounts need not be able to change reviews.
create or replace function private.forget_email_of_deleted_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.email := null;
  new.is_own_email := false;
  update public.reviews set display_name = 'Anonymous' where id = new.review_id;
  return new;
end $$;
comment on function private.forget_email_of_deleted_account() is 'Forgets the e-mail and the name of a review whose account is gone.';
