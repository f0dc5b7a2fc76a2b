import fs from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { readArticleFile } from "../app/data/front-matter.ts";
import { environment, readSite } from "../server/settings.ts";
import { drawIcons } from "./pictures/icons.ts";
import { readPaint } from "./pictures/paint.ts";
import { drawSharePictures, type SharePicture } from "./pictures/share-pictures.ts";

/**
 * Part of `npm run build`, before compress-files.ts: draws the icons of the site and the pictures for shared links, with the
 * colors, drawings and font of the pages, so that they do not depend on the machine. The pictures show SITE_NAME.
 */
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const ARTICLES = path.join(ROOT, "content", "blog");
const OUT = path.join(ROOT, "build", "client");

/** Must match the `meta` of the pages; app/features/site/page-meta.ts has the first. */
const PAGES: SharePicture[] = [
  { path: "og/site.png", plate: "Rental reviews by tenants", title: "Find your voice. Share your rental story." },
  { path: "og/reviews.png", plate: "Rental reviews", title: "What tenants say about homes and landlords in India" },
  { path: "og/blog.png", plate: "Blog", title: "Renting advice and city guides for tenants in India" },
];

const started = performance.now();
const paint = await readPaint();
const files = new Map([
  ...(await drawIcons(paint)),
  ...(await drawSharePictures([...PAGES, ...(await articlePictures())], paint, readSite(environment()).name)),
]);
// Written only after all are drawn, so that an incomplete build does not look complete.
for (const [name, content] of files) {
  const file = path.join(OUT, name);
  await fs.mkdir(path.dirname(file), { recursive: true });
  await fs.writeFile(file, content);
}
const seconds = ((performance.now() - started) / 1000).toFixed(1);
process.stdout.write(`${files.size} icons and pictures drawn in ${seconds} s\n`);

/** Returns the pictures of all articles. Their paths must match the `meta` of articles in app/features/blog. */
async function articlePictures(): Promise<SharePicture[]> {
  const names = (await fs.readdir(ARTICLES)).filter((name) => name.endsWith(".md"));
  return Promise.all(
    names.map(async (name) => {
      const file = path.join(ARTICLES, name);
      const { slug, facts } = readArticleFile(file, await fs.readFile(file, "utf8"));
      const plate = facts.category === "cityGuide" ? facts.city : "Renting advice";
      return { path: `og/blog/${slug}.png`, plate, title: facts.title };
    }),
  );
}
