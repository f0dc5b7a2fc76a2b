import { expect, test } from "vitest";
import { sweepDatabase } from "../../../../server/embedded/sweeping.ts";
import {
  type Answer,
  call,
  emailOf,
  expectRefusal,
  insertReview,
  logIn,
  mailsTo,
  newestMailLink,
  newUser,
  newVisitor,
  openMailLink,
  owner,
  plainReview,
  publishReview,
  refresh,
  sendBack,
  shapeOf,
  signedInAgain,
  signUp,
  storedRows,
  verify,
} from "../client.ts";

/** The random ids with which two browsers sign up. */
const [BROWSER, OTHER_BROWSER] = ["6dd6d05c-2f0b-4b1c-9d58-4f0b1a1f7a01", "0c1f9a52-94a5-4f1e-8a10-5f7f3f6d2b02"];

test("a new user signs up, confirms by mail and is signed in", { tags: ["1.14", "3.33"] }, async () => {
  const visitor = newVisitor();
  const email = emailOf("asha.r");
  const signedUp = await signUp(email, "monsoon-2025", visitor);
  expect(signedUp.status).toBe(200);
  expect(signedUp.body).toMatchObject({ email, role: "authenticated" });
  expect(signedUp.body.access_token).toBeUndefined();

  const { url, type } = await newestMailLink(email);
  expect(url.origin + url.pathname).toBe("https://localhost/auth/callback");
  expect(type).toBe("signup");
  const confirmed = await openMailLink(email, visitor);
  expect(confirmed.status).toBe(200);
  expect(confirmed.body).toMatchObject({
    token_type: "bearer",
    expires_in: 3600,
    access_token: expect.stringMatching(/^eyJ/),
    refresh_token: expect.any(String),
    user: { email, email_confirmed_at: expect.any(String) },
  });
});

test("a link in a mail is of no use for anything but its purpose", async () => {
  const visitor = newVisitor();
  const email = emailOf("purpose");
  await signUp(email, "monsoon-2025", visitor);
  const { tokenHash } = await newestMailLink(email);
  for (const type of ["recovery", "magiclink", "email_change", "invite"]) {
    const answer = await verify({ type, token_hash: tokenHash }, visitor);
    expect([400, 403], type).toContain(answer.status);
  }
  expect((await verify({ type: "signup", token_hash: tokenHash }, visitor)).status).toBe(200);
});

test("a link in a mail ends after an hour", { tags: ["11.20"] }, async () => {
  const visitor = newVisitor();
  const [late, early] = [emailOf("late"), emailOf("early")];
  await signUp(late, "monsoon-2025", visitor);
  await signUp(early, "monsoon-2025", visitor);
  await sendBack(late, 60 * 60 + 5);
  await sendBack(early, 59 * 60);
  const refused = await openMailLink(late, visitor);
  expect(refused.status).toBe(403);
  expect(refused.body.error_code).toBe("otp_expired");
  expect((await openMailLink(early, visitor)).status).toBe(200);
});

test(
  "a wrong password and an unknown address get the same answer, after the same work",
  { tags: ["8.42"] },
  async () => {
    const user = await newUser("same.answer");
    const unknown = emailOf("same.answer");
    const [wrongMs, unknownMs]: [number[], number[]] = [[], []];
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      const wrong = await timed(() => logIn(user.email, "a-wrong-guess", user));
      const none = await timed(() => logIn(unknown, "a-wrong-guess", user));
      expect(wrong.answer.status).toBe(400);
      expect(wrong.answer.body).toMatchObject({ error_code: "invalid_credentials", msg: "Invalid login credentials" });
      expect([none.answer.status, none.answer.text]).toEqual([wrong.answer.status, wrong.answer.text]);
      wrongMs.push(wrong.ms);
      unknownMs.push(none.ms);
    }
    // Hashing a password takes some 60 ms; skipping it was 15 times faster. The quickest of each: the machine may be busy.
    expect(Math.min(...unknownMs)).toBeGreaterThan(Math.min(...wrongMs) / 4);
  },
);

