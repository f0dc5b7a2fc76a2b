import {
  emailedLink,
  emailsTo,
  expect,
  expectAccessible,
  expectToast,
  logIn,
  signUp,
  test,
  unique,
  uniqueEmail,
} from "./fixtures.ts";
import { fillRequired } from "./review-form.ts";

test(
  "follows a home and its locality, emails once about three new reviews, and unfollows without a log-in",
  { tag: ["@both", "@10.120", "@10.122", "@10.123"] },
  async ({ page, publishedReview, createAccount, anotherVisitor, database }) => {
    const place = { locality: unique("Followed Nagar"), city: "Mumbai" };
    const { id, propertyName } = await publishedReview(place);
    const [home] = await database`
      select short_id from public.properties where id = (select property_id from public.reviews where id = ${id})`;
    const account = await createAccount();
    await page.goto(`/homes/mumbai/somewhere/home-${home?.short_id}`);
    await page.getByRole("button", { name: "Follow", exact: true }).click();
    await expect(page).toHaveURL(/\/login\?next=/);
    await expect(page.getByText("You need an account to follow a home or a locality")).toBeVisible();
    await logIn(page, account);
    await expect(page.getByRole("heading", { level: 1, name: propertyName })).toBeVisible();
    await expect(page).toHaveURL(/#follow$/);
    const button = (name: string) => page.getByRole("button", { name, exact: true });
    // It follows at once: the visitor pressed the button before the log-in.
    await expectToast(page, `You follow ${propertyName}`);
    await expect(button("Follow")).toBeInViewport();
    await expect(button("Follow")).toHaveAttribute("aria-pressed", "true");
    await page.reload();
    await expect(button("Follow")).toHaveAttribute("aria-pressed", "true");
    await button("Follow").click();
    await expectToast(page, `You have stopped following ${propertyName}`);
    await button("Follow").click();
    await expect(button("Follow")).toHaveAttribute("aria-pressed", "true");
    await page.goto(new URL(page.url()).pathname.replace(/\/[^/]+$/, ""));
    await page.getByRole("button", { name: "Follow", exact: true }).click();
    await expectToast(page, `You follow ${place.locality}`);

    for (const comment of ["One.", "Two.", "Three."]) await publishedReview({ ...place, propertyName, comment });
    await publishedReview(place);
    const tomorrow = database`
      ((now() at time zone 'Asia/Kolkata')::date + 1 + interval '8 hours') at time zone 'Asia/Kolkata'`;
    for (const _ of ["once", "again"]) await database`select private.queue_follow_emails(${tomorrow})`;
    await emailedLink(account.email, /New reviews/);
    const news = (await emailsTo(account.email)).filter((text) => text.includes("New reviews"));
    expect(news).toHaveLength(1);
    expect(news[0]).toContain(`${propertyName}: 3 new reviews`);
    expect(news[0]).not.toContain("Three.");
    expect(news[0]).toContain(`${place.locality}, Mumbai: 1 new review`);
    const [first = "", second = ""] = [...new Set(news[0]?.match(/\/unfollow\/[\da-f-]+/g))];

    // In another browser, without a log-in.
    const reader = await anotherVisitor();
    for (const _ of ["looking", "at it"]) {
      await reader.goto(first);
      await expect(reader.getByRole("heading", { name: "Stop following?" })).toBeVisible();
    }
    await expectAccessible(reader);
    await reader.getByRole("button", { name: "Stop following" }).click();
    await expect(reader.getByRole("heading", { name: "You have stopped following" })).toBeVisible();
    await reader.goto(first);
    await expect(reader.getByText("This link has already been used, or part of it is missing.")).toBeVisible();

    await page.goto("/account");
    const follows = page.getByRole("region", { name: "What you follow" });
    await expect(follows.getByRole("listitem")).toHaveCount(1);
    // Unsubscribe as a mail program does: with one POST request and without cookies.
    const oneClick = { form: { "List-Unsubscribe": "One-Click" }, headers: { cookie: "" } };
    expect((await page.request.post(second, oneClick)).status()).toBe(200);
    await page.reload();
    await expect(page.getByRole("heading", { name: "Your reviews" })).toBeVisible();
    await expect(follows).toHaveCount(0);
  },
);

test(
  "follows a home after sign-up and confirmation in another tab",
  { tag: ["@10.564"] },
  async ({ page, context }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const email = uniqueEmail("follower");
    await page.goto("/homes/bengaluru/hsr-layout");
    await page.getByRole("button", { name: "Follow", exact: true }).click();
    await page.getByRole("link", { name: "New here? Create an account" }).click();
    await expect(page.getByText("You need an account to follow a home or a locality")).toHaveCount(1);
    await signUp(page, email);
    await expectToast(page, "Account Created");
    await page.close();
    const tab = await context.newPage();
    await tab.goto(await emailedLink(email, /confirm/i));
    await expect(tab).toHaveURL("/homes/bengaluru/hsr-layout#follow");
    const button = tab.getByRole("button", { name: "Follow", exact: true });
    await expect(button).toHaveAttribute("aria-pressed", "true");
    await expect(button).toBeInViewport();
    await expectToast(tab, "You follow HSR Layout");
  },
);

test(
  "reminds an author after sixty days, who answers that the deposit came back",
  { tag: ["@10.124", "@10.125", "@10.126", "@10.563"] },
  async ({ page, createAccount, signIn, anotherVisitor, database }) => {
    const account = await createAccount();
    await signIn(account);
    const propertyName = unique("Deposit Court");
    await page.goto("/submit-review");
    await fillRequired(page, { propertyName });
    await page.getByText("Rent, deposit and rules (optional)").click();
    await page.getByRole("radiogroup", { name: "Did it come back?" }).getByText("Still waiting").click();
    await page.getByRole("button", { name: "Submit Review" }).click();
    await expect(page.getByRole("main").getByRole("link", { name: "View your review" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Share", exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Follow this home" }).click();
    await expectToast(page, `You follow ${propertyName}`);
    const wish = page.getByLabel("Remind me in 60 days to say whether the deposit came back");
    await wish.check();
    await expectToast(page, "We will remind you");
    await expect(wish).toBeChecked();
    await expectAccessible(page);
    await page.getByRole("status").getByRole("link", { name: "your account" }).click();
    await expect(page.getByRole("article", { name: propertyName })).toContainText("We will remind you on");

    await database`
      select private.queue_deposit_reminders(((now() at time zone 'Asia/Kolkata')::date + 60 + interval '8 hours') at time zone 'Asia/Kolkata')`;
    await page.goto(await emailedLink(account.email, /Has the deposit come back/));
    const dialog = page.getByRole("dialog", { name: "Add what happened later" });
    await dialog
      .getByRole("radiogroup", { name: "Did the deposit come back?" })
      .getByText("All", { exact: true })
      .click();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Add it" }).click();
    await expectToast(page, "Added");
    await page.getByRole("link", { name: "See it as readers do" }).click();
    await expect(page.getByRole("heading", { level: 1, name: propertyName })).toBeVisible();

    const reader = await anotherVisitor();
    await reader.goto(`${new URL(page.url()).pathname}?deposit_back=all`);
    const card = reader.getByRole("article").filter({ hasText: "Added later by the author" });
    await expect(card).toContainText("Deposit: all came back");
    await expect(card).toContainText(/Did the deposit come back\? On .+: still waiting\. On .+: all\./);
  },
);
