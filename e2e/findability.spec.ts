import type { APIRequestContext, Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

// Search engines and social networks read what the server sends.
test.use({ javaScriptEnabled: false });

test.beforeEach(({ page }) => page.route("**/assets/**", (route) => route.abort()));

const ARTICLES = [
  "how-to-deal-with-difficult-landlord-india",
  "why-we-created-gharsach-in",
  "what-to-do-if-landlord-refuses-deposit-return",
  "questions-to-ask-before-renting",
  ...["chennai", "mumbai", "delhi", "bangalore", "hyderabad", "pune", "kolkata", "ahmedabad", "noida", "gurgaon"].map(
    (city) => `5-things-to-check-before-renting-flat-${city}`,
  ),
].map((slug) => `/blog/${slug}`);

const PAGES = ["/", "/reviews", "/blog", "/about", "/review-policy", "/terms", "/privacy", ...ARTICLES];

test(
  "the sitemap names every page worth finding, by the address that the page itself calls its own",
  { tag: ["@1.1"] },
  async ({ page, request, baseURL }) => {
    // Some forty pages, one after the other.
    test.slow();
    const addresses = await sitemap(request);
    const paths = addresses.map((address) => address.replace(`${baseURL}/`, "/"));
    expect(paths).toEqual(expect.arrayContaining(PAGES));
    expect(paths).toContain("/reviews?city=Pune");
    expect(new Set(paths).size).toBe(paths.length);

    const titles = new Set<string>();
    const descriptions = new Set<string>();
    const pictures = new Set<string>();
    for (const address of addresses) {
      expect((await page.goto(address))?.status(), address).toBe(200);
      const { title, description, picture } = await described(page, address);
      expect(await hrefOf(page, "canonical"), address).toBe(address);
      expect(await contentOf(page, 'meta[property="og:url"]'), address).toBe(address);
      titles.add(title);
      descriptions.add(description);
      pictures.add(picture);
    }
    expect(titles.size, "pages with a title of their own").toBe(addresses.length);
    expect(descriptions.size, "pages with a description of their own").toBe(addresses.length);
    for (const path of [
      "/og/site.png",
      "/og/reviews.png",
      "/og/blog.png",
      ...ARTICLES.map((article) => `/og${article}.png`),
    ])
      expect([...pictures]).toContain(baseURL + path);
    for (const picture of pictures) await expectPicture(request, picture, 1200, 630);
  },
);

test("pages for forms describe themselves, and those of one visitor stay out of search engines", async ({ page }) => {
  for (const path of ["/signup", "/submit-review"]) {
    await page.goto(path);
    await described(page, path);
    expect(new URL((await hrefOf(page, "canonical")) ?? "").pathname).toBe(path);
    await expect(page.locator('meta[name="robots"]')).toHaveCount(0);
  }
  for (const path of ["/login", "/forgot-password", "/update-password", "/auth/callback"]) {
    await page.goto(path);
    expect(await page.title(), path).toMatch(/^.{5,50} · GharSach$/);
    expect(await contentOf(page, 'meta[name="robots"]'), path).toBe("noindex");
    await expect(page.locator('link[rel="canonical"]'), path).toHaveCount(0);
    await expect(page.locator('meta[property^="og:"]'), path).toHaveCount(0);
  }
  for (const path of ["/update-password?token_hash=abc&type=recovery", "/auth/callback?token_hash=abc&type=signup"]) {
    await page.goto(path);
    expect(await contentOf(page, 'meta[name="referrer"]'), path).toBe("no-referrer");
  }
});

test("one list of reviews has one address, however it is searched, sorted and paged", async ({
  page,
  baseURL,
  publishedReview,
}) => {
  const { id } = await publishedReview({ city: "Pune" });
  for (const [path, address] of [
    ["/reviews?q=lake", "/reviews"],
    ["/reviews?q=lake&city=Pune", "/reviews"],
    ["/reviews?sort=rating", "/reviews"],
    [`/reviews?review=${id}`, "/reviews"],
    ["/reviews?city=All", "/reviews"],
    ["/reviews?city=Nowhere+at+all", "/reviews"],
    ["/reviews?city=pune", "/reviews?city=Pune"],
    ["/reviews?city=Pune&sort=verified", "/reviews?city=Pune"],
    ["/reviews/?city=Pune", "/reviews?city=Pune"],
  ] as const) {
    await page.goto(path);
    expect(await hrefOf(page, "canonical"), path).toBe(baseURL + address);
    const title = address === "/reviews" ? "Rental Reviews" : "Rental reviews in Pune";
    expect(await page.title(), path).toBe(`${title} · GharSach`);
    // Photos are for the readers of a review.
    expect(await contentOf(page, 'meta[name="robots"]'), path).toBe("noimageindex");
  }
});

test(
  "robots.txt closes the API and no page, and leads to the sitemap",
  { tag: "@both" },
  async ({ request, baseURL }) => {
    const answer = await request.get("/robots.txt");
    expect(answer.headers()["content-type"]).toBe("text/plain; charset=utf-8");
    expect(answer.headers()["cache-control"]).toBe("public, max-age=86400");
    const text = await answer.text();
    expect(text).toContain(`\nSitemap: ${baseURL}/sitemap.xml\n`);
    const closed = [...text.matchAll(/^Disallow: (\S+)$/gm)].map(([, path = ""]) => path);
    expect(closed).toContain("/storage/v1/");
    const addresses = await sitemap(request);
    for (const address of addresses)
      expect(closed.filter((path) => new URL(address).pathname.startsWith(path))).toEqual([]);
  },
);

test("the site can be put on a home screen, with icons of the sizes that it promises", async ({ page, request }) => {
  await page.goto("/");
  const answer = await request.get((await hrefOf(page, "manifest")) ?? "");
  expect(answer.headers()["content-type"]).toBe("application/manifest+json; charset=utf-8");
  const manifest = (await answer.json()) as {
    name: string;
    lang: string;
    start_url: string;
    icons: { src: string; sizes: string; purpose: string }[];
  };
  expect(manifest).toMatchObject({ lang: "en-IN", start_url: "/" });
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain("maskable");
  for (const { src, sizes } of manifest.icons) {
    const [width = "", height = ""] = sizes.split("x");
    await expectPicture(request, src, Number(width), Number(height));
  }
  await expectPicture(request, (await hrefOf(page, "apple-touch-icon")) ?? "", 180, 180);
  for (const icon of await page.locator('link[rel="icon"]').all()) {
    const file = await request.get((await icon.getAttribute("href")) ?? "");
    expect(file.status()).toBe(200);
    expect(file.headers()["content-type"]).toMatch(/^image\/(?:svg\+xml|x-icon)\b/);
  }
});

test("feed readers find the blog's feed from every page", async ({ page, request }) => {
  for (const path of ["/", "/blog", ARTICLES[0] ?? ""]) {
    await page.goto(path);
    const feed = page.locator('link[rel="alternate"][type="application/rss+xml"]');
    await expect(feed, path).toHaveCount(1);
    const answer = await request.get((await feed.getAttribute("href")) ?? "");
    expect(answer.headers()["content-type"]).toContain("application/rss+xml");
    expect(await answer.text()).toContain("<rss");
  }
});

test("other sites may show the pictures of shared links, and all may keep them for a day", async ({ request }) => {
  expect((await request.get("/og/site.png")).headers()).toMatchObject({
    "cache-control": "public, max-age=86400",
    "cross-origin-resource-policy": "cross-origin",
  });
  expect((await request.get("/icon-192.png")).headers()).toMatchObject({
    "cache-control": "public, max-age=86400",
    "cross-origin-resource-policy": "same-origin",
  });
  expect((await request.get("/og/blog/no-such-article.png")).status()).toBe(404);
});

async function sitemap(request: APIRequestContext): Promise<string[]> {
  const answer = await request.get("/sitemap.xml");
  expect(answer.status()).toBe(200);
  expect(answer.headers()["content-type"]).toBe("application/xml; charset=utf-8");
  expect(answer.headers()["cache-control"]).toBe("public, max-age=3600");
  return [...(await answer.text()).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = ""]) =>
    address.replaceAll("&amp;", "&").replaceAll("&apos;", "'"),
  );
}

