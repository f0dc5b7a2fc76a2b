import { expect, test } from "vitest";
import {
  call,
  emailOf,
  insertReview,
  newVisitor,
  owner,
  photoName,
  picture,
  plainReview,
  publishReview,
  readReview,
  reportReview,
  rpc,
  serverLog,
  newUser,
  uploadedPhoto,
  uploadPhoto,
  type User,
} from "../client.ts";

const EMAIL = /[\w.+-]+@[\w-]+\.\w/;
const DEVICE = "3f9a1c0e5b7d42689f00c1d2e3a4b5c6";

/** People who trusted the site with everything it asks for, and what they left on it. */
interface Fixture {
  asha: User;
  ravi: User;
  stranger: User;
  reporterEmail: string;
  waitingEmail: string;
  named: string;
  anonymous: string;
  hidden: string;
  photo: string;
  propertyId: string;
}

let fixture: Promise<Fixture> | undefined;
function populatedDatabase(): Promise<Fixture> {
  return (fixture ??= populate());
}

async function populate(): Promise<Fixture> {
  const asha = await newUser("asha.privacy");
  const ravi = await newUser("ravi.privacy");
  const stranger = await newUser("stranger.privacy");
  const house = { property_name: "Private Gardens", locality: "Quiet Lane", city: "Secretpur" };
  const photo = await uploadedPhoto(asha);
  const named = await publishReview(asha, { ...house, email: asha.email, proof_urls: [photo] });
  const anonymous = await publishReview(ravi, { ...house, email: null, user_id: ravi.id });
  const hidden = await publishReview(ravi, { ...house, email: ravi.email });
  await owner`update public.reviews set hidden_at = now() where id = ${hidden}`;
  await publishReview(stranger, { ...house, email: asha.email, user_id: asha.id });
  const reporterEmail = emailOf("reporter.privacy");
  const report = { review_id: named, reason: "fake", reporter_email: reporterEmail, reporter_fingerprint: DEVICE };
  expect((await reportReview(ravi, report)).status).toBe(201);
  const waitingEmail = emailOf("waiting.privacy");
  const entry = { name: "Waiting", email: waitingEmail };
  expect((await call(newVisitor(), "POST", "/rest/v1/referral_waitlist", { body: entry })).status).toBe(201);
  await call(newVisitor(), "POST", "/auth/v1/recover", { body: { email: asha.email } });
  const propertyId = String((await readReview(named))?.property_id);
  return { asha, ravi, stranger, reporterEmail, waitingEmail, named, anonymous, hidden, photo, propertyId };
}

test("a refusal does not quote what others stored or sent", async () => {
  const { stranger, ravi, named, reporterEmail, waitingEmail } = await populatedDatabase();
  const report = { review_id: named, reason: "fake", reporter_email: null, reporter_fingerprint: DEVICE };
  const entry = { name: "Again", email: waitingEmail.toUpperCase() };
  const answers = [
    await call(newVisitor(), "POST", "/rest/v1/referral_waitlist", { body: entry }),
    await reportReview(newVisitor(), report),
    await insertReview(stranger, plainReview({ id: named })),
    await insertReview(stranger, plainReview({ email: `${ravi.email} `.repeat(40) })),
    await call(newVisitor(), "POST", "/auth/v1/signup", { body: { email: ravi.email, password: "a-wrong-guess" } }),
  ];
  expect(answers.map((answer) => answer.status)).toEqual([409, 409, 409, 400, 200]);
  for (const { text } of answers) {
    expect(text).not.toContain(reporterEmail);
    expect(text).not.toContain(waitingEmail);
    expect(text).not.toContain(ravi.id);
    expect(text).not.toMatch(/[0-9a-f]{64}/);
  }
});

test("whatever visitors send, the server's log holds no address, no token and no password", async () => {
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
    await uploadPhoto(user, `public/${email}.png`, await picture().png().toBuffer()),
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
