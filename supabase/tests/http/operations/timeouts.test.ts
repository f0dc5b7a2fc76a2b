import { once } from "node:events";
import { afterAll, expect, test } from "vitest";
import { hostedDatabase } from "~/data/hosted-database";
import { browseProperties } from "~/data/reviews";
import {
  call,
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

// A lock held by the owner of the database makes any query hang.

// An open connection at the end would be noise in the server's log.
afterAll(() => owner.end());

test("a visitor's query is cancelled after three seconds, on every path that reads, with PostgREST's error", async () => {
  const visitor = newVisitor();
  const user = await knownUser("reader");
  const queries = {
    newest: () => rpc(visitor, "recent_reviews"),
    function: () => rpc(visitor, "browse_properties", { search: "deposit" }),
    "signed in": () => rpc(user, "review_cities"),
  };
  await whileLocked("public.reviews, public.properties", "access exclusive", async () => {
    const asked = Object.entries(queries).map(async ([path, ask]) => {
      const start = performance.now();
      const answer = await ask();
      const seconds = (performance.now() - start) / 1000;
      expect(seconds, path).toBeGreaterThan(2.9);
      expect(seconds, path).toBeLessThan(6);
      expect(answer.status, `${path}: ${answer.text}`).toBe(500);
      expect(answer.body?.code, path).toBe("57014");
    });
    await Promise.all(asked);
  });
  for (const ask of Object.values(queries)) expect((await ask()).status).toBe(200);
});

test("the page of reviews gets a sentence that says what to do", async () => {
  const database = hostedDatabase({ url: server.apiUrl, publishableKey: server.publishableKey });
  await whileLocked("public.properties", "access exclusive", async () => {
    const failure = browseProperties(database, { search: "deposit", city: "", sort: "recent" }, null);
    await expect(failure).rejects.toThrow(
      "This is taking too long. Add a city or another word to your search, or try again later.",
    );
  });
});

test("a write may wait longer than three seconds for a lock", async () => {
  const author = await knownUser("author");
  const reviewId = await publishReview(author, { property_name: "Waited For" });
  const report = { review_id: reviewId, reason: "spam", reporter_fingerprint: "a".repeat(64) };
  const entry = { name: "Asha", email: "asha@patient.example" };
  await whileLocked("public.reviews, public.review_reports, public.referral_waitlist", "share", async (release) => {
    const start = performance.now();
    const sent = [
      insertReview(author, plainReview({ property_name: "Waited For" })),
      reportReview(newVisitor(), report),
      call(newVisitor(), "POST", "/rest/v1/referral_waitlist", { body: entry }),
    ];
    setTimeout(release, 4_000);
    for (const answer of await Promise.all(sent)) expect(answer.status, answer.text).toBe(201);
    expect(performance.now() - start).toBeGreaterThan(3_900);
  });
});

test("searches that hang leave those who write their connections", async () => {
  const author = await knownUser("author");
  const property_name = "Not Held Up";
  await publishReview(author, { property_name });
  // Only those who name a city wait for this table.
  await whileLocked("private.city_aliases", "access exclusive", async () => {
    const hanging = Array.from({ length: 20 }, () => rpc(newVisitor(), "browse_properties", { city: "Bombay" }));
    const email = `writer${hanging.length}@busy.example`;
    const writing = call(newVisitor(), "POST", "/rest/v1/referral_waitlist", { body: { name: "Asha", email } });
    // Before the first search has ended, which takes three seconds.
    const answer = await Promise.race([writing, ...hanging]);
    expect(answer.status, answer.text).toBe(201);
    for (const given of await Promise.all(hanging)) expect(given.status, given.text).toBe(500);
  });
});

/** Runs `act` while the owner of the database holds a lock on these tables, at most until `act` ends. */
async function whileLocked(
  tables: string,
  mode: "share" | "access exclusive",
  act: (release: () => void) => Promise<void>,
): Promise<void> {
  const signals = new EventTarget();
  const released = once(signals, "release");
  const locked = once(signals, "locked");
  const holding = owner.begin(async (sql) => {
    await sql.unsafe(`lock table ${tables} in ${mode} mode`);
    signals.dispatchEvent(new Event("locked"));
    await released;
  });
  await Promise.race([locked, holding]);
  try {
    await act(() => signals.dispatchEvent(new Event("release")));
  } finally {
    signals.dispatchEvent(new Event("release"));
    await holding;
  }
}
