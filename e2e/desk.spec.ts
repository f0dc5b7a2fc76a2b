import type postgres from "postgres";
import { type Account, expect, expectAccessible, test, unique } from "./fixtures.ts";

test(
  "an operator works through forty items with the keyboard alone",
  { tag: ["@11.93", "@11.101"] },
  async ({ page, createAccount, signIn, database }) => {
    test.slow();
    const city = unique("Keytown");
    await signIn(await newOperator(database, await createAccount()));
    await database`
      insert into public.reviews (property_name, locality, city, rating, review_text, reported)
      select 'House ' || n, 'Lane', ${city}, 3, 'Review number ' || n, true from generate_series(1, 40) as n`;
    await page.goto("/desk");
    await page.getByRole("combobox", { name: "City" }).selectOption(city);
    await expect(page.getByRole("heading", { name: "40 waiting" })).toBeVisible();

    const dialog = page.getByRole("dialog");
    for (let left = 40; left > 0; left -= 1) {
      const isToHide = left % 2 === 0;
      await page.keyboard.press(isToHide ? "h" : "c");
      await expect(dialog).toBeVisible();
      if (isToHide) await page.keyboard.press("f");
      await page.keyboard.press("Enter");
      await expect(dialog).toBeHidden();
      if (left > 1) await expect(page.getByRole("heading", { name: `${left - 1} waiting` })).toBeVisible();
    }
    await expect(page.getByText("Nothing is waiting.")).toBeVisible();
    const decisions = await database<{ command: string; clause: string; count: number }[]>`
      select l.command, l.details ->> 'clause' as clause, count(*)::int as count
      from private.audit_log as l join public.reviews as r on r.id::text = l.subject
      where r.city = ${city} group by 1, 2 order by 1`;
    expect([...decisions]).toEqual([
      { command: "clear-flag", clause: "5.1", count: 20 },
      { command: "hide", clause: "2.2", count: 20 },
    ]);
  },
);

test(
  "a decision is undone, several are decided at once, and shortcuts are switched off",
  { tag: ["@both", "@11.95", "@11.96", "@11.102"] },
  async ({ page, createAccount, signIn, publishedReview, database, anotherVisitor }) => {
    const city = unique("Undoville");
    const [first, second] = [await publishedReview({ city }), await publishedReview({ city })];
    await database`update public.reviews set reported = true where city = ${city}`;
    await signIn(await newOperator(database, await createAccount()));
    await page.goto("/desk");
    await page.getByRole("combobox", { name: "City" }).selectOption(city);
    await expect(page.getByRole("heading", { name: "2 waiting" })).toBeVisible();
    await expectAccessible(page);

    await page.keyboard.press("h");
    await expect(page.getByRole("dialog", { name: "Take this review off the site" })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await expect(page.getByText("Hidden.")).toBeVisible();
    await expect(page.getByRole("dialog")).toBeHidden();
    await page.keyboard.press("u");
    await expect(page.getByRole("heading", { name: "2 waiting" })).toBeVisible();

    for (const box of await page.getByRole("checkbox", { name: /^Choose/ }).all()) await box.check();
    await page.getByRole("checkbox", { name: /^Single-key shortcuts/ }).uncheck();
    await page.keyboard.press("h");
    await expect(page.getByRole("dialog")).toBeHidden();
    await page.getByRole("button", { name: "Hide" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Hide" }).click();
    await expect(page.getByText("Hidden 2.")).toBeVisible();

    const visitor = await anotherVisitor();
    for (const review of [first, second]) {
      await visitor.goto(`/reviews#review-${review.id}`);
      await expect(visitor.getByText("This review does not exist.")).toBeVisible();
    }
  },
);

test(
  "the desk is closed to anyone who is not an operator or logged in long ago",
  { tag: ["@both", "@11.90"] },
  async ({ page, createAccount, signIn, database }) => {
    await page.goto("/desk");
    await expect(page).toHaveURL(/\/login\?next=%2Fdesk/);
    const account = await createAccount();
    await signIn(account);
    await page.goto("/desk");
    await expect(page.getByRole("alert")).toContainText("Your account is not one of them.");
    await newOperator(database, account);
    await database`update auth.sessions set created_at = now() - interval '13 hours' where user_id = ${account.userId}`;
    await page.reload();
    await expect(page.getByRole("alert")).toContainText("Please log in again to work at the desk.");
    await page.getByRole("button", { name: "Log in again" }).click();
    await expect(page).toHaveURL(/\/login\?next=%2Fdesk/);
    await page.getByLabel("Email").fill(account.email);
    await page.getByLabel("Password").fill(account.password);
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page).toHaveURL("/desk");
    await expect(page.getByRole("combobox", { name: "Kind" })).toBeVisible();
  },
);

async function newOperator(database: postgres.Sql, account: Account): Promise<Account> {
  await database`select public.operator_add_operator(${account.email}, ${unique("Asha")}, 'a test')`;
  return account;
}
