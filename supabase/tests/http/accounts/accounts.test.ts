import { expect, test } from "vitest";
import { sweepDatabase } from "../../../../server/embedded/sweeping.ts";
import {
  type Answer,
  call,
  emailOf,
  expectRefusal,
  logIn,
  emailsTo,
  newestEmailLink,
  newUser,
  newVisitor,
  openEmailLink,
  owner,
  recover,
  refresh,
  setPassword,
  signedInAgain,
  signUp,
  storedRows,
  verify,
} from "../client.ts";

/** The random ids that two browsers send with a sign-up. */
const [BROWSER, OTHER_BROWSER] = ["6dd6d05c-2f0b-4b1c-9d58-4f0b1a1f7a01", "0c1f9a52-94a5-4f1e-8a10-5f7f3f6d2b02"];

test("answers a wrong password and an unknown email alike, after the same work", { tags: ["8.41"] }, async () => {
  const user = await newUser("same.answer");
  const unknown = emailOf("same.answer");
  const [wrongMs, unknownMs]: [number[], number[]] = [[], []];
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const wrong = await timed(() => logIn(user.email, "a-wrong-guess", user));
    const none = await timed(() => logIn(unknown, "a-wrong-guess", user));
    expect(wrong.answer.status).toBe(400);
    expect(wrong.answer.body).toMatchObject({ code: "invalid_credentials", message: "Invalid login credentials" });
    expect([none.answer.status, none.answer.text]).toEqual([wrong.answer.status, wrong.answer.text]);
    wrongMs.push(wrong.ms);
    unknownMs.push(none.ms);
  }
  // Hashing takes about 60 ms, and an answer without it is 15 times faster. The minimum ignores a busy machine.
  expect(Math.min(...unknownMs)).toBeGreaterThan(Math.min(...wrongMs) / 4);
});

test("finds an account by each spelling of its email", async () => {
  const user = await newUser("jos\u00e9");
  const [, domain = ""] = user.email.split("@");
  const spellings = [
    user.email.normalize("NFD"),
    user.email.replace("e", "\uff45"),
    user.email.toUpperCase(),
    `jos\u00e9@${domain.replaceAll(".", "\uff0e")}`,
    `jos\u00e9@\u00ad${domain}`,
  ];
  const statuses = [];
  for (const email of spellings) {
    expect((await logIn(email, user.password)).body.user?.id, email).toBe(user.id);
    statuses.push((await recover(email)).status);
  }
  expect(statuses).toEqual([200, 429, 429, 429, 429]);
  expect((await emailsTo(user.email)).length).toBe(2);
});

test("drops the passwords of two browsers that sign up one email", { tags: ["11.220"] }, async () => {
  const [tenant, stranger] = [newVisitor(), newVisitor()];
  const email = emailOf("contested");
  const strangers = () => signUp(email, "the-strangers-password", stranger, { data: { sign_up: BROWSER } });
  await strangers();
  const second = await signUp(email, "the-tenants-password", tenant, { data: { sign_up: OTHER_BROWSER } });
  expect(second.status).toBe(200);
  await strangers();

  const session = await openEmailLink(email, tenant);
  expect(session.status).toBe(200);
  expect(session.body.user.user_metadata).not.toHaveProperty("sign_up");
  for (const password of ["the-tenants-password", "the-strangers-password"])
    expect((await logIn(email, password)).body.code, password).toBe("invalid_credentials");
  const changed = await setPassword({ ...tenant, accessToken: session.body.access_token }, "a-third-password");
  expect(changed.status, changed.text).toBe(200);
  expect((await logIn(email, "a-third-password", tenant)).status).toBe(200);
});

test("replaces the password if the same browser signs up an email again", async () => {
  const tenant = newVisitor();
  const email = emailOf("second.thought");
  await signUp(email, "the-first-password", tenant, { data: { sign_up: BROWSER } });
  await signUp(email, "the-second-password", tenant, { data: { sign_up: BROWSER } });
  expect((await openEmailLink(email, tenant)).body.user.user_metadata.sign_up).toBe(BROWSER);
  expect((await logIn(email, "the-first-password")).status).toBe(400);
  expect((await logIn(email, "the-second-password")).status).toBe(200);
});

test("requires the old password for a new one, and emails the owner", { tags: ["11.221"] }, async () => {
  const user = await newUser("keeps.password");
  const later = await signedInAgain(user);
  expect((await setPassword(later, user.password, user.password)).body.code).toBe("same_password");
  expect((await setPassword(later, "dry-season-2026", user.password)).status).toBe(200);
  expect((await emailsTo(user.email)).at(-1)?.subject).toBe("Your GharSach password was changed");

  const guesses = [];
  for (let guess = 1; guess <= 11; guess += 1)
    guesses.push((await setPassword(later, "a-thiefs-password", `guess-${guess}`)).status);
  expect(guesses).toEqual([...Array<number>(10).fill(400), 429]);
});

