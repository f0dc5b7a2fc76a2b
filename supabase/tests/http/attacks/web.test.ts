import { createHash } from "node:crypto";
import net from "node:net";
import { expect, test } from "vitest";
import { type Call, open, RENDITION, server } from "../client.ts";
import { fixtures, words } from "./fixtures.ts";

const EVIL = "evil.example";
const FROM_EVIL = { origin: `https://${EVIL}`, cookie: "session=1" };

/** A URL of each kind, with its status and method. */
const KINDS: [string, number, string?][] = [
  ...words(`
    / /reviews /reviews?q=lake&sort=rating /reviews.data /submit-review /login?next=%2Fsubmit-review /signup
    /forgot-password /update-password?token_hash=secret-token&type=recovery /auth/callback?token_hash=secret-token&type=signup /unfollow/00000000-0000-4000-8000-000000000000 /alerts/00000000-0000-4000-8000-000000000000 /account /desk
    /homes /blog /blog/questions-to-ask-before-renting /privacy /grievance /transparency /deposit /deposits /deposits.csv /facts.csv /facts.csv-metadata.json /blog/rss.xml /sitemap.xml /robots.txt /manifest.webmanifest
    /favicon.ico /favicon.svg /og/site.png ASSET /healthz PHOTO THUMBNAIL
  `).map((path): [string, number] => [path, 200]),
  ...words("/blog/none /flat/12-b /assets/none.js /rest/v1/reviews /auth/v1/settings").map((path): [string, number] => [
    path,
    404,
  ]),
  ...words("/%ff /reviews?after=nonsense").map((path): [string, number] => [path, 400]),
  ...["POST", "DELETE", "PROPFIND"].map((method): [string, number, string] => ["/", 405, method]),
  ["/", 200, "HEAD"],
  ["/rest/v1/rpc/review_cities", 403, "POST"],
  ["/auth/v1/user", 403],
];

test.for(KINDS)("sends every security header with %s (%i %s)", async ([target, status, method = "GET"]) => {
  const isForeign = status === 403;
  const headersSent = { apikey: server.publishableKey, ...(isForeign && FROM_EVIL) };
  const { status: given, headers, text } = await visit(await addressOf(target), { method, headers: headersSent });
  expect(given, text.slice(0, 200)).toBe(status);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("x-frame-options")).toBe("DENY");
  expect(headers.get("strict-transport-security")).toBe("max-age=63072000");
  // A URL with a token is never sent as the referrer.
  const hasToken = /token_hash|^\/(?:alerts|unfollow)/.test(target);
  expect(headers.get("referrer-policy")).toBe(hasToken ? "no-referrer" : "strict-origin-when-cross-origin");
  expect(text.includes('<meta name="referrer" content="no-referrer"')).toBe(hasToken);
  expect(text).not.toContain("secret-token");
  expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
  expect(headers.get("cross-origin-resource-policy")).toBe(
    /PHOTO|THUMBNAIL|\/og\//.test(target) ? "cross-origin" : "same-origin",
  );
  for (const power of ["camera", "microphone", "geolocation", "payment", "usb"])
    expect(headers.get("permissions-policy")).toContain(`${power}=()`);
  for (const name of ["server", "x-powered-by", "set-cookie", "access-control-allow-credentials"])
    expect(headers.get(name), name).toBeNull();
  expect(headers.get("access-control-allow-origin")).toBe(/PHOTO|THUMBNAIL/.test(target) ? "*" : null);
  const isDocument = /html|xml/.test(headers.get("content-type") ?? "");
  expect(!isDocument || headers.has("content-security-policy"), "a policy").toBe(true);
  const isPrivate = /^\/(?:login|signup|forgot|update|auth\/c|unfollow|alerts|submit|account|desk)/.test(target);
  const cached = isPrivate ? /^private, no-store$/ : isDocument && status === 200 ? /^public, max-age=\d+/ : /^/;
  expect(headers.get("cache-control") ?? "").toMatch(cached);
});

