import { Readable } from "node:stream";
import { expect } from "vitest";
import {
  type Answer,
  call,
  type Call,
  emailOf,
  newUser,
  newVisitor,
  owner,
  publishReview,
  reportReview,
  uploadedPhoto,
  type User,
  type Visitor,
} from "../client.ts";
import { uniqueName } from "../../unique-name.ts";

/** The data that attackers want to read. They have the public key and an ordinary account. */
export interface Fixtures {
  /** The author of a signed review with a photo, an anonymous one and two hidden ones. */
  victim: User;
  attacker: User;
  named: string;
  anonymous: string;
  /** The only review of its home. */
  hidden: string;
  /** A hidden review of the same home as the visible ones. */
  hiddenBeside: string;
  photo: string;
  photoName: string;
  propertyId: string;
  reporterEmail: string;
  waitingEmail: string;
}

const HIDDEN_WORDS = "Zwischenfall Bombaysapphire";

/** The JWT secret in examples of Supabase's documentation. */
export const DOCUMENTED_SECRET = "super-secret-jwt-token-with-at-least-32-characters-long";

let created: Promise<Fixtures> | undefined;

export function fixtures(): Promise<Fixtures> {
  created ??= createFixtures();
  return created;
}

async function createFixtures(): Promise<Fixtures> {
  const victim = await newUser("victim");
  const attacker = await newUser("attacker");
  const photo = await uploadedPhoto(victim);
  const property = { property_name: uniqueName("House"), locality: "Quiet Lane", city: "Mysuru" };
  const named = await publishReview(victim, { ...property, email: victim.email, proof_urls: [photo] });
  const anonymous = await publishReview(victim, { ...property, email: null, review_text: "No water in May, twice." });
  const alone = { ...property, property_name: `${HIDDEN_WORDS} House`, review_text: `${HIDDEN_WORDS} was here.` };
  const hidden = await publishReview(victim, alone);
  const hiddenBeside = await publishReview(victim, { ...property, review_text: `${HIDDEN_WORDS} was here, too.` });
  await owner`update public.reviews set hidden_at = now() where id in ${owner([hidden, hiddenBeside])}`;
  const reporterEmail = emailOf("reporter");
  const report = { review_id: named, reason: "fake", reporter_email: reporterEmail };
  const reported = await reportReview(newVisitor(), { ...report, reporter_fingerprint: "d".repeat(32) });
  expect(reported.status, reported.text).toBe(201);
  const waitingEmail = emailOf("waiting");
  const entry = { name: "Waiting Person", email: waitingEmail };
  expect((await call(newVisitor(), "POST", "/rest/v1/referral_waitlist", { body: entry })).status).toBe(201);
  const [row] = await owner<{ property_id: string }[]>`select property_id from public.reviews where id = ${named}`;
  const propertyId = row?.property_id ?? "";
  const photoName = photo.replace("/storage/v1/object/public/review-proofs/", "");
  return {
    ...{ victim, attacker, named, anonymous, hidden, hiddenBeside, photo, photoName, propertyId },
    ...{ reporterEmail, waitingEmail },
  };
}

/** Sends a hostile request. Fails on a 5xx, on internals of the server and on a private value that the request did not contain. */
export async function attack(visitor: Visitor, method: string, target: string, options?: Call): Promise<Answer> {
  const answer = await call(visitor, method, target, options);
  expect(answer.status, `${method} ${target}: ${answer.text.slice(0, 200)}`).toBeLessThan(500);
  expect(answer.text.slice(0, 10_000)).not.toMatch(INTERNALS);
  const { victim, hidden, hiddenBeside, reporterEmail, waitingEmail } = await fixtures();
  const received = `${answer.text} ${[...answer.headers].join(" ")}`.toLowerCase();
  const { body, headers } = options ?? {};
  const content = body instanceof Readable || body instanceof Uint8Array ? "" : JSON.stringify(body ?? "");
  const sent = `${target} ${content} ${JSON.stringify(headers ?? "")}`.toLowerCase();
  const secrets = [victim.email, victim.id, victim.accessToken, reporterEmail, waitingEmail, HIDDEN_WORDS];
  secrets.push(hidden, hiddenBeside);
  const leaked = secrets.filter(
    (secret) => received.includes(secret.toLowerCase()) && !sent.includes(secret.toLowerCase()),
  );
  expect(leaked, `${method} ${target} leaked`).toEqual([]);
  return answer;
}

