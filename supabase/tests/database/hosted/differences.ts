interface Difference {
  /** The facts that only one side has, as hosted.test.ts words them. */
  facts: RegExp;
  reason: string;
}

/** All that differs between a hosted project and the embedded database once both have our migrations (facts.sql). */
export const DIFFERENCES: Difference[] = [
  {
    facts: /^only hosted: default of postgres in public for (?:functions|sequences|tables): /,
    reason: "The platform opens what postgres makes to the roles of the API. Our migrations close it again, each time.",
  },
  {
    facts: /^only hosted: schema extensions: usage to (?:anon|authenticated|service_role|dashboard_user)$/,
    reason: "The platform lets everyone use extensions. The API does not show the schema (config.toml).",
  },
  { facts: /^only hosted: schema public: usage to postgres$/, reason: "Said once more; postgres owns the database." },
  {
    facts: /^only hosted: role (?:anon|authenticated|service_role) has inherit$/,
    reason: "They are members of nothing that they could inherit from.",
  },
  {
    facts: /^only hosted: role authenticator is a member of service_role$/,
    reason: "PostgREST serves operators, too; the embedded server never becomes service_role.",
  },
  {
    facts: /^only hosted: role supabase_storage_admin is a member of authenticator$/,
    reason: "Storage becomes visitors by way of authenticator; the embedded server has no such role.",
  },
  {
    facts: /^only hosted: role authenticator sets (?:lock|statement)_timeout=8s$/,
    reason: "The embedded server sets its time limits with each connection.",
  },
  {
    facts:
      /^only (?:hosted|embedded): role supabase_auth_admin sets (?:search_path|idle_in_transaction_session_timeout)=/,
    reason: "Auth names no schema in its statements; the embedded server names each.",
  },
  {
    facts:
      /^only hosted: role postgres is a member of (?:anon|authenticated|authenticator|service_role|site_reader), and may make others one$/,
    reason: "postgres is no superuser: it can become these roles because it was told that it may.",
  },
  {
    facts: /^only embedded: role postgres is a member of site_reader$/,
    reason: "The same: there postgres is the superuser, and site_reader was given to it without more.",
  },
  {
    facts: /^only hosted: CREATE TRIGGER refuse_delete BEFORE DELETE ON storage\.(?:buckets|objects) /,
    reason: "Storage keeps rows and files together: they are deleted through its API, as `npm run admin` does.",
  },
];
