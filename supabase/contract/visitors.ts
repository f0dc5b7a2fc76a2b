import { createHmac, randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import PostalMime, { type Email } from "postal-mime";
import postgres from "postgres";
import sharp from "sharp";
import { expect, inject } from "vitest";
import { deferredWork } from "../tests/deferred-work.ts";
import { server } from "../tests/worker-server.ts";

// Setup for the contract tests: visitors speak HTTP as auth-js, postgrest-js and storage-js do. The owner's connection to the
// database only moves time and takes accounts away; where it is missing, tests that need it are skipped.

export const isEmbedded = inject("isEmbedded");
export const hasDatabase = server.databaseUrl !== "";
export const hasMails = server.mailFolder !== "";
export const hasSecret = inject("jwtSecret") !== "";

export const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;
/** In UTC, which GoTrue writes as Z and Postgres as +00:00. */
export const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)$/;
export const PASSWORD = "monsoon-2025";

export interface Answer {
  status: number;
  headers: Headers;
  bytes: Buffer;
  text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- Tests look into answers of every shape.
  body: any;
}

export interface Call {
  /** Sent as JSON, except texts, bytes and forms, which are sent as they are. */
  body?: unknown;
  /** Goes out as the bearer token; the publishable key does without it, as in the clients. */
  token?: string;
  headers?: Record<string, string>;
  withoutKey?: boolean;
  /** The caller's address; each call comes from its own otherwise, so that no test uses up another's limits. */
  address?: string;
}

/** A signed-in user with a confirmed account. */
export interface User {
  id: string;
  email: string;
  accessToken: string;
  refreshToken: string;
}

const RUN = randomUUID().slice(0, 4);
let count = 0;

export function newAddress(): string {
  count += 1;
  return `2001:${RUN}:${count.toString(16)}::1`;
}

/** An e-mail address that has no account in this project yet. */
export function newEmail(name: string): string {
  count += 1;
  return inject("mailAddress").replace("%", `${name}.${RUN}${count}`);
}

export async function call(method: string, target: string, options: Call = {}): Promise<Answer> {
  const { body, token, withoutKey } = options;
  const key = server.publishableKey;
  const isSentAsIs =
    body === undefined || typeof body === "string" || body instanceof Uint8Array || body instanceof FormData;
  const headers: Record<string, string> = {
    "x-forwarded-for": options.address ?? newAddress(),
    "x-supabase-api-version": "2024-01-01",
    ...(withoutKey ? {} : { apikey: key, authorization: `Bearer ${token ?? key}` }),
    ...(body === undefined || body instanceof FormData ? {} : { "content-type": "application/json;charset=UTF-8" }),
    ...options.headers,
  };
  const payload = isSentAsIs ? (body as BodyInit | undefined) : JSON.stringify(body);
  const isDone = isEmbedded ? await deferredWork(owner(), target, body) : null;
  const answer = await fetch(`${server.apiUrl}${target}`, { method, headers, body: payload, redirect: "manual" });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const text = bytes.toString("utf8");
  if (isDone && answer.status === 200) await expect.poll(isDone, { timeout: 10_000, interval: 10 }).toBe(true);
  return { status: answer.status, headers: answer.headers, bytes, text, body: parsed(text) };
}

export function signUp(email: string, password = PASSWORD): Promise<Answer> {
  return call("POST", "/auth/v1/signup", { body: { email, password } });
}

export function logIn(email: string, password = PASSWORD, options: Call = {}): Promise<Answer> {
  return call("POST", "/auth/v1/token?grant_type=password", { body: { email, password }, ...options });
}

export function refresh(token: unknown): Promise<Answer> {
  return call("POST", "/auth/v1/token?grant_type=refresh_token", { body: { refresh_token: token } });
}

export function verify(body: object, options: Call = {}): Promise<Answer> {
  return call("POST", "/auth/v1/verify", { body, ...options });
}

export function getUser(token: string): Promise<Answer> {
  return call("GET", "/auth/v1/user", { token });
}

