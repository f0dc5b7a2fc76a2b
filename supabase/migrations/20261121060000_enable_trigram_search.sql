-- Search looks for a piece of text anywhere in a name or a review. Trigram indexes make that a
-- look-up instead of a walk through every row. Hosted projects keep extensions in a schema of
-- their own; elsewhere that schema is made here.
create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;
