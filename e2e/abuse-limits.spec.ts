import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectToast, test, unique, uniqueEmail } from "./fixtures.ts";
import { fillRequired, REQUIRED } from "./review-form.ts";

// As the database answers (supabase/tests/abuse-limits.test.ts): the servers of the browser tests run with the limits off.

test("a review that comes too soon is kept, says when to try again, and is published then", async ({
  page,
  createAccount,
  signIn,
}) => {
  const sentence = "You published a review a moment ago. You can publish the next one in 40 seconds.";
  const propertyName = unique("Patience House");
  await signIn(await createAccount());
  await page.goto("/submit-review");
  await fillRequired(page, { propertyName });
  await refuse(page, "reviews", sentence);
  await page.getByRole("button", { name: "Submit Review" }).click();
  await expectToast(page, "Submission Error", `Failed to save review: ${sentence}`);
  const notice = page.getByRole("form", { name: "Your review" }).getByRole("alert");
  await expect(notice).toHaveText(`Your review is not published yet. Everything you entered is kept. ${sentence}`);
  await expect(page.getByRole("button", { name: "Submit Review" })).toBeFocused();
  await expectAccessible(page);

  await page.reload();
  await expect(page.getByLabel("Property Name")).toHaveValue(propertyName);
  await expect(page.getByLabel("Review Text")).toHaveValue(REQUIRED.comment);
  await page.unroute(addressOf("reviews"));
  await page.getByRole("button", { name: "Submit Review" }).click();
  await expectToast(page, "Review Submitted!", "Thank you for sharing your experience.");
  await expect(page.getByLabel("Property Name")).toHaveValue("");
});

test("a report that is one too many leaves the dialog as it is and says when to try again", async ({
  page,
  publishedReview,
}) => {
  const sentence = "Too many reports came from this device. You can report again in 12 minutes.";
  const review = await publishedReview();
  await page.goto(`/reviews#review-${review.id}`);
  const card = page.getByRole("article", { name: review.propertyName });
  await card.getByRole("button", { name: "Report", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Report review" });
  await dialog.getByRole("radio", { name: "Spam or duplicate" }).check();
  await dialog.getByLabel("Your email (optional)").fill("neighbour@example.com");
  await dialog.getByRole("button", { name: "Next" }).click();
  await refuse(page, "review_reports", sentence);
  await dialog.getByRole("button", { name: "Confirm Report" }).click();
  await expect(dialog.getByRole("alert")).toHaveText(sentence);
  await dialog.getByRole("button", { name: "Back" }).click();
  await expect(dialog.getByRole("radio", { name: "Spam or duplicate" })).toBeChecked();
  await expect(dialog.getByLabel("Your email (optional)")).toHaveValue("neighbour@example.com");

  await page.unroute(addressOf("review_reports"));
  await dialog.getByRole("button", { name: "Next" }).click();
  await dialog.getByRole("button", { name: "Confirm Report" }).click();
  await expectToast(page, "Review Reported", "Thank you for your feedback.");
});

test("an entry of the waitlist that is one too many stays in the form, which says when to try again", async ({
  page,
}) => {
  const sentence = "Too many people joined from your network. You can join in 5 minutes.";
  const email = uniqueEmail("waiting");
  await page.goto("/");
  const card = page.getByRole("region", { name: "Referral Waitlist" });
  await card.getByRole("textbox", { name: "Name" }).fill("Asha Rao");
  await card.getByRole("textbox", { name: "Email" }).fill(email);
  await refuse(page, "referral_waitlist", sentence);
  await card.getByRole("button", { name: "Join the Waitlist" }).click();
  await expect(card.getByRole("alert")).toHaveText(sentence);
  await expect(card.getByRole("textbox", { name: "Name" })).toHaveValue("Asha Rao");
  await expect(card.getByRole("textbox", { name: "Email" })).toHaveValue(email);

  await page.unroute(addressOf("referral_waitlist"));
  await card.getByRole("button", { name: "Join the Waitlist" }).click();
  await expectToast(page, "Successfully Joined!");
  await expect(card.getByRole("alert")).toBeHidden();
});

function addressOf(table: string): string {
  return `**/rest/v1/${table}*`;
}

/** Answers whatever is added to this table as a limit does. */
async function refuse(page: Page, table: string, sentence: string): Promise<void> {
  await page.route(addressOf(table), (route) =>
    route.fulfill({
      status: 429,
      headers: { "Retry-After": "40" },
      json: { code: "PT429", message: sentence, details: null, hint: null },
    }),
  );
}
