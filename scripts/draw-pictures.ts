import fs from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { readArticleFile } from "../app/data/front-matter.ts";
import { drawIcons } from "./pictures/icons.ts";
import { readPaint } from "./pictures/paint.ts";
import { drawSharePictures, type SharePicture } from "./pictures/share-pictures.ts";

/**
 * Part of `npm run build`, before compress-files.ts: draws the icons of the site and the pictures that shared links show,
 * with the colours, the drawings and the font of the pages. Nothing of this machine goes into them.
 */
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const ARTICLES = path.join(ROOT, "content", "blog");
const OUT = path.join(ROOT, "build", "client");

/** Named by the `meta` of the pages; app/features/site/page-meta.ts has the first. */
const PAGES: SharePicture[] = [
  { path: "og/site.png", plate: "Rental reviews by tenants", title: "Find your voice. Share your rental story." },
  { path: "og/reviews.png", plate: "Rental reviews", title: "What tenants say about homes and landlords in India" },
  { path: "og/blog.png", plate: "Blog", title: "Renting advice and city guides for tenants in India" },
];

const started = performance.now();
const paint = await readPaint();
const files = new Map([
  ...(await drawIcons(paint)),
  ...(await drawSharePictures([...PAGES, ...(await articlePictures())], paint)),
]);
// Written when all are drawn: a build without its pictures is not taken for a whole one.
for (const [name, content] of files) {
  const file = path.join(OUT, name);
  await fs.mkdir(path.dirname(file), { recursive: true });
  await fs.writeFile(file, content);
}
const seconds = ((performance.now() - started) / 1000).toFixed(1);
process.stdout.write(`${files.size} icons and pictures drawn in ${seconds} s\n`);

/** Each at the path that app/features/blog names in the article's `meta`. */
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
