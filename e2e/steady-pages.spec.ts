import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

test.use({ viewport: { width: 360, height: 740 } });

test(
  "on a slow phone an address with a review shows it without anything moving, on whatever page of the list it is",
  { tag: ["@11.266"] },
  async ({ page, publishedReview }) => {
    const far = await publishedReview({ propertyName: `Zz Last House ${Date.now()}` });
    await page.goto("/reviews");
    const near = await page.getByRole("article").nth(3).getAttribute("id");
    for (const anchor of [`review-${far.id}`, near]) {
      await openCold(page, `/reviews#${anchor}`);
      const card = page.locator(`#${anchor}`);
      await expect(card).toBeFocused({ timeout: 20_000 });
      await expect(card).toBeInViewport();
      expect(await shift(page), anchor ?? "").toBeLessThanOrEqual(0.02);
    }
  },
);

for (const path of ["/submit-review", "/account"])
  test(
    `on a slow phone who is not signed in gets from ${path} to the log-in without anything moving`,
    { tag: ["@11.267"] },
    async ({ page }) => {
      await openCold(page, path);
      await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`);
      await expect(page.getByRole("button", { name: "Log In" })).toBeEnabled({ timeout: 20_000 });
      expect(await shift(page)).toBeLessThanOrEqual(0.02);
      // Before the scripts of a page could have led there.
      expect(await page.evaluate(() => performance.getEntriesByName("hydrated").length)).toBe(1);
    },
  );

/** Opens a page as a phone with a slow processor and a slow network does that has never been here. */
async function openCold(page: Page, path: string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Network.enable");
  await browser.send("Network.clearBrowserCache");
  await browser.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 90_000,
  });
  await browser.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as ({ hadRecentInput: boolean; value: number } & PerformanceEntry)[])
        if (!entry.hadRecentInput) performance.mark("shift", { detail: entry.value });
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto("about:blank");
  await page.goto(path);
}

async function shift(page: Page): Promise<number> {
  return page.evaluate(() =>
    (performance.getEntriesByName("shift") as PerformanceMark[]).reduce((sum, { detail }) => sum + Number(detail), 0),
  );
}
