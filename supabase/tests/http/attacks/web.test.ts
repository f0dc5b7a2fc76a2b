import { createHash } from "node:crypto";
import net from "node:net";
import { expect, test } from "vitest";
import { localPath } from "~/domain/local-path";
import { type Answer, type Call, call, newVisitor, server, WITHOUT_KEY } from "../client.ts";
import { fixtures } from "./fixtures.ts";
import { THUMBNAIL } from "./open-calls.ts";
import { words } from "./reference-paths.ts";
import type { Site } from "./sites.ts";
import { sites } from "./sites.ts";

// What the web servers answer, on both database paths. Every request is sent byte by byte as it stands here.

const SITES: Site[] = ["embedded", "supabase"];
const EVIL = "evil.example";

/** Addresses of every kind, with the status and the method that they have. */
const ROUTES: [string, number, string?][] = [
  ...words(`
    / /reviews /reviews?q=lake&sort=rating /reviews.data /submit-review /login?next=%2Fsubmit-review /signup
    /forgot-password /update-password?token_hash=abcdef&type=recovery /auth/callback?token_hash=abcdef&type=signup /blog
    /blog/questions-to-ask-before-renting /privacy /blog/rss.xml /sitemap.xml /robots.txt /manifest.webmanifest
    /favicon.ico /favicon.svg /og/site.png ASSET /healthz
  `).map((path): [string, number] => [path, 200]),
  ...words("/blog/none /flat/12-b /assets/none.js").map((path): [string, number] => [path, 404]),
  ...words("/%ff /reviews?after=nonsense").map((path): [string, number] => [path, 400]),
  ["/login", 405, "POST"],
  ...["POST", "DELETE", "PROPFIND"].map((method): [string, number, string] => ["/", 405, method]),
  ["/", 200, "HEAD"],
];
const API: [string, number, string?][] = [
  ["/rest/v1/rpc/review_cities", 415, "POST"],
  ["/rest/v1/reviews", 404],
  ["/rest/v1/reviews", 204, "OPTIONS"],
  ["/auth/v1/user", 401],
  ["/auth/v1/settings", 404],
  ["PHOTO", 200],
  ["THUMBNAIL", 200],
  ["/storage/v1/object/public/review-proofs/public/1763663400000-zzzzzzzz.png", 404],
  ["/storage/v1/object/review-proofs/public/1763663400000-zzzzzzzz.png", 400, "POST"],
];
const KINDS = [
  ...SITES.flatMap((site) => ROUTES.map((route) => [site, ...route] as const)),
  ...API.map((route) => ["embedded", ...route] as const),
];

test.for(KINDS)("%s: %s (%i %s) carries every header of protection", async ([site, target, status, method = "GET"]) => {
  const isApi = API.some(([address]) => address === target);
  const address = await addressOf(site, target);
  const answer = await visit(site, address, { method, headers: isApi ? { apikey: server.publishableKey } : {} });
  expect(answer.status, answer.text.slice(0, 200)).toBe(status);
  const { headers } = answer;
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("x-frame-options")).toBe("DENY");
  expect(headers.get("strict-transport-security")).toBe("max-age=63072000");
  expect(headers.get("referrer-policy")).toMatch(/^(?:no-referrer|strict-origin-when-cross-origin)$/);
  expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
  expect(headers.get("cross-origin-resource-policy")).toMatch(
    /PHOTO|THUMBNAIL|\/og\//.test(target) ? /^cross-origin$/ : /^same-origin$/,
  );
  for (const power of ["camera", "microphone", "geolocation", "payment", "usb"])
    expect(headers.get("permissions-policy")).toContain(`${power}=()`);
  for (const name of ["server", "x-powered-by", "set-cookie", "access-control-allow-credentials", "etag-server"])
    expect(headers.get(name), name).toBeNull();
  // What a browser would show as a document says itself what may run in it.
  const isDocument = /html|xml/.test(headers.get("content-type") ?? "");
  expect(!isDocument || headers.has("content-security-policy"), "a policy").toBe(true);
});

