import { expect, expectToast, logIn, emailedLink, signUp, test, uniqueEmail } from "./fixtures.ts";

test(
  "returns to the review form after sign-up or log-in",
  { tag: ["@2.4", "@2.9", "@2.86", "@2.114", "@2.118", "@2.120"] },
  async ({ page, createAccount }) => {
    const account = await createAccount();
    await page.goto("/");
    const main = page.getByRole("main");
    await main.getByRole("link", { name: "Submit a Review" }).first().click();
    await expect(page).toHaveURL("/login?next=%2Fsubmit-review");
    await expect(page.getByLabel("Property Name")).toBeHidden();
    await main.getByRole("link", { name: "Sign up" }).click();
    await expect(page).toHaveURL("/signup?next=%2Fsubmit-review");
    await page.goBack();
    await expect(page.getByRole("link", { name: "Forgot your password?" })).toHaveAttribute("href", "/forgot-password");

    await logIn(page, { ...account, password: "not-the-one" });
    await expectToast(page, "Login Failed", "Incorrect email or password.");
    await expect(page.getByLabel("Email")).toHaveValue(account.email);
    await expect(page.getByLabel("Password")).toBeFocused();
    await logIn(page, account);
    await expectToast(page, "Login Successful");
    await expect(page).toHaveURL("/submit-review");
    await expect(page.getByLabel("Email (optional)")).toHaveValue(account.email);
    // The log-in page is no place to go back to.
    await page.goBack();
    await expect(page).toHaveURL("/");
  },
);

test("reports an unconfirmed email at log-in and resends the confirmation", async ({ page, database }) => {
  const [signedUp, email] = [uniqueEmail(), uniqueEmail()];
  const password = "gulmohar-lane-7";
  await page.goto("/signup");
  await signUp(page, signedUp, password);
  await expect(page).toHaveURL("/login");
  // To another address the next email may go at once.
  await database`update auth.users set email = ${email} where email = ${signedUp}`;

  await logIn(page, { email, password });
  await expectToast(page, "Email Not Confirmed", "Please check your email to confirm your account before logging in.");
  const resend = page.getByRole("button", { name: "Send again" });
  await resend.click();
  await expectToast(page, "Confirmation Email Sent", "Open the link in it to confirm your account.");
  await resend.click();
  await expectToast(page, "Not sent again yet");
  await page.goto(await emailedLink(email, /confirm/i));
  await expectToast(page, "Email Verified!");
});

test(
  "shows who is signed in, and logs out in every tab and by keyboard",
  { tag: ["@1.14", "@2.108", "@2.110", "@8.29"] },
  async ({ page, context, createAccount }) => {
    const account = await createAccount();
    const otherTab = await context.newPage();
    await otherTab.goto("/reviews");
    await expect(otherTab.getByRole("link", { name: "Login" })).toBeVisible();
    await page.goto("/login");
    await logIn(page, account);
    await expect(otherTab.getByRole("button", { name: account.email })).toBeVisible();

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
    await page.reload();
    await expect(banner.getByRole("link", { name: "Sign Up" })).toBeVisible();
    await expect(navigation.getByRole("link", { name: "Submit Review" })).toBeHidden();
    await expect(otherTab.getByRole("link", { name: "Login" })).toBeVisible();
  },
);
