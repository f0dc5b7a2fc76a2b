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
  "a confirmation link signs in the browser that signed up, in both tabs, and does no harm when opened twice",
  { tag: ["@both", "@2.126", "@11.222"] },
  async ({ page, context, mailedLink }) => {
    const email = uniqueEmail();
    await page.goto("/signup?next=%2Fsubmit-review");
    await signUp(page, email, PASSWORD);
    await expect(page).toHaveURL("/login?next=%2Fsubmit-review");
    const link = await mailedLink(email, /confirm/i);

    const otherTab = await context.newPage();
    await otherTab.goto(link);
    await expect(otherTab.getByRole("heading", { name: "Email Verified!" })).toBeVisible();
    await expect(otherTab).not.toHaveURL(/token_hash/);
    await expect(otherTab).toHaveURL("/submit-review");
    await expect(page).toHaveURL("/submit-review");

    await otherTab.goto(link);
    await expectToast(otherTab, "Email Verified!");
    await expect(otherTab).toHaveURL("/");
  },
);

test(
  "in another browser a link confirms and signs in nobody, and the first goes on by logging in",
  { tag: ["@both", "@11.222"] },
  async ({ page, browser, baseURL, mailedLink }) => {
    const email = uniqueEmail();
    await page.goto("/signup?next=%2Fsubmit-review");
    await signUp(page, email, PASSWORD);
    await expect(page.getByText("or anywhere else and then log in here")).toBeVisible();

    const phone = await browser.newPage({ baseURL });
    await phone.goto(await mailedLink(email, /confirm/i));
    await expectToast(phone, "Email Verified!", "Now log in: here, or where you signed up.");
    await expect(phone).toHaveURL("/login");
    await expect(phone.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
    await phone.close();

    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Log In" }).click();
    await expect(page).toHaveURL("/submit-review");
  },
);

test("an address that a stranger signed up first is its owner's, with a password of their own", async ({
  page,
  browser,
  baseURL,
  mailedLink,
}) => {
  const email = uniqueEmail();
  const stranger = await browser.newPage({ baseURL });
  await stranger.goto("/signup");
  await signUp(stranger, email, "a-strangers-password");
  await expect(stranger).toHaveURL("/login");
  await page.goto("/signup");
  await signUp(page, email, PASSWORD);
  await expect(page).toHaveURL("/login");

  await page.goto(await mailedLink(email, /confirm/i));
  await expect(page).toHaveURL("/update-password");
  await page.reload();
  await page.getByLabel("New Password").fill("an-owners-password");
  await page.getByLabel("Confirm Password").fill("an-owners-password");
  await page.getByRole("button", { name: "Update Password" }).click();
  await expectToast(page, "Password Updated");
  for (const [visitor, password, title] of [
    [stranger, "a-strangers-password", "Login Failed"],
    [page, "an-owners-password", "Login Successful"],
  ] as const) {
    await visitor.getByLabel("Email").fill(email);
    await visitor.getByLabel("Password").fill(password);
    await visitor.getByRole("button", { name: "Log In" }).click();
    await expectToast(visitor, title);
  }
  await stranger.close();
});

test("the link of another account leaves a visitor signed in to their own", async ({
  page,
  mailedLink,
  createAccount,
  signIn,
}) => {
  const other = uniqueEmail();
  await page.goto("/signup");
  await signUp(page, other, PASSWORD);
  await expect(page).toHaveURL("/login");
  const link = await mailedLink(other, /confirm/i);
  const own = await createAccount();
  await signIn(own);
  await page.goto(link);
  await expectToast(page, "Link for Another Account");
  await expect(page).toHaveURL("/");
  await page.goto("/submit-review");
  await expect(page.getByRole("textbox", { name: "Email (optional)" })).toHaveValue(own.email);
});

test("tokens in an address sign in nobody", { tag: ["@4.38"] }, async ({ page, createAccount }) => {
  const token = (await createAccount()).session.access_token;
  for (const path of ["/auth/callback", "/update-password", "/"]) {
    await page.goto(`${path}#access_token=${token}&refresh_token=x&token_type=bearer&type=recovery`);
    await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
    if (path !== "/") await expect(page).toHaveURL("/login");
  }
});

async function signUp(page: Page, email: string, password: string) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign Up" }).click();
}
