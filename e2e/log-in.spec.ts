import type { Page } from "@playwright/test";
import { type Account, expect, expectToast, test, uniqueEmail } from "./fixtures.ts";

test(
  "a wrong password is refused, and the e-mail stays",
  { tag: ["@1.15", "@2.9", "@2.118", "@2.121"] },
  async ({ page, createAccount }) => {
    const account = await createAccount();
    await logIn(page, { ...account, password: "not-the-one" });
    await expectToast(page, "Login Failed", "Incorrect email or password.");
    await expect(page).toHaveURL("/login");
    await expect(page.getByLabel("Email")).toHaveValue(account.email);
    await expect(page.getByLabel("Password")).toBeFocused();
    await expect(page.getByRole("link", { name: "Forgot your password?" })).toHaveAttribute("href", "/forgot-password");

    await page.getByLabel("Password").fill(account.password);
    await page.getByRole("button", { name: "Log In" }).click();
    await expectToast(page, "Login Successful");
    await expect(page).toHaveURL("/");
  },
);

test("an unconfirmed e-mail is told at log-in, and its mail can be sent again", async ({
  page,
  mailedLink,
  mailCount,
  anHourAfterSignUp,
}) => {
  const email = uniqueEmail();
  const password = "gulmohar-lane-7";
  await page.goto("/signup");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign Up" }).click();
  await expect(page).toHaveURL("/login");
  await expect.poll(() => mailCount(email)).toBe(1);

  await logIn(page, { email, password });
  await expectToast(page, "Email Not Confirmed", "Please check your email to confirm your account before logging in.");
  const resend = page.getByRole("button", { name: "Send again" });
  await resend.click();
  await expectToast(page, "Not sent again yet");
  await expect(page.getByText(/^You can try again in \d+ seconds\.$/).first()).toBeVisible();

  await anHourAfterSignUp(email);
  await resend.click();
  await expectToast(page, "Confirmation Email Sent", "Open the link in it to confirm your account.");
  await expect.poll(() => mailCount(email)).toBe(2);
  await page.goto(await mailedLink(email, /confirm/i));
  await expectToast(page, "Email Verified!");
  await expect(page.getByRole("button", { name: email })).toBeVisible();
});

test(
  "the user menu says who is signed in and logs out",
  { tag: ["@1.16", "@2.109", "@2.111", "@2.112", "@6.4", "@6.8", "@8.29"] },
  async ({ page, createAccount, signIn }) => {
    const account = await createAccount();
    await signIn(account);
    await page.goto("/");
    const navigation = page.getByRole("navigation", { name: "Main" });
    await expect(navigation.getByRole("link", { name: "Submit Review" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Sign Up" })).toBeHidden();

    await page.getByRole("button", { name: account.email }).click();
    const banner = page.getByRole("banner");
    await expect(banner.getByRole("paragraph").getByText(account.email)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(banner.getByRole("button", { name: "Logout" })).toBeHidden();
    await page.keyboard.press("Enter");
    // Past the link to the account.
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expectToast(page, "Logged Out", "You have been successfully logged out.");
    await expect(banner.getByRole("link", { name: "Login" })).toBeVisible();
    await expect(banner.getByRole("link", { name: "Sign Up" })).toBeVisible();
    await expect(navigation.getByRole("link", { name: "Submit Review" })).toBeHidden();

    await page.reload();
    await expect(banner.getByRole("link", { name: "Login" })).toBeVisible();
  },
);

test("logging in and out reaches the other tabs", async ({ page, context, createAccount }) => {
  const account = await createAccount();
  const otherTab = await context.newPage();
  await otherTab.goto("/reviews");
  await expect(otherTab.getByRole("link", { name: "Login" })).toBeVisible();

  await logIn(page, account);
  await expect(otherTab.getByRole("button", { name: account.email })).toBeVisible();

  await page.getByRole("button", { name: account.email }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(otherTab.getByRole("link", { name: "Login" })).toBeVisible();
  await expect(otherTab.getByRole("button", { name: account.email })).toBeHidden();
});

async function logIn(page: Page, { email, password }: Pick<Account, "email" | "password">) {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log In" }).click();
}
