import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import http from "node:http";
import path from "node:path";
import { Readable } from "node:stream";
import PostalMime, { type Email } from "postal-mime";
import postgres from "postgres";
import sharp, { type Sharp } from "sharp";
import { expect } from "vitest";
import { deferredWork } from "./deferred-work.ts";
import { server } from "./worker-server.ts";

// Setup for the database tests. Visitors act through the public HTTP paths alone; `owner` is for states that only an
// operator can make and for looking at what is stored out of their reach.

/** A client with its own network address, so that no test uses up another's limits; signed in or anonymous. */
export interface Visitor {
  address: string;
  accessToken: string | null;
}

/** A signed-in user with a confirmed account. */
export interface User extends Visitor {
  id: string;
  email: string;
  password: string;
  accessToken: string;
  refreshToken: string;
}

export interface Answer {
  status: number;
  headers: Headers;
  bytes: Buffer;
  text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- Tests look into answers of every shape.
  body: any;
}

export interface Call {
  /** Sent as JSON, except texts, bytes, forms and streams, which are sent as they are. */
  body?: unknown;
  headers?: Record<string, string | null>;
  /** Another server than the one of the API. */
  server?: string;
}

let visitorCount = 0;

/** A visitor without an account, in a network of their own. */
export function newVisitor(): Visitor {
  visitorCount += 1;
  return { address: `2001:db8:${visitorCount.toString(16)}:${testFileHash()}::1`, accessToken: null };
}

/** The same person at another address: what tests write by the dozen meets no limit of one address. */
function somewhereElse(visitor: Visitor): Visitor {
  return { ...visitor, address: newVisitor().address };
}

/** A visitor who signs up with this name, opens the link in the mail and is signed in by it. */
export async function signUpAndConfirm(name: string, email = emailOf(name)): Promise<User> {
  const visitor = newVisitor();
  const password = `${name}-home-truth`;
  const signUp = await call(visitor, "POST", "/auth/v1/signup", { body: { email, password } });
  expect(signUp.status, signUp.text).toBe(200);
  const confirmation = await openMailLink(visitor, email);
  expect(confirmation.status, confirmation.text).toBe(200);
  const { access_token: accessToken, refresh_token: refreshToken, user } = confirmation.body;
  return { ...visitor, id: user.id, email, password, accessToken, refreshToken };
}

/** What the token of a user says, as the gateway of a project passes it on to the database. */
export function claimsOf(user: User): string {
  return Buffer.from(user.accessToken.split(".")[1] ?? "", "base64url").toString();
}

const known = new Map<string, Promise<User>>();

/** The same user whenever a test of this file asks for the name: for tests that leave accounts alone. */
export function knownUser(name: string): Promise<User> {
  const user = known.get(name) ?? signUpAndConfirm(name);
  known.set(name, user);
  return user;
}

/** An address unique to the test: the part before the @ is the name. */
export function emailOf(name: string): string {
  visitorCount += 1;
  return `${name}@${visitorCount}.${testFileHash()}.example`;
}

/** Verifies the link of the newest mail to this address, as the page that it leads to does. */
export async function openMailLink(visitor: Visitor, email: string): Promise<Answer> {
  const { tokenHash, type } = await newestMailLink(email);
  return call(visitor, "POST", "/auth/v1/verify", { body: { type, token_hash: tokenHash } });
}

export async function newestMailLink(email: string): Promise<{ url: URL; tokenHash: string; type: string }> {
  // Its answer does not wait for what a sign-up does.
  await expect.poll(async () => (await mailsTo(email)).length, { timeout: 10_000 }).toBeGreaterThan(0);
  const mail = (await mailsTo(email)).at(-1);
  const [link = ""] = mail?.text?.match(/https?:\/\/localhost\/[^\s\]]+/) ?? [];
  expect(link, `a link in a mail to ${email}`).not.toBe("");
  const url = new URL(link);
  return { url, tokenHash: url.searchParams.get("token_hash") ?? "", type: url.searchParams.get("type") ?? "" };
}

const readMails = new Map<string, Email>();

