import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectToast, test } from "./fixtures.ts";

const MISSING = ["/flat/12-b", "/blog/no-such-article", "/reviews/1", "/about/us", "/index.php"];

test(
  "an unknown address says so in the frame of the site, and offers a search",
  { tag: ["@both", "@2.34"] },
  async ({ page }) => {
    for (const path of MISSING) {
      expect((await page.goto(path))?.status(), path).toBe(404);
      await expectFrame(page, "No one lives at this address", "Page not found");
    }
    await page.getByRole("searchbox", { name: "Search reviews" }).fill("Amaltas");
    await page.getByRole("main").getByRole("button", { name: "Search" }).click();
    await expect(page).toHaveURL("/reviews?q=Amaltas");
    await expect(page.getByRole("heading", { level: 1, name: "Rental Reviews" })).toBeVisible();
    await expect(page.getByRole("searchbox")).toHaveValue("Amaltas");
  },
);

test("who only asks whether a page is there is told the truth", async ({ request }) => {
  for (const path of MISSING) expect((await request.head(path)).status(), path).toBe(404);
  for (const path of ["/", "/reviews", "/blog", "/sitemap.xml", "/robots.txt", "/manifest.webmanifest", "/og/site.png"])
    expect((await request.head(path)).status(), path).toBe(200);
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

for (const [name, fail] of [
  ["the server fails", (page: Page) => page.route("**/blog.data*", (route) => route.fulfill({ status: 500 }))],
  ["the connection is lost", (page: Page) => page.route("**/blog.data*", (route) => route.abort())],
] as const)
  test(`when ${name} behind a link, the frame stays and the page can be tried again`, async ({ page }) => {
    await openHome(page);
    await fail(page);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Blog" }).click();
    await expectFrame(page, "This page did not open", "This page did not open");
    await expect(page).toHaveURL("/blog");
    await expect(page.getByRole("alert")).toContainText("please try again in a moment");

    await page.unroute("**/blog.data*");
    await page.getByRole("link", { name: "Try again" }).click();
    await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
    await expect(page).toHaveURL("/blog");
  });

test("an article that has gone since the page was opened is an unknown address", async ({ page }) => {
  await page.goto("/blog");
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
  await page.route("**/blog/*.data*", async (route) => {
    const gone = new URL("/blog/no-such-article.data", route.request().url());
    await route.fulfill({ response: await route.fetch({ url: gone.href }) });
  });
  await page.getByRole("main").getByRole("article").first().getByRole("link").first().click();
  await expectFrame(page, "No one lives at this address", "Page not found");
});

test("a program that has gone since the page was opened makes the page load anew", async ({ browser, baseURL }) => {
  // A browser of its own: the router tells its console that it loads anew.
  const context = await browser.newContext();
  const page = await context.newPage();
  await openHome(page, baseURL);
  let isGone = true;
  await page.route("**/assets/blog-*.js", (route) => {
    const answer = isGone ? route.abort() : route.continue();
    isGone = false;
    return answer;
  });
  const reloaded = page.waitForEvent("load");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Blog" }).click();
  await reloaded;
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Blog" }).click();
  await expect(page).toHaveURL(`${baseURL}/blog`);
  await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
  await context.close();
});

test("a part of a program that has gone is told of, and the page can be loaded again", async ({
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
  await page.getByRole("button", { name: "Load again" }).click();
  await loaded;
  await page.waitForFunction(() => performance.getEntriesByName("hydrated").length > 0);
  await logIn();
  await expect(page).toHaveURL("/");
});

test("the error page can be used by everybody", async ({ page }) => {
  await openHome(page);
  await page.route("**/blog.data*", (route) => route.fulfill({ status: 500 }));
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Blog" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "This page did not open" })).toBeFocused();
  for (const size of [
    { width: 360, height: 740 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size);
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
  }
});

/** Home, alive: from here on links are followed by the page itself. */
async function openHome(page: Page, baseURL = ""): Promise<void> {
  await page.goto(`${baseURL}/`);
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
}

async function expectFrame(page: Page, heading: string, title: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  await expect(page).toHaveTitle(`${title} · GharSach`);
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
  await expect(page.locator('link[rel="canonical"]')).toHaveCount(0);
  await expect(page.getByRole("banner").getByRole("navigation", { name: "Main" })).toBeVisible();
  await expect(page.getByRole("contentinfo").getByRole("link", { name: "Privacy" })).toBeVisible();
}
