import { createHmac, randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import http from "node:http";
import https from "node:https";
import path from "node:path";
import { Readable } from "node:stream";
import { decodeJwt } from "jose";
import PostalMime, { type Email } from "postal-mime";
import postgres from "postgres";
import sharp, { type Sharp } from "sharp";
import { expect, inject } from "vitest";
import { ownReviewId } from "../own-review-id.ts";

// Setup for the tests over HTTP. Visitors use only the public API, like auth-js, postgrest-js and storage-js. `owner` creates
// states that only an operator can, and reads what is stored.

/** The server of this worker, which runs one test file at a time. */
export const server = ofWorker(inject("servers"));
/** False on a Supabase project. Tests then expect its behavior, even if ours is stricter. */
export const isEmbedded = inject("isEmbedded");
/** If false, tests that move time or delete accounts are skipped. */
export const hasDatabase = server.databaseUrl !== "";
export const hasEmails = server.emailFolder !== "";
export const hasSecret = server.jwtSecret !== "";

export const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;
/** In UTC: GoTrue writes Z, PostgreSQL +00:00. */
export const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)$/;
export const PASSWORD = "monsoon-2025";
/** The query of the only rendition of a photo. */
export const RENDITION = "?width=128&height=128&resize=cover&quality=60";

export const owner = postgres(server.databaseUrl || "postgres://none", {
  max: 2,
  idle_timeout: 1,
  onnotice: () => {},
});

/** A client, signed in or anonymous. Each has a separate network address, so tests do not share limits. */
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
  // oxlint-disable-next-line typescript/no-explicit-any -- Tests read answers of every shape.
  body: any;
}

export interface Call {
  /** Sent as JSON, unless it is a string, bytes, a form or a stream. */
  body?: unknown;
  /** `null` removes a default header. */
  headers?: Record<string, string | null>;
  /** The URL of another server than this worker's. */
  server?: string;
}

/** For requests without the public key, such as those of an <img>. */
export const WITHOUT_KEY = { apikey: null, authorization: null };

/** Selects the server that global setup started for the worker of this file. */
function ofWorker<T>(started: T[]): T {
  const own = started[(Number(process.env.VITEST_POOL_ID) - 1) % started.length];
  if (!own) throw new Error("The global setup of this project has started nothing.");
  return own;
}

/** Makes addresses and names unique: files share a server, and projects outlive a run. */
const RUN = randomUUID().replaceAll("-", "").slice(0, 7);
let count = 0;

function newAddress(): string {
  count += 1;
  return `2${RUN.slice(0, 3)}:${RUN.slice(3)}:${count.toString(16)}::1`;
}

/** Creates a visitor in a new network, anonymous or with this token. */
export function newVisitor(accessToken: string | null = null): Visitor {
  return { address: newAddress(), accessToken };
}

/** Moves a visitor to a new network, so its limits do not apply. */
function elsewhere<Person extends Visitor>(visitor: Person): Person {
  return { ...visitor, address: newAddress() };
}

/** Returns an email without an account. Its local part starts with the name. */
export function emailOf(name: string): string {
  count += 1;
  const pattern = inject("emailAddress");
  return pattern ? pattern.replace("%", `${name}.${RUN}${count}`) : `${name}@${count}.${RUN}.example`;
}

