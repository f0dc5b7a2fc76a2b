import type { BrowserContext, Page } from "@playwright/test";
import { expect, expectAccessible, test, unique } from "./fixtures.ts";
import { fillRequired } from "./review-form.ts";

// A site without a database: the browser requests only pages and their files. Tests tagged @static run on the static site, which a
// host of plain files serves.
const otherRequests: string[] = [];

test.beforeEach(async ({ context, baseURL }) => {
  otherRequests.length = 0;
  await allowPagesOnly(context, baseURL ?? "");
});

test.afterEach(() => {
  expect(otherRequests, "requests for anything but pages and their files").toEqual([]);
});

test("finds a stored review @static", { tag: ["@1.19", "@2.4", "@2.108", "@5.1", "@5.18"] }, async ({ page }) => {
  const propertyName = unique("Neem House");
  await page.goto("/");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Submit Review" }).click();
  await expect(page.getByText("kept in this browser only")).toBeVisible();
  await expect(page.getByText(/^Photo proof is unavailable/)).toBeVisible();
  await expect(page.getByLabel("Choose photos")).toHaveCount(0);
  await expectAccessible(page);

  await fillRequired(page, { propertyName, city: "Pune" });
  await page.getByRole("button", { name: "Submit Review" }).click();
  await expect(page.getByText("Please fill in required fields: Email.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Email" })).toBeFocused();
  await page.getByRole("textbox", { name: "Email" }).fill("asha.r@example.in");
  await expect(page.getByText("Shown as: asha.r")).toBeVisible();
  await page.getByRole("button", { name: "Submit Review" }).click();
  await expect(page.getByText("Thank you for sharing your experience.")).toBeVisible();
  await expect(page.getByLabel("Property Name")).toHaveValue("");

  await page.getByRole("link", { name: "View your review" }).first().click();
  const card = page.getByRole("article", { name: propertyName });
  await expect(card).toBeVisible();
  await expect(card).toContainText("asha.r");
  await page.reload();
  await expect(card).toBeVisible();
  await expect(page.getByText("asha.r@example.in")).toHaveCount(0);

  await page.goto("/reviews?city=Mumbai");
  await expect(page.getByText("No reviews found matching your criteria.")).toBeVisible();
  await page.getByLabel("Filter by city").selectOption("Pune");
  await expect(card).toBeVisible();
  await page.getByLabel("Search reviews").fill("no such home");
  await expect(page.getByText("No reviews found matching your criteria.")).toBeVisible();
  await page.getByLabel("Search reviews").fill("neem");
  await expect(card).toBeVisible();
  await page.getByLabel("Sort by").selectOption("Verified Only");
  await expect(page.getByText("No reviews found matching your criteria.")).toBeVisible();
  expect(new URL(page.url()).search).toBe("?q=neem&city=Pune&sort=verified");
});

test(
  "keeps the deposit companion, and fills in the review form @static",
  { tag: ["@12.1", "@12.31"] },
  async ({ page }) => {
    await page.goto("/deposit#letter");
    await page.getByLabel("City", { exact: true }).selectOption("Kochi");
    await page.getByLabel("Your name").fill("Ashalata Raoji");
    await page.reload();
    await expect(page.getByRole("article", { name: "Your letter" })).toContainText("Ashalata Raoji");
    await page.getByRole("link", { name: "Write a review" }).click();
    await expect(page.getByLabel("City")).toHaveValue("Kochi");
    await expect(page.getByText("Ashalata Raoji")).toHaveCount(0);
  },
);

