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
