-- Functions for authors on the page /account. Each treats a review of another author like one that does not exist.

-- Returns the caller's review and locks it: the lock serializes changes by the author and operators.
create function private.lock_my_review(review_id uuid) returns public.reviews
language plpgsql set search_path = '' as $$
declare
  review public.reviews;
begin
  perform private.signed_in_account();
  if private.is_my_review(review_id) then
    select * into review from public.reviews as r where r.id = lock_my_review.review_id for no key update;
  end if;
  if review.id is null then
    perform private.refuse(404, 'There is no review of yours with this id.');
  end if;
  return review;
end $$;

-- An author who waits for a deposit may ask for a reminder. A row is deleted with the author's link to the review.
create table private.deposit_reminders (
  review_id uuid primary key references private.review_authors (review_id) on delete cascade,
  due_on date not null default (now() at time zone 'Asia/Kolkata')::date + 60
);
comment on table private.deposit_reminders is
  'Reviews whose authors want one email that asks whether the deposit came back. A row is deleted when its email is queued.';
comment on column private.deposit_reminders.due_on is 'The day in India.';
create index deposit_reminders_by_day on private.deposit_reminders (due_on);
alter table private.deposit_reminders enable row level security;

-- Returns true if the author is still owed the deposit, so a reminder makes sense. Must match isDepositOpen in app/domain/follow-up-check.ts.
create function private.is_deposit_open(review public.reviews) returns boolean
language sql immutable
return coalesce(review.answers ->> 'deposit_back' in ('waiting', 'living_there'), false);

-- Returns the answers to "Did it come back?" that can follow this one. Must match LATER_ANSWERS in app/domain/follow-up-check.ts.
create function private.later_deposit_answers(answer text) returns text[]
language sql immutable
return case answer
  when 'living_there' then array['all', 'part', 'none', 'waiting']
  when 'waiting' then array['all', 'part', 'none']
  when 'none' then array['all', 'part']
  when 'part' then array['all']
  else '{}'
end;

