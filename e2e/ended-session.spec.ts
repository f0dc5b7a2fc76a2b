import type { Page } from "@playwright/test";
import { type Account, expect, expectToast, test, unique } from "./fixtures.ts";
import { answer, cityField, fillRequired, REQUIRED } from "./review-form.ts";

test("a session that ends before the review is sent costs nothing that was written", async ({
  page,
  createAccount,
  signIn,
}) => {
  const account = await createAccount();
  const propertyName = unique("Semal Residency");
  await signIn(account);
  await page.goto("/submit-review");
  await fillRequired(page, { propertyName });
  await endSession(page);
  await page.getByRole("button", { name: "Submit Review" }).click();
  await expectToast(
    page,
    "Please log in again",
    "Your session has ended. What you wrote is kept on this device, with its photos if there is space.",
  );
  await expect(page).toHaveURL("/login?next=%2Fsubmit-review");

  await logIn(page, account);
  await expect(page).toHaveURL("/submit-review");
  await expect(page.getByLabel("Property Name")).toHaveValue(propertyName);
  await expect(cityField(page)).toHaveValue(REQUIRED.city);
  await expect(page.getByLabel("Review Text")).toHaveValue(REQUIRED.comment);
  await expect(answer(page, "Overall Rating", "4 stars")).toBeChecked();
  await page.getByRole("button", { name: "Submit Review" }).click();
  await expectToast(page, "Review Submitted!", "Thank you for sharing your experience.");
});

test(
  "a token that the service refuses is renewed while the review is sent",
  { tag: "@both" },
  async ({ page, createAccount, signIn }) => {
    await signIn(await createAccount());
    await page.goto("/submit-review");
    await fillRequired(page, { propertyName: unique("Shirish Terrace") });
    await changeSession(page, { access_token: "a.withdrawn.token" });
    const renewal = page.waitForResponse((response) => response.url().includes("grant_type=refresh_token"));
    await page.getByRole("button", { name: "Submit Review" }).click();
    await expectToast(page, "Review Submitted!", "Thank you for sharing your experience.");
    expect((await renewal).status()).toBe(200);
  },
);

/** The time of the access token is over, and the service takes the refresh token no more. */
function endSession(page: Page): Promise<void> {
  return changeSession(page, { expires_at: 1, refresh_token: "withdrawn-refresh-token" });
}

/** What this browser keeps of the session. */
async function changeSession(page: Page, change: Record<string, string | number>): Promise<void> {
  await page.evaluate((changed) => {
    const session: object = JSON.parse(localStorage.getItem("gharsach-auth") ?? "{}");
    localStorage.setItem("gharsach-auth", JSON.stringify({ ...session, ...changed }));
  }, change);
}

async function logIn(page: Page, { email, password }: Account) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log In" }).click();
}