test("a mailbox is one account, in however many ways its address is written", async () => {
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
    statuses.push((await call(newVisitor(), "POST", "/auth/v1/recover", { body: { email } })).status);
  }
  expect(statuses).toEqual([200, 429, 429, 429, 429]);
  expect((await mailsTo(user.email)).length).toBe(2);
});

test("what the account service says of a user holds no password and no token", async () => {
  const user = await newUser("account.facts");
  const own = await call(user, "GET", "/auth/v1/user");
  expect(own.status).toBe(200);
  expect(own.body.email).toBe(user.email);
  expect(own.text).not.toMatch(/password|\$2[aby]\$|confirmation_token|recovery_token/);
});

test("the user endpoint needs a session", async () => {
  const answer = await call(newVisitor(), "GET", "/auth/v1/user");
  expect(answer.status).toBe(401);
});

test("a forgotten password is reset by mail", { tags: ["1.17", "4.38"] }, async () => {
  const user = await newUser("forgot");
  const visitor = newVisitor();
  const asked = await call(visitor, "POST", "/auth/v1/recover", { body: { email: user.email } });
  expect(asked.status).toBe(200);
  const { url, type } = await newestMailLink(user.email);
  expect(url.origin + url.pathname).toBe("https://localhost/update-password");
  expect(type).toBe("recovery");

  const session = await openMailLink(user.email, visitor);
  expect(session.status).toBe(200);
  const signedIn = { ...visitor, accessToken: session.body.access_token };
  const changed = await call(signedIn, "PUT", "/auth/v1/user", { body: { password: "dry-season-2026" } });
  expect(changed.status, changed.text).toBe(200);
  expect((await logIn(user.email, user.password, visitor)).status).toBe(400);
  expect((await logIn(user.email, "dry-season-2026", visitor)).status).toBe(200);
});

test("a user changes the password and nothing else", async () => {
  const user = await newUser("only.password");
  const before = await call(user, "GET", "/auth/v1/user");
  const forged = {
    email: "somebody@else.example",
    data: { role: "service_role" },
    role: "service_role",
    app_metadata: { role: "service_role" },
  };
  for (const [key, value] of Object.entries(forged)) {
    const body = { password: "dry-season-2026", [key]: value };
    await expectRefusal(() => call(user, "PUT", "/auth/v1/user", { body }));
  }
  expect((await call(user, "GET", "/auth/v1/user")).body).toEqual(before.body);
  const changed = await call(user, "PUT", "/auth/v1/user", { body: { password: "dry-season-2026" } });
  expect(changed.status).toBe(200);
  const { updated_at: _before, confirmation_sent_at: _sent, ...unchanged } = before.body;
  const { updated_at: _after, ...after } = (await call(user, "GET", "/auth/v1/user")).body;
  expect(after).toEqual(unchanged);
  expect(await mailsTo("somebody@else.example")).toEqual([]);
});

test("recovery answers the same whether an account exists, and mails only the one that does", async () => {
  const user = await newUser("known");
  const unknown = emailOf("unknown");
  const forKnown = await call(newVisitor(), "POST", "/auth/v1/recover", { body: { email: user.email } });
  const forUnknown = await call(newVisitor(), "POST", "/auth/v1/recover", { body: { email: unknown } });
  expect([forKnown.status, forKnown.text]).toEqual([forUnknown.status, forUnknown.text]);
  expect(forKnown.status).toBe(200);
  expect((await mailsTo(user.email)).length).toBe(2);
  expect(await mailsTo(unknown)).toEqual([]);

  const again = await call(newVisitor(), "POST", "/auth/v1/recover", { body: { email: user.email } });
  const againUnknown = await call(newVisitor(), "POST", "/auth/v1/recover", { body: { email: unknown } });
  expect(again.status).toBe(429);
  expect(againUnknown.status).toBe(429);
});

