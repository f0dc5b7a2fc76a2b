import { expect, expectToast, test } from "./fixtures.ts";

test.use({ viewport: { width: 360, height: 640 } });

test(
  "on a phone the filters stand on two lines above a review, placeholders are whole, and toasts cover no heading",
  { tag: ["@10.44", "@10.89", "@10.225"] },
  async ({ page }) => {
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
    const card = page.getByRole("main").getByRole("article").first();
    await expect(card.getByRole("heading")).toBeInViewport({ ratio: 1 });

    await page.route("**/assets/reporting-*.js", (route) => route.abort());
    await card.getByRole("button", { name: /^Report review by / }).click();
    await expectToast(page, "Error", "Could not submit the report.");
    const { y = 0, height = 0 } = (await page.getByRole("region", { name: "Notifications" }).boundingBox()) ?? {};
    expect(y + height).toBe(640);
    // Another toast says that the page is out of date.
    expect(y).toBeGreaterThan(320);
  },
);

/** In pixels; below 0 its end is cut off. */
function roomBesidePlaceholder(field: HTMLElement | SVGElement): number {
  const input = field as HTMLInputElement;
  const { fontFamily, paddingLeft, paddingRight } = getComputedStyle(input);
  const drawing = document.createElement("canvas").getContext("2d") as CanvasRenderingContext2D;
  drawing.font = `${getComputedStyle(input, "::placeholder").fontSize} ${fontFamily}`;
  const room = input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  return room - drawing.measureText(input.placeholder).width;
}
