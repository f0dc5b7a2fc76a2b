import { expect, test, unique } from "./fixtures.ts";

// Old browsers get the same pages: browser-floor.spec.ts.
test.use({ javaScriptEnabled: false });

test("searches without JavaScript", { tag: ["@10.84", "@10.90"] }, async ({ page, publishedReview }) => {
  const mark = unique("Mogra").replace(" ", "");
  for (let number = 1; number <= 12; number += 1)
    await publishedReview({ propertyName: `${mark} ${String(number).padStart(2, "0")}` });
  for (let number = 1; number <= 7; number += 1) await publishedReview({ propertyName: `${mark} 12` });
  await page.goto("/");
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
  const waitlist = page.getByRole("region", { name: "Referral Waitlist" });
  await expect(waitlist.getByText(/^Joining the waitlist needs JavaScript/)).toBeVisible();
  await expect(waitlist.getByRole("textbox")).toHaveCount(0);
  await page.getByPlaceholder("Search property, locality, city...").fill(mark);
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(`/reviews?q=${mark}`);

  await page.getByRole("combobox", { name: "Filter by city" }).selectOption("Mumbai");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(/[?&]city=Mumbai/);
  const properties = page.getByRole("main").getByRole("heading", { level: 2 });
  await expect(properties).toHaveCount(10);
  // Open the link by keyboard: groups above it that are drawn late would move it away from the mouse.
  await page.getByRole("link", { name: "Show more properties" }).press("Enter");
  await expect(properties).toHaveText([`${mark} 11`, `${mark} 12`]);
  await page.getByRole("link", { name: "All 8 reviews of this home" }).click();
  await expect(page.getByRole("article")).toHaveCount(8);

  await page.goto("/reviews?q=amaltas");
  const badge = page.getByRole("group").filter({ hasText: "Verified by Community" }).first();
  const closed = await badge.boundingBox();
  await badge.getByText("Verified by Community").click();
  await expect(badge).toContainText("The author uploaded at least one photo as proof.");
  expect((await badge.boundingBox())?.height).toBeGreaterThan((closed?.height ?? 0) + 10);
});

test("sorts and filters the homes of a city without JavaScript", { tag: ["@10.30", "@10.511"] }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/homes/bengaluru");
  await page.getByRole("button", { name: "Filter" }).click();
  await page.getByRole("combobox", { name: "Kind" }).selectOption({ index: 1 });
  await page.getByRole("button", { name: "Show homes" }).click();
  await expect(page).toHaveURL(/kind=pg/);
  await expect(page.getByRole("button", { name: "Filter (1)" })).toBeVisible();
  await page.getByRole("combobox", { name: "Sort by" }).selectOption("Latest reviews");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page).toHaveURL(/sort=latest/);
});

test("says without JavaScript what forms need, and unfolds contents on a phone", async ({ page }) => {
  for (const [path, notice] of [
    ["/submit-review", /^Publishing a review needs JavaScript in a browser of 2023 or newer\./],
    ["/login", /^Accounts need JavaScript in a browser of 2023 or newer\./],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(notice)).toBeVisible();
    await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/blog/5-things-to-check-before-renting-flat-bangalore");
  const contents = page.getByRole("navigation", { name: "On this page" });
  await expect(contents).toBeHidden();
  await page.locator("summary", { hasText: "On this page" }).click();
  const last = contents.getByRole("link").last();
  const heading = page.getByRole("heading", { level: 2, name: (await last.textContent()) ?? "" });
  await last.click();
  await expect(heading).toBeInViewport();
});
