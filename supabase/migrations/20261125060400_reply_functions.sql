-- What visitors do with replies (…_replies.sql has the tables): write one, see and withdraw their own, report another's.

-- Security definer: visitors may not write replies, nor read who wrote a review.
create function public.reply_to_review(review_id uuid, reply_text text, written_as text) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '8s' as $$
#variable_conflict use_column
declare
  author constant uuid := private.signed_in_account();
  given text := reply_to_review.reply_text;
begin
  if reply_to_review.written_as is null or reply_to_review.written_as not in ('owner', 'manager') then
    perform private.refuse(400, 'State that you own or manage this home.');
  elsif char_length(given) > 4000 then
    perform private.refuse(400, 'Shorten the reply to 1,000 characters.');
  end if;
  given := private.clean_text(given);
  if private.is_blank(given) then
    perform private.refuse(400, 'Write your reply.');
  elsif char_length(given) > 1000 then
    perform private.refuse(400, 'Shorten the reply to 1,000 characters.');
  elsif not exists (select from public.reviews where id = reply_to_review.review_id and hidden_at is null) then
    perform private.refuse(404, 'This review does not exist or is no longer shown.');
  elsif private.is_my_review(reply_to_review.review_id) then
    perform private.refuse(409, 'You wrote this review, so you cannot reply to it.');
  elsif exists (select from private.replies where review_id = reply_to_review.review_id and state = 'shown') then
    perform private.refuse(409, 'This review already has a reply.');
  end if;
  perform private.limit_use('replies_per_account_day', private.mailbox_of(author));
  perform private.limit_use('replies_per_address_day', private.request_address());
  delete from private.replies where review_id = reply_to_review.review_id and user_id = author and state = 'refused';
  insert into private.replies (review_id, user_id, written_as, reply_text)
  values (reply_to_review.review_id, author, reply_to_review.written_as, given)
  on conflict on constraint replies_once_per_account do nothing;
  if not found then
    perform private.refuse(409, 'Your earlier reply is still waiting. Withdraw it to write another one.');
  end if;
  return private.my_reply_json(reply_to_review.review_id);
end $$;
comment on function public.reply_to_review(uuid, text, text) is
  'Stores the caller''s answer to a review, for an operator to read first. Returns it like my_reply.';

-- The caller's reply to a review as its author sees it.
create function private.my_reply_json(review_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
      'state', a.state, 'written_as', a.written_as, 'text', a.reply_text, 'created_on', a.created_on)
    || coalesce((
      select jsonb_build_object('clause', l.details ->> 'clause', 'sentence', l.reason)
      from private.audit_log as l
      where a.state = 'refused' and l.subject = a.id::text and l.command = 'refuse-reply'
      order by l.id desc limit 1), '{}')
  from private.replies as a where a.review_id = my_reply_json.review_id and a.user_id = (select auth.uid())
$$;

-- Security definer: visitors may not read replies.
create function public.my_reply(review_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
begin
  perform private.signed_in_account();
  return private.my_reply_json(review_id);
end $$;
comment on function public.my_reply(uuid) is
  'The caller''s reply to a review: {state, written_as, text, created_on}, with the clause and sentence of a refusal; null when there is none.';

-- Security definer: visitors may not write replies.
create function public.withdraw_reply(review_id uuid) returns boolean
language plpgsql security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  author constant uuid := private.signed_in_account();
  withdrawn uuid;
begin
  delete from private.replies as a where a.review_id = withdraw_reply.review_id and a.user_id = author
  returning a.id into withdrawn;
  -- Those who reported it still get the decision.
  delete from private.mail_outbox as o
  where o.subject = withdrawn::text and o.template in ('approve-reply', 'refuse-reply', 'reply-shown');
  return withdrawn is not null;
end $$;
comment on function public.withdraw_reply(uuid) is
  'Deletes the caller''s reply to a review, and the letters about it that have not been sent. False when there is none.';

-- Security definer: visitors may not read and write these tables. The limits are those of reports of reviews.
create function public.report_reply(review_id uuid, reason text, reporter_email text, reporter_fingerprint text) returns boolean
language plpgsql security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  reported_id uuid;
  email text;
begin
  perform private.refuse_ended_session();
  if report_reply.reason is null or report_reply.reason not in ('fake', 'offensive', 'unrelated', 'spam') then
    perform private.refuse(400, 'Choose one of the listed reasons.');
  elsif coalesce(char_length(reporter_fingerprint), 0) not between 16 and 128 then
    perform private.refuse(400, 'Send a device fingerprint of 16 to 128 characters.');
  end if;
  select a.id into reported_id
  from private.replies as a join public.reviews as r on r.id = a.review_id
  where a.review_id = report_reply.review_id and a.state = 'shown' and r.hidden_at is null;
  if not found then
    perform private.refuse(404, 'This reply does not exist or is no longer shown.');
  end if;
  email := private.clean_email(reporter_email);
  insert into private.reply_reports (reply_id, reason, email, device)
  values (reported_id, report_reply.reason, email, private.reporter_hash(reported_id, reporter_fingerprint))
  on conflict on constraint reply_reports_once_per_device do nothing;
  if not found then
    return false;
  end if;
  perform private.limit_reports(reporter_fingerprint);
  update private.replies set reported = true where id = reported_id and not reported;
  return true;
end $$;
comment on function public.report_reply(uuid, text, text, text) is
  'Reports the reply under a review, once for each device: false for the second time. It stays until an operator has looked at it.';