/** The mails to this address, oldest first, when all that were to be sent have gone out. */
export async function mailsTo(email: string): Promise<Email[]> {
  const isOut = async () => (await owner`select from private.mail_outbox where recipient = ${email}`).length === 0;
  await expect.poll(isOut, { timeout: 10_000, interval: 10 }).toBe(true);
  const folder = server.mailFolder;
  const names = (await fs.readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml")).toSorted();
  for (const name of names) {
    if (!readMails.has(name)) readMails.set(name, await PostalMime.parse(await fs.readFile(path.join(folder, name))));
  }
  return names.flatMap((name) => readMails.get(name) ?? []).filter((mail) => mail.to?.[0]?.address === email);
}

/** One HTTP request as this visitor sends it; resolves when what it asked for is done, too. `null` leaves out a header. */
export async function call(visitor: Visitor, method: string, target: string, options: Call = {}): Promise<Answer> {
  const isDone = await deferredWork(owner, target, options.body);
  const answer = await send(visitor, method, target, options);
  if (isDone && answer.status === 200) await expect.poll(isDone, { timeout: 10_000, interval: 10 }).toBe(true);
  return answer;
}

/** The request letter by letter (fetch would tidy paths and headers up first), over a connection of its own. */
export async function send(visitor: Visitor, method: string, target: string, options: Call = {}): Promise<Answer> {
  const { type, payload } = await encoded(options.body);
  const headers: Record<string, string | null> = {
    "x-forwarded-for": visitor.address,
    apikey: server.publishableKey,
    authorization: visitor.accessToken && `Bearer ${visitor.accessToken}`,
    "content-type": type,
    ...options.headers,
  };
  const { hostname, port, host } = new URL(options.server ?? server.apiUrl);
  // Kept alive: otherwise the server hangs up on a body that is too large while it is still being sent.
  const agent = new http.Agent({ keepAlive: true });
  try {
    return await new Promise<Answer>((resolve, reject) => {
      const sent = http.request({ agent, hostname, port, method, path: target, setHost: false }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("error", reject);
        answer.on("end", () => {
          const bytes = Buffer.concat(chunks);
          const text = bytes.toString("utf8");
          const received = Object.entries(answer.headersDistinct).map(([name, values]) => [name, values?.join(", ")]);
          const status = answer.statusCode ?? 0;
          resolve({ status, headers: new Headers(received as [string, string][]), bytes, text, body: parsed(text) });
        });
      });
      sent.on("error", reject);
      for (const [name, value] of Object.entries({ host, ...headers })) if (value !== null) sent.setHeader(name, value);
      if (payload instanceof Readable) payload.pipe(sent);
      else sent.setHeader("content-length", payload.length).end(payload);
    });
  } finally {
    agent.destroy();
  }
}

async function encoded(body: unknown): Promise<{ type: string | null; payload: Buffer | Readable }> {
  const type = "application/json";
  if (body === undefined) return { type: null, payload: Buffer.alloc(0) };
  if (body instanceof Readable) return { type, payload: body };
  if (body instanceof FormData) {
    const form = new Response(body);
    return { type: form.headers.get("content-type"), payload: Buffer.from(await form.arrayBuffer()) };
  }
  const isRaw = typeof body === "string" || body instanceof Uint8Array;
  return { type, payload: Buffer.from(isRaw ? body : JSON.stringify(body)) };
}

/** Calls a function of the table API. */
export function rpc(visitor: Visitor, name: string, args: object = {}): Promise<Answer> {
  return call(visitor, "POST", `/rest/v1/rpc/${name}`, { body: args });
}

/** A review that has what the form requires and nothing else. */
export function plainReview(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: randomUUID(),
    property_name: "Lakeview Residency",
    locality: "HSR Layout",
    city: "Bengaluru",
    rating: 4,
    review_text: "Bright rooms, and the deposit came back in full.",
    ...changes,
  };
}

export function insertReview(visitor: Visitor, review: unknown, headers: Call["headers"] = {}): Promise<Answer> {
  return call(somewhereElse(visitor), "POST", "/rest/v1/reviews", { body: review, headers });
}

