import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

/** Pages, the loading text of each, and its title where the page itself shows another. */
const PAGES: [path: string, text: string, title?: string][] = [
  ["/reviews", "Loading reviews..."],
  ["/blog", "Loading articles..."],
  ["/blog/5-things-to-check-before-renting-flat-chennai", "Loading the article...", "Blog"],
  ["/homes", "Loading homes..."],
  ["/homes/pune", "Loading homes...", "Homes"],
  ["/", "Loading recent reviews...", "Recent Reviews"],
  ...[
    ...["/about", "/review-policy", "/terms", "/privacy", "/how-reviews-are-checked", "/grievance", "/transparency"],
    ...["/forgot-password", "/login", "/signup"],
  ].map((path): [string, string] => [path, "One moment, please..."]),
];

test(
  "any page that is slow to come shows its frame with its loading text, and the page before it goes",
  { tag: ["@11.268"] },
  async ({ page }) => {
    await page.goto("/how-reviews-are-checked");
    const hold = await holdBack(page);
    for (const [path, text, title] of PAGES) {
      const release = hold();
      await page.evaluate((to) => void window.__reactRouterDataRouter?.navigate(to), path);
      await expect(page.getByRole("status").filter({ hasText: text }), path).toBeVisible();
      await expect(page.locator("h1:visible"), path).toHaveCount(1);
      const shown = await page.locator("h1:visible").innerText();
      release();
      await expect(page.getByText(text), path).toBeHidden();
      await expect(page.locator("h1:visible"), path).toHaveCount(1);
      if (title) expect(shown).toBe(title);
      else expect(await page.locator("h1:visible").innerText(), path).toBe(shown);
      await expect(page.getByRole("heading", { level: 1 }), path).toBeFocused();
    }
  },
);

/** Returns how to hold data and scripts back, so that it takes longer than 300 ms until a page is there. */
async function holdBack(page: Page): Promise<() => () => void> {
  let held = Promise.resolve();
  await page.route(/\.data(?:\?|$)|\/assets\/.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  return () => {
    let release = () => {};
    held = new Promise<void>((resolve) => (release = resolve));
    return release;
  };
}

declare global {
  interface Window {
    __reactRouterDataRouter?: { navigate(to: string): Promise<void> };
  }
}
