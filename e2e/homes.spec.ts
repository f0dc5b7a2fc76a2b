import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessible, expectToast, type PublishedReview, test, unique } from "./fixtures.ts";
import { phonePhoto } from "./photos.ts";

const PHONE = { width: 360, height: 640 };

test(
  "leads from all cities to a home, its figures, a filter, and all of its reviews",
  {
    tag: ["@10.20", "@10.23", "@10.28", "@10.29", "@10.34", "@10.40"],
  },
  async ({ page, context, publishedReview }) => {
    const { propertyName, locality } = await publishHome(publishedReview);
    const neighbour = unique("Lotus House");
    await publishedReview({ propertyName: neighbour, locality, city: "Pune" });

    await page.goto("/");
    await page.getByRole("contentinfo").getByRole("link", { name: "Homes by city" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Homes by city" })).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Pune", exact: true }).click();
    await expect(page).toHaveURL("/homes/pune");
    await expect(page.getByRole("link", { name: "5 things to check before renting a flat in Pune" })).toBeVisible();
    await page.goto(`/homes/pune/${slug(locality)}`);
    await expect(page.getByRole("heading", { level: 1, name: `Homes in ${locality}, Pune` })).toBeVisible();
    const entry = page.getByRole("article").filter({ hasText: propertyName });
    await expect(entry).toContainText("3.8 from 4 reviews");
    await expect(entry).toContainText("2 of 3 would recommend");
    // With fewer than three answers, the list quotes the review.
    await expect(page.getByRole("article").filter({ hasText: neighbour })).toContainText(
      "Quiet lane, water twice a day",
    );
    await entry.getByRole("link", { name: propertyName }).click();

    await expect(page).toHaveURL(new RegExp(`^[^?]*/homes/pune/${slug(locality)}/${slug(propertyName)}-[0-9a-f]{8}$`));
    const main = page.getByRole("main");
    await expect(page.getByRole("heading", { level: 1, name: propertyName })).toBeFocused();
    await expect(main.getByRole("link", { name: "Recommend it 2 of 3" })).toBeVisible();
    await expect(reviewsOn(page)).toHaveCount(4);
    const photo = main.getByRole("link", { name: /^By / });
    await expect(photo).toHaveCount(1);
    await photo.click();
    const dialog = page.getByRole("dialog", { name: /^Photo 1 of 1, by / });
    await expect(dialog.getByRole("button", { name: "Next" })).toBeDisabled();
    await expect(dialog.getByRole("button", { name: "Previous" })).toBeDisabled();
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(photo).toBeFocused();
    await expect(main.getByRole("link", { name: neighbour })).toBeVisible();

    await main.getByText("4 reviews", { exact: true }).click();
    const bars = page.getByRole("list", { name: "Reviews by stars" });
    await expect(bars.getByRole("listitem")).toHaveText([
      /^5 stars: 2 reviews/,
      /^4 stars: 1 review/,
      /^3/,
      /^2/,
      /^1 star: 1 review/,
    ]);
    const bar = bars.getByRole("link", { name: "5 stars: 2 reviews" });
    await bar.press("Enter");
    await expect(page).toHaveURL(/\?stars=5$/);
    await expect(bar).toBeFocused();
    await expect(reviewsOn(page)).toHaveCount(2);
    await expect(main.getByText("2 of 4 reviews")).toBeVisible();
    await expect(main.getByText("3.8", { exact: true })).toBeVisible();
    await main.getByText("Filter (1)").click();
    await expect(page.getByRole("combobox", { name: "Stars" })).toHaveValue("5");
    await page.getByRole("checkbox", { name: "Verified, with photos" }).check();
    await expect(page).toHaveURL(/\?stars=5&photos=1$/);
    await expect(main.getByText("No reviews of this home match.")).toBeVisible();
    await expect(main.getByText("3.8", { exact: true })).toBeVisible();
    await main.getByRole("link", { name: "Show all reviews" }).click();
    await expect(reviewsOn(page)).toHaveCount(4);
    await expect(page.getByRole("checkbox")).not.toBeChecked();
    await page.getByRole("combobox", { name: "Sort by" }).selectOption("Lowest");
    await expect(page).toHaveURL(/\?sort=lowest$/);
    await expect(reviewsOn(page).first()).toContainText("The lift stops between floors.");
    await page.goBack();
    await expect(page.getByRole("combobox", { name: "Sort by" })).toHaveValue("newest");
    await expect(reviewsOn(page).first()).toContainText("Newest of all.");

    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.evaluate(() => Object.defineProperty(navigator, "share", { value: undefined, configurable: true }));
    await page.getByRole("button", { name: "Share" }).click();
    await expectToast(page, "Link copied");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
    await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true }));
    await page.getByRole("button", { name: "Share" }).click();
    await expectToast(page, "The link could not be copied", `Copy it here: ${page.url()}`);
  },
);

