import { afterAll, expect, test } from "vitest";
import { createFunctionCall } from "../../../../server/embedded/rest.ts";
import { createPagePool } from "../../../../server/embedded/connections.ts";
import { knownUser, newVisitor, owner, publishReview, rpc, server } from "../client.ts";

/** Like the pool of pages, but it logs in as a superuser. It must drop to the role of visitors as well. */
const reading = createPagePool(server.databaseUrl, 2);
const ask = createFunctionCall(reading);

// A stopping server logs open connections.
afterAll(() => Promise.all([reading.end(), owner.end()]));

test("connects only as two roles that inherit no rights", async () => {
  // A pool connects at its first query.
  expect((await rpc(newVisitor(), "review_cities", {})).status).toBe(200);
  const holders = await owner<{ role: string; is_super: boolean }[]>`
    select distinct usename::text as role, usesuper as is_super from pg_stat_activity join pg_user using (usename)
    where backend_type = 'client backend' and application_name = 'gharsach' order by 1`;
  expect([...holders]).toEqual([
    { role: "authenticator", is_super: false },
    { role: "supabase_auth_admin", is_super: false },
  ]);
  const memberships = await owner`
    select r.rolname as role, m.rolname as member, inherit_option, admin_option from pg_auth_members
    join pg_roles as r on r.oid = roleid join pg_roles as m on m.oid = member
    where m.rolname in ('authenticator', 'supabase_auth_admin') order by 1`;
  expect([...memberships]).toEqual([
    { role: "anon", member: "authenticator", inherit_option: false, admin_option: false },
    { role: "authenticated", member: "authenticator", inherit_option: false, admin_option: false },
  ]);
  const [owned] = await owner`
    select array_agg(distinct nspname::text) as schemas from pg_class join pg_namespace n on n.oid = relnamespace
    where relowner = 'supabase_auth_admin'::regrole and nspname !~ '^pg_toast'`;
  expect(owned).toEqual({ schemas: ["auth"] });
});

test("returns the API's results to pages, without hidden reviews", async () => {
  const author = await knownUser("author");
  const reviewId = await publishReview(author, { property_name: "Short Cut House", city: "Pune" });
  const hiddenId = await publishReview(author, { property_name: "Short Cut House", city: "Pune" });
  await owner`update public.reviews set hidden_at = now() where id = ${hiddenId}`;
  const asked = [
    ["recent_reviews", { at_most: 10 }],
    ["browse_properties", { search: "short cut", city: "poona", sort: "recent", after: null, page_size: 20 }],
    ["browse_properties", { search: "", city: "Pune", sort: "verified", after: null, reviews_per_group: 3 }],
    ["review_in_context", { review_id: reviewId, reviews_per_group: 6 }],
    ["review_in_context", { review_id: hiddenId }],
    ["review_cities", {}],
    ["top_reviewers", {}],
    ["home_cities", {}],
    ["site_totals", {}],
    ["homes_of_city", { city: "pune" }],
    ["suggest_homes", { term: "short cu" }],
  ] as const;
  for (const [name, args] of asked)
    expect(await ask(name, args), name).toEqual((await rpc(newVisitor(), name, args)).body);
  // oxlint-disable-next-line typescript/no-explicit-any -- The answer has been compared above.
  const [group] = ((await ask("browse_properties", { search: "short cut" })) as any).groups;
  expect(group).toMatchObject({ propertyName: "Short Cut House", count: 1 });
});

test("reads through connections that can only call functions", async () => {
  const [row] = await reading`
    select current_user::text as name, current_setting('transaction_read_only') as read_only`;
  expect(row).toEqual({ name: "anon", read_only: "on" });
  for (const table of ["public.reviews", "private.review_authors", "auth.users", "storage.objects"])
    await expect(reading.unsafe(`select count(*) from ${table}`), table).rejects.toThrow("permission denied");
  const write = reading`insert into public.referral_waitlist (name, email) values ('A', 'a@b.example')`;
  await expect(write).rejects.toThrow("read-only transaction");
});

test("throws the API's status for a refused call", async () => {
  await expect(ask("browse_properties", { after: "nonsense" })).rejects.toMatchObject({
    status: 400,
    code: "PT400",
    message: expect.stringContaining("damaged"),
  });
  for (const args of [{ nope: "x" }, { page_size: "x" }, { search: ["x"] }, { search: "a\u0000b" }])
    await expect(ask("browse_properties", args), JSON.stringify(args)).rejects.toMatchObject({ status: 400 });
});
