import { expect, test } from "./fixtures.ts";

test("navigates a guide, its contents and reviews without a page load", { tag: ["@2.100"] }, async ({ page }) => {
  await page.goto("/blog");
  await page.evaluate(() => Object.assign(window, { hasStayed: true }));
  const guides = page.getByRole("region", { name: "City Rental Guides" });
  await expect(guides.getByRole("article")).toHaveCount(10);
  await expect(page.getByRole("region", { name: "General Renting Advice" }).getByRole("article")).toHaveCount(4);
  await guides.getByRole("link", { name: /^Read More about .*Bengaluru/ }).click();
  await expect(page).toHaveURL("/blog/5-things-to-check-before-renting-flat-bangalore");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Bengaluru");
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

  await page.getByRole("link", { name: "Homes in Bengaluru" }).click();
  await expect(page).toHaveURL("/homes/bengaluru");
  await expect(page.getByRole("article").first()).toBeVisible();
  await page.goBack();
  await page.getByRole("link", { name: "Back to Blog" }).click();
  await expect(page).toHaveURL("/blog");
  expect(await page.evaluate(() => "hasStayed" in window), "no page load").toBe(true);
});
