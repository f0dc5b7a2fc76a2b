import { expect, test } from "vitest";
import {
  call,
  emailOf,
  insertReview,
  newUser,
  newVisitor,
  photoName,
  plainReview,
  png,
  reportReview,
  rpc,
  serverLog,
  uploadPhoto,
} from "../client.ts";
import { attack, attackerElsewhere, fixtures } from "../attacks/fixtures.ts";

const EMAIL = /[\w.+-]+@[\w-]+\.\w/;
const DEVICE = "3f9a1c0e5b7d42689f00c1d2e3a4b5c6";

// attack() also fails if an answer contains a private value that the request did not.
test("quotes no stored value in an error", async () => {
  const { victim, named, waitingEmail } = await fixtures();
  const report = { review_id: named, reason: "fake", reporter_fingerprint: "d".repeat(32) };
  const asked: [string, object, number][] = [
    ["/rest/v1/referral_waitlist", { name: "Again", email: waitingEmail.toUpperCase() }, 409],
    ["/rest/v1/review_reports", report, 409],
    ["/rest/v1/reviews", plainReview({ id: named }), 201],
    ["/rest/v1/reviews", plainReview({ email: `${victim.email} `.repeat(40) }), 400],
    ["/auth/v1/signup", { email: victim.email, password: "a-wrong-guess" }, 200],
  ];
  for (const [target, body, status] of asked) {
    const visitor = target.endsWith("/reviews") ? await attackerElsewhere() : newVisitor();
    const answer = await attack(visitor, "POST", target, { body });
    expect(answer.status, answer.text).toBe(status);
    expect(answer.text).not.toContain(waitingEmail);
    expect(answer.text).not.toMatch(/[0-9a-f]{64}/);
  }
});

test("logs no email, address, token or password", async () => {
  const user = await newUser("logged");
  const visitor = newVisitor();
  const password = "a-password-never-logged";
  const email = emailOf("never-logged");
  const link = "f".repeat(64);
  const answers = [
    await call(visitor, "POST", "/auth/v1/signup", { body: { email, password } }),
    await call(visitor, "POST", "/auth/v1/signup", { body: `{"email":"${email}","password":` }),
    await call(visitor, "POST", "/auth/v1/token?grant_type=password", { body: { email, password } }),
    await call(visitor, "POST", "/auth/v1/verify", { body: { type: "signup", token_hash: link } }),
    await call(visitor, "POST", "/auth/v1/recover", { body: { email: `${email}\u0000` } }),
    await insertReview(user, plainReview({ email, rating: 9 })),
    await insertReview(user, plainReview({ email, move_in_date: email })),
    await insertReview(user, plainReview({ id: email })),
    await insertReview(user, plainReview({ [email]: password })),
    await insertReview({ ...user, accessToken: `${user.accessToken}x` }, plainReview({ email })),
    await call(visitor, "GET", `/auth/v1/user?email=${email}`),
    await call(visitor, "GET", `/rest/v1/${email}?apikey=sb_secret_${password}`),
    await rpc(visitor, "browse_properties", { page_size: email }),
    await call(visitor, "POST", "/rest/v1/referral_waitlist", { body: { name: email, email } }),
    await call(visitor, "POST", "/rest/v1/referral_waitlist", { body: { name: email, email } }),
    await call(visitor, "POST", "/rest/v1/referral_waitlist", { body: { name: email, email: `${email} ${email}` } }),
    await rpc(visitor, "review_in_context", { review_id: email }),
    await reportReview(visitor, {
      review_id: email,
      reason: email,
      reporter_email: email,
      reporter_fingerprint: DEVICE,
    }),
    await uploadPhoto(user, `public/${email}.png`, await png()),
    await uploadPhoto(user, photoName("png"), Buffer.from(email)),
  ];
  expect(answers.every((answer) => answer.status < 500)).toBe(true);
  const log = await serverLog();
  expect(log).toContain("GharSach is ready");
  for (const secret of [email, password, link, user.email, user.accessToken, visitor.address, DEVICE]) {
    expect(log).not.toContain(secret);
  }
  expect(log).not.toMatch(EMAIL);
  expect(log).not.toMatch(/eyJ[\w-]{10,}|token_hash=[^[]|sb_publishable_\w/);
});
