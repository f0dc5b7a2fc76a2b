import { expect, expectToast, holdRequests, report, test } from "./fixtures.ts";

const REPORTS = "**/rest/v1/review_reports*";

test(
  "reports a review once, shows others that it is under review, and hides nothing",
  { tag: ["@both", "@1.7", "@3.30", "@4.3", "@4.6"] },
  async ({ page, publishedReview, anotherVisitor }) => {
    const review = await publishedReview();
    await page.goto(`/reviews#review-${review.id}`);
    const card = page.getByRole("article", { name: review.propertyName });
    await card.getByRole("button", { name: /^Report review by/ }).click();
    const dialog = page.getByRole("dialog", { name: "Report review" });
    await expect(dialog.getByRole("button", { name: "Next" })).toBeDisabled();
    await dialog.getByRole("radio", { name: "Spam or duplicate" }).check();
    await dialog.getByLabel("Your email (optional)").fill("neighbour@example.com");
    await dialog.getByRole("button", { name: "Next" }).click();
    await expect(dialog).toContainText("Spam or duplicate");
    await expect(dialog).toContainText("Are you sure? Misuse may lead to IP block.");
    const release = await holdRequests(page, REPORTS);
    await dialog.getByRole("button", { name: "Confirm Report" }).click();
    await expect(dialog.getByRole("button", { name: "Confirming..." })).toBeDisabled();
    release();
    await expectToast(page, "Review Reported", "Thank you for your feedback.");
    await expect(dialog).toBeHidden();
    await page.reload();
    await expect(card.getByRole("button", { name: "Reported" })).toBeDisabled();
    await expect(card.getByText("Under Review")).toBeHidden();

    const other = await anotherVisitor();
    await other.goto(`/reviews#review-${review.id}`);
    const sameCard = other.getByRole("article", { name: review.propertyName });
    await expect(sameCard.getByText("Under Review")).toBeVisible();
    await expect(sameCard.getByRole("button", { name: "Reported" })).toBeDisabled();
    await expect(sameCard.getByText("Quiet lane, water twice a day")).toBeVisible();
  },
);

test(
  "recognizes a device that has reported a review",
  { tag: ["@3.30", "@8.3"] },
  async ({ page, context, publishedReview }) => {
    const review = await publishedReview();
    const staleTab = await context.newPage();
    // This tab does not learn of the other tab's report.
    await staleTab.addInitScript(() => addEventListener("storage", (event) => event.stopImmediatePropagation()));
    for (const tab of [page, staleTab]) await tab.goto(`/reviews#review-${review.id}`);
    const cardOf = (tab: typeof page) => tab.getByRole("article", { name: review.propertyName });
    await report(page, cardOf(page));
    await expectToast(page, "Review Reported", "Thank you for your feedback.");
    await page.evaluate(() => {
      const key = "userReportFingerprintData";
      const memory: object = JSON.parse(localStorage.getItem(key) ?? "{}");
      localStorage.setItem(key, JSON.stringify({ ...memory, reportedReviewIds: [] }));
    });
    await report(staleTab, cardOf(staleTab));
    await expectToast(staleTab, "Already Reported", "This review seems to have already been reported by this device.");
    await expect(cardOf(staleTab).getByRole("button", { name: "Reported" })).toBeDisabled();
  },
);
