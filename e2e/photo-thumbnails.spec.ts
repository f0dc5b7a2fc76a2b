import type { Page } from "@playwright/test";
import { expect, test, unique } from "./fixtures.ts";
import { phonePhoto } from "./photos.ts";

test(
  "a list of reviews fetches small thumbnails, no photo, and does not move when they come",
  { tag: "@both" },
  async ({ page, publishedReview }) => {
    const propertyName = unique("Gulmohar Heights");
    await publishedReview({ propertyName, photo: await phonePhoto() });
    const fetched = photosFetchedBy(page);
    await page.goto(`/reviews?q=${encodeURIComponent(propertyName)}`);

    const thumbnail = page.getByRole("img", { name: `Proof 1 of 1 for ${propertyName}` });
    await thumbnail.scrollIntoViewIfNeeded();
    await expect.poll(() => widthOf(page, propertyName)).toBe(128);
    await expect(thumbnail).toHaveAttribute("loading", "lazy");
    expect(await thumbnail.boundingBox()).toMatchObject({ width: 62, height: 62 });
    expect(fetched).toHaveLength(1);
    expect(fetched[0]).toContain("/storage/v1/render/image/public/review-proofs/public/");
    expect(await page.evaluate(shifts), "what moved").toEqual([]);
  },
);

/** The addresses of all pictures that the page fetches from the storage from now on. */
function photosFetchedBy(page: Page): string[] {
  const fetched: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/storage/v1/")) fetched.push(request.url());
  });
  return fetched;
}

function widthOf(page: Page, propertyName: string): Promise<number> {
  return page
    .getByRole("img", { name: `Proof 1 of 1 for ${propertyName}` })
    .evaluate((image: HTMLImageElement) => image.naturalWidth);
}

/** The text of what has shifted in the page. */
async function shifts(): Promise<string[]> {
  const moved: string[] = [];
  const main = document.querySelector("main");
  const observer = new PerformanceObserver((list) => {
    const nodes = list.getEntries().flatMap((entry) => (entry as unknown as { sources: { node: Node }[] }).sources);
    for (const { node } of nodes) if (main?.contains(node)) moved.push(node.textContent ?? "");
  });
  observer.observe({ type: "layout-shift", buffered: true });
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  return moved;
}
