import { afterAll, expect, test } from "vitest";
import { hostedDatabase } from "~/data/hosted-database";
import { browseProperties } from "~/data/reviews";
import { createPagePool } from "../../../../server/embedded/connections.ts";
import { createFunctionCall } from "../../../../server/embedded/rest.ts";
import {
  type Answer,
  insert,
  insertReview,
  knownUser,
  newVisitor,
  owner,
  plainReview,
  publishReview,
  reportReview,
  rpc,
  server,
} from "../client.ts";

const reading = createPagePool(server.databaseUrl, 2);
const forPages = createFunctionCall(reading);

// A stopping server logs open connections.
afterAll(() => Promise.all([reading.end(), owner.end()]));

test("cancels reads after three seconds, and lets writes wait longer for a lock", async () => {
  const author = await knownUser("author");
  const reviewId = await publishReview(author, { property_name: "Waited For" });
  const report = { review_id: reviewId, reason: "spam", reporter_fingerprint: "a".repeat(64) };
  // These two, the nine hanging requests and the one of browseProperties() are twelve reads: as many as run at once.
  const queries = {
    function: () => rpc(newVisitor(), "browse_properties", { search: "deposit" }),
    "signed in": () => rpc(author, "review_cities"),
  };
  const database = hostedDatabase({ url: server.apiUrl, publishableKey: server.publishableKey });
  const start = performance.now();
  const seconds = () => (performance.now() - start) / 1000;
  let writing: Promise<Answer>[] = [];
  await owner.begin(async (sql) => {
    await sql`lock table public.reviews, public.properties, private.places, private.city_aliases in access exclusive mode`;
    writing = [insertReview(author, plainReview({ property_name: "Waited For" })), reportReview(newVisitor(), report)];
    const hanging = Array.from({ length: 9 }, () => rpc(newVisitor(), "browse_properties", { city: "Bombay" }));
    const asked = Object.entries(queries).map(async ([path, ask]) => {
      const answer = await ask();
      expect([answer.status, answer.body?.code], `${path}: ${answer.text}`).toEqual([500, "57014"]);
      expect(seconds(), path).toBeGreaterThan(2.9);
      expect(seconds(), path).toBeLessThan(6);
    });
    const ofPages = Promise.allSettled([
      forPages("browse_properties", {}),
      browseProperties(database, { search: "deposit", city: "", sort: "recent" }, null),
    ]);
    // The reads leave room for a write.
    const entry = insert(newVisitor(), "referral_waitlist", { name: "Asha", email: "asha@patient.example" });
    expect((await Promise.race([entry, ...hanging])).status).toBe(201);
    for (const answer of await Promise.all(hanging)) expect(answer.status, answer.text).toBe(500);
    await Promise.all(asked);
    const message = expect.stringMatching(/^This is taking too long\. Add a city or another word to your search/);
    expect(await ofPages).toMatchObject([{ reason: { status: 500, code: "57014" } }, { reason: { message } }]);
  });
  expect(seconds()).toBeGreaterThan(2.9);
  for (const answer of await Promise.all(writing)) expect(answer.status, answer.text).toBe(201);
  for (const ask of Object.values(queries)) expect((await ask()).status).toBe(200);
});
