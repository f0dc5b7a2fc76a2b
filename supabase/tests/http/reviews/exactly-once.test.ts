import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { knownUser, owner, readReview, server, type User } from "../client.ts";
import { insertReview } from "~/data/submissions";
import { authClient } from "~/data/supabase-auth";
import { emptySubmission, type SubmissionForm } from "~/domain/submission";
import { submitReview } from "~/features/submit-review/submit-review";

// The code that the form runs in a browser, twenty times at once: a double click, two tabs, tries whose answer got lost.

vi.mock(import("~/data/supabase-auth"), () => ({ authClient: vi.fn<typeof authClient>() }) as never);

beforeEach(() => {
  const config = { backend: "supabase", supabaseUrl: server.apiUrl, publishableKey: server.publishableKey };
  vi.stubGlobal("window", { __gharsach: config, location: { protocol: "https:" } });
  vi.stubGlobal("document", { cookie: "" });
});
afterEach(() => vi.unstubAllGlobals());
// An open connection at the end would be noise in the server's log.
afterAll(() => owner.end());

test("a review submitted twenty times at once with one id is one row and twenty successes", async () => {
  const author = await knownUser("impatient");
  const reviewId = randomUUID();
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => submit(author, reviewId)));
  expect(outcomes).toEqual(Array.from({ length: 20 }, () => ({ outcome: "sent", reviewId })));
  expect(await rowsOf(author)).toEqual([reviewId]);
  expect(await readReview(reviewId)).toMatchObject({ property_name: "Twentyfold House" });
  const [property] = await owner`
    select review_count, rating_total from public.properties where property_name = 'Twentyfold House'`;
  expect(property).toMatchObject({ review_count: 1, rating_total: 4 });
});

test("a later try with the same id and other words hears that the first one is published", async () => {
  const author = await knownUser("late");
  const reviewId = randomUUID();
  expect(await submit(author, reviewId)).toMatchObject({ outcome: "sent" });
  expect(await submit(author, reviewId, { comment: "Rewritten." })).toEqual({ outcome: "sent-earlier", reviewId });
  expect(await rowsOf(author)).toEqual([reviewId]);
});

test("an id taken by another account's review does not count as published: both are published", async () => {
  const [first, second] = [await knownUser("first"), await knownUser("second")];
  const reviewId = randomUUID();
  await submit(first, reviewId);
  expect(await submit(second, reviewId)).toMatchObject({ outcome: "sent" });
  expect(await rowsOf(second)).toEqual([expect.not.stringMatching(reviewId)]);
  expect(await rowsOf(first)).toEqual([reviewId]);
});

test("a session that is over sends nothing", async () => {
  signIn(null);
  const submission = { id: randomUUID() } as Parameters<typeof insertReview>[0];
  expect(await insertReview(submission)).toBe("session-expired");
});

function submit(author: User, reviewId: string, changes: Partial<SubmissionForm> = {}) {
  signIn(author.accessToken);
  const form = {
    ...emptySubmission({ email: author.email, issueId: "issue-1" }),
    propertyName: "Twentyfold House",
    locality: "Baner",
    city: "Pune",
    rating: 4,
    comment: "Quiet and airy.",
    issues: [{ id: "issue-1", description: "Nil", severity: "" as const }],
    ...changes,
  };
  const attempt = { form, photos: [], isLoggedIn: true, reviewId, uploaded: new Map(), now: new Date() };
  return submitReview({ ...attempt, newId: randomUUID }, () => {});
}

function signIn(accessToken: string | null): void {
  const session = accessToken && { access_token: accessToken };
  vi.mocked(authClient).mockResolvedValue({ getSession: async () => ({ data: { session }, error: null }) } as never);
}

async function rowsOf(author: User): Promise<string[]> {
  const rows = await owner<{ review_id: string }[]>`
    select review_id from private.review_authors where user_id = ${author.id}`;
  return rows.map(({ review_id }) => review_id);
}
