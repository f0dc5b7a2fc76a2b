import { afterAll, expect, inject, test } from "vitest";
import { createVisitorCalls } from "../../server/embedded/visitor-calls.ts";
import { knownUser, newVisitor, owner, publishReview, rpc } from "./visitors.ts";

// Pages are made with these answers; everybody else gets them from the API.

const calls = createVisitorCalls(inject("databaseUrl"));

// An open connection at the end would be noise in the server's log.
afterAll(() => Promise.all([calls.close(1), owner.end()]));

test("a page's calls get what the API answers, hidden reviews left out", async () => {
  const author = await knownUser("author");
  const reviewId = await publishReview(author, { property_name: "Short Cut House", city: "Pune" });
  const hiddenId = await publishReview(author, { property_name: "Short Cut House", city: "Pune" });
  await owner`update public.reviews set hidden_at = now() where id = ${hiddenId}`;
  const asked: [name: string, body: Record<string, string | number | null>][] = [
    ["browse_properties", { search: "short cut", city: "poona", sort: "recent", after: null, page_size: 20 }],
    ["browse_properties", { search: "", city: "Pune", sort: "verified", after: null, reviews_per_group: 3 }],
    ["review_in_context", { review_id: reviewId, reviews_per_group: 6 }],
    ["review_in_context", { review_id: hiddenId }],
    ["review_cities", {}],
    ["top_reviewers", {}],
  ];
  for (const [name, body] of asked) {
    const answer = await ask(name, body);
    expect(answer?.status, name).toBe(200);
    expect(await answer?.json(), name).toEqual((await rpc(newVisitor(), name, body)).body);
  }
  const [group] = (await (await ask("browse_properties", { search: "short cut" }))?.json())?.groups ?? [];
  expect(group).toMatchObject({ property_name: "Short Cut House", count: 1 });
  const page = await ask("property_reviews", { property_id: group.property_id, page_size: 60 });
  expect((await page?.json())?.group.reviews.map(({ id }: { id: string }) => id)).toEqual([reviewId]);
});

test("they are a visitor's, read nothing private and change nothing", async () => {
  const [row] = await calls.sql`
    select current_user::text as name, current_setting('transaction_read_only') as read_only`;
  expect(row).toEqual({ name: "anon", read_only: "on" });
  await expect(calls.sql`select * from private.review_authors`).rejects.toThrow("permission denied");
  await expect(
    calls.sql`insert into public.referral_waitlist (name, email) values ('A', 'a@b.example')`,
  ).rejects.toThrow("read-only transaction");
});

test("a refused call says why with the API's status, and one that takes too long ends", async () => {
  const damaged = await ask("browse_properties", { after: "nonsense" });
  expect(damaged?.status).toBe(400);
  expect(await damaged?.json()).toMatchObject({ code: "PT400", message: expect.stringContaining("damaged") });
  // Postgres itself refuses this one; the API says 400 as well.
  const unfit = await ask("browse_properties", { after: "\u0000" });
  expect(unfit?.status).toBe(400);
  expect((await rpc(newVisitor(), "browse_properties", { after: "\u0000" })).status).toBe(400);
  const start = performance.now();
  const late = await owner.begin(async (lock) => {
    await lock`lock table public.properties in access exclusive mode`;
    return ask("browse_properties", {});
  });
  expect(late?.status).toBe(500);
  expect(await late?.json()).toMatchObject({ code: "57014" });
  expect(performance.now() - start).toBeGreaterThan(2_900);
});

test("everything else is left to the API: other paths, other functions, whoever is signed in, odd arguments", async () => {
  const { accessToken } = await knownUser("author");
  expect(await ask("my_review_exists", { review_id: "x" })).toBeNull();
  expect(await ask("pg_sleep", { seconds: 1 })).toBeNull();
  expect(await ask("browse_properties", { 'search => "", city': "x" })).toBeNull();
  expect(await ask("browse_properties", {}, { authorization: `Bearer ${accessToken}` })).toBeNull();
  expect(await calls.answer("http://embedded/rest/v1/reviews?select=id")).toBeNull();
});

function ask(name: string, body: Record<string, string | number | null>, headers: Record<string, string> = {}) {
  return calls.answer(`http://embedded/rest/v1/rpc/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}
