import { expect, test } from "vitest";
import {
  type Call,
  type User,
  call,
  newVisitor,
  newestMailLink,
  owner,
  photoName,
  picture,
  plainReview,
  publishReview,
  signUpAndConfirm,
} from "../supabase/tests/visitors.ts";
import { attack, databaseDigest, fixtures } from "./fixtures.ts";
import { newSession } from "./open-calls.ts";

// An access token is good for an hour by itself. Here it is refused by every call from the moment its session ends.

/** Everything that takes a token: what needs one, and what works without one. */
const CALLS: [string, string, (ids: { own: string; named: string }) => Promise<Call> | Call][] = [
  ["GET", "/auth/v1/user", () => ({})],
  ["PUT", "/auth/v1/user", () => ({ body: { password: "after-the-end-2025" } })],
  ["POST", "/auth/v1/logout?scope=global", () => ({})],
  ["POST", "/rest/v1/reviews", () => ({ body: plainReview({ property_name: "House after the End" }) })],
  [
    "POST",
    "/rest/v1/review_reports",
    ({ named }) => ({ body: { review_id: named, reason: "spam", reporter_fingerprint: "e".repeat(32) } }),
  ],
  ["POST", "/rest/v1/referral_waitlist", () => ({ body: { name: "Asha", email: "after.the.end@mail.example" } })],
  ["POST", "/rest/v1/rpc/my_review", ({ own }) => ({ body: { review_id: own } })],
  ["POST", "/rest/v1/rpc/recent_reviews", () => ({ body: {} })],
  ["POST", "/rest/v1/rpc/browse_properties", () => ({ body: {} })],
  ["POST", "/rest/v1/rpc/property_reviews", ({ named }) => ({ body: { property_id: named } })],
  ["POST", "/rest/v1/rpc/review_in_context", ({ named }) => ({ body: { review_id: named } })],
  ["POST", "/rest/v1/rpc/review_cities", () => ({ body: {} })],
  ["POST", "/rest/v1/rpc/top_reviewers", () => ({ body: {} })],
  [
    "POST",
    `/storage/v1/object/review-proofs/${photoName("png")}`,
    async () => ({ body: await picture().png().toBuffer(), headers: { "content-type": "image/png" } }),
  ],
];

const ENDINGS: [string, (user: User) => Promise<unknown>][] = [
  ["a log-out", (user) => call(user, "POST", "/auth/v1/logout?scope=local")],
  ["a log-out without a scope", (user) => call(user, "POST", "/auth/v1/logout")],
  [
    "a log-out everywhere, elsewhere",
    async (user) => call(await newSession(user), "POST", "/auth/v1/logout?scope=global"),
  ],
  [
    "a log-out of the others, elsewhere",
    async (user) => call(await newSession(user), "POST", "/auth/v1/logout?scope=others"),
  ],
  [
    "a new password, elsewhere",
    async (user) => call(await newSession(user), "PUT", "/auth/v1/user", { body: { password: "new-one-2025" } }),
  ],
  ["a new password by a link", recover],
  ["the deletion of the account", (user) => owner`delete from auth.users where id = ${user.id}`],
  ["the deletion of the session", (user) => owner`delete from auth.sessions where user_id = ${user.id}`],
];

test.for(ENDINGS)("after %s every call refuses the token at once", async ([what, end]) => {
  const user = await signUpAndConfirm(`ended.${ENDINGS.findIndex(([name]) => name === what)}`);
  const own = await publishReview(user, { property_name: `House before the End: ${what}` });
  const { named } = await fixtures();
  expect((await call(user, "GET", "/auth/v1/user")).status).toBe(200);
  await end(user);
  const before = await databaseDigest();
  for (const [method, target, options] of CALLS) {
    const visitor = { ...user, address: newVisitor().address };
    const answer = await attack(visitor, method, target, await options({ own, named }));
    // Storage says 400 and puts its status into the body.
    const status = target.startsWith("/storage/") ? Number(answer.body?.statusCode ?? answer.status) : answer.status;
    expect([401, 403], `${method} ${target}: ${answer.status} ${answer.text}`).toContain(status);
    expect(answer.body?.message ?? answer.body?.msg, answer.text).toMatch(/^\S.*\S$/);
    expect(answer.text).not.toContain("House before");
  }
  expect(await databaseDigest()).toBe(before);
  const body = { refresh_token: user.refreshToken };
  expect((await attack(newVisitor(), "POST", "/auth/v1/token?grant_type=refresh_token", { body })).status).toBe(400);
});

test("a log-out ends one's own sessions and those of no other account", async () => {
  const { victim } = await fixtures();
  const user = await signUpAndConfirm("leaver");
  const [elsewhere, body] = [await newSession(user), { scope: "global", user_id: victim.id }];
  await attack(user, "POST", `/auth/v1/logout?scope=local&user_id=${victim.id}`, { body });
  expect((await call(elsewhere, "GET", "/auth/v1/user")).status).toBe(200);
  await attack(elsewhere, "POST", `/auth/v1/logout?scope=global&user_id=${victim.id}`, { body });
  expect((await call(victim, "GET", "/auth/v1/user")).status).toBe(200);
});

async function recover(user: User): Promise<void> {
  const { email } = user;
  expect((await call(newVisitor(), "POST", "/auth/v1/recover", { body: { email } })).status).toBe(200);
  const { tokenHash } = await newestMailLink(email);
  const body = { type: "recovery", token_hash: tokenHash };
  const session = await call(newVisitor(), "POST", "/auth/v1/verify", { body });
  expect(session.status, session.text).toBe(200);
  const recovered = { ...newVisitor(), accessToken: String(session.body.access_token) };
  const changed = await call(recovered, "PUT", "/auth/v1/user", { body: { password: "recovered-2025" } });
  expect(changed.status, changed.text).toBe(200);
}