test(
  "a confirmed address that signs up again gets the answer of a new one, no mail, and keeps its password",
  { tags: ["8.21"] },
  async () => {
    const user = await newUser("taken");
    const before = await storedRows();
    const taken = await signUp(user.email, "someone-elses-guess");
    expect(await storedRows()).toEqual(before);
    const fresh = await signUp(emailOf("fresh"), "someone-elses-guess");

    expect(taken.status).toBe(200);
    expect(shapeOf(taken)).toEqual(shapeOf(fresh));
    expect(taken.body.id).not.toBe(user.id);
    expect((await mailsTo(user.email)).length).toBe(1);
    expect((await logIn(user.email, "someone-elses-guess")).status).toBe(400);
    expect((await logIn(user.email, user.password)).status).toBe(200);
  },
);

test("signing up a confirmed address twice in a minute is answered as for a new one, and resending has to wait", async () => {
  const user = await newUser("taken.twice");
  const fresh = emailOf("fresh.twice");
  const answers = [];
  for (const email of [user.email, fresh]) {
    const visitor = newVisitor();
    const first = await signUp(email, "someone-elses-guess", visitor);
    const second = await signUp(email, "someone-elses-guess", visitor);
    const resent = await call(visitor, "POST", "/auth/v1/resend", { body: { type: "signup", email } });
    expect(second.status).toBe(200);
    expectRateLimit(resent, "over_email_send_rate_limit", 60);
    answers.push([first, second, resent].map(shapeOf));
  }
  expect(answers[0]).toEqual(answers[1]);
});

test("the minute until the next mail runs from the request", async () => {
  const email = emailOf("new.minute");
  await signUp(email, "monsoon-2025");
  const [row] = await owner`
    select extract(epoch from created_at - confirmation_sent_at)::float8 as seconds from auth.users where email = ${email}`;
  // The account was made after its password was hashed, which takes a tenth of a second or half of that.
  expect(row?.seconds).toBeGreaterThan(0.025);
});

test("a password whose end would count for nothing is refused, new and changed", async () => {
  const tooLong = `${"क".repeat(24)}x`;
  const answer = await expectRefusal(() => signUp(emailOf("long.password"), tooLong));
  expect(answer.status).toBe(400);
  const user = await newUser("longer.password");
  await expectRefusal(() => call(user, "PUT", "/auth/v1/user", { body: { password: tooLong } }));
  const fits = "क".repeat(24);
  expect((await call(user, "PUT", "/auth/v1/user", { body: { password: fits } })).status).toBe(200);
});

test(
  "a password that is too short is refused alike for new, waiting and confirmed addresses, and undoes nothing",
  { tags: ["8.43"] },
  async () => {
    const user = await newUser("short.confirmed");
    const visitor = newVisitor();
    const waiting = emailOf("short.waiting");
    await signUp(waiting, "monsoon-2025", visitor);
    await sendBack(waiting, 61);
    for (const email of [user.email, waiting, emailOf("short.new")]) {
      const answer = await expectRefusal(() => signUp(email, "12345", visitor));
      expect(answer.status).toBe(422);
      expect(answer.body).toEqual({
        code: 422,
        error_code: "weak_password",
        msg: "Password should be at least 6 characters.",
        weak_password: { reasons: ["length"] },
      });
    }
    expect((await openMailLink(waiting, visitor)).status).toBe(200);
  },
);

test("an unconfirmed address that signs up again gets no second mail within a minute, then its link once more", async () => {
  const visitor = newVisitor();
  const email = emailOf("second.try");
  await signUp(email, "monsoon-2025", visitor);
  const firstLink = await newestMailLink(email);

  expect((await signUp(email, "monsoon-2025", visitor)).status).toBe(200);
  expect((await mailsTo(email)).length).toBe(1);
  await sendBack(email, 61);
  expect((await signUp(email, "monsoon-2025", visitor)).status).toBe(200);
  await expect.poll(async () => (await mailsTo(email)).length).toBe(2);
  expect((await newestMailLink(email)).tokenHash).toBe(firstLink.tokenHash);

  expect((await openMailLink(email, visitor)).status).toBe(200);
  expect((await logIn(email, "monsoon-2025", visitor)).status).toBe(200);
});

