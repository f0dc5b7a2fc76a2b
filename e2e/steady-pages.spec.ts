import type { Page } from "@playwright/test";
import { expect, recordShifts, shiftOf, test, unique } from "./fixtures.ts";

test.use({ viewport: { width: 360, height: 740 } });

test("shows a linked review without a layout shift", { tag: ["@11.266"] }, async ({ page, publishedReview }) => {
  const far = await publishedReview({ propertyName: unique("Zz Last House") });
  await openCold(page, `/reviews#review-${far.id}`);
  const card = page.locator(`#review-${far.id}`);
  await expect(card).toBeFocused({ timeout: 20_000 });
  await expect(card).toBeInViewport();
  expect(await shiftOf(page)).toBeLessThanOrEqual(0.02);
});

test("redirects to the log-in without a layout shift on a slow phone", { tag: ["@11.32"] }, async ({ page }) => {
  await openCold(page, "/submit-review");
  await expect(page).toHaveURL("/login?next=%2Fsubmit-review");
  await expect(page.getByRole("button", { name: "Log In" })).toBeEnabled({ timeout: 20_000 });
  expect(await shiftOf(page)).toBeLessThanOrEqual(0.02);
  // The redirect happened before hydration: only one page was hydrated.
  expect(await page.evaluate(() => performance.getEntriesByName("hydrated").length)).toBe(1);
});

/** Opens a page as a first visit on a slow phone and network. */
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
  await recordShifts(page);
  await page.goto("about:blank");
  await page.goto(path);
}
