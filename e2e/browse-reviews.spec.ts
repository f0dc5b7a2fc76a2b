import { type Locator, type Page } from "@playwright/test";
import { expect, expectToast, test, unique } from "./fixtures.ts";
import { phonePhoto } from "./photos.ts";

const NO_MATCH = "No reviews found matching your criteria. Try adjusting your filters or search term.";

test(
  "searches, filters and sorts by URL",
  { tag: ["@1.2", "@2.51", "@2.56", "@2.63", "@10.91"] },
  async ({ page, publishedReview }) => {
    const anar = unique("Anar Court");
    const mark = anar.slice(-6);
    const comment = `Kept clean, says ${mark}.`;
    const photo = await phonePhoto({ width: 320, height: 240 });
    await publishedReview({ propertyName: anar, city: "Mumbai", rating: 3, comment, photo });
    await publishedReview({ propertyName: anar, city: "Mumbai", rating: 5, comment });
    await publishedReview({ propertyName: ` ${anar.toUpperCase()} `, city: "mumbai", rating: 4, comment });
    await publishedReview({ propertyName: `Bel Court ${mark}`, city: "Pune", rating: 2, comment });

    await page.goto("/reviews");
    await expect(page.getByRole("heading", { level: 1, name: "Rental Reviews" })).toBeVisible();
    await expect(page.getByText("Browse experiences shared by tenants across India.")).toBeVisible();
    await expect(page.getByText("Verified Early Reviewer").first()).toBeVisible();
    const search = page.getByPlaceholder("Search property, locality, city...");
    const city = page.getByRole("combobox", { name: "Filter by city" });
    const sort = page.getByRole("combobox", { name: "Sort by" });
    await expect(city.getByRole("option").first()).toHaveText("All Cities");
    await expect(page.getByText("Homes are listed A to Z; this sorts the reviews within each.")).toBeVisible();
    await expect(sort.getByRole("option")).toHaveText(["Most Recent", "Highest Rated", "Verified Only"]);

    await search.fill(mark.toUpperCase());
    await expect(properties(page)).toHaveText([anar, `Bel Court ${mark}`]);
    const group = page.getByRole("region", { name: anar });
    await expect(group.getByText("4.0 from 3 review(s)")).toBeVisible();
    await expect(page.getByText("Powai, Mumbai", { exact: true })).toBeVisible();
    await expect(ratings(group)).toHaveCount(3);
    expect(await starsOf(ratings(group))).toEqual([4, 5, 3]);

    await sort.selectOption("Highest Rated");
    await expect(page).toHaveURL(/sort=rating/);
    await expect.poll(() => starsOf(ratings(group))).toEqual([5, 4, 3]);

    await sort.selectOption("Verified Only");
    await expect(properties(page)).toHaveText([anar]);
    // A filter does not change the score of a home.
    await expect(group.getByText("4.0 from 3 review(s)")).toBeVisible();
    await expect(group.getByText("1 of 3 matches")).toBeVisible();
    await expect(group.getByText("Verified by Community")).toBeVisible();

    await sort.selectOption("Most Recent");
    await expect(properties(page)).toHaveText([anar, `Bel Court ${mark}`]);
    await city.selectOption("Pune");
    await expect(properties(page)).toHaveText([`Bel Court ${mark}`]);

    await page.reload();
    await expect(properties(page)).toHaveText([`Bel Court ${mark}`]);
    await expect(city).toHaveValue("Pune");
    await expect(search).toHaveValue(mark.toUpperCase());

    await page.goBack();
    await expect(properties(page)).toHaveText([anar, `Bel Court ${mark}`]);
    await expect(city).toHaveValue("all");

    await search.fill(unique("zzyzxq").replace(" ", ""));
    await expect(page.getByText(NO_MATCH)).toBeVisible();
    await expect(page.getByRole("article")).toHaveCount(0);
  },
);

test("relaxes a search that matches nothing", { tag: ["@10.230", "@10.231"] }, async ({ page, publishedReview }) => {
  const mark = unique("Mogra").replace(" ", "").toLowerCase();
  const propertyName = `Kanakambara ${mark}`;
  await publishedReview({ propertyName, city: "Pune" });
  await page.goto("/reviews");
  const search = page.getByPlaceholder("Search property, locality, city...");
  const status = page.getByRole("status").filter({ hasText: "1 property" });
  await search.fill(`Zzyzxq Sector ${mark}`);
  await expect(status).toContainText(`Showing reviews for “${mark}”.`);
  await expect(properties(page)).toHaveText([propertyName]);
  await expect(search).toHaveValue(`Zzyzxq Sector ${mark}`);
  await page.getByRole("combobox", { name: "Filter by city" }).selectOption("Pune");
  await expect(status).toContainText("No review matches all of this. Left out: “Zzyzxq Sector”.");

  await search.fill(`kankambra ${mark}`);
  await expect(status).toContainText(`Showing reviews for “kanakambara ${mark}”; `);
  await expect(properties(page)).toHaveText([propertyName]);
  await page.getByRole("link", { name: `search for “kankambra ${mark}” instead` }).click();
  await expect(page.getByText(NO_MATCH)).toBeVisible();
  await expect(page).toHaveURL(/q=kankambra.*&exact=1$/);
});

