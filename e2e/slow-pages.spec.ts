import { expect, holdRequests, test } from "./fixtures.ts";

/** One page of each kind, its loading text, and its title while it loads if that differs. */
const PAGES: [path: string, text: string, title?: string][] = [
  ["/reviews", "Loading reviews..."],
  ["/blog", "Loading articles..."],
  ["/blog/5-things-to-check-before-renting-flat-chennai", "Loading the article...", "Blog"],
  ["/homes/pune", "Loading homes...", "Homes"],
  ["/compare", "Loading homes..."],
  ["/deposits", "Loading deposits..."],
  ["/deposit", "One moment, please..."],
  ["/", "Loading recent reviews...", "Recent Reviews"],
  ["/about", "One moment, please..."],
  ["/login", "One moment, please..."],
];

test("shows the frame with its loading text for any slow page", { tag: ["@2.43", "@11.268"] }, async ({ page }) => {
  await page.goto("/how-reviews-are-checked");
  for (const [path, text, title] of PAGES) {
    // Hold the requests: the router shows the previous page for the first 300 ms.
    const release = await holdRequests(page, /\.data(?:\?|$)|\/assets\/.*\.js$/);
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
});

declare global {
  interface Window {
    __reactRouterDataRouter?: { navigate(to: string): Promise<void> };
  }
}
