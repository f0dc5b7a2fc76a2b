import { expect, test } from "vitest";
import {
  claimsOf,
  expectAuthError,
  getUser,
  hasDatabase,
  isEmbedded,
  logOut,
  newUser,
  owner,
  refresh,
  signedIn,
  type Answer,
  type User,
} from "../client.ts";

const NOT_FOUND = [400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found"] as const;
const ALREADY_USED = [400, "refresh_token_already_used", "Invalid Refresh Token: Already Used"] as const;

test("a refresh token gives the session another pair of tokens", async () => {
  const user = await newUser("refresh");
  const answer = await refresh(user.refreshToken);
  const renewed = signedIn(answer);
  expect(answer.body).toMatchObject({ token_type: "bearer", expires_in: 3600, user: { id: user.id } });
  expect(renewed.refreshToken).not.toBe(user.refreshToken);
  const [before, after] = [claimsOf(user.accessToken), claimsOf(renewed.accessToken)];
  expect(after).toEqual({ ...before, iat: after.iat, exp: after.exp });
  expect((await getUser(renewed)).status).toBe(200);
  expect((await getUser(user)).status).toBe(200);
});

test("five tabs that refresh at once end up with one refresh token", async () => {
  const user = await newUser("tabs");
  const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(user.refreshToken)));
  const tokens = answers.map((answer) => signedIn(answer).refreshToken);
  expect(new Set(tokens).size).toBe(1);
});

test.skipIf(!hasDatabase)(
  "a client that lost the answer gets the active refresh token again, however late",
  async () => {
    const user = await newUser("lost");
    const active = signedIn(await refresh(user.refreshToken)).refreshToken;
    expect(signedIn(await refresh(user.refreshToken)).refreshToken).toBe(active);
    await passGraceTime(user);
    expect(signedIn(await refresh(user.refreshToken)).refreshToken).toBe(active);
    signedIn(await refresh(active));
  },
);

test("an older token is still good within ten seconds of its use", async () => {
  const user = await newUser("grace");
  const second = signedIn(await refresh(user.refreshToken));
  signedIn(await refresh(second.refreshToken));
  const late = signedIn(await refresh(user.refreshToken));
  signedIn(await refresh(late.refreshToken));
});

test.skipIf(!hasDatabase)("an older token that comes after ten seconds is taken for stolen", async () => {
  const { late } = await useTwice(await newUser("stolen"));
  expectAuthError(late, ...ALREADY_USED);
});

// Supabase takes the newest token once more within ten seconds, and lets the access token live until it expires.
test.runIf(isEmbedded)("with ours a stolen refresh token ends the whole session at once", async () => {
  const { newest } = await useTwice(await newUser("session.over"));
  expect((await refresh(newest.refreshToken)).status).toBe(400);
  const answer = await getUser(newest);
  expectAuthError(answer, 403, "session_not_found", "Session from session_id claim in JWT does not exist");
});

test("a refresh token that was never given is not found", async () => {
  expectAuthError(await refresh("abcdefghijkl"), ...NOT_FOUND);
});

test("what cannot be a refresh token is not valid", async () => {
  for (const token of ["", "x", "' or '1'='1", "x".repeat(1000), undefined, null]) {
    expectAuthError(await refresh(token), 400, "validation_failed", "Refresh token is not valid");
  }
});

test("the refresh token of a session that was logged out is not found", async () => {
  const user = await newUser("logged.out");
  await logOut(user, "local");
  expectAuthError(await refresh(user.refreshToken), ...NOT_FOUND);
});

test.skipIf(!hasDatabase)("the refresh token of an account that is gone is not found", async () => {
  const user = await newUser("gone");
  await owner`delete from auth.users where id = ${user.id}`;
  expectAuthError(await refresh(user.refreshToken), ...NOT_FOUND);
});

/** Uses a refresh token again after the grace time, when it is neither the newest nor the one before. */
async function useTwice(user: User): Promise<{ late: Answer; newest: User }> {
  const second = signedIn(await refresh(user.refreshToken));
  const newest = signedIn(await refresh(second.refreshToken));
  await passGraceTime(user);
  return { late: await refresh(user.refreshToken), newest };
}

/** Lets the ten seconds pass in which a refresh token that was used may be used once more. */
async function passGraceTime(user: User): Promise<void> {
  await owner`
    update auth.refresh_tokens set updated_at = updated_at - interval '1 minute' where user_id::text = ${user.id}`;
  await owner`
    update auth.sessions set refreshed_at = refreshed_at - interval '1 minute' where user_id::text = ${user.id}`;
}
