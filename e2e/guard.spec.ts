import type { Page } from "@playwright/test";
import { type Account, expect, test } from "./fixtures.ts";

test(
  "a visitor who wants to write a review logs in first and comes back",
  { tag: ["@2.6", "@2.120", "@2.122", "@6.5", "@6.7"] },
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

test(
  "a guarded address leads to log-in, and the page to return to is kept on the way over signing up",
  { tag: ["@2.5", "@2.116", "@2.119", "@6.10"] },
  async ({ page }) => {
    await page.goto("/submit-review");
    await expect(page).toHaveURL("/login?next=%2Fsubmit-review");
    await expect(page.getByLabel("Property Name")).toBeHidden();
    await page.getByRole("main").getByRole("link", { name: "Sign up" }).click();
    await expect(page).toHaveURL("/signup?next=%2Fsubmit-review");
    await page.getByRole("main").getByRole("link", { name: "Log in" }).click();
    await expect(page).toHaveURL("/login?next=%2Fsubmit-review");
  },
);

async function logIn(page: Page, { email, password }: Account) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log In" }).click();
}
