import type { Page, Route } from "@playwright/test";
import type postgres from "postgres";
import { type Account, expect, expectToast, logIn, recordShifts, shiftOf, test, unique } from "./fixtures.ts";
import { phonePhoto } from "./photos.ts";
import { expectBlankForm, fillRequired, storedDrafts } from "./review-form.ts";

// After any failure, the form is kept or there is exactly one review.

const REVIEWS = "**/rest/v1/reviews*";

let account: Account;

test.beforeEach(async ({ page, createAccount, signIn }) => {
  account = await createAccount();
  await signIn(account);
  await page.goto("/submit-review");
  await expect(page.getByLabel("Property Name")).toBeVisible();
});

test("publishes a review once if its response is lost or its button is pressed twice", async ({ page, database }) => {
  const propertyName = unique("Lost Answer House");
  await page.route(REVIEWS, dropResponse, { times: 1 });
  await fillRequired(page, { propertyName });
  await submit(page);
  await expect(page.getByRole("alert")).toContainText("Try again: your review will be published only once.");
  await expect(page.getByLabel("Property Name")).toHaveValue(propertyName);
  expect(await storedReviews(database, propertyName)).toBe(1);

  const sent = page.waitForRequest(REVIEWS);
  await page.getByRole("button", { name: "Submit Review" }).dblclick();
  await sent;
  await expectToast(page, "Review Submitted!", "Thank you for sharing your experience.");
  await page.getByRole("main").getByRole("link", { name: "View your review" }).click();
  await expect(page.getByRole("article", { name: propertyName })).toBeVisible();
  // The Back button leads to a blank form, not to a second review.
  await page.goBack();
  await expectBlankForm(page, account.email);
  await submit(page);
  await expectToast(page, "Incomplete Form");
  expect(await storedReviews(database, propertyName)).toBe(1);
});

test("loses nothing if the tab is closed during publishing, and restores the draft without a layout shift", async ({
  page,
  context,
  database,
}) => {
  const propertyName = unique("Midway House");
  await fillRequired(page, { propertyName });
  await page.getByLabel("Review Text").fill("The last words before the phone rang");
  const held = await holdReview(page);
  await submit(page);
  await held.isStored;
  await page.close();
  const next = await context.newPage();
  await next.setViewportSize({ width: 360, height: 800 });
  await recordShifts(next);
  await next.goto("/submit-review");
  await expect(next.getByText("Here is your draft, as you left it on this device.")).toBeVisible();
  await expect(next.getByLabel("Property Name")).toHaveValue(propertyName);
  await expect(next.getByLabel("Review Text")).toHaveValue("The last words before the phone rang");
  expect(await shiftOf(next)).toBeLessThan(0.01);
  await submit(next);
  await expectToast(next, "Review Submitted!");
  await expectBlankForm(next, account.email);
  expect(await storedReviews(database, propertyName)).toBe(1);
});

test("keeps a word typed in the moment in which the page is left", async ({ page }) => {
  const field = page.getByLabel("Review Text");
  await field.fill("The last");
  await field.evaluate((textArea: HTMLTextAreaElement) => {
    textArea.setSelectionRange(8, 8);
    document.execCommand("insertText", false, " word");
    location.reload();
  });
  await expect(field).toHaveValue("The last word");
});

test("reports the outcome on another page", async ({ page, database }) => {
  const propertyName = unique("Elsewhere House");
  await fillRequired(page, { propertyName });
  const lost = await holdReview(page);
  await submit(page);
  await lost.isStored;
  await openBlog(page);
  lost.abort();
  await expectToast(page, "Submission Error");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Submit Review" }).click();
  await expect(page.getByLabel("Property Name")).toHaveValue(propertyName);

  const held = await holdReview(page);
  await submit(page);
  await held.isStored;
  await openBlog(page);
  // The form opens before the response arrives, so it shows the draft. The response clears the form.
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Submit Review" }).click();
  await expect(page.getByLabel("Property Name")).toHaveValue(propertyName);
  held.release();
  await expectToast(page, "Review Submitted!");
  await expectBlankForm(page, account.email);
  expect(await storedReviews(database, propertyName)).toBe(1);
});

