import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectToast, type PublishedReview, test, unique } from "./fixtures.ts";
import { phonePhoto } from "./photos.ts";

const PHONE = { width: 360, height: 640 };

test(
  "from all cities a visitor comes to a home, its breakdown, a filter, and back to all of its reviews",
  {
    tag: ["@10.20", "@10.21", "@10.22", "@10.23", "@10.24", "@10.28", "@10.34", "@10.35", "@10.40", "@10.41", "@10.42"],
  },
  async ({ page, publishedReview }) => {
    const { propertyName, locality } = await publishHome(publishedReview);
    const neighbour = unique("Lotus House");
    await publishedReview({ propertyName: neighbour, locality, city: "Pune" });

    await page.goto("/");
    await page.getByRole("contentinfo").getByRole("link", { name: "Homes by city" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Homes by city" })).toBeVisible();
    await page
      .getByRole("main")
      .getByRole("link", { name: /^Pune \d+ homes?$/ })
      .click();
    await expect(page).toHaveURL("/homes/pune");
    await expect(page.getByRole("link", { name: "5 things to check before renting a flat in Pune" })).toBeVisible();
    await page.goto(`/homes/pune/${slug(locality)}`);
    await expect(page.getByRole("heading", { level: 1, name: `Homes in ${locality}, Pune` })).toBeVisible();
    const entry = page.getByRole("article").filter({ hasText: propertyName });
    await expect(entry).toContainText("3.8 from 4 reviews");
    await expect(entry).toContainText("2 of 3 would recommend");
    // Fewer than three answers: its own words.
    await expect(page.getByRole("article").filter({ hasText: neighbour })).toContainText(
      "Quiet lane, water twice a day",
    );
    await entry.getByRole("link", { name: propertyName }).click();

    await expect(page).toHaveURL(new RegExp(`^[^?]*/homes/pune/${slug(locality)}/${slug(propertyName)}-[0-9a-f]{8}$`));
    const main = page.getByRole("main");
    await expect(page.getByRole("heading", { level: 1, name: propertyName })).toBeFocused();
    await expect(main.getByText("2 of 3 would recommend")).toBeVisible();
    await expect(reviewsOn(page)).toHaveCount(4);
    await expect(page.getByRole("img", { name: /^By / })).toHaveCount(1);
    await expect(main.getByRole("link", { name: neighbour })).toBeVisible();

    const bars = page.getByRole("list", { name: "Reviews by stars" });
    await expect(bars.getByRole("listitem")).toHaveText([
      /^5 stars: 2 reviews/,
      /^4 stars: 1 review/,
      /^3/,
      /^2/,
      /^1 star: 1 review/,
    ]);
    await bars.getByRole("link", { name: "5 stars: 2 reviews" }).click();
    await expect(page).toHaveURL(/\?stars=5$/);
    await expect(reviewsOn(page)).toHaveCount(2);
    await expect(main.getByText("2 of 4 reviews")).toBeVisible();
    await expect(main.getByText("3.8", { exact: true })).toBeVisible();
    await expect(page.getByRole("combobox", { name: "Stars" })).toHaveValue("5");
    await page.getByRole("checkbox", { name: "Verified, with photos (1)" }).check();
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
  },
);

test(
  "a link to one review shows it to another visitor, marked and in sight, whatever page it is on",
  { tag: ["@10.36"] },
  async ({ page, publishedReview, anotherVisitor }) => {
    const propertyName = unique("Neem Villas");
    const locality = unique("Baner");
    const oldest = await publishedReview({ propertyName, locality, city: "Pune", comment: "The first of many." });
    for (let number = 1; number <= 11; number += 1) await publishedReview({ propertyName, locality, city: "Pune" });
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

    await other.goto(`${path}?review=00000000-0000-4000-8000-000000000000`);
    await expect(other.getByText("This review does not exist.")).toBeVisible();
    await expect(reviewsOn(other)).toHaveCount(10);
  },
);

test(
  "other spellings of an address lead to the one of the home, and where nothing is left there is a way on",
  { tag: ["@10.31", "@10.33"] },
  async ({ page, publishedReview, database }) => {
    const home = await publishHome(publishedReview);
    const path = await openHome(page, home);
    const id = path.slice(-8);
    for (const other of [
      path.toUpperCase(),
      `/homes/poona/elsewhere/x-${id}`,
      `${path}?utm_source=x`.replace("/pune/", "/Pune/"),
    ]) {
      const answer = await page.request.get(other, { maxRedirects: 0 });
      expect([answer.status(), answer.headers().location], other).toEqual([301, path]);
    }
    const place = await page.request.get("/homes/poona", { maxRedirects: 0 });
    expect([place.status(), place.headers().location]).toEqual([301, "/homes/pune"]);

    await publishedReview({ locality: home.locality, city: "Pune" });
    await database`delete from public.reviews where property_name = ${home.propertyName}`;
    expect((await page.goto(path))?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1, name: "No reviews here" })).toBeVisible();
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
    await page
      .getByRole("main")
      .getByRole("link", { name: `Homes in ${home.locality}` })
      .click();
    await expect(page.getByRole("heading", { level: 1, name: `Homes in ${home.locality}, Pune` })).toBeVisible();
  },
);

