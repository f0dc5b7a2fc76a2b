import type { App } from "@supabase/lite";
import type postgres from "postgres";

interface SelfTest {
  app: App;
  sql: postgres.Sql;
  publishableKey: string;
}

/** Looks at the database as a visitor would, before the server listens. Throws when something private could be read. */
export async function selfTest({ app, sql, publishableKey }: SelfTest): Promise<void> {
  const open = await sql<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'storage') and c.relkind in ('r', 'p') and not c.relrowsecurity`;
  if (open.length > 0) {
    throw new Error(`Self-test: without row level security: ${open.map((table) => table.name).join(", ")}.`);
  }

  const changeable = await sql<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace, pg_roles r
    where n.nspname in ('public', 'storage') and c.relkind in ('r', 'p') and r.rolname in ('anon', 'authenticated')
      and has_table_privilege(r.oid, c.oid, 'update, delete, truncate, references, trigger')`;
  if (changeable.length > 0)
    throw new Error(`Self-test: visitors may change or empty: ${changeable.map((table) => table.name).join(", ")}.`);

  const views = await sql<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('v', 'm')`;
  if (views.length > 0)
    throw new Error(`Self-test: a view reads as its owner: ${views.map((v) => v.name).join(", ")}.`);

  const reachable = await sql<{ name: string }[]>`
    select n.nspname || ' by ' || r.rolname as name from pg_namespace n, pg_roles r
    where n.nspname in ('auth', 'private', 'supabase_migrations') and r.rolname in ('anon', 'authenticated')
      and has_schema_privilege(r.oid, n.oid, 'usage')
      and exists (
        select from pg_class c
        where c.relnamespace = n.oid and c.relkind = 'r' and has_table_privilege(r.oid, c.oid, 'select'))`;
  if (reachable.length > 0) {
    throw new Error(`Self-test: visitors can reach the schemas ${reachable.map((s) => s.name).join(", ")}.`);
  }

  // Also while these tables are empty and there would be nothing to read.
  const opened = await sql<{ name: string }[]>`
    select tablename || ' by the policy "' || policyname || '"' as name from pg_policies
    where schemaname = 'public' and tablename in ('review_reports', 'referral_waitlist') and cmd <> 'INSERT'`;
  if (opened.length > 0) {
    throw new Error(`Self-test: visitors may do more than add to: ${opened.map((p) => p.name).join(", ")}.`);
  }

  const callable = await sql<{ name: string }[]>`
    select p.proname || ' by ' || r.rolname as name from pg_proc p, pg_roles r
    where p.pronamespace = 'public'::regnamespace and p.proname like 'operator\\_%' and r.rolname in ('anon', 'authenticated')
      and has_function_privilege(r.oid, p.oid, 'execute')`;
  if (callable.length > 0) {
    throw new Error(`Self-test: visitors can call functions of operators: ${callable.map((f) => f.name).join(", ")}.`);
  }

  // The constraint answers for every review at once: reading a million of them would hold up each start.
  const [promise] = await sql<{ definition: string }[]>`
    select pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = 'public.reviews'::regclass and conname = 'reviews_name_no_author' and convalidated
      and to_jsonb(pg_constraint) ->> 'conenforced' is distinct from 'false'`;
  if (promise?.definition !== "CHECK (((email IS NULL) AND (user_id IS NULL)))")
    throw new Error("Self-test: the table of reviews may hold an e-mail or an author.");

  const visitor = (path: string, init: RequestInit = {}) =>
    app.fetch(
      new Request(`http://embedded${path}`, {
        ...init,
        headers: { apikey: publishableKey, "content-type": "application/json" },
      }),
    );
  const listed = await visitor("/rest/v1/reviews?select=*&limit=50");
  if (!listed.ok) throw new Error(`Self-test: a visitor cannot read reviews (status ${listed.status}).`);
  const reviews = (await listed.json()) as { email?: unknown; user_id?: unknown; display_name?: string }[];
  if (reviews.some((review) => review.email || review.user_id || review.display_name?.includes("@"))) {
    throw new Error("Self-test: a visitor can read who wrote a review.");
  }
  for (const table of ["review_reports", "referral_waitlist"]) {
    const answer = await visitor(`/rest/v1/${table}?select=*`);
    const rows: unknown = answer.ok ? await answer.json() : [];
    if (!Array.isArray(rows) || rows.length > 0) throw new Error(`Self-test: a visitor can read ${table}.`);
  }

  const review = { property_name: "Self-test", locality: "-", city: "-", rating: 5, review_text: "-" };
  const forged = await visitor("/rest/v1/reviews", { method: "POST", body: JSON.stringify(review) });
  if (forged.ok) throw new Error("Self-test: a visitor without an account can write a review.");
}