test(
  "of two passwords for one unconfirmed address neither counts, also within a minute: its owner opens the link and sets one",
  { tags: ["11.220"] },
  async () => {
    const [tenant, stranger] = [newVisitor(), newVisitor()];
    const email = emailOf("contested");
    await signUp(email, "the-strangers-password", stranger, { data: { sign_up: BROWSER } });
    expect((await signUp(email, "the-tenants-password", tenant, { data: { sign_up: OTHER_BROWSER } })).status).toBe(
      200,
    );
    // And whoever tries again changes nothing.
    await signUp(email, "the-strangers-password", stranger, { data: { sign_up: BROWSER } });

    const session = await openMailLink(email, tenant);
    expect(session.status).toBe(200);
    expect(session.body.user.user_metadata).not.toHaveProperty("sign_up");
    for (const password of ["the-tenants-password", "the-strangers-password"]) {
      expect((await logIn(email, password)).body.error_code, password).toBe("invalid_credentials");
    }
    const signedIn = { ...tenant, accessToken: session.body.access_token };
    const changed = await call(signedIn, "PUT", "/auth/v1/user", { body: { password: "a-third-password" } });
    expect(changed.status, changed.text).toBe(200);
    expect((await logIn(email, "a-third-password", tenant)).status).toBe(200);
  },
);

test("the browser that signed up an address may sign it up again with another password, which counts", async () => {
  const tenant = newVisitor();
  const email = emailOf("second.thought");
  await signUp(email, "the-first-password", tenant, { data: { sign_up: BROWSER } });
  await signUp(email, "the-second-password", tenant, { data: { sign_up: BROWSER } });
  expect((await openMailLink(email, tenant)).body.user.user_metadata.sign_up).toBe(BROWSER);
  expect((await logIn(email, "the-first-password")).status).toBe(400);
  expect((await logIn(email, "the-second-password")).status).toBe(200);
});

test(
  "a password changes only with the old one, or shortly after the link of a mail was opened, and its owner gets a mail",
  { tags: ["11.221"] },
  async () => {
    const user = await newUser("keeps.password");
    const later = { ...user, accessToken: (await logIn(user.email, user.password, user)).body.access_token };
    const setPassword = (body: object) => call(later, "PUT", "/auth/v1/user", { body });
    const code = async (body: object) => (await setPassword(body)).body.error_code;
    expect(await code({ password: "a-thiefs-password" })).toBe("current_password_required");
    expect(await code({ password: "a-thiefs-password", current_password: "a-guess" })).toBe("current_password_invalid");
    expect(await code({ password: user.password, current_password: user.password })).toBe("same_password");
    expect((await logIn(user.email, user.password)).status).toBe(200);
    expect((await setPassword({ password: "dry-season-2026", current_password: user.password })).status).toBe(200);
    expect((await mailsTo(user.email)).at(-1)?.subject).toBe("Your GharSach password was changed");

    const guesses = [];
    for (let guess = 1; guess <= 11; guess += 1)
      guesses.push((await setPassword({ password: "a-thiefs-password", current_password: `guess-${guess}` })).status);
    expect(guesses).toEqual([...Array<number>(10).fill(400), 429]);
  },
);

test("a session that a link has begun sets no password without the old one after 15 minutes, refreshed or not", async () => {
  const user = await newUser("old.link.session");
  await owner`
    update auth.mfa_amr_claims set created_at = now() - interval '16 minutes'
    where session_id in (select id from auth.sessions where user_id = ${user.id})`;
  const { access_token: accessToken } = (await refresh(user.refreshToken, user)).body;
  const changed = await call({ ...user, accessToken }, "PUT", "/auth/v1/user", {
    body: { password: "a-thiefs-password" },
  });
  expect(changed.body.error_code).toBe("current_password_required");
});

