import type { Locator, Page } from "@playwright/test";
import { expect, expectToast, overWeakConnection, test } from "./fixtures.ts";

test(
  "a visitor reports a review, and only once",
  { tag: ["@both", "@1.7", "@4.3", "@4.6", "@4.8", "@4.10"] },
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
    await overWeakConnection(page, { latency: 4_000 }, async () => {
      await dialog.getByRole("button", { name: "Confirm Report" }).click();
      await expect(dialog.getByRole("button", { name: "Confirming..." })).toBeDisabled();
    });
    await expectToast(page, "Review Reported", "Thank you for your feedback.");
    await expect(dialog).toBeHidden();
    await expect(card.getByRole("button", { name: "Reported" })).toBeDisabled();
    // Who reported it knows that; the others are told.
    await expect(card.getByText("Under Review")).toBeHidden();
    await page.reload();
    await expect(card.getByRole("button", { name: "Reported" })).toBeDisabled();
    await expect(card.getByText("Under Review")).toBeHidden();

    const other = await anotherVisitor();
    await other.goto(`/reviews#review-${review.id}`);
    const sameCard = other.getByRole("article", { name: review.propertyName });
    await expect(sameCard.getByText("Under Review")).toBeVisible();
    await expect(sameCard.getByRole("button", { name: "Reported" })).toBeDisabled();
    // A report hides nothing.
    await expect(sameCard.getByText("Quiet lane, water twice a day")).toBeVisible();
  },
);

test(
  "the database recognises a device that has forgotten its report",
  { tag: ["@3.30", "@4.14", "@8.4"] },
  async ({ page, context, publishedReview }) => {
    const review = await publishedReview();
    const staleTab = await context.newPage();
    // It does not hear of the other tab's report.
    await staleTab.addInitScript(() => addEventListener("storage", (event) => event.stopImmediatePropagation()));
    for (const tab of [page, staleTab]) await tab.goto(`/reviews#review-${review.id}`);
    await report(page, review.propertyName);
    await expectToast(page, "Review Reported");
    await page.evaluate(() => {
      const key = "userReportFingerprintData";
      const memory: object = JSON.parse(localStorage.getItem(key) ?? "{}");
      localStorage.setItem(key, JSON.stringify({ ...memory, reportedReviewIds: [] }));
    });

    await report(staleTab, review.propertyName);
    await expectToast(staleTab, "Already Reported", "This review seems to have already been reported by this device.");
    const card = staleTab.getByRole("article", { name: review.propertyName });
    await expect(card.getByRole("button", { name: "Reported" })).toBeDisabled();
    await expect(card.getByText("Under Review")).toBeHidden();
  },
);

test(
  "a report that cannot be sent keeps what was chosen",
  { tag: ["@8.8"] },
  async ({ page, context, publishedReview }) => {
    const review = await publishedReview();
    await page.goto(`/reviews#review-${review.id}`);
    const loaded = ["fp.esm", "supabase-actions"].map((script) =>
      page.waitForResponse(new RegExp(`/assets/${script}-`)),
    );
    await chooseReason(page, review.propertyName);
    // Some browsers never request a script again that they failed to get once: all are here by then.
    for (const script of loaded) await (await script).finished();
    const scripts: string[] = [];
    page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
    await context.setOffline(true);
    await page.getByRole("button", { name: "Confirm Report" }).click();
    await expectToast(page, "Error", "Could not submit the report.");
    expect(scripts).toEqual([]);
    await context.setOffline(false);
    await page.getByRole("button", { name: "Confirm Report" }).click();
    await expectToast(page, "Review Reported", "Thank you for your feedback.");
  },
);

function reportButton(page: Page, propertyName: string): Locator {
  return page.getByRole("article", { name: propertyName }).getByRole("button", { name: /^Report review by/ });
}

async function chooseReason(page: Page, propertyName: string) {
  await reportButton(page, propertyName).click();
  await page.getByRole("radio", { name: "Not related to this property" }).check();
  await page.getByRole("button", { name: "Next" }).click();
}

async function report(page: Page, propertyName: string) {
  await chooseReason(page, propertyName);
  await page.getByRole("button", { name: "Confirm Report" }).click();
}