test("requires the old password 15 minutes after a link was opened, also after a refresh", async () => {
  const user = await newUser("old.link.session");
  await owner`
    update auth.mfa_amr_claims set created_at = now() - interval '16 minutes'
    where session_id in (select id from auth.sessions where user_id = ${user.id})`;
  const { access_token: accessToken } = (await refresh(user.refreshToken, user)).body;
  const changed = await setPassword({ ...user, accessToken }, "a-thiefs-password");
  expect(changed.body.code).toBe("current_password_required");
});

test("keeps a recovery link if another is requested", { tags: ["11.20"] }, async () => {
  const user = await newUser("recovers.in.peace");
  const link = "a-link-of-the-owners";
  await owner`
    update auth.users set recovery_token = ${link}, recovery_sent_at = now() - interval '62 seconds'
    where email = ${user.email}`;
  expect((await recover(user.email)).status).toBe(200);
  expect(await newestEmailLink(user.email)).toMatchObject({ tokenHash: link, type: "recovery" });
  expect((await openEmailLink(user.email, user)).status).toBe(200);
});

test("replaces an expired recovery link", { tags: ["11.20"] }, async () => {
  const user = await newUser("recovers.late");
  await owner`
    update auth.users set recovery_token = 'an-old-link', recovery_sent_at = now() - interval '61 minutes'
    where email = ${user.email}`;
  expect((await verify({ type: "recovery", token_hash: "an-old-link" })).body.code).toBe("otp_expired");
  await recover(user.email);
  const { tokenHash, type } = await newestEmailLink(user.email);
  expect([tokenHash === "an-old-link", type]).toEqual([false, "recovery"]);
});

test("resets the failed-login counter after a successful login", async () => {
  const user = await newUser("forgetful");
  for (let round = 1; round <= 2; round += 1) {
    for (let guess = 1; guess <= 9; guess += 1) await logIn(user.email, `guess-${guess}`, user);
    expect((await logIn(user.email, user.password, user)).status).toBe(200);
  }
});

test("creates one account and one email for concurrent sign-ups of an email", async () => {
  const email = emailOf("double.click");
  const before = await storedRows();
  const answers = await Promise.all(Array.from({ length: 6 }, () => signUp(email, "monsoon-2025")));
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 200, 200, 200, 200, 200]);
  expect((await storedRows()).users).toBe((before.users ?? 0) + 1);
  expect((await emailsTo(email)).length).toBe(1);
});

// server/embedded/email-address.test.ts and contract/sign-up.test.ts prove the other rules of emails and passwords.
test("refuses a sign-up that the form cannot send", { tags: ["5.38"] }, async () => {
  const password = "monsoon-2025";
  for (const body of [
    { email: "a@b.example\r\nBcc: c@d.example", password },
    { email: "a\u0000b@c.example", password },
    { email: "a\u202eb@c.example", password },
    { email: "nul@c.example", password: "mon\u0000soon" },
    { email: "long@c.example", password: "x".repeat(5000) },
    { email: "number@c.example", password: 123_456 },
    { phone: "+919876543210", password },
    [{ email: "list@c.example", password }],
    undefined,
  ]) {
    const answer = await expectRefusal(() => call(newVisitor(), "POST", "/auth/v1/signup", { body }));
    expect([400, 415, 422], JSON.stringify(body)).toContain(answer.status);
  }
});

test("sweeps unconfirmed accounts, unused sessions and used tokens", async () => {
  const [waiting, forgotten] = [emailOf("still.waiting"), emailOf("forgotten")];
  await signUp(waiting, "monsoon-2025");
  await signUp(forgotten, "monsoon-2025");
  await newestEmailLink(forgotten);
  const monthAgo = owner`now() - interval '30 days'`;
  await owner`
    update auth.users set created_at = ${monthAgo}, confirmation_sent_at = ${monthAgo} where email = ${forgotten}`;
  const user = await newUser("long.away");
  const left = await signedInAgain(user);
  await owner`update auth.sessions set created_at = now() - interval '91 days' where user_id = ${user.id}`;
  const first = await refresh(user.refreshToken, user);
  const second = await refresh(first.body.refresh_token, user);
  await owner`update auth.refresh_tokens set updated_at = ${monthAgo} where revoked and user_id = ${user.id}`;

  await sweepDatabase(owner);
  const accounts = await owner`select email from auth.users where email in (${waiting}, ${forgotten}, ${user.email})`;
  expect(accounts.map(({ email }) => email as string).toSorted()).toEqual([user.email, waiting].toSorted());
  expect((await call(left, "GET", "/auth/v1/user")).status).toBe(403);
  expect((await refresh(user.refreshToken, user)).body.code).toBe("refresh_token_not_found");
  const again = await refresh(first.body.refresh_token, user);
  expect(again.body.refresh_token, "the active token").toBe(second.body.refresh_token);
});

async function timed(action: () => Promise<Answer>): Promise<{ answer: Answer; ms: number }> {
  const start = performance.now();
  const answer = await action();
  return { answer, ms: performance.now() - start };
}