/** Publishes a plain review with these changes. Resolves to its id. */
export async function publishReview(user: User, changes: Record<string, unknown> = {}): Promise<string> {
  const review = plainReview(changes);
  const answer = await insertReview(user, review);
  expect(answer.status, answer.text).toBe(201);
  return review.id as string;
}

/** The review as visitors read it, or undefined when they cannot. */
export async function readReview(id: string): Promise<Record<string, unknown> | undefined> {
  const answer = await rpc(newVisitor(), "review_in_context", { review_id: id, reviews_per_group: 1 });
  expect(answer.status, answer.text).toBe(200);
  return answer.body?.reviews[0];
}

export function reportReview(visitor: Visitor, report: unknown, headers: Call["headers"] = {}): Promise<Answer> {
  return call(somewhereElse(visitor), "POST", "/rest/v1/review_reports", { body: report, headers });
}

/** Uploads bytes under a name in the bucket of proof photos. */
export function uploadPhoto(
  visitor: Visitor,
  name: string,
  bytes: Uint8Array | FormData | Readable,
  headers: Call["headers"] = {},
): Promise<Answer> {
  return call(somewhereElse(visitor), "POST", `/storage/v1/object/review-proofs/${name}`, {
    body: bytes,
    headers: { ...(bytes instanceof FormData ? {} : { "content-type": "image/png" }), "x-upsert": "false", ...headers },
  });
}

/** Uploads a small picture under a new name. Resolves to the path under which everyone sees it. */
export async function uploadedPhoto(user: User): Promise<string> {
  const name = photoName("png");
  const answer = await uploadPhoto(user, name, await picture().png().toBuffer());
  expect(answer.status, answer.text).toBe(200);
  return `/storage/v1/object/public/review-proofs/${name}`;
}

let photoCount = 0;

/** A name as the product gives it: `public/<start of a day in India>-<random>.<extension>`. */
export function photoName(extension: string): string {
  photoCount += 1;
  return `public/1763663400000-${testFileHash()}${photoCount}x.${extension}`;
}

/** A picture of one colour, to be encoded. */
export function picture(width = 400, height = 300): Sharp {
  return sharp({ create: { width, height, channels: 3, background: { r: 200, g: 120, b: 60 } } });
}

/** The database as its owner sees it. */
export const owner = postgres(server.databaseUrl, { max: 2, idle_timeout: 1, onnotice: () => {} });

/** What the server has written for its operator so far. */
export function serverLog(): Promise<string> {
  return fs.readFile(server.logFile, "utf8");
}

/** What is stored by visitors, counted: two equal countings mean that nothing was stored in between. */
export async function storedRows(): Promise<Record<string, number>> {
  const [counts] = await owner<Record<string, number>[]>`
    select
      (select count(*)::int from public.reviews) as reviews,
      (select count(*)::int from public.properties) as properties,
      (select coalesce(sum(review_count), 0)::int from public.properties) as counted_reviews,
      (select count(*)::int from private.review_authors) as authors,
      (select count(*)::int from public.review_reports) as reports,
      (select count(*)::int from public.reviews where reported) as reported,
      (select count(*)::int from public.referral_waitlist) as waitlist,
      (select count(*)::int from storage.objects) as photos,
      (select count(*)::int from auth.users) as users`;
  return counts ?? {};
}

/** Fails unless the request is refused as the caller's mistake, in plain words, and leaves nothing behind. */
export async function expectRefusal(request: () => Promise<Answer>): Promise<Answer> {
  const before = await storedRows();
  const answer = await request();
  expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
  expect(answer.status, answer.text).toBeLessThan(500);
  const words = answer.body?.message ?? answer.body?.msg ?? answer.body?.error_description;
  expect(words, answer.text).toMatch(/^\S.*\S$/);
  expect(words, "database internals").not.toMatch(/violates check|relation "|PL\/pgSQL|SQLSTATE|syntax error/i);
  expect(await storedRows()).toEqual(before);
  return answer;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Four hexadecimal digits of the running test file's name: files share a server but neither addresses nor names. */
function testFileHash(): string {
  return createHash("sha256")
    .update(path.basename(expect.getState().testPath ?? ""))
    .digest("hex")
    .slice(0, 4);
}
