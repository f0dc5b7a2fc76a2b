import { expect, test } from "./fixtures.ts";

for (const path of ["/", "/reviews", "/blog"]) {
  test(`${path} is shown before any of its scripts is asked for, and comes alive`, async ({ page }) => {
    await page.goto(path);
    const { painted, scripts } = await page.evaluate(() => ({
      painted: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Infinity,
      scripts: performance
        .getEntriesByType("resource")
        .filter(({ name }) => name.endsWith(".js"))
        .map(({ name, startTime }) => ({ name, startTime })),
    }));
    expect(scripts.length).toBeGreaterThan(4);
    for (const { name, startTime } of scripts) expect(startTime, name).toBeGreaterThanOrEqual(painted);
    await expect.poll(() => page.evaluate(() => performance.getEntriesByName("hydrated").length)).toBe(1);
  });
}
