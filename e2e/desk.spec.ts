import type postgres from "postgres";
import { type Account, expect, expectAccessible, logIn, test, unique } from "./fixtures.ts";

test(
  "decides by keyboard, undoes, and decides on several at once",
  { tag: ["@11.93", "@11.95", "@11.101"] },
  async ({ page, createAccount, signIn, database, anotherVisitor }) => {
    const city = unique("Keytown");
    await signIn(await newOperator(database, await createAccount()));
    const reviews = await database<{ id: string }[]>`
      insert into public.reviews (property_name, locality, city, rating, review_text, reported)
      select 'House ' || n, 'Lane', ${city}, 3, 'Review number ' || n, true from generate_series(1, 6) as n returning id`;
    await page.goto("/desk");
    await page.getByRole("combobox", { name: "City" }).selectOption(city);
    const waiting = (count: number) => page.getByRole("heading", { name: `${count} waiting` });
    await expect(waiting(6)).toBeVisible();
    await expectAccessible(page);

    const dialog = page.getByRole("dialog");
    for (let left = 6; left > 2; left -= 1) {
      const isToHide = left % 2 === 0;
      await page.keyboard.press(isToHide ? "h" : "c");
      await expect(dialog).toBeVisible();
      if (left === 6) await expectAccessible(page);
      if (isToHide) await page.keyboard.press("f");
      await page.keyboard.press("Enter");
      await expect(dialog).toBeHidden();
      await expect(waiting(left - 1)).toBeVisible();
    }
    await page.keyboard.press("u");
    await expect(waiting(3)).toBeVisible();

    for (const box of await page.getByRole("checkbox", { name: /^Choose/ }).all()) await box.check();
    await page.getByRole("checkbox", { name: /^Single-key shortcuts/ }).uncheck();
    await page.keyboard.press("h");
    await expect(dialog).toBeHidden();
    await page.getByRole("button", { name: "Hide" }).click();
    await dialog.getByRole("button", { name: "Hide" }).click();
    await expect(page.getByText("Hidden 3.")).toBeVisible();
    await expect(page.getByText("Nothing is waiting.")).toBeVisible();
    const decisions = await database`
      select command, details ->> 'clause' as clause, count(*)::int as count from private.audit_log
      where subject in ${database(reviews.map(({ id }) => id))} and command in ('hide', 'clear-flag') group by 1, 2
      order by 1, 2`;
    expect(decisions).toContainEqual({ command: "clear-flag", clause: "5.1", count: 2 });
    expect(decisions).toContainEqual({ command: "hide", clause: "2.2", count: 2 });

    const visitor = await anotherVisitor();
    await visitor.goto(`/reviews?q=${encodeURIComponent(city)}`);
    await expect(visitor.getByRole("article")).toHaveCount(1);
  },
);

test(
  "leaves a burst out of the score, and shows it with the reason",
  { tag: ["@10.661", "@10.662"] },
  async ({ page, createAccount, signIn, database, anotherVisitor }) => {
    const city = unique("Burstown");
    await signIn(await newOperator(database, await createAccount()));
    const reviews = await database<{ id: string; home: string }[]>`
      insert into public.reviews (property_name, locality, city, rating, review_text)
      select 'Ring House', 'Lane', ${city}, case when n = 1 then 2 else 5 end, 'Review number ' || n from generate_series(1, 4) as n
      returning id, property_id as home`;
    const [first, ...ring] = reviews;
    const signals = {
      days: 7,
      reviews: 3,
      expected: 0.1,
      newAccounts: 3,
      firstReviews: 3,
      equalStars: 3,
      equalAnswers: 3,
    };
    await database`
      with found as (
        insert into private.bursts (property_id, signals)
        values (${first?.home ?? ""}, ${database.json({ ...signals, nearTexts: 0, score: 9 })}) returning id)
      insert into private.burst_reviews select r.id, found.id from found, unnest(${ring.map(({ id }) => id)}::uuid[]) as r (id)`;

    const visitor = await anotherVisitor();
    const home = `/homes/${city.toLowerCase()}/lane/ring-house-${first?.home.slice(0, 8)}`;
    const decideOn = async (choice: string) => {
      await page.goto("/desk");
      await page.getByRole("combobox", { name: "City" }).selectOption(city);
      await expectAccessible(page);
      await page.getByRole("button", { name: choice }).click();
      await page.getByRole("dialog").getByRole("button", { name: choice }).click();
      await expect(page.getByRole("dialog")).toBeHidden();
    };
    await decideOn("Tell readers we check");
    await visitor.goto(`${home}?sort=highest`);
    await expect(
      visitor.getByText("Several reviews of this home came within days. We are checking them."),
    ).toBeVisible();
    await decideOn("Do not count");

    await visitor.goto(`${home}?sort=lowest`);
    await expect(visitor.getByRole("article")).toHaveCount(1);
    await expect(visitor.getByRole("complementary").getByText("1 review", { exact: true })).toBeVisible();
    const uncounted = visitor.getByRole("group").filter({ hasText: "Not counted in the score" });
    await uncounted.getByRole("heading", { name: "Not counted in the score" }).click();
    await expect(
      uncounted.getByText("Clause 2.1: Several signs say that one person arranged these reviews."),
    ).toBeVisible();
    await expect(visitor.getByRole("article")).toHaveCount(4);
    await expectAccessible(visitor);
    const linked = ring[1]?.id ?? "";
    await visitor.goto(`${home}?review=${linked}#review-${linked}`);
    await expect(visitor.getByText("Review number 3")).toBeInViewport();
  },
);

test("requires a fresh operator log-in", { tag: ["@11.90"] }, async ({ page, createAccount, signIn, database }) => {
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
  await logIn(page, account);
  await expect(page).toHaveURL("/desk");
  await expect(page.getByRole("combobox", { name: "Kind" })).toBeVisible();
});

async function newOperator(database: postgres.Sql, account: Account): Promise<Account> {
  await database`select public.operator_add_operator(${account.email}, ${unique("Asha")}, 'a test')`;
  return account;
}
