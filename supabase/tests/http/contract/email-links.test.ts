import { expect, test } from "vitest";
import {
  call,
  claimsOf,
  emailOf,
  expectAuthError,
  getUser,
  hasDatabase,
  hasEmails,
  isEmbedded,
  linkToken,
  logIn,
  EMAIL_MINUTE,
  newestEmailLink,
  newUser,
  newVisitor,
  recover,
  resend,
  sendBack,
  sendBackAndRename,
  setPassword,
  shapeOf,
  signedIn,
  signUp,
  verify,
} from "../client.ts";

const EXPIRED = [403, "otp_expired", "Email link is invalid or has expired"] as const;

test("confirms an email and signs in with a link once", async () => {
  const email = emailOf("confirms");
  await signUp(email);
  const link = { type: "signup", token_hash: await linkToken(email, "signup") };
  const answer = await verify(link);
  const { accessToken } = signedIn(answer);
  expect(answer.body).toMatchObject({ token_type: "bearer", expires_in: 3600 });
  expect(answer.body.user).toMatchObject({ email, email_confirmed_at: expect.any(String) });
  expect(claimsOf(accessToken).amr).toEqual([{ method: "otp", timestamp: expect.any(Number) }]);
  signedIn(await logIn(email));
  expectAuthError(await verify(link), ...EXPIRED);
});

test("accepts a link for its own purpose only", async () => {
  const email = emailOf("purpose");
  await signUp(email);
  const confirmation = await linkToken(email, "signup");
  expectAuthError(await verify({ type: "recovery", token_hash: confirmation }), ...EXPIRED);
  signedIn(await verify({ type: "signup", token_hash: confirmation }));
  await recover(email);
  const recovery = await linkToken(email, "recovery");
  expectAuthError(await verify({ type: "signup", token_hash: recovery }), ...EXPIRED);
  signedIn(await verify({ type: "recovery", token_hash: recovery }));
});

test.skipIf(!hasDatabase)("rejects a link after an hour", async () => {
  const email = emailOf("late");
  await signUp(email);
  const confirmation = { type: "signup", token_hash: await linkToken(email, "signup") };
  await sendBack(email, 59 * 60);
  await recover(email);
  const recovery = { type: "recovery", token_hash: await linkToken(email, "recovery") };
  await sendBack(email, 61);
  expectAuthError(await verify(confirmation), ...EXPIRED);
  await sendBack(email, 59 * 60);
  expectAuthError(await verify(recovery), ...EXPIRED);
});

test("rejects an invented link", async () => {
  for (const token of ["f".repeat(56), "x", "' or '1'='1", "f".repeat(5000)]) {
    for (const type of ["signup", "recovery"]) expectAuthError(await verify({ type, token_hash: token }), ...EXPIRED);
  }
});

test("signs in the link's owner even with another user's session, and keeps that session", async () => {
  const sender = await newUser("sender");
  const email = emailOf("owner");
  await signUp(email);
  const link = { type: "signup", token_hash: await linkToken(email, "signup") };
  expect(signedIn(await verify(link, sender)).email).toBe(email);
  expect((await getUser(sender)).body.id).toBe(sender.id);
});

test("names the missing field of a verification", async () => {
  const cases: [object, string][] = [
    [{ token_hash: "f".repeat(56) }, "Verify requires a verification type"],
    [{ type: "signup" }, "Verify requires either a token or a token hash"],
    [{ type: "signup", token_hash: "" }, "Verify requires either a token or a token hash"],
    [{ type: "signup", token_hash: "a", token: "b" }, "Verify requires either a token or a token hash"],
    [{ type: "signup", token_hash: "a", email: emailOf("x") }, "Only the token_hash and type should be provided"],
    [{ type: "magic", token_hash: "f".repeat(56) }, "Invalid email verification type"],
  ];
  for (const [body, message] of cases) expectAuthError(await verify(body), 400, "validation_failed", message);
});

