import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectToast, logIn, emailedLink, test } from "./fixtures.ts";

const NEUTRAL = "If an account exists for this email, you will receive instructions to reset your password shortly.";

test(
  "sets a new password through the link in the email, once",
  { tag: ["@1.14", "@2.9", "@2.118", "@2.123", "@4.36", "@4.37", "@5.34", "@11.223"] },
  async ({ page, createAccount, anotherVisitor }) => {
    const { email, password } = await createAccount();
    await page.goto("/login");
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Forgot your password?" })).toBeVisible();
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Send Reset Link" }).click();
    await expectToast(page, "Check Your Email", NEUTRAL);
    await expect(page).toHaveURL("/login");
    await page.reload();
    await expect(
      page.getByText(`If ${email} has an account, a link to set a new password is on its way.`),
    ).toBeVisible();

    const link = await emailedLink(email, /password/i);
    await page.goto(link);
    // The token is removed from the URL, and works after a reload.
    await expect(page).toHaveURL("/update-password");
    await expect(page.getByLabel("New Password")).toBeVisible();
    await page.reload();
    await setPassword(page, "mango-tree-one", "mango-tree-two");
    await expectToast(page, "Passwords Do Not Match", "Please ensure both password fields are identical.");
    await expect(page.getByLabel("Confirm Password")).toBeFocused();
    await expectAccessible(page);
    await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
    await setPassword(page, "mango-tree-one", "mango-tree-one");
    await expectToast(page, "Password Updated");
    await expect(page).toHaveURL("/login");
    await logIn(page, { email, password });
    await expectToast(page, "Login Failed", "Incorrect email or password.");
    await logIn(page, { email, password: "mango-tree-one" });
    await expectToast(page, "Login Successful");
    await expect(page).toHaveURL("/");

    const other = await anotherVisitor();
    await other.goto(link);
    await expectToast(other, "Password Reset Error");
    await expect(other).toHaveURL("/login");
    await other.getByRole("link", { name: "get a new link" }).click();
    await expect(other).toHaveURL("/forgot-password");
  },
);

async function setPassword(page: Page, password: string, again: string) {
  await page.getByLabel("New Password").fill(password);
  await page.getByLabel("Confirm Password").fill(again);
  await page.getByRole("button", { name: "Update Password" }).click();
}
