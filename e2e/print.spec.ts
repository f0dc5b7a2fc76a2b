import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

/** A4 without margins, in CSS pixels. */
test.use({ viewport: { width: 718, height: 1047 } });

const ARTICLE = "/blog/what-to-do-if-landlord-refuses-deposit-return";

test("prints pages whole, with their URL and the day", { tag: ["@10.546", "@10.601"] }, async ({ page, baseURL }) => {
  const sitemap = await (await page.request.get("/sitemaps/homes.xml")).text();
  const [home = ""] = /\/homes\/bengaluru\/hsr-layout\/amaltas-court-[\da-f]{8}/.exec(sitemap) ?? [];
  const [other = ""] = /\/homes\/pune\/[^/<]+\/[^/<]+-[\da-f]{8}/.exec(sitemap) ?? [];
  const ids = [home, other].map((path) => path.slice(-8)).join(",");
  for (const path of [
    home,
    "/homes/bengaluru",
    `/compare?homes=${ids}`,
    "/deposits",
    ARTICLE,
    "/reviews",
    "/privacy/ta",
  ]) {
    await page.emulateMedia({ media: "screen" });
    await page.goto(path);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
    await expect(page.locator("#printed"), path).toHaveText(/ · \d{1,2} \w+ 20\d\d$/);
    await expect(page.locator("#printed"), path).toContainText(`${baseURL}${path}`);
    await expect(page.locator("body"), "prints in the light scheme").toHaveCSS(
      "background-color",
      "rgb(255, 255, 255)",
    );
    expect(await unprintedWords(page), path).toEqual([]);
    expect(await openedForPrint(page), path).toEqual({ printed: [], after: true });
    await expect(page.getByRole("navigation"), path).toHaveCount(0);
    await expect(page.getByRole("button"), path).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(718);
  }
});

/** Returns which details stay closed on paper in a browser without ::details-content, and whether all are as before after it. */
function openedForPrint(page: Page) {
  return page.evaluate(() => {
    const supports = CSS.supports;
    CSS.supports = () => false;
    const parts = Array.from(document.querySelectorAll<HTMLDetailsElement>("main details"));
    const before = parts.map(({ open }) => open);
    dispatchEvent(new Event("beforeprint"));
    const printed = parts.filter(({ open }) => !open).map(({ textContent }) => textContent);
    dispatchEvent(new Event("afterprint"));
    CSS.supports = supports;
    return { printed, after: parts.every(({ open }, index) => open === before[index]) };
  });
}

/** Returns the words of the page, without controls and menus, that take no room or are cut. */
function unprintedWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const unprinted =
      "nav, form, search, button, select, .button, script, [hidden], [role=status], .sr-only, details:has(> :is(nav, form)), details:not(:has(> :not(summary)))";
    const texts = document.createTreeWalker(document.querySelector("main") as Element, NodeFilter.SHOW_TEXT);
    const missing: string[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const element = text.parentElement;
      const words = text.textContent?.trim();
      if (!words || !element || element.closest(unprinted)) continue;
      const isCut = (part: Element) => {
        const { overflowX, overflowY } = getComputedStyle(part);
        const isTall = part.scrollHeight > part.clientHeight + 2 || part.scrollWidth > part.clientWidth + 2;
        return isTall && (overflowX !== "visible" || overflowY !== "visible");
      };
      const box = document.createRange();
      box.selectNodeContents(text);
      const { width, height } = box.getBoundingClientRect();
      let isWhole = element.checkVisibility({ contentVisibilityAuto: true }) && width > 0 && height > 0;
      for (let part: Element | null = element; part && part.tagName !== "MAIN"; part = part.parentElement)
        if (isCut(part)) isWhole = false;
      if (!isWhole) missing.push(words);
    }
    return missing;
  });
}
