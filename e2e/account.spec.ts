import fs from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessible, expectToast, test, unique, uniqueEmail } from "./fixtures.ts";
import { phonePhoto } from "./photos.ts";
import { answer, issueField } from "./review-form.ts";

const PHONE = { width: 360, height: 740 };

test(
  "an author takes the name off a review, adds to it, withdraws it and brings it back",
  { tag: ["@both", "@11.23", "@11.24", "@11.25"] },
  async ({ page, publishedReview, signIn, anotherVisitor }) => {
    const review = await publishedReview({ comment: "No lift, but the water never failed." });
    const [name = ""] = review.author.email.split("@");
    await signIn(review.author);
    await page.goto("/");
    await page.getByRole("button", { name: review.author.email }).click();
    await page.getByRole("link", { name: "Your reviews and account" }).click();
    const card = page.getByRole("article", { name: review.propertyName });
    await expect(card).toContainText(`as ${name}`);
    const reader = await anotherVisitor();
    const shown = reader.getByRole("article", { name: review.propertyName });
    await reader.goto(`/reviews#review-${review.id}`);
    await expect(shown).toContainText(name);

    await card.getByRole("button", { name: "Add what happened later" }).click();
    await page.getByRole("textbox", { name: "What happened later" }).fill("Deposit returned in March.");
    await page.getByRole("button", { name: "Add it" }).click();
    await expectToast(page, "Added");
    await card.getByRole("button", { name: "Make anonymous" }).click();
    await page.getByRole("button", { name: "Take my name off" }).click();
    await expect(card).toContainText("without a name");
    await expect(card.getByRole("button", { name: "Make anonymous" })).toHaveCount(0);
    await reader.reload();
    await expect(shown.getByRole("heading", { name: "Added later by the author" })).toBeVisible();
    await expect(shown).toContainText("Deposit returned in March.");
    await expect(shown).not.toContainText(name);

    await card.getByRole("button", { name: "Withdraw" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
    await expect(card).toContainText(/It will be deleted on \d+ \w+ \d{4}/);
    await reader.reload();
    await expect(shown).toHaveCount(0);
    await page.reload();
    await card.getByRole("button", { name: "Bring it back" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Bring it back" }).click();
    await expectToast(page, "Review Is Back");
    await reader.reload();
    await expect(shown).toContainText("Anonymous");
    await card.getByRole("link", { name: "See it as readers do" }).click();
    await expect(page.getByRole("heading", { level: 1, name: review.propertyName })).toBeVisible();
  },
);

test(
  "what is withdrawn is gone a minute later, wherever it was and whatever was cached",
  { tag: ["@11.30", "@11.7"] },
  async ({ page, request, publishedReview, signIn, database }) => {
    test.setTimeout(150_000);
    const comment = unique("Peculiar");
    const review = await publishedReview({ comment, city: "Kochi", photo: await phonePhoto() });
    const [name = ""] = review.author.email.split("@");
    const [row] = await database<{ short_id: string; photo: string }[]>`
      select p.short_id, n.photo_name as photo
      from public.reviews as r join public.properties as p on p.id = r.property_id
      join private.review_proofs as n on n.review_id = r.id where r.id = ${review.id}`;
    const home = `/homes/mumbai/powai/x-${row?.short_id}`.replace("mumbai", "kochi");
    const photo = `/storage/v1/object/public/review-proofs/public/${row?.photo}`;
    const places = [
      ...["/", "/reviews", `/reviews?q=${comment}`, `/reviews?q=${encodeURIComponent(review.propertyName)}`],
      ...[`/reviews?review=${review.id}`, home, "/homes", "/homes/kochi", "/homes/kochi/powai", "/blog/rss.xml"],
      ...[`/pictures/homes/${row?.short_id}.png`, "/sitemaps/homes.xml", "/sitemaps/cities.xml", photo],
    ];
    /** What a visitor without any cookie reads, photos as their status. */
    const everywhere = async () => {
      const answers = await Promise.all(places.map((path) => request.get(path)));
      const texts = await Promise.all(
        answers.map(async (got) =>
          /^image\//.test(got.headers()["content-type"] ?? "") ? `image ${got.url()}` : got.text(),
        ),
      );
      const words = [comment, name, review.propertyName, review.id, row?.photo ?? "none", row?.short_id ?? "none"];
      // A search repeats what was searched for, and an address that leads nowhere its own name.
      return texts.flatMap((text, index) =>
        words.filter((word) => text.includes(word) && !decodeURIComponent(places[index] ?? "").includes(word)),
      );
    };
    expect((await everywhere()).length).toBeGreaterThan(5);
    expect((await request.get(photo)).status()).toBe(200);

    await signIn(review.author);
    await withdraw(page, review.propertyName);
    const withdrawnAt = Date.now();
    await expect.poll(everywhere, { timeout: 60_000, intervals: [1_000] }).toEqual([]);
    await expect.poll(async () => (await request.get(photo)).status(), { timeout: 60_000 }).toBe(404);
    expect(Date.now() - withdrawnAt).toBeLessThan(75_000);
    for (const path of [home, `/pictures/homes/${row?.short_id}.png`]) {
      expect((await request.get(path)).status(), path).toBe(404);
    }
  },
);

test(
  "an author saves all that is kept, and changes the password",
  { tag: ["@both", "@11.26", "@11.27"] },
  async ({ page, createAccount, publishedReview, signIn }) => {
    const { author, propertyName } = await publishedReview();
    await signIn(author);
    await page.goto("/account");
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save my data as a file" }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^gharsach-\d{4}-\d\d-\d\d\.json$/);
    const kept = JSON.parse(await fs.readFile(await file.path(), "utf8")) as Record<string, { email?: string }[]>;
    expect(kept).toMatchObject({ accounts: [{ email: author.email }], reviews: [{ property_name: propertyName }] });
    expect(JSON.stringify(kept)).not.toContain((await createAccount()).email);

    const change = async (current: string) => {
      await page.getByLabel("Current Password").fill(current);
      await page.getByLabel("New Password").fill("champa-tree-12");
      await page.getByLabel("Confirm Password").fill("champa-tree-12");
      await page.getByRole("button", { name: "Change Password" }).click();
    };
    await change("not-the-one");
    await expect(page.getByText("This is not the password of your account.")).toBeVisible();
    await change(author.password);
    await expectToast(page, "Password Changed");
    await page.reload();
    await expect(page.getByText(`Logged in as ${author.email}`)).toBeVisible();
  },
);

for (const { choice, stays } of [
  { choice: /Keep my reviews without a name/, stays: true },
  { choice: /Delete my reviews too/, stays: false },
]) {
  test(
    `an account is deleted and its reviews ${stays ? "stay without a name" : "go with it"}`,
    { tag: ["@both", "@11.28"] },
    async ({ page, publishedReview, signIn, anotherVisitor, database }) => {
      const review = await publishedReview();
      const { email, password, userId } = review.author;
      await signIn(review.author);
      await page.goto("/account");
      await page.getByRole("button", { name: "Delete my account" }).click();
      const dialog = page.getByRole("dialog", { name: "Delete your account?" });
      await dialog.getByRole("radio", { name: choice }).check();
      await dialog.getByLabel("Current Password").fill(password);
      await dialog.getByRole("button", { name: "Delete permanently" }).click();
      await expectToast(page, "Account Deleted");
      await expect(page).toHaveURL("/");
      await expect(page.getByRole("link", { name: "Login" })).toBeVisible();
      expect(await database`select 1 from auth.users where id = ${userId}`).toHaveLength(0);

      const reader = await anotherVisitor();
      await reader.goto(`/reviews?q=${encodeURIComponent(review.propertyName)}`);
      const shown = reader.getByRole("article", { name: review.propertyName });
      await expect(shown).toHaveCount(stays ? 1 : 0);
      if (stays) await expect(shown).toContainText("Anonymous");
      await expect(reader.locator("body")).not.toContainText(email.split("@")[0] ?? "");
      await page.goto("/login");
      await page.getByLabel("Email").fill(email);
      await page.getByLabel("Password").fill(password);
      await page.getByRole("button", { name: "Log In" }).click();
      await expectToast(page, "Login Failed", "Incorrect email or password.");
    },
  );
}

test(
  "on a phone, a newcomer signs up from the form, confirms, and lands on it again",
  { tag: ["@11.21", "@11.22", "@11.29"] },
  async ({ page, mailedLink, anHourAfterSignUp, mailCount }) => {
    await page.setViewportSize(PHONE);
    const email = uniqueEmail("newcomer");
    const propertyName = unique("Kadamba House");
    await page.goto(
      `/submit-review?${new URLSearchParams({ property: propertyName, locality: "Baner", city: "Pune" })}`,
    );
    await page.getByRole("main").getByRole("link", { name: "Sign up" }).click();
    // The page before has a field of this name, too.
    await expect(page.getByRole("heading", { name: "Create an account" })).toBeVisible();
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill("champa-tree-12");
    await page.getByRole("button", { name: "Sign Up" }).click();
    await expect(page.getByRole("heading", { name: "Log in" })).toBeVisible();
    await expect(page.getByRole("main")).toContainText(email);
    await page.reload();
    await expect(page.getByRole("main")).toContainText(email);
    await expectAccessible(page);
    await expect.poll(() => mailCount(email)).toBe(1);
    await anHourAfterSignUp(email);
    await page.getByRole("button", { name: "Send again" }).click();
    await expectToast(page, "Confirmation Email Sent");
    await expect.poll(() => mailCount(email)).toBe(2);

    await page.goto(await mailedLink(email, /confirm/i));
    await expect(page.getByLabel("Property Name")).toHaveValue(propertyName);
    await expect(page.getByLabel("Locality")).toHaveValue("Baner");
    await answer(page, "Overall Rating", "4 stars").check();
    await page.getByLabel("Review Text").fill("The terrace is shared, and nobody minds.");
    await issueField(page, 1).fill("Nil");
    await page.getByRole("button", { name: "Submit Review" }).click();
    const notice = page.getByRole("status").filter({ hasText: "Your review is published." });
    await expect(notice).toContainText(
      "In your account you can take your name off it, withdraw it, or add what happens",
    );
    await notice.getByRole("link", { name: "Your reviews and account" }).click();
    await expect(page.getByRole("article", { name: propertyName })).toBeVisible();
  },
);

test("on a phone a toast leaves the buttons of a dialog free", async ({ page, publishedReview, signIn }) => {
  await page.setViewportSize(PHONE);
  const review = await publishedReview();
  await signIn(review.author);
  const card = await withdraw(page, review.propertyName);
  await card.getByRole("button", { name: "Bring it back" }).click();
  // A click waits for what covers the button to go.
  await page.getByRole("dialog").getByRole("button", { name: "Bring it back" }).click({ timeout: 3_000 });
  await expectToast(page, "Review Is Back");
});

test("the account page and its questions are accessible", async ({ page, publishedReview, signIn, database }) => {
  const review = await publishedReview();
  await database`
    insert into private.audit_log (operator, command, subject, reason)
    values ('asha', 'hide', ${review.id}, 'It names the neighbour and her daughter.')`;
  const hidden = await publishedReview({ propertyName: unique("Hidden House") });
  await database`update public.reviews set hidden_at = now() where id = ${hidden.id}`;
  await signIn(review.author);
  await page.goto("/account");
  await expect(page.getByRole("article")).toHaveCount(2);
  await expectFit(page, page.getByRole("article").first());
  for (const name of ["Add what happened later", "Make anonymous", "Withdraw", "Delete my account"]) {
    await page.getByRole("button", { name }).first().click();
    await expectFit(page, page.getByRole("dialog"));
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
});

/** Resolves to the card of the review on the author's page. */
async function withdraw(page: Page, propertyName: string): Promise<Locator> {
  await page.goto("/account");
  const card = page.getByRole("article", { name: propertyName });
  await card.getByRole("button", { name: "Withdraw" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
  await expectToast(page, "Review Withdrawn");
  return card;
}

/** axe finds nothing serious, and the page does not scroll sideways on a narrow phone. */
async function expectFit(page: Page, visible: Locator): Promise<void> {
  for (const size of [PHONE, { width: 1280, height: 900 }]) {
    await page.setViewportSize(size);
    await expect(visible).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
  }
}
