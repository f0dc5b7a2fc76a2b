import { expect, expectAccessible, expectToast, report, test } from "./fixtures.ts";

const REPLY = "The lift was repaired in May.\nThe society has the bill.";

test(
  "takes an owner's reply from its draft to its withdrawal",
  { tag: ["@11.82", "@11.83", "@11.84", "@11.85", "@11.86"] },
  async ({ page, createAccount, signIn, publishedReview, database, anotherVisitor }) => {
    const review = await publishedReview();
    const owner = await createAccount();
    await page.goto(`/reviews#review-${review.id}`);
    const card = page.getByRole("article", { name: review.propertyName });
    await card.getByRole("link", { name: /^Link to/ }).click();
    await page.getByRole("link", { name: /^Answer as owner/ }).click();
    await expect(page.getByRole("link", { name: "Log in to answer" })).toHaveAttribute(
      "href",
      /^\/login\?next=%2Fanswer/,
    );
    await signIn(owner);
    await page.goto(`/answer/${review.id}`);
    const reply = page.getByRole("textbox", { name: "Your reply" });
    const send = page.getByRole("button", { name: "Send the reply" });
    await send.click();
    await expect(page.getByText("Say whether you own or manage this home.")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("radio", { name: "I own this home" }).check();
    await reply.fill("That was Ravi of 4B.");
    await send.click();
    await expectToast(page, "Reply Sent");

    const decide = (command: string, clause: string) => database`
      select private.decide(id, ${command}, 'a test', ${clause}, 'It guesses the tenant.')
      from private.replies where review_id = ${review.id}`;
    await decide("refuse-reply", "4.2");
    await page.reload();
    await expect(page.getByText("Clause 4.2 of the review policy: It guesses the tenant.")).toBeVisible();
    await expect(reply).toHaveValue("That was Ravi of 4B.");
    await reply.fill(REPLY);
    await send.click();
    await expect(page.getByText("Your reply is waiting")).toBeVisible();

    await decide("approve-reply", "5.1");
    const visitor = await anotherVisitor();
    await visitor.goto(`/reviews#review-${review.id}`);
    const shown = visitor.getByRole("article", { name: review.propertyName }).getByRole("region", { name: "Reply" });
    await expect(shown).toContainText("Reply from the owner or manager (identity not checked)");
    await expect(shown).toContainText("The society has the bill.");
    await expect(shown).not.toContainText(owner.email.split("@")[0] ?? "");
    await report(visitor, shown);
    await expectToast(visitor, "Reply Reported");
    await expect(shown.getByRole("button", { name: /^Reported/ })).toBeDisabled();

    await page.reload();
    await page.getByRole("button", { name: "Withdraw the reply" }).click();
    const question = page.getByRole("dialog", { name: "Withdraw your reply?" });
    await question.getByRole("button", { name: "Withdraw" }).click();
    await expectToast(page, "Reply Withdrawn");
    await expect(reply).toHaveValue(REPLY);
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
    await visitor.reload();
    await expect(visitor.getByRole("article", { name: review.propertyName })).toBeVisible();
    await expect(shown).toHaveCount(0);
  },
);