test("opens a review and its home by URL", { tag: ["@2.2", "@2.60", "@10.91"] }, async ({ page, publishedReview }) => {
  const propertyName = unique("Zinnia Apartments");
  const comment = "Water comes at six in the morning, and the lift stops on Sundays. ".repeat(6);
  const oldest = await publishedReview({ propertyName, comment: "The oldest of eight." });
  for (let number = 2; number <= 8; number += 1) await publishedReview({ propertyName, comment });
  await page.goto(`/reviews#review-${oldest.id}`);
  const cards = page.getByRole("region", { name: propertyName }).getByRole("article");
  await expect(cards.filter({ hasText: "The oldest of eight." })).toBeFocused();
  await expect(cards.filter({ hasText: "The oldest of eight." })).toBeInViewport();
  // The property of the linked review is listed first, and only once.
  await expect(properties(page).first()).toHaveText(propertyName);
  await expect(properties(page).filter({ hasText: propertyName })).toHaveCount(1);

  await page.goto(`/reviews?${new URLSearchParams({ q: propertyName })}`);
  await page.getByRole("link", { name: "All 8 reviews of this home" }).click();
  await expect(cards).toHaveCount(8);
  for (const [width, columns] of [
    [1440, 3],
    [1024, 3],
    [1023, 2],
    [768, 2],
    [767, 1],
    [360, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    const edges = await cards.evaluateAll((shown) => shown.map((card) => card.getBoundingClientRect().left));
    expect(new Set(edges.map(Math.round)).size, `columns at ${width} px`).toBe(columns);
  }
});

test("restores all reviews of a property and the scroll position on Back", async ({ page, publishedReview }) => {
  const propertyName = unique("Eight Rooms");
  for (let number = 1; number <= 8; number += 1) await publishedReview({ propertyName, comment: `Room ${number}.` });
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`/reviews?${new URLSearchParams({ q: propertyName })}`);
  const cards = page.getByRole("region", { name: propertyName }).getByRole("article");
  await page.getByRole("link", { name: "All 8 reviews of this home" }).click();
  const last = cards.nth(7);
  await last.scrollIntoViewIfNeeded();
  const before = await settledTop(last);
  // Playwright's click would scroll to the link first.
  await page.locator("header a[href='/blog']").evaluate((link: HTMLElement) => link.click());
  await expect(page).toHaveURL("/blog");
  await page.goBack();
  await expect(last).toBeInViewport();
  expect(Math.abs((await settledTop(last)) - before)).toBeLessThan(60);
});

test("loads more properties on scroll, and keeps the position after a reload", async ({ page, publishedReview }) => {
  const mark = unique("Terrace").replace(" ", "");
  const names = Array.from({ length: 13 }, (_, index) => `${mark} ${String(index + 1).padStart(2, "0")}`);
  for (const propertyName of names) await publishedReview({ propertyName });
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`/reviews?q=${mark}`);
  await expect(page.getByText("At least 10 properties")).toBeVisible();
  await expect(properties(page)).toHaveCount(10);
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await expect(properties(page)).toHaveCount(13);
  expect(await properties(page).allTextContents()).toEqual(names);
  const heading = properties(page).nth(8);
  await heading.scrollIntoViewIfNeeded();
  const before = await settledTop(heading);
  await page.reload();
  await expect(heading).toBeVisible();
  expect(Math.abs((await settledTop(heading)) - before)).toBeLessThan(60);
});

test("retries a list that cannot be loaded", { tag: ["@8.1"] }, async ({ page, context, publishedReview }) => {
  const { propertyName } = await publishedReview();
  await page.goto("/reviews");
  await context.setOffline(true);
  await page.getByPlaceholder("Search property, locality, city...").fill(propertyName);
  await expect(page.getByText(/^Error loading reviews: /)).toBeVisible();
  await expectToast(page, "Error", "Could not fetch reviews.");
  await expect(page.getByPlaceholder("Search property, locality, city...")).toHaveValue(propertyName);
  await expect(page.getByPlaceholder("Search property, locality, city...")).toBeFocused();
  await context.setOffline(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(properties(page)).toHaveText([propertyName]);
});

function properties(page: Page): Locator {
  return page.getByRole("main").getByRole("heading", { level: 2 });
}

function ratings(group: Locator): Locator {
  return group.getByRole("article").getByRole("img", { name: / out of 5 stars$/ });
}

async function starsOf(ratingImages: Locator): Promise<number[]> {
  const labels = await ratingImages.evaluateAll((images) => images.map((image) => image.getAttribute("aria-label")));
  return labels.map((label) => Number.parseInt(label ?? "", 10));
}

/** Returns the distance from the top of the window, in pixels, once the page no longer moves. */
async function settledTop(target: Locator): Promise<number> {
  let place = NaN;
  await expect
    .poll(async () => {
      const before = place;
      place = (await target.boundingBox())?.y ?? NaN;
      return place - before;
    })
    .toBe(0);
  return place;
}