test(
  "shows a linked review marked and visible, and complete pages without JavaScript",
  { tag: ["@10.36", "@10.43"] },
  async ({ page, browser, baseURL, publishedReview, anotherVisitor }) => {
    const propertyName = unique("Neem Villas");
    const locality = unique("Baner");
    const place = { propertyName, locality, city: "Pune" };
    const oldest = await publishedReview({ ...place, rating: 1, comment: "The first of many." });
    for (let number = 1; number <= 11; number += 1) await publishedReview(place);
    const path = await openHome(page, { propertyName, locality });
    await expect(reviewsOn(page)).toHaveCount(10);
    await expect(page.getByText("The first of many.")).toHaveCount(0);

    const other = await anotherVisitor();
    await other.setViewportSize(PHONE);
    await other.goto(`${path}?review=${oldest.id}`);
    const card = other.locator(`#review-${oldest.id}`);
    await expect(card).toBeInViewport();
    await expect(card).toHaveAttribute("aria-current", "true");
    await expect(card).toContainText("The first of many.");
    await expect(reviewsOn(other)).toHaveCount(11);
    await expect(other.locator('link[rel="canonical"]')).toHaveAttribute("href", new RegExp(`${path}$`));
    await other.getByRole("link", { name: "Show more reviews" }).click();
    await expect(reviewsOn(other)).toHaveCount(12);

    const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
    const plain = await context.newPage();
    await plain.goto(path);
    await expect(plain.getByRole("button", { name: "Share" })).toBeHidden();
    await plain.getByRole("link", { name: "Show more reviews" }).press("Enter");
    await expect(reviewsOn(plain)).toHaveCount(2);
    await plain.getByRole("link", { name: "First reviews" }).click();
    await expect(reviewsOn(plain)).toHaveCount(10);
    await plain.getByText("Filter", { exact: true }).click();
    await plain.getByRole("combobox", { name: "Stars" }).selectOption("1");
    await plain.getByRole("button", { name: "Show" }).click();
    await expect(plain.locator(`#review-${oldest.id}`)).toBeVisible();
    await expect(reviewsOn(plain)).toHaveCount(1);
    await plain.getByRole("link", { name: "Show all reviews" }).click();
    await expect(reviewsOn(plain)).toHaveCount(10);
    await context.close();
  },
);

test(
  "shows score, figures and a review's first words within 1.2 screens of a phone",
  { tag: ["@10.44", "@10.45", "@10.46", "@10.47"] },
  async ({ page, publishedReview }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const home = { propertyName: unique("Kadamba House"), locality: unique("Kothrud"), city: "Pune" };
    const answers = { rent: "25k_35k", size: "2bhk", deposit_back: "all", water: "all_day", bachelors: "yes" };
    const columns = { answers, move_in_date: "2021-03-01", management_response_time: "within_week" };
    const answered = { ...home, columns, wouldRecommend: true };
    await publishedReview({ ...answered, comment: "Quiet lane, and पानी all day." });
    const other = {
      ...columns,
      answers: { ...answers, size: "1bhk", deposit_back: "waiting" },
      move_in_date: "2024-03-01",
    };
    await publishedReview({ ...answered, columns: other, comment: "The owner fills the water tank." });
    await publishedReview({ ...answered, comment: "Newest of all. Noisy owner." });
    const path = await openHome(page, home);

    const actions = await page.getByRole("button", { name: "Follow" }).boundingBox();
    expect(actions?.y).toBeLessThan((await page.getByRole("region", { name: "At a glance" }).boundingBox())?.y ?? 0);
    const first = await page.getByText("Newest of all.").boundingBox();
    expect((first?.y ?? Infinity) + 27).toBeLessThanOrEqual(888);
    const figures = page.getByRole("region", { name: "At a glance" }).getByRole("link");
    await expect(figures).toHaveCount(7);
    await figures.filter({ hasText: "Deposit back in full 2 of 3 · 1 waiting" }).click();
    await expect(page.getByRole("heading", { name: "Did the deposit come back?" })).toBeInViewport();

    const topics = page.getByRole("list", { name: "Topics of the reviews" }).getByRole("link");
    await expect(topics).toHaveText(["Noise (2)", "Owner (2)", "Water (2)"]);
    const topic = topics.filter({ hasText: "Water" });
    await topic.click();
    await expect(page).toHaveURL(`${path}?topic=water`);
    await expect(topic).toHaveAttribute("aria-current", "true");
    await expect(reviewsOn(page)).toHaveCount(2);
    await expect(page.locator("mark")).toHaveText(["water", "पानी"]);
    await expect(page.getByText("2 of 3 reviews")).toBeInViewport();
    await expect(reviewsOn(page).first().getByRole("heading")).toBeInViewport();
    await page.getByText("Filter", { exact: true }).click();
    await page.getByRole("combobox", { name: "Size" }).selectOption("2 BHK");
    await expect(page).toHaveURL(`${path}?size=2bhk&topic=water`);
    await expect(page.getByText("1 of 3 reviews")).toBeVisible();
    await topic.click();
    await expect(page).toHaveURL(`${path}?size=2bhk`);
    await expect(reviewsOn(page)).toHaveCount(2);
    await expect(page.locator("mark")).toHaveCount(0);
  },
);