test("a recovery link stays valid when an anonymous caller asks for another; after an hour there is a new one", async () => {
  const user = await newUser("recovers.in.peace");
  const link = "a-link-of-the-owners";
  await owner`
    update auth.users set recovery_token = ${link}, recovery_sent_at = now() - interval '62 seconds'
    where email = ${user.email}`;
  expect((await call(newVisitor(), "POST", "/auth/v1/recover", { body: { email: user.email } })).status).toBe(200);
  expect(await newestMailLink(user.email)).toMatchObject({ tokenHash: link, type: "recovery" });
  const other = await newUser("recovers.late");
  await owner`
    update auth.users set recovery_token = 'an-old-link', recovery_sent_at = now() - interval '61 minutes'
    where email = ${other.email}`;
  await call(newVisitor(), "POST", "/auth/v1/recover", { body: { email: other.email } });
  const { tokenHash, type } = await newestMailLink(other.email);
  expect([tokenHash === "an-old-link", type]).toEqual([false, "recovery"]);
  expect((await openMailLink(user.email, user)).status).toBe(200);
});

test("the confirmation mail is sent again after a minute with the same link, which works once", async () => {
  const visitor = newVisitor();
  const email = emailOf("resend");
  await signUp(email, "monsoon-2025", visitor);
  const firstLink = await newestMailLink(email);
  await sendBack(email, 61);
  const resent = await call(visitor, "POST", "/auth/v1/resend", { body: { type: "signup", email } });
  expect(resent.status, resent.text).toBe(200);
  expect((await mailsTo(email)).length).toBe(2);

  expect((await verify({ type: "signup", token_hash: firstLink.tokenHash }, visitor)).status).toBe(200);
  expect((await openMailLink(email, visitor)).status).toBe(403);
});

test("the confirmation mail is not sent twice within a minute", async () => {
  const visitor = newVisitor();
  const email = emailOf("impatient");
  await signUp(email, "monsoon-2025", visitor);
  const answer = await call(visitor, "POST", "/auth/v1/resend", { body: { type: "signup", email } });
  expectRateLimit(answer, "over_email_send_rate_limit", 60);
  expect((await mailsTo(email)).length).toBe(1);
});

test("resending answers the same for waiting, confirmed and unknown addresses", async () => {
  const user = await newUser("confirmed");
  const waiting = emailOf("waiting");
  await signUp(waiting, "monsoon-2025");
  await sendBack(waiting, 61);
  await sendBack(user.email, 61);
  const answers = [];
  for (const email of [waiting, user.email, emailOf("unknown")]) {
    const answer = await call(newVisitor(), "POST", "/auth/v1/resend", { body: { type: "signup", email } });
    answers.push([answer.status, answer.text]);
  }
  expect(new Set(answers.map(String)).size, JSON.stringify(answers)).toBe(1);
  expect((await mailsTo(user.email)).length).toBe(1);
});

test("a link carries 128 random bits, and no code opens anything", async () => {
  const visitor = newVisitor();
  const email = emailOf("linked");
  await signUp(email, "monsoon-2025", visitor);
  const { tokenHash } = await newestMailLink(email);
  expect(tokenHash).toMatch(/^[\w-]{22}$/);
  for (const token of [tokenHash, "0123456789", "012345"]) {
    const answer = await verify({ type: "signup", email, token }, visitor);
    expect([answer.status, answer.body.error_code], token).toEqual([403, "otp_expired"]);
  }
  expect((await verify({ type: "signup", token_hash: tokenHash }, visitor)).status).toBe(200);
});

test("after ten wrong passwords an account is locked for that address, in Supabase's words, and only there", async () => {
  const user = await newUser("locked");
  const guesser = newVisitor();
  for (let guess = 1; guess <= 10; guess += 1) {
    expect((await logIn(user.email, `guess-${guess}`, guesser)).status).toBe(400);
  }
  expectRateLimit(await logIn(user.email, user.password, guesser), "over_request_rate_limit", 15 * 60);
  expectRateLimit(await logIn(user.email.toUpperCase(), "guess-12", guesser), "over_request_rate_limit", 15 * 60);
  expect((await logIn(user.email, user.password)).status).toBe(200);
});