-- Returns a review as its author sees it. "state" must match ReviewState in app/domain/my-review.ts.
create function private.my_review_json(review_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(private.review_json(s)) - 'proofUrls' || jsonb_build_object(
    'state', case
      when w.review_id is not null then 'withdrawn'
      when r.hidden_at is not null then 'hidden'
      when not r.is_counted then 'uncounted'
      when r.reported then 'flagged'
      else 'public'
    end,
    'isAnonymous', not exists (select from private.review_names as n where n.review_id = r.id),
    'withdrawnOn', w.withdrawn_on,
    'erasedOn', w.withdrawn_on + 30,
    'reminderOn', case when r.hidden_at is null and private.is_deposit_open(r) then (
      select d.due_on from private.deposit_reminders as d where d.review_id = r.id
    ) end,
    'hidden', case when private.is_hidden_by_operator(r) then (
      select jsonb_build_object('reason', l.reason, 'clause', l.details ->> 'clause')
      from private.audit_log as l where l.subject = r.id::text and l.command = 'hide' order by l.id desc limit 1
    ) end,
    'uncounted', case when not r.is_counted then private.uncounted_because(r.id) end,
    'isReplaceable', r.hidden_at is not null and w.review_id is null and r.id is not distinct from (
      select private.review_to_replace(a.user_id, r.property_id) from private.review_authors as a where a.review_id = r.id))
  from public.reviews as r
  join private.shown_reviews as s on s.id = r.id
  left join private.withdrawn_reviews as w on w.review_id = r.id
  where r.id = my_review_json.review_id
$$;

-- Returns the newest replies of an account, without names of homes of hidden reviews, and the grievances filed with its confirmed email.
create function private.my_replies_and_grievances(account uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'replies', coalesce((
      select jsonb_agg(jsonb_build_object(
        'reviewId', a.review_id, 'propertyName', home.property_name, 'state', a.state, 'createdOn', a.created_on) order by a.created_at desc)
      from (select * from private.replies as own where own.user_id = account order by own.created_at desc limit 50) as a
      left join public.reviews as r on r.id = a.review_id and r.hidden_at is null
      left join public.properties as home on home.id = r.property_id), '[]'),
    'grievances', coalesce((
      select jsonb_agg(jsonb_build_object(
        'ticket', g.ticket, 'secret', g.secret, 'ground', g.ground, 'receivedAt', g.received_at,
        'isAcknowledged', g.acknowledged_at is not null, 'outcome', g.outcome) order by g.received_at desc)
      from (
        select own.*
        from auth.users as u
        join private.grievance_emails as e on private.email_key(e.email) = private.email_key(u.email)
        join private.grievances as own on own.id = e.grievance_id
        where u.id = account order by own.received_at desc limit 50
      ) as g), '[]'));
end $$;

create function public.my_reviews(after text default null) returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
declare
  account constant uuid := private.signed_in_account();
  last_id constant uuid := case when after <> '' then private.cursor_id(after) end;
  page_size constant integer := 20;
  page constant uuid[] := array(
    select r.id
    from private.review_authors as a join public.reviews as r on r.id = a.review_id
    where a.user_id = account
      and (last_id is null or r.insert_order < (
        select l.insert_order from public.reviews as l where l.id = last_id and private.is_my_review(l.id)))
    order by r.insert_order desc limit page_size + 1);
begin
  return jsonb_build_object(
    'reviews', coalesce((
      select jsonb_agg(private.my_review_json(id) order by number)
      from unnest(page[:page_size]) with ordinality as listed (id, number)), '[]'),
    'next', case when cardinality(page) > page_size then page[page_size] end)
    || case when last_id is null then private.my_replies_and_grievances(account) else '{}' end;
end $$;
comment on function public.my_reviews(text) is
  'A page of the caller''s own reviews, newest first: {reviews, next}. The first page also has the newest {replies, grievances}.';

create function public.make_my_review_anonymous(review_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  review constant public.reviews := private.lock_my_review(review_id);
begin
  delete from private.review_names as n where n.review_id = review.id;
  return private.my_review_json(review.id);
end $$;
comment on function public.make_my_review_anonymous(uuid) is 'Permanently deletes the name and the email of a review of the caller.';

create function public.withdraw_my_review(review_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  review constant public.reviews := private.lock_my_review(review_id);
begin
  insert into private.withdrawn_reviews (review_id, hidden_by_operator) values (review.id, review.hidden_at is not null)
  on conflict do nothing;
  -- Operators see hidden_at: the exact time would link the reviews that one author withdraws together.
  update public.reviews as r set hidden_at = (now() at time zone 'Asia/Kolkata')::date::timestamp at time zone 'Asia/Kolkata'
  where r.id = review.id and r.hidden_at is null;
  return private.my_review_json(review.id);
end $$;
comment on function public.withdraw_my_review(uuid) is 'Takes a review of the caller off the site. It is erased after 30 days (operator_sweep).';

create function public.bring_back_my_review(review_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  review constant public.reviews := private.lock_my_review(review_id);
  is_still_hidden boolean;
begin
  -- Otherwise an operator who shows a replaced review again would leave two reviews of one stay.
  if exists (
    select from private.review_authors as a join public.reviews as r on r.id = a.review_id
    where a.user_id = (select auth.uid()) and r.property_id = review.property_id and r.id <> review.id
      and abs(r.created_on - review.created_on) < private.setting('repeat_review_days')
      and not exists (select from private.withdrawn_reviews as w where w.review_id = r.id)
  ) then
    perform private.refuse(409, 'You have published another review of this home. Withdraw that one first.');
  end if;
  delete from private.withdrawn_reviews as w where w.review_id = review.id returning w.hidden_by_operator into is_still_hidden;
  if not is_still_hidden then
    update public.reviews as r set hidden_at = null where r.id = review.id;
  end if;
  -- Otherwise a network could exceed its limit: withdraw reviews, publish others, and restore the first.
  if is_still_hidden is not null and review.created_at >= date_trunc('day', now(), 'UTC') then
    perform private.count_for_network(review);
  elsif is_still_hidden is not null then
    perform private.limit_use('home_restores_per_network_day', private.request_address(24, 48) || ' ' || review.property_id);
  end if;
  return private.my_review_json(review.id);
end $$;
comment on function public.bring_back_my_review(uuid) is
  'Restores a withdrawn review of the caller, which is shown again unless an operator has hidden it.';

-- Triggers of public.reviews update figures and filters. The follow-up stores the previous answer.
create function public.add_follow_up(review_id uuid, follow_up text default null, deposit_back text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  review constant public.reviews := private.lock_my_review(review_id);
  cleaned constant text := coalesce(
    case when char_length(follow_up) <= 1000 then private.clean_text(follow_up) else left(follow_up, 501) end, '');
  answer constant text := nullif(add_follow_up.deposit_back, '');
  possible constant text[] := private.later_deposit_answers(review.answers ->> 'deposit_back');
  -- When the deposit came back, and why it was kept, were answered about the answer that this one replaces.
  outdated constant text[] := array['deposit_when'] || case when answer <> 'part' then array['deposit_kept'] end;
begin
  if private.is_blank(cleaned) and answer is null then
    perform private.refuse(400, 'Write what has happened since.');
  elsif char_length(cleaned) > 500 then
    perform private.refuse(400, 'Shorten it to 500 characters.');
  elsif review.hidden_at is not null then
    perform private.refuse(409, 'This review is not being shown, so you cannot add to it.');
  end if;
  -- Treats a repeated addition as a retry: the response to the first request was lost.
  if exists (
    select from private.follow_ups as f
    where f.review_id = review.id and private.fold(coalesce(f.follow_up, '')) = private.fold(cleaned)
      and f.deposit_back is not distinct from answer
  ) then
    return private.my_review_json(review.id);
  end if;
  if answer is null then
    if (select count(*) from private.follow_ups as f where f.review_id = review.id and f.deposit_back is null) = 3 then
      perform private.refuse(409, 'You can add to a review three times, and this one already has three additions.');
    end if;
  elsif cardinality(possible) = 0 then
    perform private.refuse(409, 'Your review already says what happened to the deposit.');
  elsif answer <> all (possible) then
    perform private.refuse(400, 'Choose one of the listed answers.');
  end if;
  insert into private.follow_ups (review_id, position, follow_up, deposit_back, deposit_was, answers_were)
  select review.id, count(*) + 1, case when not private.is_blank(cleaned) then cleaned end, answer,
    case when answer is not null then review.answers ->> 'deposit_back' end,
    case when answer is not null then (
      select jsonb_object_agg(key, value) from jsonb_each(review.answers) where key = any (outdated)) end
  from private.follow_ups as f where f.review_id = review.id;
  if answer is not null then
    update public.reviews as r set answers = r.answers - outdated || jsonb_build_object('deposit_back', answer) where r.id = review.id;
  end if;
  return private.my_review_json(review.id);
end $$;
comment on function public.add_follow_up(uuid, text, text) is
  'Adds a dated text to a visible review of the caller, at most three, or a new answer to whether the deposit came back.';

create function public.export_my_data() returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  account constant uuid := private.signed_in_account();
begin
  return private.kept_about(array[account], (select private.email_key(u.email) from auth.users as u where u.id = account))
    || jsonb_build_object('sessions', (
      select jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'created_at', s.created_at, 'refreshed_at', s.refreshed_at,
        -- Hosted projects store these.
        'ip', to_jsonb(s) -> 'ip', 'user_agent', to_jsonb(s) -> 'user_agent')) order by s.created_at)
      from auth.sessions as s where s.user_id = account));
end $$;
comment on function public.export_my_data() is 'A copy of all data about the caller''s account and email.';

-- Records the account's id in the audit log, so that operators can erase the account again after they restore a backup.
create function public.delete_my_account(with_reviews boolean) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  account constant uuid := private.signed_in_account();
begin
  -- Irreversible: a stolen token must not be enough.
  if not exists (
    select from auth.sessions as s
    where s.id::text = (select auth.jwt()) ->> 'session_id' and s.user_id = account and s.created_at > now() - interval '15 minutes'
  ) then
    perform private.refuse(403, 'Enter your password again before you delete your account.');
  end if;
  perform public.operator_erase(account::text, coalesce(with_reviews, false), 'its owner');
  return true;
end $$;
comment on function public.delete_my_account(boolean) is
  'Deletes the caller''s account, and the caller''s email in all tables. Its reviews are deleted as well, or stay without author, name and photos.';