/**
 * Returns the answer to `ask`. Fails if five attempts all exceed the limit: a busy machine is slow at times, an expensive request always.
 */
export async function answeredWithin<Result>(milliseconds: number, ask: () => Promise<Result>): Promise<Result> {
  const times: number[] = [];
  for (;;) {
    const started = performance.now();
    const answer = await ask();
    times.push(performance.now() - started);
    if (Math.min(...times) < milliseconds) return answer;
    expect(times.length, `took ${times.map(Math.round).join(", ")} ms`).toBeLessThan(5);
  }
}

const INTERNALS =
  /PL\/pgSQL|SQLSTATE|syntax error at|node_modules|encrypted_password|jwt_secret|\/server\/|at async |root:x:0/;

export async function attackerElsewhere(): Promise<User> {
  return { ...(await fixtures()).attacker, address: newVisitor().address };
}

/** Returns the headers that are the same for equal requests. */
export function steadyHeaders(headers: Headers): string[][] {
  return [...headers].filter(([name]) => !/^(?:date|x-request-id|content-length|connection|keep-alive)$/.test(name));
}

/** Runs `act`. Fails if it changes a row that visitors could change. */
export async function expectNoChange<Result>(act: () => Promise<Result>): Promise<Result> {
  await fixtures();
  const before = await databaseDigest();
  const result = await act();
  expect(await databaseDigest()).toBe(before);
  return result;
}

async function databaseDigest(): Promise<string> {
  const [row] = await owner<{ digest: string }[]>`
    select md5(concat_ws('|',
      (select string_agg(r::text, ',' order by r.id) from public.reviews r),
      (select string_agg(p::text, ',' order by p.id) from public.properties p),
      (select string_agg(r::text, ',' order by r.id) from public.review_reports r),
      (select string_agg(w::text, ',' order by w.id) from public.referral_waitlist w),
      (select string_agg(a::text, ',' order by a.review_id) from private.review_authors a),
      (select string_agg(n::text, ',' order by n.review_id) from private.review_names n),
      (select string_agg(p::text, ',' order by p.photo_name) from private.review_proofs p),
      (select string_agg(e::text, ',' order by e.report_id) from private.reporter_emails e),
      (select string_agg(s::text, ',' order by s.key) from private.settings s),
      (select string_agg(f::text, ',' order by f.review_id, f.position) from private.follow_ups f),
      (select string_agg(w::text, ',' order by w.review_id) from private.withdrawn_reviews w),
      (select string_agg(f::text, ',' order by f.secret) from private.follows f),
      (select string_agg(d::text, ',' order by d.review_id) from private.deposit_reminders d),
      (select string_agg(r::text, ',' order by r.id) from private.replies r),
      (select string_agg(r::text, ',' order by r.id) from private.reply_reports r),
      (select string_agg(g::text, ',' order by g.id) from private.grievances g),
      (select string_agg(o::text, ',' order by o.user_id) from private.operators o),
      (select string_agg(concat_ws(':', o.bucket_id, o.name, o.owner_id), ',' order by o.name) from storage.objects o),
      (select string_agg(b.id || b.public::text, ',' order by b.id) from storage.buckets b),
      (select string_agg(concat_ws(':', u.id, u.email, u.role, u.encrypted_password, u.confirmed_at, u.raw_app_meta_data::text,
        u.raw_user_meta_data::text), ',' order by u.id) from auth.users u))) as digest`;
  return row?.digest ?? "";
}

/** Splits a list at white space. */
export function words(list: string): string[] {
  return list.trim().split(/\s+/);
}
