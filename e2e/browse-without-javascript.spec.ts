import { expect, test, unique } from "./fixtures.ts";

test.use({ javaScriptEnabled: false });

test("Home leads to the search form, and both work without JavaScript", async ({ page, publishedReview }) => {
  const mark = unique("Kaner").replace(" ", "");
  await publishedReview({ propertyName: `A ${mark}`, city: "Pune" });
  await publishedReview({ propertyName: `B ${mark}`, city: "Mumbai" });
  await page.goto("/");
  await page.getByRole("link", { name: "Browse Reviews" }).click();
  await expect(page).toHaveURL("/reviews");
  const banner = page.getByRole("banner");
  await expect(banner.getByRole("link", { name: "Login" })).toBeVisible();
  await expect(banner.getByRole("link", { name: "Sign Up" })).toBeVisible();
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
  // By keyboard, since the page moves under a mouse while the groups above, first laid out by estimate, are drawn.
  await page.getByRole("link", { name: "Show more properties" }).press("Enter");
  await expect(properties).toHaveText([`${mark} 11`, `${mark} 12`]);

  await expect(page.getByRole("article")).toHaveCount(7);
  await page.getByRole("link", { name: "Show all 8 reviews" }).click();
  await expect(page.getByRole("article")).toHaveCount(8);
  await page.getByRole("link", { name: "All reviews" }).click();
  await expect(page).toHaveURL("/reviews");
});
