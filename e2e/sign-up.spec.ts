import type { Page } from "@playwright/test";
import { expect, expectToast, test, uniqueEmail } from "./fixtures.ts";

const PASSWORD = "champa-tree-12";

test(
  "without a connection nothing is sent, and the second try works",
  { tag: ["@5.33"] },
  async ({ page, context }) => {
    const email = uniqueEmail();
    await page.goto("/signup");
    await expect(page.getByRole("button", { name: "Sign Up" })).toBeEnabled();
    await context.setOffline(true);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign Up" }).click();
    await expectToast(page, "Connection Error", "Connection lost. Try submitting again.");
    await expect(page.getByLabel("Email")).toHaveValue(email);
    await expect(page.getByLabel("Password")).toHaveValue(PASSWORD);

    await context.setOffline(false);
    await page.getByRole("button", { name: "Sign Up" }).click();
    await expectToast(
      page,
      "Account Created",
      "Please check your email to confirm your account. If you already have one, log in instead.",
    );
    await expect(page).toHaveURL("/login");
  },
);

test(
  "a confirmation link leaves the address bar, and does no harm when opened twice",
  { tag: ["@2.126"] },
  async ({ page, context, mailedLink }) => {
    const email = uniqueEmail();
    await signUp(page, email, PASSWORD);
    await expect(page).toHaveURL("/login");
    const link = await mailedLink(email, /confirm/i);
    await page.goto(link);
    await expect(page.getByRole("heading", { name: "Email Verified!" })).toBeVisible();
    await expect(page).not.toHaveURL(/token_hash/);

    const otherTab = await context.newPage();
    await otherTab.goto(link);
    await expectToast(otherTab, "Email Verified!");
    await expect(otherTab).toHaveURL("/");
  },
);

test("the link of another account leaves a visitor signed in to their own", async ({
  page,
  mailedLink,
  createAccount,
  signIn,
}) => {
  const other = uniqueEmail();
  await signUp(page, other, PASSWORD);
  await expect(page).toHaveURL("/login");
  const link = await mailedLink(other, /confirm/i);
  const own = await createAccount();
  await signIn(own);
  for (const address of [
    link,
    `/auth/callback#access_token=${(await createAccount()).session.access_token}&refresh_token=x`,
  ]) {
    await page.goto(address);
    await expectToast(page, "Link of Another Account");
    await expect(page).toHaveURL("/");
    await page.goto("/submit-review");
    await expect(page.getByRole("textbox", { name: "Email (optional)" })).toHaveValue(own.email);
  }
});

async function signUp(page: Page, email: string, password: string) {
  await page.goto("/signup");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign Up" }).click();
}
