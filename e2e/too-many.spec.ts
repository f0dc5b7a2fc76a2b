import { expect, expectToast, test, uniqueEmail } from "./fixtures.ts";

test("too many entries and reports from one address are refused in words, and nothing typed or chosen is lost", async ({
  page,
  publishedReview,
}) => {
  const review = await publishedReview();
  const other = await publishedReview();
  // From the visitor's own address, as a script would.
  const headers = { apikey: process.env.E2E_PUBLISHABLE_KEY ?? "" };
  for (let entry = 1; entry <= 10; entry += 1) {
    const data = { name: "Asha", email: uniqueEmail("crowd") };
    expect((await page.request.post("/rest/v1/referral_waitlist", { headers, data })).status()).toBe(201);
    const report = { review_id: other.id, reason: "spam", reporter_fingerprint: String(entry).padStart(32, "f") };
    expect((await page.request.post("/rest/v1/review_reports", { headers, data: report })).status()).toBe(201);
  }

  await page.goto("/#waitlist");
  await page.getByLabel("Name").fill("Asha Rao");
  const email = uniqueEmail();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Join the Waitlist" }).click();
  await expectToast(page, "Too many attempts", "Please try later.");
  await expect(page.getByLabel("Name")).toHaveValue("Asha Rao");
  await expect(page.getByLabel("Email")).toHaveValue(email);

  await page.goto(`/reviews#review-${review.id}`);
  const card = page.getByRole("article", { name: review.propertyName });
  await card.getByRole("button", { name: /^Report review by/ }).click();
  const dialog = page.getByRole("dialog", { name: "Report review" });
  await dialog.getByRole("radio", { name: "Spam or duplicate" }).check();
  await dialog.getByRole("button", { name: "Next" }).click();
  await dialog.getByRole("button", { name: "Confirm Report" }).click();
  await expectToast(page, "Too many attempts", "Please try later.");
  await expect(dialog).toContainText("Spam or duplicate");
  await expect(card.getByText("Under Review")).toBeHidden();
});