test("a right password buys no guess beyond the ten", async () => {
  const user = await newUser("forgiven");
  const visitor = newVisitor();
  await logIn(user.email, user.password, visitor);
  await logIn(user.email, user.password, visitor);
  const statuses = [];
  for (let guess = 0; guess < 11; guess += 1)
    statuses.push((await logIn(user.email, `guess-${guess}`, visitor)).status);
  expect(statuses).toEqual([...Array<number>(10).fill(400), 429]);
});

test("the right password clears the count of wrong ones", async () => {
  const user = await newUser("forgetful");
  for (let round = 1; round <= 2; round += 1) {
    for (let guess = 1; guess <= 9; guess += 1) await logIn(user.email, `guess-${guess}`, user);
    expect((await logIn(user.email, user.password, user)).status).toBe(200);
  }
});

test("one address gets 30 sign-ins and sign-ups in five minutes, then 429 with the time to wait", async () => {
  const visitor = newVisitor();
  const statuses = new Set<number>();
  // Too short a password is refused without being hashed: thirty tries cost next to nothing, and count.
  for (let attempt = 1; attempt <= 30; attempt += 1) {
    statuses.add((await signUp(emailOf("flood"), "short", visitor)).status);
  }
  expect(statuses).toEqual(new Set([422]));
  expectRateLimit(await logIn(emailOf("flood"), "a-wrong-guess", visitor), "over_request_rate_limit", 5 * 60);
  expectRateLimit(await signUp(emailOf("flood"), "monsoon-2025", visitor), "over_request_rate_limit", 5 * 60);
  const { status } = await logIn(emailOf("flood"), "a-wrong-guess");
  expect(status).toBe(400);
});

test("the limit counts a household: every IPv6 address of one /64 network, however it is written", async () => {
  const addresses = ["2001:db8::1", "2001:db8::a:b:c:d", "2001:0db8:0:0:9::", "2001:DB8:0:0:1:2:3:4", "2001:db8::ffff"];
  const answers: Answer[] = [];
  for (let attempt = 0; attempt <= 30; attempt += 1) {
    const visitor = { address: addresses[attempt % addresses.length] ?? "", accessToken: null };
    answers.push(await verify({ type: "signup", token_hash: "0".repeat(64) }, visitor));
  }
  expect(new Set(answers.slice(0, 30).map((answer) => answer.status))).toEqual(new Set([403]));
  expectRateLimit(answers[30], "over_request_rate_limit", 5 * 60);
  const neighbour = { address: "2001:db8:0:1::1", accessToken: null };
  expect((await verify({ type: "signup", token_hash: "0".repeat(64) }, neighbour)).status).toBe(403);
});

test("an address that the visitor makes up in front of the proxy's does not help against the limits", async () => {
  const { address } = newVisitor();
  const statuses = [];
  for (let attempt = 0; attempt <= 30; attempt += 1) {
    const visitor = { address: `203.0.113.${attempt}, ${address}`, accessToken: null };
    statuses.push((await verify({ type: "signup", token_hash: "0".repeat(64) }, visitor)).status);
  }
  expect(statuses.filter((status) => status === 429).length).toBe(1);
});

test("codes cannot be guessed: 30 attempts in five minutes", async () => {
  const visitor = newVisitor();
  const email = emailOf("guessed");
  await signUp(email, "monsoon-2025");
  for (let attempt = 0; attempt < 30; attempt += 1) {
    const answer = await verify({ type: "signup", email, token: String(attempt).padStart(10, "0") }, visitor);
    expect(answer.status).toBe(403);
  }
  const answer = await verify({ type: "signup", email, token: "0000000030" }, visitor);
  expectRateLimit(answer, "over_request_rate_limit", 5 * 60);
});

