import type { Page } from "@playwright/test";
import { expect, expectToast, logIn, report, test, unique } from "./fixtures.ts";
import { fillRequired } from "./review-form.ts";

const PUBLISHING =
  "Publishing a review needs JavaScript in a browser of 2023 or newer. Please switch it on or update the browser and load this page again.";

test("publishes in the oldest browsers", { tag: ["@11.260"] }, async ({ page, createAccount, publishedReview }) => {
  await removeNewerFeatures(page);
  const { propertyName } = await publishedReview({ propertyName: unique("Old Browser House") });
  await page.goto("/");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Reviews" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Rental Reviews" })).toBeVisible();
  await page.getByPlaceholder("Search property, locality, city...").fill(propertyName);
  await expect(page.getByRole("article")).toHaveCount(1);
  const card = page.getByRole("article", { name: propertyName });
  await report(page, card);
  await expectToast(page, "Review Reported");

  const account = await createAccount();
  await page.goto("/login?next=%2Fsubmit-review");
  await logIn(page, account);
  await expect(page).toHaveURL("/submit-review");
  const written = unique("Old Browser Court");
  await fillRequired(page, { propertyName: written });
  await page.getByRole("button", { name: "Submit Review" }).click();
  await expect(page.getByRole("main").getByRole("link", { name: "View your review" })).toBeVisible();
  await page.goto("/account");
  await expect(page.getByRole("article", { name: written })).toBeVisible();
});

test("keeps the served pages in older browsers", { tag: ["@11.260"] }, async ({ browser, baseURL }) => {
  // The fixtures would wait for hydration, which these pages lack.
  const context = await browser.newContext({ baseURL });
  await context.addInitScript(() => Reflect.deleteProperty(Array.prototype, "toSorted"));
  const page = await context.newPage();
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  await page.goto("/reviews");
  await page.getByPlaceholder("Search property, locality, city...").fill("Amaltas Court");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Amaltas Court" })).toBeVisible();
  await page.goto("/submit-review");
  await expect(page.getByText(PUBLISHING)).toBeVisible();
  await expect(page.getByText("One moment, please...")).toBeHidden();
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
  expect(requested.filter((url) => url.endsWith(".js"))).toEqual([]);
  await context.close();
});

test("keeps the served page if a script throws", { tag: ["@11.260"] }, async ({ browser, baseURL }) => {
  for (const { words, address, shown = words, link } of [
    {
      words: "Skip to content",
      address: "/login",
      shown: PUBLISHING.replace("Publishing a review needs", "Accounts need"),
    },
    { words: " review(s)", address: "/reviews" },
    { words: "About a review, a reply or any other page.", address: "/", link: "Complaints" },
  ]) {
    const context = await browser.newContext({ baseURL });
    const page = await context.newPage();
    await page.route("**/assets/*.js", async (route) => {
      const response = await route.fetch();
      const code = await response.text();
      // The build turns each string into a template literal.
      await route.fulfill({ response, body: code.replaceAll(words, () => "${(()=>{throw Error(`broken`)})()}") });
    });
    const errors: string[] = [];
    page.on("console", (message) => errors.push(message.text()));
    await page.goto(address);
    if (link) {
      await page.waitForFunction(() => performance.getEntriesByName("hydrated").length > 0);
      await page.getByRole("contentinfo").getByRole("link", { name: link }).click();
    }
    await expect.poll(() => errors.join()).toContain("broken");
    await expect(page.locator("html:not([data-scripts])")).toBeAttached();
    await expect(page.getByText(shown).first()).toBeVisible();
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Find Your Voice. Share Your Rental Story.");
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await context.close();
  }
});

/** Removes the features that Chrome 111, Safari 16.4 or Firefox 115 lacks. */
async function removeNewerFeatures(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const iterator = Object.getPrototypeOf(Object.getPrototypeOf([].values())) as object;
    const newer: [object, string | symbol][] = [
      [URL, "canParse parse"],
      [URLSearchParams.prototype, "size"],
      [AbortSignal, "any"],
      [Promise, "withResolvers try"],
      [Object, "groupBy"],
      [Map, "groupBy"],
      [Map.prototype, "getOrInsert getOrInsertComputed"],
      [Array, "fromAsync"],
      [String.prototype, "isWellFormed toWellFormed"],
      [RegExp, "escape"],
      [Error, "isError"],
      [Math, "sumPrecise f16round"],
      [ArrayBuffer.prototype, "transfer transferToFixedLength resize resizable maxByteLength detached"],
      [Uint8Array, "fromBase64 fromHex"],
      [Uint8Array.prototype, "toBase64 toHex setFromBase64 setFromHex"],
      [Set.prototype, "union intersection difference symmetricDifference isSubsetOf isSupersetOf isDisjointFrom"],
      [iterator, "map filter take drop flatMap reduce toArray forEach some every find"],
      [Intl, "Segmenter DurationFormat"],
      [Response, "json"],
      [Response.prototype, "bytes"],
      [Blob.prototype, "bytes"],
      [Headers.prototype, "getSetCookie"],
      [ReadableStream, "from"],
      [ReadableStream.prototype, "values"],
      [ReadableStream.prototype, Symbol.asyncIterator],
      [Element.prototype, "checkVisibility moveBefore setHTMLUnsafe getHTML onscrollend"],
      [HTMLElement.prototype, "showPopover hidePopover togglePopover popover"],
      [Document.prototype, "startViewTransition"],
      [Document, "parseHTMLUnsafe"],
      [Navigator.prototype, "userActivation"],
      [
        window,
        "requestIdleCallback cancelIdleCallback scheduler navigation Iterator CloseWatcher URLPattern Float16Array",
      ],
      [window, "DisposableStack AsyncDisposableStack SuppressedError trustedTypes cookieStore"],
    ];
    for (const [holder, names] of newer)
      for (const name of typeof names === "symbol" ? [names] : names.split(" ")) Reflect.deleteProperty(holder, name);
  });
}
