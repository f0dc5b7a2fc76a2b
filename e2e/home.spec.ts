import { expect, test, unique } from "./fixtures.ts";

test("Home says what this is and leads to reading and writing", async ({ page }) => {
  await page.goto("/");
  const hero = page.getByRole("region", { name: "Find Your Voice. Share Your Rental Story." });
  await expect(hero.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(hero.getByRole("link", { name: "Submit a Review" })).toHaveAttribute("href", "/submit-review");
  await hero.getByRole("link", { name: "Browse Reviews" }).click();
  await expect(page).toHaveURL("/reviews");
  await expect(page.getByRole("heading", { level: 1, name: "Rental Reviews" })).toBeFocused();
});

test("Home shows the three newest reviews and the way to all", async ({ page, publishedReview }) => {
  const propertyName = unique("Newest Home");
  const comment = `Fresh paint. ${"The landlord is fair and the water is sweet. ".repeat(20)}`;
  const recent = page.getByRole("region", { name: "Recent Reviews" });
  const newest = recent.getByRole("article", { name: propertyName });
  // Others publish at the same time: three newer ones would push this one out.
  await expect(async () => {
    await publishedReview({ propertyName, comment, rating: 2, locality: "Salt Lake", city: "Kolkata" });
    await page.goto("/");
    await expect(newest.first()).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(recent.getByRole("article")).toHaveCount(3);
  const card = newest.first();
  await expect(card.getByText("Salt Lake, Kolkata")).toBeVisible();
  await expect(card.getByRole("img", { name: "2 out of 5 stars" })).toBeVisible();
  // A long comment is cut after three lines.
  const text = await card.getByText("Fresh paint.").boundingBox();
  expect(text?.height).toBeLessThan(100);
  await page.getByRole("link", { name: "See All Reviews" }).click();
  await expect(page).toHaveURL("/reviews");
});

test("the header and the footer lead everywhere", async ({ page, createAccount, signIn }) => {
  await page.goto("/reviews");
  const header = page.getByRole("navigation", { name: "Main" });
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
  await expect(header.getByRole("link")).toHaveText(["Home", "Reviews", "Blog"]);
  await expect(header.getByRole("link", { name: "Reviews" })).toHaveAttribute("aria-current", "page");
  await header.getByRole("link", { name: "Home" }).click();
  await expect(page).toHaveURL("/");

  const footer = page.getByRole("contentinfo");
  for (const [name, address] of [
    ["About", "/about"],
    ["Review Policy", "/review-policy"],
    ["Contact", "mailto:hello@gharsach.in"],
    ["Terms", "/terms"],
    ["Privacy", "/privacy"],
  ] as const)
    await expect(footer.getByRole("link", { name })).toHaveAttribute("href", address);

  await signIn(await createAccount());
  await page.goto("/");
  await expect(header.getByRole("link")).toHaveText(["Home", "Reviews", "Submit Review", "Blog"]);
});

test("a wrong address is a page with a way on", async ({ page }) => {
  const answer = await page.goto("/flat/12-b");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1, name: "No one lives at this address" })).toBeVisible();
  await page.getByRole("main").getByLabel("Search reviews").fill("Amaltas");
  await page.getByRole("main").getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL("/reviews?q=Amaltas");
  await expect(page.getByRole("heading", { level: 2, name: "Amaltas Court" })).toBeVisible();
});