test("answers a recovery alike for known and unknown emails", async () => {
  const user = await newUser("known");
  const waiting = emailOf("waiting");
  await signUp(waiting);
  const answers = await Promise.all([user.email, waiting, emailOf("unknown")].map((email) => recover(email)));
  for (const { status, body } of answers) expect([status, body]).toEqual([200, {}]);
  expect(new Set(answers.map((answer) => JSON.stringify(shapeOf(answer)))).size).toBe(1);
  expectAuthError(await recover(user.email), 429, "over_email_send_rate_limit", EMAIL_MINUTE);
});

// Supabase returns 200, which reveals that the account does not exist.
test.runIf(isEmbedded)("limits emails to an unknown address as well", async () => {
  const email = emailOf("unknown");
  await recover(email);
  expectAuthError(await recover(email), 429, "over_email_send_rate_limit", EMAIL_MINUTE);
});

test("signs in and sets a new password with a recovery link once", async () => {
  const user = await newUser("recovers");
  await recover(user.email);
  const link = { type: "recovery", token_hash: await linkToken(user.email, "recovery") };
  const { url } = await newestEmailLink(user.email);
  const page = hasEmails ? "/update-password" : "/";
  expect([url.pathname, hasEmails ? Object.fromEntries(url.searchParams) : link]).toEqual([page, link]);
  const recovered = signedIn(await verify(link));
  expect(recovered.id).toBe(user.id);
  expectAuthError(await verify(link), ...EXPIRED);
  expect((await setPassword(recovered, "dry-season-2026")).status).toBe(200);
  expect((await getUser(user)).status, "in another session").toBe(403);
  signedIn(await logIn(user.email, "dry-season-2026"));
});

test("confirms an unconfirmed email with a recovery link", async () => {
  const email = emailOf("recovers");
  await signUp(email);
  const confirmation = await linkToken(email, "signup");
  await recover(email);
  const answer = await verify({ type: "recovery", token_hash: await linkToken(email, "recovery") });
  signedIn(answer);
  expect(answer.body.user.email_confirmed_at).toEqual(expect.any(String));
  expectAuthError(await verify({ type: "signup", token_hash: confirmation }), ...EXPIRED);
});

test("invalidates older recovery links with a new password", async () => {
  const user = await newUser("old.link");
  await recover(user.email);
  const token = await linkToken(user.email, "recovery");
  expect((await setPassword(user, "dry-season-2026")).status).toBe(200);
  expectAuthError(await verify({ type: "recovery", token_hash: token }), ...EXPIRED);
});

test("limits confirmations to one a minute", async () => {
  const email = emailOf("resend");
  await signUp(email);
  expectAuthError(await resend(email), 429, "over_email_send_rate_limit", EMAIL_MINUTE);
});

test.skipIf(!hasDatabase)("rejects an expired link after another email is sent", async () => {
  const email = emailOf("revived");
  await signUp(email);
  const expired = await linkToken(email, "signup");
  const later = await sendBackAndRename(email, 60 * 60 + 1);
  expect((await resend(later)).status).toBe(200);
  expectAuthError(await verify({ type: "signup", token_hash: expired }), ...EXPIRED);
  signedIn(await verify({ type: "signup", token_hash: await linkToken(later, "signup") }));
});

test("requires a valid address for emails", async () => {
  const invalid = "Unable to validate email address: invalid format";
  for (const email of ["plain", "a b@c.example"]) {
    expectAuthError(await recover(email), 400, "validation_failed", invalid);
    expectAuthError(await resend(email), 400, "validation_failed", invalid);
  }
  for (const body of [{}, { email: "" }]) {
    const recovery = await call(newVisitor(), "POST", "/auth/v1/recover", { body });
    expectAuthError(recovery, 400, "validation_failed", "Password recovery requires an email");
    const resent = await call(newVisitor(), "POST", "/auth/v1/resend", { body: { type: "signup", ...body } });
    expectAuthError(resent, 400, "validation_failed", "Type provided requires an email address");
  }
  for (const type of [undefined, "recovery"]) {
    const answer = await call(newVisitor(), "POST", "/auth/v1/resend", { body: { type, email: emailOf("type") } });
    expectAuthError(answer, 400, "validation_failed", /^Missing one of these types: signup, /);
  }
});
