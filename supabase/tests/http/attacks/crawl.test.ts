import fs from "node:fs/promises";
import { expect, test } from "vitest";
import { open, owner, RENDITION, server } from "../client.ts";
import { fixtures, words } from "./fixtures.ts";

const EMAIL = /[\w.+%-]+(?:@|%40|\\u0040|&#64;|&#x40;)[\w-]+(?:\.[\w-]+)+/gi;
/** The site's own email. */
const ALLOWED = new Set(["hello@gharsach.in"]);
/** The forms show two more as placeholders. */
const ALLOWED_IN_FILES = new Set([...ALLOWED, "name@example.com", "name@example.in"]);

const DAY_MS = 86_400_000;
const INDIA_MS = 19_800_000;
const ISO_TIME = /\d{4}-\d\d-\d\d(?:T|%20| )\d\d(?::|%3A)\d\d(?::\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?/g;
const HTTP_TIME = /\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/g;
/** Unix times in seconds, milliseconds and microseconds from 2020 to 2033. */
const EPOCH = /(?<![\w.-])1[6-9]\d{8}(?:\d{3}){0,2}(?!\w)/g;

interface Seen {
  where: string;
  text: string;
}

/** Not crawled: files, and the log-in and sign-up pages with a page to return to. */
const EXCLUDED = /^\/(?:assets|og|storage)\/|\.(?:ico|svg|png)$|^\/(?:login|signup)(?:\.data)?\?/;
const MAX_ADDRESSES = 3_000;

test("names no person and no time of day in any public page, feed or photo", { timeout: 120_000 }, async () => {
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

/** Crawls the site from the sitemap and some more URLs, each page also as data. */
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
    const { status, text, headers } = await open(target);
    expect(status, target).toBeLessThan(500);
    // A page may repeat the id that its URL contains.
    const content = text.replaceAll(victim.id, target.includes(victim.id) ? "" : victim.id);
    seen.push({ where: target, text: `${content} ${undated(headers)}` });
    const linked = [...text.matchAll(/(?:href="|<loc>https?:\/\/[^/<]+)(\/[^"<#]*)/g)].map(([, path = ""]) =>
      path.replaceAll("&amp;", "&"),
    );
    for (const path of linked.flatMap((link) => [link, dataOf(link)])) {
      if (EXCLUDED.test(path) || known.has(path) || known.size > MAX_ADDRESSES) continue;
      known.add(path);
      waiting.push(path);
    }
  }
  expect(known.size).toBeLessThanOrEqual(MAX_ADDRESSES);
  return seen;
}

/** Returns the URL of a page's loader data in React Router. */
function dataOf(link: string): string {
  const [path = "", query] = link.split("?");
  return `${path === "/" ? "/_" : path.replace(/\/$/, "")}.data${query ? `?${query}` : ""}`;
}

/** Reads name, headers and ASCII strings of a photo and its thumbnail. */
async function photos(): Promise<Seen[]> {
  const { photo, photoName } = await fixtures();
  const asked = [photo, `/storage/v1/render/image/public/review-proofs/${photoName}${RENDITION}`].map(async (where) => {
    const { status, bytes, headers } = await open(where);
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

/** Finds times of day, except midnight in UTC or India and the noon of articles. */
function timesIn(text: string): string[] {
  const written = [...(text.match(ISO_TIME) ?? []), ...(text.match(HTTP_TIME) ?? [])].filter(
    (time) => !/(?:T|%20| )(?:00(?::|%3A)00(?::00)?(?:\.0+)?(?:Z|\+00:00|\+05:30| GMT)?|06:30:00 GMT)$/.test(time),
  );
  const counted = (text.match(EPOCH) ?? []).filter(
    (digits) => (Number(digits) * 1000 ** ((13 - digits.length) / 3) + INDIA_MS) % DAY_MS !== 0,
  );
  return [...written, ...counted];
}

/** Resolves to emails, ids, tokens and hashes of all accounts, and the secrets of the server. */
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