export function setPassword(token: string, password: string): Promise<Answer> {
  return call("PUT", "/auth/v1/user", { token, body: { password } });
}

export function logOut(token: string, scope = "global"): Promise<Answer> {
  return call("POST", `/auth/v1/logout?scope=${scope}`, { token });
}

/** Signs up with this name, opens the link in the mail and is signed in by it. */
export async function newUser(name: string): Promise<User> {
  const email = newEmail(name);
  const signedUp = await signUp(email);
  expect(signedUp.status, signedUp.text).toBe(200);
  return signedIn(await verify({ type: "signup", token_hash: await linkToken(email, "signup") }));
}

const known = new Map<string, Promise<User>>();

/** The same user whenever a test of this file asks for the name: for tests that leave account and session alone. */
export function knownUser(name: string): Promise<User> {
  const user = known.get(name) ?? newUser(name);
  known.set(name, user);
  return user;
}

/** Another session of this user. */
export async function signedInAgain(user: User): Promise<User> {
  return signedIn(await logIn(user.email));
}

export function signedIn(answer: Answer): User {
  expect(answer.status, answer.text).toBe(200);
  const { access_token: accessToken, refresh_token: refreshToken, user } = answer.body;
  return { id: user.id, email: user.email, accessToken, refreshToken };
}

/** What the link in the newest mail of this kind to the address carries. */
export async function linkToken(email: string, type: "signup" | "recovery"): Promise<string> {
  if (!hasMails) return storedToken(email, type);
  const token = async () => {
    const links = (await mailsTo(email)).flatMap(linksIn).filter((link) => link.searchParams.get("type") === type);
    return links.at(-1)?.searchParams.get("token_hash") ?? "";
  };
  await expect.poll(token, { message: `a ${type} link in a mail to ${email}`, timeout: 10_000 }).not.toBe("");
  return token();
}

/** Where mails cannot be read: Supabase Auth keeps what it has sent, and its templates name it TokenHash. */
async function storedToken(email: string, type: "signup" | "recovery"): Promise<string> {
  const [row] = await owner()`select confirmation_token, recovery_token from auth.users where email = ${email}`;
  return row?.[type === "signup" ? "confirmation_token" : "recovery_token"] ?? "";
}

const readMails = new Map<string, Email>();

/** The mails to this address that have come so far, oldest first. */
export async function mailsTo(email: string): Promise<Email[]> {
  const folder = server.mailFolder;
  const names = (await fs.readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml")).toSorted();
  for (const name of names) {
    if (!readMails.has(name)) readMails.set(name, await PostalMime.parse(await fs.readFile(path.join(folder, name))));
  }
  return names.flatMap((name) => readMails.get(name) ?? []).filter((mail) => mail.to?.[0]?.address === email);
}

/** The addresses that a mail leads to. */
export function linksIn({ html = "", text = "" }: Email): URL[] {
  const addresses =
    `${html.replaceAll("&amp;", "&")} ${text}`.match(/https?:\/\/[^\s"<>\]]+token_hash[^\s"<>\]]+/g) ?? [];
  return addresses.map((address) => new URL(address));
}

let connection: postgres.Sql | undefined;

/** The database as its owner sees it. */
export function owner(): postgres.Sql {
  connection ??= postgres(server.databaseUrl, { max: 1, idle_timeout: 1, onnotice: () => {} });
  return connection;
}

/** Moves everything that was mailed to this address into the past. */
export async function sendBack(email: string, seconds: number): Promise<void> {
  const { count: rows } = await owner()`
    update auth.users set
      confirmation_sent_at = confirmation_sent_at - ${seconds} * interval '1 second',
      recovery_sent_at = recovery_sent_at - ${seconds} * interval '1 second'
    where email = ${email}`;
  expect(rows).toBe(1);
}

/** Lets the ten seconds pass in which a refresh token that was used may be used once more. */
export async function passGraceTime(user: User): Promise<void> {
  await owner()`
    update auth.refresh_tokens set updated_at = updated_at - interval '1 minute' where user_id::text = ${user.id}`;
  await owner()`
    update auth.sessions set refreshed_at = refreshed_at - interval '1 minute' where user_id::text = ${user.id}`;
}

