import type { Page } from "@playwright/test";
import { expect, expectToast, test, uniqueEmail } from "./fixtures.ts";

const PASSWORD = "champa-tree-12";

test("an e-mail that is none is refused, and nothing typed is lost", async ({ page }) => {
  await signUp(page, "asha at example", PASSWORD);
  await expectToast(page, "Invalid Email", "Enter a valid email address.");
  await expect(page.getByLabel("Email")).toBeFocused();
  await expect(page.getByLabel("Email")).toHaveValue("asha at example");
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription(/name@example.com/);
  await expect(page.getByLabel("Password")).toHaveValue(PASSWORD);
});

test("a short password is refused", { tag: ["@2.11"] }, async ({ page }) => {
  await signUp(page, uniqueEmail(), "mango");
  await expectToast(page, "Password Too Short", "Password must be at least 6 characters long.");
  await expect(page.getByLabel("Password")).toBeFocused();
  await expect(page).toHaveURL("/signup");
});

test("what was typed can be looked at", async ({ page }) => {
  await page.goto("/signup");
  await page.getByLabel("Password").fill(PASSWORD);
  await expect(page.getByLabel("Password")).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(page.getByLabel("Password")).toHaveAttribute("type", "text");
});

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
  "an e-mail that has an account hears what a new one hears, and its password stays",
  { tag: ["@8.21"] },
  async ({ page, createAccount }) => {
    const { email, password } = await createAccount();
    await signUp(page, email, "somebody-elses-guess");
    await expectToast(
      page,
      "Account Created",
      "Please check your email to confirm your account. If you already have one, log in instead.",
    );
    await expect(page).toHaveURL("/login");
    await expect(page.getByRole("heading", { level: 1, name: "Log in" })).toBeVisible();

    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Log In" }).click();
    await expectToast(page, "Login Successful");
  },
);

test("asking again at once is too soon, for a new e-mail as for a known one", async ({ page, createAccount }) => {
  const { email: known } = await createAccount();
  for (const email of [uniqueEmail(), known]) {
    await signUp(page, email, PASSWORD);
    await expect(page).toHaveURL("/login");
    await signUp(page, email, PASSWORD);
    await expectToast(page, "Too many attempts", "Please try later.");
    await expect(page).toHaveURL("/signup");
  }
});

test("a confirmation link that is none is refused", { tag: ["@2.128", "@4.35", "@8.39"] }, async ({ page }) => {
  await page.goto(`/auth/callback?token_hash=${"0".repeat(56)}&type=signup`);
  await expect(page.getByRole("heading", { name: "Verification Failed" })).toBeVisible();
  await expectToast(
    page,
    "Verification Failed",
    "Could not verify email. The link may be invalid or expired. Please try logging in, or sign up if you don't have an account.",
  );
  await expect(page).toHaveURL("/login");
});

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

test("the link of another account moves nobody out of their own", async ({
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
