-- The parts of Supabase Storage's schema that migrations, operators and backups use. Runs at every start.
create schema if not exists storage;
revoke all on schema storage from public;
grant usage on schema storage to anon, authenticated, service_role;

create table if not exists storage.buckets (
  id text primary key,
  name text not null unique,
  owner uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  public boolean not null default false,
  avif_autodetection boolean not null default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text
);

create table if not exists storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text references storage.buckets (id),
  name text,
  owner uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_accessed_at timestamptz not null default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  owner_id text,
  user_metadata jsonb
);
create unique index if not exists bucketid_objname on storage.objects (bucket_id, name);
-- Supabase lacks this index: there each upload reads all objects to count those of its account.
create index if not exists objects_of_account on storage.objects (owner_id, created_at);

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
revoke all on table storage.buckets, storage.objects from public, anon, authenticated;
grant all on table storage.buckets, storage.objects to service_role;
-- For uploads. The policy of the bucket checks the row.
grant insert (id, bucket_id, name, owner, owner_id, metadata, version) on table storage.objects to authenticated;
