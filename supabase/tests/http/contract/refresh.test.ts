import { expect, test } from "vitest";
import {
  claimsOf,
  expectAuthError,
  getUser,
  hasDatabase,
  isEmbedded,
  newUser,
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

test("gives five tabs that refresh at once the same refresh token", async () => {
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

test.skipIf(!hasDatabase)(
  "an older token is good within ten seconds of its use, and after them taken for stolen",
  async () => {
    signedIn(await refresh((await refreshedTwice("hasty")).user.refreshToken));
    const { user, newest } = await refreshedTwice("stolen");
    await passGraceTime(user);
    expectAuthError(
      await refresh(user.refreshToken),
      400,
      "refresh_token_already_used",
      "Invalid Refresh Token: Already Used",
    );
    // Supabase takes the newest token once more within ten seconds, and lets the access token live until it expires.
    if (!isEmbedded) return;
    expect((await refresh(newest.refreshToken)).status).toBe(400);
    const answer = await getUser(newest);
    expectAuthError(answer, 403, "session_not_found", "Session from session_id claim in JWT does not exist");
  },
);

test("refuses unknown and malformed refresh tokens", async () => {
  expectAuthError(await refresh("abcdefghijkl"), 400, "refresh_token_not_found", /Refresh Token Not Found$/);
  for (const token of ["", "x", "' or '1'='1", "x".repeat(1000), undefined, null]) {
    expectAuthError(await refresh(token), 400, "validation_failed", "Refresh token is not valid");
  }
});

/** Whose first refresh token is neither the newest nor the one before. */
async function refreshedTwice(name: string): Promise<{ user: User; newest: User }> {
  const user = await newUser(name);
  const second = signedIn(await refresh(user.refreshToken));
  return { user, newest: signedIn(await refresh(second.refreshToken)) };
}

/** Lets the ten seconds pass in which a refresh token that was used may be used once more. */
async function passGraceTime(user: User): Promise<void> {
  await owner`
    update auth.refresh_tokens set updated_at = updated_at - interval '1 minute' where user_id::text = ${user.id}`;
  await owner`
    update auth.sessions set refreshed_at = refreshed_at - interval '1 minute' where user_id::text = ${user.id}`;
}
