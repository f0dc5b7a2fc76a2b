import type { Page, Route } from "@playwright/test";
import { expect, expectToast, test } from "./fixtures.ts";

test(
  "an unknown address says so in the frame of the site, and offers a search",
  { tag: ["@2.34"] },
  async ({ page }) => {
    expect((await page.goto("/flat/12-b"))?.status()).toBe(404);
    await expectFrame(page, "No one lives at this address", "Page not found");
    await page.getByRole("searchbox", { name: "Search reviews" }).fill("Amaltas");
    await page.getByRole("main").getByRole("button", { name: "Search" }).click();
    await expect(page).toHaveURL("/reviews?q=Amaltas");
    await expect(page.getByRole("heading", { level: 1, name: "Rental Reviews" })).toBeVisible();
    await expect(page.getByLabel("Search reviews")).toHaveValue("Amaltas");
    await expect(page.getByRole("heading", { level: 2, name: "Amaltas Court" })).toBeVisible();
  },
);

test("GET and HEAD of an address have the same status", async ({ request }) => {
  for (const [status, paths] of [
    [200, ["/homes", "/homes/bengaluru", "/homes/bengaluru/hsr-layout", "/sitemaps/pages.xml", "/sitemaps/homes.xml"]],
    [301, ["/homes/bangalore", "/homes/Bengaluru", "/homes/bangalore/hsr-layout"]],
    [301, ["/homes/bengaluru.", "/homes/bengaluru/hsr-layout)?utm=x", "/reviews%20", "/about,", "/flat/12-b%E2%80%9D"]],
    [404, ["/homes/nowhere", "/homes/bengaluru/nowhere", "/homes/bengaluru/hsr-layout/x-00000000", "/sitemaps/x.xml"]],
    [400, ["/homes/bengaluru?after=nonsense", "/homes/bengaluru/hsr-layout?after=nonsense"]],
    [200, ["/", "/reviews", "/blog", "/sitemap.xml", "/robots.txt", "/manifest.webmanifest", "/og/site.png"]],
    [404, ["/flat/12-b", "/blog/no-such-article", "/reviews/1", "/about/us", "/index.php", "/assets/none.js"]],
    [404, ["/.env", "/server/start.ts", "/%2e%2e/package.json"]],
    [400, ["/reviews?after=nonsense"]],
  ] as const)
    for (const path of paths) {
      expect((await request.get(path, { maxRedirects: 0 })).status(), path).toBe(status);
      expect((await request.head(path, { maxRedirects: 0 })).status(), `HEAD ${path}`).toBe(status);
    }
});

test("an address that makes no sense is answered with the way back", async ({ page }) => {
  expect((await page.goto("/reviews?after=garbage"))?.status()).toBe(400);
  await expect(page.getByRole("banner")).toBeVisible();
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("Error loading reviews:");
  await page.getByRole("main").getByRole("link", { name: "All reviews" }).click();
  await expect(page).toHaveURL("/reviews");
  await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
});

for (const [name, answer, words] of [
  ["the server fails", (route: Route) => route.fulfill({ status: 500 }), "This site does not answer"],
  ["the connection is lost", (route: Route) => route.abort(), "There is no connection."],
  ["a Wi-Fi asks for a log-in", (route: Route) => route.fulfill({ body: "<h1>Log in</h1>" }), "Your network answered"],
] as const)
  test(`when ${name} behind a link, the frame stays and the page can be tried again`, async ({ page }) => {
    await page.goto("/");
    await page.route("**/blog.data*", answer);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Blog" }).click();
    await expectFrame(page, "This page did not open", "This page did not open");
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await expect(page).toHaveURL("/blog");
    await expect(page.getByRole("alert")).toContainText(words);

    await page.unroute("**/blog.data*");
    await page.getByRole("link", { name: "Try again" }).click();
    await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
    await expect(page).toHaveURL("/blog");
  });

test("an article that has gone since the page was opened is an unknown address", async ({ page }) => {
  await page.goto("/blog");
  await page.route("**/blog/*.data*", async (route) => {
    const gone = new URL("/blog/no-such-article.data", route.request().url());
    await route.fulfill({ response: await route.fetch({ url: gone.href }) });
  });
  await page.getByRole("main").getByRole("article").first().getByRole("link").first().click();
  await expectFrame(page, "No one lives at this address", "Page not found");
});

test(
  "a link whose script a deployment removed since the page was opened leads where it points",
  { tag: ["@11.264"] },
  async ({ browser, baseURL }) => {
    // A context without the fixtures: the router reports the missing script to its console.
    const context = await browser.newContext({ baseURL });
    const page = await context.newPage();
    await page.goto("/");
    await page.waitForFunction(() => performance.getEntriesByName("hydrated").length > 0);
    await page.route("**/assets/blog-*.js", (route) => route.fulfill({ status: 404 }), { times: 1 });
    const loaded = page.waitForEvent("load");
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Blog" }).click();
    await loaded;
    await expect(page).toHaveURL("/blog");
    await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
    await page.waitForFunction(() => performance.getEntriesByName("hydrated").length > 0);
    await page.goBack();
    await expect(page).toHaveURL("/");
    await context.close();
  },
);

test("a removed script that a form needs is reported, and the page can be loaded again", async ({
  page,
  createAccount,
}) => {
  const { email, password } = await createAccount();
  await page.goto("/login");
  await page.route("**/assets/*.js", (route) => route.fulfill({ status: 404 }));
  const logIn = async () => {
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Log In" }).click();
  };
  await logIn();
  await expectToast(page, "Login Failed", "Something went wrong. Please try again later.");
  await expectToast(page, "This page is out of date");
  await expect(page.getByLabel("Email")).toHaveValue(email);

  await page.unroute("**/assets/*.js");
  const loaded = page.waitForEvent("load");
  await page.getByRole("button", { name: "Reload" }).click();
  await loaded;
  await page.waitForFunction(() => performance.getEntriesByName("hydrated").length > 0);
  await logIn();
  await expect(page).toHaveURL("/");
});

async function expectFrame(page: Page, heading: string, title: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  await expect(page).toHaveTitle(`${title} · GharSach`);
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
  await expect(page.locator('link[rel="canonical"]')).toHaveCount(0);
  await expect(page.getByRole("banner").getByRole("navigation", { name: "Main" })).toBeVisible();
  await expect(page.getByRole("contentinfo").getByRole("link", { name: "Privacy" })).toBeVisible();
}
