-- Top reviewers, counted in advance: every view of Home reads them.
create table private.monthly_reviewers (
  month date not null,
  email text not null,
  review_count integer not null,
  first_at timestamptz not null,
  primary key (month, email)
);
comment on table private.monthly_reviewers is 'Visible reviews by month (in India) and the e-mail given with them.';
comment on column private.monthly_reviewers.email is 'In lower case.';
create index monthly_reviewers_by_count on private.monthly_reviewers (month, review_count desc, first_at);
alter table private.monthly_reviewers enable row level security;

-- Recounts the reviews of an e-mail in the month of this time.
-- Recounts the few reviews of one e-mail, so that the count cannot drift. Deferred to the end of the transaction: this lock is
-- always taken after the row locks on properties, which rules out deadlocks.
create function private.count_reviewer(author_email text, at timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  first_day constant date := date_trunc('month', at at time zone 'Asia/Kolkata')::date;
  starts constant timestamptz := first_day::timestamp at time zone 'Asia/Kolkata';
  ends constant timestamptz := (first_day + interval '1 month') at time zone 'Asia/Kolkata';
  counted integer;
  earliest timestamptz;
begin
  if author_email is null or at is null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('reviewer ' || author_email, 0));
  select count(*), min(n.counted_at) into counted, earliest
  from private.review_names as n
  where lower(n.email) = author_email and n.counted_at >= starts and n.counted_at < ends;
  if counted = 0 then
    delete from private.monthly_reviewers as m where m.month = first_day and m.email = author_email;
  else
    insert into private.monthly_reviewers (month, email, review_count, first_at)
    values (first_day, author_email, counted, earliest)
    on conflict on constraint monthly_reviewers_pkey
    do update set review_count = excluded.review_count, first_at = excluded.first_at;
  end if;
end $$;

-- Updates the monthly counts of an e-mail.
-- Security definer: callers may not write private.monthly_reviewers.
create function private.count_name() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    perform private.count_reviewer(lower(old.email), old.counted_at);
  end if;
  if tg_op <> 'DELETE' then
    perform private.count_reviewer(lower(new.email), new.counted_at);
  end if;
  return null;
end $$;
create constraint trigger count_name after insert or update of counted_at or delete on private.review_names
  deferrable initially deferred for each row execute function private.count_name();
