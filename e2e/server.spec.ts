import { expect, test } from "./fixtures.ts";
import { EMBEDDED_URL, SUPABASE_URL } from "./servers.ts";

const PAGES = [
  "/",
  "/reviews",
  "/submit-review",
  "/login",
  "/signup",
  "/forgot-password",
  "/update-password",
  "/auth/callback",
];

test("both servers say that they are well, and what stands behind them", async ({ request }) => {
  for (const [url, backend] of [
    [EMBEDDED_URL, "embedded"],
    [SUPABASE_URL, "supabase"],
  ] as const) {
    const answer = await request.get(`${url}/healthz`);
    expect(answer.status()).toBe(200);
    expect(await answer.json()).toEqual({ status: "ok", backend });
    expect(answer.headers()["cache-control"]).toBe("no-store");
  }
});

test("addresses answer with the status that tells the truth", { tag: "@both" }, async ({ request }) => {
  for (const path of PAGES) expect((await request.get(path)).status(), path).toBe(200);
  for (const path of [
    "/flat/12-b",
    "/reviews/1",
    "/assets/none.js",
    "/.env",
    "/server/start.ts",
    "/%2e%2e/package.json",
  ])
    expect((await request.get(path)).status(), path).toBe(404);
  expect((await request.get("/reviews?after=nonsense")).status()).toBe(400);
});

test("pages allow no script that is not ours", { tag: "@both" }, async ({ request }) => {
  for (const path of [...PAGES, "/flat/12-b"]) {
    const headers = (await request.get(path)).headers();
    const policy = directives(headers["content-security-policy"] ?? "");
    expect(policy.get("default-src"), path).toBe("'none'");
    expect(policy.get("script-src"), path).toMatch(/^'self' 'nonce-[\w+/=]{20,}'$/);
    expect(policy.get("frame-ancestors"), path).toBe("'none'");
    expect(policy.get("base-uri"), path).toBe("'none'");
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "cross-origin-opener-policy": "same-origin",
    });
    expect(headers["referrer-policy"], path).toMatch(/origin|no-referrer/);
    expect(headers["set-cookie"], path).toBeUndefined();
  }
});

test("a nonce is used once", async ({ request }) => {
  const policies = new Set<string>();
  for (let visit = 0; visit < 3; visit += 1)
    policies.add((await request.get("/login")).headers()["content-security-policy"] ?? "");
  expect(policies.size).toBe(3);
});

test("every page comes alive without an error", { tag: "@both" }, async ({ page }) => {
  for (const path of ["/", "/reviews", "/login", "/signup", "/forgot-password", "/flat/12-b"]) {
    await page.goto(path);
    await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
  }
});

test("built files may be kept for ever, pages may not", async ({ request }) => {
  const html = await (await request.get("/")).text();
  const script = /\/assets\/[\w-]+\.js/.exec(html)?.[0] ?? "";
  expect((await request.get(script)).headers()["cache-control"]).toContain("immutable");
  expect((await request.get("/")).headers()["cache-control"] ?? "").not.toContain("immutable");
});

test("no page carries the e-mail or the id of an author", { tag: "@both" }, async ({ request, publishedReview }) => {
  const { id, propertyName, author } = await publishedReview();
  const query = new URLSearchParams({ q: propertyName });
  for (const path of [
    "/",
    "/_.data",
    `/reviews?${query}`,
    `/reviews.data?${query}`,
    `/reviews?review=${id}`,
    `/reviews.data?review=${id}`,
  ]) {
    const answer = await request.get(path);
    expect(answer.status(), path).toBe(200);
    const text = await answer.text();
    expect(text, path).not.toContain(author.email);
    expect(text, path).not.toContain(author.userId);
  }
});

test("the mailbox is shown to nobody who comes through a proxy", async ({ request }) => {
  expect((await request.get("/mailbox")).status()).toBe(404);
  expect((await request.get("/mailbox")).headers()["content-type"]).toContain("text/html");
});

function directives(policy: string): Map<string, string> {
  return new Map(
    policy.split("; ").map((directive) => {
      const [name = "", ...values] = directive.split(" ");
      return [name, values.join(" ")];
    }),
  );
}
