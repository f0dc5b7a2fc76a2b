import { expect, test } from "vitest";
import { type Answer, call, newVisitor, owner, storedRows } from "../client.ts";
import { attack, attackers, fixtures, steadyHeaders } from "./fixtures.ts";
import { OPEN_CALLS, unusedRequest } from "./open-calls.ts";
import { AUTH_PATHS, OTHER_SERVICES, REST_PATHS, STORAGE_PATHS } from "./reference-paths.ts";
import { SURPLUS_HEADERS, SURPLUS_QUERIES } from "./surplus-parameters.ts";

// The 17 calls are all that answers. Every other method on every path of Supabase's references gets one and the same 404.

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "TRACE"];

test.for(OTHER_SERVICES)("%s is no address, by any method", async (path) => {
  for (const method of METHODS) {
    for (const [who, visitor] of await attackers()) {
      const { status } = await attack(visitor, method, path, { body: bodyFor(method) });
      expect([404, 405], `${method} ${who}`).toContain(status);
    }
  }
});

// oxlint-disable-next-line vitest/expect-expect -- In expectSameAnswer.
test.for([...AUTH_PATHS, ...REST_PATHS, ...STORAGE_PATHS])(
  "%s gives the same 404 by every method that is none of the 17 calls",
  async (path) => {
    const target = await filled(path);
    const wall = await wallOf(target);
    for (const method of METHODS) {
      if (isOpen(method, path)) continue;
      for (const [who, visitor] of await attackers())
        expectSameAnswer(wall, await attack(visitor, method, target, { body: bodyFor(method) }), `${method} ${who}`);
      const headers = { ...Object.assign({}, ...SURPLUS_HEADERS), apikey: null };
      const loud = `${target}${target.includes("?") ? "&" : "?"}${SURPLUS_QUERIES.join("&")}`;
      expectSameAnswer(
        wall,
        await attack(newVisitor(), method, loud, { headers, body: bodyFor(method) }),
        `${method} loud`,
      );
    }
  },
);

test.for(["relations", "functions"] as const)(
  "no name in the database's catalog opens anything over REST, but those on the list: all %s",
  async (kind) => {
    const rows = await (kind === "relations"
      ? owner<{ name: string }[]>`
          select distinct c.relname as name from pg_class c where c.relkind in ('r', 'v', 'm', 'p', 'S', 'f')`
      : owner<{ name: string }[]>`
          select distinct 'rpc/' || p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
          where n.nspname <> 'pg_catalog' or p.proname ~ '^(pg_(sleep|read|ls|stat_file|logical|create|terminate|reload|notify|advisory)|lo_|query_to|table_to|schema_to|database_to|cursor_to|set_config|current_setting|version|has_|xpath|txid|inet_)'`);
    expect(rows.length).toBeGreaterThan(100);
    const wall = await wallOf("/rest/v1/x");
    for (const { name } of rows) {
      const path = `/rest/v1/${encodeURIComponent(name).replace("%2F", "/")}`;
      for (const method of ["GET", "POST"]) {
        if (isOpen(method, path)) continue;
        expectSameAnswer(
          wall,
          await attack(newVisitor(), method, path, { body: bodyFor(method) }),
          `${method} ${path}`,
        );
      }
    }
  },
);

const SPELLINGS: [string, (path: string) => string][] = [
  ["a slash at its end", (path) => `${path}/`],
  ["two slashes", (path) => path.replace("/v1/", "/v1//")],
  ["capitals", (path) => path.replace(/\/v1\/.*/, (rest) => rest.toUpperCase())],
  ["a capital", (path) => path.replace(/\/v1\/./, (start) => start.toUpperCase())],
  ["a parameter in the path", (path) => `${path};x=1`],
  ["an ending", (path) => `${path}.json`],
  ["a space at its end", (path) => `${path}%20`],
  ["an encoded slash", (path) => path.replace("/v1/", "/v1%2f")],
  ["a slash encoded twice", (path) => path.replace("/v1/", "/v1/%252f")],
  ["an encoded question mark", (path) => `${path}%3fx=1`],
  ["a NUL", (path) => `${path}%00`],
  ["a line break", (path) => `${path}%0d%0aX-Evil:1`],
  ["bytes that are no UTF-8", (path) => `${path}%ff`],
  ["a fullwidth letter", (path) => path.replace(/\/v1\/./, "/v1/%ef%bd%92")],
  ["a backslash", (path) => path.replace("/v1/", "/v1\\")],
  ["one more folder", (path) => `${path}/x`],
];

test.for(SPELLINGS)("none of the 17 calls answers under a path with %s", async ([, spell]) => {
  for (const open of OPEN_CALLS) {
    const { method, path } = open;
    // Names of photos have tests of their own.
    if (path.includes(":name")) continue;
    const { visitor, target, options } = await unusedRequest(open);
    const before = await contentRows();
    const [plain = "", query] = target.split("?");
    const answer = await attack(visitor, method, spell(plain) + (query ? `?${query}` : ""), options);
    expect([400, 404, 405], `${method} ${path}: ${answer.text.slice(0, 200)}`).toContain(answer.status);
    expect(await contentRows()).toEqual(before);
  }
});

/** The answer to an address that no service has, by the same method. */
async function wallOf(target: string): Promise<Answer> {
  const service = /^\/\w+\/v1/.exec(target)?.[0] ?? "";
  const wall = await call(newVisitor(), "GET", `${service}/no-such-path`);
  expect(wall.status).toBe(404);
  expect(wall.body?.message).toBe("There is nothing at this address.");
  expect(wall.text.length).toBeLessThan(200);
  return wall;
}

function expectSameAnswer(wall: Answer, answer: Answer, request: string): void {
  expect(answer.status, request).toBe(404);
  // HEAD has no body.
  expect([wall.text, ""], request).toContain(answer.text);
  expect(steadyHeaders(answer.headers), request).toEqual(steadyHeaders(wall.headers));
}

/** Whether this is one of the 17 calls, by its path: what else of such a request counts is tested on its own. */
function isOpen(method: string, target: string): boolean {
  const path = pathOf(target.replace(":photo", "public/:name"));
  return OPEN_CALLS.some((open) => open.method === method && pathOf(open.path) === path);
}

function pathOf(target: string): string {
  return target.split("?")[0] ?? "";
}

function bodyFor(method: string): object | undefined {
  return method === "GET" || method === "HEAD" || method === "TRACE" ? undefined : {};
}

async function filled(path: string): Promise<string> {
  const { victim, named, photoName } = await fixtures();
  return path.replaceAll(":user", victim.id).replaceAll(":review", named).replaceAll(":photo", photoName);
}

/** Making a request may take a new account first; the request itself must store nothing. */
async function contentRows(): Promise<object> {
  return { ...(await storedRows()), users: "ignored" };
}
