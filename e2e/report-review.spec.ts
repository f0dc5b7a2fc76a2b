import type { Locator, Page } from "@playwright/test";
import { expect, expectToast, overWeakConnection, test } from "./fixtures.ts";

test(
  "a visitor reports a review, and only once",
  { tag: ["@both", "@1.7", "@4.3", "@4.6", "@4.8", "@4.10"] },
  async ({ page, publishedReview, anotherVisitor }) => {
    const review = await publishedReview();
    await page.goto(`/reviews#review-${review.id}`);
    const card = page.getByRole("article", { name: review.propertyName });
    await card.getByRole("button", { name: "Report", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Report review" });
    await expect(dialog.getByRole("button", { name: "Next" })).toBeDisabled();
    await dialog.getByRole("radio", { name: "Spam or duplicate" }).check();
    await dialog.getByLabel("Your email (optional)").fill("neighbour@example.com");
    await dialog.getByRole("button", { name: "Next" }).click();
    await expect(dialog).toContainText("Spam or duplicate");
    await expect(dialog).toContainText("Are you sure? Misuse may lead to IP block.");
    await overWeakConnection(page, { latency: 1500 }, async () => {
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

test("each report begins anew", { tag: ["@4.11"] }, async ({ page, publishedReview }) => {
  const review = await publishedReview();
  await page.goto(`/reviews#review-${review.id}`);
  const button = reportButton(page, review.propertyName);
  const dialog = page.getByRole("dialog", { name: "Report review" });

  await button.click();
  await expect(dialog.getByRole("radio")).toHaveCount(4);
  await dialog.getByRole("radio", { name: "This review is fake" }).check();
  await dialog.getByLabel("Your email (optional)").fill("neighbour@example.com");
  await dialog.getByRole("button", { name: "Next" }).click();
  await dialog.getByRole("button", { name: "Back" }).click();
  await expect(dialog.getByRole("radio", { name: "This review is fake" })).toBeChecked();
  await expect(dialog.getByLabel("Your email (optional)")).toHaveValue("neighbour@example.com");
  await dialog.getByRole("button", { name: "Next" }).click();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();

  await button.click();
  await expect(dialog.getByRole("radio", { checked: true })).toHaveCount(0);
  await expect(dialog.getByLabel("Your email (optional)")).toHaveValue("");
  await expect(dialog.getByRole("button", { name: "Next" })).toBeDisabled();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await expect(button).toBeEnabled();
});

test(
  "a report from another tab counts as this visitor's own",
  { tag: ["@8.3"] },
  async ({ page, context, publishedReview }) => {
    const review = await publishedReview();
    const otherTab = await context.newPage();
    for (const tab of [page, otherTab]) await tab.goto(`/reviews#review-${review.id}`);
    await chooseReason(otherTab, review.propertyName);

    await report(page, review.propertyName);
    await expectToast(page, "Review Reported");
    const card = otherTab.getByRole("article", { name: review.propertyName, includeHidden: true });
    await expect(card.getByRole("button", { name: "Reported", includeHidden: true })).toBeDisabled();
    await otherTab.getByRole("button", { name: "Confirm Report" }).click();
    await expectToast(otherTab, "Already Reported", "You have already reported this review.");
  },
);

test(
  "the database recognises a device that has forgotten its report",
  { tag: ["@3.30", "@4.14", "@8.4"] },
  async ({ page, context, publishedReview }) => {
    const review = await publishedReview();
    const staleTab = await context.newPage();
    for (const tab of [page, staleTab]) await tab.goto(`/reviews#review-${review.id}`);
    await report(page, review.propertyName);
    await expectToast(page, "Review Reported");
    await expect(staleTab.getByRole("button", { name: "Reported" }).first()).toBeVisible();
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
    await chooseReason(page, review.propertyName);
    // All that it takes is here by then: some browsers never ask again for a script that they failed to get once.
    await expect(async () => {
      const count = await scriptCount(page);
      await page.waitForTimeout(500);
      expect(await scriptCount(page)).toBe(count);
    }).toPass();
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

/** How many scripts have arrived. */
function scriptCount(page: Page): Promise<number> {
  return page.evaluate(
    () => performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".js")).length,
  );
}

function reportButton(page: Page, propertyName: string): Locator {
  return page.getByRole("article", { name: propertyName }).getByRole("button", { name: "Report", exact: true });
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
