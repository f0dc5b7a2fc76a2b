import type { APIRequestContext, Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

const ARTICLES = [
  "how-to-deal-with-difficult-landlord-india",
  "why-we-created-gharsach-in",
  "what-to-do-if-landlord-refuses-deposit-return",
  "questions-to-ask-before-renting",
  ...["chennai", "mumbai", "delhi", "bangalore", "hyderabad", "pune", "kolkata", "ahmedabad", "noida", "gurgaon"].map(
    (city) => `5-things-to-check-before-renting-flat-${city}`,
  ),
].map((slug) => `/blog/${slug}`);

const PAGES = [
  "/",
  "/reviews",
  "/blog",
  "/about",
  "/review-policy",
  "/terms",
  "/privacy",
  "/transparency",
  ...ARTICLES,
];

test(
  "the sitemap names every page worth finding, by the address that the page itself calls its own",
  { tag: ["@1.1"] },
  async ({ page, request, baseURL }) => {
    const addresses = await addressesOf(request);
    const paths = addresses.map((address) => address.replace(`${baseURL}/`, "/"));
    expect(paths).toEqual(expect.arrayContaining(PAGES));
    expect(paths).toEqual(expect.arrayContaining(["/homes", "/homes/bengaluru", "/homes/bengaluru/hsr-layout"]));
    expect(paths).toContainEqual(expect.stringMatching(/^\/homes\/bengaluru\/hsr-layout\/amaltas-court-[\da-f]{8}$/));
    expect(paths).toContain("/reviews?city=Pune");
    expect(new Set(paths).size).toBe(paths.length);

    // Of the homes those that no test hides meanwhile.
    const lasting = paths.filter((path) => !/^\/(?:homes\/|reviews\?city=)(?!bengaluru)/i.test(path));
    const documents = await read(page, lasting);
    for (const document of documents) {
      const address = baseURL + document.path;
      expect(document.status, address).toBe(200);
      expectDescribed(document);
      expect(document.canonical, address).toEqual([address]);
      expect(document.og.url, address).toEqual([address]);
    }
    const different = (of: (document: Document) => string[]) => new Set(documents.flatMap(of));
    expect(different(({ title }) => title).size, "titles").toBe(lasting.length);
    expect(different(({ description }) => description).size, "descriptions").toBe(lasting.length);
    const pictures = [...different(({ og }) => og.image)];
    for (const path of [
      "/og/site.png",
      "/og/reviews.png",
      "/og/blog.png",
      ...ARTICLES.map((article) => `/og${article}.png`),
    ])
      expect(pictures).toContain(baseURL + path);
    for (const picture of pictures) await expectPicture(request, picture, 1200, 630);
  },
);

test("pages for forms describe themselves, and those of one visitor stay out of search engines", async ({ page }) => {
  for (const document of await read(page, ["/signup", "/submit-review", "/grievance"])) {
    expectDescribed(document);
    expect(document.canonical.map((address) => new URL(address).pathname)).toEqual([document.path]);
    expect(document.robots, document.path).toEqual([]);
  }
  for (const document of await read(page, ["/login", "/forgot-password", "/update-password", "/auth/callback"])) {
    expect(document.title, document.path).toEqual([expect.stringMatching(/^.{5,50} · GharSach$/)]);
    expect(document.robots, document.path).toEqual(["noindex"]);
    expect(document.canonical, document.path).toEqual([]);
    expect(document.og, document.path).toEqual({ url: [], image: [], title: [], description: [] });
  }
});

test("one list of reviews has one address, however it is searched, sorted and paged", async ({
  page,
  baseURL,
  publishedReview,
}) => {
  const { id } = await publishedReview({ city: "Pune" });
  const lists = [
    ["/reviews?q=lake", "/reviews"],
    ["/reviews?q=lake&city=Pune", "/reviews"],
    ["/reviews?sort=rating", "/reviews"],
    [`/reviews?review=${id}`, "/reviews"],
    ["/reviews?city=All", "/reviews"],
    ["/reviews?city=Nowhere+at+all", "/reviews"],
    ["/reviews?city=pune", "/reviews?city=Pune"],
    ["/reviews?city=Pune&sort=verified", "/reviews?city=Pune"],
    ["/reviews/?city=Pune", "/reviews?city=Pune"],
  ] as const;
  const documents = await read(
    page,
    lists.map(([path]) => path),
  );
  for (const [index, [path, address]] of lists.entries()) {
    const title = address === "/reviews" ? "Rental Reviews" : "Rental reviews in Pune";
    // Photos are for the readers of a review.
    const expected = { canonical: [baseURL + address], title: [`${title} · GharSach`], robots: ["noimageindex"] };
    expect(documents[index], path).toMatchObject(expected);
  }
});

test("robots.txt closes the API and no page, and leads to the sitemap", async ({ request, baseURL }) => {
  const answer = await request.get("/robots.txt");
  expect(answer.headers()["content-type"]).toBe("text/plain; charset=utf-8");
  expect(answer.headers()["cache-control"]).toBe("public, max-age=86400");
  const text = await answer.text();
  expect(text).toContain(`\nSitemap: ${baseURL}/sitemap.xml\n`);
  const closed = [...text.matchAll(/^Disallow: (\S+)$/gm)].map(([, path = ""]) => path);
  expect(closed).toContain("/storage/v1/");
  const addresses = await addressesOf(request);
  for (const address of addresses)
    expect(closed.filter((path) => new URL(address).pathname.startsWith(path))).toEqual([]);
});

test("the site can be put on a home screen, with icons of the sizes that it promises", async ({ page, request }) => {
  const [home] = await read(page, ["/"]);
  const answer = await request.get(home?.manifest ?? "");
  expect(answer.headers()["content-type"]).toBe("application/manifest+json");
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
  await expectPicture(request, home?.touchIcon ?? "", 180, 180);
  expect(home?.icons).not.toEqual([]);
  for (const icon of home?.icons ?? []) {
    const file = await request.get(icon);
    expect(file.status()).toBe(200);
    expect(file.headers()["content-type"]).toMatch(/^image\/(?:svg\+xml|x-icon)\b/);
  }
});

test("feed readers find the blog's feed from every page, with whole addresses", async ({ page, request, baseURL }) => {
  for (const { path, feeds } of await read(page, ["/", "/blog", ARTICLES[0] ?? ""]))
    expect(feeds, path).toEqual(["/blog/rss.xml"]);
  const answer = await request.get("/blog/rss.xml");
  expect(answer.status()).toBe(200);
  expect(answer.headers()["content-type"]).toBe("application/rss+xml; charset=utf-8");
  expect(answer.headers()["cache-control"]).toBe("public, max-age=3600");
  const text = await answer.text();
  expect(text.match(/<item>/g)).toHaveLength(ARTICLES.length);
  for (const article of ARTICLES) expect(text).toContain(`<link>${baseURL}${article}</link>`);
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

/** Of the parts that the sitemap lists, all addresses. */
async function addressesOf(request: APIRequestContext): Promise<string[]> {
  const parts = await locationsIn(request, "/sitemap.xml");
  expect(parts.map((part) => new URL(part).pathname)).toEqual(
    ["pages", "cities", "homes"].map((part) => `/sitemaps/${part}.xml`),
  );
  return (await Promise.all(parts.map((part) => locationsIn(request, part)))).flat();
}

async function locationsIn(request: APIRequestContext, path: string): Promise<string[]> {
  const answer = await request.get(path);
  expect(answer.status()).toBe(200);
  expect(answer.headers()["content-type"]).toBe("application/xml; charset=utf-8");
  expect(answer.headers()["cache-control"]).toBe("public, max-age=30");
  return [...(await answer.text()).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = ""]) =>
    address.replaceAll("&amp;", "&").replaceAll("&apos;", "'"),
  );
}

type Document = Awaited<ReturnType<typeof read>>[number];

/** What search engines and social networks read in the documents that the server sends, without running them. */
async function read(page: Page, paths: string[]) {
  await page.goto("/robots.txt");
  return page.evaluate(
    (addresses) =>
      Promise.all(
        addresses.map(async (path) => {
          const answer = await fetch(path);
          const parsed = new DOMParser().parseFromString(await answer.text(), "text/html");
          const all = (selector: string, attribute: string) =>
            [...parsed.querySelectorAll(selector)].map((element) => element.getAttribute(attribute) ?? "");
          const og = (name: string) => all(`meta[property="og:${name}"]`, "content");
          return {
            path,
            status: answer.status,
            language: parsed.documentElement.lang,
            headings: parsed.querySelectorAll("h1").length,
            title: [...parsed.querySelectorAll("head title")].map(({ textContent }) => textContent ?? ""),
            description: all('meta[name="description"]', "content"),
            robots: all('meta[name="robots"]', "content"),
            canonical: all('link[rel="canonical"]', "href"),
            og: { url: og("url"), image: og("image"), title: og("title"), description: og("description") },
            feeds: all('link[rel="alternate"][type="application/rss+xml"]', "href"),
            manifest: all('link[rel="manifest"]', "href").join(" "),
            touchIcon: all('link[rel="apple-touch-icon"]', "href").join(" "),
            icons: all('link[rel="icon"]', "href"),
          };
        }),
      ),
    paths,
  );
}

/** A page says of itself all that search engines and social networks ask for, and says it once. */
function expectDescribed({ path, language, headings, title, description, og }: Document): void {
  expect({ language, headings }, path).toEqual({ language: "en-IN", headings: 1 });
  expect(title, path).toEqual([expect.stringMatching(/^.{4,75} · GharSach$|^(?=.*GharSach).{4,75}$/)]);
  expect(description, path).toEqual([expect.stringMatching(/^[^]{46,200}$/)]);
  expect(
    og.title.map((name) => (name.includes("GharSach") ? name : `${name} · GharSach`)),
    path,
  ).toEqual(title);
  expect(og.description, path).toEqual(description);
  expect(og.image, path).toHaveLength(1);
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
