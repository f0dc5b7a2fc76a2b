import { expect, expectToast, holdRequests, logIn, test } from "./fixtures.ts";

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
    await main.getByRole("link", { name: "New here? Create an account" }).click();
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
    await page.getByRole("radio", { name: /^As / }).check();
    await expect(page.getByLabel("Email (optional)")).toHaveValue(account.email);
    // Back skips the log-in page.
    await page.goBack();
    await expect(page).toHaveURL("/");
  },
);

test(
  "offers Login before hydration, and remembers the page",
  { tag: ["@2.110", "@2.120"] },
  async ({ page, createAccount, signIn }) => {
    const banner = page.getByRole("banner");
    const login = banner.getByRole("link", { name: "Login" });
    const account = banner.getByRole("link", { name: "Your account" });
    await page.goto("/about");
    const release = await holdRequests(page, /\/assets\/.*\.js$/);
    const open = (path: string) => page.evaluate((to) => location.assign(to), path);
    await open("/reviews?city=Pune");
    await expect(login).toHaveAttribute("href", "/login?next=%2Freviews%3Fcity%3DPune");
    await expect(account).toBeHidden();
    await open("/update-password?token_hash=secret");
    await expect(page).toHaveURL(/secret$/);
    await expect(login).toHaveAttribute("href", "/login");

    await signIn(await createAccount());
    await open("/reviews");
    await expect(account).toHaveAttribute("href", "/account");
    await expect(login).toBeHidden();
    // The skeleton behind the sign is gone.
    await expect(account.locator("xpath=preceding-sibling::span")).toHaveCSS("visibility", "hidden", { timeout: 1000 });
    release();
    await expect(banner.getByRole("button", { name: /@/ })).toBeVisible();
    await expect(account).toBeHidden();
  },
);

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
    // The first Tab focuses the link to the account.
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
