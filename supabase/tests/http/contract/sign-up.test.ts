import { expect, test } from "vitest";
import {
  call,
  emailOf,
  expectAuthError,
  getUser,
  hasDatabase,
  hasEmails,
  isEmbedded,
  linkToken,
  logIn,
  newestEmailLink,
  newUser,
  newVisitor,
  PASSWORD,
  resend,
  sendBack,
  shapeOf,
  signedIn,
  signUp,
  TIME,
  UUID,
  verify,
} from "../client.ts";

test("creates an unconfirmed account without a session", async () => {
  const email = emailOf("new");
  const answer = await signUp(email.toUpperCase());
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body).toMatchObject({
    id: expect.stringMatching(UUID),
    aud: "authenticated",
    role: "authenticated",
    email,
    phone: "",
    confirmation_sent_at: expect.stringMatching(TIME),
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: expect.any(Object),
    identities: expect.any(Array),
    created_at: expect.stringMatching(TIME),
    updated_at: expect.stringMatching(TIME),
    is_anonymous: false,
  });
  for (const key of ["access_token", "refresh_token", "email_confirmed_at", "confirmed_at", "last_sign_in_at"]) {
    expect(answer.body).not.toHaveProperty(key);
  }
});

test.skipIf(!hasEmails)("emails a link to the site with a random token", async () => {
  const email = emailOf("mail");
  await signUp(email);
  const token = await linkToken(email, "signup");
  expect(token).toMatch(/^[\w-]{22,}$/);
  const { url } = await newestEmailLink(email);
  expect(url.pathname).toBe("/auth/callback");
  expect(Object.fromEntries(url.searchParams)).toEqual({ token_hash: token, type: "signup" });
});

test("ignores what auth-js sends beside email and password", async () => {
  const email = emailOf("fields");
  const more = { data: {}, gotrue_meta_security: {}, code_challenge: null, code_challenge_method: null };
  const redirect = encodeURIComponent("https://elsewhere.example/");
  const answer = await call(newVisitor(), "POST", `/auth/v1/signup?redirect_to=${redirect}`, {
    body: { email, password: PASSWORD, ...more },
  });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body.email).toBe(email);
});

test.skipIf(!hasDatabase)("emails a new link if an unconfirmed email signs up again", async () => {
  const email = emailOf("again");
  await signUp(email);
  await sendBack(email, 61);
  const again = await signUp(email);
  expect(again.status, again.text).toBe(200);
  expect(again.body).not.toHaveProperty("email_confirmed_at");
  signedIn(await verify({ type: "signup", token_hash: await linkToken(email, "signup") }));
  signedIn(await logIn(email));
});

test.skipIf(!hasDatabase)("ignores the password of a second sign-up of an unconfirmed email", async () => {
  const email = emailOf("other.password");
  await signUp(email);
  await sendBack(email, 61);
  expect((await signUp(email, "someone-elses-guess")).status).toBe(200);
  signedIn(await verify({ type: "signup", token_hash: await linkToken(email, "signup") }));
  expectAuthError(await logIn(email, "someone-elses-guess"), 400, "invalid_credentials", "Invalid login credentials");
});

test("changes nothing if a confirmed email signs up again", { tags: ["8.21"] }, async () => {
  const user = await newUser("taken");
  const taken = await signUp(user.email, "someone-elses-guess");
  expect(taken.status, taken.text).toBe(200);
  expect(taken.body).toMatchObject({ id: expect.stringMatching(UUID), email: user.email, identities: [] });
  expect(taken.body.id).not.toBe(user.id);
  expect(taken.body).not.toHaveProperty("access_token");
  expectAuthError(await logIn(user.email, "someone-elses-guess"), 400, "invalid_credentials", /\w/);
  signedIn(await logIn(user.email));
  expect((await getUser(user)).status).toBe(200);
});

// Supabase reveals the account: role and metadata are empty, and it limits only unconfirmed emails.
test.runIf(isEmbedded)("answers a confirmed email like a new one, also twice in a minute", async () => {
  const { email } = await newUser("taken.twice");
  const fresh = emailOf("fresh");
  for (const ask of [signUp, signUp, resend])
    expect(shapeOf(await ask(email)), ask.name).toEqual(shapeOf(await ask(fresh)));
});

test("requires passwords of 6 characters to 72 bytes", async () => {
  const short = await signUp(emailOf("short"), "12345");
  expectAuthError(short, 422, "weak_password", "Password should be at least 6 characters.");
  const tooLong = /^Password cannot be longer than 72 characters$/;
  expectAuthError(await signUp(emailOf("long"), "x".repeat(73)), 400, "validation_failed", tooLong);
  expectAuthError(await signUp(emailOf("wide"), "घ".repeat(25)), 400, "validation_failed", tooLong);
  expect((await signUp(emailOf("longest"), "घ".repeat(24))).status).toBe(200);
});

test("names the missing password or email of a sign-up", async () => {
  for (const body of [{ email: emailOf("empty"), password: "" }, { email: emailOf("none") }]) {
    const answer = await call(newVisitor(), "POST", "/auth/v1/signup", { body });
    expectAuthError(answer, 400, "validation_failed", "Signup requires a valid password");
  }
  for (const body of [{ email: "", password: PASSWORD }, { password: PASSWORD }, {}]) {
    const answer = await call(newVisitor(), "POST", "/auth/v1/signup", { body });
    expectAuthError(answer, 422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled");
  }
});

test("refuses an invalid email and one of more than 255 characters", async () => {
  for (const email of ["plain", "a b@c.example", "a@", "a@b.example,c@d.example"]) {
    const answer = await signUp(email);
    expectAuthError(answer, 400, "validation_failed", "Unable to validate email address: invalid format");
  }
  const long = await signUp(`${"a".repeat(250)}@c.example`);
  expectAuthError(long, 400, "validation_failed", "An email address is too long");
});
