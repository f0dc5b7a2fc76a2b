-- A visitor's question ends after three seconds. The API reads these settings of the roles and sets them
-- for each request. Pages and searches are read as anon; those who are signed in write reviews, which may
-- have to wait for another, and keep the longer limit of Supabase projects.
-- The server with the embedded backend sets its own limits (server/embedded/reading.ts).
do $$
begin
  alter role anon set statement_timeout = '3s';
  alter role authenticated set statement_timeout = '8s';
exception when insufficient_privilege then
  raise notice 'The roles of visitors may not be changed here: set the statement_timeout of anon to 3s yourself.';
end $$;

-- Also for those who are signed in: the API takes a function's own limit before the role's. Elsewhere it is
-- without effect, because a limit counts from the start of the statement that calls.
alter function public.browse_properties(text, text, text, text, integer, integer) set statement_timeout = '3s';
alter function public.property_reviews(uuid, text, text, text, text, integer) set statement_timeout = '3s';
alter function public.review_in_context(uuid, integer) set statement_timeout = '3s';
alter function public.review_cities() set statement_timeout = '3s';
alter function public.top_reviewers() set statement_timeout = '3s';

notify pgrst, 'reload config';
