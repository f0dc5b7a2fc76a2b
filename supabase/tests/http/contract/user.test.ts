import { expect, test } from "vitest";
import {
  call,
  expectAuthError,
  forged,
  getUser,
  hasDatabase,
  hasSecret,
  inSeconds,
  knownUser,
  logIn,
  newUser,
  newVisitor,
  NO_SESSION,
  owner,
  PASSWORD,
  refresh,
  setPassword,
  signedIn,
  signedInAgain,
  TIME,
  unsigned,
  UUID,
} from "../client.ts";

/** The calls that need a session. */
const OWN_CALLS: [string, string, object | undefined][] = [
  ["GET", "/auth/v1/user", undefined],
  ["PUT", "/auth/v1/user", { password: "dry-season-2026" }],
  ["POST", "/auth/v1/logout?scope=local", undefined],
];

// A project that signs with ES256 rejects every HS256 token first, also the gateway's anonymous one.
const ANONYMOUS = /^invalid claim: missing sub claim$|: signing method HS256 is invalid$/;
// The reason depends on the keys of the project.
const FORGED = /^token signature is invalid: ./;
const UNREADABLE = "invalid JWT: unable to parse or verify signature, ";

test("returns a user's own account with the fields that auth-js stores", async () => {
  const { email, id, accessToken } = await knownUser("own");
  const answer = await getUser(newVisitor(accessToken));
  expect(answer.status, answer.text).toBe(200);
  const { confirmation_sent_at: _sent, ...body } = answer.body;
  const data = { email, email_verified: true, phone_verified: false, sub: id };
  const time = expect.stringMatching(TIME);
  expect(body).toEqual({
    id,
    aud: "authenticated",
    role: "authenticated",
    email,
    email_confirmed_at: time,
    phone: "",
    confirmed_at: time,
    last_sign_in_at: time,
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: data,
    identities: [
      {
        identity_id: expect.stringMatching(UUID),
        id,
        user_id: id,
        identity_data: data,
        provider: "email",
        last_sign_in_at: time,
        created_at: time,
        updated_at: time,
        email,
      },
    ],
    created_at: time,
    updated_at: time,
    is_anonymous: false,
  });
});

test.for(OWN_CALLS)("requires a token for %s %s", async ([method, target, body]) => {
  const none = await call(newVisitor(), method, target, { body });
  expectAuthError(none, 403, "bad_jwt", ANONYMOUS);
  for (const authorization of ["Bearer", "Basic YTpi"]) {
    const answer = await call(newVisitor(), method, target, { body, headers: { authorization } });
    expectAuthError(answer, 401, "no_authorization", "This endpoint requires a valid Bearer token");
  }
});

test("refuses a forged token and names its fault", async () => {
  const { accessToken, id } = await knownUser("forged");
  const cases: [string, RegExp][] = [
    [forged(accessToken, {}, "a-secret-of-thirty-two-characters"), FORGED],
    [`${accessToken.slice(0, -8)}AAAAAAAA`, FORGED],
    [unsigned(accessToken), /^token signature is invalid: signing method none is invalid$/],
    ["abc", /^token is malformed: token contains an invalid number of segments$/],
    ["a.b.c", /^token is malformed: ./],
    [id, /^token is malformed: ./],
  ];
  for (const [token, reason] of cases) {
    const answer = await getUser(newVisitor(token));
    expectAuthError(answer, 403, "bad_jwt");
    expect(answer.body.message.slice(0, UNREADABLE.length)).toBe(UNREADABLE);
    expect(answer.body.message.slice(UNREADABLE.length)).toMatch(reason);
  }
});

test.skipIf(!hasSecret)("rejects an expired or early token", async () => {
  const { accessToken } = await knownUser("early.late");
  const ask = (claims: object) => getUser(newVisitor(forged(accessToken, { ...claims })));
  expect((await ask({})).status).toBe(200);
  const fault = `${UNREADABLE}token has invalid claims: `;
  expectAuthError(await ask({ exp: inSeconds(-60) }), 403, "bad_jwt", `${fault}token is expired`);
  expectAuthError(await ask({ nbf: inSeconds(600) }), 403, "bad_jwt", `${fault}token is not valid yet`);
});

test.skipIf(!hasDatabase)("rejects the tokens of a deleted account", async () => {
  const user = await newUser("gone");
  await owner`delete from auth.users where id = ${user.id}`;
  expectAuthError(await getUser(user), 403, "user_not_found", "User from sub claim in JWT does not exist");
  expectAuthError(await refresh(user.refreshToken), 400, "refresh_token_not_found", /^Invalid Refresh Token: /);
});

test("sets a new password and ends the other sessions at once", async () => {
  const user = await newUser("changes");
  const other = await signedInAgain(user);
  const answer = await setPassword(user, "dry-season-2026");
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body).toMatchObject({ id: user.id, email: user.email, identities: [expect.any(Object)] });

  expectAuthError(await getUser(other), 403, "session_not_found", NO_SESSION);
  expectAuthError(await refresh(other.refreshToken), 400, "refresh_token_not_found", /^Invalid Refresh Token: /);
  expect((await getUser(user)).status).toBe(200);
  signedIn(await refresh(user.refreshToken));
  expectAuthError(await logIn(user.email), 400, "invalid_credentials", "Invalid login credentials");
  signedIn(await logIn(user.email, "dry-season-2026"));
});

test("requires a different new password of 6 characters to 72 bytes", async () => {
  const { accessToken } = await knownUser("own");
  const same = await setPassword(newVisitor(accessToken), PASSWORD);
  expectAuthError(same, 422, "same_password", "New password should be different from the old password.");
  for (const password of ["12345", ""]) {
    const short = await setPassword(newVisitor(accessToken), password);
    expectAuthError(short, 422, "weak_password", "Password should be at least 6 characters.");
    expect(short.body.weak_password).toEqual({ reasons: ["length"] });
  }
  const long = await setPassword(newVisitor(accessToken), "घ".repeat(25));
  expectAuthError(long, 400, "validation_failed", "Password cannot be longer than 72 characters");
});

test("requires the current password for a new one, except shortly after a link was opened", async () => {
  const user = await newUser("current");
  const { accessToken: token } = await signedInAgain(user);
  const change = (current?: string) => setPassword(newVisitor(token), "dry-season-2026", current);
  const words = "Current password required when setting new password.";
  expectAuthError(await change(), 400, "current_password_required", words);
  expectAuthError(await change("a-guess-2025"), 400, "current_password_invalid", words);
  expect((await change(PASSWORD)).status).toBe(200);
});
