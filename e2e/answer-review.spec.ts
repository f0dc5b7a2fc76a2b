import { expect, expectAccessible, expectToast, test } from "./fixtures.ts";

const REPLY = "The lift was repaired in May.\nThe society has the bill.";

test(
  "an owner answers a review: written, refused, written anew, shown, reported and withdrawn",
  { tag: ["@both", "@11.82", "@11.83", "@11.84", "@11.85", "@11.86"] },
  async ({ page, createAccount, signIn, publishedReview, database, anotherVisitor }) => {
    const review = await publishedReview();
    await page.goto(`/reviews#review-${review.id}`);
    await page
      .getByRole("article", { name: review.propertyName })
      .getByRole("link", { name: /^Link to/ })
      .click();
    const card = page.getByRole("article", { name: review.propertyName });
    await card.getByRole("link", { name: /^Is this your home\? Answer/ }).click();
    // Whoever is not signed in reads what it takes, logs in, and comes back.
    await expect(page.getByRole("article", { name: review.propertyName })).toBeVisible();
    await page.getByRole("link", { name: "Log in to answer" }).click();
    await expect(page).toHaveURL(/\/login\?next=%2Fanswer/);
    const owner = await createAccount();
    await signIn(owner);
    await page.goto(`/answer/${review.id}`);
    await page.getByRole("button", { name: "Send the reply" }).click();
    await expect(page.getByText("Say whether you own or manage this home.")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("radio", { name: "I own this home" }).check();
    await page.getByRole("textbox", { name: "Your reply" }).fill("That was Ravi of 4B.");
    await page.reload();
    await expect(page.getByRole("textbox", { name: "Your reply" })).toHaveValue("That was Ravi of 4B.");
    await page.getByRole("radio", { name: "I own this home" }).check();
    await page.getByRole("button", { name: "Send the reply" }).click();
    await expectToast(page, "Reply Sent");

    const decide = (command: string, clause: string) => database`
      select private.decide(id, ${command}, 'a test', ${clause}, 'It guesses the tenant.')
      from private.replies where review_id = ${review.id}`;
    await decide("refuse-reply", "4.2");
    await page.reload();
    await expect(page.getByText("Clause 4.2 of the review policy: It guesses the tenant.")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Your reply" })).toHaveValue("That was Ravi of 4B.");
    await page.getByRole("textbox", { name: "Your reply" }).fill(REPLY);
    await page.getByRole("button", { name: "Send the reply" }).click();
    await expect(page.getByText("Your reply is waiting")).toBeVisible();

    const visitor = await anotherVisitor();
    await visitor.goto(`/reviews#review-${review.id}`);
    const shown = visitor.getByRole("article", { name: review.propertyName });
    await expect(shown).toBeVisible();
    await expect(shown.getByRole("region", { name: "Reply" })).toHaveCount(0);
    await decide("approve-reply", "5.1");
    await visitor.reload();
    const reply = shown.getByRole("region", { name: "Reply" });
    await expect(reply).toContainText("Reply from the owner or manager (identity not checked)");
    await expect(reply).toContainText("The society has the bill.");
    await expect(reply).not.toContainText(owner.email.split("@")[0] ?? "");
    await expectAccessible(visitor);
    await reply.getByRole("button", { name: /^Report the reply/ }).click();
    await visitor.getByRole("radio", { name: "Spam or duplicate" }).check();
    await visitor.getByRole("button", { name: "Next" }).click();
    await visitor.getByRole("button", { name: "Confirm Report" }).click();
    await expectToast(visitor, "Reply Reported");
    await expect(reply.getByRole("button", { name: /^Reported/ })).toBeDisabled();

    await page.reload();
    await expect(page.getByText("Your reply is under the review.")).toBeVisible();
    await page.getByRole("button", { name: "Withdraw the reply" }).click();
    const question = page.getByRole("dialog", { name: "Withdraw your reply?" });
    await question.getByRole("button", { name: "Withdraw" }).click();
    await expectToast(page, "Reply Withdrawn");
    await expect(page.getByRole("textbox", { name: "Your reply" })).toHaveValue(REPLY);
    await expect(page.getByRole("region", { name: "Reply" })).toHaveCount(0);
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
    await visitor.reload();
    await expect(shown).toBeVisible();
    await expect(reply).toHaveCount(0);
  },
);
