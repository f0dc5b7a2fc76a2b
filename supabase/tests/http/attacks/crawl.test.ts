import fs from "node:fs/promises";
import { expect, test } from "vitest";
import { call, newVisitor, owner, RENDITION, server, WITHOUT_KEY } from "../client.ts";
import { fixtures, words } from "./fixtures.ts";

// Reads everything that is public, and looks in it for any email, for the id of any account and for any time of day.

const EMAIL = /[\w.+%-]+(?:@|%40|\\u0040|&#64;|&#x40;)[\w-]+(?:\.[\w-]+)+/gi;
/** Ours. The articles name no other. */
const ALLOWED = new Set(["hello@gharsach.in"]);
/** And what the forms show as an example. */
const ALLOWED_IN_FILES = new Set([...ALLOWED, "name@example.com", "name@example.in"]);

const DAY_MS = 86_400_000;
const INDIA_MS = 19_800_000;
const ISO_TIME = /\d{4}-\d\d-\d\d(?:T|%20| )\d\d(?::|%3A)\d\d(?::\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?/g;
const HTTP_TIME = /\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/g;
/** Seconds, milliseconds and microseconds since 1970, of 2020 to 2033. */
const EPOCH = /(?<![\w.-])1[6-9]\d{8}(?:\d{3}){0,2}(?!\w)/g;

interface Seen {
  where: string;
  text: string;
}

/** Files; and what leads back from logging in, in as many spellings as there are pages. */
const LEFT_OUT = /^\/(?:assets|og|storage)\/|\.(?:ico|svg|png)$|^\/(?:login|signup)(?:\.data)?\?/;
const MAX_ADDRESSES = 3_000;

// Follows every link of the sitemap.
test("names no person and no time of day in any page, feed, description or photo", { timeout: 120_000 }, async () => {
  const seen = [...(await everyPage()), ...(await photos())];
  expect(seen.length).toBeGreaterThan(80);
  expect(await personsIn(seen, ALLOWED)).toEqual([]);
  expect(seen.flatMap(({ where, text }) => timesIn(text).map((time) => `${where}: ${time}`))).toEqual([]);
});

test("has no email, user id or secret in any built file", async () => {
  await fixtures();
  const names = await fs.readdir("build/client", { recursive: true });
  const files = names.filter((file) => /\.(?:js|css|svg|json|txt|xml|html)$/.test(file));
  const seen = files.map(async (where) => ({ where, text: await fs.readFile(`build/client/${where}`, "utf8") }));
  expect(seen.length).toBeGreaterThan(20);
  expect(await personsIn(await Promise.all(seen), ALLOWED_IN_FILES)).toEqual([]);
});

/** Every address of the sitemap, every one that a page links to, each as a page and as data, and what lies beside them. */
async function everyPage(): Promise<Seen[]> {
  const { named, anonymous, hidden, victim } = await fixtures();
  const waiting = [
    ...words(`
      / /sitemap.xml /robots.txt /blog/rss.xml /manifest.webmanifest /healthz /none /%ff /login /login.data /signup /signup.data
      /forgot-password /update-password /auth/callback /submit-review /assets/none.js /reviews?city=Mysuru /reviews?after=x
      /reviews?sort=recent /reviews?sort=rating /reviews?sort=verified /reviews?q=victim
    `),
    ...[named, anonymous, hidden].map((id) => `/reviews?review=${id}`),
    ...[victim.email.split("@")[1] ?? "", victim.id].map((q) => `/reviews?q=${q}`),
  ];
  const known = new Set(waiting);
  const seen: Seen[] = [];
  for (const target of waiting) {
    const { status, text, headers } = await call(newVisitor(), "GET", target, { headers: WITHOUT_KEY });
    expect(status, target).toBeLessThan(500);
    // What the address itself says is no secret.
    const content = text.replaceAll(victim.id, target.includes(victim.id) ? "" : victim.id);
    seen.push({ where: target, text: `${content} ${undated(headers)}` });
    const linked = [...text.matchAll(/(?:href="|<loc>https?:\/\/[^/<]+)(\/[^"<#]*)/g)].map(([, path = ""]) =>
      path.replaceAll("&amp;", "&"),
    );
    for (const path of linked.flatMap((link) => [link, dataOf(link)])) {
      if (LEFT_OUT.test(path) || known.has(path) || known.size > MAX_ADDRESSES) continue;
      known.add(path);
      waiting.push(path);
    }
  }
  expect(known.size, "all were followed").toBeLessThanOrEqual(MAX_ADDRESSES);
  return seen;
}

/** Where React Router asks for what a page is rendered from. */
function dataOf(link: string): string {
  const [path = "", query] = link.split("?");
  return `${path === "/" ? "/_" : path.replace(/\/$/, "")}.data${query ? `?${query}` : ""}`;
}

/** The photo of a review and its thumbnail: name, runs of plain letters, headers. */
async function photos(): Promise<Seen[]> {
  const { photo, photoName } = await fixtures();
  const asked = [photo, `/storage/v1/render/image/public/review-proofs/${photoName}${RENDITION}`].map(async (where) => {
    const { status, bytes, headers } = await call(newVisitor(), "GET", where, { headers: WITHOUT_KEY });
    expect(status, where).toBe(200);
    const readable = bytes.toString("latin1").match(/[\x20-\x7e]{12,}/g) ?? [];
    return { where, text: `${where} ${readable.join(" ")} ${undated(headers)}` };
  });
  return Promise.all(asked);
}

async function personsIn(seen: Seen[], allowed: ReadonlySet<string>): Promise<string[]> {
  const secrets = await everySecret();
  return seen.flatMap(({ where, text }) => {
    const emails = (text.replaceAll(/\\+u003[ce]/g, " ").match(EMAIL) ?? []).filter(
      (email) => !allowed.has(email.toLowerCase().replace(/%40|&#64;|&#x40;|\\u0040/, "@")),
    );
    const lower = text.toLowerCase();
    return [...emails, ...secrets.filter((secret) => lower.includes(secret))].map((secret) => `${where}: ${secret}`);
  });
}

/** Times of day in a text. A day by itself, its start in UTC or in India, and the noon that dates articles are none. */
function timesIn(text: string): string[] {
  const written = [...(text.match(ISO_TIME) ?? []), ...(text.match(HTTP_TIME) ?? [])].filter(
    (time) => !/(?:T|%20| )(?:00(?::|%3A)00(?::00)?(?:\.0+)?(?:Z|\+00:00|\+05:30| GMT)?|06:30:00 GMT)$/.test(time),
  );
  const counted = (text.match(EPOCH) ?? []).filter(
    (digits) => (Number(digits) * 1000 ** ((13 - digits.length) / 3) + INDIA_MS) % DAY_MS !== 0,
  );
  return [...written, ...counted];
}

/** What names a person or opens something, of every account in the database and of the server itself. */
async function everySecret(): Promise<string[]> {
  const rows = await owner<{ secret: string | null }[]>`
    select email as secret from auth.users union select id::text from auth.users
    union select encrypted_password from auth.users union select confirmation_token from auth.users
    union select recovery_token from auth.users union select id::text from auth.sessions
    union select id::text from auth.identities union select token from auth.refresh_tokens
    union select email from private.review_names union select email from private.reporter_emails
    union select reporter_fingerprint from public.review_reports union select email from public.referral_waitlist
    union select value #>> '{}' from private.settings where key like '%secret%'`;
  const file = JSON.parse(await fs.readFile(`${server.dataDir}/secrets.json`, "utf8")) as Record<string, string>;
  const own = Object.entries(file).flatMap(([name, secret]) => (name === "publishableKey" ? [] : [secret]));
  const secrets = [...rows.map(({ secret }) => secret), ...own].flatMap((secret) =>
    secret ? [secret.toLowerCase()] : [],
  );
  expect(secrets.length).toBeGreaterThan(15);
  return secrets;
}

function undated(headers: Headers): string {
  return [...headers].filter(([name]) => name !== "date").join(" ");
}
