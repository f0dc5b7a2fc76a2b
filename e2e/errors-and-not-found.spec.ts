import type { Page, Route } from "@playwright/test";
import { expect, expectAccessible, expectToast, logIn, test } from "./fixtures.ts";

test("answers a malformed URL with a link back", async ({ page }) => {
  expect((await page.goto("/reviews?after=garbage"))?.status()).toBe(400);
  await expect(page.getByRole("main").getByRole("alert")).toContainText("Error loading reviews:");
  await page.getByRole("main").getByRole("link", { name: "All reviews" }).click();
  await expect(page).toHaveURL("/reviews");
  await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
});

test("keeps the frame if a linked page cannot be loaded, says why, and retries", async ({ page }) => {
  await page.goto("/");
  const blog = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Blog" });
  for (const [answer, words] of [
    [(route: Route) => route.abort(), "There is no connection."],
    [(route: Route) => route.fulfill({ body: "<h1>Log in</h1>" }), "Your network responded"],
    [(route: Route) => route.fulfill({ status: 500 }), "This site is not responding"],
  ] as const) {
    await page.route("**/blog.data*", answer);
    await blog.click();
    await expectFrame(page, "This page did not open", "This page did not open");
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await expect(page).toHaveURL("/blog");
    await expect(page.getByRole("alert")).toContainText(words);
    await page.unroute("**/blog.data*");
    if (words === "This site is not responding") continue;
    await page.goBack();
    // Wait for Home: until it is shown, the open page is still /blog, to which the next link leads.
    await expect(page.getByRole("heading", { level: 1, name: "Find Your Voice." })).toBeVisible();
  }
  await expectAccessible(page);
  // Simulate an article that was removed after the page was opened. Change the response before the list is shown: hovering over a
  // link prefetches it.
  await page.route("**/blog/*.data*", async (route) => {
    const gone = new URL("/blog/no-such-article.data", route.request().url());
    await route.fulfill({ response: await route.fetch({ url: gone.href }) });
  });
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
  // Before hydration the link would load the whole page.
  await page.waitForFunction(() => performance.getEntriesByName("hydrated").length > 0);
  await page.getByRole("main").getByRole("article").first().getByRole("link").first().click();
  await expectFrame(page, "No one lives at this address", "Page not found");
});

test("follows a link whose script a deployment removed", { tag: ["@11.263"] }, async ({ browser, baseURL }) => {
  // The fixtures would fail on the router's console error about the missing script.
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
});

test("reports a removed script that a form needs and offers a reload", async ({ page, createAccount }) => {
  const account = await createAccount();
  await page.goto("/login");
  await page.route("**/assets/*.js", (route) => route.fulfill({ status: 404 }));
  await logIn(page, account);
  await expectToast(page, "Login Failed", "Something went wrong. Please try again later.");
  await expectToast(page, "This page is out of date");
  await expect(page.getByLabel("Email")).toHaveValue(account.email);

  await page.unroute("**/assets/*.js");
  const loaded = page.waitForEvent("load");
  await page.getByRole("button", { name: "Reload" }).click();
  await loaded;
  await page.waitForFunction(() => performance.getEntriesByName("hydrated").length > 0);
  await logIn(page, account);
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