/** What a page says of itself: everything is there, and once. */
async function described(page: Page, name: string) {
  await expect(page.locator("html"), name).toHaveAttribute("lang", "en-IN");
  await expect(page.locator("h1"), name).toHaveCount(1);
  await expect(page.locator("head title"), name).toHaveCount(1);
  const title = await page.title();
  expect(title, name).toMatch(/^.{4,75} · GharSach$/);
  const description = (await contentOf(page, 'meta[name="description"]')) ?? "";
  expect(description.length, `${name}: ${description}`).toBeGreaterThan(45);
  expect(description.length, `${name}: ${description}`).toBeLessThanOrEqual(200);
  const picture = (await contentOf(page, 'meta[property="og:image"]')) ?? "";
  expect(`${await contentOf(page, 'meta[property="og:title"]')} · GharSach`, name).toBe(title);
  expect(await contentOf(page, 'meta[property="og:description"]'), name).toBe(description);
  return { title, description, picture };
}

/** Fails unless there is exactly one such element. */
async function contentOf(page: Page, selector: string): Promise<string | null> {
  await expect(page.locator(selector)).toHaveCount(1);
  return page.locator(selector).getAttribute("content");
}

async function hrefOf(page: Page, rel: string): Promise<string | null> {
  await expect(page.locator(`link[rel="${rel}"]`)).toHaveCount(1);
  return page.locator(`link[rel="${rel}"]`).getAttribute("href");
}

/** The address answers with a PNG of this size: its header says so in bytes 16 to 23. */
async function expectPicture(request: APIRequestContext, address: string, width: number, height: number) {
  const answer = await request.get(address);
  expect(answer.status(), address).toBe(200);
  expect(answer.headers()["content-type"], address).toBe("image/png");
  const png = await answer.body();
  expect(png.subarray(1, 4).toString("latin1"), address).toBe("PNG");
  expect([png.readUInt32BE(16), png.readUInt32BE(20)], address).toEqual([width, height]);
  expect(png.length, address).toBeLessThan(60_000);
}
