import { expect, noteShifts, shiftOf, test, unique } from "./fixtures.ts";

const BANNER = "Referral rewards coming soon! Invite friends and earn perks — stay tuned.";

test(
  "explains the site on Home, shows the newest reviews, and links to reading, cities and writing",
  { tag: ["@2.36", "@2.38", "@10.90"] },
  async ({ page, publishedReview }) => {
    const propertyName = unique("Newest Home");
    const comment = `Fresh paint. ${"The landlord is fair and the water is sweet. ".repeat(20)}`;
    const recent = page.getByRole("region", { name: "Recent Reviews" });
    const card = recent.getByRole("article", { name: propertyName }).first();
    // Others publish at the same time: three newer ones would push this one out.
    await expect(async () => {
      await publishedReview({ propertyName, comment, rating: 2, locality: "Salt Lake", city: "Kolkata" });
      await page.goto("/");
      await expect(card).toBeVisible({ timeout: 1000 });
    }).toPass();
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { level: 2 })).toHaveText([
      "Browse homes by city",
      "Recent Reviews",
      "Verified & Anonymous",
      "Community Driven",
      "Informative Guides",
      "Top Reviewers This Month",
      "Referral Waitlist",
      "Make Your Voice Heard",
    ]);
    const hero = main.getByRole("region", { name: "Find Your Voice. Share Your Rental Story." });
    await expect(hero.getByText(/^[\d,]+ reviews of \d+ homes$/)).toBeVisible();
    await expect(hero.getByRole("link", { name: "Submit a Review" })).toHaveAttribute("href", "/submit-review");
    await expect(recent.getByRole("article")).toHaveCount(3);
    await expect(card.getByText("Salt Lake, Kolkata")).toBeVisible();
    await expect(card.getByRole("img", { name: "2 out of 5 stars" })).toBeVisible();
    // A long comment is cut after three lines.
    const text = await card.getByText("Fresh paint.").boundingBox();
    expect(text?.height).toBeLessThan(100);
    await expect(page.getByRole("link", { name: "See All Reviews" })).toHaveAttribute("href", "/reviews");
    await card.getByRole("link", { name: "View Full Review" }).click();
    await expect(page).toHaveURL(/\/reviews#review-[0-9a-f-]{36}$/);
    await expect(page.getByRole("article", { name: propertyName }).first()).toBeFocused();
    await page.goBack();

    await hero.getByRole("link", { name: "Browse Reviews" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Rental Reviews" })).toBeFocused();
    await page.goBack();
    await hero.getByRole("combobox", { name: "Search reviews" }).fill("amaltas");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/reviews?q=amaltas");
    await page.goBack();
    const cities = page.getByRole("region", { name: "Browse homes by city" });
    await expect(cities.getByRole("link", { name: "All cities" })).toHaveAttribute("href", "/homes");
    const city = cities.getByRole("listitem").first().getByRole("link");
    await expect(city).toHaveText(/^.+ [\d,]+ homes?$/);
    await city.click();
    await expect(page).toHaveURL(/\/homes\/[^/]+$/);
  },
);

test("lists this month's reviewers, never by email", { tag: ["@2.36"] }, async ({ page, publishedReview }) => {
  // Enough for a place among the ten: few authors of this run write as many.
  const reviews = [];
  for (let count = 0; count < 12; count += 1) reviews.push(await publishedReview({ propertyName: "Champa House" }));
  const email = reviews[0]?.author.email ?? "";
  await page.goto("/");
  const board = page.getByRole("region", { name: "Top Reviewers This Month" });
  const places = board.getByRole("listitem");
  const own = places.filter({ hasText: email.split("@")[0] });
  await expect(own).toHaveCount(1);
  await expect(own).toContainText("12 reviews");
  expect(await places.count()).toBeLessThanOrEqual(10);
  await expect(board).not.toContainText("@");
  const answer = await page.request.get("/_.data");
  expect(await answer.text()).not.toContain(email);
});

test("links to the waitlist, and keeps the banner dismissed", { tag: ["@1.8"] }, async ({ page, anotherVisitor }) => {
  await page.goto("/");
  const banner = page.getByRole("link", { name: BANNER });
  await banner.click();
  await expect(page).toHaveURL("/#waitlist");
  const waitlist = page.getByRole("region", { name: "Referral Waitlist" });
  await expect(waitlist).toBeInViewport();
  await expect(waitlist).toBeFocused();
  const notice = page.getByRole("complementary", { name: "Referral rewards" });
  await notice.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByRole("main")).toBeFocused();

  // Nothing moves while the page comes: it is laid out without the banner from its first paint.
  await noteShifts(page);
  await page.goto("/");
  await expect(waitlist.getByRole("button", { name: "Join the Waitlist" })).toBeEnabled();
  await expect(notice).toBeHidden();
  expect(await shiftOf(page)).toBeLessThan(0.01);

  const other = await anotherVisitor();
  await other.goto("/");
  await expect(other.getByRole("link", { name: BANNER })).toBeVisible();
});
