import { expect } from "vitest";
import {
  type Answer,
  type Call,
  type User,
  type Visitor,
  call,
  emailOf,
  newVisitor,
  owner,
  publishReview,
  readReview,
  reportReview,
  signUpAndConfirm,
  uploadedPhoto,
} from "../supabase/tests/visitors.ts";

/** Whose things are attacked, and with what: the public key and one ordinary account. */
export interface Town {
  /** Has published under her name, anonymously, and once more; the last review is hidden by the operator. */
  victim: User;
  attacker: User;
  named: string;
  anonymous: string;
  hidden: string;
  /** Of the named review, under its path and as the name of an object. */
  photo: string;
  photoName: string;
  propertyId: string;
  reporterEmail: string;
  waitingEmail: string;
}

export const HIDDEN_WORDS = "Zwischenfall Bombaysapphire";

let town: Promise<Town> | undefined;

/** The same for all tests of a file. */
export function ourTown(): Promise<Town> {
  town ??= buildTown();
  return town;
}

async function buildTown(): Promise<Town> {
  const victim = await signUpAndConfirm("victim");
  const attacker = await signUpAndConfirm("attacker");
  const photo = await uploadedPhoto(victim);
  const house = { property_name: `House of ${victim.email.split("@")[1]}`, locality: "Quiet Lane", city: "Mysuru" };
  const named = await publishReview(victim, { ...house, email: victim.email, proof_urls: [photo] });
  const anonymous = await publishReview(victim, { ...house, email: null, review_text: "No water in May, twice." });
  const hidden = await publishReview(victim, {
    ...house,
    property_name: `${HIDDEN_WORDS} House`,
    review_text: `${HIDDEN_WORDS} was here.`,
  });
  await owner`update public.reviews set hidden_at = now() where id = ${hidden}`;
  const reporterEmail = emailOf("reporter");
  const report = {
    review_id: named,
    reason: "fake",
    reporter_email: reporterEmail,
    reporter_fingerprint: "d".repeat(32),
  };
  expect((await reportReview(newVisitor(), report)).status).toBe(201);
  const waitingEmail = emailOf("waiting");
  const entry = { name: "Waiting Person", email: waitingEmail };
  expect((await call(newVisitor(), "POST", "/rest/v1/referral_waitlist", { body: entry })).status).toBe(201);
  const propertyId = String((await readReview(named))?.property_id);
  const photoName = photo.replace("/storage/v1/object/public/review-proofs/", "");
  return {
    ...{ victim, attacker, named, anonymous, hidden, photo, photoName, propertyId, reporterEmail, waitingEmail },
  };
}

/** One hostile request. Whatever it does, it must not be the server that is at fault, and must not say what is private. */
export async function attack(visitor: Visitor, method: string, target: string, options?: Call): Promise<Answer> {
  const answer = await call(visitor, method, target, options);
  expect(answer.status, `${method} ${target}: ${answer.text.slice(0, 200)}`).toBeLessThan(500);
  expect(answer.text.slice(0, 10_000)).not.toMatch(INTERNALS);
  const { victim, hidden, reporterEmail, waitingEmail } = await ourTown();
  const said = `${answer.text} ${[...answer.headers].join(" ")}`.toLowerCase();
  const asked =
    `${target} ${JSON.stringify(options?.body ?? "")} ${JSON.stringify(options?.headers ?? "")}`.toLowerCase();
  const secrets = [victim.email, victim.id, victim.accessToken, reporterEmail, waitingEmail, hidden, HIDDEN_WORDS];
  const told = secrets.filter((secret) => said.includes(secret.toLowerCase()) && !asked.includes(secret.toLowerCase()));
  expect(told, `${method} ${target} told`).toEqual([]);
  return answer;
}

/** Both who attack: somebody without an account, and somebody with one. */
export async function attackers(): Promise<[string, Visitor][]> {
  const { attacker } = await ourTown();
  return [
    ["without an account", newVisitor()],
    ["with an account", { ...attacker, address: newVisitor().address }],
  ];
}

/** What was told: the rows of an answer, and none when the question was refused. */
export function rowsOf({ status, body, text }: Answer): Record<string, unknown>[] {
  if (status >= 400) return [];
  expect(body, text).toBeInstanceOf(Array);
  return body;
}

/** What only somebody who looks inside would know. */
const INTERNALS =
  /PL\/pgSQL|SQLSTATE|syntax error at|node_modules|encrypted_password|jwt_secret|\/server\/|at async |root:x:0/;

/** Everything that visitors could have changed, down to the letter. */
export async function everythingStored(): Promise<string> {
  await ourTown();
  const [stored] = await owner<{ digest: string }[]>`
    select md5(concat_ws('|',
      (select string_agg(r::text, ',' order by r.id) from public.reviews r),
      (select string_agg(p::text, ',' order by p.id) from public.properties p),
      (select string_agg(r::text, ',' order by r.id) from public.review_reports r),
      (select string_agg(w::text, ',' order by w.id) from public.referral_waitlist w),
      (select string_agg(a::text, ',' order by a.review_id) from private.review_authors a),
      (select string_agg(s::text, ',' order by s.key) from private.settings s),
      (select string_agg(concat_ws(':', o.bucket_id, o.name, o.owner_id), ',' order by o.name) from storage.objects o),
      (select string_agg(b.id || b.public::text, ',' order by b.id) from storage.buckets b),
      (select string_agg(concat_ws(':', u.id, u.email, u.role, u.encrypted_password, u.confirmed_at, u.raw_app_meta_data::text,
        u.raw_user_meta_data::text), ',' order by u.id) from auth.users u))) as digest`;
  return stored?.digest ?? "";
}
