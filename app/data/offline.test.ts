import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";
import { beforeEach, expect, test, vi } from "vitest";

// Runs public/deposit-worker.js with the storage and the network of a browser in memory.

const SOURCE = readFileSync("public/deposit-worker.js", "utf8");
const HTML = '<script src="/assets/manifest-1.js"></script><script src="/assets/deposit-1.js"></script>';
const CODE = ["/assets/manifest-1.js", "/assets/deposit-1.js", "/assets/kn-1.js"];

const stored = new Map<string, Response>();
const network = vi.fn<(path: string, signal?: AbortSignal) => Promise<Response>>();

beforeEach(() => stored.clear());

test("stores the page with the code that it names and that the tab has loaded", { tags: ["12.5"] }, async () => {
  answers({ "/deposit": HTML });
  await send(CODE);
  expect([...stored.keys()]).toEqual([...CODE, "/deposit"]);
});

test("keeps the older page whole until a tab has loaded the newer one", { tags: ["12.5"] }, async () => {
  answers({ "/deposit": HTML });
  await send(CODE);
  const newer = HTML.replaceAll("-1.js", "-2.js");
  answers({ "/deposit": newer });
  await send(CODE);
  expect([...stored.keys()]).toEqual([...CODE, "/deposit"]);
  expect(await stored.get("/deposit")?.clone().text()).toBe(HTML);
  await send(CODE.map((path) => path.replace("-1.js", "-2.js")));
  expect([...stored.keys()].toSorted()).toEqual([
    ...["/assets/deposit-2.js", "/assets/kn-2.js", "/assets/manifest-2.js"],
    "/deposit",
  ]);
});

test.each([
  ["a page of the maintenance", new Response("Back soon.")],
  ["an error", new Response(HTML, { status: 503 })],
])("does not store %s", { tags: ["12.5"] }, async (_, answer) => {
  network.mockResolvedValue(answer);
  await send(CODE);
  expect([...stored.keys()]).toEqual([]);
});

test("opens the stored page without a connection, and while the server fails", { tags: ["12.5"] }, async () => {
  answers({ "/deposit": HTML });
  await send(CODE);
  network.mockRejectedValue(new TypeError("Failed to fetch"));
  expect(await (await navigate("/deposit"))?.text()).toBe(HTML);
  for (const status of [502, 429]) {
    network.mockResolvedValue(new Response("Error", { status }));
    expect(await (await navigate("/deposit/"))?.text()).toBe(HTML);
  }
  network.mockResolvedValue(new Response("Newer"));
  expect(await (await navigate("/deposit"))?.text()).toBe("Newer");
});

test("handles no other page", { tags: ["12.5"] }, async () => {
  for (const path of ["/", "/deposits", "/deposit.data", "/login"]) expect(await navigate(path)).toBeUndefined();
});

function answers(pages: Record<string, string>): void {
  network.mockImplementation(async (path) => new Response(pages[path] ?? "code"));
}

function send(data: string[]): Promise<unknown> {
  let work: Promise<unknown> = Promise.resolve();
  worker().get("message")?.({ data, waitUntil: (promise: Promise<unknown>) => (work = promise) });
  return work;
}

async function navigate(path: string): Promise<Response | undefined> {
  let answer: Promise<Response> | undefined;
  const request = { url: `https://site.example${path}`, method: "GET", mode: "navigate" };
  worker().get("fetch")?.({ request, respondWith: (promise: Promise<Response>) => (answer = promise) });
  return answer;
}

/** Returns the event handlers of a worker that has just started. */
function worker(): Map<string, (event: object) => void> {
  const handlers = new Map<string, (event: object) => void>();
  const pathOf = (request: string | { url: string }) =>
    typeof request === "string" ? request : new URL(request.url).pathname;
  const cache = {
    keys: async () => [...stored.keys()].map((path) => ({ url: `https://site.example${path}` })),
    addAll: async (paths: string[]) => {
      for (const path of paths) stored.set(path, await network(path));
    },
    put: async (path: string, response: Response) => void stored.set(path, response),
    delete: async (path: string) => stored.delete(path),
  };
  const self = { addEventListener: (type: string, handle: (event: object) => void) => void handlers.set(type, handle) };
  runInContext(
    SOURCE,
    createContext({
      ...{ self, URL, Response, AbortController, setTimeout, clearTimeout },
      location: { origin: "https://site.example" },
      fetch: (request: string | { url: string }) => network(pathOf(request)),
      caches: {
        open: async () => cache,
        match: async (request: string | { url: string }) => stored.get(pathOf(request))?.clone(),
      },
    }),
  );
  return handlers;
}
