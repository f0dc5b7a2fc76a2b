import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectToast, test, unique } from "./fixtures.ts";
import { answer, fillRequired, REQUIRED } from "./review-form.ts";

test.use({ viewport: { width: 360, height: 640 } });

test("fits filters and toasts on a phone", { tag: ["@10.44", "@10.89", "@10.91", "@10.225"] }, async ({ page }) => {
  for (const path of ["/", "/reviews"]) {
    await page.goto(path);
    for (const width of [768, 360]) {
      await page.setViewportSize({ width, height: 640 });
      const search = page.getByRole("combobox", { name: "Search reviews" });
      expect(await search.evaluate(roomBesidePlaceholder), `${path} at ${width} px`).toBeGreaterThan(0);
    }
  }
  const top = async (name: string) =>
    (await page.getByRole("combobox", { name, exact: true }).boundingBox())?.y ?? Infinity;
  expect(await top("Filter by city")).toBe(await top("Sort by"));
  expect((await top("Sort by")) - (await top("Search reviews"))).toBeLessThan(70);
  const home = page.getByRole("region", { name: "Amaltas Court" });
  await expect(home.getByRole("article")).toHaveCount(2);
  const card = page.getByRole("main").getByRole("article").first();
  await expect(card.getByRole("heading")).toBeInViewport({ ratio: 1 });

  await page.route("**/assets/reporting-*.js", (route) => route.abort());
  await card.getByRole("button", { name: /^Report review by / }).click();
  await expectToast(page, "Error", "Could not submit the report.");
  const { y = 0, height = 0 } = (await page.getByRole("region", { name: "Notifications" }).boundingBox()) ?? {};
  expect(y + height).toBe(640);
  // There are two toasts: the other one says that the page is out of date.
  expect(y).toBeGreaterThan(320);

  await home.getByRole("link", { name: /^All \d+ reviews of this home$/ }).click();
  await expect(home.getByRole("article").nth(2)).toBeFocused();

  await page.goto("/");
  await page.getByRole("button", { name: "Join the Waitlist" }).click();
  await expectToast(page, "Missing Information", "Please provide both name and email.");
  const toast = await page.getByText("Missing Information").boundingBox();
  for (const field of ["Name", "Email"]) {
    await expect(page.getByRole("textbox", { name: field })).toBeFocused();
    const error = await page.getByText(`Enter your ${field.toLowerCase()}.`).boundingBox();
    expect((error?.y ?? NaN) + (error?.height ?? NaN)).toBeLessThan(toast?.y ?? NaN);
    await page.keyboard.press("Tab");
  }
});

const FACTS = {
  Money: [
    ["Rent a month, without maintenance", "₹18,000–25,000"],
    ["What did you rent?", "2 BHK"],
    ["Deposit asked, in months of rent", "2 months"],
    ["Did it come back?", "In part"],
    ["When?", "Within a month"],
    ["Kept for", "Painting"],
  ],
  Living: [
    ["Water", "Fixed hours"],
    ["Power backup", "Lifts and lights"],
    ["Safety", "Safe at night"],
  ],
  Rules: [
    ["Bachelors", "Yes"],
    ["Pets", "No"],
    ["The owner or manager comes", "Announced"],
  ],
} as const;

