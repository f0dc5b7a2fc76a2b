import type { Page } from "@playwright/test";
import { type Account, expect, expectToast, test } from "./fixtures.ts";

test(
  "somebody who wants to write a review logs in first and comes back",
  { tag: ["@2.6", "@2.122", "@6.5", "@6.7"] },
  async ({ page, createAccount }) => {
    const account = await createAccount();
    await page.goto("/");
    await page.getByRole("main").getByRole("link", { name: "Submit a Review" }).first().click();
    await expect(page).toHaveURL("/login?next=%2Fsubmit-review");
    await logIn(page, account);
    await expect(page).toHaveURL("/submit-review");
    await expect(page.getByLabel("Email (optional)")).toHaveValue(account.email);
    // The log-in page is no place to go back to.
    await page.goBack();
    await expect(page).toHaveURL("/");
  },
);

test("an address typed by hand is guarded, too", { tag: ["@2.5", "@6.10"] }, async ({ page }) => {
  await page.goto("/submit-review");
  await expect(page).toHaveURL("/login?next=%2Fsubmit-review");
  await expect(page.getByLabel("Property Name")).toBeHidden();
});

test(
  "whoever logs in from a page of reviews returns to it",
  { tag: ["@2.120"] },
  async ({ page, createAccount, publishedReview }) => {
    const account = await createAccount();
    const { propertyName } = await publishedReview();
    const address = `/reviews?${new URLSearchParams({ q: propertyName })}`;
    await page.goto(address);
    await page.getByRole("banner").getByRole("link", { name: "Login" }).click();
    await logIn(page, account);
    await expectToast(page, "Login Successful");
    await expect(page).toHaveURL(address);
    await expect(page.getByRole("article", { name: propertyName })).toBeVisible();
  },
);

test("the page to return to is kept on the way over signing up", { tag: ["@2.116", "@2.119"] }, async ({ page }) => {
  await page.goto("/submit-review");
  await page.getByRole("main").getByRole("link", { name: "Sign up" }).click();
  await expect(page).toHaveURL("/signup?next=%2Fsubmit-review");
  await page.getByRole("main").getByRole("link", { name: "Log in" }).click();
  await expect(page).toHaveURL("/login?next=%2Fsubmit-review");
});

for (const next of ["//evil.example", "https://evil.example/"]) {
  test(`after logging in, ${next} leads home`, async ({ page, createAccount }) => {
    const account = await createAccount();
    await page.goto(`/login?${new URLSearchParams({ next })}`);
    await logIn(page, account);
    await expectToast(page, "Login Successful");
    await expect(page).toHaveURL("/");
  });
}

test("whoever logs out of a guarded page is sent home and not asked back", async ({ page, createAccount, signIn }) => {
  const account = await createAccount();
  await signIn(account);
  await page.goto("/submit-review");
  await page.getByRole("button", { name: account.email }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await expectToast(page, "Logged Out", "You have been successfully logged out.");
  await expect(page).toHaveURL("/");
});

async function logIn(page: Page, { email, password }: Account) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log In" }).click();
}
