import type { Page } from "@playwright/test";
import { expect, expectAccessible, test, uniqueEmail } from "./fixtures.ts";

const NARROWEST = { width: 360, height: 740 };
const WIDE = { width: 1440, height: 900 };

// The other routes need a visitor who is signed in, or a link from a mail: they follow below.
for (const [name, path] of [
  ["the list of reviews", "/reviews?q=Amaltas"],
  ["a search without a match", "/reviews?q=no-such-home-anywhere"],
  ["login", "/login"],
  ["sign-up", "/signup"],
  ["forgot password", "/forgot-password"],
  ["the blog", "/blog"],
  ["about", "/about"],
  ["the review policy", "/review-policy"],
  ["how reviews are checked", "/how-reviews-are-checked"],
  ["the terms", "/terms"],
  ["privacy", "/privacy"],
  ["the months of decisions", "/transparency"],
  ["a complaint that is not there", "/grievance/0b9f7a52-51de-4a0e-8f0a-6d0f1f1d2c3b"],
  ["an unknown page", "/flat/12-b"],
  // All articles share one template: their widths are in routes.spec.ts.
  ["the article on difficult landlords", "/blog/how-to-deal-with-difficult-landlord-india"],
  ["the article on deposits", "/blog/what-to-do-if-landlord-refuses-deposit-return"],
  ["a city guide", "/blog/5-things-to-check-before-renting-flat-chennai"],
] as const)
  test(`${name} is accessible`, async ({ page }) => {
    await page.goto(path);
    await expectFit(page);
  });

test("Home with messages of the waitlist is accessible", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Join the Waitlist" }).click();
  await expect(page.getByText("Enter your name.")).toBeVisible();
  await expectFit(page);
});

test("the form for complaints with its messages is accessible", async ({ page }) => {
  await page.goto("/grievance");
  await page.getByRole("button", { name: "Send the complaint" }).click();
  await expect(page.getByText("Choose who you are.")).toBeVisible();
  await expectFit(page);
});

test("a page that did not open is accessible", async ({ page }) => {
  await page.goto("/");
  await page.route("**/blog.data*", (route) => route.fulfill({ status: 500 }));
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Blog" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "This page did not open" })).toBeVisible();
  await expectFit(page);
});

test("the report dialog is accessible", async ({ page }) => {
  await page.goto("/reviews?q=painted over it twice");
  await page
    .getByRole("button", { name: /^Report review by/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog", { name: "Report review" });
  await expect(dialog).toBeVisible();
  await expectFit(page);
  await dialog.getByRole("radio").first().check();
  await dialog.getByRole("button", { name: "Next" }).click();
  await expect(dialog.getByRole("button", { name: "Confirm Report" })).toBeVisible();
  await expectFit(page);
});

test("the review form is accessible", async ({ page, createAccount, signIn }) => {
  await signIn(await createAccount());
  await page.goto("/submit-review");
  await page.getByRole("button", { name: "Submit Review" }).click();
  await expect(page.getByText("Enter the property name.")).toBeVisible();
  await expectFit(page);
});

test("the user menu is accessible", async ({ page, createAccount, signIn }) => {
  const account = await createAccount();
  await signIn(account);
  await page.goto("/");
  await page.getByRole("button", { name: account.email }).click();
  await expect(page.getByRole("button", { name: "Logout" })).toBeVisible();
  await expectFit(page);
});

test("a log-in page with messages is accessible", async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("Email").fill(uniqueEmail());
  await page.getByLabel("Password").fill("not-the-one");
  await page.getByRole("button", { name: "Log In" }).click();
  await expect(page.getByLabel("Password")).toHaveAttribute("aria-invalid", "true");
  await expectFit(page);
});

test("setting a new password is accessible", async ({ page }) => {
  // The answer about this link would take the form away.
  await page.route("**/auth/v1/verify", () => {});
  await page.goto(`/update-password?token_hash=${"0".repeat(56)}&type=recovery`);
  await page.getByRole("button", { name: "Update Password" }).click();
  await expect(page.getByText("New Password is required.")).toBeVisible();
  await expectFit(page);
});

test("the landing page of confirmation mails is accessible", async ({ page }) => {
  // The page leads on after a moment: clocks of a second and more stand still while it is looked at.
  await page.addInitScript(() => {
    const soon = window.setTimeout.bind(window);
    const stopped = (act: () => void, delay = 0) => (delay >= 1000 ? 0 : soon(act, delay));
    window.setTimeout = stopped as typeof window.setTimeout;
  });
  await page.goto("/auth/callback");
  await expect(page.getByRole("heading", { level: 1, name: "Verification Failed" })).toBeVisible();
  await expectFit(page);
  await expect(page).toHaveURL("/auth/callback");
});

/** axe finds nothing serious, light or dark, on the narrowest phone and on a desktop; the page does not scroll sideways. */
async function expectFit(page: Page) {
  for (const size of [NARROWEST, WIDE]) {
    await page.setViewportSize(size);
    await expectAccessible(page);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, `width of the page at ${size.width} px`).toBeLessThanOrEqual(size.width);
  }
}
