import type { Locator, Page } from "@playwright/test";
import { expect, expectToast, test, unique } from "./fixtures.ts";
import { answer, cityField, issueField } from "./review-form.ts";

test("writes and sends a review by keyboard", async ({ page, createAccount, signIn }) => {
  const propertyName = unique("Tamarind Lane 4");
  await signIn(await createAccount());
  await page.goto("/submit-review");
  await expect(page.getByLabel("Property Name")).toBeVisible();

  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");

  await tabTo(page, page.getByLabel("Property Name"));
  await page.keyboard.type(propertyName);
  await tabTo(page, page.getByLabel("Locality"));
  await page.keyboard.type("Velachery");
  await tabTo(page, cityField(page));
  await page.keyboard.type("chenn");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(cityField(page)).toHaveValue("Chennai");
  await tabTo(page, page.getByLabel("Property Type"));
  await page.keyboard.press("ArrowDown");
  await expect(page.getByLabel("Property Type")).toHaveValue("Apartment");

  await tabTo(page, page.getByRole("radio", { name: "Anonymous", exact: true }));
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: /^As / })).toBeChecked();
  await page.keyboard.press("ArrowUp");
  await tabTo(page, answer(page, "Overall Rating", "1 star"));
  await page.keyboard.press("Space");
  for (let star = 2; star <= 4; star += 1) await page.keyboard.press("ArrowRight");
  await expect(answer(page, "Overall Rating", "4 stars")).toBeChecked();
  await tabTo(page, page.getByLabel("Review Text"));
  await page.keyboard.type("Sea breeze until noon.");
  await page.keyboard.press("Enter");
  await page.keyboard.type("The lift works.");
  await tabTo(page, answer(page, "Would you recommend it?", "Prefer not to say"));
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(answer(page, "Would you recommend it?", "Yes")).toBeChecked();
  await tabTo(page, page.getByText("Rent, deposit and rules (optional)").locator("xpath=ancestor::summary"));
  await page.keyboard.press("Enter");
  await tabTo(page, answer(page, "What did you rent?", "A bed"));
  await page.keyboard.press("ArrowRight");
  await expect(answer(page, "What did you rent?", "A bed")).not.toBeChecked();
  await expect(answer(page, "What did you rent?", "A room")).toBeChecked();
  await page.keyboard.press("Space");
  await expect(answer(page, "What did you rent?", "A room")).not.toBeChecked();
  await page.keyboard.press("Space");
  await tabTo(page, issueField(page, 1));
  await page.keyboard.type("No issues");
  await tabTo(page, page.getByRole("button", { name: "Submit Review" }));
  await page.keyboard.press("Enter");

  await expectToast(page, "Review Submitted!", "Thank you for sharing your experience.");
  await tabTo(page, page.getByRole("main").getByRole("link", { name: "View your review" }));
  await page.keyboard.press("Enter");
  const card = page.getByRole("article", { name: propertyName });
  await expect(card).toBeFocused();
  await expect(card.getByText("Anonymous", { exact: true })).toBeVisible();
  await expect(card.getByRole("img", { name: "4 out of 5 stars" })).toBeVisible();
  await expect(card.getByText("A room").first().first()).toBeVisible();
});

test("reports a review by keyboard", async ({ page, publishedReview }) => {
  const review = await publishedReview();
  await page.goto(`/reviews#review-${review.id}`);
  const card = page.getByRole("article", { name: review.propertyName });
  await expect(card).toBeFocused();
  await tabTo(page, card.getByRole("button", { name: /^Report review by/ }));
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Report review" });
  await tabTo(page, dialog.getByRole("radio").first());
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await tabTo(page, dialog.getByRole("button", { name: "Next" }));
  await page.keyboard.press("Enter");
  await expect(dialog).toContainText("Contains abuse or offensive content");
  await tabTo(page, dialog.getByRole("button", { name: "Confirm Report" }));
  await page.keyboard.press("Enter");
  await expectToast(page, "Review Reported", "Thank you for your feedback.");
  // The button is disabled now, so the card gets the focus.
  await expect(card).toBeFocused();
});

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator) {
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let press = 0; press < 30 && !(await isThere()); press += 1) await page.keyboard.press("Tab");
  await expect(target).toBeFocused();
}
