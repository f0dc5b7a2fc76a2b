import { expect, test, unique } from "./fixtures.ts";

test.use({ javaScriptEnabled: false });

test("the search form works without JavaScript", async ({ page, publishedReview }) => {
  const mark = unique("Kaner").replace(" ", "");
  await publishedReview({ propertyName: `A ${mark}`, city: "Pune" });
  await publishedReview({ propertyName: `B ${mark}`, city: "Mumbai" });
  await page.goto("/reviews");
  await page.getByPlaceholder("Search property, locality, city...").fill(mark);
  await page.getByRole("combobox", { name: "Filter by city" }).selectOption("Pune");
  await page.getByRole("combobox", { name: "Sort by" }).selectOption("Highest Rated");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(`/reviews?q=${mark}&city=Pune&sort=rating`);
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(page.getByRole("heading", { level: 2, name: `A ${mark}` })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Sort by" })).toHaveValue("rating");
});

test("links lead to more properties and to all reviews of one", async ({ page, publishedReview }) => {
  const mark = unique("Mogra").replace(" ", "");
  for (let number = 1; number <= 12; number += 1)
    await publishedReview({ propertyName: `${mark} ${String(number).padStart(2, "0")}` });
  for (let number = 1; number <= 7; number += 1) await publishedReview({ propertyName: `${mark} 12` });

  await page.goto(`/reviews?q=${mark}`);
  const properties = page.getByRole("main").getByRole("heading", { level: 2 });
  await expect(properties).toHaveCount(10);
  await page.getByRole("link", { name: "Show more properties" }).click();
  await expect(properties).toHaveText([`${mark} 11`, `${mark} 12`]);

  await expect(page.getByRole("article")).toHaveCount(7);
  await page.getByRole("link", { name: "Show all 8 reviews" }).click();
  await expect(page.getByRole("article")).toHaveCount(8);
  await page.getByRole("link", { name: "All reviews" }).click();
  await expect(page).toHaveURL("/reviews");
});

test("Home and its links work without JavaScript", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("region", { name: "Recent Reviews" }).getByRole("article")).toHaveCount(3);
  await page.getByRole("link", { name: "Browse Reviews" }).click();
  await expect(page).toHaveURL("/reviews");
  await expect(page.getByRole("article").first()).toBeVisible();
});

test("pages that need JavaScript say so and offer nothing that would not work", async ({ page }) => {
  const accounts = "Accounts need JavaScript. Please switch it on and load this page again.";
  const publishing = "Publishing a review needs JavaScript. Please switch it on and load this page again.";
  for (const [path, sentence] of [
    ["/login", accounts],
    ["/signup", accounts],
    ["/forgot-password", accounts],
    ["/update-password", accounts],
    ["/auth/callback", accounts],
    ["/submit-review", publishing],
  ] as const) {
    await page.goto(path);
    // Playwright takes no noscript element for text, whether or not scripts run.
    const notice = page.locator("noscript [role=alert]");
    await expect(notice).toBeVisible();
    await expect(notice).toHaveText(sentence);
    await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
    await expect(page.getByRole("main").getByRole("status")).toHaveCount(0);
  }
});

test("the ways in are in the header without JavaScript, too", async ({ page }) => {
  await page.goto("/reviews");
  const banner = page.getByRole("banner");
  await expect(banner.getByRole("link", { name: "Login" })).toBeVisible();
  await expect(banner.getByRole("link", { name: "Sign Up" })).toBeVisible();
});