/** Sends a request over a separate connection. Unlike fetch, it normalizes neither path nor headers. */
export async function call(visitor: Visitor, method: string, target: string, options: Call = {}): Promise<Answer> {
  const { type, payload } = await encoded(options.body);
  const headers: Record<string, string | null> = {
    "x-forwarded-for": visitor.address,
    apikey: server.publishableKey,
    authorization: `Bearer ${visitor.accessToken ?? server.publishableKey}`,
    "x-supabase-api-version": "2024-01-01",
    "content-type": type,
    ...options.headers,
  };
  const { protocol, hostname, port, host } = new URL(options.server ?? server.apiUrl);
  const { Agent, request } = protocol === "https:" ? https : http;
  // With keep-alive the server answers a body that is too large before it closes the connection.
  const agent = new Agent({ keepAlive: true });
  try {
    return await new Promise<Answer>((resolve, reject) => {
      const sent = request({ agent, hostname, port, method, path: target, setHost: false }, (answer) => {
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Opens a URL as a browser without the public key does. */
export function open(target: string, headers: Call["headers"] = {}, method = "GET"): Promise<Answer> {
  return call(newVisitor(), method, target, { headers: { ...WITHOUT_KEY, ...headers } });
}

type Data = Record<string, unknown>;

function loggedOut({ address }: Visitor): Visitor {
  return { address, accessToken: null };
}

export function signUp(email: string, password = PASSWORD, visitor = newVisitor(), more: Data = {}): Promise<Answer> {
  return call(loggedOut(visitor), "POST", "/auth/v1/signup", { body: { email, password, ...more } });
}

export function logIn(email: string, password = PASSWORD, visitor = newVisitor()): Promise<Answer> {
  return call(loggedOut(visitor), "POST", "/auth/v1/token?grant_type=password", { body: { email, password } });
}

export function refresh(token: unknown, visitor = newVisitor()): Promise<Answer> {
  const body = { refresh_token: token };
  return call(loggedOut(visitor), "POST", "/auth/v1/token?grant_type=refresh_token", { body });
}

export function verify(body: object, visitor = newVisitor()): Promise<Answer> {
  return call(visitor, "POST", "/auth/v1/verify", { body });
}

export function recover(email: string, visitor = newVisitor()): Promise<Answer> {
  const body = { email, gotrue_meta_security: {}, code_challenge: null, code_challenge_method: null };
  return call(loggedOut(visitor), "POST", "/auth/v1/recover", { body });
}

export function resend(email: string, visitor = newVisitor()): Promise<Answer> {
  const body = { type: "signup", email, gotrue_meta_security: {} };
  return call(loggedOut(visitor), "POST", "/auth/v1/resend", { body });
}

export function getUser(visitor: Visitor): Promise<Answer> {
  return call(visitor, "GET", "/auth/v1/user");
}

export function setPassword(visitor: Visitor, password: string, current_password?: string): Promise<Answer> {
  const body = { password, current_password, code_challenge: null, code_challenge_method: null };
  return call(visitor, "PUT", "/auth/v1/user", { body });
}

export function logOut(visitor: Visitor, scope = "global"): Promise<Answer> {
  return call(visitor, "POST", `/auth/v1/logout?scope=${scope}`);
}

export async function newUser(name: string, email = emailOf(name)): Promise<User> {
  const visitor = newVisitor();
  const signedUp = await signUp(email, PASSWORD, visitor);
  expect(signedUp.status, signedUp.text).toBe(200);
  return { ...signedIn(await openEmailLink(email, visitor)), address: visitor.address };
}

const known = new Map<string, Promise<User>>();

/** Returns the same user for a name throughout a test file. Only for tests that change neither the account nor its session. */
export function knownUser(name: string): Promise<User> {
  const user = known.get(name) ?? newUser(name);
  known.set(name, user);
  return user;
}

export async function signedInAgain({ email, password }: User): Promise<User> {
  return { ...signedIn(await logIn(email, password)), password };
}

/** Returns the user of a log-in, refresh or link response. Fails if the response has no session. */
export function signedIn(answer: Answer): User {
  expect(answer.status, answer.text).toBe(200);
  const { access_token: accessToken, refresh_token: refreshToken, user } = answer.body;
  return { ...newVisitor(), id: user.id, email: user.email, password: PASSWORD, accessToken, refreshToken };
}

export async function openEmailLink(email: string, visitor = newVisitor()): Promise<Answer> {
  const { tokenHash, type } = await newestEmailLink(email);
  return verify({ type, token_hash: tokenHash }, visitor);
}

/** Resolves to the token hash in the newest link of this kind. */
export async function linkToken(email: string, kind: "signup" | "recovery"): Promise<string> {
  return (await newestEmailLink(email, kind)).tokenHash;
}

interface EmailLink {
  url: URL;
  tokenHash: string;
  type: string;
}

/** Resolves to the link in the newest email to this address, optionally of a kind. */
export async function newestEmailLink(email: string, kind = ""): Promise<EmailLink> {
  if (!hasEmails) return storedLink(email, kind);
  const find = async () => (await emailsTo(email)).flatMap(linksIn).findLast(({ type }) => type.includes(kind));
  await expect.poll(find, { message: `a link in an email to ${email}`, timeout: 10_000 }).toBeDefined();
  return (await find()) as EmailLink;
}

/** Reads a link from the tables of Auth, for projects whose emails the tests cannot read. */
async function storedLink(email: string, kind: string): Promise<EmailLink> {
  const [row] = await owner`select confirmation_token, recovery_token from auth.users where email = ${email}`;
  const isRecovery = row?.recovery_token && kind !== "signup";
  const tokenHash = String(isRecovery ? row.recovery_token : (row?.confirmation_token ?? ""));
  return { url: new URL("http://localhost"), tokenHash, type: isRecovery ? "recovery" : "signup" };
}

const readEmails = new Map<string, Email>();

/** Resolves to the emails to this address, oldest first. Waits for the outbox of the embedded server. */
export async function emailsTo(email: string): Promise<Email[]> {
  const isOut = async () => (await owner`select from private.email_outbox where recipient = ${email}`).length === 0;
  if (isEmbedded) await expect.poll(isOut, { timeout: 10_000, interval: 10 }).toBe(true);
  const folder = server.emailFolder;
  const names = (await fs.readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml")).toSorted();
  for (const name of names) {
    if (!readEmails.has(name)) readEmails.set(name, await PostalMime.parse(await fs.readFile(path.join(folder, name))));
  }
  return names.flatMap((name) => readEmails.get(name) ?? []).filter(({ to }) => to?.[0]?.address === email);
}

function linksIn({ html = "", text = "" }: Email): EmailLink[] {
  const addresses =
    `${html.replaceAll("&amp;", "&")} ${text}`.match(/https?:\/\/[^\s"<>\]]+token_hash[^\s"<>\]]+/g) ?? [];
  return addresses.map((address) => {
    const url = new URL(address);
    return { url, tokenHash: url.searchParams.get("token_hash") ?? "", type: url.searchParams.get("type") ?? "" };
  });
}

export async function sendBack(email: string, seconds: number): Promise<void> {
  await owner`
    update auth.users set
      confirmation_sent_at = confirmation_sent_at - ${seconds} * interval '1 second',
      recovery_sent_at = recovery_sent_at - ${seconds} * interval '1 second'
    where email = ${email}`;
}

/**
 * Moves the sent emails of an account into the past, and gives it a new email: the embedded server counts the minute between two
 * emails in memory, by email. Resolves to the new email.
 */
export async function sendBackAndRename(email: string, seconds: number): Promise<string> {
  await sendBack(email, seconds);
  const renamed = emailOf("renamed");
  await owner`update auth.users set email = ${renamed} where email = ${email}`;
  return renamed;
}

export type Claims = Record<string, unknown>;

export function claimsOf(token: string): Claims {
  return decoded(token.split(".")[1]);
}

export function headerOf(token: string): Record<string, unknown> {
  return decoded(token.split(".")[0]);
}

/** Changes the claims of a token. By default the signature is valid. */
export function forged(token: string, changes: Claims, secret = server.jwtSecret): string {
  return signedToken({ ...claimsOf(token), ...changes }, secret, headerOf(token));
}

/** Signs a token with this key. If the claims name no session, the token names an unknown one. */
export function signedToken(claims: object, key: string, header: object = {}): string {
  const defaults = { aud: "authenticated", role: "authenticated", sub: randomUUID(), session_id: randomUUID() };
  const times = { iat: inSeconds(0), exp: inSeconds(3600) };
  const content = { ...defaults, ...times, ...claims };
  const signed = `${tokenPart({ typ: "JWT", ...header, alg: "HS256" })}.${tokenPart(content)}`;
  return `${signed}.${createHmac("sha256", key).update(signed).digest("base64url")}`;
}

/** Removes the signature of a token and sets the algorithm "none". */
export function unsigned(token: string): string {
  return `${tokenPart({ alg: "none", typ: "JWT" })}.${token.split(".")[1]}.`;
}

export function inSeconds(seconds: number): number {
  return Math.floor(Date.now() / 1000) + seconds;
}

export function tokenPart(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}

function decoded(part = ""): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>;
}

export function rpc(visitor: Visitor, name: string, args: object = {}): Promise<Answer> {
  return call(visitor, "POST", `/rest/v1/rpc/${name}`, { body: args });
}

/** Inserts a row as postgrest-js does, from a new network. */
export function insert(visitor: Visitor, table: string, row: unknown, headers: Call["headers"] = {}): Promise<Answer> {
  const options = { body: row, headers: { prefer: "return=minimal", ...headers } };
  return call(elsewhere(visitor), "POST", `/rest/v1/${table}`, options);
}

export function insertReview(visitor: Visitor, review: unknown, headers: Call["headers"] = {}): Promise<Answer> {
  return insert(visitor, "reviews", review, headers);
}

export function reportReview(visitor: Visitor, report: unknown, headers: Call["headers"] = {}): Promise<Answer> {
  return insert(visitor, "review_reports", report, headers);
}

export function plainReview(changes: Data = {}): Data {
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

export async function publishReview(user: User, changes: Data = {}): Promise<string> {
  const review = plainReview(changes);
  const answer = await insertReview(user, review);
  expect(answer.status, answer.text).toBe(201);
  return storedId(user, review);
}

/** Returns the id that the database gives to a visitor's review. */
export function storedId({ accessToken }: Visitor, review: Data): string {
  return ownReviewId(decodeJwt(accessToken ?? "").sub ?? "", review.id);
}

/** Reads a review as an anonymous visitor. Resolves to undefined if it is not shown. */
export async function readReview(id: string): Promise<Data | undefined> {
  const answer = await rpc(newVisitor(), "review_in_context", { review_id: id, reviews_per_group: 1 });
  expect(answer.status, answer.text).toBe(200);
  return answer.body?.reviews[0];
}

/** Uploads a proof photo under this name, from a new network. */
export function uploadPhoto(
  visitor: Visitor,
  name: string,
  bytes: Uint8Array | FormData | Readable,
  headers: Call["headers"] = {},
): Promise<Answer> {
  const type: Record<string, string> = bytes instanceof FormData ? {} : { "content-type": "image/png" };
  const options = { body: bytes, headers: { ...type, "x-upsert": "false", ...headers } };
  return call(elsewhere(visitor), "POST", `/storage/v1/object/review-proofs/${name}`, options);
}

/** Uploads a small picture. Resolves to its public path. */
export async function uploadedPhoto(user: User): Promise<string> {
  const name = photoName();
  const answer = await uploadPhoto(user, name, await png());
  expect(answer.status, answer.text).toBe(200);
  return photoPath(name);
}

export function photoPath(name: string): string {
  return `/storage/v1/object/public/review-proofs/${name}`;
}

/** Returns a photo name as the product makes it: `public/<start of today in India>-<random>.<extension>`. */
export function photoName(extension = "png"): string {
  count += 1;
  const [day, offset] = [86_400_000, 19_800_000];
  const start = Math.floor((Date.now() + offset) / day) * day - offset;
  return `public/${start}-${RUN}${count.toString(36)}x.${extension}`;
}

export function picture(width = 400, height = 300): Sharp {
  return sharp({ create: { width, height, channels: 3, background: { r: 200, g: 120, b: 60 } } });
}

export function png(width?: number, height?: number): Promise<Buffer> {
  return picture(width, height).png().toBuffer();
}

export function serverLog(): Promise<string> {
  return fs.readFile(server.logFile, "utf8");
}

/** Counts the rows that visitors can add. */
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

/** Fails unless the request gets a 4xx with a plain message and stores nothing. */
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

/** Fails unless Auth answers with this status, code and message. */
export function expectAuthError(answer: Answer, status: number, code: string, message: string | RegExp = /\w/): void {
  expect(answer.status, answer.text).toBe(status);
  expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
  expect(answer.headers.get("x-supabase-api-version")).toBe("2024-01-01");
  const words = typeof message === "string" ? message : expect.stringMatching(message);
  expect(answer.body, answer.text).toMatchObject({ code, message: words });
}

export const EMAIL_MINUTE = /^For security purposes, you can only request this after \d+ seconds\.$/;
export const NO_SESSION = "Session from session_id claim in JWT does not exist";

/**
 * Fails unless Storage answers with this error. Supabase sends status 400 with the code in the body; the embedded server may send
 * the code as the status.
 */
export function expectStorageError(answer: Answer, statusCode: string, message: string | RegExp): void {
  expect([400, Number(statusCode)], answer.text).toContain(answer.status);
  expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
  const words = typeof message === "string" ? message : expect.stringMatching(message);
  expect(answer.body, answer.text).toMatchObject({ statusCode, error: expect.any(String), message: words });
}

/**
 * Returns the status, the header names and the body of an answer, to compare answers. Replaces ids, times, emails and digits by
 * placeholders.
 */
export function shapeOf(answer: Answer): unknown {
  const kinds = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(kinds);
    if (typeof value !== "object" || value === null) return typeof value === "string" ? kindOf(value) : value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, kinds(inner)]));
  };
  return [answer.status, [...answer.headers.keys()].toSorted(), kinds(answer.body)];
}

function kindOf(text: string): string {
  if (UUID.test(text)) return "id";
  if (TIME.test(text)) return "time";
  return text.includes("@") ? "email" : text.replace(/\d+/g, "#");
}