const PAGES = KINDS.filter(
  ([target, , method]) =>
    !method && !/\.(?:csv|data|xml|txt|ico|svg|png|webmanifest)|^[A-Z]|assets|healthz|%ff|\/v1\//.test(target),
);

test.for(PAGES)("limits scripts, styles, frames and forms in %s", async ([target]) => {
  const { headers, text } = await visit(target);
  expect(text).toMatch(/^<!DOCTYPE html><html /);
  const policy = directives(headers);
  // The policy has the hash of each inline script, and no other.
  const inline = [...text.matchAll(/<script\b(?! type="application\/ld\+json")[^>]*>([^]*?)<\/script>/g)].map(
    ([, code = ""]) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`,
  );
  expect(Object.fromEntries(policy)).toMatchObject({
    "default-src": "'none'",
    "script-src": ["'self'", ...new Set(inline)].join(" "),
    "style-src": "'self'",
    "frame-ancestors": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
  });
  expect([...policy.keys()]).not.toContain("object-src");
  // Style attributes are allowed. Style rules are not: they could leak text of the page.
  const unsafe = [...policy].filter(([, sources]) => /unsafe|\*|https?:/.test(sources));
  expect(unsafe.map(([name]) => name)).toEqual(["style-src-attr"]);
  const elements = [...text.matchAll(/<(script|style)\b(?! type="application\/ld\+json")([^>]*)>/g)].map(
    ([, name, attributes]) => `${name}${attributes}`,
  );
  expect(elements.length).toBeGreaterThan(0);
  for (const element of elements) expect(element).toMatch(/^script(?! .*\bnonce)/);
  expect(text).not.toMatch(/\son[a-z]+="|<(?:iframe|object|embed|base)\b/);
  const fetched = [...text.matchAll(/\s(?:src|action|srcset)="([^"]*)"/g)].map(([, address = ""]) => address);
  expect(fetched.filter((address) => !/^(?:\/(?!\/)|data:image\/)/.test(address))).toEqual([]);
});

/** A path, a fragment, the email or an absolute URL of the site. */
const OWN_ADDRESS = /^(?:\/(?![/\\])|#|mailto:hello@gharsach\.in$|https:\/\/localhost(?:[:/]|$))/;

// app/domain/local-path.test.ts proves the redirect after a log-in.
test("neither redirects nor links to another site from the log-in page's URL", async () => {
  for (const next of ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)", "/\t/evil"]) {
    const names = Object.fromEntries(["next", "redirect", "redirect_to", "url"].map((name) => [name, next]));
    const { status, headers, text } = await visit(`/login?${new URLSearchParams(names)}`);
    expect([status, headers.get("location"), headers.get("refresh")]).toEqual([200, null, null]);
    expect(text).not.toMatch(/http-equiv="refresh"/i);
    const links = [...text.matchAll(/\s(?:href|src|action)="([^"]*)"/g)].map(([, address = ""]) => address);
    expect(links.length).toBeGreaterThan(5);
    expect(links.filter((address) => !OWN_ADDRESS.test(address))).toEqual([]);
  }
});

const MALFORMED = words(String.raw`
  /\evil.example //evil.example //evil.example/ //evil.example/.. //evil.example/%2f.. /%5cevil.example/ /%2f%2fevil.example/
  /%2f/evil.example ///evil.example/reviews/ /.//evil.example /reviews//evil.example /reviews/%2e%2e//evil.example
  /reviews/..//evil.example/ /blog// /reviews/ /;@evil.example /https://evil.example/ /http:/evil.example
  /%09/evil.example /%0d%0aLocation:%20https://evil.example /%0aSet-Cookie:%20evil=1 /reviews?q=%0d%0aX-Evil:%201
  /reviews?city=%0d%0a%0d%0a<script>alert(1)</script> /blog/%0d%0aX-Evil:1 /%E5%98%8A%E5%98%8DX-Evil:1
  `);

test("neither redirects malformed URLs to another site nor adds a header", async () => {
  for (const path of MALFORMED) {
    const { status, headers } = await visit(path);
    expect(status, path).toBeLessThan(500);
    expect(headers.get("location") ?? "/", path).toMatch(/^\/(?![/\\])/);
    for (const name of ["x-evil", "set-cookie", "refresh"]) expect(headers.get(name), path).toBeNull();
  }
});

const INSIDE = words(`
  /.env /.git/config /.data/secrets.json /package.json /server/start.ts /build/server/index.js
  /../server/index.js /assets/../../server/index.js /assets/%2e%2e/%2e%2e/server/index.js
  /assets/..%2f..%2fserver%2findex.js /assets/..%5c..%5cserver%5cindex.js
  /assets/%252e%252e/%252e%252e/server/index.js /..%2f..%2f..%2f..%2fetc/passwd
  /%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd /....//....//etc/passwd /assets/%00.js /assets/ /og/ /@fs/etc/passwd
  /@vite/client /node_modules/react/package.json /supabase/config.toml /rest/v1/..;/auth.users /mailbox
  /mailbox/ /MAILBOX /metrics /debug /server-status /wp-login.php
`);

test("serves no internal file", async () => {
  for (const path of INSIDE) {
    const { status, text } = await visit(path);
    expect([400, 401, 403, 404], path).toContain(status);
    expect(text, path).not.toMatch(
      /root:x:0|jwtSecret|databasePassword|createPageHandler|"dependencies"|\[core\]|token_hash=/,
    );
  }
});

const POISON: Record<string, string> = {
  ...{ "x-forwarded-host": EVIL, forwarded: `host=${EVIL};proto=http`, "x-host": EVIL, "x-forwarded-server": EVIL },
  ...{ "x-original-url": `/${EVIL}`, "x-rewrite-url": `/${EVIL}`, "x-forwarded-prefix": `/${EVIL}` },
  ...{ "x-forwarded-port": "1337", "x-forwarded-proto": "javascript", "x-http-method-override": "DELETE" },
  ...{ origin: `https://${EVIL}`, referer: `https://${EVIL}/<script>`, "accept-language": EVIL },
  ...{ cookie: `name=${EVIL}`, authorization: `Bearer ${EVIL}`, "user-agent": `<script src=//${EVIL}></script>` },
  ...{ "x-middleware-subrequest": "1", "x-react-router-prerender-data": EVIL, "x-remix-response": "1" },
};

// server/page-cache.test.ts proves which headers reach a cached page.
test.for(words("/ /reviews?q=poison /blog /sitemap.xml /robots.txt /blog/rss.xml /login"))(
  "repeats no request header in %s, also to the next visitor",
  async (path) => {
    for (const headers of [POISON, { host: EVIL }, { range: "bytes=0-10" }, { "if-none-match": "*" }]) {
      const { status, headers: sent, text } = await visit(path, { headers });
      expect(status).toBeLessThan(500);
      expect(`${text} ${[...sent].join(" ")}`).not.toContain(EVIL);
    }
    const after = await visit(path);
    expect([after.status, after.text.length > 60, after.text.includes(EVIL)]).toEqual([200, true, false]);
  },
);

const CHUNKED = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n";
const RAW: [string, string][] = [
  ["two lengths", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdeG"],
  ["a length and pieces", `${CHUNKED}Content-Length: 6\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n`],
  ["pieces of another name", "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n"],
  ["pieces twice", `${CHUNKED}Transfer-Encoding: identity\r\n\r\n0\r\n\r\n`],
  ["pieces behind a space", "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n"],
  ["a length below zero", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n"],
  ["a length in words", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5, 5\r\n\r\nabcde"],
  ["a piece of endless length", `${CHUNKED}\r\nFFFFFFFFFFFFFFFFFF\r\nx\r\n0\r\n\r\n`],
  ["a header over two lines", "GET / HTTP/1.1\r\nHost: x\r\nX-A: b\r\n c\r\n\r\n"],
  ["a header with a NUL", "GET / HTTP/1.1\r\nHost: x\r\nX-A: a\0b\r\n\r\n"],
  ["no host", "GET / HTTP/1.1\r\n\r\n"],
  ["two hosts", "GET / HTTP/1.1\r\nHost: x\r\nHost: evil.example\r\n\r\n"],
  ["a host that is none", "GET / HTTP/1.1\r\nHost: a b@[::1\r\n\r\n"],
  ["a whole address", "GET http://evil.example/login HTTP/1.1\r\nHost: x\r\n\r\n"],
  ["a whole address of another kind", "GET file:///etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n"],
  ["a tunnel", "CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n"],
  ["a star", "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n"],
  ["TRACE, which would give cookies back", "TRACE / HTTP/1.1\r\nHost: x\r\nCookie: secret=1\r\n\r\n"],
  ["an unknown method", "EVIL / HTTP/1.1\r\nHost: x\r\n\r\n"],
  ["an older protocol", "GET /\r\n\r\n"],
  ["a protocol to come", "GET / HTTP/3.0\r\nHost: x\r\n\r\n"],
  ["the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  [
    "an upgrade",
    "GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n",
  ],
  ["a websocket", "GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"],
  ["an address of 20,000 letters", `GET /${"a".repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ["a header of 20,000 letters", `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${"a".repeat(20_000)}\r\n\r\n`],
  ["three thousand headers", `GET / HTTP/1.1\r\nHost: x\r\n${"X: y\r\n".repeat(3_000)}\r\n`],
  ["three thousand parameters", `GET /reviews?${"q=a&".repeat(3_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ["raw bytes in its address", "GET /\u00ff\u00fe HTTP/1.1\r\nHost: x\r\n\r\n"],
  ["noise", "\u0016\u0003\u0001\u0002\u0000\u0001\u0000"],
];

test("refuses malformed HTTP or answers it once", async () => {
  const said = await Promise.all(RAW.map(([, request]) => raw(request)));
  for (const [index, [what]] of RAW.entries()) {
    const statuses = [...(said[index] ?? "").matchAll(/^HTTP\/1\.[01] (\d{3})/gm)].map(([, status]) => Number(status));
    expect(statuses.length, what).toBeLessThanOrEqual(1);
    expect(
      statuses.filter((status) => status >= 500 || status === 101),
      what,
    ).toEqual([]);
    expect(said[index], what).not.toMatch(/secret=1|smuggled|root:x:0|evil\.example\//);
  }
  expect((await visit("/healthz")).status).toBe(200);
});

function visit(target: string, { method = "GET", headers = {} }: { method?: string; headers?: Call["headers"] } = {}) {
  return open(target, headers, method);
}

async function addressOf(target: string): Promise<string> {
  if (target === "ASSET") return /\/assets\/[\w-]+\.js/.exec((await visit("/")).text)?.[0] ?? "";
  if (target === "PHOTO") return (await fixtures()).photo;
  if (target === "THUMBNAIL")
    return `/storage/v1/render/image/public/review-proofs/${(await fixtures()).photoName}${RENDITION}`;
  return target;
}

function directives(headers: Headers): Map<string, string> {
  const policy = headers.get("content-security-policy") ?? "";
  return new Map(
    policy.split("; ").map((directive) => [directive.split(" ")[0] ?? "", directive.split(" ").slice(1).join(" ")]),
  );
}

/**
 * Sends raw bytes. Resolves to the response once the server closes the connection or sends nothing: for two seconds before its
 * first bytes, for 150 ms after them.
 */
async function raw(request: string): Promise<string> {
  const { hostname, port } = new URL(server.apiUrl);
  return new Promise((resolve) => {
    const socket = net.connect(Number(port), hostname);
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
