import { expect, test } from "vitest";
import { FAILED_PAGE, NOT_FOUND_PAGE, pageMeta, type PageDescription } from "./page-meta";

const ROOT = { id: "root", loaderData: { siteUrl: "https://gharsach.in", siteName: "GharSach" } };
const ABOUT: PageDescription = { title: "About", description: "What this site is for." };

test("describes a page by title, description and canonical URL", () => {
  const meta = describe(ABOUT, "/about");
  expect(meta).toContainEqual({ title: "About · GharSach" });
  expect(meta).toContainEqual({ name: "description", content: "What this site is for." });
  expect(meta).toContainEqual({ tagName: "link", rel: "canonical", href: "https://gharsach.in/about" });
  expect(meta).not.toContainEqual(expect.objectContaining({ name: "robots" }));
});

test("describes a shared link by title, description and picture", () => {
  expect(describe(ABOUT, "/about").filter((element) => "property" in element)).toEqual([
    { property: "og:url", content: "https://gharsach.in/about" },
    { property: "og:site_name", content: "GharSach" },
    { property: "og:locale", content: "en_IN" },
    { property: "og:type", content: "website" },
    { property: "og:title", content: "About" },
    { property: "og:description", content: "What this site is for." },
    { property: "og:image", content: "https://gharsach.in/og/site.png" },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
  ]);
});

test("uses an article's picture, and names the site once in a title", () => {
  const page = { ...ABOUT, title: "About GharSach", type: "article", image: "/og/blog/a-guide.png" } as const;
  const meta = describe(page, "/blog/a-guide");
  expect(meta).toContainEqual({ title: "About GharSach" });
  expect(meta).toContainEqual({ property: "og:type", content: "article" });
  expect(meta).toContainEqual({ property: "og:image", content: "https://gharsach.in/og/blog/a-guide.png" });
});

test.each([
  ["/", undefined, "/"],
  ["/about/", undefined, "/about"],
  ["/About", undefined, "/about"],
  ["/reviews", "/reviews?city=Pune", "/reviews?city=Pune"],
])("names one canonical URL for all spellings: %s %s", (pathname, canonicalPath, path) => {
  expect(describe({ ...ABOUT, ...(canonicalPath && { canonicalPath }) }, pathname)).toContainEqual({
    tagName: "link",
    rel: "canonical",
    href: `https://gharsach.in${path}`,
  });
});

test("marks an unlisted page noindex, and keeps its link preview", { tags: ["10.63"] }, () => {
  for (const page of [{ ...ABOUT, isUnlisted: true }, NOT_FOUND_PAGE, FAILED_PAGE]) {
    const meta = describe(page, "/compare");
    expect(meta).toContainEqual({ name: "robots", content: "noindex" });
    expect(meta).toContainEqual({ property: "og:title", content: page.title });
    expect(meta).toContainEqual({ property: "og:image", content: "https://gharsach.in/og/site.png" });
    // The query of a shared comparison must stay in its URL.
    expect(meta).not.toContainEqual(expect.objectContaining({ property: "og:url" }));
    expect(meta).not.toContainEqual(expect.objectContaining({ rel: "canonical" }));
  }
});

test("titles a page even if the root data could not be loaded", () => {
  const meta = pageMeta({ matches: [{ id: "root" }, undefined], location: { pathname: "/about" } }, ABOUT);
  expect(meta).toEqual([{ title: "About · GharSach" }, { name: "description", content: "What this site is for." }]);
});

function describe(page: PageDescription, pathname: string) {
  return pageMeta({ matches: [ROOT], location: { pathname } }, page);
}
