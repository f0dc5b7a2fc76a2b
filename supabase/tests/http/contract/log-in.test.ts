import { expect, test } from "vitest";
import {
  call,
  claimsOf,
  emailOf,
  expectAuthError,
  headerOf,
  knownUser,
  logIn,
  newVisitor,
  PASSWORD,
  signedIn,
  signUp,
  TIME,
  UUID,
} from "../client.ts";

const WRONG = [400, "invalid_credentials", "Invalid login credentials"] as const;

test("returns a session with the fields that auth-js stores", async () => {
  const { email, id } = await knownUser("session");
  const answer = await logIn(email);
  expect(answer.status, answer.text).toBe(200);
  // Supabase adds whether the password meets the current rules.
  const { weak_password: _rules, ...session } = answer.body;
  expect(session).toEqual({
    access_token: expect.stringMatching(/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/),
    token_type: "bearer",
    expires_in: 3600,
    expires_at: expect.any(Number),
    refresh_token: expect.stringMatching(/^[\w-]{12,}$/),
    user: expect.objectContaining({ id, email, last_sign_in_at: expect.stringMatching(TIME) }),
  });
  expect(Math.abs(answer.body.expires_at - Date.now() / 1000 - 3600)).toBeLessThan(10);
});

test("states user, expiry, method and session in the access token", async () => {
  const { email, id } = await knownUser("session");
  const { access_token: token, expires_at: expiresAt } = (await logIn(email)).body;
  expect(headerOf(token)).toMatchObject({ typ: "JWT" });
  const claims = claimsOf(token);
  expect(claims).toEqual({
    iss: expect.stringMatching(/\/auth\/v1$/),
    sub: id,
    aud: "authenticated",
    exp: expiresAt,
    iat: expiresAt - 3600,
    email,
    phone: "",
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: expect.any(Object),
    role: "authenticated",
    aal: "aal1",
    amr: [{ method: "password", timestamp: expect.any(Number) }],
    session_id: expect.stringMatching(UUID),
    is_anonymous: false,
  });
  const other = claimsOf((await logIn(email)).body.access_token);
  expect(other.session_id, "a new session").not.toBe(claims.session_id);
});

test("ignores the case of an email", { tags: ["1.14"] }, async () => {
  const user = await knownUser("session");
  expect(signedIn(await logIn(user.email.toUpperCase())).id).toBe(user.id);
});

test("answers a wrong password and an unknown email alike", async () => {
  const { email } = await knownUser("session");
  const tries: [string, string][] = [
    [email, "a-wrong-guess"],
    [email, "x".repeat(73)],
    [email, ""],
    [emailOf("unknown"), PASSWORD],
    ["plain", PASSWORD],
  ];
  for (const [address, password] of tries) expectAuthError(await logIn(address, password), ...WRONG);
  const body = { email };
  expectAuthError(await call(newVisitor(), "POST", "/auth/v1/token?grant_type=password", { body }), ...WRONG);
});

test("reveals that an email is unconfirmed only with the right password", async () => {
  const email = emailOf("waiting");
  await signUp(email);
  expectAuthError(await logIn(email), 400, "email_not_confirmed", "Email not confirmed");
  expectAuthError(await logIn(email, "a-wrong-guess"), ...WRONG);
});

test("names the missing email of a login", async () => {
  for (const body of [{ password: PASSWORD }, { email: "", password: PASSWORD }, {}]) {
    const answer = await call(newVisitor(), "POST", "/auth/v1/token?grant_type=password", { body });
    expectAuthError(answer, 400, "validation_failed", "missing email or phone");
  }
});

test("supports no other grant type", async () => {
  const { email } = await knownUser("session");
  for (const query of ["", "?grant_type=magic", "?grant_type=client_credentials"]) {
    const answer = await call(newVisitor(), "POST", `/auth/v1/token${query}`, { body: { email, password: PASSWORD } });
    expect([400, 404], answer.text).toContain(answer.status);
  }
});