const PAGES = ROUTES.filter(
  ([target, , method]) =>
    !method && !/\.(?:data|xml|txt|ico|svg|png|webmanifest)|ASSET|assets|healthz|%ff/.test(target),
);

test.for(SITES.flatMap((site) => PAGES.map(([target]) => [site, target] as const)))(
  "%s: %s is laid out by the standards, runs no script but its own, is framed by no site and sends its forms nowhere else",
  async ([site, target]) => {
    const { headers, text } = await visit(site, target);
    expect(text).toMatch(/^<!DOCTYPE html><html /);
    const policy = directives(headers);
    // A script in the page runs when its hash is in the policy, and no other hash is.
    const inline = [...text.matchAll(/<script\b(?! type="application\/ld\+json")[^>]*>([^]*?)<\/script>/g)].map(
      ([, code = ""]) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`,
    );
    expect(policy.get("default-src")).toBe("'none'");
    expect(policy.get("script-src")).toBe(["'self'", ...new Set(inline)].join(" "));
    expect(policy.get("style-src")).toBe("'self'");
    expect(policy.get("frame-ancestors")).toBe("'none'");
    expect(policy.get("base-uri")).toBe("'none'");
    expect(policy.get("form-action")).toBe("'self'");
    expect([...policy.keys()]).not.toContain("object-src");
    // A style attribute may be set, but no style rule: a rule could read a page out.
    const unsafe = [...policy].filter(([, sources]) => /unsafe|\*|https?:(?!\/\/localhost:\d+)/.test(sources));
    expect(unsafe.map(([name]) => name)).toEqual(["style-src-attr"]);
    const elements = [...text.matchAll(/<(script|style)\b(?! type="application\/ld\+json")([^>]*)>/g)].map(
      ([, name, attributes]) => `${name}${attributes}`,
    );
    expect(elements.length).toBeGreaterThan(0);
    for (const element of elements) expect(element).toMatch(/^script(?! .*\bnonce)/);
    expect(text).not.toMatch(/\son[a-z]+="/);
    expect(text).not.toMatch(/<(?:iframe|object|embed|base)\b/);
    expect([...text.matchAll(/\s(?:src|action|srcset)="([^"]*)"/g)].map(([, address = ""]) => address)).toSatisfy(
      (addresses: string[]) =>
        addresses.every((address) => /^(?:\/(?!\/)|data:image\/|https:\/\/localhost:\d+\/storage\/)/.test(address)),
    );
  },
);

test.for(
  SITES.flatMap((site) =>
    words(
      "/login /signup /forgot-password /update-password?token_hash=a /auth/callback?token_hash=a /submit-review /account",
    ).flatMap((page) => spellings(page).map((target) => [site, target] as const)),
  ),
)("%s: the account page %s is stored by no cache", async ([site, target]) => {
  const { status, headers } = await visit(site, target);
  const policy = headers.get("cache-control") ?? "";
  // A 404 or 400 may leave the header out.
  expect(policy, String(status)).toMatch(status === 200 ? /no-store/ : /^$|no-store|no-cache/);
  expect(policy).not.toMatch(/public|s-maxage|max-age=[1-9]/);
  expect(headers.get("cdn-cache-control")).toBeNull();
});

test.for(SITES.flatMap((site) => ["/auth/callback", "/update-password"].map((page) => [site, page] as const)))(
  "%s: the token in the address of %s goes out as no referrer, not even to this site",
  async ([site, page]) => {
    const { headers, text } = await visit(site, `${page}?token_hash=secret-token&type=signup`);
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(text).toContain('<meta name="referrer" content="no-referrer"');
    expect(text).not.toContain("secret-token");
  },
);

/** A path of this site, a place on the page, our mail address, or the site under its whole name. */
const OWN_ADDRESS = /^(?:\/(?![/\\])|#|mailto:hello@gharsach\.in$|https:\/\/localhost(?:[:/]|$))/;

const ELSEWHERE = [
  ...words(String.raw`
  /\evil.example \\evil.example /\/evil.example \/evil.example https:\\evil.example /./\evil.example
  //evil.example ///evil.example ////evil.example/%2f.. https://evil.example https:evil.example
  https:/evil.example HTTPS://evil.example http://localhost@evil.example //localhost@evil.example
  //evil.example@localhost /%2fevil.example /%5cevil.example %2f%2fevil.example /.%2f/evil.example
  /..//evil.example /reviews/..//evil.example /reviews/%2e%2e//evil.example //evil%E3%80%82example /／evil.example
  ／／evil.example //[::1] //2130706433 javascript:alert(1) JaVaScRiPt:alert(1) javascript://localhost/%0aalert(1)
  /javascript:alert(1) data:text/html,<script>alert(1)</script> vbscript:msgbox(1) blob:https://localhost/x
  file:///etc/passwd mailto:a@b.example ?next=//evil.example #//evil.example evil.example ./evil.example
  @evil.example :80 /login?next=/login /LOGIN /auth/callback?token_hash=a
  `),
  "/\t/evil.example",
  "/\n/evil.example",
  "\t//evil.example",
  " //evil.example",
  "\u00a0//evil.example",
  "\u0000//evil.example",
  "/\r/evil.example",
  "java\tscript:alert(1)",
  "\u0001javascript:alert(1)",
];

test.for(ELSEWHERE)("no log-in leads to %j", (next) => {
  const path = localPath(next);
  expect(path).toBe("/");
});

test.for(SITES.flatMap((site) => ELSEWHERE.map((next) => [site, next] as const)))(
  "%s: the log-in page that is told %j neither redirects nor links there",
  async ([site, next]) => {
    for (const name of ["next", "redirect", "redirect_to", "returnTo", "url"]) {
      const { status, headers, text } = await visit(site, `/login?${new URLSearchParams({ [name]: next })}`);
      expect(status).toBe(200);
      expect(headers.get("location")).toBeNull();
      expect(headers.get("refresh")).toBeNull();
      expect(text).not.toMatch(/http-equiv="refresh"/i);
      const links = [...text.matchAll(/\s(?:href|src|action)="([^"]*)"/g)].map(([, address = ""]) => address);
      expect(links.length).toBeGreaterThan(5);
      expect(links.filter((address) => !OWN_ADDRESS.test(address))).toEqual([]);
    }
  },
);

const MALFORMED = words(String.raw`
  /\evil.example   //evil.example //evil.example/ //evil.example/.. //evil.example/%2f.. /%5cevil.example/ /%2f%2fevil.example/
  /%2f/evil.example ///evil.example/reviews/ /.//evil.example /reviews//evil.example /reviews/%2e%2e//evil.example
  /reviews/..//evil.example/ /blog// /reviews/ /;@evil.example /https://evil.example/ /http:/evil.example
  /%09/evil.example /%0d%0aLocation:%20https://evil.example /%0aSet-Cookie:%20evil=1 /reviews?q=%0d%0aX-Evil:%201
  /reviews?city=%0d%0a%0d%0a<script>alert(1)</script> /blog/%0d%0aX-Evil:1 /%E5%98%8A%E5%98%8DX-Evil:1
  `);

test.for(SITES.flatMap((site) => MALFORMED.map((path) => [site, path] as const)))(
  "%s: the malformed address %s leads nowhere else and adds no header",
  async ([site, path]) => {
    const { status, headers } = await visit(site, path);
    expect(status).toBeLessThan(500);
    expect(headers.get("location") ?? "/").toMatch(/^\/(?![/\\])/);
    for (const name of ["x-evil", "set-cookie", "refresh"]) expect(headers.get(name)).toBeNull();
  },
);

const INSIDE = words(`
  /.env /.git/config /.data/secrets.json /package.json /server/start.ts /server/index.js /build/server/index.js
  /../server/index.js /assets/../../server/index.js /assets/%2e%2e/%2e%2e/server/index.js
  /assets/..%2f..%2fserver%2findex.js /assets/..%5c..%5cserver%5cindex.js
  /assets/%252e%252e/%252e%252e/server/index.js /..%2f..%2f..%2f..%2fetc/passwd
  /%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd /....//....//etc/passwd /assets/%00.js /assets/ /og/ /@fs/etc/passwd
  /@vite/client /@id/x /node_modules/react/package.json /supabase/config.toml /rest/v1/..;/auth.users /mailbox
  /mailbox/ /MAILBOX /_system/config /metrics /debug /server-status /actuator/env /wp-login.php /phpinfo.php
`);

test.for(SITES.flatMap((site) => INSIDE.map((path) => [site, path] as const)))(
  "%s: nothing from inside is at %s",
  async ([site, path]) => {
    const { status, text } = await visit(site, path);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(text).not.toMatch(
      /root:x:0|jwtSecret|databasePassword|createPageHandler|"dependencies"|\[core\]|token_hash=/,
    );
  },
);

const POISONS: [string, Record<string, string>][] = [
  ["another host", { host: EVIL }],
  ["another host, forwarded", { "x-forwarded-host": EVIL }],
  ["another host, forwarded in the newer way", { forwarded: `host=${EVIL};proto=http` }],
  ["another host by other names", { "x-host": EVIL, "x-forwarded-server": EVIL, "x-http-host-override": EVIL }],
  ["another address", { "x-original-url": `/${EVIL}`, "x-rewrite-url": `/${EVIL}` }],
  ["another folder", { "x-forwarded-prefix": `/${EVIL}`, "x-script-name": `/${EVIL}` }],
  [
    "another port and protocol",
    { "x-forwarded-port": "1337", "x-forwarded-proto": "javascript", "x-forwarded-scheme": "http" },
  ],
  ["another method", { "x-http-method-override": "POST", "x-method-override": "DELETE" }],
  ["another origin", { origin: `https://${EVIL}`, referer: `https://${EVIL}/<script>` }],
  ["another program", { "user-agent": `<script src=//${EVIL}></script>`, "accept-language": EVIL }],
  ["another user", { cookie: `gharsach-changed=1; name=${EVIL}`, authorization: `Bearer ${EVIL}` }],
  ["another form", { accept: "application/json", "accept-encoding": "identity;q=0, *;q=0" }],
  ["a part of it", { range: "bytes=0-10", "if-range": "x" }],
  ["what it has", { "if-none-match": "*", "if-modified-since": "Fri, 01 Jan 2100 00:00:00 GMT" }],
  [
    "a request within a request",
    { "x-middleware-subrequest": "1", "x-react-router-prerender-data": EVIL, "x-remix-response": "1" },
  ],
];

test.for(SITES.flatMap((site) => POISONS.map((poison) => [site, ...poison] as const)))(
  "%s: a request for %s leaves nothing in the pages that others get",
  async ([site, , headers]) => {
    for (const path of [
      "/",
      `/reviews?q=poison-${Object.keys(headers)[0]}`,
      "/blog",
      "/sitemap.xml",
      "/robots.txt",
      "/blog/rss.xml",
      "/login",
    ]) {
      const poisoned = await visit(site, path, { headers });
      expect(poisoned.status, path).toBeLessThan(500);
      expect(`${poisoned.text} ${[...poisoned.headers].join(" ")}`, path).not.toContain(EVIL);
      const after = await visit(site, path);
      expect(after.status, path).toBe(200);
      expect(after.text, path).not.toContain(EVIL);
      expect(after.text.length, path).toBeGreaterThan(60);
    }
  },
);

test.for(SITES)("%s: cached pages are keyed by what they show, and by nothing else", async (site) => {
  const shown = async (path: string) => (await visit(site, path)).text;
  const home = await shown("/");
  for (const query of ["?utm_source=evil", "?next=//evil.example", "?q=evil", "?__proto__=evil", "?_=1&evil[]=2"])
    expect(await shown(`/${query}`), query).toBe(home);
  const first = await shown("/reviews?q=first-word");
  expect(first).toContain("first-word");
  for (const query of ["?q=first-word&q=evil", "?evil=1&q=first-word", "?q=first-word&evil=2#x", "?q=%20first-word%20"])
    expect(await shown(`/reviews${query}`), query).toBe(first);
  expect(await shown("/reviews?q=second-word")).not.toContain("first-word");
});

test.for(SITES)("%s: text in the address is escaped", async (site) => {
  const nasty = `"><script>alert(1)</script><img src=x onerror=alert(1)>'</title>{{7919*7919}}\${7919*7919}`;
  for (const name of ["q", "city", "sort", "property", "review", "after"]) {
    const { status, text } = await visit(site, `/reviews?${new URLSearchParams({ [name]: nasty })}`);
    expect(status, name).toBeLessThan(500);
    expect(text, name).not.toContain("<script>alert");
    expect(text, name).not.toContain("<img src=x");
    expect(text, name).not.toContain("62710561");
  }
});

test.for(SITES)("%s: neither pages nor the API answer another origin", async (site) => {
  const headers = { origin: `https://${EVIL}`, cookie: "session=1", "access-control-request-method": "POST" };
  for (const path of ["/", "/login", "/reviews.data", "/healthz"]) {
    for (const method of ["GET", "OPTIONS", "POST"]) {
      const answer = await visit(site, path, { method, headers });
      expect(answer.headers.get("access-control-allow-origin"), `${method} ${path}`).toBeNull();
    }
  }
  const api = await visit("embedded", "/rest/v1/reviews", { method: "OPTIONS", headers });
  expect(api.status).toBe(403);
  expect([...api.headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
});

const RAW: [string, string][] = [
  ["two lengths", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdeG"],
  [
    "a length and pieces",
    "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n",
  ],
  ["pieces of another name", "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n"],
  [
    "pieces twice",
    "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n",
  ],
  ["pieces behind a space", "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n"],
  [
    "pieces behind a tab",
    "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding:\tchunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n",
  ],
  ["a length below zero", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n"],
  ["a length in words", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5, 5\r\n\r\nabcde"],
  [
    "a piece of endless length",
    "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFFF\r\nx\r\n0\r\n\r\n",
  ],
  ["a header over two lines", "GET / HTTP/1.1\r\nHost: x\r\nX-A: b\r\n c\r\n\r\n"],
  ["lines that end half", "GET / HTTP/1.1\nHost: x\n\n"],
  ["a header without a name", "GET / HTTP/1.1\r\nHost: x\r\n: b\r\n\r\n"],
  ["a header with a NUL", "GET / HTTP/1.1\r\nHost: x\r\nX-A: a\0b\r\n\r\n"],
  ["no host", "GET / HTTP/1.1\r\n\r\n"],
  ["two hosts", "GET / HTTP/1.1\r\nHost: x\r\nHost: evil.example\r\n\r\n"],
  ["a host with a path", "GET / HTTP/1.1\r\nHost: x/evil?\r\n\r\n"],
  ["a host that is none", "GET / HTTP/1.1\r\nHost: a b@[::1\r\n\r\n"],
  ["a whole address", "GET http://evil.example/login HTTP/1.1\r\nHost: x\r\n\r\n"],
  ["a whole address of another kind", "GET file:///etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n"],
  ["a tunnel", "CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n"],
  ["a star", "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n"],
  ["TRACE, which would give cookies back", "TRACE / HTTP/1.1\r\nHost: x\r\nCookie: secret=1\r\n\r\n"],
  ["TRACK", "TRACK / HTTP/1.1\r\nHost: x\r\nCookie: secret=1\r\n\r\n"],
  ["DEBUG", "DEBUG / HTTP/1.1\r\nHost: x\r\nCommand: stop-debug\r\n\r\n"],
  ["a method in small letters", "get / HTTP/1.1\r\nHost: x\r\n\r\n"],
  ["a method of its own", "EVIL / HTTP/1.1\r\nHost: x\r\n\r\n"],
  ["an older protocol", "GET /\r\n\r\n"],
  ["HTTP/1.0", "GET / HTTP/1.0\r\n\r\n"],
  ["a protocol to come", "GET / HTTP/3.0\r\nHost: x\r\n\r\n"],
  ["the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  [
    "an upgrade",
    "GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n",
  ],
  [
    "a websocket",
    "GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
  ],
  ["an address of 20,000 letters", `GET /${"a".repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ["a header of 20,000 letters", `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${"a".repeat(20_000)}\r\n\r\n`],
  ["three thousand headers", `GET / HTTP/1.1\r\nHost: x\r\n${"X: y\r\n".repeat(3_000)}\r\n`],
  ["three thousand parameters", `GET /reviews?${"q=a&".repeat(3_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ["raw bytes in its address", "GET /\u00ff\u00fe HTTP/1.1\r\nHost: x\r\n\r\n"],
  ["an unknown expectation", "POST / HTTP/1.1\r\nHost: x\r\nExpect: 200-maybe\r\nContent-Length: 1\r\n\r\na"],
  ["noise", "\u0016\u0003\u0001\u0002\u0000\u0001\u0000"],
];

test.for(SITES.flatMap((site) => RAW.map((request) => [site, ...request] as const)))(
  "%s: a raw request with %s is refused or answered once",
  async ([site, , request]) => {
    const said = await raw(sites.urls[site], request);
    const statuses = [...said.matchAll(/^HTTP\/1\.[01] (\d{3})/gm)].map(([, status]) => Number(status));
    expect(statuses.filter((status) => status >= 500 || status === 101)).toEqual([]);
    expect(statuses.length).toBeLessThanOrEqual(1);
    expect(said).not.toMatch(/secret=1|smuggled|root:x:0|evil\.example\//);
    expect((await visit(site, "/healthz")).status).toBe(200);
  },
);

function visit(
  site: Site,
  target: string,
  { method = "GET", headers = {} }: { method?: string; headers?: Call["headers"] } = {},
): Promise<Answer> {
  return call(newVisitor(), method, target, { server: sites.urls[site], headers: { ...WITHOUT_KEY, ...headers } });
}

async function addressOf(site: Site, target: string): Promise<string> {
  if (target === "ASSET") return /\/assets\/[\w-]+\.js/.exec((await visit(site, "/")).text)?.[0] ?? "";
  if (target === "PHOTO") return (await fixtures()).photo;
  if (target === "THUMBNAIL")
    return `/storage/v1/render/image/public/review-proofs/${(await fixtures()).photoName}${THUMBNAIL}`;
  return target;
}

function directives(headers: Headers): Map<string, string> {
  const policy = headers.get("content-security-policy") ?? "";
  return new Map(
    policy.split("; ").map((directive) => [directive.split(" ")[0] ?? "", directive.split(" ").slice(1).join(" ")]),
  );
}

/** Spellings of a page that could get past a list of paths. */
function spellings(page: string): string[] {
  const [path = "", query] = page.split("?");
  const at = (spelt: string) => (query ? `${spelt}?${query}` : spelt);
  const encoded = path.replace(/[a-z]$/, (last) => `%${last.charCodeAt(0).toString(16)}`);
  return [
    path,
    `${path}/`,
    `${path}//`,
    path.toUpperCase(),
    encoded,
    `${path}.data`,
    `${encoded}.data`,
    `${path}/x.css`,
    `${path}.css`,
    `${path};x.js`,
    `${path}%2fx.js`,
    `${path}%0ax.css`,
    `/x/..${path}`,
    `/%2e${path}`,
  ].map(at);
}

/** Sends raw bytes and hangs up after 150 ms of silence. */
async function raw(site: string, request: string): Promise<string> {
  const { port } = new URL(site);
  return new Promise((resolve) => {
    const socket = net.connect(Number(port), "localhost");
    let said = "";
    // The server closes a refused connection; an accepted one stays open.
    let silence = setTimeout(() => socket.destroy(), 2_000);
    socket.on("data", (data) => {
      said += data.toString("latin1");
      clearTimeout(silence);
      silence = setTimeout(() => socket.destroy(), 150);
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      clearTimeout(silence);
      resolve(said);
    });
    socket.write(request, "latin1");
  });
}
