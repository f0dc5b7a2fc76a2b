import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

test("shows a page before its scripts, hydrates it, and prefetches what a visitor points at", async ({ page }) => {
  await page.goto("/reviews");
  const { painted, scripts } = await page.evaluate(() => ({
    painted: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Infinity,
    scripts: performance
      .getEntriesByType("resource")
      .filter(({ name }) => name.endsWith(".js"))
      .map(({ name, startTime }) => ({ name, startTime })),
  }));
  expect(scripts.length).toBeGreaterThan(4);
  for (const { name, startTime } of scripts) expect(startTime, name).toBeGreaterThanOrEqual(painted);
  expect(await page.evaluate(() => performance.getEntriesByName("hydrated").length)).toBe(1);

  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const data = page.waitForResponse((answer) => new URL(answer.url()).pathname === "/blog.data");
  const code = page.waitForResponse((answer) => /\/assets\/blog-.*\.js$/.test(answer.url()));
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Blog" }).hover();
  await Promise.all([data, code]);
  expect(asked.filter((path) => path.startsWith("/blog"))).toEqual(["/blog.data"]);
});

test("animates the parts of the first three properties in turn", { tag: ["@2.60"] }, async ({ page }) => {
  await page.goto("/reviews");
  const properties = await page.evaluate(() =>
    [...document.querySelectorAll(".property")].slice(0, 4).map((property) =>
      [property, ...property.children].map((part) => {
        const { transitionProperty, transitionDuration, transitionDelay } = getComputedStyle(part);
        return transitionDuration === "0s" ? "still" : `${transitionProperty} ${transitionDuration} ${transitionDelay}`;
      }),
    ),
  );
  expect(properties).toEqual([
    ["still", "translate 0.3s 0s", "translate 0.3s 0s"],
    ["still", "translate 0.3s 0.05s", "translate 0.3s 0.05s"],
    ["still", "translate 0.3s 0.1s", "translate 0.3s 0.1s"],
    ["still", "still", "still"],
  ]);
});

test("starts no color transition while the stylesheet loads", async ({ page }) => {
  let send = () => {};
  const mayCome = new Promise<void>((resolve) => (send = resolve));
  await page.route("**/assets/*.css", async (route) => {
    await mayCome;
    await route.continue();
  });
  await recordMovements(page);
  const opened = page.goto("/reviews");
  const button = page.locator("article button").first();
  await button.waitFor({ state: "attached" });
  // Reading a style starts transitions, as does a pointer over the page.
  expect(await button.evaluate((element) => getComputedStyle(element).display)).toBe("inline-block");
  send();
  await opened;
  expect(await button.evaluate((element) => getComputedStyle(element).display)).toBe("flex");
  expect((await movements(page)).filter((movement) => movement.includes("color"))).toEqual([]);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test("moves nothing before hydration", async ({ page }) => {
    await recordMovements(page);
    await page.goto("/reviews");
    expect(await movements(page)).toEqual([]);
    await page.getByRole("combobox", { name: "Sort" }).selectOption("rating");
    await expect.poll(() => movements(page)).toContain("translate");
  });
});

/** Records the transitions and animations of the next page. */
async function recordMovements(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const type of ["transitionrun", "animationstart"] as const) {
      document.addEventListener(type, (event) => {
        const detail = "propertyName" in event ? event.propertyName : event.animationName;
        performance.mark("movement", { detail });
      });
    }
  });
}

/** Returns the properties and animations that recordMovements recorded. */
async function movements(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    (performance.getEntriesByName("movement") as PerformanceMark[]).map(({ detail }) => detail as string),
  );
}