export type Claims = Record<string, unknown>;

export function claimsOf(token: string): Claims {
  return decoded(token.split(".")[1]);
}

export function headerOf(token: string): Record<string, unknown> {
  return decoded(token.split(".")[0]);
}

/** A token with other claims than this one, and by default the right signature. */
export function forged(token: string, changes: Claims, secret = inject("jwtSecret")): string {
  return sign({ ...headerOf(token), alg: "HS256" }, { ...claimsOf(token), ...changes }, secret);
}

/** The token without a signature, which says that it needs none. */
export function unsigned(token: string): string {
  return `${encoded({ alg: "none", typ: "JWT" })}.${token.split(".")[1]}.`;
}

export function inSeconds(seconds: number): number {
  return Math.floor(Date.now() / 1000) + seconds;
}

function sign(header: object, claims: object, secret: string): string {
  const signed = `${encoded(header)}.${encoded(claims)}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}

function decoded(part = ""): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>;
}

/** Fails unless Supabase Auth refuses with this status, code and sentence. */
export function expectAuthError(answer: Answer, status: number, code: string, message: string | RegExp): void {
  expect(answer.status, answer.text).toBe(status);
  expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
  expect(answer.headers.get("x-supabase-api-version")).toBe("2024-01-01");
  const words = typeof message === "string" ? message : expect.stringMatching(message);
  expect(answer.body, answer.text).toMatchObject({ code, message: words });
}

export const MAIL_MINUTE = /^For security purposes, you can only request this after \d+ seconds\.$/;
export const DEAD_LINK = "Email link is invalid or has expired";

/** Fails unless the storage refuses. Supabase says 400 to all of it and what it means in the body; ours may say it in both. */
export function expectStorageError(answer: Answer, statusCode: string, message: string | RegExp): void {
  expect([400, Number(statusCode)], answer.text).toContain(answer.status);
  expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
  const words = typeof message === "string" ? message : expect.stringMatching(message);
  expect(answer.body, answer.text).toMatchObject({ statusCode, error: expect.any(String), message: words });
}

/** An answer with every value replaced by what kind of value it is. */
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
  return text.includes("@") ? "e-mail" : text;
}

export function picture(): Promise<Buffer> {
  const pixels = { width: 320, height: 240, channels: 3, background: { r: 200, g: 120, b: 60 } } as const;
  return sharp({ create: pixels }).png().toBuffer();
}

/** A name as the product gives it: the time is the start of today in India. */
export function photoName(extension = "png"): string {
  count += 1;
  const day = 86_400_000;
  const offset = 19_800_000;
  const start = Math.floor((Date.now() + offset) / day) * day - offset;
  const random = `${RUN}${count.toString(36)}`.padEnd(8, "x");
  return `public/${start}-${random}.${extension}`;
}

export function upload(token: string | undefined, name: string, body: Uint8Array | FormData, headers = {}) {
  return call("POST", `/storage/v1/object/review-proofs/${name}`, {
    token,
    body,
    headers: { ...(body instanceof FormData ? {} : { "content-type": "image/png" }), "x-upsert": "false", ...headers },
  });
}

/** A review that has what the form requires and nothing else. */
export function plainReview(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: randomUUID(),
    // One word that is part of no other name, so that a search finds this one alone.
    property_name: `Lakeview Residency ${RUN}x${(count += 1)}x`,
    locality: "HSR Layout",
    city: "Bengaluru",
    rating: 4,
    review_text: `Bright rooms, and the deposit came back in full. (${RUN} ${count})`,
    ...changes,
  };
}

export function insert(table: string, row: unknown, token?: string): Promise<Answer> {
  return call("POST", `/rest/v1/${table}`, { token, body: row, headers: { prefer: "return=minimal" } });
}

export function rpc(name: string, args: object = {}, token?: string): Promise<Answer> {
  return call("POST", `/rest/v1/rpc/${name}`, { token, body: args });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
