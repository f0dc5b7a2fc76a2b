import { expect, test } from "vitest";
import {
  claimsOf,
  expectAuthError,
  getUser,
  hasDatabase,
  isEmbedded,
  newUser,
  NO_SESSION,
  owner,
  refresh,
  signedIn,
  type User,
} from "../client.ts";

test("returns a new pair of tokens for a refresh token", async () => {
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

test("returns the same refresh token to five concurrent requests", async () => {
  const user = await newUser("tabs");
  const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(user.refreshToken)));
  const tokens = answers.map((answer) => signedIn(answer).refreshToken);
  expect(new Set(tokens).size).toBe(1);
});

test.skipIf(!hasDatabase)("returns the active refresh token again for its predecessor", async () => {
  const user = await newUser("lost");
  const active = signedIn(await refresh(user.refreshToken)).refreshToken;
  expect(signedIn(await refresh(user.refreshToken)).refreshToken).toBe(active);
  await passGraceTime(user);
  expect(signedIn(await refresh(user.refreshToken)).refreshToken).toBe(active);
  signedIn(await refresh(active));
});

test.skipIf(!hasDatabase)("rejects a reused older refresh token after ten seconds", async () => {
  signedIn(await refresh((await refreshedTwice("hasty")).user.refreshToken));
  const { user, newest } = await refreshedTwice("stolen");
  await passGraceTime(user);
  const reused = await refresh(user.refreshToken);
  expectAuthError(reused, 400, "refresh_token_already_used", "Invalid Refresh Token: Already Used");
  // Supabase accepts the newest token for ten more seconds, and the access token until it expires.
  if (!isEmbedded) return;
  expect((await refresh(newest.refreshToken)).status).toBe(400);
  expectAuthError(await getUser(newest), 403, "session_not_found", NO_SESSION);
});

test("refuses unknown and malformed refresh tokens", async () => {
  expectAuthError(await refresh("abcdefghijkl"), 400, "refresh_token_not_found", /Refresh Token Not Found$/);
  for (const token of ["", "x", "' or '1'='1", "x".repeat(1000), undefined, null]) {
    expectAuthError(await refresh(token), 400, "validation_failed", "Refresh token is not valid");
  }
});

/** Creates a user whose first refresh token is older than the predecessor of the newest. */
async function refreshedTwice(name: string): Promise<{ user: User; newest: User }> {
  const user = await newUser(name);
  const second = signedIn(await refresh(user.refreshToken));
  return { user, newest: signedIn(await refresh(second.refreshToken)) };
}

/** Moves the ten seconds in which a refresh token may be reused into the past. */
async function passGraceTime(user: User): Promise<void> {
  await owner`
    update auth.refresh_tokens set updated_at = updated_at - interval '1 minute' where user_id::text = ${user.id}`;
  await owner`
    update auth.sessions set refreshed_at = refreshed_at - interval '1 minute' where user_id::text = ${user.id}`;
}
