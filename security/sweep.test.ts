import fs from "node:fs/promises";
import { expect, inject, test } from "vitest";
import { type Call, call, newVisitor, owner } from "../supabase/tests/visitors.ts";
import type { Site } from "./start-servers.ts";
import { ourTown } from "./town.ts";

// Reads everything that anybody can read, and looks in it for any e-mail and for the id of any user.

const EMAIL = /[\w.+%-]+(?:@|%40|\\u0040|&#64;|&#x40;)[\w-]+(?:\.[\w-]+)+/gi;
/** Ours. The articles name no other. */
const ALLOWED = new Set(["hello@gharsach.in"]);
/** And what the forms show as an example. */
const ALLOWED_IN_FILES = new Set([...ALLOWED, "name@example.com", "name@example.in"]);
const ROWS_AT_ONCE = 100;

interface Seen {
  where: string;
  text: string;
}

test("no page, feed, file or description names anybody, on either database path", async () => {
  for (const site of ["embedded", "supabase"] as const) {
    const seen = await everyPage(site);
    expect(seen.length).toBeGreaterThan(80);
    await expectNobodyIn(seen, ALLOWED);
  }
});

test("no built file holds an e-mail, an id of a user or a secret of the server", async () => {
  const names = await fs.readdir("build/client", { recursive: true });
  const seen: Seen[] = [];
  for (const name of names.filter((file) => /\.(?:js|css|svg|json|txt|xml|html)$/.test(file))) {
    const { status, text } = await visit("embedded", `/${name}`);
    expect(status, name).toBe(200);
    seen.push({ where: name, text });
  }
  expect(seen.length).toBeGreaterThan(20);
  await expectNobodyIn(seen, ALLOWED_IN_FILES);
});

test("no row and no function of the API names anybody, to the last page", async () => {
  const seen: Seen[] = [];
  const ask = async (method: string, target: string, options: Call = {}) => {
    const answer = await call(newVisitor(), method, target, options);
    expect(answer.status, `${method} ${target}: ${answer.text}`).toBe(200);
    seen.push({ where: `${method} ${target}`, text: `${answer.text} ${[...answer.headers].join(" ")}` });
    return answer.body;
  };
  const ids: string[] = [];
  for (const table of ["reviews", "properties"]) {
    for (let offset = 0; ; offset += ROWS_AT_ONCE) {
      const rows = await ask("GET", `/rest/v1/${table}?select=*&order=id&limit=${ROWS_AT_ONCE}&offset=${offset}`);
      ids.push(...rows.map(({ id }: { id: string }) => `${table} ${id}`));
      if (rows.length < ROWS_AT_ONCE) break;
    }
  }
  expect(ids.length).toBeGreaterThan(50);
  for (const sort of ["recent", "rating", "verified"]) {
    let after: string | null = null;
    do {
      const page = (await ask("POST", "/rest/v1/rpc/browse_properties", {
        body: { sort, after, page_size: 50, reviews_per_group: 60 },
      })) as { next: string | null };
      after = page.next;
    } while (after);
  }
  for (const id of ids) {
    const [table, key] = id.split(" ");
    if (table === "reviews") await ask("POST", "/rest/v1/rpc/review_in_context", { body: { review_id: key } });
    else await ask("POST", "/rest/v1/rpc/property_reviews", { body: { property_id: key } });
  }
  await ask("POST", "/rest/v1/rpc/review_cities", { body: {} });
  await ask("POST", "/rest/v1/rpc/top_reviewers", { body: {} });
  await expectNobodyIn(seen, ALLOWED);
});

test("no photo and no thumbnail holds or tells who took it", async () => {
  await ourTown();
  const photos = await owner<{ name: string }[]>`select name from storage.objects where bucket_id = 'review-proofs'`;
  expect(photos.length).toBeGreaterThan(5);
  const seen: Seen[] = [];
  for (const { name } of photos) {
    for (const address of [
      `/storage/v1/object/public/review-proofs/${name}`,
      `/storage/v1/render/image/public/review-proofs/${name}?width=128&height=128&resize=cover&quality=60`,
    ]) {
      const { status, bytes, headers } = await call(newVisitor(), "GET", address);
      expect(status, address).toBe(200);
      seen.push({ where: address, text: `${readable(bytes)} ${[...headers].join(" ")}` });
    }
  }
  await expectNobodyIn(seen, ALLOWED);
});

/** Every address of the sitemap, every one that a page links to, each as a page and as data, and what lies beside them. */
async function everyPage(site: Site): Promise<Seen[]> {
  const { named, anonymous, hidden, victim } = await ourTown();
  const waiting = [
    ...["/", "/sitemap.xml", "/robots.txt", "/blog/rss.xml", "/manifest.webmanifest", "/healthz", "/none", "/%ff"],
    ...[
      "/login",
      "/signup",
      "/forgot-password",
      "/update-password",
      "/auth/callback",
      "/submit-review",
      "/assets/none.js",
    ],
    ...[named, anonymous, hidden].map((id) => `/reviews?review=${id}`),
    ...["recent", "rating", "verified"].map((sort) => `/reviews?sort=${sort}`),
    ...["victim", victim.email.split("@")[1] ?? "", victim.id].map((q) => `/reviews?q=${q}`),
    "/reviews?city=Mysuru",
    "/reviews?after=nonsense",
  ];
  const known = new Set(waiting);
  const seen: Seen[] = [];
  for (const target of waiting) {
    const { status, text, headers } = await visit(site, target);
    expect(status, target).toBeLessThan(500);
    // What was asked for is nobody's secret.
    const said = text.replaceAll(victim.id, target.includes(victim.id) ? "" : victim.id);
    seen.push({ where: `${site} ${target}`, text: `${said} ${[...headers].join(" ")}` });
    const linked = [...text.matchAll(/(?:href="|<loc>https?:\/\/[^/<]+)(\/[^"<#]*)/g)].map(([, path = ""]) =>
      path.replaceAll("&amp;", "&"),
    );
    for (const path of linked.flatMap((link) => [link, dataOf(link)])) {
      if (/^\/(?:assets|og|storage)\//.test(path) || known.has(path) || known.size > 600) continue;
      known.add(path);
      waiting.push(path);
    }
  }
  return seen;
}

/** Where React Router asks for what a page is made from. */
function dataOf(link: string): string {
  const [path = "", query] = link.split("?");
  return `${path === "/" ? "/_" : path.replace(/\/$/, "")}.data${query ? `?${query}` : ""}`;
}

async function expectNobodyIn(seen: Seen[], allowed: ReadonlySet<string>): Promise<void> {
  const secrets = await everySecret();
  const told = seen.flatMap(({ where, text }) => {
    const emails = (text.replaceAll(/\\+u003[ce]/g, " ").match(EMAIL) ?? []).filter(
      (email) => !allowed.has(email.toLowerCase().replace(/%40|&#64;|&#x40;|\\u0040/, "@")),
    );
    const low = text.toLowerCase();
    return [...emails, ...secrets.filter((secret) => low.includes(secret))].map((secret) => `${where}: ${secret}`);
  });
  expect(told).toEqual([]);
}

/** What names a person or opens something, of everybody in the database and of the server itself. */
async function everySecret(): Promise<string[]> {
  const rows = await owner<{ secret: string | null }[]>`
    select email as secret from auth.users union select id::text from auth.users
    union select encrypted_password from auth.users union select confirmation_token from auth.users
    union select recovery_token from auth.users union select id::text from auth.sessions
    union select id::text from auth.identities union select token from auth.refresh_tokens
    union select email from private.review_authors
    union select reporter_email from public.review_reports union select reporter_fingerprint from public.review_reports
    union select email from public.referral_waitlist
    union select value #>> '{}' from private.settings where key like '%secret%'`;
  const file = JSON.parse(await fs.readFile(`${inject("dataDir")}/secrets.json`, "utf8")) as Record<string, string>;
  const own = [file.jwtSecret, file.databasePassword];
  const secrets = [...rows.map(({ secret }) => secret), ...own].flatMap((secret) =>
    secret ? [secret.toLowerCase()] : [],
  );
  expect(secrets.length).toBeGreaterThan(15);
  return secrets;
}

/** The runs of plain letters in a file. */
function readable(bytes: Buffer): string {
  return (bytes.toString("latin1").match(/[\x20-\x7e]{12,}/g) ?? []).join(" ");
}

function visit(site: Site, target: string) {
  return call(newVisitor(), "GET", target, { server: inject("sites")[site], headers: { apikey: null } });
}
