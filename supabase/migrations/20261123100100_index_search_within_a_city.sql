-- A word that is common elsewhere and rare in one city: the index meets word and city at once, in the
-- size that it had for the words alone.
create extension if not exists btree_gin with schema extensions;

drop index public.reviews_search;
create index reviews_search on public.reviews
  using gin (lower(regexp_replace(city, '[\u200c\u200d]', '', 'g')) extensions.text_ops, review_text extensions.gin_trgm_ops);
