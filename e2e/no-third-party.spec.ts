import { setTimeout as delay } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { EMBEDDED_URL, SUPABASE_URL } from "./servers.ts";

const PAGES = [
  ...["/", "/reviews", "/blog", "/blog/questions-to-ask-before-renting", "/about", "/privacy", "/flat/12-b"],
  ...["/login", "/signup", "/forgot-password", "/update-password", "/auth/callback"],
];

test("no page asks anybody but the site and its own Supabase", { tag: "@both" }, async ({ page }) => {
  const asked = everythingAsked(page);
  for (const path of PAGES) await page.goto(path);
  await settled(asked);
  expect(asked.length).toBeGreaterThan(PAGES.length);
  expect(strangers(asked)).toEqual([]);
  // The only cookie is the one that these tests set (fixtures.ts).
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual(["gharsach-changed"]);
});

test(
  "what loads only when it is used comes from the site, too",
  { tag: "@both" },
  async ({ page, createAccount, signIn }) => {
    const asked = everythingAsked(page);
    // The fingerprint of the device comes with the dialog, the list of cities with the form.
    await page.goto("/reviews");
    await page.getByRole("button", { name: "Report", exact: true }).first().click();
    await expect(page.getByRole("dialog", { name: "Report review" })).toBeVisible();
    await settled(asked);
    await signIn(await createAccount());
    await page.goto("/submit-review");
    await expect(page.getByLabel("Property Name")).toBeVisible();
    await settled(asked);
    expect(asked.length).toBeGreaterThan(10);
    expect(strangers(asked)).toEqual([]);
  },
);

test("what a page may not ask, its policy stops", { tag: "@both" }, async ({ browser, baseURL }) => {
  // A browser of its own: that it complains in its console is as it should be.
  const context = await browser.newContext();
  const page = await context.newPage();
  const arrived: string[] = [];
  await context.route("**/*", (route) => {
    arrived.push(route.request().url());
    return strangers([route.request().url()]).length > 0 ? route.abort() : route.continue();
  });
  await page.goto(`${baseURL}/`);
  const stopped = await page.evaluate(async () => {
    const policies: string[] = [];
    document.addEventListener("securitypolicyviolation", (event) => policies.push(event.effectiveDirective));
    const add = (name: string, attributes: Record<string, string>) =>
      document.body.append(Object.assign(document.createElement(name), attributes));
    add("script", { src: "https://evil.example/x.js" });
    add("script", { textContent: "window.evil = true" });
    add("img", { src: "https://evil.example/x.png" });
    add("iframe", { src: "https://evil.example/" });
    add("link", { rel: "stylesheet", href: "https://evil.example/x.css" });
    add("style", { textContent: "body { background: url(https://evil.example/b.png) }" });
    await fetch("https://evil.example/").catch(() => {});
    await new Promise((resolve) => {
      setTimeout(resolve, 500);
    });
    return { policies: [...new Set(policies)].toSorted(), ran: "evil" in window };
  });
  expect(stopped.ran).toBe(false);
  expect(stopped.policies).toEqual(["connect-src", "frame-src", "img-src", "script-src-elem", "style-src-elem"]);
  expect(strangers(arrived)).toEqual([]);
  await context.close();
});

/** The addresses that a page asks from here on, as they come. */
function everythingAsked(page: Page): string[] {
  const asked: string[] = [];
  page.context().on("request", (request) => asked.push(request.url()));
  return asked;
}

/** Resolves when a second has passed without another question. */
async function settled(asked: string[]): Promise<void> {
  for (let before = -1; before < asked.length;) {
    before = asked.length;
    await delay(1_000);
  }
}

/** Those on other hosts than ours. */
function strangers(addresses: string[]): string[] {
  return addresses.filter((address) => {
    const { origin, protocol } = new URL(address);
    return protocol !== "data:" && protocol !== "blob:" && origin !== EMBEDDED_URL && origin !== SUPABASE_URL;
  });
}
