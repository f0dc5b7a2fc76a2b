-- Who wrote which review. Nothing in the API leads here.
create table private.review_authors (
  -- Checked at the end of the transaction: the author is stored just before the review.
  review_id uuid primary key references public.reviews (id) on delete cascade deferrable initially deferred,
  user_id uuid references auth.users (id) on delete set null,
  email text check (char_length(email) <= 320)
);
comment on table private.review_authors is 'The author of each review. Read by functions of this database and by operators only.';
comment on column private.review_authors.user_id is 'The account that published the review; null when the account is gone.';
comment on column private.review_authors.email is 'The e-mail given with the review; null when it was posted as Anonymous.';

create index review_authors_by_user on private.review_authors (user_id);
