import { expect, expectAccessible, logIn, test, uniqueEmail } from "./fixtures.ts";

// Other files check the accessibility of the account, the desk, replies, grievances and a new password.
for (const [name, paths] of [
  ["lists of reviews", ["/reviews?q=Amaltas", "/reviews?q=no-such-home-anywhere"]],
  ["homes", ["/homes", "/homes/bengaluru", "/homes/bengaluru/hsr-layout", "/homes/nowhere"]],
  // One page of each template.
  [
    "texts",
    [
      "/blog",
      "/blog/how-to-deal-with-difficult-landlord-india",
      "/privacy",
      "/privacy/kn",
      "/transparency",
      "/deposits",
      "/compare",
      "/flat/12-b",
    ],
  ],
  ["account pages", ["/login", "/signup", "/forgot-password"]],
] as const)
  test(`keeps ${name} accessible`, async ({ page }) => {
    for (const path of paths) {
      await page.goto(path);
      await expectAccessible(page);
    }
  });

test("keeps a home's page accessible, with marked words and with an empty filter", async ({ page }) => {
  await page.goto("/homes/bengaluru/hsr-layout");
  await page.getByRole("article").getByRole("link").first().click();
  await page.getByRole("complementary").locator("summary").first().click();
  await expect(page.getByRole("list", { name: "Reviews by stars" })).toBeVisible();
  await expectAccessible(page);
  const address = page.url();
  await page.goto(`${address}?topic=water`);
  await expect(page.locator("mark").first()).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${address}?stars=1&photos=1`);
  await expectAccessible(page);
});

test("keeps forms with their messages accessible", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Join the Waitlist" }).click();
  await expect(page.getByText("Enter your name.")).toBeVisible();
  await expectAccessible(page);
  await page.goto("/grievance");
  await page.getByRole("button", { name: "Send the complaint" }).click();
  await expect(page.getByText("Choose who you are.")).toBeVisible();
  await expectAccessible(page);
  await page.goto("/login");
  await logIn(page, { email: uniqueEmail(), password: "not-the-one" });
  await expect(page.getByLabel("Password")).toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page);
});

test("keeps the report dialog accessible", async ({ page }) => {
  await page.goto("/reviews?q=painted over it twice");
  await page
    .getByRole("button", { name: /^Report review by/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog", { name: "Report review" });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("radio").first().check();
  await dialog.getByRole("button", { name: "Next" }).click();
  await expect(dialog.getByRole("button", { name: "Confirm Report" })).toBeVisible();
  await expectAccessible(page);
});

test("keeps review form and user menu accessible", { tag: ["@10.226"] }, async ({ page, createAccount, signIn }) => {
  const account = await createAccount();
  await signIn(account);
  await page.goto("/submit-review");
  await page.getByRole("button", { name: "Submit Review" }).click();
  await expect(page.getByText("Enter the property name.")).toBeVisible();
  await page.getByRole("button", { name: account.email }).click();
  await expect(page.getByRole("button", { name: "Logout" })).toBeVisible();
  await page.getByText("Rent, deposit and rules (optional)").click();
  await page.getByText("Rules · who let it, who is welcome").click();
  await page.getByText("See how it will look").click();
  await expect(page.getByRole("form").getByRole("article")).toBeVisible();
  await expectAccessible(page);
});

test("keeps the landing page of confirmation emails accessible", async ({ page }) => {
  // Ignore timers of a second or more: one of them would redirect to the next page.
  await page.addInitScript(() => {
    const soon = window.setTimeout.bind(window);
    const stopped = (act: () => void, delay = 0) => (delay >= 1000 ? 0 : soon(act, delay));
    window.setTimeout = stopped as typeof window.setTimeout;
  });
  await page.goto("/auth/callback");
  await expect(page.getByRole("heading", { level: 1, name: "Verification Failed" })).toBeVisible();
  await expectAccessible(page);
  await expect(page).toHaveURL("/auth/callback");
});