test("one address asks for 30 mails an hour", async () => {
  const visitor = newVisitor();
  const statuses = [];
  for (let attempt = 1; attempt <= 31; attempt += 1) {
    const body = { email: `nobody-${attempt}@mails.example` };
    statuses.push((await call(visitor, "POST", "/auth/v1/recover", { body })).status);
  }
  expect(statuses.slice(0, 30)).toEqual(Array(30).fill(200));
  expect(statuses[30]).toBe(429);
});

test("sessions are refreshed 150 times in five minutes from one address", async () => {
  const visitor = newVisitor();
  const statuses = [];
  for (let attempt = 1; attempt <= 151; attempt += 1) {
    statuses.push((await refresh("01a1fd17-4aea-74dd-9c6a-520cbd755b28", visitor)).status);
  }
  expect(statuses.slice(0, 150)).toEqual(Array(150).fill(400));
  expect(statuses[150]).toBe(429);
});

test("many sign-ups of one new address at once make one account and one mail", async () => {
  const email = emailOf("double.click");
  const before = await storedRows();
  const answers = await Promise.all(Array.from({ length: 6 }, () => signUp(email, "monsoon-2025")));
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 200, 200, 200, 200, 200]);
  expect((await storedRows()).users).toBe((before.users ?? 0) + 1);
  expect((await mailsTo(email)).length).toBe(1);
});

const BAD_SIGN_UPS: [string, unknown][] = [
  ["no e-mail", { password: "monsoon-2025" }],
  ["no password", { email: "a@b.example" }],
  ["no @", { email: "plain", password: "monsoon-2025" }],
  ["a space in the e-mail", { email: "a b@c.example", password: "monsoon-2025" }],
  ["a comment in the e-mail", { email: "(1)asha@b.example", password: "monsoon-2025" }],
  ["brackets round the e-mail", { email: "<asha@b.example>", password: "monsoon-2025" }],
  ["quotes in the e-mail", { email: '"asha"@b.example', password: "monsoon-2025" }],
  ["a network address in the e-mail", { email: "asha@[127.0.0.1]", password: "monsoon-2025" }],
  ["an e-mail on no domain", { email: "asha@localhost", password: "monsoon-2025" }],
  ["an e-mail of 255 characters", { email: `${"a".repeat(245)}@b.example`, password: "monsoon-2025" }],
  ["two addresses", { email: "a@b.example,c@d.example", password: "monsoon-2025" }],
  ["a line break and a mail header", { email: "a@b.example\r\nBcc: c@d.example", password: "monsoon-2025" }],
  ["NUL in the e-mail", { email: "a\u0000b@c.example", password: "monsoon-2025" }],
  ["a control character in the e-mail", { email: "a\u0007b@c.example", password: "monsoon-2025" }],
  ["a text direction override in the e-mail", { email: "a\u202eb@c.example", password: "monsoon-2025" }],
  ["a zero-width space in the e-mail", { email: "a\u200bb@c.example", password: "monsoon-2025" }],
  ["NUL in the password", { email: "nul@c.example", password: "mon\u0000soon" }],
  ["an e-mail of 400 characters", { email: `${"a".repeat(390)}@b.example`, password: "monsoon-2025" }],
  ["a password of five characters", { email: "short@c.example", password: "12345" }],
  ["a password of 5,000 characters", { email: "long@c.example", password: "x".repeat(5000) }],
  ["a number as the password", { email: "number@c.example", password: 123_456 }],
  ["a phone number", { phone: "+919876543210", password: "monsoon-2025" }],
  ["a list", [{ email: "list@c.example", password: "monsoon-2025" }]],
  ["malformed JSON", '{"email":'],
  ["nothing", undefined],
];

test.for(BAD_SIGN_UPS)("sign-up with %s is refused", { tags: ["5.39"] }, async ([, body]) => {
  const answer = await expectRefusal(() => call(newVisitor(), "POST", "/auth/v1/signup", { body }));
  expect([400, 415, 422]).toContain(answer.status);
});

