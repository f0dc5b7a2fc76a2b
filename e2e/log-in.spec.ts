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

test("an address without an account hears the same as a wrong password", async ({ page }) => {
  await logIn(page, { email: uniqueEmail("nobody"), password: "gulmohar-lane-7" });
  await expectToast(page, "Login Failed", "Incorrect email or password.");
});

test("without a connection nothing is sent, and the second try works", async ({ page, context, createAccount }) => {
  const { email, password } = await createAccount();
  await page.goto("/login");
  await expect(page.getByRole("button", { name: "Log In" })).toBeEnabled();
  await context.setOffline(true);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log In" }).click();
  await expectToast(page, "Connection Error", "Connection lost. Try submitting again.");
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await context.setOffline(false);
  await page.getByRole("button", { name: "Log In" }).click();
  await expectToast(page, "Login Successful");
});

test("both fields are required", async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("button", { name: "Log In" }).click();
  await expectToast(page, "Incomplete Form", "Please fill in required fields: Email, Password.");
  await expect(page.getByLabel("Email")).toBeFocused();
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription("Email is required.");
});

test(
  "ten wrong passwords lock the account for a while, also for the right one",
  { tag: ["@8.25"] },
  async ({ page, createAccount, guessPassword }) => {
    const account = await createAccount();
    for (let guess = 1; guess <= 10; guess += 1) expect(await guessPassword(account.email, `guess-${guess}`)).toBe(400);
    await logIn(page, account);
    await expectToast(page, "Account Locked", "Account locked, try later.");
    await expect(page).toHaveURL("/login");
  },
);

test("somebody whose e-mail is unconfirmed is told so and can have the mail sent again", async ({
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
  const resend = page.getByRole("button", { name: "Resend confirmation email" });
  await resend.click();
  await expectToast(page, "Too many attempts", "Please wait a minute before asking for another email.");

  await anHourAfterSignUp(email);
  await resend.click();
  await expectToast(page, "Confirmation Email Sent", "Open the link in it to confirm your account.");
  await expect.poll(() => mailCount(email)).toBe(2);
  await page.goto(await mailedLink(email, /confirm/i));
  await expectToast(page, "Email Verified!");
  await expect(page.getByRole("button", { name: email })).toBeVisible();
});

test("capital letters in the e-mail do not matter", { tag: ["@5.37"] }, async ({ page, createAccount }) => {
  const account = await createAccount();
  await logIn(page, { ...account, email: account.email.toUpperCase() });
  await expectToast(page, "Login Successful");
  await expect(page.getByRole("button", { name: account.email })).toBeVisible();
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
    const menu = page.getByRole("menu");
    await expect(menu.getByText(account.email)).toBeVisible();
    await menu.getByRole("menuitem", { name: "Logout" }).click();
    await expectToast(page, "Logged Out", "You have been successfully logged out.");
    const banner = page.getByRole("banner");
    await expect(banner.getByRole("link", { name: "Login" })).toBeVisible();
    await expect(banner.getByRole("link", { name: "Sign Up" })).toBeVisible();
    await expect(navigation.getByRole("link", { name: "Submit Review" })).toBeHidden();

    await page.reload();
    await expect(banner.getByRole("link", { name: "Login" })).toBeVisible();
  },
);

test(
  "logging out without a connection fails and says so",
  { tag: ["@8.31"] },
  async ({ page, context, createAccount, signIn }) => {
    const account = await createAccount();
    await signIn(account);
    await page.goto("/");
    await page.getByRole("button", { name: account.email }).click();
    const logOut = page.getByRole("menuitem", { name: "Logout" });
    await expect(logOut).toBeVisible();
    await context.setOffline(true);
    await logOut.click();
    await expectToast(page, "Logout Failed", "Could not log out. Please try again.");
    await expect(page.getByRole("button", { name: account.email })).toBeVisible();

    await context.setOffline(false);
    await page.getByRole("button", { name: account.email }).click();
    await logOut.click();
    await expectToast(page, "Logged Out");
  },
);

test(
  "somebody signed in is sent home from the login and sign-up pages",
  { tag: ["@2.10", "@2.12"] },
  async ({ page, createAccount, signIn }) => {
    await signIn(await createAccount());
    for (const path of ["/login", "/signup"]) {
      await page.goto(path);
      await expect(page).toHaveURL("/");
      await expect(page.getByRole("heading", { level: 1, name: "Find Your Voice." })).toBeVisible();
    }
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
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await expect(otherTab.getByRole("link", { name: "Login" })).toBeVisible();
  await expect(otherTab.getByRole("button", { name: account.email })).toBeHidden();
});

async function logIn(page: Page, { email, password }: Pick<Account, "email" | "password">) {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log In" }).click();
}