type Publish = (fields: Record<string, unknown>) => Promise<PublishedReview>;

/** Publishes four reviews of a home: one has a photo, and the other three answer whether they would recommend it. */
async function publishHome(publishedReview: Publish) {
  const home = { propertyName: unique("Gulmohar Heights"), locality: unique("Kothrud"), city: "Pune" };
  const few = { ...home, rating: 5, wouldRecommend: true };
  await publishedReview({ ...few, rating: 1, wouldRecommend: false, comment: "The lift stops between floors." });
  await publishedReview({ ...few, rating: 4, wouldRecommend: null, photo: await phonePhoto() });
  await publishedReview(few);
  // All four reviews are of one day, so the last one published counts as the newest.
  await publishedReview({ ...few, rating: 5, comment: "Newest of all. Sun until noon." });
  return home;
}

/** Opens the page of a home from the list of its locality. Returns its path. */
async function openHome(
  page: Page,
  { propertyName, locality }: { propertyName: string; locality: string },
): Promise<string> {
  await page.goto(`/homes/pune/${slug(locality)}`);
  await page.getByRole("link", { name: propertyName }).click();
  await expect(page.getByRole("heading", { level: 1, name: propertyName })).toBeVisible();
  return new URL(page.url()).pathname;
}

function reviewsOn(page: Page) {
  return page.getByRole("region", { name: "Reviews", exact: true }).getByRole("article");
}

/** Returns the slug of a name of Latin letters and digits. */
function slug(name: string): string {
  return name
    .toLowerCase()
    .replace(/(?<=\d)(?=[a-z])|(?<=[a-z])(?=\d)/g, " ")
    .replaceAll(" ", "-");
}

test(
  "shortlists three homes, compares them on a phone, and adds one by its name",
  { tag: ["@10.60", "@10.61", "@10.517", "@10.518"] },
  async ({ page, context, browser, publishedReview }) => {
    const city = "Pune";
    const { propertyName: first, locality } = await publishHome(publishedReview);
    const others = [unique("Lotus House"), unique("Tulip House")];
    for (const propertyName of others) await publishedReview({ propertyName, locality, city, rating: 2 });
    await page.setViewportSize(PHONE);
    await page.goto("/compare");
    await expect(page.getByText("To begin, type the name of a home")).toBeVisible();
    const otherTab = await context.newPage();
    await otherTab.goto("/about");
    await page.goto(`/homes/pune/${slug(locality)}`);
    for (const name of [first, ...others]) {
      await page.getByRole("button", { name: `Shortlist ${name}` }).click();
      await expect(page.getByRole("button", { name: `Shortlist ${name}`, pressed: true })).toBeVisible();
    }
    await expect(otherTab.getByRole("link", { name: "Shortlist, 3 homes" })).toBeVisible();
    await page.getByRole("link", { name: "Shortlist, 3 homes" }).click();

    const table = page.getByRole("table", { name: "What tenants say of these homes" });
    await expect(table.getByRole("columnheader")).toContainText([...others.toReversed(), first]);
    await expect(rowOf(table, "Would recommend").getByRole("cell")).toHaveText([
      /fewer than three answers/,
      /fewer than three answers/,
      "2 of 3",
    ]);
    await expect(rowOf(table, "Newest review")).toContainText("Quiet lane, water twice a day");

    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Share" }).click();
    await expectToast(page, "Link copied");
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const friend = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
    await friend.goto(link);
    await expect(friend.getByRole("columnheader", { name: first })).toBeVisible();
    await friend.getByRole("link", { name: `Remove ${first}` }).click();
    await expect(friend.getByRole("columnheader")).toHaveCount(2);

    const fourth = unique("Champa House");
    await publishedReview({ propertyName: fourth, locality, city });
    await page
      .getByRole("searchbox", { name: "Add a home" })
      .or(page.getByLabel("Add a home"))
      .pressSequentially(fourth);
    await page.getByRole("option", { name: fourth }).click();
    await expect(table.getByRole("columnheader")).toHaveCount(4);
    await expect(page.getByLabel("Add a home")).toHaveCount(0);
    const scrolls = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(scrolls).toBe(0);
    await expectAccessible(page);
    // The names stay visible while the page scrolls.
    await rowOf(table, "Newest review").scrollIntoViewIfNeeded();
    await expect(table.getByRole("columnheader", { name: fourth })).toBeInViewport();

    await page.getByRole("button", { name: `Remove ${first} from shortlist` }).click();
    await expect(page.getByRole("link", { name: "Shortlist, 2 homes" })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("link", { name: "Shortlist, 2 homes" })).toBeVisible();
  },
);

/** Returns the part of a comparison with the values of this label. */
function rowOf(table: Locator, label: string) {
  return table.getByRole("rowgroup").filter({ has: table.page().getByRole("rowheader", { name: label }) });
}
