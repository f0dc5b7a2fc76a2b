import fs from "node:fs";
import { expect, test } from "vitest";

const WEB_MANIFEST = JSON.parse(fs.readFileSync("app/features/site/web-manifest.json", "utf8")) as Record<
  string,
  unknown
>;
const CSS = fs.readFileSync("app/app.css", "utf8");
const ROOT = fs.readFileSync("app/root.tsx", "utf8");

test("uses the pages' background color on a home screen", () => {
  expect(WEB_MANIFEST).toMatchObject({ lang: "en-IN", start_url: "/", scope: "/" });
  const [paper, darkPaper] = Array.from(CSS.matchAll(/--color-paper: (#[\da-f]{6});/g), ([, colour]) => colour);
  expect(paper).toBeDefined();
  expect(WEB_MANIFEST).toMatchObject({ theme_color: paper, background_color: paper });
  expect(ROOT).toContain(`content="${paper}" media="(prefers-color-scheme: light)"`);
  expect(ROOT).toContain(`content="${darkPaper}" media="(prefers-color-scheme: dark)"`);
});
