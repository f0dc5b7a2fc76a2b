import type { Page } from "@playwright/test";
import { expect, expectToast, logIn, SESSION_KEY, test, unique } from "./fixtures.ts";
import { answer, cityField, fillRequired, REQUIRED } from "./review-form.ts";

test("renews a refused token, and keeps the form when the session ends", async ({ page, createAccount, signIn }) => {
  const account = await createAccount();
  const propertyName = unique("Semal Residency");
  await signIn(account);
  await page.goto("/submit-review");
  await fillRequired(page, { propertyName: unique("Shirish Terrace") });
  await changeSession(page, { access_token: "a.withdrawn.token" });
  const renewal = page.waitForResponse((response) => response.url().includes("grant_type=refresh_token"));
  const submit = page.getByRole("button", { name: "Submit Review" });
  await submit.click();
  await expectToast(page, "Review Submitted!", "Thank you for sharing your experience.");
  expect((await renewal).status()).toBe(200);

  await fillRequired(page, { propertyName });
  // Simulate an expired access token, and a refresh token that the service rejects.
  await changeSession(page, { expires_at: 1, refresh_token: "withdrawn-refresh-token" });
  await submit.click();
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
  await submit.click();
  await expectToast(page, "Review Submitted!", "Thank you for sharing your experience.");
});

/** Changes the session in the storage of this browser. */
async function changeSession(page: Page, change: Record<string, string | number>): Promise<void> {
  await page.evaluate(
    ([key, changed]) => {
      const session: object = JSON.parse(localStorage.getItem(key) ?? "{}");
      localStorage.setItem(key, JSON.stringify({ ...session, ...changed }));
    },
    [SESSION_KEY, change] as const,
  );
}