test(
  "publishes twelve facts in few taps on a phone, and counts them until withdrawn",
  { tag: ["@10.72"] },
  async ({ page, browser, baseURL, createAccount, signIn, publishedReview }) => {
    const propertyName = unique("Twelve Facts House");
    const home = { propertyName, locality: REQUIRED.locality, city: REQUIRED.city };
    const columns = { answers: { deposit_back: "all", water: "all_day" } };
    for (const comment of ["Quiet lane.", "The lane is quiet."]) await publishedReview({ ...home, columns, comment });
    await signIn(await createAccount());
    await page.goto("/submit-review");
    await countTaps(page);
    await fillRequired(page, { propertyName });
    await page.getByText("Rent, deposit and rules (optional)").click();
    for (const [group, facts] of Object.entries(FACTS)) {
      const isOpen = await answer(page, facts[0][0], facts[0][1]).isVisible();
      if (!isOpen) await groupOf(page, group).click();
      await expect(groupOf(page, group)).toBeInViewport();
      for (const [asked, label] of facts) await answer(page, asked, label).click();
      await expect(groupOf(page, group)).toHaveText(`${group} · ${facts.length} answered`);
      await expect(page.getByRole("radiogroup", { name: "What did you rent?" })).toBeVisible({
        visible: group === "Money",
      });
    }
    await page.getByText("See how it will look").click();
    await expect(page.getByRole("form").getByRole("article", { name: propertyName })).toContainText("Anonymous");
    expect(await page.evaluate(() => Number(document.documentElement.dataset.taps))).toBeLessThanOrEqual(29);
    await page.reload();
    await expect(groupOf(page, "Living")).toHaveText("Living · 3 answered");
    await expect(answer(page, "Did it come back?", "In part")).toBeChecked();
    await page.getByRole("button", { name: "Submit Review" }).click();
    await expectToast(page, "Review Submitted!");
    await page.getByRole("main").getByRole("link", { name: "View your review" }).click();
    const card = page.getByRole("article", { name: propertyName }).filter({ hasText: "2 BHK" });
    for (const fact of ["Rent: ₹18,000–25,000", "part came back within a month", "Water: fixed hours", "Pets no"])
      await expect(card).toContainText(fact);

    await page.getByRole("link", { name: propertyName }).first().click();
    const glance = page.getByRole("region", { name: "At a glance" });
    const topics = page.getByRole("list", { name: "Topics of the reviews" });
    await expect(glance).toContainText("Deposit back in full 2 of 3");
    await expect(glance).toContainText("Water all day 2 of 3");
    await page.getByText("Filter", { exact: true }).click();
    await expect(page.getByRole("combobox", { name: "Size" })).toContainText("2 BHK (1)");
    const path = new URL(page.url()).pathname;
    const reader = await browser.newPage(baseURL ? { baseURL } : {});
    await expect(async () => {
      await reader.goto(path);
      await expect(reader.getByRole("region", { name: "At a glance" })).toContainText("Deposit back in full 2 of 3");
    }).toPass({ timeout: 30_000 });

    await page.goto("/account");
    await page.getByRole("button", { name: "Withdraw" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
    await expect(page.getByText(/It will be deleted on/)).toBeVisible();
    await page.goto(path);
    await expect(glance).toContainText("Figures appear once three tenants have answered.");
    await expect(page.getByRole("combobox", { name: "Size" })).toHaveCount(0);
    await expect(topics).toHaveText("Noise (2)");
    await reader.close();
  },
);

test(
  "grows with the text, in the direction of each paragraph",
  { tag: ["@10.566"] },
  async ({ page, signIn, createAccount }) => {
    await signIn(await createAccount());
    await page.goto("/submit-review");
    const comment = page.getByLabel("Review Text");
    const heightOf = async () => (await comment.boundingBox())?.height ?? 0;
    await comment.fill("Water twice a day.\nپانی صبح آتا ہے۔");
    const empty = await heightOf();
    await comment.press("Control+End");
    for (let line = 0; line < 8; line += 1) await comment.press("Enter");
    expect(await heightOf()).toBeGreaterThan(empty + 80);
    const sizes = (path: string) =>
      page
        .locator("select, input:not([type=radio], [type=checkbox], [type=hidden]), textarea")
        .evaluateAll(
          (controls, at) => controls.map((control) => `${at} ${parseFloat(getComputedStyle(control).fontSize) >= 16}`),
          path,
        );
    expect(new Set(await sizes("form"))).toEqual(new Set(["form true"]));

    await page.getByText("See how it will look").click();
    const text = page.getByRole("form").getByRole("article").getByText("Water twice a day.");
    const gaps = await text.evaluate((element) => {
      const box = element.getBoundingClientRect();
      const node = element.firstChild as Text;
      return ["Water", "پانی"].map((word) => {
        const range = document.createRange();
        range.setStart(node, node.data.indexOf(word));
        range.setEnd(node, node.data.indexOf(word) + word.length);
        const { left, right } = range.getBoundingClientRect();
        return [left - box.left, box.right - right].map(Math.round);
      });
    });
    expect([gaps[0]?.[0], gaps[1]?.[1]]).toEqual([0, 0]);
    await page.goto((await firstHome(page)) ?? "/");
    expect(new Set(await sizes("home"))).toEqual(new Set(["home true"]));
  },
);

/** Returns the path of a home that has filters. */
async function firstHome(page: Page) {
  const homes = await (await page.request.get("/sitemaps/homes.xml")).text();
  return /\/homes\/bengaluru\/hsr-layout\/amaltas-court-[\da-f]{8}/.exec(homes)?.[0];
}

/** Counts taps in `data-taps` of the page. Focusing a text field is one. */
function countTaps(page: Page) {
  return page.evaluate(() => {
    const { dataset } = document.documentElement;
    const count = () => (dataset.taps = String(Number(dataset.taps ?? 0) + 1));
    addEventListener("pointerdown", count, true);
    addEventListener("focusin", ({ target }) => {
      if ((target as HTMLElement).matches("textarea, input:not([type=radio])")) count();
    });
  });
}

function groupOf(page: Page, group: string) {
  return page.locator("summary").filter({ hasText: `${group} ·` });
}

/** Returns the free pixels beside the placeholder; negative if the placeholder is cut off. */
function roomBesidePlaceholder(field: HTMLElement | SVGElement): number {
  const input = field as HTMLInputElement;
  const { fontFamily, paddingLeft, paddingRight } = getComputedStyle(input);
  const drawing = document.createElement("canvas").getContext("2d") as CanvasRenderingContext2D;
  drawing.font = `${getComputedStyle(input, "::placeholder").fontSize} ${fontFamily}`;
  const room = input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  return room - drawing.measureText(input.placeholder).width;
}

test("finds a PG by filters, and drops a filter", { tag: ["@10.30"] }, async ({ page, publishedReview, database }) => {
  const locality = unique("Madhapur");
  const home = (propertyName: string, property_type: string, answers: Record<string, string>, rating = 4) => {
    const columns = { property_type, answers };
    return publishedReview({ propertyName, locality, city: "Hyderabad", rating, columns });
  };
  const wanted = unique("Jasmine PG");
  await home(wanted, "PG / Hostel", { rent: "8k_12k", water: "all_day", bachelors: "yes" });
  await home(unique("Dear PG"), "PG / Hostel", { rent: "25k_35k", water: "all_day", bachelors: "yes" }, 3);
  await home(unique("Dry PG"), "PG / Hostel", { rent: "5k_8k", water: "short", pets: "yes" });
  await home(unique("Garden Flats"), "Apartment", { rent: "8k_12k", water: "all_day" });
  await database`select public.operator_refresh_places()`;

  await page.goto(`/homes/hyderabad/${locality.toLowerCase().replaceAll(" ", "-")}`);
  const list = page.getByRole("region", { name: "Homes" }).getByRole("article");
  await expect(list).toHaveCount(4);
  await expect(list.first().getByRole("heading")).toBeInViewport({ ratio: 1 });
  await page.getByRole("button", { name: "Filter" }).click();
  const form = page.getByRole("form", { name: "Filter" });
  await form.getByRole("combobox", { name: "Kind" }).selectOption("PG or shared room (3)");
  await form.getByRole("combobox", { name: "Rent" }).selectOption("Up to ₹12,000 (3)");
  await form.getByRole("checkbox", { name: "Water all day (3)" }).check();
  await expectAccessible(page);
  await form.getByRole("button", { name: "Show homes" }).click();
  await expect(page).toHaveURL(/\?kind=pg&rent=8k_12k&water=all_day$/);
  await expect(list).toHaveCount(1);
  await expect(list).toContainText(wanted);
  await expect(page.getByText("1 of 4 homes")).toBeVisible();

  await page.getByRole("button", { name: "Filter (3)" }).click();
  await form.getByRole("checkbox", { name: "Pets welcome" }).check();
  await form.getByRole("button", { name: "Show homes" }).click();
  await page.getByRole("link", { name: "Without “Pets welcome”: 1 home" }).click();
  await expect(list).toContainText(wanted);
  await page.getByRole("link", { name: "Without: Up to ₹12,000" }).click();
  await expect(list).toHaveCount(2);
  await expect(list.first()).toContainText(wanted);
  await page.getByRole("combobox", { name: "Sort by" }).selectOption("Latest reviews");
  await expect(page).toHaveURL(/\?sort=latest&kind=pg&water=all_day$/);
  await expect(list.first()).toContainText("Dear PG");
});
