import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, mailboxAddress, test } from "./fixtures.ts";
import { EMBEDDED_URL, OUTAGE_PROJECT_PORT, SUPABASE_URL } from "./servers.ts";
import { stop } from "./start-servers.ts";

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

test("both servers say that they are well, and what stands behind them", { tag: ["@1.18"] }, async ({ request }) => {
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

test("a signal to npm start ends the server, too", async () => {
  const port = String(OUTAGE_PROJECT_PORT + 1);
  const npm = spawn("npm", ["start"], {
    env: { ...process.env, PORT: port, SITE_URL: `http://localhost:${port}`, BACKEND: "browser" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  npm.stdout.setEncoding("utf8");
  let said = "";
  npm.stdout.on("data", (text: string) => (said += text));
  await expect.poll(() => said, { timeout: 30_000 }).toContain("GharSach is ready");
  const ended = once(npm.stdout, "end");
  await stop(npm);
  // The pipe ends with the last process that writes into it.
  await ended;
  expect(said).toContain("GharSach has stopped.");
  await expect(fetch(`http://localhost:${port}/healthz`)).rejects.toThrow();
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
    expect(policy.get("script-src"), path).toMatch(/^'self'(?: 'sha256-[\w+/=]{44}')+$/);
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

test("a script that was put into a page does not run", async ({ browser, baseURL }) => {
  // Its browser says so in the console, as an error: a context without the fixtures, which take none.
  const page = await browser.newPage({ baseURL });
  await page.route("/about", async (route) => {
    const answer = await route.fetch();
    const injected = '<script>document.title = "taken over"</script><img src="x" onerror="document.title = 1">';
    await route.fulfill({ response: answer, body: (await answer.text()).replace("</body>", `${injected}</body>`) });
  });
  const blocked: string[] = [];
  page.on("console", (message) => blocked.push(message.text()));
  await page.goto("/about");
  await expect.poll(() => blocked.filter((text) => text.includes("Content Security Policy")).length).toBeGreaterThan(1);
  await expect(page).toHaveTitle(/About/);
  await page.close();
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

test(
  "no page carries the e-mail or the id of an author",
  { tag: ["@both", "@1.5", "@3.6"] },
  async ({ request, publishedReview }) => {
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
  },
);

test("the mailbox is shown to nobody who comes through a proxy", async ({ request }) => {
  const answer = await request.get(mailboxAddress());
  expect(answer.status()).toBe(404);
  expect(answer.headers()["content-type"]).toContain("text/html");
});

test("the mailbox opens with the key that the server printed, and then without it", async ({ mailbox }) => {
  expect((await mailbox.goto(`${EMBEDDED_URL}/mailbox`))?.status()).toBe(404);
  expect((await mailbox.goto(`${EMBEDDED_URL}/mailbox?key=0123456789012345678901`))?.status()).toBe(404);
  expect((await mailbox.goto(mailboxAddress()))?.status()).toBe(200);
  expect((await mailbox.goto(`${EMBEDDED_URL}/mailbox`))?.status()).toBe(200);
  expect(await mailbox.context().cookies(`${EMBEDDED_URL}/`)).toEqual([]);
});

function directives(policy: string): Map<string, string> {
  return new Map(
    policy.split("; ").map((directive) => {
      const [name = "", ...values] = directive.split(" ");
      return [name, values.join(" ")];
    }),
  );
}
