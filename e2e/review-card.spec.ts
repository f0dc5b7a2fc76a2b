import { expect, expectToast, test, unique } from "./fixtures.ts";

test(
  "a badge says what it means when it is opened, and a review's own link leads to it on the page of its home",
  {
    tag: ["@10.84", "@10.85", "@10.86"],
  },
  async ({ page, publishedReview }) => {
    const propertyName = unique("Champak House");
    const { id } = await publishedReview({ propertyName, rating: 2 });
    await page.goto(`/reviews#review-${id}`);
    const name = /^2 stars, .+ Champak House/;
    const card = page.getByRole("article", { name });
    await expect(card).toHaveAttribute("aria-current", "true");
    await card.getByRole("link", { name: /^Link to this review by / }).click();
    await expect(page).toHaveURL(new RegExp(`/homes/[^/]+/[^/]+/champak-house-.+\\?review=${id}#review-${id}$`));
    await expect(page.getByRole("heading", { level: 1, name: propertyName })).toBeVisible();
    await expect(page.getByRole("article", { name })).toHaveAttribute("aria-current", "true");
  },
);

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 640 } });

  test(
    "the filters stand on two lines, and a review begins on the first screen",
    {
      tag: ["@10.92"],
    },
    async ({ page }) => {
      await page.goto("/reviews");
      const top = async (name: string) =>
        (await page.getByRole("combobox", { name, exact: true }).boundingBox())?.y ?? Infinity;
      expect(await top("Filter by city")).toBe(await top("Sort by"));
      expect((await top("Sort by")) - (await top("Search reviews"))).toBeLessThan(70);
      const heading = page.getByRole("main").getByRole("article").first().getByRole("heading");
      await expect(heading).toBeInViewport({ ratio: 1 });
    },
  );

  for (const path of ["/", "/reviews"]) {
    test(`the placeholder of the search on ${path} is whole`, { tag: ["@10.225"] }, async ({ page }) => {
      await page.goto(path);
      for (const width of [360, 768]) {
        await page.setViewportSize({ width, height: 640 });
        expect(
          await page.getByRole("combobox", { name: "Search reviews" }).evaluate(roomBesidePlaceholder),
        ).toBeGreaterThan(0);
      }
    });
  }

  test("a toast stands at the bottom, clear of headings", { tag: ["@10.89"] }, async ({ page, publishedReview }) => {
    const { id } = await publishedReview({ propertyName: unique("Toast House") });
    await page.goto(`/reviews#review-${id}`);
    await page.route("**/assets/reporting-*.js", (route) => route.abort());
    await page
      .locator(`#review-${id}`)
      .getByRole("button", { name: /^Report review by / })
      .click();
    await expectToast(page, "Error", "Could not submit the report.");
    const { y = 0, height = 0 } = (await page.getByRole("region", { name: "Notifications" }).boundingBox()) ?? {};
    expect(y + height).toBe(640);
    // Another toast says that the page is out of date.
    expect(y).toBeGreaterThan(320);
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("badges explain themselves, and Home's search works", { tag: ["@10.84", "@10.90"] }, async ({ page }) => {
    await page.goto("/");
    await page.getByPlaceholder("Search property, locality, city...").fill("amaltas");
    await page.getByRole("button", { name: "Search" }).click();
    await expect(page).toHaveURL("/reviews?q=amaltas");
    const badge = page.getByRole("group").filter({ hasText: "Verified by Community" }).first();
    await expect(badge).not.toHaveAttribute("open");
    const closed = await badge.boundingBox();
    await badge.getByText("Verified by Community").click();
    await expect(badge).toHaveAttribute("open");
    await expect(badge).toContainText("The author uploaded at least one photo as proof.");
    expect((await badge.boundingBox())?.height).toBeGreaterThan((closed?.height ?? 0) + 10);
  });
});

/** In pixels; below 0 its end is cut off. */
function roomBesidePlaceholder(field: HTMLElement | SVGElement): number {
  const input = field as HTMLInputElement;
  const { fontFamily, paddingLeft, paddingRight } = getComputedStyle(input);
  const drawing = document.createElement("canvas").getContext("2d") as CanvasRenderingContext2D;
  drawing.font = `${getComputedStyle(input, "::placeholder").fontSize} ${fontFamily}`;
  const room = input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  return room - drawing.measureText(input.placeholder).width;
}
