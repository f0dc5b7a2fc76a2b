-- What a visitor sends to public.reviews is checked, cleaned and completed here. What visitors have
-- no say in (author, verified, reported, dates, display name, property) is overwritten, whatever
-- they sent. Limits must match app/domain/submission.ts and app/domain/proof-file.ts.

-- Security definer: proof photos are compared with storage.objects and private.settings, which visitors may not read.
create function private.own_proof_paths(given text[], author uuid) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  public_folder constant text := '/storage/v1/object/public/review-proofs/';
  own_origins text[] := array(
    select substring(address from '^https?://[^/?#]+')
    from unnest(array[
      (select value #>> '{}' from private.settings where key = 'public_url'),
      (select auth.jwt()) ->> 'iss'
    ]) as address
  );
  url text;
  object_name text;
  paths text[] := '{}';
begin
  if cardinality(given) > 3 then
    perform private.refuse(400, 'Send at most 3 proof photos.');
  end if;
  foreach url in array coalesce(given, '{}') loop
    if substring(url from '^https?://[^/?#]+') = any (own_origins) then
      url := substring(url from '^https?://[^/?#]+(/.*)$');
    end if;
    object_name := case when starts_with(url, public_folder) then substr(url, length(public_folder) + 1) end;
    if object_name is null
      or object_name !~ '^public/[0-9]{10,17}-[a-z0-9]{6,64}\.(png|jpg|jpeg|gif)$'
      or not exists (
        select from storage.objects
        where bucket_id = 'review-proofs' and name = object_name and owner_id = author::text
      )
    then
      perform private.refuse(400, 'A proof photo must be one that you uploaded.');
    end if;
    if public_folder || object_name <> all (paths) then
      paths := paths || (public_folder || object_name);
    end if;
  end loop;
  return nullif(paths, '{}');
end $$;
comment on function private.own_proof_paths(text[], uuid) is 'The paths of proof photos, each of them uploaded by this author; refuses any other. Null when there is none.';

-- Rows without a description are dropped; when the first one has none, nothing was reported (as the form does).
create function private.clean_issues(given jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  issue jsonb;
  issue_id text;
  description text;
  severity text;
  issues jsonb := '[]';
begin
  if given is null or given = 'null' then
    return null;
  end if;
  if jsonb_typeof(given) <> 'array' then
    perform private.refuse(400, 'Send the reported issues as a list.');
  end if;
  if jsonb_array_length(given) > 20 then
    perform private.refuse(400, 'Report at most 20 issues.');
  end if;
  for issue in select value from jsonb_array_elements(given) loop
    if jsonb_typeof(issue) <> 'object' or coalesce(jsonb_typeof(issue -> 'description'), 'null') not in ('string', 'null') then
      perform private.refuse(400, 'Describe each reported issue in words.');
    end if;
    description := private.clean_text(issue ->> 'description');
    if private.is_blank(description) then
      exit when issues = '[]';
      continue;
    end if;
    if char_length(description) > 1000 then
      perform private.refuse(400, 'Shorten the description of each issue to 1000 characters.');
    end if;
    severity := nullif(issue ->> 'severity', '');
    if severity not in ('Minor', 'Moderate', 'Major', 'Critical') then
      perform private.refuse(400, 'Choose one of the listed severities.');
    end if;
    issue_id := case when issue ->> 'id' ~ '^[A-Za-z0-9_-]{1,64}$' then issue ->> 'id' else (jsonb_array_length(issues) + 1)::text end;
    issues := issues || jsonb_strip_nulls(jsonb_build_object('id', issue_id, 'description', description, 'severity', severity));
  end loop;
  return nullif(issues, '[]');
end $$;
comment on function private.clean_issues(jsonb) is 'The reported issues with their known keys only; null when there is none. Refuses what is no list of issues.';

-- Security definer: needs auth.users and the functions above.
create function private.check_submitted_review() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  author constant uuid := (select auth.uid());
  today constant date := (now() at time zone 'Asia/Kolkata')::date;
begin
  if author is null then
    perform private.refuse(401, 'Log in to publish a review.');
  end if;
  if not exists (select from auth.users where id = author) then
    perform private.refuse(401, 'Your session has ended. Log in again to publish your review.');
  end if;
  -- The primary key would say the same, but "on conflict do nothing" must not get past this line either.
  if exists (select from public.reviews where id = new.id) then
    raise unique_violation using message = 'duplicate key value violates unique constraint "reviews_pkey"';
  end if;

  new.property_name := private.clean_line(new.property_name);
  new.locality := private.clean_line(new.locality);
  new.city := private.clean_line(new.city);
  new.review_text := private.clean_text(new.review_text);
  if private.is_blank(new.property_name) then
    perform private.refuse(400, 'Enter the name of the property.');
  elsif private.is_blank(new.locality) then
    perform private.refuse(400, 'Enter the locality.');
  elsif private.is_blank(new.city) then
    perform private.refuse(400, 'Enter the city.');
  elsif private.is_blank(new.review_text) then
    perform private.refuse(400, 'Write your review.');
  elsif new.rating is null or new.rating not between 1 and 5 then
    perform private.refuse(400, 'Choose a rating from 1 to 5 stars.');
  elsif char_length(new.property_name) > 120 then
    perform private.refuse(400, 'Shorten the name of the property to 120 characters.');
  elsif char_length(new.locality) > 120 then
    perform private.refuse(400, 'Shorten the locality to 120 characters.');
  elsif char_length(new.city) > 80 then
    perform private.refuse(400, 'Shorten the city to 80 characters.');
  elsif char_length(new.review_text) > 5000 then
    perform private.refuse(400, 'Shorten your review to 5000 characters.');
  end if;

  new.email := nullif(private.clean_line(new.email), '');
  if new.email !~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' or char_length(new.email) > 320 then
    perform private.refuse(400, 'Enter a valid email address, or leave the email empty.');
  end if;

  new.property_type := nullif(new.property_type, '');
  new.duration := nullif(new.duration, '');
  new.how_issues_reported := nullif(new.how_issues_reported, '');
  new.issue_resolution_status := nullif(new.issue_resolution_status, '');
  new.management_response_time := nullif(new.management_response_time, '');
  if new.property_type not in ('Apartment', 'PG / Hostel', 'Independent House', 'Villa', 'Shared Room') then
    perform private.refuse(400, 'Choose one of the listed property types.');
  elsif new.duration not in ('Less than 6 months', '6–12 months', '1–2 years', 'More than 2 years') then
    perform private.refuse(400, 'Choose one of the listed durations.');
  elsif new.how_issues_reported not in ('in_person', 'phone_email', 'app_portal', 'did_not_report', 'na') then
    perform private.refuse(400, 'Choose one of the listed ways of reporting issues.');
  elsif new.issue_resolution_status not in ('all_fixed', 'some_fixed', 'none_fixed', 'waiting', 'na') then
    perform private.refuse(400, 'Choose one of the listed resolution states.');
  elsif new.management_response_time not in ('1-2_days', 'within_week', 'more_than_week', 'rarely_responds', 'not_sure') then
    perform private.refuse(400, 'Choose one of the listed response times.');
  elsif new.move_in_date > today then
    perform private.refuse(400, 'The move-in date cannot be after today.');
  elsif new.move_in_date < date '1950-01-01' then
    perform private.refuse(400, 'The move-in date cannot be before 1950.');
  end if;

  new.reported_issues := private.clean_issues(new.reported_issues);
  new.proof_urls := private.own_proof_paths(new.proof_urls, author);
  new.verified := new.proof_urls is not null;
  new.user_id := author;
  new.display_name := null;
  new.property_id := null;
  new.reported := false;
  new.hidden_at := null;
  new.created_at := now();
  return new;
end $$;
comment on function private.check_submitted_review() is 'Checks and cleans a review that a visitor sends, and overwrites what visitors have no say in.';

-- Whoever is subject to the table's policies is subject to this check. Operators (the owner of the
-- table and roles that bypass row-level security) are not: they restore backups and load samples.
-- The condition is evaluated as the role of the request, before the function lends its rights.
-- Triggers run in the order of their names: this one before file_review.
create trigger check_submitted_review before insert on public.reviews
  for each row when (row_security_active('public.reviews')) execute function private.check_submitted_review();

create function private.refuse_several_reviews() returns trigger
language plpgsql set search_path = '' as $$
begin
  if (select count(*) from inserted) > 1 then
    raise exception using errcode = 'PT400', message = 'Send one review at a time.';
  end if;
  return null;
end $$;
comment on function private.refuse_several_reviews() is 'Refuses a request of a visitor that carries several reviews.';

create trigger refuse_several_reviews after insert on public.reviews
  referencing new table as inserted
  for each statement when (row_security_active('public.reviews')) execute function private.refuse_several_reviews();

revoke execute on function
  private.own_proof_paths(text[], uuid), private.clean_issues(jsonb), private.check_submitted_review(), private.refuse_several_reviews()
from public;