test("NUL characters are refused by every call of the account service", async () => {
  const visitor = newVisitor();
  const bodies: [string, object][] = [
    ["/auth/v1/token?grant_type=password", { email: "a\u0000b@c.example", password: "monsoon-2025" }],
    ["/auth/v1/token?grant_type=password", { email: "a@c.example", password: "mon\u0000soon" }],
    ["/auth/v1/token?grant_type=refresh_token", { refresh_token: "a\u0000b" }],
    ["/auth/v1/verify", { type: "signup", token_hash: "a\u0000bcdefghijklmnop" }],
    ["/auth/v1/verify", { type: "signup", email: "a\u0000b@c.example", token: "0123456789" }],
    ["/auth/v1/verify", { type: "signup", email: "a@c.example", token: "01234\u000056789" }],
    ["/auth/v1/recover", { email: "a\u0000b@c.example" }],
    ["/auth/v1/resend", { type: "signup", email: "a\u0000b@c.example" }],
  ];
  for (const [path, body] of bodies) {
    const answer = await expectRefusal(() => call(visitor, "POST", path, { body }));
    expect(answer.status, path).toBe(400);
  }
});

test("forged metadata at sign-up is dropped", async () => {
  const visitor = newVisitor();
  const email = emailOf("forger");
  const body = {
    email,
    password: "monsoon-2025",
    data: { role: "service_role", sub: "x", app_metadata: { admin: true } },
  };
  for (const forged of [{ role: "service_role" }, { app_metadata: { admin: true } }, { is_admin: true }])
    await expectRefusal(() => call(visitor, "POST", "/auth/v1/signup", { body: { ...body, ...forged } }));
  expect((await call(visitor, "POST", "/auth/v1/signup", { body })).status).toBe(200);
  const confirmed = await openMailLink(email, visitor);
  expect(confirmed.body.user.role).toBe("authenticated");
  expect(JSON.stringify(confirmed.body.user)).not.toMatch(/service_role|admin/);
  const [, claims = ""] = confirmed.body.access_token.split(".");
  expect(JSON.parse(Buffer.from(claims, "base64url").toString()).role).toBe("authenticated");
});

test("a session whose account is gone publishes nothing", async () => {
  const user = await newUser("deleted");
  const id = await publishReview(user);
  await owner`delete from auth.users where id = ${user.id}`;
  const answer = await expectRefusal(() => insertReview(user, plainReview()));
  expect(answer.status).toBe(401);
  expect((await call(user, "GET", "/auth/v1/user")).status).toBeGreaterThanOrEqual(400);
  expect(await owner`select from private.review_authors where review_id = ${id}`).toHaveLength(0);
});

test("sweeping takes accounts that were never confirmed, unused sessions, and used tokens, and no others", async () => {
  const [waiting, forgotten] = [emailOf("still.waiting"), emailOf("forgotten")];
  await signUp(waiting, "monsoon-2025");
  await signUp(forgotten, "monsoon-2025");
  await newestMailLink(forgotten);
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
  expect((await refresh(user.refreshToken, user)).body.error_code).toBe("refresh_token_not_found");
  const again = await refresh(first.body.refresh_token, user);
  expect(again.body.refresh_token, "the answer got lost a month ago").toBe(second.body.refresh_token);
});

function expectRateLimit(answer: Answer | undefined, code: string, atMostSeconds: number): void {
  expect(answer?.status, answer?.text).toBe(429);
  expect(answer?.body).toEqual({ code: 429, error_code: code, msg: expect.stringMatching(/\w/) });
  const wait = Number(answer?.headers.get("retry-after"));
  expect(wait).toBeGreaterThanOrEqual(1);
  expect(wait).toBeLessThanOrEqual(atMostSeconds);
}

async function timed(action: () => Promise<Answer>): Promise<{ answer: Answer; ms: number }> {
  const start = performance.now();
  const answer = await action();
  return { answer, ms: performance.now() - start };
}
