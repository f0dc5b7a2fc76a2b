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
  type Call,
  type User,
  type Visitor,
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

test(
  "no response holds an e-mail address, an account or a session of another person",
  { tags: ["1.5", "5.18", "6.6"] },
  async () => {
    const people = await populatedDatabase();
    const { asha, ravi, stranger, named, propertyId, reporterEmail, waitingEmail } = people;
    const secrets = await everySecret();
    for (const known of [asha.email, ravi.id, reporterEmail, waitingEmail]) expect(secrets).toContain(known);

    const readers: [string, Visitor, string[]][] = [
      ["a visitor", newVisitor(), []],
      ["another user", stranger, await secretsOf(stranger)],
      ["an author", asha, await secretsOf(asha)],
      ["an anonymous author who reported", ravi, [...(await secretsOf(ravi)), reporterEmail]],
    ];
    const answered = new Set<string>();
    for (const [who, reader, own] of readers) {
      for (const [method, target, options] of everyRequest(people)) {
        const answer = await call(reader, method, target, options);
        const said = `${answer.text} ${[...answer.headers].join(" ")}`.toLowerCase();
        const leaks = secrets.filter((secret) => !own.includes(secret) && said.includes(secret.toLowerCase()));
        expect(leaks, `${method} ${target} told ${who}`).toEqual([]);
        expect(answer.status, `${method} ${target}: ${answer.text}`).toBeLessThan(500);
        if (said.includes(named) || said.includes(propertyId)) answered.add(target.replace("/rest/v1/rpc/", ""));
      }
    }
    const withReviews = ["browse_properties", "property_reviews", "recent_reviews", "review_in_context"];
    expect([...answered].toSorted()).toEqual(withReviews);
  },
);

test("no stored review names its author or their photos", { tags: ["1.5", "3.2"] }, async () => {
  const { named, asha, photo } = await populatedDatabase();
  const [stored] = await owner`select email, user_id, proof_urls from public.reviews where id = ${named}`;
  expect(stored).toEqual({ email: null, user_id: null, proof_urls: null });
  for (const author of [{ email: asha.email }, { user_id: asha.id }, { proof_urls: [photo] }]) {
    const refusal = owner`update public.reviews set ${owner(author)} where id = ${named}`;
    await expect(refusal).rejects.toThrow("reviews_name_no_author");
  }
});

test("searches do not tell who wrote a review", async () => {
  const { asha, stranger } = await populatedDatabase();
  for (const reader of [newVisitor(), stranger]) {
    for (const search of [asha.email, asha.email.split("@")[1], asha.id]) {
      expect((await rpc(reader, "browse_properties", { search })).body.groups, search).toEqual([]);
    }
  }
});

test("two reviews of one anonymous author share nothing that others do not share too", async () => {
  const author = await newUser("unlinkable");
  const other = await newUser("bystander");
  const rows = [];
  for (const user of [author, author, other]) {
    const id = await publishReview(user, { property_name: "Unlinkable House", email: null });
    rows.push((await readReview(id)) ?? {});
  }
  const shared = (a = {}, b = {}) =>
    Object.entries(a)
      .filter(([column, value]) => JSON.stringify(value) === JSON.stringify((b as Record<string, unknown>)[column]))
      .map(([column]) => column);
  expect(shared(rows[0], rows[1])).toEqual(shared(rows[0], rows[2]));
});

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

/** Requests that every function and every insert answers, and the addresses where a leak would be. */
function everyRequest({ asha, ravi, waitingEmail, named, anonymous, hidden, photo, propertyId }: Fixture) {
  const requests: [string, string, Call?][] = [];
  const ask = (name: string, body: object) => requests.push(["POST", `/rest/v1/rpc/${name}`, { body }]);
  for (const sort of ["recent", "rating", "verified"]) {
    for (const search of ["", "Private Gardens", asha.email, ravi.id]) {
      ask("browse_properties", { search, sort, city: "Secretpur", reviews_per_group: 60 });
      ask("property_reviews", { property_id: propertyId, search, sort });
    }
  }
  for (const review_id of [named, anonymous, hidden]) {
    ask("review_in_context", { review_id });
    ask("my_review", { review_id });
    ask("check_review_limits", {
      review_id,
      property_name: "Private Gardens",
      locality: "X",
      city: "Secretpur",
      review_text: "X",
    });
  }
  ask("recent_reviews", { at_most: 10 });
  ask("review_cities", {});
  ask("top_reviewers", {});
  ask("home_cities", {});
  const again = { name: "Again", email: ` ${waitingEmail.toUpperCase()} ` };
  const report = { review_id: named, reason: "fake", reporter_fingerprint: DEVICE };
  requests.push(
    ["POST", "/rest/v1/referral_waitlist", { body: again }],
    ["POST", "/rest/v1/review_reports", { body: report }],
    ["POST", "/rest/v1/reviews", { body: plainReview({ id: named }) }],
    ["GET", "/rest/v1/reviews?select=*"],
    ["GET", photo],
    ["GET", "/auth/v1/user"],
    ["GET", "/mailbox"],
  );
  return requests;
}

/** Everything in this database that names a person or opens an account. */
async function everySecret(): Promise<string[]> {
  const rows = await owner<{ secret: string | null }[]>`
    select email as secret from auth.users
    union select id::text from auth.users
    union select encrypted_password from auth.users
    union select confirmation_token from auth.users
    union select recovery_token from auth.users
    union select id::text from auth.sessions
    union select id::text from auth.identities
    union select token from auth.refresh_tokens
    union select email from private.review_names
    union select email from private.reporter_emails
    union select reporter_fingerprint from public.review_reports
    union select email from public.referral_waitlist
    union select value #>> '{}' from private.settings where key = 'report_secret'`;
  return rows.flatMap(({ secret }) => (secret ? [secret] : []));
}

/** What a user may read of their own account. */
async function secretsOf(user: User): Promise<string[]> {
  const sessions = await owner<{ id: string }[]>`
    select id::text as id from auth.sessions where user_id::text = ${user.id}
    union select id::text from auth.identities where user_id::text = ${user.id}`;
  return [user.email, user.id, ...sessions.map((session) => session.id)];
}