test("a visitor shares a home", { tag: ["@10.29"] }, async ({ page, publishedReview, context }) => {
  const path = await openHome(page, await publishHome(publishedReview));
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(() => Object.defineProperty(navigator, "share", { value: undefined, configurable: true }));
  await page.getByRole("button", { name: "Share" }).click();
  await expectToast(page, "Link copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(new URL(path, page.url()).href);

  await page.evaluate(() => {
    Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true });
  });
  await page.getByRole("button", { name: "Share" }).click();
  await expectToast(page, "The link could not be copied");
});

test("a review is reported from the page of its home", async ({ page, publishedReview }) => {
  await openHome(page, await publishHome(publishedReview));
  const card = reviewsOn(page).filter({ hasText: "The lift stops between floors." });
  await card.getByRole("button", { name: /^Report/ }).click();
  const dialog = page.getByRole("dialog", { name: "Report review" });
  await dialog.getByRole("radio", { name: "Spam or duplicate" }).check();
  await dialog.getByRole("button", { name: "Next" }).click();
  await dialog.getByRole("button", { name: "Confirm Report" }).click();
  await expectToast(page, "Review Reported");
  await expect(card.getByRole("button", { name: /^Reported/ })).toBeDisabled();
});

test(
  "on a small phone the first words of the first review are on the first screen, with the filters on one line",
  { tag: ["@10.44"] },
  async ({ page, publishedReview }) => {
    await page.setViewportSize(PHONE);
    await openHome(page, await publishHome(publishedReview));
    await expect(page.getByText("Newest of all.")).toBeInViewport();
    const tops = await page
      .getByRole("form", { name: "Sort and filter" })
      .locator("select, label:has(input)")
      .evaluateAll((controls) => controls.map((control) => Math.round(control.getBoundingClientRect().top)));
    expect(tops).toHaveLength(3);
    expect(new Set(tops).size).toBe(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  },
);

test("with the keyboard alone a visitor filters the reviews and comes to the next ones", async ({
  page,
  publishedReview,
}) => {
  await openHome(page, await publishHome(publishedReview));
  const bar = page.getByRole("link", { name: "5 stars: 2 reviews" });
  await bar.focus();
  await page.keyboard.press("Enter");
  await expect(reviewsOn(page)).toHaveCount(2);
  await expect(bar).toBeFocused();
  await expect(bar).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("Enter");
  await expect(reviewsOn(page)).toHaveCount(4);
  const photos = page.getByRole("checkbox", { name: "Verified, with photos" });
  await photos.focus();
  await page.keyboard.press("Space");
  await expect(reviewsOn(page)).toHaveCount(1);
  await expect(photos).toBeFocused();
  await page.getByRole("link", { name: "Show all reviews" }).focus();
  await page.keyboard.press("Enter");
  await expect(reviewsOn(page)).toHaveCount(4);
  await expect(page.getByRole("heading", { name: "Reviews", exact: true })).toBeFocused();
});

test("the pages of homes are accessible", async ({ page, publishedReview }) => {
  const home = await publishHome(publishedReview);
  const path = await openHome(page, home);
  for (const address of [
    path,
    `${path}?stars=5&photos=1`,
    `/homes/pune/${slug(home.locality)}`,
    "/homes/pune",
    "/homes",
    "/homes/nowhere",
  ]) {
    await page.goto(address);
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${address} at ${width}`).toBe(width);
    }
  }
});

test(
  "a home tells search engines what it is, and has a picture of its own",
  { tag: ["@10.30", "@10.37"] },
  async ({ page, publishedReview, baseURL }) => {
    const path = await openHome(page, await publishHome(publishedReview, "श्री कृष्णा अपार्टमेंट"));
    await page.goto(path);
    const document = await (await page.request.get(path)).text();
    const [, json = ""] = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(document) ?? [];
    const things = JSON.parse(json) as Record<string, unknown>[];
    expect(things.map((thing) => thing["@type"])).toEqual(["BreadcrumbList", "Residence"]);
    expect(things[1]).toMatchObject({ url: baseURL + path, aggregateRating: { ratingValue: 3.8, reviewCount: 4 } });
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noimageindex");
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", baseURL + path);
    const picture = (await page.locator('meta[property="og:image"]').getAttribute("content")) ?? "";
    // As a visitor without a cache-bypass cookie.
    await page.context().clearCookies();
    const answer = await page.request.get(picture);
    expect(answer.headers()).toMatchObject({
      "content-type": "image/png",
      "cache-control": "public, max-age=30",
      "cross-origin-resource-policy": "cross-origin",
      etag: expect.any(String) as unknown as string,
    });
    const png = await answer.body();
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    expect((await page.request.get("/pictures/homes/00000000.png")).status()).toBe(404);
    expect((await page.request.get("/pictures/homes/x.png")).status()).toBe(404);
  },
);

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the pages of homes are whole", { tag: ["@10.43"] }, async ({ page, publishedReview }) => {
    const propertyName = unique("Palash");
    const locality = unique("Aundh");
    const oldest = await publishedReview({ propertyName, locality, city: "Pune", rating: 1 });
    for (let number = 1; number <= 10; number += 1) await publishedReview({ propertyName, locality, city: "Pune" });
    await openHome(page, { propertyName, locality });
    await expect(page.getByRole("button", { name: "Share" })).toBeHidden();
    await expect(reviewsOn(page)).toHaveCount(10);
    await page.getByRole("link", { name: "Show more reviews" }).press("Enter");
    await expect(reviewsOn(page)).toHaveCount(1);
    await page.getByRole("link", { name: "First reviews" }).click();
    await expect(reviewsOn(page)).toHaveCount(10);
    await page.getByRole("combobox", { name: "Stars" }).selectOption("1");
    await page.getByRole("button", { name: "Show" }).click();
    await expect(page).toHaveURL(/\bstars=1\b/);
    await expect(reviewsOn(page)).toHaveCount(1);
    await expect(page.locator(`#review-${oldest.id}`)).toBeVisible();
    await page.getByRole("link", { name: "Show all reviews" }).click();
    await expect(reviewsOn(page)).toHaveCount(10);
  });
});

type Publish = (fields: Record<string, unknown>) => Promise<PublishedReview>;

/** A home of four reviews: one with a photo, three that say whether they recommend it. */
async function publishHome(publishedReview: Publish, name = "Gulmohar Heights") {
  const home = { propertyName: unique(name), locality: unique("Kothrud"), city: "Pune" };
  const few = { ...home, rating: 5, wouldRecommend: true };
  await publishedReview({ ...few, rating: 1, wouldRecommend: false, comment: "The lift stops between floors." });
  await publishedReview({ ...few, rating: 4, wouldRecommend: null, photo: await phonePhoto() });
  await publishedReview(few);
  // Of the same day: what is newest is decided by the database's own order.
  await publishedReview({ ...few, rating: 5, comment: "Newest of all. Sun until noon." });
  return home;
}

/** Goes to the page of a home by the list of its locality. Returns its path. */
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

/** As addresses spell names of Latin letters and digits. */
function slug(name: string): string {
  return name
    .toLowerCase()
    .replace(/(?<=\d)(?=[a-z])|(?<=[a-z])(?=\d)/g, " ")
    .replaceAll(" ", "-");
}
