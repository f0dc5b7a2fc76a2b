import { expect, test } from "vitest";
import { type User, call, newVisitor, newestMailLink, owner, publishReview, newUser } from "../client.ts";
import { attack, databaseDigest } from "./fixtures.ts";
import { OPEN_CALLS, newSession, unusedRequest } from "./open-calls.ts";

// An access token is good for an hour by itself. Here it is refused by every call from the moment its session ends.

/** Everything that takes a token: what needs one, and what works without one. */
const CALLS = OPEN_CALLS.filter(
  ({ method, path }) =>
    /^\/rest\/|\/(?:user|logout)$/.test(path) || (method === "POST" && path.startsWith("/storage/")),
);

/** One of each service: what an ending changes is the session that all of them look for. */
const SAMPLE = ["/auth/", "/rest/", "/storage/"].flatMap(
  (service) => CALLS.find(({ path }) => path.startsWith(service)) ?? [],
);

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
    async (user) => {
      const body = { password: "new-one-2025", current_password: user.password };
      expect((await call(await newSession(user), "PUT", "/auth/v1/user", { body })).status).toBe(200);
    },
  ],
  ["a new password by a link", recover],
  ["the deletion of the account", (user) => owner`delete from auth.users where id = ${user.id}`],
  ["the deletion of the session", (user) => owner`delete from auth.sessions where user_id = ${user.id}`],
];

test.for(ENDINGS)("after %s the token is refused at once", async ([what, end]) => {
  const user = await newUser(`ended.${ENDINGS.findIndex(([name]) => name === what)}`);
  const own = await publishReview(user, { property_name: "House before the End" });
  expect((await call(user, "GET", "/auth/v1/user")).status).toBe(200);
  await end(user);
  const visitor = { ...user, address: newVisitor().address };
  for (const open of what === ENDINGS[0]?.[0] ? CALLS : SAMPLE) {
    const { method, path } = open;
    const { target, options } = await unusedRequest(open);
    const before = await databaseDigest();
    const answer = await attack(
      visitor,
      method,
      target,
      path.endsWith("my_review") ? { body: { review_id: own } } : options,
    );
    // Storage answers 400 and puts the status into the body.
    const status = path.startsWith("/storage/") ? Number(answer.body?.statusCode ?? answer.status) : answer.status;
    expect([401, 403], `${method} ${target}: ${answer.status} ${answer.text}`).toContain(status);
    expect(answer.body?.message ?? answer.body?.msg, answer.text).toMatch(/^\S.*\S$/);
    expect(answer.text).not.toContain("House before");
    expect(await databaseDigest()).toBe(before);
  }
  const body = { refresh_token: user.refreshToken };
  expect((await attack(newVisitor(), "POST", "/auth/v1/token?grant_type=refresh_token", { body })).status).toBe(400);
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