test("lists stored reviews, and counts them on Home", { tag: ["@1.20", "@2.36", "@2.43"] }, async ({ page }) => {
  const now = Date.now();
  const newest = (number: number, email: string | null) =>
    row(number, { property_name: `House ${number}`, created_at: new Date(now + number).toISOString(), email });
  await keep(page, [
    ...Array.from({ length: 22 }, (_, n) => row(n, { property_name: `House ${String(n).padStart(2, "0")}` })),
    ...[newest(22, "asha.r@example.in"), newest(23, "ASHA.R@example.in"), newest(24, null)],
    ...[null, 7, "x", { id: '"><img src=x onerror=alert(1)>' }, { ...row(25), rating: 9 }],
  ]);
  await page.goto("/reviews#review-local-1");
  const wanted = page.getByRole("article", { name: "House 01" });
  await expect(wanted).toBeInViewport();
  await expect(wanted).toHaveAttribute("aria-current", "true");
  await wanted.getByRole("button", { name: "Report" }).click();
  await expect(page.getByText("Reporting Unavailable")).toBeVisible();
  await expect(page.getByText("Database connection is required.")).toBeVisible();
  await expect(page.getByRole("dialog", { name: "Report review" })).toHaveCount(0);
  await page.goto("/reviews");
  const properties = page.getByRole("main").getByRole("heading", { level: 2 });
  await expect(properties).toHaveCount(10);
  for (const shown of [20, 25]) {
    await page.getByRole("link", { name: "Show more properties" }).scrollIntoViewIfNeeded();
    await expect(properties).toHaveCount(shown);
  }

  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home" }).click();
  const recent = page.getByRole("region", { name: "Recent Reviews" });
  await expect(recent.getByRole("heading", { level: 3 })).toHaveText(["House 24", "House 23", "House 22"]);
  const reviewers = page.getByRole("region", { name: "Top Reviewers This Month" }).getByRole("listitem");
  await expect(reviewers).toHaveCount(2);
  await expect(reviewers.first()).toContainText("asha.r");
  await expect(reviewers.first()).toContainText("2 reviews");
  await expect(reviewers.last()).toContainText("Reviewer 2");
  await expect(page.getByText("@example.in")).toHaveCount(0);
  await expect(page.getByText(/waitlist is unavailable/i)).toBeVisible();
  await expect(page.getByRole("button", { name: /join/i })).toHaveCount(0);
  await expectAccessible(page);

  await page.evaluate(() => localStorage.setItem("rentalReviews", "{not json"));
  await page.goto("/");
  await expect(page.getByText("No reviews yet. Be the first to share your experience!")).toBeVisible();
});

test("has no accounts, and takes grievances by email @static", { tag: ["@1.12", "@11.31"] }, async ({ page }) => {
  for (const path of ["/login", "/account"]) {
    await page.goto(path);
    await expect(page.getByText(/^Accounts are unavailable: this site runs without a database\./)).toBeVisible();
    await expect(page.getByRole("main").locator("input")).toHaveCount(0);
  }
  await page.goto("/grievance");
  await expect(page.getByText(/^This form is unavailable because this site runs without a database/)).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "hello@gharsach.in" })).toBeVisible();
  await page.goto("/transparency");
  await expect(page.getByText(/^There is nothing to count/)).toBeVisible();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Blog" }).click();
  await page
    .getByRole("link", { name: /^Read More/ })
    .first()
    .click();
  await expect(page.getByRole("link", { name: "Back to Blog" })).toBeVisible();
  await page.getByRole("contentinfo").getByRole("link", { name: "Privacy" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Privacy");
  expect((await page.goto("/no-such-page"))?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1, name: "No one lives at this address" })).toBeVisible();
  await page.getByLabel("Search reviews").fill("lake");
  await page.getByRole("main").getByRole("button", { name: "Search" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Rental Reviews" })).toBeVisible();
  await expect(page.getByLabel("Search reviews")).toHaveValue("lake");
});

test("serves each page's file @static", async ({ page }) => {
  await page.goto("/about/index.html");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("About");
  await expect(page).toHaveURL("/about/");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Blog" }).click();
  await expect(page).toHaveURL("/blog");
});

test("says without JavaScript what the pages need @static", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${baseURL}/reviews`);
  await expect(page.getByText(/keeps its reviews in your browser; reading them needs JavaScript/)).toBeVisible();
  await expect(page.getByText("Loading reviews...")).toBeHidden();
  await page.goto(`${baseURL}/`);
  await expect(page.getByText(/keeps its reviews in your browser; reading them needs JavaScript/)).toBeVisible();
  await context.close();
});

/** Aborts and records each request that is not for a page or file of this site. */
async function allowPagesOnly(context: BrowserContext, baseURL: string) {
  await context.route("**/*", async (route) => {
    const request = route.request();
    const { origin, pathname } = new URL(request.url());
    const isPage = request.isNavigationRequest() || pathname.endsWith(".data");
    const isFile = /^\/(assets|og)\/|^\/[\w-]+\.(svg|png|ico|webmanifest)$/.test(pathname);
    if (request.method() === "GET" && origin === baseURL && (isPage || isFile)) return route.continue();
    otherRequests.push(`${request.method()} ${request.url()}`);
    return route.abort();
  });
}

async function keep(page: Page, rows: unknown[]) {
  await page.goto("/about");
  await page.evaluate((text) => localStorage.setItem("rentalReviews", text), JSON.stringify(rows));
}

/** A stored review. A higher number is newer. */
function row(number: number, own: Record<string, unknown> = {}) {
  return {
    id: `local-${number}`,
    property_name: "Lakeview Residency",
    locality: "Indiranagar",
    city: "Bengaluru",
    rating: 4,
    review_text: "Quiet street.",
    email: "asha.r@example.in",
    created_at: new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString(),
    ...own,
  };
}
