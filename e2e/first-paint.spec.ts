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

test("a page is fetched ahead once a visitor is about to follow a link to it", async ({ page }) => {
  await page.goto("/");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const data = page.waitForResponse((answer) => new URL(answer.url()).pathname === "/blog.data");
  const code = page.waitForResponse((answer) => /\/assets\/blog-.*\.js$/.test(answer.url()));
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Blog" }).hover();
  await Promise.all([data, code]);
  expect(asked.filter((path) => path.startsWith("/blog"))).toEqual(["/blog.data"]);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 } });

  for (const [path, isLeftOut] of [
    ["/", true],
    // It may point into what is left out.
    ["/#main", false],
  ] as const) {
    test(`the first frame of ${path} is drawn ${isLeftOut ? "without" : "with"} what is far down`, async ({ page }) => {
      await page.addInitScript(() => {
        new MutationObserver(() => performance.mark("marked")).observe(document, {
          subtree: true,
          attributeFilter: ["data-first-frame"],
        });
      });
      await page.goto(path);
      const root = page.locator("html");
      const footer = page.getByRole("contentinfo");
      await expect.poll(() => page.evaluate(() => performance.getEntriesByName("hydrated").length)).toBe(1);
      expect(await page.evaluate(() => performance.getEntriesByName("marked").length > 0)).toBe(isLeftOut);
      await expect(root).not.toHaveAttribute("data-first-frame");
      await expect(footer).toHaveCSS("content-visibility", "auto");
      await root.evaluate((element) => element.setAttribute("data-first-frame", ""));
      await expect(footer).toHaveCSS("content-visibility", "hidden");
    });
  }
});
