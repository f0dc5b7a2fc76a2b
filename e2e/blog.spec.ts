import { type Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

const ARTICLE = "/blog/5-things-to-check-before-renting-flat-bangalore";

test("a tenant reads a city's guide and goes on to its reviews", async ({ page }) => {
  await page.goto("/blog");
  await page.evaluate(() => Object.assign(window, { hasStayed: true }));
  await readOn(page);
  expect(await page.evaluate(() => "hasStayed" in window), "no page load").toBe(true);
});

test("the contents lead down the page", async ({ page }) => {
  await page.goto(ARTICLE);
  const contents = page.getByRole("navigation", { name: "On this page" });
  const last = contents.getByRole("link").last();
  const heading = page.getByRole("heading", { level: 2, name: (await last.textContent()) ?? "" });
  await expect(heading).not.toBeInViewport();
  await last.click();
  await expect(heading).toBeInViewport();
  await expect(heading).toBeFocused();
  await expect(contents, "they stay beside the text").toBeInViewport();
  const place = await page.evaluate(() => scrollY);
  await contents.getByRole("link").first().click();
  await expect(heading).not.toBeInViewport();
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("on a phone the contents unfold and lead down the page", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(ARTICLE);
    const contents = page.getByRole("navigation", { name: "On this page" });
    await expect(contents).toBeHidden();
    await page.locator("summary", { hasText: "On this page" }).click();
    const last = contents.getByRole("link").last();
    const heading = page.getByRole("heading", { level: 2, name: (await last.textContent()) ?? "" });
    await last.click();
    await expect(heading).toBeInViewport();
  });
});

/** From the list of articles over one to the reviews of its city, and back to the list. */
async function readOn(page: Page) {
  const guides = page.getByRole("region", { name: "City Rental Guides" });
  await expect(guides.getByRole("article")).toHaveCount(10);
  await expect(page.getByRole("region", { name: "General Renting Advice" }).getByRole("article")).toHaveCount(4);
  await guides.getByRole("link", { name: /^Read More about .*Bengaluru/ }).click();
  await expect(page).toHaveURL(ARTICLE);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Bengaluru");
  await expect(page.getByText("Last reviewed 21 Nov 2026")).toBeVisible();
  await page.getByRole("link", { name: "Reviews in Bengaluru" }).click();
  await expect(page).toHaveURL("/reviews?city=Bengaluru");
  await expect(page.getByRole("article").first()).toBeVisible();
  await page.goBack();
  await page.getByRole("link", { name: "Back to Blog" }).click();
  await expect(page).toHaveURL("/blog");
}
