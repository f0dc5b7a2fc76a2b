import fs from "node:fs/promises";
import { expect, expectAccessible, expectToast, test } from "./fixtures.ts";

test(
  "changes, withdraws and restores an own review on a phone",
  { tag: ["@both", "@11.8", "@11.23", "@11.24"] },
  async ({ page, publishedReview, signIn, anotherVisitor }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const review = await publishedReview({ comment: "No lift, but the water never failed." });
    const [name = ""] = review.author.email.split("@");
    await signIn(review.author);
    await page.goto("/account");
    const card = page.getByRole("article", { name: review.propertyName });
    await expect(card).toContainText(`as ${name}`);
    await card.getByRole("button", { name: "Add what happened later" }).click();
    await page.getByRole("textbox", { name: "What happened later" }).fill("Deposit returned in March.");
    await page.getByRole("button", { name: "Add it" }).click();
    await expectToast(page, "Added");
    await card.getByRole("button", { name: "Make anonymous" }).click();
    await page.getByRole("button", { name: "Take my name off" }).click();
    await expect(card).toContainText("without a name");
    const reader = await anotherVisitor();
    const shown = reader.getByRole("article", { name: review.propertyName });
    await reader.goto(`/reviews#review-${review.id}`);
    await expect(shown.getByRole("heading", { name: "Added later by the author" })).toBeVisible();
    await expect(shown).toContainText("Deposit returned in March.");
    await expect(shown).not.toContainText(name);

    const dialog = page.getByRole("dialog");
    await card.getByRole("button", { name: "Withdraw" }).click();
    await dialog.getByRole("button", { name: "Withdraw" }).click();
    await expect(card).toContainText(/It will be deleted on \d+ \w+ \d{4}/);
    await reader.reload();
    await expect(shown).toHaveCount(0);
    await card.getByRole("button", { name: "Bring it back" }).click();
    // The short timeout fails the test if a toast covers the button: Playwright would wait until it closes.
    await dialog.getByRole("button", { name: "Bring it back" }).click({ timeout: 3_000 });
    await expectToast(page, "Review Is Back");
    await reader.reload();
    await expect(shown).toContainText("Anonymous");
    await card.getByRole("link", { name: "See it as readers do" }).click();
    await expect(page.getByRole("heading", { level: 1, name: review.propertyName })).toBeVisible();
  },
);

test(
  "publishes a corrected review of the same home after an operator hid the first",
  { tag: ["@both", "@10.562"] },
  async ({ page, publishedReview, signIn, database }) => {
    const { id, author, propertyName } = await publishedReview({ comment: "Mr Rao never repairs anything." });
    await database`select private.decide(${id}, 'hide', 'asha', '2.2', 'It names a person.')`;
    await signIn(author);
    await page.goto("/account");
    const cards = page.getByRole("article", { name: propertyName });
    await expect(cards).toContainText("It names a person.");
    await expectAccessible(page);
    await cards.getByRole("link", { name: "Write a corrected review" }).click();
    await expect(page.getByLabel("Property Name")).toHaveValue(propertyName);
    await page.getByRole("radio", { name: "3 stars" }).check();
    await page.getByLabel("Review Text").fill("The manager never repairs anything.");
    await page.getByRole("checkbox", { name: "No issues" }).check();
    await page.getByRole("button", { name: "Submit Review" }).click();
    await page.getByRole("status").getByRole("link", { name: "your account" }).click();
    await expect(cards).toHaveCount(2);
    await expect(cards.first()).toContainText("Public");
    await expect(cards.last()).toContainText("Withdrawn");
    await expect(cards.last()).not.toContainText("corrected review of this home");
  },
);

test(
  "exports the data, changes the password, and deletes the account",
  { tag: ["@both", "@11.11", "@11.12", "@11.221"] },
  async ({ page, publishedReview, signIn, database }) => {
    const { author, propertyName } = await publishedReview();
    await signIn(author);
    await page.goto("/");
    await page.getByRole("button", { name: author.email }).click();
    await page.getByRole("link", { name: "Your reviews and account" }).click();
    // Wait for the list: it moves the button when it loads.
    await expect(page.getByRole("main").getByText(propertyName).first()).toBeVisible();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save my data as a file" }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^gharsach-\d{4}-\d\d-\d\d\.json$/);
    const kept = JSON.parse(await fs.readFile(await file.path(), "utf8")) as Record<string, { email?: string }[]>;
    expect(kept).toMatchObject({ accounts: [{ email: author.email }], reviews: [{ propertyName }] });

    const password = "champa-tree-12";
    await page.getByLabel("Current Password").fill(author.password);
    await page.getByLabel("New Password").fill(password);
    await page.getByLabel("Confirm Password").fill(password);
    await page.getByRole("button", { name: "Change Password" }).click();
    await expectToast(page, "Password Changed");

    await page.getByRole("button", { name: "Delete my account" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete your account?" });
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole("radio", { name: /Keep my reviews without a name/ }).check();
    await dialog.getByLabel("Current Password").fill(password);
    await dialog.getByRole("button", { name: "Delete permanently" }).click();
    await expectToast(page, "Account Deleted");
    await expect(page).toHaveURL("/");
    await expect(page.getByRole("link", { name: "Login" })).toBeVisible();
    expect(await database`select 1 from auth.users where id = ${author.userId}`).toHaveLength(0);
    expect(await database`select 1 from public.reviews where property_name = ${propertyName}`).toHaveLength(1);
  },
);

test("keeps the account page and its questions accessible", async ({ page, publishedReview, signIn, database }) => {
  const review = await publishedReview();
  const hidden = await publishedReview();
  await database`
    insert into private.audit_log (operator, command, subject, reason)
    values ('asha', 'hide', ${hidden.id}, 'It names the neighbour and her daughter.')`;
  await database`update public.reviews set hidden_at = now() where id = ${hidden.id}`;
  await signIn(review.author);
  await page.goto("/account");
  await expect(page.getByRole("article")).toHaveCount(2);
  await expectAccessible(page);
  for (const name of ["Add what happened later", "Withdraw"]) {
    await page.getByRole("button", { name }).first().click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
});
