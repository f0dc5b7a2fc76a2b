import { expect, expectToast, logIn, emailedLink, signUp, test, unique, uniqueEmail } from "./fixtures.ts";
import { fillRequired } from "./review-form.ts";

test(
  "signs up on a phone from a link to the form, confirms in another tab, and publishes",
  { tag: ["@2.125", "@10.59", "@11.21", "@11.22", "@11.29", "@11.32", "@11.222"] },
  async ({ page, context }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const email = uniqueEmail("newcomer");
    const place = { property: unique("Pine House"), locality: "Hong", city: "Ziro" };
    await page.goto(`/submit-review?${new URLSearchParams(place)}`);
    await page.getByRole("main").getByRole("link", { name: "New here? Create an account" }).click();
    // Offline, the code of the sign-up page could not load. Its heading is there before.
    await expect(page.getByRole("button", { name: "Sign Up" })).toBeVisible();
    await expect(page.getByText("You need an account to publish a review")).toHaveCount(1);
    await context.setOffline(true);
    await signUp(page, email);
    await expectToast(page, "Connection Error", "Connection lost. Try submitting again.");
    await context.setOffline(false);
    await page.getByRole("button", { name: "Sign Up" }).click();
    await expectToast(page, "Account Created");
    await expect(page.getByRole("main")).toContainText(email);
    await page.reload();
    await expect(page.getByRole("main")).toContainText(email);
    await expect(page.getByRole("button", { name: "Send again" })).toBeVisible();

    const link = await emailedLink(email, /confirm/i);
    const tab = await context.newPage();
    await tab.goto(link);
    await expect(tab.getByRole("heading", { name: "Email Verified!" })).toBeVisible();
    await expect(tab).not.toHaveURL(/token_hash/);
    await expect(tab.getByLabel("Property Name")).toHaveValue(place.property);
    await expect(tab.getByLabel("Please specify city")).toHaveValue("Ziro");
    await expect(page).toHaveURL(/\/submit-review/);
    await page.close();

    await fillRequired(tab, { propertyName: place.property });
    await tab.getByRole("button", { name: "Submit Review" }).click();
    const notice = tab.getByRole("status").filter({ hasText: "Your review is published." });
    await expect(notice).toContainText("In your account you can withdraw it, or add what happens later");
    await notice.getByRole("link", { name: "your account" }).click();
    await expect(tab.getByRole("article", { name: place.property })).toBeVisible();
    await tab.goto(link);
    await expectToast(tab, "Email Verified!");
    await expect(tab).toHaveURL("/");
  },
);

test("confirms without signing in from another browser", { tag: ["@11.222"] }, async ({ page, anotherVisitor }) => {
  const email = uniqueEmail();
  await page.goto("/signup?next=%2Fsubmit-review");
  await signUp(page, email, "champa-tree-12");
  await expect(page.getByText("or anywhere else and then log in here")).toBeVisible();

  const phone = await anotherVisitor();
  await phone.goto(await emailedLink(email, /confirm/i));
  await expectToast(phone, "Email Verified!", "Now log in: here, or where you signed up.");
  await expect(phone).toHaveURL("/login");
  await expect(phone.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();

  await logIn(page, { email, password: "champa-tree-12" });
  await expect(page).toHaveURL("/submit-review");
});