test("keeps the form offline and sends it once the connection is back", async ({ page, context, database }) => {
  const propertyName = unique("Tunnel House");
  await fillRequired(page, { propertyName });
  const photo = { name: "door.jpg", mimeType: "image/jpeg", buffer: await phonePhoto() };
  await page.getByLabel("Choose photos").setInputFiles(photo);
  await expect(page.getByRole("img", { name: "Preview of door.jpg" })).toBeVisible();
  await context.setOffline(true);
  await submit(page);
  await expect(page.getByRole("alert")).toContainText("Your review was not sent, and everything you entered is kept.");
  for (const link of [
    page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Blog" }),
    page.getByRole("contentinfo").getByRole("link", { name: "Privacy" }),
  ]) {
    await link.click();
    await expectToast(
      page,
      "You are offline",
      "Open that page when you are back online. Nothing on this page is lost.",
    );
    await expect(page).toHaveURL("/submit-review");
  }
  await expect(page.getByRole("img", { name: "Preview of door.jpg" })).toBeVisible();

  await context.setOffline(false);
  await submit(page);
  await expectToast(page, "Review Submitted!");
  expect(await storedReviews(database, propertyName)).toBe(1);
  await openBlog(page);
});

test("shares one draft between two tabs and publishes it once", async ({ page, context, database }) => {
  const propertyName = unique("Two Windows House");
  await fillRequired(page, { propertyName });
  await expect.poll(async () => JSON.stringify(await storedDrafts(page, "drafts"))).toContain(propertyName);
  const other = await context.newPage();
  await other.goto("/submit-review");
  await expect(other.getByLabel("Property Name")).toHaveValue(propertyName);

  await other.getByLabel("Review Text").fill("Written in the second window.");
  await expect(page.getByLabel("Review Text")).toHaveValue("Written in the second window.");
  await page.getByLabel("Locality").fill("Two Windows Lane");
  await expect(other.getByLabel("Locality")).toHaveValue("Two Windows Lane");

  await Promise.all([submit(page), submit(other)]);
  for (const tab of [page, other]) {
    await expect(tab.getByLabel("Property Name")).toHaveValue("");
    await expect(tab.getByRole("alert")).toHaveCount(0);
  }
  expect(await storedReviews(database, propertyName)).toBe(1);
});

test("publishes and hydrates without browser storage", async ({ anotherVisitor, database }) => {
  const page = await anotherVisitor();
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage", "indexedDB"])
      Object.defineProperty(window, name, {
        configurable: true,
        get() {
          throw new DOMException("The operation is insecure.", "SecurityError");
        },
      });
  });
  const propertyName = unique("Unremembered House");
  for (const path of ["/", "/reviews", "/blog", "/login?next=%2Fsubmit-review"]) await page.goto(path);
  await logIn(page, account);
  // Wait for the notice: it moves the form, and a click would miss.
  await page.getByLabel("Locality").fill("Kothrud");
  await expect(page.getByText(/^This device has no room to keep your draft/)).toBeVisible();
  await fillRequired(page, { propertyName });
  await submit(page);
  await expectToast(page, "Review Submitted!");
  expect(await storedReviews(database, propertyName)).toBe(1);
});

async function submit(page: Page) {
  await page.getByRole("button", { name: "Submit Review" }).click();
}

async function openBlog(page: Page) {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Blog" }).click();
  await expect(page).toHaveURL("/blog");
}

/** Lets the request reach the database, and drops the response. */
async function dropResponse(route: Route) {
  expect((await route.fetch()).status()).toBe(201);
  await route.abort("connectionreset");
}

/** Lets the next review reach the database, and holds the response. */
async function holdReview(page: Page) {
  const stored = Promise.withResolvers<void>();
  const end = Promise.withResolvers<"release" | "abort">();
  await page.route(
    REVIEWS,
    async (route) => {
      const response = await route.fetch();
      stored.resolve();
      // The page may be closed by then.
      if ((await end.promise) === "abort") await route.abort("connectionreset").catch(() => {});
      else await route.fulfill({ response }).catch(() => {});
    },
    { times: 1 },
  );
  return {
    isStored: stored.promise,
    release: () => end.resolve("release"),
    abort: () => end.resolve("abort"),
  };
}

/** Returns the number of reviews of this property in the database. */
async function storedReviews(database: postgres.Sql, propertyName: string): Promise<number> {
  const [row] = await database`select count(*)::int as count from public.reviews where property_name = ${propertyName}`;
  return row?.count ?? 0;
}
