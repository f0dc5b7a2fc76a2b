import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { EMBEDDED_URL, SUPABASE_URL } from "./servers.ts";

test("loads nothing from third parties", { tag: "@both" }, async ({ page, createAccount, signIn }) => {
  const requests = requestsOf(page);
  for (const path of ["/", "/blog/questions-to-ask-before-renting", "/signup", "/update-password"])
    await page.goto(path);
  // The fingerprint of the device comes with the dialog, the list of cities with the form.
  await page.goto("/reviews");
  const fingerprint = page.waitForResponse(/\/assets\/fp\.esm/);
  await page
    .getByRole("button", { name: /^Report review by/ })
    .first()
    .click();
  await expect(page.getByRole("dialog", { name: "Report review" })).toBeVisible();
  await fingerprint;
  await signIn(await createAccount());
  await page.goto("/submit-review", { waitUntil: "networkidle" });
  await expect(page.getByLabel("Property Name")).toBeVisible();
  expect(thirdParties(requests)).toEqual([]);
  // The only cookie is the one that these tests set (fixtures.ts).
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual(["gharsach-changed"]);
});

test("blocks scripts, styles, pictures, frames and requests of third parties by policy", async ({
  browser,
  baseURL,
}) => {
  // A context without the fixtures: the browser reports each violation to its console.
  const context = await browser.newContext();
  const page = await context.newPage();
  const arrived: string[] = [];
  await context.route("**/*", (route) => {
    arrived.push(route.request().url());
    return thirdParties([route.request().url()]).length > 0 ? route.abort() : route.continue();
  });
  await page.goto(`${baseURL}/`);
  await page.evaluate(async () => {
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
      performance.mark("violation", { detail: effectiveDirective });
    });
    const add = (name: string, attributes: Record<string, string>) =>
      document.body.append(Object.assign(document.createElement(name), attributes));
    add("script", { src: "https://evil.example/x.js" });
    add("script", { textContent: "window.evil = true" });
    add("img", { src: "https://evil.example/x.png" });
    add("iframe", { src: "https://evil.example/" });
    add("link", { rel: "stylesheet", href: "https://evil.example/x.css" });
    add("style", { textContent: "body { background: url(https://evil.example/b.png) }" });
    await fetch("https://evil.example/").catch(() => {});
  });
  await expect
    .poll(() =>
      page.evaluate(() => {
        const violations = performance.getEntriesByName("violation") as PerformanceMark[];
        return [...new Set(violations.map(({ detail }) => detail as string))].toSorted();
      }),
    )
    .toEqual(["connect-src", "frame-src", "img-src", "script-src-elem", "style-src-elem"]);
  expect(await page.evaluate(() => "evil" in window)).toBe(false);
  expect(thirdParties(arrived)).toEqual([]);
  await context.close();
});

/** The URLs that a page requests after this call, in order. */
function requestsOf(page: Page): string[] {
  const requests: string[] = [];
  page.context().on("request", (request) => requests.push(request.url()));
  return requests;
}

/** Those on other hosts than ours. */
function thirdParties(addresses: string[]): string[] {
  return addresses.filter((address) => {
    const { origin, protocol } = new URL(address);
    return protocol !== "data:" && protocol !== "blob:" && origin !== EMBEDDED_URL && origin !== SUPABASE_URL;
  });
}
